# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The name of the inline namespace tells for which instruction sets a unit is compiled: two values of -march with one name
must have the same of them."""
import collections
import re
import subprocess

# Those that compilers use by themselves for code without floating-point numbers, and FMA.
USED = frozenset(f"__{name}__" for name in (
    "SSE3", "SSSE3", "SSE4_1", "SSE4_2", "AVX", "AVX2", "XOP", "FMA", "AVX512F", "AVX512VL", "AVX512BW", "AVX512DQ", "AVX512VBMI2",
    "AVX512VPOPCNTDQ", "AVX512BITALG", "GFNI", "BMI", "BMI2", "TBM", "LZCNT", "POPCNT", "MOVBE", "SHA", "APX_F"))
ASK = "#include <hashlane/lanes/abi.hpp>\nNAME HASHLANE_ABI\n"


def values(compiler):
    """The values of -march for x86-64 that the compiler knows, as it lists them in the message about another."""
    said = subprocess.run([compiler, "-march=none", "-x", "c++", "-E", "/dev/null"], capture_output=True, text=True).stderr
    listed = re.search(r"valid (?:arguments to|target CPU values are)\b.*?: (.*)", said)
    return re.findall(r"[\w.-]+\w", listed[1]) if listed else []


def named(compiler, march, include):
    """(name of the namespace, the sets of USED) of a unit, or None where it is not for x86-64."""
    done = subprocess.run([compiler, "-std=c++20", f"-march={march}", f"-I{include}", "-E", "-dD", "-x", "c++", "-"], input=ASK,
                          capture_output=True, text=True)
    macros = set(re.findall(r"^#define (__\w+__) 1$", done.stdout, re.M))
    if done.returncode or "__x86_64__" not in macros:
        return None
    return re.search(r"^NAME (\w+)$", done.stdout, re.M)[1], frozenset(macros & USED)


def clashes(compiler, include):
    """(how many values of -march were tried, the names that stand for several sets)"""
    found = [one for march in values(compiler) if (one := named(compiler, march, include))]
    sets_of = collections.defaultdict(set)
    for name, sets in found:
        sets_of[name].add(sets)
    return len(found), sorted(name for name, sets in sets_of.items() if len(sets) > 1)
