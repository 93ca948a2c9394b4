# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A program that uses the package as its stubs say; mypy --strict has nothing to say against it."""
import copy
import hashlib
from pathlib import Path

import hashlane
import hashlane.arrow

digest: bytes = hashlane.sha256(b"abc").digest()
text: str = hashlane.new("kt128", b"abc").hexdigest(64)
xof: hashlane.Xof = hashlane.shake128(memoryview(b"seed"))
more: bytes = xof.reader().read(3)
twin: hashlane.Xof = xof.copy()
mac: hashlane.Mac = hashlane.kmac128(b"abc", key=b"key", customization=b"app")
mac.verify(mac.digest())
mac.verify(mac.digest(16), length=16)
state: bytes = xof.export_state()
again: hashlane.Xof = hashlane.import_state("shake128", state)
shallow: hashlane.Xof = copy.copy(twin)
element: hashlane.SizedHash = hashlane.tuplehash128([b"a", b"b"])
aead = hashlane.AsconAEAD128(hashlane.AsconAEAD128.generate_key(), tag_length=12)
sealed: bytes = aead.encrypt(bytes(16), b"data", None)
many: list[bytes] = hashlane.digest_many("sha256", [b"a", bytearray(b"b")], threads=2)
files: list[tuple[bytes, int, int] | OSError] = hashlane.digest_files("sha256", [__file__, Path(__file__), b"none"])
rows: hashlane.Digests = hashlane.digest_many("sha256", bytes(64), width=32)
one: bytes | None = rows[0]
some: hashlane.Digests = rows[::2]
texts: list[str | None] = some.hex()
digits: hashlane.Digests = some.hex_rows()
by_row: hashlane.Digests = hashlane.row_digest("sha256", rows)
functions: list[str] = hashlane.arrow.register(["sha256"])
place: int = rows.index(rows[1])
same: bool = rows == some and hash(rows) == hash(some)
tree: hashlane.MerkleTree = hashlane.MerkleTree(many, scheme="plain", threads=2)
watched: bytes = hashlane.merkle_root(iter(many), progress=lambda done, total: print(done, total))
stream: hashlane.MerkleStream = hashlane.MerkleStream("sha512", "plain").copy()
stream.extend(bytes(64), width=32, threads=0)
part: bytes = hashlane.Ranges("parallelhash128", 3, parallel_block=2).copy().leaves(0, b"abc", threads=1)
hashlane.merkle_verify(tree.root, many[1], 1, tree.size, tree.prove(1), scheme="plain")
session: bytes = hashlane.transcript_session("SHAKE128", b"tag")
prover: hashlane.Prover = hashlane.Prover("SHAKE128", session, b"instance").copy()
prover.send_integers([1, 2], 2**255 - 19, byteorder="big")
with hashlane.Verifier(prover.suite, session, b"instance", prover.proof) as verifier:
    coordinates: list[int] = verifier.receive_integers(2, 2**255 - 19, byteorder="big")
    verifier.require(verifier.challenge_below(2**61 - 1) == prover.challenge_below(2**61 - 1))
key: bytes = hashlane.hkdf("sha256", b"key", 32, info=b"app") + hashlane.pbkdf2_sha256(b"p", b"s", 1000)
found: hashlane.Hash = hashlane.file_digest(Path(__file__), hashlane.sha256)
standard: str = hashlane.algorithms["sha3-256"].standard
size: int = hashlib.sha256(digest).digest_size
