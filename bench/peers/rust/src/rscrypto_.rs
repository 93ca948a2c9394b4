// SPDX-License-Identifier: Apache-2.0 OR MIT
use crate::{contestant, each, whole};
use rscrypto::{AsconHash256, Digest, Sha3_256, Sha3_512, Sha256, Sha512};

contestant!("rscrypto", env!("BENCH_VERSION"),
    "sha256": each!(m, d => d.copy_from_slice(&Sha256::digest(m))),
    "sha512": each!(m, d => d.copy_from_slice(&Sha512::digest(m))),
    "sha3-256": each!(m, d => d.copy_from_slice(&Sha3_256::digest(m))),
    "sha3-512": each!(m, d => d.copy_from_slice(&Sha3_512::digest(m))),
    "ascon-hash256": each!(m, d => d.copy_from_slice(&AsconHash256::digest(m))),
    "ascon-hash256 batch": whole!(w => {
        let messages: Vec<&[u8]> = (0..w.count()).map(|i| w.message(i)).collect();
        AsconHash256::digest_many(&messages, w.digests().as_chunks_mut::<32>().0);
    }),
);
