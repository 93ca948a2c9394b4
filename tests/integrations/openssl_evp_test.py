# SPDX-License-Identifier: Apache-2.0 OR MIT
"""OpenSSL's own evp_test with the provider, for `openssl.py --full`. OpenSSL 3.0 and 4 are built shared from Debian's source
packages. Each file of digests, MACs, KDFs and keys must have the same counts with the provider preferred as with the default
provider alone. The provider for 3.0 is that of `make integrations`; the one for 4 is compiled against its headers. The C
programs of openssl/ run over both."""
import os
import pathlib
import re
import shutil

from steps import check_counted, do, jobs, report, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACE = ROOT / "build" / "integrations" / "openssl-sources"  # stays, since OpenSSL takes minutes to build
SUITES = ("bookworm", "sid", "experimental")
COMPLETED = re.compile(r"Completed (\d+) tests with (\d+) errors and (\d+) skipped")
DEFAULT = """openssl_conf = openssl_init
[openssl_init]
providers = provider_sect
[provider_sect]
default = active
legacy = active
[active]
activate = 1
"""


def apt(*words):
    """apt-get or apt-cache with Debian's lists of sources, and all that they write in PLACE."""
    tool, *rest = words
    (PLACE / "lists" / "partial").mkdir(parents=True, exist_ok=True)
    signed = "[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]"
    lists = "".join(f"deb-src {signed} http://deb.debian.org/debian {suite} main\n" for suite in SUITES)
    (PLACE / "sources.list").write_text(lists)
    options = {"Dir::Etc::sourcelist": PLACE / "sources.list", "Dir::Etc::sourceparts": "-",
               "Dir::State::lists": PLACE / "lists", "Dir::Cache": PLACE / "cache", "APT::Sandbox::User": "root"}
    return run(tool, *(word for name, value in options.items() for word in ("-o", f"{name}={value}")), *rest, cwd=PLACE)


def unpack(series):
    """Unpacks the newest source package of a series that can be had; its folder, or None after a report."""
    unpacked = sorted(PLACE.glob(f"openssl-{series}*/Configure"))
    if unpacked:
        return unpacked[-1].parent
    code, text = apt("apt-get", "update", "-qq")
    told = text if code else apt("apt-cache", "showsrc", "--only-source", "openssl")[1]
    versions = set(re.findall(rf"^Version: ({re.escape(series)}\S*)$", told, re.M))
    for version in sorted(versions, key=lambda v: [int(n) for n in re.findall(r"\d+", v)], reverse=True):
        # The lists may name a package before each mirror has it.
        code, told = apt("apt-get", "source", "-qq", f"openssl={version}")
        unpacked = sorted(PLACE.glob(f"openssl-{series}*/Configure"))
        if code == 0 and unpacked:
            return unpacked[-1].parent
    report(f"the source package of OpenSSL {series}", 0, 1, told[-2000:])
    return None


def build(source):
    """Builds libcrypto, evp_test and the legacy provider, unless they are there; whether they are."""
    wanted = ("libcrypto.so", "test/evp_test", "providers/legacy.so")
    if all((source / name).is_file() for name in wanted):
        return True
    steps = (("./config", "shared", *(("no-docs",) if source.name >= "openssl-3.3" else ())),
             ("make", "-s", "-j", jobs(), "build_generated"), ("make", "-s", "-j", jobs(), *wanted))
    return all(do(source.name, *step, cwd=source, env=dict(os.environ, CFLAGS="-O1")) is not None for step in steps)


def build_module(source):
    """The provider against the headers of this OpenSSL, as the page says; its folder, or None after a report."""
    tree = PLACE / f"provider-{source.name}"
    for step in (("cmake", "--preset", "integrations", "-B", tree, f"-DOPENSSL_ROOT_DIR={source}"),
                 ("cmake", "--build", tree, "-j", jobs(), "--target", "hashlane_openssl")):
        if do(f"the provider for {source.name}", *step, cwd=ROOT) is None:
            return None
    needed = do("readelf", "readelf", "-d", tree / "integrations" / "openssl" / "hashlane.so") or ""
    wanted = re.search(r"libcrypto\.so\.\d+", do("readelf", "readelf", "-d", source / "libcrypto.so") or "")
    good = wanted is not None and wanted[0] in needed
    report(f"the provider needs the libcrypto of {source.name}", good, not good, needed)
    return tree / "integrations" / "openssl"


