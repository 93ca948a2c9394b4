#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The layers of docs/ARCHITECTURE.md: which folder may include which, and which words may stand in which files only.

First finds every planted breach of PLANTED (a check that finds nothing is no check), then reads the tree. The table of
layers and the list of public headers on that page are compared with those below.
"""
import fnmatch
import pathlib
import posixpath
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = "include/hashlane/"
PAGE = ROOT / "docs" / "ARCHITECTURE.md"

# The layer of each folder below include/hashlane/, and of each file at the top level. The page has the same table.
LAYERS = {
    "lanes/": 1,
    "primitives/": 2, "targets/": 2, "threads/": 2,
    "kernels/": 3,
    "constructions/": 4,
    "classes/": 5,
    "many/": 7,
    "merkle/": 8, "transcript/": 8,
    "by_name/": 9,
    "selftest/": 10,
    "sha2.hpp": 6, "sha3.hpp": 6, "sp800_185.hpp": 6, "turboshake.hpp": 6, "kangarootwelve.hpp": 6, "ascon.hpp": 6,
    "ascon_v12.hpp": 6, "mac.hpp": 6, "registry.hpp": 6, "hex.hpp": 6,
    "batch.hpp": 7, "ranges.hpp": 7, "threads.hpp": 7,
    "merkle.hpp": 8, "transcript.hpp": 8,
    "any.hpp": 9,
    "selftest.hpp": 10,
    "hashlane.hpp": 11,
}
TOP_LEVEL = 20  # files at most
# The folder whose overview a file at the top level is: it may include that folder, though both have the same layer.
OVERVIEWS = {"batch.hpp": "many", "ranges.hpp": "many", "threads.hpp": "many", "merkle.hpp": "merkle", "transcript.hpp": "transcript",
             "any.hpp": "by_name", "selftest.hpp": "selftest"}
# The headers of algorithms: names and parameters, no statements.
ALGORITHMS = tuple(name for name, layer in LAYERS.items() if layer == 6 and name != "hex.hpp")
# What users, faces, compat and integrations may include below the top level. The page has the same list.
PUBLIC = ("by_name/aead.hpp", "by_name/aead_batch.hpp", "by_name/batch.hpp", "by_name/kdf.hpp", "by_name/merkle.hpp",
          "by_name/merkle_stream.hpp", "classes/hash.hpp", "targets/target.hpp")
STATEMENT = r"\b(?:return|if|for|while|do|switch|goto|throw|co_\w+)\b"

# (what, words, files that may hold them; all other files of the library may not)
INTRINSICS = ("primitives/*_x86.hpp", "primitives/*_arm.hpp")
WORDS = (
    ("intrinsics", r"\b_mm\d*_\w+|\b__m(?:64|128|256|512)[id]?\b|\bv\w+q?_[usp](?:8|16|32|64)\b|\b__builtin_ia32_\w+",
     INTRINSICS),
    ("a target attribute", r"\b(?:gnu::)?_*target_*\s*\(\s*\"|\bHASHLANE_TARGET_ATTRIBUTE\b|#\s*pragma\s+(?:GCC\s+target|clang\s+attribute)",
     ("targets/*.hpp", "lanes/config.hpp") + INTRINSICS),  # config.hpp: how each compiler spells it
    ("a compiler's name", r"\b(?:__GNUC__|__GNUC_MINOR__|__clang__|__clang_major__|_MSC_VER|__INTEL_\w+)\b",
     ("lanes/config.hpp",)),
    ("an exception", r"\b(?:throw|try|catch)\b", ()),
    ("RTTI", r"\b(?:dynamic_cast|typeid)\b", ()),
    # `new (place) T` is no heap
    ("the heap", r"\bnew\b(?!\s*\((?!std::nothrow))|(?<!=)(?<!= )\bdelete\b(?!\s*\()|\b(?:malloc|calloc|realloc)\b|"
                 r"\bstd::(?:allocator|make_(?:unique|shared)|(?:unique|shared)_ptr)\b", ()),
    # std::bit_width and its like are weak functions outside the namespace that carries the unit's -march: the linker may
    # take one with lzcnt or rorx for a program that runs on an older processor (tests/linking)
    ("a function of <bit>",
     r"\bstd::(?:count[lr]_(?:zero|one)|popcount|bit_(?:width|ceil|floor)|has_single_bit|rot[lr]|byteswap)\b", ()),
    ("threads", r"\bstd::(?:j?thread|mutex|condition_variable|async)\b|\bpthread_\w+", ("threads/pool.hpp",)),
)
# Standard headers that have no place below the faces, and who may include them all the same.
INTRINSIC_HEADERS = "immintrin.h x86intrin.h emmintrin.h arm_neon.h arm_sve.h arm_acle.h wasm_simd128.h".split()
BANNED = "iostream ostream istream sstream fstream iomanip string vector map set unordered_map deque list " \
         "functional stdexcept exception typeinfo any regex filesystem locale future".split()
# Layers 1 to 6 are compiled for devices too (integrations/gpu): libstdc++'s <iterator> includes <pthread.h>, which is for a host.
FOR_DEVICES = 6
HOSTED = ("iterator",)
THREADED = "pthread.h thread mutex condition_variable semaphore barrier latch".split()
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:<([^>]+)>|"([^"]+)")', re.M)


def fits(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def without_comments(text):
    """Comments blanked, string and character literals kept (a target attribute is one)."""
    token = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'', re.S)
    return token.sub(lambda m: re.sub(r"[^\n]", " ", m[0]) if m[0][0] == "/" else m[0], text)


def without_strings(text):
    return re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)


def layer_of(name):
    folder, slash, _ = name.partition("/")
    return LAYERS.get(folder + slash)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def target_of(path, angled, quoted, tree):
    """The path in the repository that an #include means, or None for one from outside."""
    if angled is not None:
        return "include/" + angled if angled.startswith("hashlane/") else None
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(path), quoted))
    if beside in tree or beside.startswith(LIBRARY):
        return beside
    return "include/" + quoted if quoted.startswith("hashlane/") else None


