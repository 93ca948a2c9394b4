// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The traits of RustCrypto, by the tests that its digest crate gives to implementors, and code that is generic in them.
#![cfg(all(feature = "digest", feature = "digest-0-10", feature = "aead", feature = "zeroize", feature = "subtle"))]

mod support;

use digest::dev::{MacTestVector, MacTruncSide, TestVector, fixed_reset_test, mac_test, xof_reset_test};
use digest::{Digest, FixedOutputReset, HashMarker, KeyInit, Mac, Update, XofReader};
use hashlane::*;
use support::{LENGTHS, noise};

fn leaked(bytes: Vec<u8>) -> &'static [u8] {
    Box::leak(bytes.into_boxed_slice())
}

fn hash<H: FixedOutputReset + Clone + Default + HashMarker, P: Digest>() {
    for n in LENGTHS {
        let input = leaked(noise(n % 700, 1));
        let output = leaked(P::digest(input).to_vec());
        assert_eq!(fixed_reset_test::<H>(&TestVector { input, output }), Ok(()));
    }
}

#[test]
fn hashes() {
    hash::<Sha224, sha2::Sha224>();
    hash::<Sha256, sha2::Sha256>();
    hash::<Sha384, sha2::Sha384>();
    hash::<Sha512, sha2::Sha512>();
    hash::<Sha512_224, sha2::Sha512_224>();
    hash::<Sha512_256, sha2::Sha512_256>();
    hash::<Sha3_224, sha3::Sha3_224>();
    hash::<Sha3_256, sha3::Sha3_256>();
    hash::<Sha3_384, sha3::Sha3_384>();
    hash::<Sha3_512, sha3::Sha3_512>();
    hash::<Keccak256, sha3::Keccak256>();
    hash::<AsconHash256, ascon_hash256::AsconHash256>();
}

#[test]
fn xofs() {
    for n in LENGTHS {
        let input = leaked(noise(n % 700, 1));
        macro_rules! xof {
            ($type:ty, $peer:ty) => {
                let mut output = vec![0; 500];
                let mut peer = <$peer>::default();
                Update::update(&mut peer, input);
                digest::ExtendableOutput::finalize_xof(peer).read(&mut output);
                assert_eq!(xof_reset_test::<$type>(&TestVector { input, output: leaked(output) }), Ok(()));
            };
        }
        xof!(Shake128, shake::Shake128);
        xof!(Shake256, shake::Shake256);
        xof!(TurboShake128, turboshake::TurboShake128);
        xof!(Kt128, k12::Kt128);
        xof!(AsconXof128, ascon_xof128::AsconXof128);
    }
}

fn kmac(key: &[u8], input: &[u8]) -> [u8; 64] {
    let mut tag = [0; 64];
    Kmac256::new(key, []).expect("a key").update(input).finalize_into(&mut tag);
    tag
}

#[test]
fn macs() {
    for n in 0..200 {
        let (key, input) = (noise(n, 1), noise(2 * n, 2));
        let tag = leaked(Hmac::<Sha256>::tag(&key, &input).expect("a key").to_vec());
        let (key, input) = (leaked(key), leaked(input));
        assert_eq!(mac_test::<Hmac<Sha256>>(&MacTestVector { key, input, tag }, MacTruncSide::Left), Ok(()));
        let tag = leaked(kmac(key, input).to_vec());
        assert_eq!(mac_test::<Kmac256>(&MacTestVector { key, input, tag }, MacTruncSide::Left), Ok(()));
    }
    let mac = <Hmac<Sha256> as KeyInit>::new(&[7; 64].into());
    assert!(mac.chain_update(b"message").verify_slice(&[0; 32]).is_err());
}

/// What a program that is generic over a version's `Digest` does.
fn fingerprint<D: Digest>(data: &[u8]) -> Vec<u8> {
    D::new_with_prefix("v1").chain_update(data).finalize().to_vec()
}

fn fingerprint_0_10<D: digest_0_10::Digest>(data: &[u8]) -> Vec<u8> {
    D::new_with_prefix("v1").chain_update(data).finalize().to_vec()
}

#[test]
fn both_versions_of_digest() {
    let expected = Sha3_256::digest("v1data");
    assert_eq!(fingerprint::<Sha3_256>(b"data"), expected);
    assert_eq!(fingerprint_0_10::<Sha3_256>(b"data"), expected);
    let mut reader = digest_0_10::ExtendableOutput::finalize_xof(Shake128::new());
    let mut out = [0; 16];
    digest_0_10::XofReader::read(&mut reader, &mut out);
    assert_eq!(out, Shake128::digest(b""));
}

