# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One digest for a data set: a manifest of its objects as Parquet, an RFC 9162 root over the rows, and a proof for each
object. The command `hashlane-dataset` calls these functions.

    make_manifest(Storage("s3://bucket/prefix"), "data.parquet", Plan(engine=Local(4)))
    manifest = read_manifest("data.parquet")
    proof = prove(manifest, "a/b.bin")
    row = verify_proof(manifest.root, proof)

Manifests, proofs and the names of objects may come from outside. What does not fit raises Refused, with the reason.
"""
from .build import Plan, Unfinished, digest_objects, make_manifest
from .engines import Local
from .manifest import Manifest, read_manifest, write_manifest
from .proofs import prove, verify_proof
from .rows import Refused, Row, root_of
from .storage import Storage
from .tables import DeltaTable, ParquetTable

__all__ = ["DeltaTable", "Local", "Manifest", "ParquetTable", "Plan", "Refused", "Row", "Storage", "Unfinished",
           "digest_objects", "make_manifest", "prove", "read_manifest", "root_of", "verify_proof", "write_manifest"]
