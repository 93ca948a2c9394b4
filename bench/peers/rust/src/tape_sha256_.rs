// SPDX-License-Identifier: Apache-2.0 OR MIT
use crate::{contestant, whole};

contestant!("tape-sha256", env!("BENCH_VERSION"),
    "sha256 batch": whole!(w => {
        let messages: Vec<&[u8]> = (0..w.count()).map(|i| w.message(i)).collect();
        tape_sha256::hash_many(&messages, w.digests().as_chunks_mut::<32>().0);
    }),
    "sha256 pairs": whole!(w => {
        let left: Vec<&[u8]> = (0..w.count()).map(|i| &w.message(i)[..32]).collect();
        let right: Vec<&[u8]> = (0..w.count()).map(|i| &w.message(i)[32..]).collect();
        tape_sha256::hash_pairs(&[], &left, &right, w.digests().as_chunks_mut::<32>().0);
    }),
);
