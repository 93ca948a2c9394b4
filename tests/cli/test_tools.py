# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The verbs about the program itself, the targets, and the names under which it is called."""
import hashlib
import json
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERBS = ("check", "seal", "open", "acvp", "list", "targets", "bench", "selftest")


def test_help_and_version(run):
    whole = run("--help")
    assert whole.returncode == 0 and whole.stderr == b""
    for verb in VERBS:
        assert f"  {verb} ".encode() in whole.stdout
        done = run(verb, "--help")
        assert done.returncode == 0 and f"Usage: hashlane {verb}".encode() in done.stdout and done.stderr == b""
    assert b"Usage: hashlane sha256 " in run("sha256", "--help").stdout
    assert run("nosuch", "--help").returncode == 2
    version = run("--version")
    assert version.returncode == 0 and version.stdout.startswith(b"hashlane (Hashlane) 0.")


@pytest.mark.parametrize("words", ((), *((verb,) for verb in VERBS), ("sha256",), ("merkle",), ("merkle", "root"), ("merkle", "verify-consistency")))
def test_help_of_a_verb(run, words):
    done, option = run("help", *words), run(*words, "--help")
    assert (done.returncode, done.stderr) == (0, b"") and done.stdout == option.stdout and b"Usage: hashlane" in done.stdout


@pytest.mark.parametrize("words,why", (
    (("nosuch",), b"no such algorithm: nosuch"), (("sael",), b"no such verb: sael; did you mean seal?"), (("sha26",), b"did you mean sha256?"),
    (("seal", "open"), b"extra operand open"), (("merkle", "root", "x"), b"extra operand x"), (("merkle", "rot"), b"did you mean root?"),
    (("--tag",), b"--tag is neither a verb nor an algorithm"), (("merkle", "--json"), b"--json is neither")))
def test_help_of_nothing(run, words, why):
    done = run("help", *words)
    assert (done.returncode, done.stdout) == (2, b"") and why in done.stderr


def test_the_manual_page_knows_every_option(run):
    page = (ROOT / "faces" / "cli" / "hashlane.1").read_text().replace("\\-", "-")
    for verb in ("sha256", *VERBS):
        options = set(re.findall(r"^  (-[-a-z0-9,]+)", run(verb, "--help").stdout.decode(), re.M))
        for option in {o for group in options for o in group.split(",")} - {"--help"}:
            assert re.search(rf"(?<![-a-z0-9]){re.escape(option)}(?![-a-z0-9])", page), (verb, option)


def test_list(run):
    rows = json.loads(run("list", "--json").stdout)
    assert {"name", "family", "standard", "kind", "digest_size", "block_size", "security_strength"} <= set(rows[0])
    lines = run("list").stdout.decode().splitlines()
    assert len(lines) == len(rows) + 1
    for row, line in zip(rows, lines[1:]):
        assert line.split()[:2] == [row["name"], row["kind"]]
    sizes = {row["name"]: row["digest_size"] for row in rows}
    for name in ("sha224", "sha256", "sha384", "sha512"):
        assert sizes[name] == hashlib.new(name).digest_size


def test_targets(run):
    rows = json.loads(run("targets", "--json").stdout)
    assert [sorted(row) for row in rows] == [["available", "name", "used"]] * len(rows)
    assert any(row == {"name": "baseline", "available": True, "used": True} for row in rows)
    assert [line.split()[0] for line in run("targets").stdout.decode().splitlines()] == [row["name"] for row in rows]


def test_each_target_can_be_forced(run):
    digest = hashlib.sha3_256(b"abc").hexdigest().encode()
    for row in json.loads(run("targets", "--json").stdout):
        done = run("sha3-256", stdin=b"abc", env={"HASHLANE_TARGET": row["name"]})
        if row["available"]:
            assert done.stdout.split()[0] == digest and done.stderr == b""
            used = json.loads(run("targets", "--json", env={"HASHLANE_TARGET": row["name"]}).stdout)
            assert {u["name"] for u in used if u["used"]} == {row["name"], "baseline"} | ({"avx2"} if row["name"] == "avx512" else set())
        else:
            assert done.returncode == 2 and done.stdout == b"" and b"not available" in done.stderr


@pytest.mark.parametrize("words", (("sha256",), ("list",), ("--help",), ("--version",), ("check",), ("targets",)))
@pytest.mark.parametrize("name", ("nosuch", "AVX2", "avx", "s390_vector", "\033[31mred"))
def test_a_wrong_target_is_an_error(run, words, name):
    done = run(*words, stdin=b"abc", env={"HASHLANE_TARGET": name})
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"HASHLANE_TARGET=" in done.stderr and b"is not" in done.stderr and b"\033" not in done.stderr


