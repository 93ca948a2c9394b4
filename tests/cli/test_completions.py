# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The completions for bash, zsh and fish: they are what tools/completions.py makes of the program's help, and they work."""
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "faces" / "cli" / "completions"
VERBS = ("check", "seal", "open", "acvp", "list", "targets", "bench", "selftest", "merkle root", "merkle prove", "merkle verify")
# A line up to the cursor, and all that may stand at the cursor.
CASES = (
    ("sha3-2", ["sha3-224", "sha3-256"]), ("che", ["check"]), ("seal --pass", ["--passphrase-file"]), ("sha256 --ba", ["--base64"]),
    ("sha256 -a keccak-51", ["keccak-512"]), ("merkle verify-", ["verify-consistency"]), ("merkle root --sor", ["--sorted-pairs"]),
    ("help merk", ["merkle"]), ("help merkle prove-", ["prove-consistency"]), ("bench ascon-xofa", ["ascon-xofa"]), ("open --max", ["--max-iterations"]),
    ("-a sha256 --rec", ["--recursive"]), ("seal --key-file fi", ["file-of-mine"]), ("check fi", ["file-of-mine"]))


@pytest.fixture
def shells(run, place):
    """A folder where hashlane is the program, and its environment."""
    (place / "bin").mkdir()
    (place / "bin" / "hashlane").symlink_to(run.program)
    (place / "file-of-mine").write_bytes(b"")
    return dict(run.environment(), PATH=f"{place / 'bin'}{os.pathsep}{os.environ['PATH']}", HOME=str(place), TERM="dumb",
                XDG_CONFIG_HOME=str(place / "config"))


def generate(place, program):
    return subprocess.run([sys.executable, ROOT / "tools" / "completions.py", "--check"], capture_output=True, text=True,
                          cwd=place, env=dict(os.environ, HASHLANE_CLI=str(program)))


def test_they_are_made_of_the_help(run, place):
    assert generate(place, run.program).stdout == "" and generate(place, run.program).returncode == 0
    other = place / "other"
    other.write_text(f"#!/bin/sh\n'{run.program}' \"$@\" | sed 's/--sri/--srx/'\n")
    other.chmod(0o755)
    planted = generate(place, other)
    assert planted.returncode == 1 and all(name in planted.stdout for name in ("hashlane.bash", "_hashlane", "hashlane.fish"))


@pytest.mark.parametrize("name", ("hashlane.bash", "_hashlane", "hashlane.fish"))
def test_they_know_every_option_and_verb(run, name):
    text = (FOLDER / name).read_text()
    for verb in ("sha256", *VERBS):
        assert verb == "sha256" or verb in text
        for group in re.findall(r"^  (-[-a-z0-9,]+)", run(*verb.split(), "--help").stdout.decode(), re.M):
            for option in group.split(","):
                assert re.search(rf"{option}\b" if name != "hashlane.fish" else rf"-[sl] {option.lstrip('-')}\b", text), (verb, option)


@pytest.mark.parametrize("line,expected", CASES, ids=lambda value: str(value)[:30])
def test_bash(place, shells, line, expected):
    words = line.split(" ")
    script = (f"source {FOLDER / 'hashlane.bash'}; COMP_WORDS=(hashlane {line}); COMP_CWORD={len(words)}; _hashlane; "
              "[ ${#COMPREPLY[@]} -ne 0 ] || COMPREPLY=($(compgen -f -- ${COMP_WORDS[COMP_CWORD]})); echo ${COMPREPLY[@]}")
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=place, env=shells, timeout=60)
    assert done.stderr == "" and done.stdout.split() == expected


@pytest.mark.parametrize("line,expected", CASES, ids=lambda value: str(value)[:30])
def test_fish(place, shells, line, expected):
    fish = shutil.which("fish") or pytest.skip("fish is not installed")
    script = f"source {FOLDER / 'hashlane.fish'}; complete -C 'hashlane {line}'"
    done = subprocess.run([fish, "--no-config", "-c", script], capture_output=True, text=True, cwd=place, env=shells, timeout=60)
    assert done.stderr == "" and [row.split("\t")[0] for row in done.stdout.splitlines()] == expected


def visible(shown):
    return re.sub(rb"\033\[[?0-9;]*\w|[\0-\x1f]", b"", shown).decode(errors="replace")


def typed_in_zsh(zsh, place, environment, line, expected):
    """What a terminal shows when the line and a tab are typed into zsh, once all that is expected has come, or 20 s later."""
    (place / ".zshrc").write_text(f"PS1='> '; fpath=({FOLDER} $fpath); autoload -Uz compinit; compinit -u -d {place}/dump\n"
                                  "setopt auto_list; print -r -- 'rea'dy\n")
    master, slave = pty.openpty()
    subprocess.run(["stty", "cols", "200", "rows", "60"], stdin=slave, check=True)
    process = subprocess.Popen([zsh, "-d", "-i"], stdin=slave, stdout=slave, stderr=slave, cwd=place, start_new_session=True,
                               env=dict(environment, ZDOTDIR=str(place)))
    os.close(slave)
    shown, typed, end = b"", False, time.monotonic() + 60
    while time.monotonic() < end:
        if select.select([master], [], [], 0.3)[0]:
            try:
                shown += os.read(master, 65536)
            except OSError:
                break
        elif not typed and b"ready" in shown:
            shown, typed, end = b"", True, time.monotonic() + 20
            os.write(master, f"hashlane {line}\t".encode())
        if typed and all(word in visible(shown) for word in expected):
            break
    process.kill()
    process.wait()
    os.close(master)
    return visible(shown)


@pytest.mark.parametrize("line,expected", CASES, ids=lambda value: str(value)[:30])
def test_zsh(place, shells, line, expected):
    zsh = shutil.which("zsh") or pytest.skip("zsh is not installed")
    shown = typed_in_zsh(zsh, place, shells, line, expected)
    assert all(word in shown for word in expected), shown


def test_zsh_offers_what_the_verb_has(place, shells):
    """A list of several matches, and nothing of another verb in it."""
    zsh = shutil.which("zsh") or pytest.skip("zsh is not installed")
    shown = typed_in_zsh(zsh, place, shells, "open --", ["--passphrase-file", "--max-iterations", "--force"])
    assert "--max-iterations" in shown and "--chunk-size" not in shown