def preferred(module, place):
    """A configuration that prefers this module, with OpenSSL's legacy provider too."""
    config = place / f"{module.parent.name}.cnf"
    config.write_text(DEFAULT.replace("providers = provider_sect", "providers = provider_sect\nalg_section = algorithms")
                      .replace("legacy = active", "legacy = active\nhashlane = hashlane_sect") +
                      f"[hashlane_sect]\nmodule = {module}\nactivate = 1\n[algorithms]\ndefault_properties = ?provider=hashlane\n")
    return config


def environment(source):
    return dict(os.environ, OPENSSL_CONF=os.devnull, OPENSSL_MODULES=str(source / "providers"), LD_LIBRARY_PATH=str(source))


def counts(source, config, data):
    """(tests, errors, skipped) of a file, and the exit status; or what evp_test printed in the place of the counts."""
    code, text = run(source / "test" / "evp_test", "-config", config, data, env=environment(source))
    found = COMPLETED.findall(text)
    return (tuple(map(int, found[0])) if len(found) == 1 else text[-1000:]), code


def check_files(source, ours, default):
    """Each file has the same counts with both; prints the sums, and gives the number of tests."""
    sums = [0, 0, 0]
    files = [path for path in sorted((source / "test" / "recipes" / "30-test_evp_data").glob("evp*.txt"))
             if not path.name.startswith(("evpciph", "evpencod"))]
    for data in files:
        right, got = counts(source, default, data), counts(source, ours, data)
        good = got == right and isinstance(got[0], tuple)
        report(f"{source.name}: {data.name}", got[0][0] - got[0][1] if good else 0, not good,
               "" if good else f"{got}, the default provider {right}")
        sums = [a + b for a, b in zip(sums, got[0], strict=True)] if good else sums
    print(f"{source.name}: {len(files)} files, {sums[0]} tests with {sums[1]} errors and {sums[2]} skipped, with either provider")
    report(f"{source.name}: there are files", len(files) > 20, len(files) <= 20)


def check_noticed(source, module, default, work):
    """A module with another SHA-384 (openssl.py, check_noticed()) has errors: evp_test takes its digests from the module."""
    place = work / f"planted-{source.name}"
    place.mkdir()
    (place / "hashlane.so").write_bytes((module / "hashlane.so").read_bytes().replace(bytes.fromhex("d89e05c15d9dbbcb"), bytes(8)))
    for name in ("evpmd_sha.txt", "evpmac_common.txt"):
        data = source / "test" / "recipes" / "30-test_evp_data" / name
        differ = counts(source, preferred(place / "hashlane.so", work), data) != counts(source, default, data)
        report(f"planted: another SHA-384, {source.name}, {name}", differ, not differ)


def check_series(series, module, compile_c, work):
    """module: the folder of the provider, or None where one must be built; compile_c(name, sources, *flags) is that of
    openssl.py; work is an empty folder."""
    source = unpack(series)
    if source is None or not build(source):
        return
    module = module or build_module(source)
    if module is None:
        return
    default = work / "default.cnf"
    default.write_text(DEFAULT)
    check_files(source, preferred(module / "hashlane.so", work), default)
    check_noticed(source, module, default, work)
    program = compile_c(f"evp-{source.name}", sorted((ROOT / "tests" / "integrations" / "openssl").glob("*.c")),
                        ROOT / "build" / "faces" / "c" / "libhashlane.a", f"-I{source / 'include'}", f"-L{source}")
    if program is not None:
        check_counted(f"every algorithm through EVP of {source.name}", program, module, env=environment(source))


def check_all(compile_c, work):
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    PLACE.mkdir(parents=True, exist_ok=True)
    check_series("3.0.", ROOT / "build" / "integrations" / "openssl", compile_c, work)
    check_series("4.", None, compile_c, work)
