// SPDX-License-Identifier: Apache-2.0 OR MIT
use crate::{contestant, each};
use keccak_asm::{Keccak256, Sha3_256, Sha3_512};

contestant!("keccak-asm", env!("BENCH_VERSION"),
    "sha3-256": each!(m, d => d.copy_from_slice(&Sha3_256::digest(m))),
    "sha3-512": each!(m, d => d.copy_from_slice(&Sha3_512::digest(m))),
    "keccak-256": each!(m, d => d.copy_from_slice(&Keccak256::digest(m))),
);
