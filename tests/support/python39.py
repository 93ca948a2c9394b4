# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What Python 3.9 does not know. PyPy in Debian 12 is Python 3.9, and runs the suite `proofs`, since it takes less time."""
import ast

OLDEST = (3, 9)
NEWER_NAMES = {"pairwise", "file_digest", "aiter", "anext"}  # PyPy has int.bit_count()
NEWER_KEYWORDS = {("zip", "strict"), ("dataclass", "slots"), ("dataclass", "kw_only"), ("field", "kw_only")}


def annotations(node):
    """What Python computes when it reads a function or a variable with types."""
    if isinstance(node, (ast.arg, ast.AnnAssign)):
        return [node.annotation] if node.annotation else []
    return [node.returns] if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.returns else []


def name_of(node):
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def newer(text):
    """What a source has that Python 3.9 does not know."""
    try:
        tree = ast.parse(text, feature_version=OLDEST)
    except SyntaxError as why:
        return [str(why)]
    found = []
    for node in ast.walk(tree):
        if name_of(node) in NEWER_NAMES:
            found.append(name_of(node))
        if isinstance(node, ast.Call):
            found += [f"{name_of(node.func)}({word.arg}=)" for word in node.keywords if (name_of(node.func), word.arg) in NEWER_KEYWORDS]
        if any(isinstance(part, ast.BinOp) and isinstance(part.op, ast.BitOr) for of in annotations(node) for part in ast.walk(of)):
            found.append("X | Y as a type")
    return found


# Each must be found.
PLANTED = {
    "match": "match 1:\n    case 1: pass\n",
    "itertools.pairwise": "import itertools\nitertools.pairwise([])\n",
    "pairwise by its own name": "from itertools import pairwise\npairwise([])\n",
    "zip(strict=)": "zip([], [], strict=True)\n",
    "dataclass(slots=)": "import dataclasses\n@dataclasses.dataclass(slots=True)\nclass A: pass\n",
    "X | Y of an argument": "def f(a: int | None): pass\n",
    "X | Y of a result": "def f() -> int | None: pass\n",
    "X | Y of a field": "class A:\n    b: int | None = None\n",
}
