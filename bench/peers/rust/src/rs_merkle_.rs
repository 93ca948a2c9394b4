// SPDX-License-Identifier: Apache-2.0 OR MIT
use crate::{contestant, whole};
use rs_merkle::{algorithms::Sha256, MerkleTree};

contestant!("rs_merkle", env!("BENCH_VERSION"),
    "sha256 tree": whole!(w => {
        let leaves: Vec<[u8; 32]> = (0..w.count()).map(|i| w.message(i).try_into().expect("a digest")).collect();
        let tree = MerkleTree::<Sha256>::from_leaves(&leaves);
        w.digest(0).copy_from_slice(&tree.root().expect("leaves"));
    }),
);
