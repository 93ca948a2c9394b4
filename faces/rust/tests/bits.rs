// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Messages that end within a byte, through the types; what is refused.

use hashlane::*;

mod support;
use support::{hex, noise};

/// RFC 6234 s.8.5, tests 5 and 7, and NIST's example of SHA3-256.
#[test]
fn known_answers() {
    fn check<H: Hash>(message: &str, bits: u64, expected: &str) {
        assert_eq!(H::default().finalize_bits(&hex(message), bits).expect("its bytes").as_ref(), hex(expected));
    }
    check::<Sha224>("68", 5, "e3b048552c3c387bcab37f6eb06bb79b96a4aee5ff27f51531a9551c");
    check::<Sha256>("68", 5, "d6d3e02a31a84a8caa9718ed6c2057be09db45e7823eb5079ce7a573a3760f95");
    check::<Sha256>(
        "be2746c6db52765fdb2f88700f9a7360",
        123,
        "77ec1dc89c821ff2a1279089fa091b35b8cd960bcaf7de01c6a7680756beb972",
    );
    check::<Sha384>(
        "10",
        5,
        "8d17be79e32b6718e07d8a603eb84ba0478f7fcfd1bb93995f7d1149e09143ac1ffcfc56820e469f3878d957a15a3fe4",
    );
    check::<Sha3_256>("13", 5, "7b0047cf5a456882363cbf0fb05322cf65f4b7059a46365e830132e3b5d957af");
}

/// The type and the algorithm by name agree, whole and in pieces; bits beyond the last count for nothing.
macro_rules! agrees {
    ($fresh:expr, $options:expr, $low:literal) => {{
        let (fresh, message) = ($fresh, noise(300, 7));
        let by_name = AnyHash::with_options(fresh_name(&fresh), &$options).expect("good options");
        for bits in [0u64, 1, 7, 8, 9, 71, 72, 1343, 1344, 1345, 2399] {
            let mut piece = message[..bits.div_ceil(8) as usize].to_vec();
            let mut expected = [0; 32];
            by_name.finalize_bits_into(&piece, bits, &mut expected).expect("takes bits");
            assert_eq!(fresh.finalize_bits(&piece, bits).expect("takes bits"), expected, "{bits}");
            let head = piece.len() / 2;
            let mut begun = fresh.clone();
            begun.update(&piece[..head]);
            assert_eq!(begun.finalize_bits(&piece[head..], bits - 8 * head as u64).expect("takes bits"), expected);
            if bits % 8 != 0 {
                *piece.last_mut().expect("not empty") ^= if $low { 0x80 } else { 0x01 };
                assert_eq!(fresh.finalize_bits(&piece, bits).expect("takes bits"), expected, "a bit beyond the last");
                assert_ne!(fresh.finalize_bits(&piece, bits + 1).ok(), Some(expected));
            }
        }
    }};
}

fn fresh_name<T: std::fmt::Debug>(fresh: &T) -> &'static str {
    let shown = format!("{fresh:?}");
    let name = shown.split(' ').next().expect("a name");
    algorithms().find(|a| a.name() == name).expect("of the registry").name()
}

#[test]
fn types_and_names_agree() {
    let none = Options::new();
    agrees!(Sha256::new(), none, false);
    agrees!(Sha512_256::new(), none, false);
    agrees!(Sha3_256::new(), none, true);
    agrees!(Keccak256::new(), none, true);
    agrees!(AsconHash256::new(), none, true);
    agrees!(AsconHasha::new(), none, false);
    agrees!(Shake128::new(), none, true);
    agrees!(AsconXof::new(), none, false);
    agrees!(TurboShake256::<0x0b>::new(), none.domain(0x0b), true);
    agrees!(CShake128::new(b"", b"custom"), none.customization(b"custom"), true);
    agrees!(AsconCxof128::new(b"custom").expect("short"), none.customization(b"custom"), true);
    agrees!(ParallelHash128::new(10, b"").expect("a block"), none.parallel_block(10), true);
    agrees!(ParallelHashXof256::new(10, b"").expect("a block"), none.parallel_block(10), true);
    agrees!(Kmac128::new(b"key", b"").expect("a key"), none.key(b"key"), true);
    agrees!(KmacXof256::new(b"key", b"").expect("a key"), none.key(b"key"), true);
}

