#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The floors of docs/HACKING.md: who may include whom, and which words stand in which room only.

First finds every planted breach of PLANTED (a check that finds nothing is no check), then reads the tree.
"""
import fnmatch
import pathlib
import posixpath
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = "include/hashlane/"

# Floor of a file under include/hashlane/. The first pattern that fits counts.
FLOORS = (
    (1, "lanes/*.hpp"),
    (2, "primitives/*.hpp"),
    (2, "targets/*.hpp"),
    (3, "constructions/*.hpp"),
    (4, "hash.hpp"), (4, "aead*.hpp"), (4, "row.hpp"), (4, "sized_hash.hpp"), (4, "keyed_hash.hpp"), (4, "tuple_hash.hpp"),
    (4, "tree_xof.hpp"), (4, "hex.hpp"),
    (5, "sha2.hpp"), (5, "sha3.hpp"), (5, "sp800_185.hpp"), (5, "turboshake.hpp"), (5, "kangarootwelve.hpp"),
    (5, "ascon.hpp"), (5, "ascon_v12.hpp"), (5, "mac.hpp"), (5, "registry.hpp"),
    (6, "any*.hpp"), (6, "thread*.hpp"), (6, "batch*.hpp"), (6, "digest_many.hpp"), (6, "encrypt_many.hpp"), (6, "derive_many.hpp"), (6, "xof_lanes.hpp"), (6, "merkle*.hpp"), (6, "selftest*.hpp"), (6, "transcript.hpp"), (6, "transcript/*.hpp"),
    (6, "tree_parallel.hpp"),
    (7, "hashlane.hpp"),
)
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
    ("threads", r"\bstd::(?:j?thread|mutex|condition_variable|async)\b|\bpthread_\w+", ("thread_pool.hpp",)),
)
# Standard headers that have no place below the faces, and who may include them all the same.
INTRINSIC_HEADERS = "immintrin.h x86intrin.h emmintrin.h arm_neon.h arm_sve.h arm_acle.h wasm_simd128.h".split()
BANNED = "iostream ostream istream sstream fstream iomanip string vector map set unordered_map deque list " \
         "functional stdexcept exception typeinfo any regex filesystem locale future".split()
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


def floor_of(name):
    return next((floor for floor, pattern in FLOORS if fnmatch.fnmatchcase(name, pattern)), None)


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
    mine, theirs = floor_of(name), floor_of(other)
    room, other_room = posixpath.dirname(name), posixpath.dirname(other)
    if theirs is None or mine is None:
        return
    if theirs > mine:
        yield f"{where}: floor {mine} includes {other} of floor {theirs}"
    elif {room, other_room} == {"primitives", "targets"}:
        yield f"{where}: the pillars primitives/ and targets/ never include each other ({other})"


def check_outside_include(name, header, where):
    if header in INTRINSIC_HEADERS and not fits(name, INTRINSICS):
        yield f"{where}: <{header}> stands only in primitives/*_x86.hpp and *_arm.hpp"
    if header in BANNED:
        yield f"{where}: <{header}> has no place below the faces"
    if header in THREADED and not fits(name, ("thread_pool.hpp",)):
        yield f"{where}: <{header}>: threads stand only in thread_pool.hpp"


def check_words(name, path, code):
    for what, words, allowed in WORDS:
        if not fits(name, allowed):
            for found in re.finditer(words, code):
                yield f"{path}:{line_of(code, found.start())}: {what} has no place here: {found[0]}"
    if floor_of(name) == 5:
        bare = without_strings(re.sub(r"^[ \t]*#[^\n]*", "", code, flags=re.M))
        for found in re.finditer(STATEMENT, bare):
            yield f"{path}:{line_of(bare, found.start())}: floor 5 holds no statements: {found[0]}"


def check_file(path, text, tree):
    name = path.removeprefix(LIBRARY) if path.startswith(LIBRARY) else None
    code = without_comments(text)
    if name is not None:
        if floor_of(name) is None:
            yield f"{path}: stands on no floor"
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
        house = other.split("/")[0]
        if house in ("faces", "compat") and path.split("/")[0] not in (house, "tests", "bench", "fuzz"):
            yield f"{where}: nothing includes {house}/"
        if path.startswith(("faces/", "compat/")) and other.startswith(LIBRARY) and "/" in other[len(LIBRARY):]:
            yield f"{where}: a face includes only public headers, not {other}"
        if name is not None:
            if not other.startswith(LIBRARY):
                yield f"{where}: the library includes {other} from outside"
            else:
                yield from check_library_include(name, other[len(LIBRARY):], where)


def without_strings_but_attributes(code):
    """String literals emptied, save those right after `(`: target("...") must stay to be seen."""
    return re.sub(r'(?<!\()"(?:\\.|[^"\\\n])*"', '""', code)


def circles(tree):
    """Every #include that closes a circle."""
    edges = {path: [t for f in INCLUDE.finditer(without_comments(text)) if (t := target_of(path, f[1], f[2], tree)) in tree]
             for path, text in tree.items()}
    done, trail = set(), []

    def walk(path):
        if path in trail:
            yield "a circle: " + " -> ".join(trail[trail.index(path):] + [path])
        elif path not in done:
            trail.append(path)
            for other in edges[path]:
                yield from walk(other)
            done.add(trail.pop())
    for path in sorted(edges):
        yield from walk(path)


