#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes what a build consists of: hashlane.spdx.json, an SPDX 2.3 document, and THIRD-PARTY-NOTICES.txt.

The document lists the files that were linked, with their SHA-1 and SHA-256, the headers of other projects that were
compiled in (nlohmann-json, in the command line alone), the archives of the compiler that were linked into the
command line, and the shared libraries that each file needs, read from the file itself. The notices are those of the headers that were compiled in. The same files give the same document: the
time is SOURCE_DATE_EPOCH, or that of the last commit, or that of the newest file.
"""
import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
OURS = "Apache-2.0 OR MIT"


def output(*words):
    """What a program prints, or "" where it fails or is not there."""
    if not shutil.which(words[0]):
        return ""
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
    return done.stdout.strip() if done.returncode == 0 else ""


def created(files):
    told = os.environ.get("SOURCE_DATE_EPOCH") or output("git", "log", "-1", "--format=%ct")
    seconds = int(told) if told else max(int(path.stat().st_mtime) for path in files)
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def checksums(path):
    content = path.read_bytes()
    return [{"algorithm": name, "checksumValue": hashlib.new(name.lower(), content).hexdigest()} for name in ("SHA1", "SHA256")]


def needed(path):
    """The names of the shared libraries that a linked file asks for."""
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-dW", str(path)))


def version_of_library(name):
    """The version of the package that holds a library of this machine, where Debian's tools know it. An archive has a path."""
    here = output("dpkg", "--print-architecture")
    wanted = os.path.realpath(name) if "/" in name else f"*/{name}"
    owners = [line.split(": ")[0] for line in output("dpkg-query", "-S", wanted).splitlines()]
    owners = [owner for owner in owners if here and owner.endswith(f":{here}")]
    return output("dpkg-query", "-W", "-f=${Version}", owners[0]) if owners else ""


def macro(header, *names):
    """A version that a header defines in numbers, such as 3.11.2."""
    text = header.read_text("utf-8", "replace")
    return ".".join(re.search(rf"#define {name}\s+(\d+)", text)[1] for name in names)


def headers(options):
    """(name, version, licence, header with the notice, Debian's package) of each project whose headers are compiled in."""
    if options.nlohmann:
        folder = pathlib.Path(options.nlohmann) / "nlohmann"
        about = next(path for path in (folder / "detail" / "abi_macros.hpp", folder / "json.hpp")
                     if path.exists() and "define NLOHMANN_JSON_VERSION_MAJOR" in path.read_text("utf-8"))
        version = macro(about, *(f"NLOHMANN_JSON_VERSION_{part}" for part in ("MAJOR", "MINOR", "PATCH")))
        yield "nlohmann-json", version, "MIT", folder / "json.hpp", "nlohmann-json3-dev"


def notice(header, package):
    """The text of the licence: as the package brings it, or as the header begins."""
    packaged = pathlib.Path("/usr/share/doc") / package / "copyright"
    if packaged.exists():
        return packaged.read_text("utf-8").strip()
    text = header.read_text("utf-8", "replace")
    return "\n".join(re.match(r"(?:\s*(?://[^\n]*|/\*.*?\*/)\n?)*", text, re.S)[0].strip().splitlines())


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def package(name, version, licence, **more):
    return {"name": name, "SPDXID": identifier(f"Package-{name}"), "versionInfo": version or "unknown",
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": licence,
            "licenseDeclared": licence, "copyrightText": "NOASSERTION", **more}


def relation(left, kind, right):
    return {"spdxElementId": left, "relationshipType": kind, "relatedSpdxElement": right}


def document(options):
    files = [pathlib.Path(name) for name in options.files]
    main = package("hashlane", options.version, OURS)
    packages, relations = [main], [relation("SPDXRef-DOCUMENT", "DESCRIBES", main["SPDXID"])]
    entries = []
    for path in files:
        entry = {"fileName": f"./{path.name}", "SPDXID": identifier(f"File-{path.name}"), "checksums": checksums(path),
                 "licenseConcluded": OURS, "licenseInfoInFiles": [OURS], "copyrightText": "NOASSERTION"}
        entries.append(entry)
        relations.append(relation(main["SPDXID"], "GENERATES", entry["SPDXID"]))
        for name in needed(path):
            library = identifier(f"Package-{name}")
            if all(known["SPDXID"] != library for known in packages):
                packages.append(package(name, version_of_library(name), "NOASSERTION"))
            relations.append(relation(entry["SPDXID"], "DYNAMIC_LINK", library))
    archives = [(os.path.basename(path), version_of_library(path), "GPL-3.0-or-later WITH GCC-exception-3.1") for path in options.archive]
    for name, version, licence in archives + [row[:3] for row in headers(options)]:
        packages.append(package(name, version, licence))
        program = next(entry for entry in entries if entry["fileName"] == "./hashlane")
        relations.append(relation(program["SPDXID"], "STATIC_LINK", packages[-1]["SPDXID"]))
    digest = hashlib.sha256("".join(entry["checksums"][1]["checksumValue"] for entry in entries).encode()).hexdigest()
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
            "name": f"hashlane-{options.version}", "documentNamespace": f"urn:hashlane:spdx:{options.version}:{digest[:32]}",
            "creationInfo": {"created": created(files), "creators": ["Tool: hashlane-tools-sbom"]},
            "packages": packages, "files": entries, "relationships": relations}


def notices(options):
    yield "Hashlane is under Apache-2.0 OR MIT, at your choice. hashlane(1) was compiled with the headers of these projects:"
    for name, version, licence, header, packaged in headers(options):
        yield f"\n{'=' * 80}\n{name} {version} ({licence})\n{'=' * 80}\n\n{notice(header, packaged)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", required=True, help="the version of Hashlane")
    parser.add_argument("--nlohmann", help="the folder that holds nlohmann/json.hpp, where the program was built")
    parser.add_argument("--archive", action="append", default=[], help="an archive of the compiler that was linked into the program")
    parser.add_argument("--spdx", type=pathlib.Path, required=True, help="where the SPDX document goes")
    parser.add_argument("--notices", type=pathlib.Path, required=True, help="where the notices go")
    parser.add_argument("files", nargs="+", help="the files that were linked")
    options = parser.parse_args()
    options.spdx.write_text(json.dumps(document(options), indent=1) + "\n", "utf-8")
    options.notices.write_text("\n".join(notices(options)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
