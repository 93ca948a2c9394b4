// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Another function, but what KangarooTwelve is compared with.
use crate::{contestant, each, whole};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex};

static POOLS: LazyLock<Mutex<BTreeMap<u32, ThreadPool>>> = LazyLock::new(Default::default);

fn with_threads(message: &[u8], digest: &mut [u8], threads: u32) {
    let mut pools = POOLS.lock().unwrap();
    let pool = pools.entry(threads).or_insert_with(|| ThreadPoolBuilder::new().num_threads(threads as usize).build().unwrap());
    let hash = pool.install(|| blake3::Hasher::new().update_rayon(message).finalize());
    digest.copy_from_slice(hash.as_bytes());
}

contestant!("BLAKE3", env!("BENCH_VERSION"),
    "kt128" rival 1: each!(m, d => d.copy_from_slice(blake3::hash(m).as_bytes())),
    "kt128 threads" rival 1: whole!(w => for i in 0..w.count() {
        if w.threads == 1 {
            w.digest(i).copy_from_slice(blake3::hash(w.message(i)).as_bytes());
        } else {
            with_threads(w.message(i), w.digest(i), w.threads);
        }
    }),
);