def test_an_empty_target_is_none(run):
    assert run("sha256", stdin=b"abc", env={"HASHLANE_TARGET": ""}).returncode == 0


def test_bench(run):
    done = run("bench", "sha256", "sha3-256", "--json")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and {row["algorithm"] for row in rows} == {"sha256", "sha3-256"}
    assert all(row["mib_per_second"] > 0 and row["nanoseconds"] > 0 for row in rows)
    forced = run("bench", "sha256", env={"HASHLANE_TARGET": "baseline"})
    assert forced.returncode == 0 and forced.stdout.startswith(b"target baseline\n")
    assert run("bench", "nosuch").returncode == 2


def test_selftest(run):
    done = run("selftest")
    assert done.returncode == 0 and b" 0 failed" in done.stdout.splitlines()[-1]
    for row in json.loads(run("targets", "--json").stdout):
        assert (f"{row['name']}: ".encode() in done.stdout) == row["available"]


def test_verbs_refuse_operands_they_do_not_take(run):
    for verb in ("list", "targets", "selftest"):
        done = run(verb, "extra")
        assert (done.returncode, done.stdout) == (2, b"")


@pytest.fixture
def tool(run, place):
    def link(name):
        path = place / name
        path.symlink_to(run.program)
        return str(path)
    return link


@pytest.mark.parametrize("algorithm", ("sha224", "sha256", "sha384", "sha512"))
def test_called_as_a_tool_of_coreutils(run, place, tool, algorithm):
    (place / "a").write_bytes(b"abc")
    ours = tool(f"{algorithm}sum")
    theirs = f"{algorithm}sum"
    good = subprocess.run([theirs, "a"], cwd=place, capture_output=True).stdout
    wrong = good.replace(b"a\n", b"absent\n")
    (place / "list").write_bytes(good + wrong + b"nonsense\n")
    (place / "only").write_bytes(good)
    for words in (("a",), ("--tag", "a"), ("-b", "a"), ("-z", "a"), ("absent", "a"), ("-c", "list"), ("-c", "only"), ("-cw", "list"), ("-c", "--quiet", "list"),
                  ("-c", "--status", "list"), ("-c", "--strict", "only"), ("-c", "--ignore-missing", "list"), ("--check", "--strict", "--ignore-missing", "list"),
                  ("-c", "a"), ("-c", "absent"), ("."), ("-c", "--warn", "list")):
        mine, other = run(*words, program=ours), subprocess.run([theirs, *words], cwd=place, capture_output=True)
        assert (mine.returncode, mine.stdout, mine.stderr) == (other.returncode, other.stdout, other.stderr), words


def test_called_as_a_tool_that_coreutils_lacks(run, place, tool):
    (place / "a").write_bytes(b"abc")
    ours = tool("sha3-256sum")
    listed = run("a", program=ours)
    assert listed.stdout.decode() == hashlib.sha3_256(b"abc").hexdigest() + "  a\n"
    (place / "list").write_bytes(listed.stdout)
    assert run("-c", "list", program=ours).stdout == b"a: OK\n"
    assert run("--version", program=ours).stdout.startswith(b"sha3-256sum (Hashlane)")
    assert b"Usage: sha3-256sum " in run("--help", program=ours).stdout
    assert b"Usage: sha3-256sum -c " in run("-c", "--help", program=ours).stdout


def test_a_name_that_is_no_algorithm(run, place, tool):
    assert run("sha256", stdin=b"abc", program=tool("checksum")).returncode == 0
    assert run("sha256", stdin=b"abc", program=tool("sum")).returncode == 0


def test_no_name_at_all(run):
    done = run.shell("exec -a '' $H sha256 < /dev/null")
    assert done.returncode == 0


def test_a_key_that_is_missing_under_the_name_of_a_tool(run, place):
    (place / "key").write_bytes(b"key")
    (place / "a").write_bytes(b"a")
    (place / "hmac-sha256sum").symlink_to(run.program)
    listed = run("--key-file", "key", "a", program="./hmac-sha256sum").stdout
    (place / "list").write_bytes(listed + b"nonsense\n" + listed)
    done = run("-c", "list", program="./hmac-sha256sum")
    assert (done.returncode, done.stdout) == (1, b"") and done.stderr.count(b"hmac-sha256 needs a key: --key-file FILE") == 1
    assert b"improperly formatted HMAC" not in done.stderr
    done = run("-c", "--key-file", "key", "list", program="./hmac-sha256sum")
    assert (done.returncode, done.stdout) == (0, b"a: OK\na: OK\n") and b"1 line is improperly formatted" in done.stderr
