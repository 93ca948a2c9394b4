# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane acvp: prompts that are malformed, that ask for too much, or for what nobody answers."""
import copy
import json

import pytest

PROMPT = {"vsId": 7, "algorithm": "SHA2-256", "revision": "1.0", "testGroups": [
    {"tgId": 1, "testType": "AFT", "tests": [{"tcId": 1, "msg": "6162", "len": 16}, {"tcId": 2, "msg": "63", "len": 8}]}]}
TEST = "/testGroups/0/tests/1"
SHAKE = {"algorithm": "SHAKE-128", "revision": "1.0"}
TUPLE = {"algorithm": "TupleHash-128", "revision": "1.0"}
HMAC = {"algorithm": "HMAC-SHA2-256", "revision": "2.0"}
AEAD = {"algorithm": "Ascon", "mode": "AEAD128", "revision": "SP800-232"}
CXOF = {"algorithm": "Ascon", "mode": "CXOF128", "revision": "SP800-232"}
PBKDF = {"algorithm": "PBKDF", "revision": "1.0"}
KDA = {"algorithm": "KDA", "mode": "HKDF", "revision": "Sp800-56Cr2"}
AEAD_GROUP = {"direction": "encrypt", "supportsNonceMasking": False}
AEAD_TEST = {"key": "00" * 16, "nonce": "00" * 16, "ad": "", "adLen": 0, "pt": "", "payloadLen": 0, "tagLen": 128}
HMAC_TEST = {"key": "6B", "keyLen": 8, "msg": "6D", "msgLen": 8, "macLen": 128}
KDA_GROUP = {"kdfConfiguration": {"fixedInfoPattern": "l", "fixedInfoEncoding": "concatenation", "hmacAlg": "SHA2-256"}}
KDA_TEST = {"kdfParameter": {"salt": "00", "z": "21", "l": 256}}


def changed(head=None, group=None, test=None, drop=()):
    """The prompt with other members in its head, its group and its second test."""
    prompt = copy.deepcopy(PROMPT)
    levels = ((prompt, head), (prompt["testGroups"][0], group), (prompt["testGroups"][0]["tests"][1], test))
    for level, members in levels:
        for name in drop:
            level.pop(name, None)
        level.update(members or {})
    return prompt


def alone(head, group, test):
    return {"vsId": 1, **head, "testGroups": [{"tgId": 1, "testType": "AFT", **group, "tests": [{"tcId": 1, **test}]}]}


def refused(run, text, why):
    """The prompt ends the command: a message, and not a byte of an answer."""
    data = text if isinstance(text, bytes) else json.dumps(text).encode()
    done = run("acvp", "-o", "answers.json", stdin=data)
    assert (done.returncode, done.stdout) == (1, b""), done
    assert done.stderr.decode().startswith("hashlane: standard input: " + why), done.stderr
    assert not (run.place / "answers.json").exists()


def test_the_prompt_itself_is_good(run):
    done = run("acvp", stdin=json.dumps(PROMPT).encode())
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("text,why", (
    (b"", "no JSON: something is wrong or missing at line 1, column"),
    (b"{", "no JSON: something is wrong or missing at line 1, column"),
    (b'{"a": 1}\n x', "no JSON: something is wrong or missing at line 2, column 2"),
    (b'{"a": "\xff"}', "no JSON: something is wrong or missing at line 1, column"),
    (b'{"a": 1}\0', "no JSON: a NUL at line 1, column 9"), (b'{"a": 1e999}', "no JSON: a number is out of range"),
    (b"[" * 17 + b"]" * 17, "/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0: more than 16 values within each other"),
    (b"[" * 1000000, "/0/0/0"), (b'{"a":' * 100000, "/a/a/a"),
    (b'{"x": {"msg": "", "msg": ""}}', "/x/msg: this name is given twice"),
    (b'{"x": [1, {"a/~b": {}, "a/~b": 1}]}', "/x/1/a~1~0b: this name is given twice"),
    (b"17", "the prompt: this is not an object"), (b"[]", "the prompt: an array of a version and a vector set has two"),
    (b'[{"acvVersion": "2.0"}, {}]', "/0/acvVersion: only version 1.0 of the protocol is known"),
    (b'[{"acvVersion": "1.0"}, {}]', '/1: "algorithm" is missing'), (b"{}", 'the prompt: "algorithm" is missing')))
def test_malformed_json(run, text, why):
    refused(run, text, why)


