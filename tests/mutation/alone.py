# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One mutant at a time, in a copy of the headers: does it compile, do the tests that run while they are compiled notice,
does the object code differ, do the test programs notice.
"""
import functools
import hashlib
import pathlib
import re
import subprocess
import sys

from tree import Tree

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "memory"))
import wipes  # noqa: E402

TESTS, HEADERS = ROOT / "tests", ROOT / "include" / "hashlane"
LIBRARY = ROOT / "src" / "hashlane.cpp"
COMPILE = ("clang++-19", "-std=c++20", "-O1", "-w", f'-DHASHLANE_SOURCE_DIR="{ROOT}"', f"-I{TESTS / 'support'}",
           f"-I{TESTS / 'constexpr'}")
SANITIZERS = "-fsanitize=address,undefined -fno-sanitize-recover=all"
FAMILIES = (  # whose constant expressions come first for a header
    (r"^(registry|row)\.hpp", ("constexpr/registry_",)), (r"^transcript/", ("constexpr/duplex_",)),
    (r"^lanes/", ("constexpr/sha2_1", "constexpr/ascon_1", "constexpr/keccak_1")),
    (r"merkle", ("merkle/constant",)), (r"ascon_v12", ("constexpr/ascon_v12_",)), (r"ascon|aead|duplex", ("constexpr/ascon_",)),
    (r"sha2|merkle_damgard", ("constexpr/sha2_", "constexpr/long_sha256", "constexpr/long_sha512")),
    (r"hmac|hkdf|pbkdf2|mac", ("constexpr/mac_", "constexpr/sp800_185_")),
    (r"turbo|kangaroo|tree", ("constexpr/turboshake_", "constexpr/long_kt128")),
    (r"sp800|cshake|kmac|tuple|encodings|keyed|sized|tree_xof", ("constexpr/sp800_185_",)),
    (r"keccak|sponge|sha3", ("constexpr/sha3_", "constexpr/keccak_", "constexpr/long_sha3_256")),
)
NOTICED = re.compile(r"static assertion failed|not an integral constant|must be initialized by a constant expression|"
                     r"is not a constant expression")


def compile_time_tests(header):
    """Sources whose static_asserts use the header: (nearest first, whether it is near)."""
    files = [f for f in (*sorted(TESTS.glob("constexpr/*_*.cpp")), TESTS / "merkle" / "constant.cpp") if header in headers_of(f)]
    near = next((names for pattern, names in FAMILIES if re.search(pattern, header)), ())
    found = [(f, str(f.relative_to(TESTS)).startswith(near or "/")) for f in files]
    return sorted(found, key=lambda found: (not found[1], found[0].name.startswith("long"), found[0].name))


@functools.cache
def headers_of(source):
    """The headers of the library that the source sees."""
    told = subprocess.run([*COMPILE, f"-I{ROOT / 'include'}", "-MM", source], capture_output=True, text=True, check=True).stdout
    return {str(f.relative_to(HEADERS)) for f in map(pathlib.Path, told.split()) if HEADERS in f.parents}


def brief(sources):
    """(a text with one static_assert of each kind that stands in the sources, the shortest; line of the text -> source):
    most mutants are noticed by one of them."""
    lines, shortest = {}, {}
    for source in sources:
        for line in source.read_text("utf-8").splitlines():
            if line.startswith("static_assert(") and line.endswith(";"):
                kind = line.partition('"')[0]
                shortest[kind] = min(shortest.get(kind, (line, source)), (line, source),
                                     key=lambda one: (len(one[0]) < len(kind) + 70, len(one[0])))
            elif line.startswith("#include"):
                lines[line] = source
    preamble = [*lines, "using namespace constant;"]
    return "\n".join([*preamble, *(line for line, _ in shortest.values())]), {
        len(preamble) + 1 + k: source for k, (_, source) in enumerate(shortest.values())}


class Alone:
    def __init__(self, work):
        self.tree, self.checked = Tree(work / "alone"), Tree(work / "checked", SANITIZERS)
        for tree in self.tree, self.checked:
            tree.write({str(h.relative_to(HEADERS)): h.read_bytes() for h in HEADERS.rglob("*.hpp")})
        self.objects = work / "alone" / "objects"
        self.objects.mkdir(exist_ok=True)
        self.unchanged = {}  # source -> digest of its object
        self.seconds = {}    # (tree, program) -> how long it takes

    def clang(self, source, *options):
        return subprocess.run([*COMPILE, f"-I{self.tree.include}", *map(str, options), str(source)], capture_output=True, text=True)

    def code_of(self, source):
        path = self.objects / (source.stem + ".o")
        done = self.clang(source, "-c", "-o", path, "-DHASHLANE_COMPILED=1")
        return hashlib.sha256(path.read_bytes()).hexdigest() if done.returncode == 0 else done.stderr

    def compiled(self, mutant):
        """(verdict, by whom) of what the compiler alone can say, or None."""
        with Changed(self.tree, mutant):
            return self.at_a_glance(mutant) or self.in_full(mutant)

    def at_a_glance(self, mutant):
        """The quick static_asserts of the sources that are near."""
        tests = [s for s, near in compile_time_tests(mutant.header) if near and s.parent.name == "constexpr"]
        text, source_of = brief([s for s in tests if not s.name.startswith("long")])
        place = self.objects / "brief.cpp"
        place.write_text(text, "utf-8")
        told = self.clang(place, "-fsyntax-only", "-ferror-limit=2").stderr
        lines = [int(n) for n in re.findall(r"brief\.cpp:(\d+):\d+: error", told)]
        errors = re.findall(r"error: (?!too many).*", told)
        if lines and lines[0] in source_of and all(map(NOTICED.search, errors)):
            return "killed", str(source_of[lines[0]].relative_to(ROOT))
        return None

    def in_full(self, mutant):
        for source, _ in compile_time_tests(mutant.header):
            errors = re.findall(r"error: (?!too many).*", self.clang(source, "-fsyntax-only", "-ferror-limit=2").stderr)
            if errors:
                noticed = all(map(NOTICED.search, errors))
                return ("killed", str(source.relative_to(ROOT))) if noticed else ("invalid", "does not compile")
        return ("invalid", "does not compile") if self.clang(LIBRARY, "-fsyntax-only").returncode else None

    def differs(self, mutant, sources):
        """Whether any of the sources gives other code."""
        for source in sources:
            if source not in self.unchanged:
                self.unchanged[source] = self.code_of(source)
            with Changed(self.tree, mutant):
                if self.code_of(source) != self.unchanged[source]:
                    return True
        return False

    def run(self, mutant, programs):
        """The first of the programs that notices, as it is or with sanitizers (the suite asan), or None."""
        told = (self.noticed(tree, program, mutant) for tree in (self.tree, self.checked) for program in programs)
        return next(filter(None, told), None)

    @staticmethod
    def leaves_a_key(mutant):
        """Whether the residue program, compiled as its suite compiles it, finds a key that is left. It cannot stand in the
        build of all mutants: their switches keep values on the stack."""
        header = HEADERS / mutant.header
        wipes.write_headers({mutant.header: header.read_text("utf-8").replace(mutant.before, mutant.after, 1)})
        program = wipes.build()
        done = wipes.run(program) if program else None
        return bool(done) and done.returncode == 1 and "leaves its key" in done.stdout

    def noticed(self, tree, program, mutant):
        name = program + ", with sanitizers" * (tree is self.checked)
        if (tree, program) not in self.seconds:
            if not (tree.build / "build.ninja").exists():
                tree.configure()
            if errors := tree.compile([program]):
                raise SystemExit(errors)
            code, self.seconds[tree, program] = tree.run(program, 900)
            if code:
                raise SystemExit(f"{name}, unchanged: fails")
        with Changed(tree, mutant):
            if tree.compile([program]):
                return f"{name}, compiled"
            return name if tree.run(program, 20 + 20 * self.seconds[tree, program])[0] != 0 else None


class Changed:
    """The tree while one header is another."""

    def __init__(self, tree, mutant):
        self.path = tree.include / "hashlane" / mutant.header
        self.original = (HEADERS / mutant.header).read_bytes()
        new = mutant.new if mutant.new == "void()" else f"({mutant.new})"
        self.changed = self.original[:mutant.begin] + new.encode() + self.original[mutant.end:]

    def __enter__(self):
        self.path.write_bytes(self.changed)

    def __exit__(self, *_):
        self.path.write_bytes(self.original)
