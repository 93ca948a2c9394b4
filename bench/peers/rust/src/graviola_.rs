// SPDX-License-Identifier: Apache-2.0 OR MIT
use crate::{contestant, each};
use graviola::hashing::sha3::{Sha3_256Context, Sha3_512Context, Shake128, Shake256};
use graviola::hashing::{Hash, Sha256, Sha512};

contestant!("graviola", env!("BENCH_VERSION"),
    "sha256": each!(m, d => d.copy_from_slice(Sha256::hash(m).as_ref())),
    "sha512": each!(m, d => d.copy_from_slice(Sha512::hash(m).as_ref())),
    "sha3-256": each!(m, d => {
        let mut h = Sha3_256Context::new();
        h.update(m);
        d.copy_from_slice(&h.finish());
    }),
    "sha3-512": each!(m, d => {
        let mut h = Sha3_512Context::new();
        h.update(m);
        d.copy_from_slice(&h.finish());
    }),
    "shake128": each!(m, d => Shake128::new(&[m]).read(d)),
    "shake256": each!(m, d => Shake256::new(&[m]).read(d)),
);
