#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The inputs of pgcrypto's own tests, from Debian's source package of PostgreSQL, in a server with pgcrypto and the extension:
each message of a digest and each message and key of an HMAC, by every SHA-2; and what the package expects of SHA-2.

The package is fetched by apt-get for each run, and nothing of it stays.
"""
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import closing_line, do, report  # noqa: E402

from artefacts import make_integrations  # noqa: E402
from postgresql_server import install, place_of_server  # noqa: E402

BUILT = ROOT / "build" / "integrations" / "postgresql"
DEBIAN = pathlib.Path("/etc/apt/sources.list.d/debian.sources")
SHA2 = ("sha224", "sha256", "sha384", "sha512")
PARTS = ("*/contrib/pgcrypto/sql/*", "*/contrib/pgcrypto/expected/*")
# The arguments of a call before the name of the algorithm, in texts that hold no quote; the last is the name.
CALL = re.compile(r"SELECT (digest|hmac)\(\s*('[^']*'(?:::bytea)?)(?:,\s*('[^']*'(?:::bytea)?))?,\s*'(\w+)'\);")


def fetch(place):
    """The folder of pgcrypto's tests, or None after a report. The lists of sources that apt-get reads are those of this folder."""
    sources = place / "source.sources"
    first = DEBIAN.read_text().split("\n\n")[0]  # without the security updates, whose sources may be older than their lists
    sources.write_text(re.sub(r"^Types:.*$", "Types: deb-src", first, flags=re.M) + "\n")
    (place / "lists" / "partial").mkdir(parents=True)
    apt = ("apt-get", "-q", f"-oDir::Etc::sourcelist={sources}", "-oDir::Etc::sourceparts=/dev/null",
           f"-oDir::State::Lists={place / 'lists'}", f"-oDir::Cache={place}", "-oAPT::Sandbox::User=root")
    if do("apt-get update", *apt, "update", cwd=place) is None:
        return None
    if do("apt-get source", *apt, "source", "--download-only", "postgresql-15", cwd=place) is None:
        return None
    archive = next(place.glob("*.orig.tar.*"))
    if do("tar", "tar", "-xf", archive, "--wildcards", *PARTS, cwd=place) is None:
        return None
    return next(place.glob("*/contrib/pgcrypto"))


def calls(folder):
    """(function, message, key or "", algorithm) of each call of digest and hmac in the scripts, in their order."""
    for name in ("sha1", "sha2", "md5", "hmac-sha1", "hmac-md5"):
        yield from CALL.findall((folder / "sql" / f"{name}.sql").read_text())


def wrong_calls(server, found, planted=None):
    """What differs from pgcrypto, by every SHA-2. planted: a message that Hashlane takes in the place of the right one."""
    script = []
    for function, message, key, _ in found:
        for sha in SHA2:
            taken = planted or message
            ours = f"hashlane_mac('hmac-{sha}', {key}, {taken})" if function == "hmac" else f"hashlane_digest('{sha}', {taken})"
            theirs = f"hmac({message}, {key}, '{sha}')" if function == "hmac" else f"digest({message}, '{sha}')"
            script.append((f"SELECT {ours} = {theirs};", ours))
    got = server.rows("\n".join(statement for statement, _ in script))
    if len(got) != len(script):
        yield f"{len(got)} answers to {len(script)} statements"
    yield from (ours for (_, ours), answer in zip(script, got) if answer != "t")


def wrong_expected(server, folder):
    """What differs from the digests that the package expects of SHA-2."""
    expected = re.findall(r"^ (\\x[0-9a-f]+)$", (folder / "expected" / "sha2.out").read_text(), re.M)
    found = [call for call in CALL.findall((folder / "sql" / "sha2.sql").read_text()) if call[3] in SHA2]
    if not len(found) == len(expected) > 15:
        yield f"{len(found)} calls and {len(expected)} digests"
    got = server.rows("\n".join(f"SELECT hashlane_digest('{sha}', {message});" for _, message, _, sha in found))
    yield from (f"{call}: {one}" for call, one, digest in zip(found, got, expected) if one != digest)


def check(server, folder):
    server.rows("CREATE EXTENSION hashlane; CREATE EXTENSION pgcrypto")
    found = list(calls(folder))
    count = {function: sum(call[0] == function for call in found) for function in ("digest", "hmac")}
    enough = count["digest"] >= 30 and count["hmac"] >= 14
    report("the inputs that were found", enough, not enough, str(count))
    wrong = list(wrong_calls(server, found))
    report("pgcrypto's digests and HMACs", len(found) * len(SHA2) - len(wrong), len(wrong), "\n".join(wrong[:10]))
    wrong = list(wrong_expected(server, folder))
    report("the digests that its tests expect", not wrong, len(wrong), "\n".join(wrong[:10]))
    noticed = len(list(wrong_calls(server, found, planted="'other'"))) == len(found) * len(SHA2)
    report("planted: another message", noticed, not noticed)


def main():
    if not make_integrations():
        return closing_line()
    with tempfile.TemporaryDirectory(prefix="hashlane-pgcrypto-") as place:
        folder = fetch(pathlib.Path(place))
        if folder is None:
            return closing_line()
        with place_of_server() as server:
            install(server, BUILT)
            server.start()
            check(server, folder)
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