/// `Hmac` of the crate hmac 0.13 and `SimpleHmac` of 0.12 over our hashes give the tags of our own.
#[test]
fn hmac_of_rustcrypto() {
    macro_rules! both_versions {
        ($($type:ident)*) => {$(
            for n in LENGTHS {
                let (key, message) = (noise(n % 300, 1), noise(n % 2000, 2));
                let (first, second) = message.split_at(message.len() / 3);
                let tag = Hmac::<$type>::tag(&key, &message).expect("any key");
                let mut mac = <hmac::Hmac<$type> as KeyInit>::new_from_slice(&key).expect("any key");
                Mac::update(&mut mac, first);
                Mac::update(&mut mac, second);
                assert_eq!(mac.finalize().into_bytes()[..], tag);
                let mut mac = <hmac_0_12::SimpleHmac<$type> as hmac_0_12::Mac>::new_from_slice(&key).expect("any key");
                hmac_0_12::Mac::update(&mut mac, first);
                hmac_0_12::Mac::update(&mut mac, second);
                assert_eq!(hmac_0_12::Mac::finalize(mac).into_bytes()[..], tag);
            }
        )*};
    }
    both_versions!(Sha224 Sha256 Sha384 Sha512 Sha512_224 Sha512_256 Sha3_224 Sha3_256 Sha3_384 Sha3_512);
    both_versions!(Keccak224 Keccak256 Keccak384 Keccak512);
    let mac = <hmac::Hmac<Sha256> as KeyInit>::new_from_slice(b"key").expect("any key");
    assert!(mac.verify_slice(&[0; 32]).is_err());
}

#[test]
fn aead_of_rustcrypto() {
    use aead::{Aead, KeyInit, Payload};
    fn both_ways<A: Aead + KeyInit>(text: &[u8]) {
        let aead = A::new_from_slice(&vec![3; A::key_size()]).expect("a key of its size");
        let nonce = aead::Nonce::<A>::default();
        let sealed = aead.encrypt(&nonce, Payload { msg: text, aad: b"header" }).expect("short");
        assert_eq!(sealed.len(), text.len() + 16);
        let opened = aead.decrypt(&nonce, Payload { msg: &sealed, aad: b"header" });
        assert_eq!(opened.expect("authentic"), text);
        assert!(aead.decrypt(&nonce, &sealed[..]).is_err());
    }
    for n in 0..100 {
        both_ways::<AsconAead128>(&noise(n, 1));
        both_ways::<AsconAead128Masked>(&noise(n, 1));
        both_ways::<Ascon128>(&noise(n, 1));
        both_ways::<Ascon128a>(&noise(n, 1));
        both_ways::<Ascon80pq>(&noise(n, 1));
    }
}

/// What `used` gives after it was wiped is what `fresh` gives.
fn begins_anew<T: Clone + zeroize::Zeroize>(used: &mut T, fresh: &T, output: impl Fn(&T) -> [u8; 32]) {
    assert_ne!(output(used), output(fresh));
    used.zeroize();
    assert_eq!(output(used), output(fresh));
}

#[test]
fn those_with_options_begin_anew() {
    let secret = b"secret".as_slice();
    begins_anew(Shake128::new().update(secret), &Shake128::new(), |x| x.finalize());
    begins_anew(Kt128::new().update(secret), &Kt128::new(), |x| x.finalize());
    begins_anew(TurboShake128::<7>::new().update(secret), &TurboShake128::<7>::new(), |x| x.finalize());
    begins_anew(CShake256::new("", "who asks").update(secret), &CShake256::new("", ""), |x| x.finalize());
    let mut cxof = AsconCxof128::new("who asks").expect("a short string");
    begins_anew(cxof.update(secret), &AsconCxof128::new("").expect("no string"), |x| x.finalize());
    begins_anew(TupleHash128::new("who asks").update(secret), &TupleHash128::new(""), |x| x.finalize());
    begins_anew(TupleHashXof256::new("who asks").update(secret), &TupleHashXof256::new(""), |x| x.finalize());
    let mut tree = ParallelHash128::new(100, "who asks").expect("a block");
    begins_anew(tree.update(secret), &ParallelHash128::new(8192, "").expect("a block"), |x| x.finalize());
    let mut tree = ParallelHashXof256::new(100, "who asks").expect("a block");
    begins_anew(tree.update(secret), &ParallelHashXof256::new(8192, "").expect("a block"), |x| x.finalize());
}

#[test]
fn zeroize_and_subtle() {
    fn wiped<T: zeroize::ZeroizeOnDrop>() {}
    wiped::<Kmac128>();
    wiped::<Hmac<Sha512>>();
    wiped::<AsconAead128>();
    let mut hash = Sha256::new();
    hash.update("secret");
    zeroize::Zeroize::zeroize(&mut hash);
    assert_eq!(hash.finalize(), Sha256::digest(b""));
    wiped::<AeadStream>();
    wiped::<Encryption>();
    wiped::<Decryption>();

    let mac = Hmac::<Sha256>::new(b"key").expect("a key");
    assert!(bool::from(mac.verify_ct(&Hmac::<Sha256>::tag(b"key", b"").expect("a key"))));
    assert!(!bool::from(mac.verify_ct(&[0; 32])));
}
