# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Statements of C and C++ that are chained by commas: `a = 1, b = 2;`, `return f(), g();`, `(f(), g())`.

Fold expressions and the headers of `for` may hold the comma operator. The text is read without a parser: a declaration
is told by its type and name before the first comma, which the formatted code of this project allows."""
import re

# What holds no code: comments, literals, preprocessor lines (a macro's body is read where it is formatted as code).
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"\(.*?\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|^[ \t]*#(?:[^\n\\]|\\\n|\\.)*',
                     re.S | re.M)
DIGIT_SEPARATOR = re.compile(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])")
TEMPLATE_ARGUMENTS = re.compile(r"(?<=\w)<(?![ <=])(?:[^<>;{}]|<<|->)*>")
CONTROL = re.compile(r"(?:if(?:\s+constexpr)?|for|while)\s*\(")
PREFIX = re.compile(r"\[\[(?:un)?likely\]\]|(?:else|do)\b|(?:case\s[^:]*|default|public|private|protected)\s*:(?!:)")
NO_EXPRESSION = re.compile(r"(?:using|template|class|struct|enum|friend|requires|concept|typedef|static_assert|namespace)\b")
SPECIFIER = r"(?:(?:static|const|constexpr|inline|volatile|mutable|unsigned|long|extern|alignas\([^)]*\)|thread_local|typename)\s+)*"
DECLARATION = re.compile(r"(?:\[\[.*?\]\]\s*)?(?!return\b|co_|throw\b|delete\b)" + SPECIFIER +
                         r"[A-Za-z_][\w:~]*(?:\s+const)?(?:\s+|\s*[*&]+\s*(?:const\s+)?)[A-Za-z_]\w*\s*(?:$|=|\[|\{|\()|"
                         r"(?:const|static|constexpr|inline)?\s*auto\s*[&*]*\s*\[")
# An opening parenthesis that begins an expression, not a call, a head or a cast to a function type.
AFTER_A_NAME = re.compile(r"""[\w)\]>~}"]$""")
EXPRESSION_WORD = re.compile(r"\b(?:return|case|co_return|co_yield)$")


def blank(text):
    """The text in its length and lines; literals are `x`, what is no code is a space, template arguments are `~`."""
    text = DIGIT_SEPARATOR.sub("0", text)
    text = NO_CODE.sub(lambda m: re.sub(r"[^\n]", "x" if m[0][0] in "\"'R" else " ", m[0]), text)
    before = None
    while before != text:
        before = text
        text = TEMPLATE_ARGUMENTS.sub(lambda m: re.sub(r"[^\n]", "~", m[0]), text)
    return text


def end_of_parenthesis(text, start):
    """The offset behind the parenthesis that opens at `start`."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if depth == 0:
            return i + 1
    return len(text)


def statements_with_commas(code):
    """(offset, text before its first comma) of each statement that has a comma outside all parentheses."""
    opened, start, first_comma = [], 0, None
    for i, c in enumerate(code):
        if c in "([{":
            opened.append((c, start, first_comma))
            if c == "{":
                start, first_comma = i + 1, None
        elif c in ")]}" and opened:
            _, outer_start, outer_comma = opened.pop()
            if c == "}":
                goes_on = code[i + 1:i + 40].lstrip()[:1] in tuple(";,).")  # an initialiser, not a block
                start, first_comma = (outer_start, outer_comma) if goes_on else (i + 1, None)
        elif c == ";" and not (opened and opened[-1][0] == "("):
            if first_comma is not None:
                yield start, code[start:first_comma]
            start, first_comma = i + 1, None
        elif c == "," and first_comma is None and (not opened or opened[-1][0] == "{"):
            first_comma = i


def without_head(text):
    """A statement without the `if (...)`, `else`, `for (...)`, labels and attributes before it."""
    text = text.strip()
    while True:
        if head := PREFIX.match(text):
            text = text[head.end():].lstrip()
        elif head := CONTROL.match(text):
            text = text[end_of_parenthesis(text, head.end() - 1):].lstrip()
        else:
            return text


def chains(text):
    """The numbers of the lines on which a chain begins."""
    code = blank(text)
    line = lambda offset: code.count("\n", 0, offset) + 1
    for start, first in statements_with_commas(code):
        head = without_head(first)
        if not NO_EXPRESSION.match(head) and not DECLARATION.match(head):
            yield line(start + len(first) - len(first.lstrip()))
    for found in re.finditer(r"\(", code):
        before = code[:found.start()].rstrip()[-40:]
        if re.search(r"\boperator\s*\S*$", before) or (AFTER_A_NAME.search(before) and not EXPRESSION_WORD.search(before)):
            continue
        end = end_of_parenthesis(code, found.start())
        inner = re.sub(r"\([^()]*\)|\{[^{}]*\}|\[[^\[\]]*\]", "", code[found.end():end - 1])
        while inner != (inner := re.sub(r"\([^()]*\)|\{[^{}]*\}|\[[^\[\]]*\]", "", inner)):
            pass
        if "," in inner and "..." not in inner and not code[end:end + 10].lstrip().startswith("{"):
            yield line(found.start())


# (text, whether it is a chain)
CONTROLS = (
    ("void f() { a = 1, b = 2; }", True),
    ("void f() { g(), h(); }", True),
    ("void f() {\n    if (x) [[likely]]\n        ++p, n -= 1;\n}", True),
    ("int f() { return g(), 1; }", True),
    ("int f() { return x && (g(), true); }", True),
    ("void f() { for (i = 0; i < 2; ++i) g(i), h(i); }", True),
    ("void f() { ~c() { wipe(&a), wipe(&b); } }", True),
    ("void f() { for (i = 0, j = 1; i < 2; ++i, --j) g(i, j); }", False),
    ("void f() { (g(x), ...); }", False),
    ("void f() { std::size_t i = 0, *p = g(1, 2), j; }", False),
    ("void f() { static constexpr long long a = 50'000, b = 5'000; }", False),
    ("void f() { std::array<std::uint8_t, 1 << 15> below; g(a, b); }", False),
    ("alignas(64) extern std::uint8_t a[4], b[4];", False),
    ("template <class A, class B>\nusing c = d<A, B>;\nenum e { f, g };\nint h[] = {1, 2};", False),
    ('const char* s = "a = 1, b = 2;";  // a = 1, b = 2;', False),
    ("auto [a, b] = f();\nconst auto g = [](int x, int y) { return x; };\nx.h(a, b);", False),
)


def self_test():
    for text, chained in CONTROLS:
        yield f"commas: {text!r}", bool(list(chains(text))) == chained
