// SPDX-License-Identifier: Apache-2.0 OR MIT
use crate::{contestant, each, whole};
use commonware_cryptography::{Hasher, Sha256};
use commonware_parallel::Sequential;

contestant!("commonware", env!("BENCH_VERSION"),
    "sha256": each!(m, d => d.copy_from_slice(Sha256::hash(&[m]).as_ref())),
    "sha256 batch": whole!(w => {
        let messages: Vec<&[u8]> = (0..w.count()).map(|i| w.message(i)).collect();
        for (i, digest) in Sha256::hash_many(&messages, &Sequential).iter().enumerate() {
            w.digest(i).copy_from_slice(digest.as_ref());
        }
    }),
);
