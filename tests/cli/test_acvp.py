# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane acvp: NIST's prompts against their expected results, prompts made here against hashlib, malformed prompts.

HASHLANE_ACVP names one more folder of prompt.json and expectedResults.json, such as gen-val/json-files of NIST's ACVP-Server.
"""
import copy
import hashlib
import hmac
import json
import os
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HASHES = {"SHA2-224": "sha224", "SHA2-256": "sha256", "SHA2-384": "sha384", "SHA2-512": "sha512",
          "SHA2-512/224": "sha512_224", "SHA2-512/256": "sha512_256", "SHA3-224": "sha3_224", "SHA3-256": "sha3_256",
          "SHA3-384": "sha3_384", "SHA3-512": "sha3_512"}


def folders():
    found = sorted(path.parent for path in (ROOT / "tests" / "data" / "acvp").glob("*/prompt.json"))
    more = os.environ.get("HASHLANE_ACVP")
    return found + sorted(path.parent for path in pathlib.Path(more).glob("*/prompt.json")) if more else found


def answered(run, prompt, *options, status=0):
    done = run("acvp", *options, stdin=json.dumps(prompt).encode(), timeout=3600 if "--large" in options else 120)
    assert done.returncode == status, done.stderr
    return json.loads(done.stdout) if done.stdout else None, done.stderr.decode()


def one_group(algorithm, revision, group, tests, mode=None, **more):
    tests = [{"tcId": i + 1, **test} for i, test in enumerate(tests)]
    head = {"vsId": 7, "algorithm": algorithm, **({"mode": mode} if mode else {}), "revision": revision, **more}
    return {**head, "testGroups": [{"tgId": 1, "testType": "AFT", **group, "tests": tests}]}


def answers_of(run, *prompt, options=(), **more):
    return answered(run, one_group(*prompt, **more), *options)[0]["testGroups"][0]["tests"]


def differences(expected, got):
    """Every member of the expected results that the answers have otherwise. "outLen" of a whole Monte Carlo test is 0 there."""
    tests = {test["tcId"]: test for test in got["tests"]}
    for test in expected["tests"]:
        ours = tests.get(test["tcId"], {})
        for name, value in test.items():
            if name == "outLen" and "resultsArray" in test:
                continue
            if ours.get(name) != value:
                yield f"group {expected['tgId']}, test {test['tcId']}, {name}"


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_prompts_of_nist(run, capsys, folder):
    prompt = json.loads((folder / "prompt.json").read_text())
    expected = json.loads((folder / "expectedResults.json").read_text())
    options = ["--large"] if "HASHLANE_LARGE" in os.environ else []
    large = {group["tgId"] for group in prompt["testGroups"] if group["testType"] == "LDT" and not options}
    got, said = answered(run, prompt, *options, status=1 if large else 0)
    assert all(f"group {number} (LDT) is left out: /testGroups/" in said for number in large)
    assert {k: v for k, v in got.items() if k != "testGroups"} == {k: v for k, v in expected.items() if k != "testGroups"}
    groups = {group["tgId"]: group for group in got["testGroups"]}
    assert list(groups) == [group["tgId"] for group in expected["testGroups"] if group["tgId"] not in large]
    wrong = [text for group in expected["testGroups"] if group["tgId"] in groups
             for text in differences(group, groups[group["tgId"]])]
    assert wrong == []
    with capsys.disabled():
        tests = sum(len(group["tests"]) for group in groups.values())
        left = f", {len(large)} of large data left out" if large else ""
        print(f"\nacvp: {folder.name}: {len(groups)} groups, {tests} tests{left}")


def test_a_planted_difference_is_found():
    folder = ROOT / "tests" / "data" / "acvp" / "KMAC-128-1.0"
    right = json.loads((folder / "expectedResults.json").read_text())["testGroups"]
    for group in right:
        assert list(differences(group, group)) == []
        other = copy.deepcopy(group)
        test = other["tests"][-1]
        if "mac" in test:
            test["mac"] = test["mac"][:-1] + ("0" if test["mac"][-1] != "0" else "1")
        else:
            test["testPassed"] = not test["testPassed"]
        assert len(list(differences(group, other))) == 1
        other["tests"].pop()
        assert len(list(differences(group, other))) == len(test)


def hashed(name, data):
    return hashlib.new(HASHES[name], data).digest()


def thousand(name, seed, length):
    """One result of a Monte Carlo test."""
    a = b = c = seed
    for _ in range(1000):
        message = a + b + c if name.startswith("SHA2") else c
        a, b, c = b, c, hashed(name, message if length is None else (message + bytes(length))[:length])
    return c


@pytest.mark.parametrize("version", (None, "standard", "alternate"))
@pytest.mark.parametrize("name", HASHES)
def test_monte_carlo(run, name, version):
    seed = hashlib.shake_128(name.encode()).digest(99)
    group = {"testType": "MCT", **({"mctVersion": version} if version else {})}
    revision = "1.0" if name.startswith("SHA2") else "2.0"
    [answer] = answers_of(run, name, revision, group, [{"msg": seed.hex(), "len": 8 * len(seed)}])
    assert len(answer["resultsArray"]) == 100
    for result in answer["resultsArray"]:
        seed = thousand(name, seed, 99 if version == "alternate" else None)
        assert result == {"md": seed.hex().upper()}


@pytest.mark.parametrize("bits", (128, 256))
def test_shake(run, bits):
    shake = getattr(hashlib, f"shake_{bits}")
    least, most = 20, 139
    group = {"testType": "MCT", "minOutLen": 8 * least - 3, "maxOutLen": 8 * most + 5}
    [answer] = answers_of(run, f"SHAKE-{bits}", "1.0", group, [{"msg": "01" * 16, "len": 128}])
    last, size = b"\1" * 16, most
    for result in answer["resultsArray"]:
        for _ in range(1000):
            last = shake((last + bytes(16))[:16]).digest(size)
            size = least + int.from_bytes(last[-2:], "big") % (most - least + 1)
        assert result == {"md": last.hex().upper(), "outLen": 8 * len(last)}
    tests = [{"msg": "AB" * n, "len": 8 * n, "outLen": out} for n in (0, 1, 167, 168, 169) for out in (8, 13, 1344, 9001)]
    for revision, shift in (("1.0", False), ("FIPS202", True)):
        for test, answer in zip(tests, answers_of(run, f"SHAKE-{bits}", revision, {"testType": "VOT"}, tests)):
            md = bytearray(shake(bytes.fromhex(test["msg"])).digest((test["outLen"] + 7) // 8))
            odd = test["outLen"] % 8
            if odd:
                md[-1] = md[-1] % (1 << odd) << (8 - odd if shift else 0)
            assert answer["md"] == md.hex().upper()


def test_bits_of_sha2(run):
    """SHAVS, bit-oriented messages: the high bits of the last byte."""
    answers = answers_of(run, "SHA2-256", "1.0", {}, [{"msg": "00", "len": 1}, {"msg": "68", "len": 5}, {"msg": "00", "len": 0}])
    assert [answer["md"].lower() for answer in answers] == [
        "bd4f9e98beb68c6ead3243b1b4c7fed75fa4feaab1f84795cbd8a98676a2a375",
        "d6d3e02a31a84a8caa9718ed6c2057be09db45e7823eb5079ce7a573a3760f95", hashlib.sha256().hexdigest()]


@pytest.mark.parametrize("name", HASHES)
def test_large_data(run, name):
    large = {"content": "E788C962D3E8FF", "contentLength": 56, "fullLength": 8 * 1000003, "expansionTechnique": "repeating"}
    prompt = one_group(name, "1.0" if name.startswith("SHA2") else "2.0", {"testType": "LDT"}, [{"largeMsg": large}])
    got, said = answered(run, prompt, "--large")
    message = (bytes.fromhex(large["content"]) * 142858)[:1000003]
    assert said == "" and got["testGroups"][0]["tests"] == [{"tcId": 1, "md": hashed(name, message).hex().upper()}]
    got, said = answered(run, prompt, status=1)
    assert got is None and "group 1 (LDT) is left out: /testGroups/0/testType: large data tests" in said


@pytest.mark.parametrize("name", HASHES)
def test_hmac_and_pbkdf(run, name):
    key, message = b"k" * 200, b"m" * 300
    mac = hmac.new(key, message, HASHES[name]).hexdigest().upper()
    data = {"key": key.hex(), "msg": message.hex()}
    sizes = {"keyLen": 1600, "msgLen": 2400, "macLen": 128}
    for group, test in ((sizes, data), ({}, {**data, **sizes})):
        revision = "2.0" if test is not data else "1.0"
        assert answers_of(run, f"HMAC-{name}", revision, group, [test]) == [{"tcId": 1, "mac": mac[:32]}]
    test = {"password": "p\u00e4ssword", "salt": "0011223344", "iterationCount": 7, "keyLen": 1000}
    derived = hashlib.pbkdf2_hmac(HASHES[name], "p\u00e4ssword".encode(), bytes.fromhex("0011223344"), 7, 125)
    [answer] = answers_of(run, "PBKDF", "1.0", {"hmacAlg": name}, [test])
    assert answer == {"tcId": 1, "derivedKey": derived.hex().upper()}


def hkdf(name, secret, salt, info, size):
    prk, block, out = hmac.new(salt, secret, HASHES[name]).digest(), b"", b""
    for i in range(1, 256):
        block = hmac.new(prk, block + info + bytes([i]), HASHES[name]).digest()
        out += block
        if len(out) >= size:
            return out[:size].hex().upper()
    raise AssertionError("too long")


KDA_TEST = {"kdfParameter": {"kdfType": "hkdf", "salt": "5A" * 64, "z": "21" * 30, "l": 1024, "algorithmId": "A1A2"},
            "fixedInfoPartyU": {"partyId": "A4CA7C"}, "fixedInfoPartyV": {"partyId": "CDE3", "ephemeralData": "F00D"}}


@pytest.mark.parametrize("name", HASHES)
@pytest.mark.parametrize("pattern,t,secret_has_t", (
    ("uPartyInfo||vPartyInfo||l", None, False), ("uPartyInfo||vPartyInfo||l", "7788", True),
    ("uPartyInfo||vPartyInfo||t||l", "7788", False), ("literal[0123]||algorithmId||uPartyInfo||vPartyInfo", None, False)))
def test_hkdf(run, name, pattern, t, secret_has_t):
    test = copy.deepcopy(KDA_TEST)
    if t:
        test["kdfParameter"]["t"] = t
    parts = {"uPartyInfo": "A4CA7C", "vPartyInfo": "CDE3F00D", "l": "00000400", "t": t, "literal[0123]": "0123",
             "algorithmId": "A1A2"}
    info = bytes.fromhex("".join(parts[part] for part in pattern.split("||")))
    dkm = hkdf(name, b"\x21" * 30 + (bytes.fromhex(t) if secret_has_t else b""), b"\x5a" * 64, info, 128)
    group = {"kdfConfiguration": {"kdfType": "hkdf", "fixedInfoPattern": pattern, "fixedInfoEncoding": "concatenation",
                                  "hmacAlg": name}}
    for revision in ("Sp800-56Cr1", "Sp800-56Cr2"):
        assert answers_of(run, "KDA", revision, group, [test], mode="HKDF") == [{"tcId": 1, "dkm": dkm}]
    given = [{**test, "dkm": dkm}, {**test, "dkm": dkm[:-1] + ("0" if dkm[-1] != "0" else "1")}, {**test, "dkm": dkm[:-2]}]
    answers = answers_of(run, "KDA", "Sp800-56Cr2", {**group, "testType": "VAL"}, given, mode="HKDF")
    assert [answer["testPassed"] for answer in answers] == [True, False, False]


@pytest.mark.parametrize("name", HASHES)
def test_hkdf_with_several_expansions(run, name):
    more = [{"l": 1024, "fixedInfo": "8AD0"}, {"l": 256, "fixedInfo": "74"}]
    test = {"kdfMultiExpansionParameter": {"z": "62" * 30, "salt": "00" * 64, "iterationParameters": more}}
    keys = [hkdf(name, b"\x62" * 30, bytes(64), bytes.fromhex(one["fixedInfo"]), one["l"] // 8) for one in more]
    group = {"multiExpansion": True, "kdfMultiExpansionConfiguration": {"kdfType": "hkdf", "hmacAlg": name}}
    assert answers_of(run, "KDA", "Sp800-56Cr2", group, [test], mode="HKDF") == [{"tcId": 1, "dkms": keys}]
    given = [{**test, "dkms": keys}, {**test, "dkms": keys[::-1]}, {**test, "dkms": keys[:1]}]
    answers = answers_of(run, "KDA", "Sp800-56Cr2", {**group, "testType": "VAL"}, given, mode="HKDF")
    assert [answer["testPassed"] for answer in answers] == [True, False, False]


def test_a_server_sends_an_array(run):
    inner = one_group("SHA2-256", "1.0", {}, [{"msg": "61", "len": 8}], isSample=True)
    got, _ = answered(run, [{"acvVersion": "1.0"}, inner])
    md = hashlib.sha256(b"a").hexdigest().upper()
    assert got == [{"acvVersion": "1.0"}, {"vsId": 7, "algorithm": "SHA2-256", "revision": "1.0", "isSample": True,
                                           "testGroups": [{"tgId": 1, "tests": [{"tcId": 1, "md": md}]}]}]


def test_registration(run, place):
    version, capabilities = json.loads(run("acvp", "--registration").stdout)
    assert version == {"acvVersion": "1.0"}
    rows = capabilities["algorithms"]
    named = {(row["algorithm"], row.get("mode"), row["revision"]) for row in rows}
    assert len(named) == len(rows) == 49
    for folder in folders():
        prompt = json.loads((folder / "prompt.json").read_text())
        if not os.environ.get("HASHLANE_ACVP"):
            assert (prompt["algorithm"], prompt.get("mode"), prompt["revision"]) in named
    assert {name for row in rows if row["algorithm"] == "PBKDF" for name in row["capabilities"][0]["hmacAlg"]} == set(HASHES)
    assert run("acvp", "--registration", "-o", "r.json").returncode == 0
    assert json.loads((place / "r.json").read_text()) == [version, capabilities]