def check_library_include(name, other, where):
    """A file includes lower layers, or its own folder; the overview of a folder includes that folder too."""
    mine, theirs = layer_of(name), layer_of(other)
    folder, other_folder = posixpath.dirname(name), posixpath.dirname(other)
    if theirs is None or mine is None or theirs < mine:
        return
    if theirs > mine:
        yield f"{where}: layer {mine} includes {other} of layer {theirs}"
    elif folder != other_folder and OVERVIEWS.get(name) != other_folder:
        yield f"{where}: {name} includes {other}, another folder of layer {mine}"


def check_outside_include(name, header, where):
    if header in INTRINSIC_HEADERS and not fits(name, INTRINSICS):
        yield f"{where}: <{header}> stands only in primitives/*_x86.hpp and *_arm.hpp"
    if header in BANNED:
        yield f"{where}: <{header}> has no place below the faces"
    if header in HOSTED and (layer_of(name) or 0) <= FOR_DEVICES:
        yield f"{where}: <{header}> does not compile for a device"
    if header in THREADED and not fits(name, ("threads/pool.hpp",)):
        yield f"{where}: <{header}>: threads stand only in threads/pool.hpp"


def check_words(name, path, code):
    for what, words, allowed in WORDS:
        if not fits(name, allowed):
            for found in re.finditer(words, code):
                yield f"{path}:{line_of(code, found.start())}: {what} has no place here: {found[0]}"
    if name in ALGORITHMS:
        bare = without_strings(re.sub(r"^[ \t]*#[^\n]*", "", code, flags=re.M))
        for found in re.finditer(STATEMENT, bare):
            yield f"{path}:{line_of(bare, found.start())}: a header of algorithms holds no statements: {found[0]}"


def is_public(path):
    name = path.removeprefix(LIBRARY)
    return "/" not in name or name in PUBLIC


