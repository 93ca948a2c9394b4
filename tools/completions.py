#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes the completions of hashlane(1) for bash, zsh and fish out of the program's own help: completions.py [--check]

faces/cli/completions gets hashlane.bash, _hashlane (zsh) and hashlane.fish. HASHLANE_CLI names another program than
build/hashlane. --check compares the files and fails if one differs.
"""
import dataclasses
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDER = ROOT / "faces" / "cli" / "completions"
PROGRAM = os.environ.get("HASHLANE_CLI", str(ROOT / "build" / "hashlane"))
DIGEST = "*"  # stands for the name of any algorithm, and for a command line that begins with an option
MADE = "tools/completions.py wrote this file out of the program's help."
# What the value of an option may be; of other kinds (N, BYTES, STRING ...) there is nothing to offer.
ALGORITHMS, FILES, FOLDERS = ("ALG", "ALG[,ALG]"), ("FILE",), ("DIR",)


@dataclasses.dataclass(frozen=True)
class Option:
    short: tuple  # ("-a",) or ()
    long: tuple   # ("--algorithm",)
    kind: str     # what help calls its value, "" for none
    about: str


@dataclasses.dataclass(frozen=True)
class Command:
    words: tuple  # ("seal",), ("merkle", "root"), (DIGEST,)
    about: str
    usage: str
    options: tuple


def help_of(*words):
    return subprocess.run([PROGRAM, *words, "--help"], capture_output=True, text=True, check=True).stdout


def options_of(text):
    for names, kind, about in re.findall(r"^  (-[-\w,]+)(?: ([A-Z]\S*))? +(\S.*)$", text, re.M):
        each = names.split(",")
        yield Option(tuple(name for name in each if not name.startswith("--")),
                     tuple(name for name in each if name.startswith("--")), kind, about)


def command(words, about, asked=None):
    text = help_of(*(asked or words))
    return Command(words, about, re.search(r"Usage: (.*)", text)[1], tuple(options_of(text)))


def verbs():
    """(name, about) of each verb."""
    return re.findall(r"^  ([a-z]+) +(\S.*)$", help_of(), re.M)


def merkle_verbs():
    return [name for line in re.findall(r"hashlane merkle (\S+)", help_of("merkle").split("\nMerkle")[0]) for name in line.split("|")]


def commands():
    found = [command((DIGEST,), "", ("sha256",))]
    for name, about in verbs():
        if name == "merkle":
            for verb in merkle_verbs():
                found.append(command((name, verb), help_of(name, verb).split("\n", 1)[0]))
        elif name != "help":
            found.append(command((name,), about))
    return found


def long_options(of):
    return " ".join(name for option in of.options for name in option.short + option.long)


def value_options(every, kinds):
    """The options of these kinds, of any command."""
    return sorted({name for of in every for option in of.options if option.kind in kinds for name in option.short + option.long})


BASH = """# SPDX-License-Identifier: Apache-2.0 OR MIT
# Completion of hashlane(1) for bash. {made}

_hashlane_options() {{
    case $1 in
{cases}
    esac
}}

_hashlane_algorithms() {{
    hashlane list 2>/dev/null | while read -r name kind _; do
        case $kind in hash | xof | mac) echo "$name" ;; esac
    done
}}

_hashlane() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} verb=${{COMP_WORDS[1]}} names=
    [ "$verb" = merkle ] && [ "$COMP_CWORD" -gt 2 ] && verb="merkle ${{COMP_WORDS[2]}}"
    if [ "$COMP_CWORD" -eq 1 ]; then
        names="{verbs} --help --version $(_hashlane_algorithms)"
    elif [ "$COMP_CWORD" -eq 2 ] && [ "$verb" = help ]; then
        names="{verbs} $(_hashlane_algorithms)"
    elif [ "${{COMP_WORDS[COMP_CWORD - 1]}}" = merkle ] && [ "$COMP_CWORD" -le 3 ]; then
        names="{merkle} --help"
    else
        case $before in
            {algorithm_options}) names=$(_hashlane_algorithms) ;;
            *)
                if [[ $word == -* ]]; then
                    names=$(_hashlane_options "$verb")
                elif [ "$verb" = bench ]; then
                    names=$(_hashlane_algorithms)
                fi
                ;;
        esac
    fi
    # shellcheck disable=SC2207
    COMPREPLY=($(compgen -W "$names" -- "$word"))
}}

