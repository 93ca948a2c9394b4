// SPDX-License-Identifier: Apache-2.0 OR MIT
use crate::{contestant, each, whole};

contestant!("keccak-batch", env!("BENCH_VERSION"),
    "keccak-256": each!(m, d => d.copy_from_slice(&keccak_batch::keccak256(m))),
    "keccak-256 batch": whole!(w => {
        let messages: Vec<&[u8]> = (0..w.count()).map(|i| w.message(i)).collect();
        keccak_batch::keccak256_many_into(&messages, w.digests().as_chunks_mut::<32>().0);
    }),
);