def check_file(path, text, tree):
    name = path.removeprefix(LIBRARY) if path.startswith(LIBRARY) else None
    code = without_comments(text)
    if name is not None:
        if layer_of(name) is None:
            yield f"{path}: has no layer"
        yield from check_words(name, path, without_strings_but_attributes(INCLUDE.sub("", code)))
    for found in INCLUDE.finditer(code):
        where = f"{path}:{line_of(code, found.start())}"
        other = target_of(path, found[1], found[2], tree)
        if other is None:
            if name is not None:
                yield from check_outside_include(name, found[1] or found[2], where)
            continue
        if other.startswith(LIBRARY) and other not in tree:
            yield f"{where}: {other} does not exist"
        place = other.split("/")[0]
        if place in ("faces", "compat", "integrations") and path.split("/")[0] not in (place, "tests", "bench", "fuzz"):
            yield f"{where}: nothing includes {place}/"
        if path.startswith(("faces/", "compat/", "integrations/")) and other.startswith(LIBRARY) and not is_public(other):
            yield f"{where}: a face includes only public headers, not {other}"
        if name is not None:
            if not other.startswith(LIBRARY):
                yield f"{where}: the library includes {other} from outside"
            else:
                yield from check_library_include(name, other[len(LIBRARY):], where)


def without_strings_but_attributes(code):
    """String literals emptied, save those right after `(`: target("...") must stay to be seen."""
    return re.sub(r'(?<!\()"(?:\\.|[^"\\\n])*"', '""', code)


def cycles(tree):
    """Every #include that closes a cycle."""
    edges = {path: [t for f in INCLUDE.finditer(without_comments(text)) if (t := target_of(path, f[1], f[2], tree)) in tree]
             for path, text in tree.items()}
    done, trail = set(), []

    def walk(path):
        if path in trail:
            yield "a cycle: " + " -> ".join(trail[trail.index(path):] + [path])
        elif path not in done:
            trail.append(path)
            for other in edges[path]:
                yield from walk(other)
            done.add(trail.pop())
    for path in sorted(edges):
        yield from walk(path)


def check_top_level(tree):
    top = [path for path in tree if path.startswith(LIBRARY) and "/" not in path.removeprefix(LIBRARY)]
    if len(top) > TOP_LEVEL:
        yield f"{LIBRARY}: {len(top)} files at the top level, more than {TOP_LEVEL}"


def breaches(tree):
    found = [breach for path in sorted(tree) for breach in check_file(path, tree[path], tree)]
    found += check_top_level(tree)
    return found or list(cycles(tree))  # an include upward mostly closes a cycle too: one finding is enough


def layers_of_page(page):
    """Name and layer of each folder and file in the rows `| LAYER | `NAME` ... | ... |`."""
    for layer, names in re.findall(r"^\| (\d+) \| ([^|]*) \|", page, re.M):
        for name in re.findall(r"`([^`]+)`", names):
            yield name, int(layer)


def public_of_page(page):
    sentence = re.search(r"^The public headers are (.*?)\. All other headers are internal", page, re.M)
    return set(re.findall(r"`([^`]+)`", sentence[1])) if sentence else set()


def page_differences(page):
    rows = list(layers_of_page(page))
    for name, layer in rows:
        if LAYERS.get(name) != layer:
            yield f"docs/ARCHITECTURE.md: {name} has the layer {LAYERS.get(name)}, not {layer}"
    for name in sorted(LAYERS.keys() - {name for name, _ in rows}):
        yield f"docs/ARCHITECTURE.md: the table lacks {name}"
    if len(rows) != len(dict(rows)):
        yield "docs/ARCHITECTURE.md: the table names something twice"
    for name in sorted(public_of_page(page) ^ set(PUBLIC)):
        yield f"docs/ARCHITECTURE.md: the list of public headers differs in {name}"


def read_tree():
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
            for place in ("include", "src", "faces", "compat", "integrations", "tests", "bench", "fuzz", "examples")
            for path in sorted((ROOT / place).rglob("*"))
            if path.is_file() and path.suffix in (".hpp", ".cpp", ".h", ".c", ".inc")}