complete -o bashdefault -o default -F _hashlane hashlane
"""


def bash(every):
    cases = [f"        {'*' if of.words == (DIGEST,) else ' '.join(of.words).join(chr(34) * 2)}) echo {long_options(of)} ;;" for of in every]
    return BASH.format(made=MADE, cases="\n".join(cases[1:] + cases[:1]), verbs=" ".join(name for name, _ in verbs()),
                       merkle=" ".join(merkle_verbs()), algorithm_options=" | ".join(value_options(every, ALGORITHMS)))


ZSH = """#compdef hashlane
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Completion of hashlane(1) for zsh. {made}

_hashlane_algorithms() {{
    local name kind rest
    local -a names
    hashlane list 2>/dev/null | while read -r name kind rest; do
        case $kind in
            hash|xof|mac) names+=$name ;;
        esac
    done
    compset -P '*,'
    _describe -t algorithms algorithm names
}}

_hashlane_verbs() {{
    local -a verbs
    verbs=(
{verbs}
    )
    _describe -t verbs verb verbs
}}

_hashlane_merkle_verbs() {{
    local -a verbs
    verbs=(
{merkle}
    )
    _describe -t verbs verb verbs
}}

_hashlane() {{
    if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
        _hashlane_verbs
        _hashlane_algorithms
        return
    fi
    local verb=$words[2]
    if [[ $verb == help ]] && (( CURRENT == 3 )); then
        _hashlane_verbs
        _hashlane_algorithms
        return
    fi
    if [[ $verb == merkle ]] && (( CURRENT == 3 )); then
        _hashlane_merkle_verbs
        return
    fi
    if [[ "$words[2,3]" == "help merkle" ]] && (( CURRENT == 4 )); then
        _hashlane_merkle_verbs
        return
    fi
    if [[ $verb == merkle ]]; then
        verb="merkle $words[3]"
        shift words
        (( CURRENT-- ))
    fi
    if [[ $verb != -* ]]; then
        shift words
        (( CURRENT-- ))
    fi
    case $verb in
{cases}
    esac
}}

_hashlane "$@"
"""


def zsh_quoted(text):
    return re.sub(r"([\[\]:\\])", r"\\\1", text).replace("'", "'\\''")


def zsh_value(kind):
    if not kind:
        return ""
    action = "_hashlane_algorithms" if kind in ALGORITHMS else "_files" if kind in FILES else "_files -/" if kind in FOLDERS else ""
    return f":{zsh_quoted(kind)}:{action}"


def zsh_option(option):
    names = option.short + option.long
    again = "*" if option.kind == "ALG[,ALG]" else ""
    return [f"'{again or '(' + ' '.join(names) + ')'}{name}{'=' if option.kind and name.startswith('--') else ''}"
            f"[{zsh_quoted(option.about)}]{zsh_value(option.kind)}'" for name in names]


def zsh_case(of):
    name = "*" if of.words == (DIGEST,) else f'"{" ".join(of.words)}"'
    operand = re.search(r"\[(ALG|LIST|FILE|DIR|FILE\|DIR)\](?:\.\.\.)?$|(PROOF)(?: FILE)?$", of.usage)
    specs = [spec for option in of.options for spec in zsh_option(option)]
    if operand:
        specs.append("'*:algorithm:_hashlane_algorithms'" if operand[1] == "ALG" else "'*:file:_files'")
    body = " \\\n".join(f"                {spec}" for spec in specs)
    return f"        {name})\n            _arguments -s -S \\\n{body}\n            ;;"


def zsh(every):
    described = lambda rows: "\n".join(f"        '{name}:{zsh_quoted(about)}'" for name, about in rows)
    merkle = [(of.words[1], of.about) for of in every if of.words[0] == "merkle"]
    cases = [zsh_case(of) for of in every]
    return ZSH.format(made=MADE, verbs=described(verbs()), merkle=described(merkle), cases="\n".join(cases[1:] + cases[:1]))


FISH = """# SPDX-License-Identifier: Apache-2.0 OR MIT
# Completion of hashlane(1) for fish. {made}

