// SPDX-License-Identifier: Apache-2.0 OR MIT
use crate::{contestant, whole};
use std::sync::Once;

static READY: Once = Once::new();

contestant!("hashtree", env!("BENCH_VERSION"),
    "sha256 pairs": whole!(w => {
        READY.call_once(|| { hashtree_rs::init(); });
        hashtree_rs::hash(w.digests(), w.all(), w.count());
    }),
    "sha256 tree": whole!(w => {
        READY.call_once(|| { hashtree_rs::init(); });
        let mut n = w.count() / 2;
        let mut level = vec![0u8; 32 * n];
        hashtree_rs::hash(&mut level, w.all(), n);
        while n > 1 {
            n /= 2;
            let mut above = vec![0u8; 32 * n];
            hashtree_rs::hash(&mut above, &level, n);
            level = above;
        }
        w.digest(0).copy_from_slice(&level);
    }),
);
