#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The provider for OpenSSL: every algorithm through EVP (openssl/*.c), unmodified programs that load it by OPENSSL_CONF
(openssl_programs.py, openssl_ssh.py), and the page integrations/openssl/README.md. Nothing of the system's configuration is changed.
--full: OpenSSL's own evp_test for its versions 3.0 and 4 (openssl_evp_test.py), and nothing else."""
import os
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import check_counted, check_prints, check_refused, closing_line, do, report, run  # noqa: E402

import openssl_evp_test  # noqa: E402
import openssl_programs  # noqa: E402
import openssl_ssh  # noqa: E402
import pages  # noqa: E402
from artefacts import make_integrations  # noqa: E402

HERE = ROOT / "integrations" / "openssl"
BUILT = ROOT / "build" / "integrations" / "openssl"
MODULE = BUILT / "hashlane.so"
WORK = ROOT / "build" / "integrations" / "try-openssl"
EMPTY_KT128 = "1ac2d450fc3b4205d19da7bfca1b37513c0803577ac7167f06fe2ce1f0ef39e5 *stdin"  # RFC 9861 s.5


def with_config(config):
    return dict(os.environ, OPENSSL_CONF=str(config))


def compile_c(name, sources, *more):
    """Compiles a program into WORK; its path, or None after a report."""
    program = WORK / name
    built = do(f"compile {name}", "gcc", "-std=c11", "-D_GNU_SOURCE", "-O1", "-Wall", "-Wextra", "-Werror",
               f"-I{ROOT / 'faces' / 'c'}", *sources, "-o", program, *more, "-lcrypto", "-lpthread", "-lm")
    return program if built is not None else None


def check_module():
    """Only the entry point is exported, and only libcrypto and the C library are needed."""
    exported = do("nm", "nm", "-D", "--defined-only", MODULE)
    good = exported is not None and [line.split()[-1] for line in exported.splitlines()] == ["OSSL_provider_init"]
    report("one exported symbol", good, not good, exported or "")
    needed = do("readelf", "readelf", "-d", MODULE)
    names = set(re.findall(r"\(NEEDED\).*\[(.*?)\.so", needed or ""))
    good = "libcrypto" in names and names <= {"libcrypto", "libc", "libm", "ld-linux-x86-64", "ld-linux-aarch64"}
    report("needed libraries", good, not good, str(names))


def check_through_evp():
    program = compile_c("evp", sorted((ROOT / "tests" / "integrations" / "openssl").glob("*.c")),
                        ROOT / "build" / "faces" / "c" / "libhashlane.a")
    if program is None:
        return
    check_counted("every algorithm through EVP", program, BUILT, env=with_config(os.devnull))
    check_noticed(program)
    names = ("SHA256", "SHA3-256", "KT-128", "SHA1")
    for config, providers in (("preferred", ("hashlane", "hashlane", "hashlane", "default")),
                              ("additional", ("default", "default", "hashlane", "default"))):
        lines = [f"{name} {provider}" for name, provider in zip(names, providers)]
        check_prints(f"{config}.cnf", lines, program, "which", *names, env=with_config(BUILT / f"{config}.cnf"))


def check_noticed(program):
    """A module whose SHA-384 begins with another constant (FIPS 180-4 s.5.3.4) is loaded, and the program notices it."""
    place = WORK / "planted-module"
    place.mkdir()
    constant = bytes.fromhex("d89e05c15d9dbbcb")
    whole = MODULE.read_bytes()
    (place / "hashlane.so").write_bytes(whole.replace(constant, bytes(8)))
    check_refused("planted: another SHA-384", "FAIL SHA2-384 of 0 bytes" if constant in whole else "not there", program, place,
                  env=with_config(os.devnull))


def check_damaged():
    """A module with another answer or another constant is not loaded."""
    place = WORK / "damaged"
    place.mkdir()
    whole = MODULE.read_bytes()
    for what, old, new in (("an answer", b"ba7816bf8f01cfea", b"ba7816bf8f01cfeb"),
                           ("a constant of SHA-256", bytes.fromhex("982f8a4291443771"), bytes.fromhex("992f8a4291443771"))):
        (place / "hashlane.so").write_bytes(whole.replace(old, new))
        check_refused(f"damaged: {what}", "the self test found this module to be damaged" if old in whole else "not there", "openssl",
                      "list", "-provider-path", place, "-provider", "hashlane", "-providers", env=with_config(os.devnull))
    (place / "hashlane.so").write_bytes(whole)
    done = do("not damaged", "openssl", "list", "-provider-path", place, "-provider", "hashlane", "-providers", env=with_config(os.devnull))
    report("not damaged", done is not None and "Hashlane" in done, done is None or "Hashlane" not in done)


def check_installed():
    prefix = WORK / "prefix"
    if do("install", "cmake", "--install", ROOT / "build", "--prefix", prefix) is None:
        return
    missing = [name for name in ("openssl/hashlane.so", "openssl/preferred.cnf", "openssl/additional.cnf", "integrations/openssl/README.md")
               if len(list(prefix.glob(f"**/{name}"))) != 1]
    report("installed", not missing, len(missing), str(missing or ""))
    for name in ("preferred", "additional"):
        check_prints(f"the installed {name}.cnf", EMPTY_KT128, "sh", "-c", "printf '' | openssl dgst -KT128 -r",
                     env=with_config(prefix / "lib" / "hashlane" / "openssl" / f"{name}.cnf"))


def wrong_page(page, place):
    """What the examples of the page do that it does not say; they run in a folder that has the folders build and integrations."""
    pages.fresh_place(place)
    (place / "integrations").symlink_to(ROOT / "integrations")
    page = page.replace("```sh\nmake integrations\n```\n", "")  # make_integrations() ran it
    yield from pages.wrong_examples(page, place, (("sh", ["bash", "-e"], "#"), ("python", ["/usr/bin/python3", "-"], "#")))


def check_page():
    changes = (("# prints 1ac2d450", "# prints 1bc2d450"), ("openssl dgst -KT128", "openssl dgst -KT12"), ("preferred.cnf", "preferred.conf"))
    pages.check_examples((HERE / "README.md").read_text(), WORK, wrong_page, changes)


def check_bench():
    """It runs, for a few rounds."""
    program = compile_c("bench", [HERE / "bench.c"])
    code, text = run(program, BUILT, "2", env=with_config(os.devnull)) if program else (1, "")
    good = code == 0 and len(re.findall(r"^\| [\w-]+ \|( \d+, \d+ \([\d.]+\) \|){4}$", text, re.M)) == 8
    report("bench.c", good, not good, "" if good else text)


def main():
    if not make_integrations():
        return closing_line()
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    if sys.argv[1:] == ["--full"]:
        openssl_evp_test.check_all(compile_c, WORK / "evp_test")
        return closing_line()
    check_module()
    check_through_evp()
    check_damaged()
    openssl_programs.check_all(BUILT, WORK)
    openssl_ssh.check(BUILT, WORK)
    check_page()
    check_bench()
    check_installed()
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
