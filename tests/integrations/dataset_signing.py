# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane.dataset.signing: the real package model-signing signs and verifies with Hashlane's digests. dataset.py runs it."""
import base64
import hashlib
import json
import random

import model_signing.hashing
import model_signing.signing
import model_signing.verifying
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

import hashlane
from hashlane.dataset import Refused
from hashlane.dataset.signing import FileDigest, Hashing, leaves_of

CHUNK = 8192
SIZES = {"config.json": 20, "weights/0.bin": 10 * CHUNK + 5, "weights/1.bin": 40 * CHUNK, "empty": 0}


@pytest.fixture
def model(tmp_path):
    source, place = random.Random(1), tmp_path / "model"
    for name, size in SIZES.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(source.randbytes(size))
    return place


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    """(private key, public key) of files."""
    place, key = tmp_path_factory.mktemp("keys"), ec.generate_private_key(ec.SECP256R1())
    (place / "private.pem").write_bytes(key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    (place / "public.pem").write_bytes(key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo))
    return place / "private.pem", place / "public.pem"


def sign(model, keys, hashing):
    signature = model.parent / "model.sig"
    config = model_signing.signing.Config().use_elliptic_key_signer(private_key=keys[0])
    (config if hashing is None else config.set_hashing_config(hashing)).sign(model, signature)
    return signature


def verify(model, keys, signature, hashing):
    config = model_signing.verifying.Config().use_elliptic_key_verifier(public_key=keys[1])
    (config if hashing is None else config.set_hashing_config(hashing)).verify(model, signature)


def resources(signature):
    payload = json.loads(base64.b64decode(json.loads(signature.read_text())["dsseEnvelope"]["payload"]))
    return {one["name"]: (one["algorithm"], one["digest"]) for one in payload["predicate"]["resources"]}


@pytest.mark.parametrize("workers, range_size", [(1, CHUNK), (3, 2 * CHUNK), (2, 64 << 20)])
@pytest.mark.parametrize("algorithm", ["kt128", "parallelhash256", "sha256", "ascon-hash256"])
def test_sign_and_verify(model, keys, algorithm, workers, range_size):
    signature = sign(model, keys, Hashing(algorithm, workers, range_size))
    assert resources(signature) == {name: (algorithm, hashlane.digest(algorithm, (model / name).read_bytes()).hex()) for name in SIZES}
    verify(model, keys, signature, Hashing(algorithm))
    for name in SIZES:
        before = (model / name).read_bytes()
        (model / name).write_bytes(before[:-1] + bytes([before[-1] ^ 1]) if before else b"x")
        with pytest.raises(ValueError, match=rf"Hash mismatch for \W+{name}\W"):
            verify(model, keys, signature, Hashing(algorithm, workers, range_size))
        (model / name).write_bytes(before)
    (model / "more").touch()
    with pytest.raises(ValueError, match="Extra files"):
        verify(model, keys, signature, Hashing(algorithm))


def test_the_package_by_itself(model, keys):
    """A signature with sha256 is the package's own; one with kt128 is refused, and so is a changed signature."""
    verify(model, keys, sign(model, keys, Hashing("sha256")), None)
    verify(model, keys, sign(model, keys, None), Hashing("sha256"))
    signature = sign(model, keys, Hashing("kt128"))
    with pytest.raises(ValueError, match="kt128"):
        verify(model, keys, signature, None)
    for other in ("kt256", "sha256"):
        with pytest.raises(ValueError, match="Hash mismatch"):
            verify(model, keys, signature, Hashing(other))
    text = json.loads(signature.read_text())
    payload = base64.b64decode(text["dsseEnvelope"]["payload"]).replace(b"config.json", b"config.jsom")
    text["dsseEnvelope"]["payload"] = base64.b64encode(payload).decode()
    signature.write_text(json.dumps(text))
    with pytest.raises(Exception) as raised:
        verify(model, keys, signature, Hashing("kt128"))
    assert "signature" in f"{type(raised.value).__name__} {raised.value}".lower()


def test_ranges_are_those_of_the_file(model):
    path, hashing = model / "weights" / "1.bin", Hashing("kt128", 2, CHUNK)
    assert FileDigest(path, hashing).compute().digest_value == hashlane.kt128(path.read_bytes()).digest()
    assert Hashing("sha256").hash(model) == model_signing.hashing.Config().hash(model)
    assert hashlib.sha256(path.read_bytes()).digest() == FileDigest(path, Hashing("sha256")).compute().digest_value


def test_files_that_change(model, monkeypatch):
    path, hashing = model / "weights" / "1.bin", Hashing("kt128", 2, CHUNK)
    size = SIZES["weights/1.bin"]
    with pytest.raises(Refused, match="changed while it was read"):
        leaves_of(path, hashlane.Ranges("kt128", 2 * size), size - CHUNK, 2 * CHUNK)
    real = FileDigest.in_ranges

    def append(self, size):
        value = real(self, size)
        path.write_bytes(path.read_bytes() + b"x")
        return value
    monkeypatch.setattr(FileDigest, "in_ranges", append)
    with pytest.raises(Refused, match="changed while it was read"):
        FileDigest(path, hashing).compute()


def test_what_is_refused(monkeypatch):
    for call, reason in ((lambda: Hashing("md5"), "no hash"), (lambda: Hashing("kt128", -1), "below 0"),
                         (lambda: Hashing("kt128", 1, 100), "multiple of 8192"),
                         (lambda: Hashing().use_shard_serialization(), "no shards"),
                         (lambda: Hashing().use_file_serialization(hashing_algorithm="blake2"), "not with blake2")):
        with pytest.raises(Refused, match=reason):
            call()
    monkeypatch.setattr(model_signing.hashing.Config, "use_file_serialization", lambda self: self)
    with pytest.raises(Refused, match="does not call"):
        Hashing()
