# SPDX-License-Identifier: Apache-2.0 OR MIT
"""An SPDX 2.3 document for each artefact, made of the same parts as that of the build (tools/sbom.py): the artefact and
its digest, every file in it, the shared libraries that its programs and libraries ask for, and what was compiled in."""
import argparse
import datetime
import json
import pathlib
import sys
import tarfile
import tempfile
import zipfile

from support import ROOT, epoch, run, version

sys.path.insert(0, str(ROOT / "tools"))
import sbom  # noqa: E402

HEADERS = argparse.Namespace(nlohmann="/usr/include")
GCC = "GPL-3.0-or-later WITH GCC-exception-3.1"
# What is linked into an artefact, by the end of its name: (name, version, licence).
LINKED = {
    "-static.tar.gz": (("libstdc++.a", "", GCC), ("libgcc.a", "", GCC), ("libc.a", "", "LGPL-2.1-or-later")),
    ".tgz": (("libc++", "", "Apache-2.0 WITH LLVM-exception"),),  # its headers; no library is linked
}


def unpack(path, place):
    """Puts the files of an artefact into a folder."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as archive:
            archive.extractall(place)
    elif path.suffix == ".deb":
        run("dpkg-deb", "--extract", path, place)
    elif path.name.endswith((".tar.gz", ".tgz", ".crate")):
        with tarfile.open(path) as archive:
            archive.extractall(place)
    else:
        (place / path.name).write_bytes(path.read_bytes())


def is_elf(path):
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def compiled_in(path):
    """(name, version, licence) of each project whose code is in the artefact."""
    if "-static" in path.name or path.name.startswith("hashlane_"):
        yield from (row[:3] for row in sbom.headers(HEADERS))
    for ending, rows in LINKED.items():
        if path.name.endswith(ending):
            yield from rows


def contents(place):
    """Entry of each file, and the shared libraries that it needs. Links are left out."""
    for path in sorted(place.rglob("*")):
        if path.is_file() and not path.is_symlink():
            name = path.relative_to(place).as_posix()
            entry = {"fileName": f"./{name}", "SPDXID": sbom.identifier(f"File-{name}"), "checksums": sbom.checksums(path),
                     "licenseConcluded": sbom.OURS, "licenseInfoInFiles": ["NOASSERTION"], "copyrightText": "NOASSERTION"}
            yield entry, sbom.needed(path) if is_elf(path) else []


def document(path):
    main = sbom.package("hashlane", version(), sbom.OURS, packageFileName=path.name, checksums=sbom.checksums(path))
    packages, entries = {main["SPDXID"]: main}, []
    relations = [sbom.relation("SPDXRef-DOCUMENT", "DESCRIBES", main["SPDXID"])]
    with tempfile.TemporaryDirectory() as place:
        unpack(path, pathlib.Path(place))
        for entry, libraries in contents(pathlib.Path(place)):
            entries.append(entry)
            relations.append(sbom.relation(main["SPDXID"], "CONTAINS", entry["SPDXID"]))
            for name in libraries:
                library = sbom.package(name, "", "NOASSERTION")
                packages[library["SPDXID"]] = library
                relations.append(sbom.relation(entry["SPDXID"], "DYNAMIC_LINK", library["SPDXID"]))
    for name, number, licence in compiled_in(path):
        part = sbom.package(name, number, licence)
        packages[part["SPDXID"]] = part
        relations.append(sbom.relation(main["SPDXID"], "STATIC_LINK", part["SPDXID"]))
    created = datetime.datetime.fromtimestamp(epoch(), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    digest = main["checksums"][1]["checksumValue"]
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": path.name,
            "documentNamespace": f"urn:hashlane:spdx:{version()}:{digest[:32]}",
            "creationInfo": {"created": created, "creators": ["Tool: hashlane-packaging-spdx"]},
            "packages": list(packages.values()), "files": entries, "relationships": relations}


def write(path, place):
    """NAME.spdx.json in the folder."""
    made = place / f"{path.name}.spdx.json"
    made.write_text(json.dumps(document(path), indent=1) + "\n", "utf-8")
    return made
