// SPDX-License-Identifier: Apache-2.0 OR MIT
use crate::{contestant, each};
use ring::digest::{SHA256, SHA512, digest};

contestant!("ring", env!("BENCH_VERSION"),
    "sha256": each!(m, d => d.copy_from_slice(digest(&SHA256, m).as_ref())),
    "sha512": each!(m, d => d.copy_from_slice(digest(&SHA512, m).as_ref())),
);
