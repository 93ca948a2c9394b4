// SPDX-License-Identifier: Apache-2.0 OR MIT
use crate::{contestant, whole};
use std::sync::Once;

static READY: Once = Once::new();

contestant!("hashtree", env!("BENCH_VERSION"),
    "sha256 pairs": whole!(w => {
        READY.call_once(|| { hashtree_rs::init(); });
        hashtree_rs::hash(w.digests(), w.all(), w.count());
    }),
);
