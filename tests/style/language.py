#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The language of what users read: words that may not stand there, and sentences without a verb.

Words are looked for in the pages (*.md), the manual pages, the help texts and messages of the command line and of the
Python package, the documentation comments of the crate, and the comments of the headers. Sentences are looked for in the
paragraphs of the pages. The rule is simple: a sentence has one of the verbs of language_verbs.txt, in any form. A verb that
this list lacks is added to it.

language_allowed.txt has the exceptions: a path, a word and, on pages, a reason.

First finds every planted word and sentence, then reads the texts.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
ALLOWED, VERBS = HERE / "language_allowed.txt", HERE / "language_verbs.txt"

# What may not stand there, and what to write.
WORDS = (
    (r"house", "a word of the field"),
    (r"floors?", "layer"),
    (r"rooms?", "memory, space"),
    (r"doors?", "entry point"),
    (r"says? the rest|says? more", "name the page and what stands on it"),
    (r"so many", "the number: N threads, n bits"),
    (r"puts? up with", "accept, ignore"),
    (r"for the sake of", "for compatibility with"),
    (r"(?:from|of|by|to) whom|whoever|whomever", "name who it is"),
    (r"the \w+ of before", "original, earlier"),
    (r"as (?:you|one|they|it) likes?", "any number of, as needed"),
    (r"oftener", "more often"),
    (r"senseless", "out of range, invalid"),
    (r"one's own", "your own, a program's own"),
    (r"mend(?:s|ed|ing)?", "fix, correct"),
    (r"who(?:ever)? (?:needs|wants|likes|has) ", "if you need"),
    (r"polite|welcome|crowds?|for ever", "what it does"),
    (r"is no such thing|no such thing", "what it is"),
    (r"nothing much|what there is", "name it"),
    (r"be worth it all the same|worth it all the same", "say when it is faster"),
)
FORBIDDEN = [(re.compile(rf"\b(?:{pattern})\b" if pattern[-1] != " " else rf"\b(?:{pattern})", re.I), instead)
             for pattern, instead in WORDS]
AUXILIARIES = set("""is are was were be been am has have had do does did can cannot could may might must shall will would should
    isn't aren't don't doesn't can't won't""".split())
IRREGULAR = """began begun broke broken built came chose chosen cut drew drawn fell found gave given went gone grew held kept
    knew known lay lain led left let lies lost made meant met put ran read said saw seen sent set showed shown spent stood taken
    took told thought threw thrown understood wrote written brought caught felt hid hidden ate bound split spun sped woke
    chose won rose sank slept""".split()

# Words that are nouns more often than verbs: they are verbs before an object.
NOUN_OR_VERB = re.compile(
    r"\b(?:leaves?|digests?|hash(?:es)?|names?|ends?|tests?|lists?|limits?|orders?|copies|numbers?|results?|blocks?) "
    r"(?:the|an?|all|any|anything|each|every|it|its|them|this|these|no|one|sizes|lanes|files|in|with)\b", re.I)


def forms(base):
    """The forms of a regular verb."""
    yield base
    yield base + ("es" if re.search(r"(?:s|x|z|ch|sh|o)$", base) else "s")
    yield base + ("d" if base.endswith("e") else "ed")
    if re.search(r"[^aeiou]y$", base):
        yield from (base[:-1] + "ies", base[:-1] + "ied")
    if re.search(r"[aeiou][bdgklmnprt]$", base):
        yield base + base[-1] + "ed"


def read_verbs():
    bases = [word for line in VERBS.read_text().splitlines() if not line.startswith("#") for word in line.split()]
    return AUXILIARIES | set(IRREGULAR) | {form for base in bases for form in forms(base)}


def without_code(text):
    """Fenced blocks go; code and links within a line become what they show."""
    text = re.sub(r"^```.*?^```$", lambda m: "\n" * m[0].count("\n"), text, flags=re.S | re.M)
    text = re.sub(r"`[^`]*`", "Code", text)
    return re.sub(r"!?\[([^\]]*)\](?:\([^)]*\))?", r"\1", text)


def paragraphs(page):
    """(line number, text) of each paragraph and list item."""
    number, start, words = 0, 0, []
    for number, line in enumerate(without_code(page).splitlines() + [""], 1):
        item = re.match(r"\s*(?:[*-]|\d+\.)\s+", line)
        if not line.strip() or item or line.startswith(("#", "|", "    ")):
            if words:
                yield start, " ".join(words)
            words = []
        if line.strip() and not line.startswith(("#", "|", "    ")):
            start = start if words else number
            words.append(line[item.end():] if item else line.strip())


def verbless(name, page, verbs):
    """Sentences of four words and more without a verb. What ends without a full stop is a heading or an item of a list; what
    stands in bold before it, or as one word before a colon, is a title."""
    for number, text in paragraphs(page):
        text = re.sub(r"^\*\*[^*]*(?:[.:]\*\*|\*\*[.:])\s*|^\w+:\s+|\*\*", "", text)
        for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z\"(])", text):
            words = [word for word in re.findall(r"\b[a-z']+\b", sentence[:1].lower() + sentence[1:]) if word != "code"]
            has_verb = verbs & set(words) or NOUN_OR_VERB.search(sentence)
            if sentence.endswith(".") and len(words) > 3 and not has_verb:
                yield name, number, "no verb", sentence


