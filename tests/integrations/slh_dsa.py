# SPDX-License-Identifier: Apache-2.0 OR MIT
"""examples/slh-dsa against published answers; pqc.py calls check().

Keys: NIST's vectors for SLH-DSA-SHAKE-128f (ACVP, keyGen), which the crate fips205 carries. Signatures: ten records in the
form of NIST's known-answer tests, whose text has the SHA-256 that SLotH publishes (github.com/slh-dsa/sloth, file
kat/kat10-sha256.txt, commit c41de2ae113cd90790b0004c58f813c898b62f7a). A record's seed and message come from a generator
after SP 800-90A with AES-256 that begins with the bytes 0 to 47, and its key from another that begins with that seed.
"""
import gzip
import hashlib
import json
import pathlib
import subprocess

from steps import check_prints, check_refused, do, report, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = ROOT / "examples" / "slh-dsa" / "main.cpp"
PUBLISHED = "056ee235f9a8ff3fb3f3799807d82690ffe3ff5681f0c6e3809ddca4fb539b29"
RECORDS = 10


class Generator:
    """CTR_DRBG of SP 800-90A s.10.2 with AES-256, without a derivation function, as NIST's known-answer tests have it."""

    def __init__(self, entropy):
        self.key, self.counter = bytes(32), 0
        self.update(entropy)

    def blocks(self, number):
        plain = b"".join(((self.counter + i + 1) % 2**128).to_bytes(16, "big") for i in range(number))
        self.counter += number
        command = ["openssl", "enc", "-aes-256-ecb", "-nopad", "-K", self.key.hex()]
        return subprocess.run(command, input=plain, capture_output=True, check=True).stdout

    def update(self, entropy=bytes(48)):
        changed = bytes(a ^ b for a, b in zip(self.blocks(3), entropy, strict=True))
        self.key, self.counter = changed[:32], int.from_bytes(changed[32:], "big")

    def draw(self, size):
        drawn = self.blocks((size + 15) // 16)[:size]
        self.update()
        return drawn


def records(program):
    """The text of the records, and what was wrong with signatures that the program then verifies."""
    text, wrong = "# SPHINCS+\n\n", []
    master = Generator(bytes(range(48)))
    for count in range(RECORDS):
        seed = master.draw(48)
        message = master.draw(33 * (count + 1))
        generator = Generator(seed)
        seeds, randomness = generator.draw(48), generator.draw(16)
        public = "".join(run(program, "keygen", seeds.hex())[1].split())
        signature = run(program, "sign", seeds.hex(), message.hex(), randomness.hex())[1].strip()
        forged = f"{signature[:-1]}{int(signature[-1], 16) ^ 1:x}" if len(signature) == 2 * 17088 else ""
        for given, said in ((signature, "valid"), (forged, "not valid"), (signature[2:], "not valid")):
            done = subprocess.run([program, "verify", public, message.hex(), "-"], input=given, capture_output=True, text=True)
            wrong += [] if done.stdout == said + "\n" else [f"record {count}: {done.stdout}{done.stderr}, not {said}"]
        signed = signature.upper() + message.hex().upper()
        text += f"count = {count}\nseed = {seed.hex().upper()}\nmlen = {len(message)}\nmsg = {message.hex().upper()}\n" \
                f"pk = {public.upper()}\nsk = {seeds.hex().upper()}{public[32:].upper()}\nsmlen = {len(signed) // 2}\nsm = {signed}\n\n"
    return text, wrong


def check_keys(program, crate):
    packed = crate / "tests" / "nist_vectors" / "SLH-DSA-keyGen-FIPS205" / "internalProjection.json.gz"
    groups = json.loads(gzip.decompress(packed.read_bytes()))["testGroups"]
    tests = [t for g in groups if g["parameterSet"] == "SLH-DSA-SHAKE-128f" for t in g["tests"]]
    good = [t for t in tests if "".join(run(program, "keygen", (t["skSeed"] + t["skPrf"] + t["pkSeed"]).lower())[1].split()) == t["pk"].lower()]
    report("slh-dsa: NIST's keys", len(good), len(tests) - len(good) + (not tests))


def check_signatures(program):
    text, wrong = records(program)
    same = hashlib.sha256(text.encode()).hexdigest() == PUBLISHED
    report("slh-dsa: published signatures", RECORDS if same else 0, not same)
    report("slh-dsa: they are valid, and changed ones are not", 3 * RECORDS - len(wrong), len(wrong), "\n".join(wrong))
    changed = hashlib.sha256(text.replace("sm = ", "sm = 0", 1).encode()).hexdigest() != PUBLISHED
    report("planted: another signature", changed, not changed)


def check_context(program):
    """The external functions sign 0, the length of the context, the context and the message (FIPS 205 s.10.2)."""
    seeds, message, context = "01" * 48, "616263", "ff00"
    signature = run(program, "sign", seeds, message, "00" * 16, context)[1]
    same = len(signature) > 1 and signature == run(program, "sign", seeds, "0002" + context + message, "00" * 16)[1]
    report("slh-dsa: a context", same, not same)
    check_refused("slh-dsa: a long context", "the context has more than 255 bytes", program, "sign", seeds, message, "00" * 16, "00" * 256)
    check_refused("slh-dsa: no seeds", "the seeds have 48 bytes", program, "keygen", "00")
    check_refused("slh-dsa: no digits", "not a whole number of bytes in hexadecimal digits", program, "keygen", "0g")


def check(place, crate):
    """place: a folder for the program; crate: that of fips205."""
    program = place / "slh_dsa"
    if do("slh-dsa", "g++", "-std=c++20", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror",
          "-I", ROOT / "include", SOURCE, "-o", program) is None:
        return
    check_prints("slh-dsa: the example", ["a signature of 17088 bytes", "valid", "not valid"], program)
    check_keys(program, crate)
    check_signatures(program)
    check_context(program)
