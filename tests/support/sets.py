#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every published vector that a face can take, messages not of whole bytes among them: a line for each, as line() says."""
import collections
import functools
import re
import sys

from published import (SIZES, acvp, acvp_sp800_185, aeads, blob_cases, cavp, cshake_samples, evp_digests, evp_kdfs,
                       evp_macs, hmacs, kdfs, line, nist_samples, rfc9861, wycheproof_mac)
from steps import report

LINE = "vectors of {}: {:d} vectors, {:d} in bits, {:d} checks"


def sha2():
    for name in (n for n in SIZES if not n.startswith("sha3-")):
        file = name.replace("-", "_")
        for part in ("ShortMsg", "LongMsg"):
            yield from cavp(f"sha2/cavp/{file.upper()}{part}.rsp", name)
        yield from cavp(f"sha2/rustcrypto/{file}_kat.blb", name, blob_cases)
    for bits in (256, 512):
        yield from acvp(f"sha2/acvp/SHA2-{bits}-1.0.json", f"sha{bits}", high=False)


def sha3():
    for bits in (224, 256, 384, 512):
        for part in ("ShortMsg", "LongMsg"):
            yield from cavp(f"sha3/cavp/SHA3_{bits}{part}.rsp", f"sha3-{bits}")
        yield from cavp(f"sha3/rustcrypto/sha3_{bits}_kat.blb", f"sha3-{bits}", blob_cases)
        yield from cavp(f"keccak-legacy/keccak_{bits}_kat.blb", f"keccak-{bits}", blob_cases)
    for bits in (256, 512):
        yield from acvp(f"sha3/acvp/SHA3-{bits}-2.0.json", f"sha3-{bits}")
    yield from cavp("sha3/xkcp/ShortMsgKAT_SHA3-256.txt", "sha3-256")
    yield from cavp("keccak-legacy/ShortMsgKAT_256.txt", "keccak-256")


def shake():
    for bits in (128, 256):
        for part in ("ShortMsg", "LongMsg", "VariableOut"):
            yield from cavp(f"shake/cavp/SHAKE{bits}{part}.rsp", f"shake{bits}")
        yield from acvp(f"shake/acvp/SHAKE-{bits}-FIPS202.json", f"shake{bits}")
        yield from cavp(f"shake/ShortMsgKAT_SHAKE{bits}.txt", f"shake{bits}")


def sp800_185():
    yield from nist_samples()
    for bits in (128, 256):
        for part in ("ShortMsg", "CustomMsg"):
            yield from cshake_samples(f"sp800-185/{part}Samples_cSHAKE{bits}.txt", f"cshake{bits}")
        for file in ("cSHAKE-{}-1.0.json", "KMAC-{}-1.0.trimmed.json", "TupleHash-{}-1.0.json", "ParallelHash-{}-1.0.json"):
            yield from acvp_sp800_185(f"sp800-185/acvp/{file.format(bits)}")
        yield from wycheproof_mac(f"sp800-185/wycheproof/kmac{bits}_no_customization_test.json", f"kmac{bits}")


def ascon():
    """A customization string that ends within a byte is for C++ alone."""
    for file in ("", "_acvp_bytes", "_acvp_bits"):
        yield from cavp(f"ascon/sp800232_hash256{file}.txt", "ascon-hash256")
    for name in ("xof128", "cxof128"):
        for file in ("_64B", "_acvp_bytes", "_acvp_bits"):
            yield from cavp(f"ascon/sp800232_{name}{file}.txt", f"ascon-{name}")
    for name in ("hash", "hasha", "xof_32B", "xofa_32B", "xof_longout", "xofa_longout"):
        yield from cavp(f"ascon/v12_ascon{name}.txt", f"ascon-{name.split('_')[0]}")
    for name in ("Hash256", "XOF128", "CXOF128"):
        yield from acvp(f"ascon-extra/acvp/Ascon-{name}-SP800-232.json", f"ascon-{name.lower()}", high=False)


@functools.cache
def everything(longest=256):
    """No two the same; with customization strings of KangarooTwelve of at most `longest` bytes. An object of C++ keeps 256."""
    sets = (sha2, evp_digests, sha3, shake, rfc9861, sp800_185, evp_macs, hmacs, kdfs, evp_kdfs, ascon, aeads)
    return [v for v in dict.fromkeys(v for s in sets for v in s())
            if not (v.algorithm.startswith("kt") and len(v.custom) > longest)]


def checks_told(text):
    """Of a program that prints `checks FOLDER N`."""
    told = collections.Counter()
    for folder, count in re.findall(r"^checks (\S+) (\d+)$", text, re.M):
        told[folder] += int(count)
    return told


def tell(checks, vectors=None):
    """What a suite prints at its end: `checks` counts those that it made of each folder, of everything() or other vectors."""
    all_of, bits = (collections.Counter(v.folder for v in vectors or everything() if keep(v)) for keep in
                    (lambda v: True, lambda v: v.in_bits))
    unchecked = sorted(folder for folder in all_of if not checks[folder])
    report("vectors of every folder", not unchecked, bool(unchecked), " ".join(unchecked))
    print(*(LINE.format(folder, all_of[folder], bits[folder], checks[folder]) for folder in all_of), sep="\n")


def main():
    sys.stdout.writelines(line(v) + "\n" for v in everything())


if __name__ == "__main__":
    main()
