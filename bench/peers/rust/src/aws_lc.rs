// SPDX-License-Identifier: Apache-2.0 OR MIT
use crate::{contestant, each};
use aws_lc_rs::digest::{SHA3_256, SHA3_512, SHA256, SHA512, digest};

contestant!("aws-lc", env!("BENCH_VERSION"),
    "sha256": each!(m, d => d.copy_from_slice(digest(&SHA256, m).as_ref())),
    "sha512": each!(m, d => d.copy_from_slice(digest(&SHA512, m).as_ref())),
    "sha3-256": each!(m, d => d.copy_from_slice(digest(&SHA3_256, m).as_ref())),
    "sha3-512": each!(m, d => d.copy_from_slice(digest(&SHA3_512, m).as_ref())),
);