#[test]
fn readers_and_tags() {
    let message = noise(40, 3);
    let expected = Shake256::new().finalize_bits::<100>(&message, 315).expect("takes bits");
    let mut reader = Shake256::new().reader_bits(&message, 315).expect("takes bits");
    assert_eq!((reader.array::<40>(), reader.array::<60>()).1, expected[40..]);
    assert_eq!(
        Shake256::new().update(&message[..20]).reader_bits(&message[20..], 155).expect("bits").array(),
        expected
    );

    let mac = Kmac256::new(b"key", b"").expect("a key");
    let mut tag = mac.finalize_bits::<64>(&message, 315).expect("takes bits");
    assert_eq!(mac.verify_bits(&message, 315, &tag), Ok(()));
    assert_eq!(mac.verify_bits(&message, 316, &tag), Err(Error::Forged));
    assert!(matches!(mac.verify_bits(&message, 315, &tag[..3]), Err(Error::Size { .. })));
    assert!(matches!(mac.verify_bits(&message, 315, &tag[..63]), Err(Error::Size { .. })));
    let short = mac.finalize_bits::<16>(&message, 315).expect("takes bits");
    assert_eq!(mac.verify_bits_short(&message, 315, &short, 16), Ok(()));
    assert!(matches!(mac.verify_bits_short(&message, 315, &short, 17), Err(Error::Size { .. })));
    tag[63] ^= 1;
    assert_eq!(mac.verify_bits(&message, 315, &tag), Err(Error::Forged));
    assert!(matches!(mac.verify_bits(&message, 328, &tag), Err(Error::Bits { .. })));
}

#[test]
fn what_is_refused() {
    let mut out = [7; 32];
    for (bytes, bits) in [(0, 1), (1, 0), (1, 9), (2, 8), (3, 25), (2, u64::MAX), (0, u64::MAX - 6)] {
        let piece = vec![0; bytes];
        let wrong = Error::Bits { given: bytes as u64, bits };
        assert_eq!(Sha256::new().finalize_bits(&piece, bits), Err(wrong), "{bytes}, {bits}");
        assert!(matches!(Shake128::new().finalize_bits_into(&piece, bits, &mut out), Err(Error::Bits { .. })));
        assert!(matches!(Shake128::new().reader_bits(&piece, bits).err(), Some(Error::Bits { .. })));
        let any = AnyHash::new("sha256").expect("a hash");
        assert!(matches!(any.finalize_bits_into(&piece, bits, &mut out), Err(Error::Bits { .. })));
    }
    let sha = AnyHash::new("sha256").expect("a hash");
    assert!(matches!(sha.finalize_bits_into([0x80], 1, &mut out[1..]), Err(Error::Size { .. })));
    assert_eq!(sha.reader_bits([0x80], 1).err(), Some(Error::Algorithm));
    assert_eq!(sha.verify_bits([0x80], 1, &[0; 32]), Err(Error::Algorithm));
    assert_eq!(out, [7; 32]);
}

#[test]
fn algorithms_of_whole_bytes() {
    let (mut with, mut without) = (0, 0);
    for algorithm in algorithms().filter(|a| matches!(a.kind(), Kind::Hash | Kind::Xof | Kind::Mac)) {
        let options = if algorithm.takes_key() { Options::new().key(b"key") } else { Options::new() };
        let hash = AnyHash::with_options(algorithm.name(), &options).expect("good options");
        let (mut out, mut plain) = (vec![7; algorithm.digest_size()], vec![0; algorithm.digest_size()]);
        let done = hash.finalize_bits_into([1, 2], 9, &mut out);
        assert_eq!(done.is_ok(), algorithm.takes_bits(), "{}", algorithm.name());
        if done.is_ok() {
            with += 1;
            continue;
        }
        assert_eq!(done, Err(Error::WholeBytes));
        assert!(out.iter().all(|&b| b == 7), "nothing is written");
        if algorithm.kind() == Kind::Mac {
            assert_eq!(hash.verify_bits([1, 2], 9, &out), Err(Error::WholeBytes));
        }
        if hash.reader().is_ok() {
            assert_eq!(hash.reader_bits([1, 2], 9).err(), Some(Error::WholeBytes));
        }
        hash.finalize_bits_into([1, 2], 16, &mut out).expect("whole bytes");
        hash.clone().update([1, 2]).finalize_into(&mut plain).expect("its size");
        assert_eq!(out, plain, "{}", algorithm.name());
        without += 1;
    }
    assert!(with >= 30 && without >= 20, "{with} {without}");
    assert_eq!(Error::WholeBytes.to_string(), "the algorithm takes messages of whole bytes alone");
    assert!(!Algorithm::find("ascon-aead128").expect("known").takes_bits());
}