def forbidden(name, text):
    for number, line in enumerate(text.splitlines(), 1):
        for pattern, instead in FORBIDDEN:
            for found in pattern.finditer(line):
                yield name, number, found[0].strip().lower(), f"write: {instead}"


def kept_lines(text, pattern):
    """Only what the pattern finds, each in its line."""
    out = [""] * (text.count("\n") + 1)
    for found in re.finditer(pattern, text, re.S | re.M):
        at = text.count("\n", 0, found.start())
        for line in found[0].split("\n"):
            out[at] += " " + line
            at += 1
    return "\n".join(out)


def strings(text):
    return kept_lines(re.sub(COMMENT, lambda m: "\n" * m[0].count("\n"), text, flags=re.S), STRING)


STRING, COMMENT = r'"(?:\\.|[^"\\\n])*"', r"//[^\n]*|/\*.*?\*/"
# Of which files which parts are read.
TEXTS = (
    (r".*\.md", without_code),
    (r"faces/\w+/hashlane\.[13]", lambda text: re.sub(r"\\f.|^\.\w+", "", text, flags=re.M).replace("\\-", "-")),
    (r"faces/(?:cli|python/core)/.*\.(?:cpp|hpp)", strings),
    (r"faces/python/hashlane/.*\.pyi?", lambda text: kept_lines(text, r'"""(?:.*?)"""')),
    (r"faces/rust/src/.*\.rs", lambda text: kept_lines(text, r"//[/!][^\n]*")),
    (r"(?:include/.*\.hpp|faces/c/.*\.h)", lambda text: kept_lines(text, COMMENT)),
)


def findings(files, verbs):
    for name, text in sorted(files.items()):
        part = next((part for pattern, part in TEXTS if re.fullmatch(pattern, name)), None)
        if part is None:
            continue
        yield from forbidden(name, part(text))
        if name.endswith(".md"):
            yield from verbless(name, text, verbs)


def read_allowed(text):
    """(path, word) of the lines `PATH | WORD | REASON`."""
    for line in text.splitlines():
        if line and not line.startswith("#"):
            path, word, *_ = (part.strip() for part in line.split("|"))
            yield path, word


def read_files():
    listed = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True)
    names = {name for name in listed.stdout.decode().split("\0") if any(re.fullmatch(p, name) for p, _ in TEXTS)}
    return {name: (ROOT / name).read_text("utf-8") for name in names if (ROOT / name).is_file()}


# (file, text, what must be found; None: nothing).
PLANTED = (
    ("a.md", "The digest is written to the output.\n", None),
    ("a.md", "`house` and\n\n```\nthe house, so many doors\n```\n", None),
    ("a.md", "# The floor below\n", "floor"),
    ("a.md", "| x | each room of the state |\n", "room"),
    ("a.md", "`man hashlane` says the rest.\n", "says the rest"),
    ("a.md", "The leaves, and the root of the tree above them.\n", "no verb"),
    ("a.md", "* An item of a list without a verb\n", None),
    ("a.md", "* Whole blocks and then\n  the last one of the message.\n", "no verb"),
    ("a.md", "It works. A digest for each message of the batch. It stays.\n", "no verb"),
    ("a.md", "Ask the person from whom the root comes.\n", "from whom"),
    ("faces/cli/hashlane.1", ".TP\nSo many threads; 0: all.\n", "so many"),
    ("faces/cli/a.cpp", 'line.flag("--x", x, "leave room for more");\n', "room"),
    ("faces/cli/a.cpp", "int room = 1;  // no room here\n", None),
    ("faces/python/core/a.cpp", 'raise("so many words");\n', "so many"),
    ("faces/rust/src/a.rs", "/// The door to the kernel.\nlet door = 1;\n", "door"),
    ("include/hashlane/a.hpp", "// For the sake of speed.\nint door;\n", "for the sake of"),
)


def self_test(verbs):
    for name, text, expected in PLANTED:
        found = [word for _, _, word, _ in findings({name: text}, verbs)]
        yield f"planted: {text.strip()}", found == ([] if expected is None else [expected])
    yield "planted: an exception", list(read_allowed("# c\na.md | room | a room is meant\n")) == [("a.md", "room")]


def main():
    verbs = read_verbs()
    controls = list(self_test(verbs))
    files, allowed = read_files(), set(read_allowed(ALLOWED.read_text()))
    found = list(findings(files, verbs))
    wrong = [f"self-test: {name}" for name, good in controls if not good]
    wrong += [f"{name}:{number}: {word}: {why}" for name, number, word, why in found if (name, word) not in allowed]
    used = {(name, word) for name, _, word, _ in found}
    # Comments of headers may lose a word without a change of the list.
    wrong += [f"language_allowed.txt: {name} has no \"{word}\" any more" for name, word in sorted(allowed - used)
              if not name.startswith("include/")]
    print(*wrong, sep="\n")
    clean = sum(not any(line.startswith(name + ":") for line in wrong) for name in files)
    print(f"{len(controls)} controls, {len(files)} files, {len(allowed)} exceptions")
    print(f"{sum(good for _, good in controls) + clean} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