@pytest.mark.parametrize("change,why", (
    ({"drop": ["algorithm"]}, 'the prompt: "algorithm" is missing'), ({"drop": ["testGroups"]}, 'the prompt: "testGroups" is'),
    ({"head": {"algorithm": 3}}, "/algorithm: this is not a string"),
    ({"head": {"testGroups": {}}}, "/testGroups: this is not an array"), ({"head": {"testGroups": []}}, "/testGroups: there is no group of tests"),
    ({"head": {"testGroups": [], "algorithm": "no-such"}}, "/testGroups: there is no group of tests"), ({"head": {"vsId": -1}}, "/vsId: this is not a whole"),
    ({"head": {"isSample": "no"}}, "/isSample: this is neither true nor false"),
    ({"drop": ["tgId"]}, '/testGroups/0: "tgId" is missing'), ({"drop": ["testType"]}, '/testGroups/0: "testType" is missing'),
    ({"drop": ["tests"]}, '/testGroups/0: "tests" is missing'), ({"group": {"tests": 1}}, "/testGroups/0/tests: this is not an"),
    ({"group": {"tests": [1]}}, "/testGroups/0/tests/0: this is not an object"),
    ({"drop": ["tcId"]}, f'{TEST}: "tcId" is missing'), ({"drop": ["msg"]}, f'{TEST}: "msg" is missing'),
    ({"drop": ["len"]}, f'{TEST}: "len" is missing'), ({"test": {"msg": None}}, f'{TEST}: "msg" is missing'),
    ({"test": {"msg": 5}}, f"{TEST}/msg: this is not a string"), ({"test": {"msg": "6"}}, f"{TEST}/msg: this is not an even"),
    ({"test": {"msg": "6g"}}, f"{TEST}/msg: this is not an even number of hexadecimal digits"),
    ({"test": {"len": 16}}, f"{TEST}/msg: 16 bits have 2 bytes, and this has 1"),
    ({"test": {"len": 9}}, f"{TEST}/msg: 9 bits have 2 bytes"), ({"test": {"len": 0}}, f"{TEST}/msg: 0 bits have 0 bytes"),
    ({"test": {"len": "8"}}, f"{TEST}/len: this is not a whole number"), ({"test": {"len": 8.5}}, f"{TEST}/len: this is not a"),
    ({"test": {"len": 2 ** 64}}, f"{TEST}/len: this is not a whole number"),
    ({"test": {"len": 2 ** 63}}, f"{TEST}/len: 9223372036854775808 is not within 0..")))
def test_malformed_prompts(run, change, why):
    refused(run, changed(**change), why)


@pytest.mark.parametrize("prompt,why", (
    (changed(SHAKE, {}, {"outLen": 2 ** 24 + 1}), "/testGroups/0/tests/0: \"outLen\" is missing"),
    (alone(SHAKE, {}, {"msg": "", "len": 0, "outLen": 2 ** 24 + 1}), "/testGroups/0/tests/0/outLen: 16777217 is not within 1.."),
    (alone(SHAKE, {}, {"msg": "", "len": 0, "outLen": 0}), "/testGroups/0/tests/0/outLen: 0 is not within 1.."),
    (alone(SHAKE, {"testType": "MCT", "minOutLen": 64, "maxOutLen": 32}, {"msg": "", "len": 0}), "/testGroups/0/maxOutLen: 32 is"),
    (alone(SHAKE, {"testType": "MCT", "minOutLen": 65, "maxOutLen": 66}, {"msg": "", "len": 0}), "/testGroups/0: no whole byte"),
    (alone(SHAKE, {"testType": "MCT", "minOutLen": 0, "maxOutLen": 9}, {"msg": "", "len": 0}), "/testGroups/0/minOutLen: 0 is"),
    (alone({"algorithm": "SHA2-256", "revision": "1.0"}, {"testType": "MCT"}, {"msg": "00" * 8193, "len": 65544}),
     "/testGroups/0/tests/0/len: 65544 is not within"),
    (alone(TUPLE, {"xof": True}, {"tuple": ["00", "01"], "len": [8], "outLen": 64}), "/testGroups/0/tests/0/len: there are 2"),
    (alone(TUPLE, {"xof": 1}, {"tuple": [], "len": [], "outLen": 64}), "/testGroups/0/xof: this is neither"),
    (alone(TUPLE, {"xof": True, "testType": "MCT", "minOutLen": 64, "maxOutLen": 64, "outLenIncrement": 0},
           {"tuple": ["00"], "len": [8]}), "/testGroups/0/outLenIncrement: 0 is not within"),
    (alone(TUPLE, {"xof": True, "testType": "MCT", "minOutLen": 64, "maxOutLen": 64, "outLenIncrement": 8},
           {"tuple": [], "len": []}), "/testGroups/0/tests/0/tuple: a Monte Carlo test begins"),
    (alone({"algorithm": "ParallelHash-128", "revision": "1.0"}, {"xof": False},
           {"msg": "", "len": 0, "blockSize": 0, "outLen": 64}), "/testGroups/0/tests/0/blockSize: 0 is not within"),
    (alone(HMAC, {}, {**HMAC_TEST, "macLen": 264}), "/testGroups/0/tests/0/macLen: a tag has at most 256 bits"),
    (alone(AEAD, AEAD_GROUP, {**AEAD_TEST, "nonce": "00" * 15}), "/testGroups/0/tests/0/nonce: this has 15 bytes, not 16"),
    (alone(AEAD, AEAD_GROUP, {**AEAD_TEST, "tagLen": 31}), "/testGroups/0/tests/0/tagLen: 31 is not within 32..128"),
    (alone(AEAD, {**AEAD_GROUP, "direction": "decrypt"}, {**AEAD_TEST, "ct": "", "tag": "00"}), "/testGroups/0/tests/0/tag: 128"),
    (alone(AEAD, {**AEAD_GROUP, "supportsNonceMasking": True}, AEAD_TEST), '/testGroups/0/tests/0: "secondKey" is missing'),
    (alone(CXOF, {}, {"msg": "", "len": 0, "cs": "00" * 257, "csLen": 2056, "outLen": 64}), "/testGroups/0/tests/0/csLen: a cust"),
    (alone(PBKDF, {"hmacAlg": "SHA2-256"}, {"password": "p", "salt": "", "iterationCount": 10 ** 7 + 1, "keyLen": 64}),
     "/testGroups/0/tests/0/iterationCount: 10000001 is not within"),
    (alone(KDA, KDA_GROUP, {"kdfParameter": {"salt": "00", "z": "21", "l": 256 * 8 * 32}}), "/testGroups/0/tests/0/kdfParameter/l: HK"),
    (alone(KDA, {}, KDA_TEST), '/testGroups/0: "kdfConfiguration" is missing'),
    (alone(KDA, {"multiExpansion": True, "kdfMultiExpansionConfiguration": {"hmacAlg": "SHA2-256"}}, KDA_TEST),
     '/testGroups/0/tests/0: "kdfMultiExpansionParameter" is missing')))
