# SPDX-License-Identifier: Apache-2.0 OR MIT
"""No call, good or bad, keeps memory."""
import copy
import gc
import os
import pathlib
import pickle

import numpy
import pyarrow as pa
import pytest

import hashlane
import hashlane.arrow

M, LONG, TABLE = b"x" * 32, bytes(5000), numpy.zeros((4, 8), "u1")
WORDS = pa.array(["a", None, "b", "a"] * 4).dictionary_encode()
STRINGS, DIGESTS = numpy.array([b"a", b"bc"]), hashlane.digest_many("sha256", bytes(64), width=8)
COLUMN = pa.array(["a", None, "b" * 20])
ROWS = pa.table({"a": COLUMN, "l": [[1], None, [2, 3]], "w": COLUMN.dictionary_encode()})
BAD_ROWS = pa.table({"a": pa.array([b"\xff"] * 9).view(pa.string())})
CHUNKS, VIEWS = pa.chunked_array([COLUMN, COLUMN]), COLUMN.cast(pa.string_view())
PARTY = ("SHAKE128", bytes(32), b"instance")
BOX = hashlane.AsconAEAD128(bytes(16))
TREE = hashlane.MerkleTree([M, M + M])
STREAM = hashlane.MerkleStream()
RANGES = hashlane.Ranges("kt128", len(LONG))
SEALED = BOX.encrypt(bytes(16), M)


def stop(done, total):
    raise ValueError


def sent(prover):
    prover.send(M)
    prover.send_integers([1, 2**70], 2**80)
    prover.grind(1)
    return prover.proof, prover.challenge_below(2**80), prover.challenge_bits(9), hashlane.transcript_session("SHAKE128", M)


def received(verifier):
    return verifier.receive_integers(4, 2**80), verifier.receive_string(), verifier.receive(3), verifier.check_eof()


