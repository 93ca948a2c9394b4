// SPDX-License-Identifier: Apache-2.0 OR MIT
use crate::{contestant, each, whole};
use ascon_aead::aead::inout::InOutBuf;
use ascon_aead::aead::{AeadInOut, KeyInit};
use ascon_aead::AsconAead128;
use ascon_hash::AsconHash256;
use sha2::{Digest, Sha256, Sha512};
use shake::digest::{ExtendableOutput, Update, XofReader};
use sha3::{Sha3_256, Sha3_512};
use shake::{Shake128, Shake256};

fn xof<X: ExtendableOutput + Update + Default>(message: &[u8], out: &mut [u8]) {
    let mut x = X::default();
    x.update(message);
    x.finalize_xof().read(out);
}

contestant!("RustCrypto", env!("BENCH_VERSION"),
    "sha256": each!(m, d => d.copy_from_slice(&Sha256::digest(m))),
    "sha512": each!(m, d => d.copy_from_slice(&Sha512::digest(m))),
    "sha3-256": each!(m, d => d.copy_from_slice(&Sha3_256::digest(m))),
    "sha3-512": each!(m, d => d.copy_from_slice(&Sha3_512::digest(m))),
    "shake128": each!(m, d => xof::<Shake128>(m, d)),
    "shake256": each!(m, d => xof::<Shake256>(m, d)),
    "turboshake128": each!(m, d => xof::<turboshake::TurboShake128>(m, d)),
    "kt128": each!(m, d => xof::<k12::Kt128>(m, d)),
    "ascon-hash256": each!(m, d => d.copy_from_slice(&AsconHash256::digest(m))),
    "ascon-aead128": whole!(w => for i in 0..w.count() {
        let (text, tag) = w.record(i);
        let io = InOutBuf::new(w.message(i), text).expect("equal lengths");
        let made = AsconAead128::new(w.key().into()).encrypt_inout_detached(w.nonce(i).into(), w.ad(), io);
        tag.copy_from_slice(&made.expect("a short message"));
    }),
);