def breaches(tree):
    found = [breach for path in sorted(tree) for breach in check_file(path, tree[path], tree)]
    return found or list(circles(tree))  # an arrow that runs up mostly closes a circle too: one finding is enough


def read_tree():
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
            for place in ("include", "src", "faces", "compat", "tests", "bench", "fuzz", "examples")
            for path in sorted((ROOT / place).rglob("*"))
            if path.is_file() and path.suffix in (".hpp", ".cpp", ".h", ".c", ".inc")}


# A sound little house, and one breach each (file, text added to it, what the finding must say; None: no finding).
SOUND = {
    "include/hashlane/lanes/config.hpp": "#if defined(__GNUC__)\n#endif\n",
    "include/hashlane/lanes/lane.hpp": '#include "config.hpp"\n#include <cstdint>\n',
    "include/hashlane/primitives/sha2.hpp": "#include <hashlane/lanes/lane.hpp>\n",
    "include/hashlane/primitives/sha2_x86.hpp": '#include "sha2.hpp"\n#include <immintrin.h>\n[[gnu::target("sha")]] __m128i f();\n',
    "include/hashlane/targets/x86.hpp": '#include "../lanes/lane.hpp"\n[[gnu::target("avx2")]] void run();\n',
    "include/hashlane/constructions/sponge.hpp": '#include "../primitives/sha2.hpp"\n#include "../targets/x86.hpp"\n',
    "include/hashlane/hash.hpp": '#include "constructions/sponge.hpp"\nstruct h { h(int) = delete; };\n',
    "include/hashlane/sha3.hpp": '#include "hash.hpp"\n// for example: return 0;\nusing sha3_256 = fixed<136, 0x06, "return">;\n',
    "include/hashlane/thread_pool.hpp": '#include "sha3.hpp"\n#include <thread>\n',
    "faces/cli/main.cpp": "#include <hashlane/sha3.hpp>\n#include <iostream>\n#include <vector>\n",
}
AT = "include/hashlane/"
PLANTED = (
    (AT + "sha3.hpp", "// #include <iostream>\n", None),
    (AT + "lanes/lane.hpp", '#include "../primitives/sha2.hpp"\n', "floor 1 includes primitives/sha2.hpp of floor 2"),
    (AT + "hash.hpp", "#include <hashlane/sha3.hpp>\n", "floor 4 includes sha3.hpp"),
    (AT + "primitives/sha2.hpp", "#include <hashlane/targets/x86.hpp>\n", "never include each other"),
    (AT + "targets/x86.hpp", '#include "../primitives/sha2.hpp"\n', "never include each other"),
    (AT + "primitives/sha2.hpp", '#include "sha2_x86.hpp"\n', "a circle"),
    (AT + "primitives/sha2.hpp", "#include <immintrin.h>\n", "<immintrin.h> stands only"),
    (AT + "targets/x86.hpp", "#include <immintrin.h>\n", "<immintrin.h> stands only"),
    (AT + "lanes/lane.hpp", "__m512i x;\n", "intrinsics has no place"),
    (AT + "lanes/lane.hpp", "auto y = vaddq_u64(a, b);\n", "intrinsics has no place"),
    (AT + "constructions/sponge.hpp", '__attribute__((target("avx2"))) void f();\n', "a target attribute"),
    (AT + "constructions/sponge.hpp", 'HASHLANE_TARGET_ATTRIBUTE("avx2") void f();\n', "a target attribute"),
    (AT + "lanes/lane.hpp", "#pragma GCC target(\"avx2\")\n", "a target attribute"),
    (AT + "hash.hpp", "#ifdef __clang__\n#endif\n", "a compiler's name"),
    (AT + "sha3.hpp", "inline int f() { return 1; }\n", "floor 5 holds no statements"),
    (AT + "hash.hpp", "#include <iostream>\n", "<iostream> has no place"),
    (AT + "hash.hpp", "#include <thread>\n", "threads stand only"),
    (AT + "hash.hpp", "int f(unsigned x) { return std::bit_width(x); }\n", "a function of <bit>"),
    (AT + "hash.hpp", "void f() { throw 1; }\n", "an exception"),
    (AT + "hash.hpp", "int* p = new int;\n", "the heap"),
    (AT + "hash.hpp", "int* p = new (std::nothrow) int;\n", "the heap"),
    (AT + "hash.hpp", "#include <new>\nauto f(void* p) { return new (p) int; }\n", None),
    (AT + "hash.hpp", "void f(int* p) { delete p; }\n", "the heap"),
    (AT + "hash.hpp", "#include <hashlane/nosuch.hpp>\n", "does not exist"),
    (AT + "hash.hpp", '#include "../../faces/cli/main.cpp"\n', "faces/"),
    (AT + "stray.hpp", "int x;\n", "stands on no floor"),
    ("faces/cli/main.cpp", "#include <hashlane/lanes/lane.hpp>\n", "only public headers"),
)


def self_test():
    """Yields (name, good): the sound house has no breach, each planted one is found and is the only one."""
    yield "the sound house is sound", breaches(SOUND) == []
    for path, text, expected in PLANTED:
        found = breaches(SOUND | {path: SOUND.get(path, "") + text})
        good = found == [] if expected is None else bool(found) and all(expected in line for line in found)
        yield f"planted: {path}: {text.strip()}" + ("" if good else f" -> {found}"), good


def main():
    results = list(self_test())
    tree = read_tree()
    library = [path for path in tree if path.startswith(LIBRARY)]
    wrong = breaches(tree)
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
