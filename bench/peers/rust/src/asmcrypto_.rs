// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Eight messages of Keccak-256 for each call; what remains goes through its call for one message.
use crate::{contestant, whole};
use asmcrypto::keccak_batch::keccak256_batch;
use asmcrypto::keccak_scalar::keccak256;

contestant!("asmcrypto", env!("BENCH_VERSION"),
    "keccak-256 batch": whole!(w => {
        let whole = w.count() / 8 * 8;
        for first in (0..whole).step_by(8) {
            let digests = keccak256_batch(core::array::from_fn(|i| w.message(first + i)));
            for (i, digest) in digests.iter().enumerate() {
                w.digest(first + i).copy_from_slice(digest);
            }
        }
        for i in whole..w.count() {
            w.digest(i).copy_from_slice(&keccak256(w.message(i)));
        }
    }),
);
