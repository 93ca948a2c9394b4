// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Another function, but what KangarooTwelve is compared with.
use crate::{contestant, each};

contestant!("BLAKE3", env!("BENCH_VERSION"),
    "kt128" rival 1: each!(m, d => d.copy_from_slice(blake3::hash(m).as_bytes())),
    "kt128 threads" rival 1: each!(m, d => d.copy_from_slice(blake3::Hasher::new().update_rayon(m).finalize().as_bytes())),
);