# A small library without a breach, and one breach each (file, text added to it, what the finding must say; None: no finding).
SMALL = {
    "include/hashlane/lanes/config.hpp": "#if defined(__GNUC__)\n#endif\n",
    "include/hashlane/lanes/lane.hpp": '#include "config.hpp"\n#include <cstdint>\n',
    "include/hashlane/primitives/sha2.hpp": "#include <hashlane/lanes/lane.hpp>\n",
    "include/hashlane/primitives/sha2_x86.hpp": '#include "sha2.hpp"\n#include <immintrin.h>\n[[gnu::target("sha")]] __m128i f();\n',
    "include/hashlane/targets/x86.hpp": '#include "../lanes/lane.hpp"\n[[gnu::target("avx2")]] void run();\n',
    "include/hashlane/kernels/blocks.hpp": '#include "../primitives/sha2.hpp"\n#include "../targets/x86.hpp"\n',
    "include/hashlane/classes/hash.hpp": '#include "../kernels/blocks.hpp"\nstruct h { h(int) = delete; };\n',
    "include/hashlane/sha3.hpp": '#include "classes/hash.hpp"\n// for example: return 0;\nusing sha3_256 = fixed<136, 0x06, "return">;\n',
    "include/hashlane/threads/pool.hpp": '#include "../lanes/lane.hpp"\n#include <thread>\n',
    "include/hashlane/by_name/hash.hpp": '#include "../sha3.hpp"\n',
    "include/hashlane/by_name/kdf.hpp": '#include "hash.hpp"\n',
    "include/hashlane/merkle/tree.hpp": '#include "../sha3.hpp"\n',
    "include/hashlane/transcript/duplex.hpp": '#include "../sha3.hpp"\n',
    "include/hashlane/any.hpp": '#include "by_name/hash.hpp"\n',
    "faces/cli/main.cpp": "#include <hashlane/sha3.hpp>\n#include <iostream>\n#include <vector>\n",
}
AT = "include/hashlane/"
PLANTED = (
    (AT + "sha3.hpp", "// #include <iostream>\n", None),
    (AT + "lanes/lane.hpp", '#include "../primitives/sha2.hpp"\n', "layer 1 includes primitives/sha2.hpp of layer 2"),
    (AT + "classes/hash.hpp", "#include <hashlane/sha3.hpp>\n", "layer 5 includes sha3.hpp of layer 6"),
    (AT + "primitives/sha2.hpp", "#include <hashlane/targets/x86.hpp>\n", "another folder of layer 2"),
    (AT + "targets/x86.hpp", '#include "../primitives/sha2.hpp"\n', "another folder of layer 2"),
    (AT + "transcript/duplex.hpp", '#include "../merkle/tree.hpp"\n', "another folder of layer 8"),
    (AT + "by_name/kdf.hpp", '#include "../any.hpp"\n', "another folder of layer 9"),
    (AT + "primitives/sha2.hpp", '#include "sha2_x86.hpp"\n', "a cycle"),
    (AT + "primitives/sha2.hpp", "#include <immintrin.h>\n", "<immintrin.h> stands only"),
    (AT + "targets/x86.hpp", "#include <immintrin.h>\n", "<immintrin.h> stands only"),
    (AT + "lanes/lane.hpp", "__m512i x;\n", "intrinsics has no place"),
    (AT + "lanes/lane.hpp", "auto y = vaddq_u64(a, b);\n", "intrinsics has no place"),
    (AT + "kernels/blocks.hpp", '__attribute__((target("avx2"))) void f();\n', "a target attribute"),
    (AT + "kernels/blocks.hpp", 'HASHLANE_TARGET_ATTRIBUTE("avx2") void f();\n', "a target attribute"),
    (AT + "lanes/lane.hpp", "#pragma GCC target(\"avx2\")\n", "a target attribute"),
    (AT + "classes/hash.hpp", "#ifdef __clang__\n#endif\n", "a compiler's name"),
    (AT + "sha3.hpp", "inline int f() { return 1; }\n", "a header of algorithms holds no statements"),
    (AT + "classes/hash.hpp", "#include <iostream>\n", "<iostream> has no place"),
    (AT + "classes/hash.hpp", "#include <thread>\n", "threads stand only"),
    (AT + "kernels/blocks.hpp", "#include <iterator>\n", "does not compile for a device"),
    (AT + "merkle/tree.hpp", "#include <iterator>\n", None),
    (AT + "classes/hash.hpp", "int f(unsigned x) { return std::bit_width(x); }\n", "a function of <bit>"),
    (AT + "classes/hash.hpp", "void f() { throw 1; }\n", "an exception"),
    (AT + "classes/hash.hpp", "int* p = new int;\n", "the heap"),
    (AT + "classes/hash.hpp", "int* p = new (std::nothrow) int;\n", "the heap"),
    (AT + "classes/hash.hpp", "#include <new>\nauto f(void* p) { return new (p) int; }\n", None),
    (AT + "classes/hash.hpp", "void f(int* p) { delete p; }\n", "the heap"),
    (AT + "classes/hash.hpp", "#include <hashlane/nosuch.hpp>\n", "does not exist"),
    (AT + "classes/hash.hpp", '#include "../../../faces/cli/main.cpp"\n', "faces/"),
    (AT + "stray.hpp", "int x;\n", "has no layer"),
    ("faces/cli/main.cpp", "#include <hashlane/lanes/lane.hpp>\n", "only public headers"),
    ("faces/cli/main.cpp", "#include <hashlane/by_name/hash.hpp>\n", "only public headers"),
    ("faces/cli/main.cpp", "#include <hashlane/by_name/kdf.hpp>\n", None),
    ("integrations/sqlite/main.cpp", "#include <hashlane/lanes/lane.hpp>\n", "only public headers"),
)


