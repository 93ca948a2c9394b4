#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which public functions of the library take a secret, and which subject stands for each: functions.py [--list]

Reads the functions out of the headers of include/hashlane and holds them against functions.txt, where each has subjects
or a reason for having none. A function that is missing there, a line without a function, a subject that does not exist
and a header that is in neither list below are errors. --list prints the functions that the headers have.
"""
import collections
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
HEADERS = HERE.parents[1] / "include" / "hashlane"
TABLE = HERE / "functions.txt"

# Headers of which every public function counts: their classes hold keys or messages.
SECRET = set("""classes/access.hpp classes/aead.hpp classes/aead_stream.hpp classes/aead_tag.hpp by_name/hash.hpp by_name/aead.hpp by_name/aead_operations.hpp
by_name/aead_stream.hpp by_name/aead_batch.hpp by_name/batch.hpp by_name/digest.hpp
by_name/kdf.hpp by_name/mac.hpp by_name/reader.hpp many/derive_many.hpp many/digest_many.hpp many/encrypt_many.hpp classes/hash.hpp classes/hash_base.hpp classes/keyed_hash.hpp classes/sized_hash.hpp many/tree_ranges.hpp many/tree_threads.hpp
classes/tree_xof.hpp classes/tuple_hash.hpp many/keccak_f1600.hpp many/xof_lanes.hpp classes/hkdf.hpp classes/hmac.hpp classes/pbkdf2.hpp
classes/short_tag.hpp classes/one_shot.hpp lanes/secret.hpp""".split())
# Headers of which only those functions count that have a parameter with the name of a secret.
OTHERS = set("""any.hpp classes/access.hpp threads.hpp by_name/adapters.hpp by_name/merkle_scheme.hpp by_name/tables.hpp
by_name/merkle.hpp by_name/merkle_operations.hpp by_name/merkle_stream.hpp ascon.hpp ascon_v12.hpp batch.hpp many/messages.hpp many/outputs.hpp
hashlane.hpp hex.hpp kangarootwelve.hpp mac.hpp merkle.hpp merkle/many.hpp merkle/path.hpp merkle/result.hpp merkle/scheme.hpp
merkle/stream.hpp merkle/tree.hpp merkle/verify.hpp ranges.hpp registry.hpp classes/row.hpp classes/verbs.hpp selftest.hpp selftest/hashes.hpp selftest/keys.hpp
selftest/vectors.hpp sha2.hpp sha3.hpp sp800_185.hpp threads/pool.hpp threads/executor.hpp transcript.hpp turboshake.hpp
transcript/any_duplex.hpp transcript/codecs.hpp transcript/duplex.hpp transcript/fields.hpp transcript/grinding.hpp
transcript/modular.hpp transcript/overwrite_duplex.hpp transcript/parties.hpp transcript/refusal.hpp transcript/statement.hpp
transcript/suites.hpp""".split())
# Folders whose headers programs do not include by themselves; those that are in SECRET count all the same.
INTERNAL_FOLDERS = ("constructions", "kernels", "lanes", "primitives", "targets")
INTERNAL_NAMESPACES = {"any_detail", "arguments", "batches", "merkle_detail", "ascon", "entry_points", "detail", "fiat_shamir",
                       "hex_detail", "modular", "names_detail",
                       "selftests"}
SECRET_NAMES = {"key", "keys", "k", "password", "passwords", "secret", "seed", "seeds", "witness", "tag", "tags", "expected",
                "input_key", "pseudorandom_key"}
# Types of parameters of functions that do not compile: each is the answer to a wrong call.
ANSWERS = {"sized", "no_parameter"}

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|\w+|::|->|<=>|<<=|>>=|[-+*/%&|^!=<>]=|&&|\|\||<<|\S')
NO_FUNCTION = {"requires", "alignas", "decltype", "noexcept", "static_assert", "sizeof", "if", "for", "while", "switch", "defined",
               "return", "contract", "__attribute__"}


def tokens(text):
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", " ", text, flags=re.M)
    return TOKEN.findall(text)


def matching(words, at, pairs=("()", "[]", "{}")):
    """The place behind the bracket that closes words[at]."""
    opening = {pair[0] for pair in pairs}
    closing = {pair[1] for pair in pairs}
    depth = 0
    while at < len(words):
        depth += (words[at] in opening) - (words[at] in closing)
        at += 1
        if depth == 0:
            return at
    return at


def behind_template(words, at):
    """The place behind template <...>, whose default arguments may hold brackets."""
    depth = 0
    while at < len(words):
        word = words[at]
        if word in ("(", "[", "{"):
            at = matching(words, at)
            continue
        depth += (word == "<") - (word == ">") - 2 * (word == ">>")
        at += 1
        if depth <= 0:
            return at
    return at


def declaration_at(words, at):
    """(the words of a declaration without its body, the word that ends it, the place behind it)"""
    taken, requires = [], False
    while at < len(words):
        word = words[at]
        if word == "template" and words[at + 1] == "<":
            at = behind_template(words, at + 1)
        elif word == "{" and requires:  # requires(...) { ... }
            at = matching(words, at)
            requires = False
        elif word in (";", "{", "}"):
            return taken, word, at + 1
        elif word in ("(", "["):
            end = matching(words, at)
            # A requires-expression, not a clause: the body of a function may follow that.
            requires = taken[-1:] == ["requires"] and taken[-2:-1] in (["requires"], ["="], ["&&"], ["||"], ["!"])
            taken.extend(words[at:end])
            at = end
        elif word == ":" and taken[-1:] in (["public"], ["private"], ["protected"]):
            return taken, word, at + 1
        elif word == ":" and ")" in taken:  # the initializers of a constructor
            while words[at] not in ("{", ";"):
                at = matching(words, at) if words[at] == "(" else at + 1
                if words[at] == "{" and re.fullmatch(r"\w+|>", words[at - 1]) and words[at - 1] != "}" and ended_by_body(words, at):
                    at = matching(words, at)
        else:
            requires = word == "requires"
            taken.append(word)
            at += 1
    return taken, "", at


def ended_by_body(words, at):
    """Whether the braces at this place initialize a member: another initializer or the body follows them."""
    behind = matching(words, at)
    return behind < len(words) and words[behind] in (",", "{")


def declarations(words):
    """The words of each parameter between these brackets, without default arguments."""
    all_of_them, now, depth = [], [], 0
    for word in words:
        if word in ("(", "[", "{", "<"):
            depth += 1
        elif word in (")", "]", "}", ">"):
            depth -= 1
        if word == "," and depth == 0:
            all_of_them.append(now)
            now = []
        else:
            now.append(word)
    all_of_them.append(now)
    return [each[:each.index("=")] if "=" in each else each for each in all_of_them]


def parameters(words):
    """The names of the parameters between these brackets."""
    found = []
    for each in declarations(words):
        if len(each) > 1 and re.fullmatch(r"[a-z_]\w*", each[-1]) and each[-2] != "::":
            found.append(each[-1])
    return found


def function_of(words, arguments=parameters):
    """(name, names of its parameters) of a declaration, or None if it declares no function. `arguments` reads the words
    between the brackets."""
    if not words or words[0] in ("using", "typedef", "static_assert", "friend", "concept", "enum", "extern", "namespace"):
        return None
    at = 0
    while at < len(words):
        word = words[at]
        if word == "=" or word == "operator" or word == "concept":
            return None
        if word == "(":
            end = matching(words, at)
            pointer = words[at + 1:at + 2] == ["*"] and words[end:end + 1] == ["("]
            if pointer:
                return words[at + 2], arguments(words[end + 1:matching(words, end) - 1])
            before = words[at - 1] if at else ""
            if re.fullmatch(r"[A-Za-z_]\w*", before) and before not in NO_FUNCTION and words[at - 2:at - 1] != ["~"]:
                if "=" in words[end:] and words[-1] in ("delete", "default"):
                    return None
                if ANSWERS & set(words[at:end]):
                    return None
                if at == 1 and words[end:end + 1] == ["->"]:  # a deduction guide
                    return None
                return before, arguments(words[at + 1:end - 1])
            at = end
        elif word == "[":
            at = matching(words, at)
        else:
            at += 1
    return None


def functions_of(text):
    """Class::name(parameters) of each public function of a header."""
    return [f"{name}({', '.join(names)})" for name, names in declared_functions(text, parameters)]


def declared_functions(text, arguments):
    """(Class::name, arguments(the words between its brackets)) of each public function of a header."""
    words, at, scopes, found = tokens(text), 0, [], []
    while at < len(words):
        if words[at] == "}":
            if scopes:
                scopes.pop()
            at += 1
            continue
        declared, end, behind = declaration_at(words, at)
        kind = next((word for word in declared if word in ("namespace", "class", "struct", "union", "enum")), "")
        name = ""
        if end == ":":
            scopes[-1]["public"] = declared[-1] == "public"
        elif end == "{" and kind in ("namespace", "class", "struct") and function_of(declared) is None:
            name = named(declared, kind)
            scopes.append({"kind": kind, "name": name, "public": kind != "class"})
        else:
            function = function_of(declared, arguments)
            if function and all(s["public"] and not is_internal(s["name"]) for s in scopes):
                classes = [s["name"] for s in scopes if s["kind"] != "namespace"]
                found.append(("::".join([*classes, function[0]]), function[1]))
            if end == "{":
                behind = matching(words, behind - 1)
        at = behind if behind > at else at + 1
    return found


def named(declared, kind):
    """The name of a class, or of a namespace; a::b of `namespace a::inline b`."""
    after = declared[declared.index(kind) + 1:]
    while after[:1] == ["["]:
        after = after[matching(after, 0):]
    if kind == "namespace":
        return "".join(word for word in after if word != "inline")
    return after[0] if after else ""


def is_internal(scope):
    return not INTERNAL_NAMESPACES.isdisjoint(scope.split("::"))


def with_overloads(functions):
    """Each name and its parameters once; [N] follows where N functions have the same."""
    return [f + f" [{n}]" * (n > 1) for f, n in collections.Counter(functions).items()]


def takes_secret(function):
    return bool(SECRET_NAMES & set(re.search(r"\((.*)\)", function)[1].split(", ")))


def headers():
    """{path below include/hashlane: text} of all headers that programs include."""
    found = {}
    for path in sorted(HEADERS.rglob("*.hpp")):
        name = path.relative_to(HEADERS).as_posix()
        if name in SECRET or name.split("/")[0] not in INTERNAL_FOLDERS:
            found[name] = path.read_text("utf-8")
    return found


def wanted(texts):
    """The functions that need a line in functions.txt, and what is wrong with the lists of headers."""
    found, wrong = [], []
    for name, text in texts.items():
        if name not in SECRET | OTHERS:
            wrong.append(f"{name} is in neither list of functions.py")
        all_of_it = with_overloads(functions_of(text))
        if name in SECRET and not all_of_it:
            wrong.append(f"{name}: no function found")
        found += [f"{name} {f}" for f in all_of_it if name in SECRET or takes_secret(f)]
    wrong += [f"{name} does not exist any more" for name in SECRET | OTHERS if name not in texts]
    return found, wrong


def table(text):
    """{function: (subjects, reason)}"""
    rows = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            function, _, what = line.partition(" | ")
            reason = what.removeprefix("none: ") if what.startswith("none: ") else ""
            rows[function] = ([] if reason else what.split("; "), reason)
    return rows


def compare(texts, rows, subjects):
    """(how many functions are covered, what is wrong)"""
    found, wrong = wanted(texts)
    wrong += [f"no line in functions.txt: {f}" for f in found if f not in rows]
    wrong += [f"no such function: {f}" for f in rows if f not in found]
    for function, (names, reason) in rows.items():
        wrong += [f"{function}: no such subject: {name}" for name in names if name not in subjects]
        if not names and len(reason.split()) < 3:
            wrong.append(f"{function}: neither a subject nor a reason")
    return len(found), wrong


def planted(texts, rows, subjects):
    """Yields (what, whether it was found): changes that must be noticed."""
    def noticed(changed, lines, words):
        return any(words in line for line in compare(changed, lines, subjects)[1])

    first, first_name = next((f, names[0]) for f, (names, _) in rows.items() if names)
    def with_line(header, before, line):
        if texts[header].count(before) != 1:
            return texts
        return texts | {header: texts[header].replace(before, f"{line}\n{before}")}

    new = with_line("mac.hpp", "template <class H>\nusing hmac =", "bool unlock(octets_in password);")
    yield "a new function with a password", noticed(new, rows, "mac.hpp unlock(password)")
    method = with_line("classes/aead.hpp", "    /// The encryption of one message in pieces", "    void rekey(octets_in material) {}")
    yield "a new member of a class with a key", noticed(method, rows, "aead::rekey(material)")
    overload = with_line("classes/keyed_hash.hpp", "    /// Writes a tag that may end within a byte", "    void tag_into(int output);")
    yield "a new overload", noticed(overload, rows, "keyed_hash::tag_into(output) [2]")
    yield "a new header", noticed(texts | {"vault.hpp": ""}, rows, "vault.hpp is in neither list")
    yield "a removed line", noticed(texts, {f: row for f, row in rows.items() if f != first}, f"no line in functions.txt: {first}")
    yield "a function that is gone", noticed(texts, rows | {"mac.hpp gone(key)": ([first_name], "")}, "no such function: mac.hpp gone")
    yield "a subject that is gone", noticed(texts, rows | {first: (["gone"], "")}, "no such subject: gone")


def check(subjects):
    """(passed, what is wrong), given the names of all subjects."""
    texts, rows = headers(), table(TABLE.read_text("utf-8"))
    covered, wrong = compare(texts, rows, subjects)
    passed = covered
    for what, found in planted(texts, rows, subjects):
        passed += found
        wrong += [] if found else [f"not noticed: {what}"]
    return passed, wrong


if __name__ == "__main__":
    every, errors = wanted(headers())
    print(*every, *errors, sep="\n")
