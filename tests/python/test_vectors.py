# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Vectors of third parties, each through the object, the one-shot function and the batch."""
import pytest

import hashlane
import vectors

SHA2 = {"SHA224": "sha224", "SHA256": "sha256", "SHA384": "sha384", "SHA512": "sha512", "SHA512_224": "sha512-224",
        "SHA512_256": "sha512-256"}
SHA3 = {f"SHA3_{n}": f"sha3-{n}" for n in (224, 256, 384, 512)}
SHAKE = {f"SHAKE{n}": f"shake{n}" for n in (128, 256)}


def check(name, message, expected, **options):
    length = len(expected) if hashlane.algorithms[name].any_length else None
    made = hashlane.new(name, message, **options)
    assert (made.digest() if length is None else made.digest(length)) == expected
    assert hashlane.digest(name, message, length, **options) == expected
    assert hashlane.digest_many(name, [message], length, **options) == [expected]


@pytest.mark.parametrize("folder, file, name", [("sha2", *pair) for pair in SHA2.items()] +
                         [("sha3", *pair) for pair in SHA3.items()] + [("shake", *pair) for pair in SHAKE.items()])
def test_cavp(folder, file, name):
    cases = 0
    for case in vectors.records(f"{folder}/cavp/{file}ShortMsg.rsp"):
        if "Msg" in case:
            message = bytes.fromhex(case["Msg"])[:int(case["Len"]) // 8]
            check(name, message, bytes.fromhex(case.get("MD") or case["Output"]))
            cases += 1
    assert cases > 20


@pytest.mark.parametrize("name", SHAKE.values())
def test_variable_output(name):
    cases = [c for c in vectors.records(f"shake/cavp/{name.upper()}VariableOut.rsp") if "Output" in c]
    assert cases
    for case in cases[:200]:
        check(name, bytes.fromhex(case["Msg"]), bytes.fromhex(case["Output"]))


def our_name(fn):
    """kmac128xof is kmacxof128 here."""
    return fn[:-6] + "xof" + fn[-6:-3] if fn.endswith("xof") else fn


@pytest.mark.parametrize("case", vectors.read_json("sp800-185/nist-samples.json")["tests"],
                         ids=lambda case: f"{case['fn']}-{case['outBytes']}")
def test_sp800_185(case):
    options = {}
    if "key" in case:
        options["key"] = bytes.fromhex(case["key"])
    if case.get("functionName"):
        options["name"] = case["functionName"].encode()
    if case["custom"]:
        options["customization"] = case["custom"].encode()
    if "blockBytes" in case:
        options["block_size"] = case["blockBytes"]
    name, expected = our_name(case["fn"]), bytes.fromhex(case["out"])
    if "tuple" in case:
        elements = [bytes.fromhex(e) for e in case["tuple"]]
        assert hashlane.digest(name, elements, len(expected), **options) == expected
        one_by_one = hashlane.new(name, **options)
        for element in elements:
            one_by_one.update(element)
        assert one_by_one.digest(len(expected)) == expected
    else:
        check(name, bytes.fromhex(case["msg"]), expected, **options)


@pytest.mark.parametrize("fn", ["TurboSHAKE128", "TurboSHAKE256", "KT128", "KT256"])
def test_rfc9861(fn):
    cases = [c for c in vectors.read_json("turboshake-k12/rfc9861-draft.json")["tests"] if c["fn"] == fn]
    assert len(cases) > 10
    for case in cases:
        options = {"domain": case["D"]} if "D" in case else {"customization": vectors.message(case["C"])}
        message, expected = vectors.message(case["M"]), bytes.fromhex(case["out"])
        out = hashlane.digest(fn.lower(), message, case["outBytes"], **options)
        assert out[-case["last"]:] == expected
        if len(options.get("customization", b"")) > 256:  # more than an object keeps
            with pytest.raises(ValueError, match="too long"):
                hashlane.new(fn.lower(), message, **options)
        else:
            assert hashlane.new(fn.lower(), message, **options).reader().read(case["outBytes"]) == out


@pytest.mark.parametrize("file, name", [("sp800232_hash256", "ascon-hash256"), ("sp800232_xof128_64B", "ascon-xof128"),
                                        ("sp800232_cxof128_64B", "ascon-cxof128"), ("v12_asconhash", "ascon-hash"),
                                        ("v12_asconhasha", "ascon-hasha"), ("v12_asconxof_32B", "ascon-xof"),
                                        ("v12_asconxofa_32B", "ascon-xofa")])
def test_ascon(file, name):
    cases = list(vectors.records(f"ascon/{file}.txt"))
    assert len(cases) > 100
    for case in cases:
        options = {"customization": bytes.fromhex(case["Z"])} if "Z" in case else {}
        check(name, bytes.fromhex(case["Msg"]), bytes.fromhex(case["MD"]), **options)


@pytest.mark.parametrize("file, kind", [("sp800232_aead128", hashlane.AsconAEAD128), ("v12_ascon128_aead", hashlane.Ascon128),
                                        ("v12_ascon128a_aead", hashlane.Ascon128a),
                                        ("v12_ascon80pq_aead", hashlane.Ascon80pq)])
def test_aead(file, kind):
    cases = list(vectors.records(f"ascon/{file}.txt"))
    assert len(cases) > 100
    for case in cases:
        key, nonce, text, header, sealed = (bytes.fromhex(case[k]) for k in ("Key", "Nonce", "PT", "AD", "CT"))
        assert kind(key).encrypt(nonce, text, header) == sealed
        assert kind(key).decrypt(nonce, sealed, header) == text


@pytest.mark.parametrize("file, kind", [("sp800232_aead128", hashlane.AsconAEAD128), ("v12_ascon128", hashlane.Ascon128),
                                        ("v12_ascon128a", hashlane.Ascon128a), ("v12_ascon80pq", hashlane.Ascon80pq)])
def test_aead_wycheproof(file, kind):
    refused = 0
    for case in vectors.records(f"ascon/{file}_wycheproof.txt"):
        key, nonce, text, header, cipher, tag = (bytes.fromhex(case[k]) for k in ("Key", "Nonce", "PT", "AD", "CT", "Tag"))
        if case["Result"] == "valid":
            assert kind(key).encrypt(nonce, text, header) == cipher + tag
            assert kind(key).decrypt(nonce, cipher + tag, header) == text
            continue
        with pytest.raises((hashlane.InvalidTag, ValueError)):
            kind(key).decrypt(nonce, cipher + tag, header)
        refused += 1
    assert refused > 10


@pytest.mark.parametrize("hash_name", ["sha256", "sha3_256"])
def test_hmac_wycheproof(hash_name):
    name = "hmac-" + hash_name.replace("_", "-")
    for group in vectors.read_json(f"hmac-kdf/wycheproof/hmac_{hash_name}_test.json")["testGroups"]:
        for case in group["tests"]:
            mac = hashlane.new(name, bytes.fromhex(case["msg"]), key=bytes.fromhex(case["key"]))
            tag = bytes.fromhex(case["tag"])
            assert (mac.digest()[:group["tagSize"] // 8] == tag) == (case["result"] == "valid")
            if group["tagSize"] // 8 == mac.digest_size and case["result"] == "valid":
                mac.verify(tag)
            elif case["result"] != "valid":
                with pytest.raises((hashlane.InvalidTag, ValueError)):
                    mac.verify(tag)


def test_kmac_wycheproof():
    for group in vectors.read_json("sp800-185/wycheproof/kmac128_no_customization_test.json")["testGroups"]:
        for case in group["tests"]:
            key, message, tag = (bytes.fromhex(case[k]) for k in ("key", "msg", "tag"))
            mac = hashlane.kmac128(message, key=key)
            if case["result"] == "valid":
                mac.verify(tag)
            else:
                with pytest.raises((hashlane.InvalidTag, ValueError)):
                    mac.verify(tag)


def test_pbkdf2_wycheproof():
    for group in vectors.read_json("hmac-kdf/wycheproof/pbkdf2_hmacsha256_test.json")["testGroups"]:
        for case in group["tests"]:
            if case["iterationCount"] > 20000:
                continue
            password, salt, expected = (bytes.fromhex(case[k]) for k in ("password", "salt", "dk"))
            assert hashlane.pbkdf2_hmac("sha256", password, salt, case["iterationCount"], case["dkLen"]) == expected
            assert hashlane.pbkdf2_sha256(password, salt, case["iterationCount"], dklen=case["dkLen"]) == expected


def test_hkdf_rfc5869():
    text = vectors.path("hmac-kdf/rfc/rfc-5869-HKDF-SHA256.txt").read_text().split("# A.")[1:]
    assert len(text) == 3
    for block in text:
        case = dict(line.split("=") for line in block.splitlines() if "=" in line)
        case = {k.strip(): v.strip() for k, v in case.items()}
        key, salt, info, expected = (bytes.fromhex(case[k]) for k in ("IKM", "salt", "info", "OKM"))
        size = int(case["L"])
        assert hashlane.hkdf("sha256", key, size, salt=salt, info=info) == expected
        assert hashlane.hkdf_sha256(key, size, salt=salt, info=info) == expected
        middle = hashlane.hkdf_extract("sha256", key, salt)
        assert middle == bytes.fromhex(case["PRK"])
        assert hashlane.hkdf_expand("sha256", middle, info, size) == expected