def test_what_is_out_of_bounds(run, prompt, why):
    refused(run, prompt, why)


@pytest.mark.parametrize("prompt,why", (
    (changed(group={"testType": "BFT"}), "/testGroups/0/testType: tests of the type \"BFT\" are not answered for SHA2-256"),
    (changed(group={"testType": "MCT", "mctVersion": "other"}), "/testGroups/0/mctVersion: this version is unknown"),
    (changed(group={"testType": "MCT"}, test={"msg": "60", "len": 4}), None),
    (changed(group={"testType": "MCT", "len": 4}, test={"msg": "60"}, drop=("len",)),
     "/testGroups/0/len: a Monte Carlo test begins with whole bytes"),
    (alone(HMAC, {}, {**HMAC_TEST, "keyLen": 5}), "/testGroups/0/tests/0/keyLen: this is not a number of whole bytes"),
    (alone(HMAC, {}, {**HMAC_TEST, "macLen": 127}), "/testGroups/0/tests/0/macLen: this is not a number of whole bytes"),
    (alone(TUPLE, {"xof": True}, {"tuple": ["00"], "len": [7], "outLen": 64}), "/testGroups/0/tests/0/len/0: elements of tuples"),
    (alone(PBKDF, {"hmacAlg": "SHA-1"}, {"password": "", "salt": "", "iterationCount": 1, "keyLen": 64}), "/testGroups/0/hmacAlg: th"),
    (alone(KDA, {"kdfConfiguration": {**KDA_GROUP["kdfConfiguration"], "fixedInfoPattern": "l||x"}}, KDA_TEST),
     "/testGroups/0/kdfConfiguration/fixedInfoPattern: a part of this pattern is unknown"),
    (alone(AEAD, {**AEAD_GROUP, "direction": "both"}, AEAD_TEST), "/testGroups/0/direction: this direction is unknown")))
def test_groups_that_are_left_out(run, prompt, why):
    """Such a group is named with the reason; the other groups are answered."""
    good = json.loads(json.dumps(prompt["testGroups"][0]))
    done = run("acvp", stdin=json.dumps(prompt).encode())
    assert (done.returncode, done.stdout) == (1, b"")
    kind = good["testType"]
    assert done.stderr.decode().startswith(f"hashlane: standard input: group 1 ({kind}) is left out: " + (why or "/testGroups/0/"))


def test_a_message_shows_no_control_characters(run):
    done = run("acvp", stdin=json.dumps(changed(group={"testType": "\x1b[2J\nhashlane: \u202e"})).encode())
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (1, b"", 1)
    assert b'"\\x1b[2J\\x0ahashlane: \\xe2\\x80\\xae"' in done.stderr and b"\x1b" not in done.stderr