# A change of the page (text, in its place, what the finding must say).
PLANTED_IN_PAGE = (
    ("| 4 | `constructions/` |", "| 5 | `constructions/` |", "constructions/ has the layer 4, not 5"),
    ("| 8 | `merkle/` `merkle.hpp` |", "| 8 | `merkle/` |", "the table lacks merkle.hpp"),
    ("| 6 | `hex.hpp` |", "| 6 | `hex.hpp` `sha2.hpp` |", "names something twice"),
    ("`by_name/kdf.hpp`, ", "", "differs in by_name/kdf.hpp"),
    ("The public headers are", "Public headers are", "differs in classes/hash.hpp"),
)


def self_test(page):
    """Yields (name, good): the small library has no breach, each planted one is found and is the only one."""
    for old, new, expected in PLANTED_IN_PAGE:
        found = list(page_differences(page.replace(old, new)))
        yield f"planted in the page: {new}", old in page and any(expected in line for line in found)
    yield "the small library has no breach", breaches(SMALL) == []
    for path, text, expected in PLANTED:
        found = breaches(SMALL | {path: SMALL.get(path, "") + text})
        good = found == [] if expected is None else bool(found) and all(expected in line for line in found)
        yield f"planted: {path}: {text.strip()}" + ("" if good else f" -> {found}"), good
    crowded = SMALL | {AT + f"a{i}.hpp": "" for i in range(TOP_LEVEL)}
    yield "planted: too many files at the top level", any("at the top level" in line for line in breaches(crowded))


def main():
    page = PAGE.read_text()
    results = list(self_test(page))
    tree = read_tree()
    library = [path for path in tree if path.startswith(LIBRARY)]
    wrong = breaches(tree) + list(page_differences(page))
    for name, good in results:
        if not good:
            print("FAIL", name)
    print(*wrong, sep="\n")
    clean = sum(not any(line.startswith(path + ":") for line in wrong) for path in tree)
    passed = sum(good for _, good in results) + clean
    failed = sum(not good for _, good in results) + len(wrong)
    print(f"{len(results)} controls, {len(library)} files of the library, {len(tree)} in all")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