function __hashlane_algorithms
    hashlane list 2>/dev/null | while read -l name kind rest
        contains -- $kind hash xof mac; and echo $name
    end
end

# Whether the words before the cursor begin with these; without an argument, whether there is none.
function __hashlane_begins
    set -l words (commandline -opc)
    set -e words[1]
    test (count $words) -ge (count $argv); or return 1
    test (count $argv) -gt 0; or test (count $words) -eq 0; or return 1
    for i in (seq (count $argv))
        test "$words[$i]" = "$argv[$i]"; or return 1
    end
end

# Whether the word is the one behind these.
function __hashlane_next
    __hashlane_begins $argv; and test (count (commandline -opc)) -eq (math (count $argv) + 1)
end

# Whether a digest is asked for: the first word is an option or an algorithm, not a verb.
function __hashlane_digest
    set -l words (commandline -opc)
    set -q words[2]; and not contains -- $words[2] {verbs}
end

complete -c hashlane -n '__hashlane_next' -f -a '(__hashlane_algorithms)' -d algorithm
complete -c hashlane -n '__hashlane_next' -f -l version -d 'print the version'
complete -c hashlane -n '__hashlane_next' -f -l help -d 'show help'
complete -c hashlane -n '__hashlane_next help' -f -a '{verbs} (__hashlane_algorithms)'
complete -c hashlane -n '__hashlane_begins bench' -f -a '(__hashlane_algorithms)'
complete -c hashlane -n '__hashlane_begins list; or __hashlane_begins targets; or __hashlane_begins selftest' -f
{lines}
"""


def fish_quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish_lines(every):
    for name, about in verbs():
        yield f"complete -c hashlane -n '__hashlane_next' -f -a {name} -d {fish_quoted(about)}"
    for of in every:
        if of.words[0] == "merkle":
            where = "__hashlane_next merkle; or __hashlane_next help merkle"
            yield f"complete -c hashlane -n '{where}' -f -a {of.words[1]} -d {fish_quoted(of.about)}"
    for of in every:
        condition = "__hashlane_digest" if of.words == (DIGEST,) else f"__hashlane_begins {' '.join(of.words)}"
        for option in of.options:
            names = "".join(f" -s {name[1:]}" for name in option.short) + "".join(f" -l {name[2:]}" for name in option.long)
            value = {"": "", "FILE": " -r -F", "DIR": " -x -a '(__fish_complete_directories)'"}.get(option.kind, " -x")
            if option.kind in ALGORITHMS:
                value = " -x -a '(__hashlane_algorithms)'"
            yield f"complete -c hashlane -n '{condition}'{names}{value} -d {fish_quoted(option.about)}"


def fish(every):
    return FISH.format(made=MADE, verbs=" ".join(name for name, _ in verbs()), lines="\n".join(fish_lines(every)))


def main():
    every = commands()
    texts = {"hashlane.bash": bash(every), "_hashlane": zsh(every), "hashlane.fish": fish(every)}
    if "--check" in sys.argv:
        wrong = [name for name, text in texts.items() if (FOLDER / name).read_text("utf-8") != text]
        for name in wrong:
            print(f"faces/cli/completions/{name} is not what the program's help says: tools/completions.py writes it")
        return 1 if wrong else 0
    FOLDER.mkdir(exist_ok=True)
    for name, text in texts.items():
        (FOLDER / name).write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