def test_others_are_answered(run):
    prompt = changed()
    prompt["testGroups"] += [{"tgId": 5, "testType": "BFT", "tests": []}, {**prompt["testGroups"][0], "tgId": 9}]
    prompt["testGroups"][1]["tests"] = [{"tcId": 7}]
    done = run("acvp", stdin=json.dumps(prompt).encode())
    groups = json.loads(done.stdout)["testGroups"]
    assert done.returncode == 1 and [group["tgId"] for group in groups] == [1, 9] and groups[0]["tests"] == groups[1]["tests"]
    assert done.stderr.decode().count("\n") == 1 and "group 5 (BFT) is left out: " in done.stderr.decode()


@pytest.mark.parametrize("head,title", (
    ({"algorithm": "ACVP-AES-GCM"}, "ACVP-AES-GCM 1.0"), ({"revision": "9.0"}, "SHA2-256 9.0"),
    ({"mode": "AEAD128"}, "SHA2-256 AEAD128 1.0"), ({"algorithm": "\u001b[31m"}, None)))
def test_unknown_algorithms(run, head, title):
    prompt = changed(head)
    prompt["testGroups"].append({"tgId": 6, "testType": "AFT", "tests": []})
    done = run("acvp", stdin=json.dumps(prompt).encode())
    assert (done.returncode, done.stdout) == (1, b"") and b"\x1b" not in done.stderr
    assert done.stderr.decode().startswith("hashlane: standard input: groups 1, 6 are left out: ")
    assert title is None or title in done.stderr.decode()


def test_every_beginning_of_a_prompt(run):
    whole = json.dumps(PROMPT).encode()
    for size in range(0, len(whole), 7):
        refused(run, whole[:size], "no JSON: something is wrong or missing at line 1, column ")


def within_memory(run, place, prompt, kibibytes, why):
    """A small prompt that asks for much is refused before it takes the memory."""
    (place / "prompt.json").write_text(json.dumps(prompt))
    done = run.shell(f"ulimit -v {kibibytes}; $H acvp -o answers.json prompt.json")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode().startswith("hashlane: prompt.json: " + why), done.stderr
    assert not (place / "answers.json").exists()


def test_a_pattern_that_names_a_long_part_often(run, place):
    group = copy.deepcopy(KDA_GROUP)
    group["kdfConfiguration"]["fixedInfoPattern"] = "||".join(["t"] * 5000)
    test = {"kdfParameter": {**KDA_TEST["kdfParameter"], "t": "00" * 100_000}}
    within_memory(run, place, alone(KDA, group, test), 300_000,
                  "/testGroups/0/kdfConfiguration/fixedInfoPattern: the fixed information has more than 1048576 bytes")


def test_many_long_keys_of_one_secret(run, place):
    group = {"multiExpansion": True, "kdfMultiExpansionConfiguration": {"hmacAlg": "SHA2-512"}}
    keys = [{"fixedInfo": "", "l": 255 * 512}] * 9000
    test = {"kdfMultiExpansionParameter": {"salt": "00", "z": "21", "iterationParameters": keys}}
    within_memory(run, place, alone(KDA, group, test), 250_000, "/testGroups/0: the answers are too long")


@pytest.mark.parametrize("words,why", (
    (("a", "b"), "extra operand b"), (("--registration", "a"), "--registration takes no prompt"),
    (("--registration", "--large"), "--registration takes no prompt"), (("--larg",), "unknown option"),
    (("-o", "a", "-o", "b"), "it is given twice")))
def test_wrong_use(run, words, why):
    done = run("acvp", *words)
    assert (done.returncode, done.stdout) == (2, b"") and why in done.stderr.decode()


def test_files(run, place):
    (place / "prompt.json").write_text(json.dumps(PROMPT))
    assert run("acvp", "prompt.json", "-o", "answers.json").returncode == 0
    answers = (place / "answers.json").read_bytes()
    assert answers == run("acvp", "prompt.json").stdout == run("acvp", "-o", "-", "-", stdin=json.dumps(PROMPT).encode()).stdout
    (place / "answers.json").write_bytes(b"old")
    assert run("acvp", "prompt.json", "-o", "answers.json").returncode == 1
    assert (place / "answers.json").read_bytes() == b"old"
    assert run("acvp", "-f", "prompt.json", "-o", "answers.json").returncode == 0
    assert (place / "answers.json").read_bytes() == answers
    done = run("acvp", "missing.json")
    assert done.returncode == 1 and b"missing.json" in done.stderr
