# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every published vector, on every instruction set, in every way that this face has: at once, in pieces, as a stream,
side by side; messages and outputs that end within a byte too."""
import re

import pytest

import hashlane
import sets
import vectors
from tally import TALLY

VECTORS = list(enumerate(sets.everything()))
OPTIONS = {"customization": "custom", "function_name": "name", "domain": "number", "parallel_block": "number"}
MOST_ITERATIONS = 4000  # in each way; of more in one


def chosen(kind, folder=None):
    return [(i, v) for i, v in VECTORS if v.kind == kind and folder in (None, v.folder)]


def told(v):
    return f"{v.folder} {v.algorithm}, {v.bits} bits: {v.message[:40].hex()}"


def options(v):
    taken = hashlane.algorithms[v.algorithm].parameters
    given = {option: getattr(v, field) for option, field in OPTIONS.items() if option in taken and getattr(v, field)}
    return given | ({"key": v.key} if "key" in taken else {})


def known_part(out, v):
    """What of the output the vector has."""
    out = bytearray(out[v.skip:v.skip + len(v.output)])
    if v.output_bits % 8:
        out[-1] &= (1 << v.output_bits % 8) - 1
    return bytes(out)


def in_pieces(v, more):
    state = hashlane.new(v.algorithm, **more)
    for element in v.elements or ():
        state.update(element)
    if v.elements is None:
        head = v.bits // 24
        state.update(v.message[:head])
        state.update_bits(v.message[head:], v.bits - 8 * head)
    return state


def answers(v):
    """The output in each way."""
    a, more = hashlane.algorithms[v.algorithm], options(v)
    length = (v.size,) if a.any_length else ()
    state = in_pieces(v, more)
    yield state.digest(*length)
    yield state.copy().digest(*length)
    yield bytes.fromhex(state.hexdigest(*length))
    if a.kind == "xof" or "xof" in a.name:
        reader = state.reader()
        yield reader.read(v.size // 3) + reader.read(v.size - v.size // 3)
    if v.bits % 8:
        state = hashlane.new(v.algorithm, **more)
        state.update_bits(v.message, v.bits)
        yield state.digest(*length)
        return
    message = v.message if v.elements is None else list(v.elements)
    yield hashlane.new(v.algorithm, message, **more).digest(*length)
    yield hashlane.digest(v.algorithm, message, *length, **more)
    if v.elements is None:
        yield from hashlane.digest_many(v.algorithm, [message] * 3, *length, **more)


def verified(v):
    """By a mac itself, where the vector has the whole tag. A short tag is asked for by its length."""
    state = in_pieces(v, options(v))
    try:
        state.verify(v.output, v.size if v.size < state.digest_size else None)
    except (hashlane.InvalidTag, ValueError):
        return False
    return True


@pytest.mark.parametrize("folder", sorted({v.folder for _, v in chosen("digest")}))
def test_digests(folder, target):
    for i, v in chosen("digest", folder):
        right = [known_part(out, v) == v.output for out in answers(v)]
        if hashlane.algorithms[v.algorithm].kind == "mac" and len(v.output) == v.size and v.output_bits % 8 == 0:
            right.append(verified(v))
        assert right == [v.valid] * len(right), told(v)
        TALLY.add(folder, i, len(right), v.in_bits)


def opened(aead, *sealed):
    try:
        return aead.decrypt(*sealed)
    except (hashlane.InvalidTag, ValueError):
        return None


def sealed(v):
    """Of each way, whether the vector's is what comes out; ValueError for a key, nonce or tag of no size of theirs."""
    nonce, header, text, cipher, tag = v.elements
    aead = getattr(hashlane, hashlane.algorithms[v.algorithm].identifier)(v.key, tag_length=len(tag))
    yield aead.encrypt(nonce, text, header) == cipher + tag
    yield opened(aead, nonce, cipher + tag, header) == text
    if len(tag) == 16:
        yield aead.encrypt_many([nonce] * 3, [text] * 3, header) == [cipher + tag] * 3
        yield aead.decrypt_many([nonce] * 3, [cipher + tag] * 3, header) == [text] * 3


@pytest.mark.parametrize("folder", sorted({v.folder for _, v in chosen("aead")}))
def test_aead(folder, target):
    for i, v in chosen("aead", folder):
        try:
            right = list(sealed(v))
        except ValueError:
            right = [False]
        assert right == [v.valid] * len(right), told(v)
        TALLY.add(folder, i, len(right))


def derived(v):
    """In each way; ValueError for a length that there is not."""
    kind, hash_name = v.algorithm.split("-", 1)
    named = getattr(hashlane, v.algorithm.replace("-", "_"))
    if kind == "hkdf":
        yield hashlane.hkdf(hash_name, v.message, v.size, salt=v.custom, info=v.name)
        yield named(v.message, v.size, salt=v.custom, info=v.name)
        middle = hashlane.hkdf_extract(hash_name, v.message, v.custom)
        yield hashlane.hkdf_expand(hash_name, middle, v.name, v.size)
    else:
        yield hashlane.pbkdf2_hmac(hash_name, v.message, v.custom, v.number, v.size)
        if v.number <= MOST_ITERATIONS:
            yield named(v.message, v.custom, v.number, dklen=v.size)
            yield from hashlane.pbkdf2_hmac_many(hash_name, [v.message] * 3, [v.custom] * 3, v.number, v.size)


@pytest.mark.parametrize("kind", ["hkdf", "pbkdf2"])
def test_keys(kind, target):
    for i, v in chosen(kind):
        try:
            right = [key == v.output for key in derived(v)]
        except ValueError:
            right = [False]
        assert right == [v.valid] * len(right), told(v)
        TALLY.add(v.folder, i, len(right))


def test_hkdf_rfc5869_extracts(target):
    text = vectors.path("hmac-kdf/rfc/rfc-5869-HKDF-SHA256.txt").read_text().split("# A.")[1:]
    assert len(text) == 3
    for block in text:
        case = dict(re.findall(r"^(\w+) *= *(\S*)$", block, re.M))
        key, salt, middle = (bytes.fromhex(case[k]) for k in ("IKM", "salt", "PRK"))
        assert hashlane.hkdf_extract("sha256", key, salt) == middle


@pytest.mark.parametrize("fn", ["KT128", "KT256"])
def test_long_customization(fn, target):
    """More than an object keeps is for digest() alone."""
    cases = [c for c in vectors.read_json("turboshake-k12/rfc9861-draft.json")["tests"]
             if c["fn"] == fn and len(vectors.message(c["C"])) > 256]
    assert cases
    for number, case in enumerate(cases):
        message, custom = vectors.message(case["M"]), vectors.message(case["C"])
        out = hashlane.digest(fn.lower(), message, case["outBytes"], customization=custom)
        assert out[-case["last"]:].hex() == case["out"]
        with pytest.raises(ValueError, match="takes a customization string of at most 256 bytes, not of"):
            hashlane.new(fn.lower(), message, customization=custom)
        TALLY.add("turboshake-k12", (fn, number), 1)


def test_every_folder_is_here():
    """As many vectors as the repository's own copy has, or more; some in bits."""
    count = {folder: sum(v.folder == folder for _, v in VECTORS) for folder in ("sha2", "sha3", "shake", "ascon")}
    assert all(n > 200 for n in count.values()), count
    assert {v.folder for _, v in VECTORS if v.in_bits} >= {"sha3", "sp800-185", "ascon"}
