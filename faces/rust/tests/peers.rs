// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The same as other crates, for lengths around every block, in any pieces.

mod support;

use ascon_aead::aead::{AeadInOut, KeyInit};
use digest::{Digest, ExtendableOutput, TryCustomizedInit, XofReader};
use hashlane::{Hash, Messages, Reader, Threads, Xof};
use support::{LENGTHS, noise};

fn same_hash<H: Hash, P: Digest>() {
    let messages: Vec<_> = LENGTHS.iter().map(|&n| noise(n, n as u64)).collect();
    let mut many = vec![H::digest(b""); messages.len()];
    H::digest_many(&messages[..], &mut many, Threads::One).expect("as many digests");
    for (message, of_many) in messages.iter().zip(&many) {
        let expected = P::digest(message);
        assert_eq!(H::digest(message).as_ref(), &expected[..], "{} of {} bytes", H::NAME, message.len());
        assert_eq!(of_many.as_ref(), &expected[..], "{} of {} bytes in a batch", H::NAME, message.len());
        for piece in [1, 3, 64, 137, 5000].into_iter().filter(|piece| message.len() / piece < 500) {
            let mut hash = H::default();
            message.chunks(piece).for_each(|part| hash.update(part));
            assert_eq!(hash.finalize().as_ref(), &expected[..], "{} in pieces of {piece}", H::NAME);
        }
    }
}

#[test]
fn hashes() {
    same_hash::<hashlane::Sha224, sha2::Sha224>();
    same_hash::<hashlane::Sha256, sha2::Sha256>();
    same_hash::<hashlane::Sha384, sha2::Sha384>();
    same_hash::<hashlane::Sha512, sha2::Sha512>();
    same_hash::<hashlane::Sha512_224, sha2::Sha512_224>();
    same_hash::<hashlane::Sha512_256, sha2::Sha512_256>();
    same_hash::<hashlane::Sha3_224, sha3::Sha3_224>();
    same_hash::<hashlane::Sha3_256, sha3::Sha3_256>();
    same_hash::<hashlane::Sha3_384, sha3::Sha3_384>();
    same_hash::<hashlane::Sha3_512, sha3::Sha3_512>();
    same_hash::<hashlane::Keccak224, sha3::Keccak224>();
    same_hash::<hashlane::Keccak256, sha3::Keccak256>();
    same_hash::<hashlane::Keccak384, sha3::Keccak384>();
    same_hash::<hashlane::Keccak512, sha3::Keccak512>();
    same_hash::<hashlane::AsconHash256, ascon_hash256::AsconHash256>();
}

fn same_xof<X: Xof, P: ExtendableOutput>(ours: impl Fn() -> X, theirs: impl Fn() -> P) {
    for &length in &LENGTHS {
        let message = noise(length, 1);
        for (piece, out_piece) in [(length.max(1), 1000), (100, 1), (1, 167), (8192, 168)] {
            let mut expected = [0; 1000];
            let mut peer = theirs();
            peer.update(&message);
            peer.finalize_xof().read(&mut expected);
            let mut xof = ours();
            message.chunks(piece).for_each(|part| xof.update(part));
            let mut reader: Reader<X> = xof.reader();
            let mut out = [0; 1000];
            out.chunks_mut(out_piece).for_each(|part| reader.squeeze(part));
            assert_eq!(out, expected, "{} of {length} bytes in pieces of {piece}", X::NAME);
        }
    }
}

#[test]
fn xofs() {
    same_xof(hashlane::Shake128::new, shake::Shake128::default);
    same_xof(hashlane::Shake256::new, shake::Shake256::default);
    same_xof(<hashlane::TurboShake128>::new, turboshake::TurboShake128::default);
    same_xof(hashlane::TurboShake256::<0x01>::new, turboshake::CTurboShake256::<0x01>::default);
    same_xof(hashlane::TurboShake128::<0x7f>::new, turboshake::CTurboShake128::<0x7f>::default);
    same_xof(hashlane::Kt128::new, k12::Kt128::default);
    same_xof(hashlane::Kt256::new, k12::Kt256::default);
    same_xof(hashlane::AsconXof128::new, ascon_xof128::AsconXof128::default);
    same_xof(
        || hashlane::AsconCxof128::new(b"custom").expect("short"),
        || ascon_xof128::AsconCxof128::try_new_customized(b"custom").expect("short"),
    );
    same_xof(
        || hashlane::Kt128::with_customization(b"custom").expect("short"),
        || k12::CustomRefKt128::new_customized(b"custom"),
    );
}

#[test]
fn authenticated_encryption() {
    for n in 0..200 {
        let (key, nonce): ([u8; 16], [u8; 16]) = (array(n), array(n + 1000));
        let (header, text) = (noise(n * 3 % 50, 2), noise(n, 3));
        let ours = hashlane::AsconAead128::new(&key);
        let peer = ascon_aead::AsconAead128::new(&key.into());
        let (mut a, mut b) = (text.clone(), text.clone());
        let tag = ours.encrypt_in_place(&nonce, &header, &mut a).expect("good sizes");
        let expected = peer.encrypt_inout_detached(&nonce.into(), &header, (&mut b[..]).into()).expect("short");
        assert_eq!((&a, &tag[..]), (&b, &expected[..]));
        ours.decrypt_in_place(&nonce, &header, &mut b, &tag).expect("authentic");
        assert_eq!(b, text);
        #[cfg(feature = "std")]
        {
            let sealed = ours.seal(&nonce, &header, &text).expect("good sizes");
            assert_eq!(ours.open(&nonce, &header, &sealed).expect("authentic"), text);
            assert_eq!(ours.open(&nonce, b"other", &sealed), Err(hashlane::Error::Forged));
        }
    }
}

fn array(seed: usize) -> [u8; 16] {
    noise(16, seed as u64).try_into().expect("16 bytes")
}

#[test]
fn messages_of_one_length_by_the_thousand() {
    let table = noise(1024 * 32, 4);
    let rows = hashlane::Rows::new(&table, 32).expect("whole rows");
    let mut digests = [[0; 32]; 1024];
    hashlane::Sha256::digest_many(&rows, &mut digests, Threads::One).expect("as many");
    for (i, digest) in digests.iter().enumerate() {
        assert_eq!(digest[..], sha2::Sha256::digest(rows.message(i))[..]);
    }
}