CALLS = {
    "object": lambda: hashlane.sha256(M).hexdigest(),
    "keywords": lambda: hashlane.kmac128(data=bytearray(M), key=bytearray(b"k"), customization=M).verify(bytes(3)),
    "digest": lambda: hashlane.digest("kt128", LONG, 64, customization=M),
    "long customization": lambda: hashlane.digest("kt128", LONG, 64, customization=LONG),
    "copies and readers": lambda: hashlane.kt128(M).copy().reader().copy().read(3000),
    "tuple": lambda: hashlane.tuplehash128([M, bytearray(2)]).digest(),
    "list": lambda: hashlane.digest_many("sha256", [M, bytearray(M), memoryview(M)]),
    "iterator": lambda: hashlane.digest_many("sha256", iter([M])),
    "table": lambda: bytes(hashlane.digest_many("sha256", TABLE)),
    "rows": lambda: list(hashlane.digest_many("sha256", M, width=8)),
    "column": lambda: pa.array(hashlane.digest_many("sha256", COLUMN)),
    "views, never taken over": lambda: hashlane.digest_many("sha256", VIEWS).__arrow_c_array__(),
    "chunks": lambda: pa.array(hashlane.digest_many("sha256", CHUNKS)),
    "rows of a table": lambda: hashlane.row_digest("sha256", ROWS).hex_rows(),
    "rows of chunks": lambda: pa.array(hashlane.row_digest("sha512", pa.table({"a": CHUNKS, "b": CHUNKS}))),
    "rows with a type that is refused": lambda: hashlane.row_digest("sha256", pa.table({"a": pa.array([1], pa.duration("s"))})),
    "rows with text that is refused": lambda: hashlane.row_digest("sha256", BAD_ROWS),
    "a column of pyarrow": lambda: hashlane.arrow.hex(CHUNKS, "sha256"),
    "a bad message after good ones": lambda: hashlane.digest_many("sha256", [M, bytearray(3), "text"]),
    "another column": lambda: hashlane.digest_many("sha256", pa.array([1])),
    "files": lambda: hashlane.digest_files("kt128", [__file__, pathlib.Path(__file__).parent, "none"]),
    "a path that is refused": lambda: hashlane.digest_files("kt128", ["none", 3]),
    "ranges": lambda: RANGES.copy().leaves(0, LONG),
    "a range that is refused": lambda: RANGES.add(M),
    "a whole message": lambda: (ranges := RANGES.copy()).add(RANGES.leaves(0, LONG)) or ranges.whole().digest(),
    "a subtree": lambda: STREAM.copy().push_subtree(M, 1),
    "unknown": lambda: hashlane.new("nope"),
    "no key": lambda: hashlane.kmac128(M),
    "gaps": lambda: hashlane.sha256(TABLE[:, ::2]),
    "aead": lambda: hashlane.AsconAEAD128(bytearray(16), tag_length=9).encrypt(bytes(16), bytearray(M), M),
    "decrypt": lambda: BOX.decrypt(bytes(16), SEALED),
    "forged": lambda: BOX.decrypt(bytes(16), bytes(40)),
    "many keys": lambda: hashlane.pbkdf2_hmac_many("sha256", [M, bytearray(M)], bytearray(3), 1),
    "many records": lambda: hashlane.AsconAEAD128(bytes(16)).decrypt_many(
        bytearray(32), hashlane.AsconAEAD128(bytes(16)).encrypt_many([bytes(16)] * 2, [M, bytearray(M)])),
    "kdf": lambda: hashlane.hkdf("sha256", M, 40, salt=bytearray(3)) + hashlane.pbkdf2_hmac("sha256", M, M, 1),
    "tree": lambda: (TREE.leaf_digests[0], hashlane.MerkleTree([M, bytearray(M)], "sha512").prove(1)),
    "forged proof": lambda: hashlane.merkle_verify(bytearray(TREE.root), bytearray(M), 0, 2, TREE.prove(1)),
    "stream": lambda: (STREAM.push(M), STREAM.extend([M, bytearray(3)]), STREAM.copy().root, STREAM.size),
    "stopped tree": lambda: hashlane.MerkleTree([M, M], progress=stop),
    "tree with progress": lambda: hashlane.merkle_root([M, M], progress=lambda done, total: None),
    "tree of nulls": lambda: hashlane.MerkleTree(COLUMN),
    "prover": lambda: sent(hashlane.Prover(*PARTY).copy()),
    "verifier": lambda: received(hashlane.Verifier(*PARTY, bytearray(72)).copy()),
    "refused message": lambda: hashlane.Verifier(*PARTY, b"\xff" * 32).receive_integers(4, 2**64 - 59),
    "refused call": lambda: hashlane.Prover(*PARTY).send_integers([1, 2**70, -1], 2**80),
    "dictionary": lambda: pa.array(hashlane.digest_many("sha256", WORDS)),
    "rows of a dictionary": lambda: hashlane.digest_many("sha256", WORDS.slice(0, 1)).hex(),
    "strings of numpy": lambda: hashlane.digest_many("sha256", STRINGS),
    "slices": lambda: (pa.array(DIGESTS[::-2]), pa.array(DIGESTS[1:]), numpy.asarray(DIGESTS[::2]), hash(DIGESTS[1:])),
    "methods of digests": lambda: (DIGESTS.index(DIGESTS[2]), DIGESTS == DIGESTS[:], repr(DIGESTS)),
    "pickles": lambda: pickle.loads(pickle.dumps([DIGESTS[::-1], hashlane.kt128(LONG), hashlane.algorithms["sha256"]])),
    "refused pickle": lambda: pickle.dumps(BOX),
    "refused copy": lambda: copy.copy(hashlane.kmac128(key=M)),
    "copies": lambda: (copy.deepcopy(hashlane.sha256(M)), copy.copy(TREE), copy.copy(STREAM), copy.copy(hashlane.shake128().reader())),
    "damaged state": lambda: hashlane.import_state("sha256", bytes(hashlane.sha256().export_state()[:-1]) + b"x"),
    "short tag": lambda: hashlane.kmac128(key=M).verify(bytes(4), length=4),
    "a number out of range": lambda: hashlane.shake128().digest(1 << 300),
    "no number": lambda: hashlane.shake128().digest("3"),
    "a bad element": lambda: hashlane.tuplehash128([bytearray(3), None]),
    "facts": lambda: (hashlane.targets(), hashlane.algorithms["kmac128"].parameters, repr(hashlane.sha256())),
}


def resident():
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def growth(call, times=6000):
    def repeat(n):
        for _ in range(n):
            try:
                call()
            except (TypeError, ValueError, BufferError, hashlane.InvalidTag):
                pass
        gc.collect()
    repeat(times // 2)
    before = resident()
    repeat(times)
    return resident() - before


@pytest.mark.skipif(not pathlib.Path("/proc/self/statm").exists(), reason="no /proc here")
class TestLeaks:
    limit = 250_000  # 40 bytes a call are more

    @pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
    def test_none(self, call):
        assert min(growth(call), growth(call)) < self.limit

    def test_one_is_found(self):
        kept = []
        assert min(growth(lambda: kept.append(bytes(300))), growth(lambda: kept.append(bytes(300)))) > self.limit
