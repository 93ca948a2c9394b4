// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Bad input has its error, before anything is written.

use hashlane::*;

#[test]
fn names() {
    for name in [
        "",
        "md5",
        "SHA256",
        "sha256 ",
        "sha256\0",
        "a name that is longer than any name of an algorithm could be, by far",
    ] {
        let nearest = if name.starts_with("SHA256") || name == "sha256 " { Some("sha256") } else { None };
        assert_eq!(AnyHash::new(name).err(), Some(Error::Name(nearest)), "{name:?}");
        assert!(Algorithm::find(name).is_none());
        assert_eq!(AnyAead::new(name, &[0; 16]).err(), Some(Error::Name(nearest)));
        assert_eq!(Algorithm::nearest_name(name), nearest);
        if !name.is_empty() {
            assert_eq!(use_target(name), Err(Error::Target));
        }
    }
    for (wrong, right) in [("sha26", "sha256"), ("SHA3_256", "sha3-256"), ("sha-256", "sha256"), ("kt129", "kt128")] {
        let error = AnyHash::new(wrong).expect_err("a wrong name");
        assert_eq!(error, Error::Name(Some(right)));
        assert_eq!(error.to_string(), format!("no such algorithm; did you mean {right}?"));
    }
    assert_eq!(Error::Name(None).to_string(), "no such algorithm");
    assert_eq!(AnyHash::new("hkdf-sha256").err(), Some(Error::Algorithm));
    assert_eq!(AnyHash::new("ascon-aead128").err(), Some(Error::Algorithm));
    assert_eq!(AnyAead::new("sha256", &[0; 16]).err(), Some(Error::Algorithm));
}

#[test]
fn keys_and_options() {
    let with = |name, options: &Options| AnyHash::with_options(name, options).err();
    let none = Options::new();
    assert!(matches!(with("kmac128", &none), Some(Error::Key { .. })));
    assert!(matches!(with("sha256", &none.key(b"k")), Some(Error::Key { .. })));
    assert!(matches!(with("sha256", &none.customization(b"c")), Some(Error::Option { .. })));
    assert!(matches!(with("kt128", &none.function_name(b"n")), Some(Error::Option { .. })));
    assert!(matches!(with("shake128", &none.domain(1)), Some(Error::Option { .. })));
    assert!(matches!(with("shake128", &none.parallel_block(1)), Some(Error::Option { .. })));
    assert!(matches!(with("parallelhash128", &none.parallel_block(0)), Some(Error::Option { .. })));
    for domain in [0, 0x80, 0xff] {
        assert!(matches!(with("turboshake128", &none.domain(domain)), Some(Error::Option { .. })));
    }
    for (name, longest) in [("ascon-cxof128", 256), ("kt128", 256)] {
        assert_eq!(with(name, &none.customization(&vec![0; longest])), None);
        assert!(matches!(with(name, &none.customization(&vec![0; longest + 1])), Some(Error::Option { .. })));
    }
    assert!(matches!(AsconCxof128::new([0; 257]).err(), Some(Error::Option { .. })));
    assert!(matches!(Kt256::with_customization([0; 257]).err(), Some(Error::Option { .. })));
    assert!(matches!(ParallelHash128::new(0, b"").err(), Some(Error::Option { .. })));
    assert!(matches!(with("sha256", &none.key(b"")), Some(Error::Key { .. })));
}

#[test]
fn sizes_of_digests() {
    let hash = AnyHash::new("sha256").expect("a hash");
    for size in [0, 31, 33] {
        let mut out = vec![7; size];
        assert!(matches!(hash.finalize_into(&mut out), Err(Error::Size { .. })));
        assert!(out.iter().all(|&b| b == 7));
    }
    assert_eq!(hash.reader().err(), Some(Error::Algorithm));
    assert_eq!(hash.verify(&[0; 32]), Err(Error::Algorithm));
    Shake128::digest_into(b"", &mut []);
}

#[test]
fn tags() {
    let mut kmac = Kmac128::new(b"key", b"").expect("a key");
    kmac.update("message");
    for size in [32, 33, 1024] {
        let mut tag = vec![0; size];
        kmac.finalize_into(&mut tag);
        assert_eq!(kmac.verify(&tag), Ok(()));
        tag[size / 2] ^= 1;
        assert_eq!(kmac.verify(&tag), Err(Error::Forged));
    }
    for size in [0, 1, 3, 1025] {
        assert!(matches!(kmac.verify(&vec![0; size]), Err(Error::Size { .. })));
        assert!(matches!(kmac.verify_short(&vec![0; size], 0), Err(Error::Size { .. })));
    }
    let mac = Hmac::<Sha256>::new(b"key").expect("a key");
    let tag = mac.finalize();
    assert!(matches!(mac.verify(&tag[..16]), Err(Error::Size { .. })));
    assert_eq!(mac.verify_truncated(&tag[..16]), Ok(()));
    assert!(matches!(mac.verify_truncated(&tag[..15]), Err(Error::Size { .. })));
    assert_eq!(mac.verify_truncated(&tag[1..]), Err(Error::Forged));
    let any = AnyHash::with_options("hmac-sha256", &Options::new().key(b"key")).expect("a key");
    assert_eq!(any.verify(&tag), Ok(()));
    assert!(matches!(any.verify(&tag[..16]), Err(Error::Size { .. })));
    assert!(matches!(any.verify_short(&tag[..16], 4), Err(Error::Size { .. })));
    assert_eq!(any.verify_short(&tag, 4), Ok(()));
}

/// Of a tag of `given` bytes, where `least` are wanted.
fn wrong_tag(given: usize, least: u64) -> Error {
    Error::Size { argument: Argument::Tag, given: given as u64, takes: Limits::Between(least, 1024) }
}

/// A tag that is shorter than the usual one is only verified where that was asked for.
#[test]
fn short_tags() {
    macro_rules! check {
        ($($type:ident $name:literal $usual:literal;)*) => {$({
            let mut mac = $type::new(b"key", b"").expect("a key");
            mac.update("message");
            let mut any = AnyHash::with_options($name, &Options::new().key(b"key")).expect("a key");
            any.update("message");
            assert_eq!($type::TAG_SIZE, $usual);
            for size in [1, 3, 4, 5, 8, 16, $usual - 1, $usual] {
                let mut tag = vec![0; size];
                mac.finalize_into(&mut tag);
                let usual = if size < $usual { Err(wrong_tag(size, $usual)) } else { Ok(()) };
                assert_eq!((mac.verify(&tag), any.verify(&tag)), (usual, usual), "{} {size}", $name);
                let asked = if size < 4 { Err(wrong_tag(size, 4)) } else { Ok(()) };
                assert_eq!((mac.verify_short(&tag, 0), any.verify_short(&tag, size)), (asked, asked));
                assert!(matches!(mac.verify_short(&tag, size + 1), Err(Error::Size { .. })));
                assert!(matches!(any.verify_short(&tag, size + 1), Err(Error::Size { .. })));
                tag[0] ^= 1;
                let forged = Err(if size < 4 { wrong_tag(size, 4) } else { Error::Forged });
                assert_eq!((mac.verify_short(&tag, 4), any.verify_short(&tag, 4)), (forged, forged));
            }
        })*};
    }
    check! {
        Kmac128 "kmac128" 32; Kmac256 "kmac256" 64; KmacXof128 "kmacxof128" 32; KmacXof256 "kmacxof256" 64;
        HopMac128 "hopmac128" 32; HopMac256 "hopmac256" 64;
    }
}

/// The exported state of a SHA-2 after `high` * 2^64 + `low` bytes: HLS, 1, the length of the name, the name, eight words
/// of `word` bytes, the length in bytes, the block, 8 bytes of TurboSHAKE128 with D = 0x48.
fn state_after(mut state: Vec<u8>, name: &str, word: usize, low: u64, high: u64) -> Vec<u8> {
    let at = 5 + name.len() + 8 * word;
    state[at..at + 8].copy_from_slice(&low.to_le_bytes());
    if word == 8 {
        state[at + 8..at + 16].copy_from_slice(&high.to_le_bytes());
    }
    let end = state.len() - 8;
    let mut check = hashlane::TurboShake128::<0x48>::new();
    check.update(&state[..end]);
    let check: [u8; 8] = check.reader().array();
    state[end..].copy_from_slice(&check);
    state
}

/// FIPS 180-4 s.1: no message of SHA-256 has 2^61 bytes, none of SHA-512 2^125. No update comes near to that.
#[test]
fn messages_that_are_too_long() {
    let mut state = vec![0; Sha256::exported_size()];
    Sha256::new().export_state(&mut state).expect("its size");
    let mut any = AnyHash::new("sha256").expect("a hash");
    any.update("before");
    let mut before = [0; 32];
    any.finalize_into(&mut before).expect("its size");
    let last = (1 << 60) - 1; // 2^60 bytes may follow
    assert!(Sha256::import_state(&state_after(state.clone(), "sha256", 4, last, 0)).is_ok());
    for length in [last + 1, (1 << 61) - 1, 1 << 61, u64::MAX] {
        let crafted = state_after(state.clone(), "sha256", 4, length, 0);
        assert_eq!(Sha256::import_state(&crafted).err(), Some(Error::Import), "{length}");
        assert_eq!(any.import_state(&crafted), Err(Error::Import));
        let mut after = [0; 32];
        any.finalize_into(&mut after).expect("its size");
        assert_eq!(after, before);
    }
    let mut state = vec![0; Sha512::exported_size()];
    Sha512::new().export_state(&mut state).expect("its size");
    for (high, low, good) in [((1 << 61) - 1, 0, true), ((1 << 61) - 1, u64::MAX, false), (1 << 61, 0, false)] {
        let crafted = state_after(state.clone(), "sha512", 8, low, high);
        assert_eq!(Sha512::import_state(&crafted).is_ok(), good, "{high} {low}");
    }
}

#[test]
fn authenticated_encryption() {
    let aead = AsconAead128::new(&[1; 16]);
    let mut out = [7; 4];
    assert!(matches!(aead.encrypt(&[0; 16], b"", b"12345", &mut out), Err(Error::Size { .. })));
    for tag in [&[0; 7][..], &[0; 17], &[]] {
        assert!(matches!(aead.decrypt(&[0; 16], b"", b"1234", tag, &mut out), Err(Error::Size { .. })));
        assert_eq!(out, [7; 4]);
    }
    for size in [0, 15, 17, 20, 33] {
        assert!(matches!(AnyAead::new("ascon-aead128", &vec![0; size]).err(), Some(Error::Key { .. })), "{size}");
    }
    assert_eq!(AnyAead::new("ascon-80pq", &[0; 20]).err(), None);
    let any = AnyAead::new("ascon-aead128", &[1; 32]).expect("nonce masking");
    for size in [0, 15, 17] {
        assert!(matches!(any.encrypt(&vec![0; size], b"", b"1234", &mut out), Err(Error::Nonce { .. })));
        assert_eq!(out, [7; 4]);
    }
    let masked = AsconAead128Masked::new(&[1; 32]);
    assert_eq!(any.encrypt_in_place(&[0; 16], b"h", &mut out), masked.encrypt_in_place(&[0; 16], b"h", &mut [7; 4]));
}

#[test]
fn keys_of_other_lengths_than_can_be() {
    let mut long = vec![7; 255 * 32 + 1];
    assert!(matches!(Hkdf::<Sha256>::derive(b"", b"key", b"", &mut long), Err(Error::Size { .. })));
    assert!(matches!(Hkdf::<Sha256>::expand(b"key", b"", &mut long), Err(Error::Size { .. })));
    assert!(long.iter().all(|&b| b == 7));
    assert_eq!(Hkdf::<Sha256>::derive(b"", b"key", b"", &mut long[1..]), Ok(()));
    assert!(matches!(Pbkdf2::<Sha256>::derive(b"password", b"salt", 0, &mut [0; 32]), Err(Error::Option { .. })));
}

#[test]
fn states_as_bytes() {
    let mut hash = Sha512::new();
    hash.update("half");
    let mut bytes = vec![0; Sha512::exported_size()];
    hash.export_state(&mut bytes).expect("its size");
    let mut other = Sha512::import_state(&bytes).expect("what was exported");
    assert_eq!(other.update("more").finalize(), Sha512::digest("halfmore"));
    assert!(matches!(hash.export_state(&mut bytes[1..]), Err(Error::Size { .. })));
    assert_eq!(Sha384::import_state(&bytes).err(), Some(Error::Import));

    let mut by_name = AnyHash::new("sha512").expect("a hash");
    by_name.import_state(&bytes).expect("the same algorithm");
    for i in 0..bytes.len() {
        bytes[i] ^= 1;
        assert_eq!(Sha512::import_state(&bytes).err(), Some(Error::Import), "byte {i}");
        bytes[i] ^= 1;
    }
    assert_eq!(Sha512::import_state(&bytes[1..]).err(), Some(Error::Import));
    let mut digest = [0; 64];
    by_name.finalize_into(&mut digest).expect("its size");
    assert_eq!(digest, Sha512::digest("half"));

    let keyed = AnyHash::with_options("kmac128", &Options::new().key(b"key")).expect("a key");
    assert_eq!(keyed.exported_size(), 0);
    assert_eq!(keyed.export_state(&mut []), Err(Error::Algorithm));
}

#[test]
fn what_is_printed_is_no_secret() {
    assert_eq!(format!("{:?}", Kmac128::new(b"secret", b"").expect("a key")), "kmac128 { .. }");
    assert_eq!(format!("{:?}", Hmac::<Sha256>::new(b"secret").expect("a key")), "hmac-sha256 { .. }");
    assert_eq!(format!("{:?}", AsconAead128::new(&[1; 16])), "ascon-aead128 { .. }");
    assert_eq!(format!("{:?}", Options::new().key(b"secret")), "Options { .. }");
    assert_eq!(format!("{:?}", Shake128::new().reader()), "Reader of shake128 { .. }");
}

#[test]
fn an_empty_key_is_a_key() {
    let tag = Hmac::<Sha256>::tag(b"", b"").expect("a key");
    assert_eq!(tag[..8], [0xb6, 0x13, 0x67, 0x9a, 0x08, 0x14, 0xd9, 0xec]);
    for (name, size) in [("hmac-sha256", 32), ("kmac128", 32), ("hopmac256", 64)] {
        let empty = AnyHash::with_options(name, &Options::new().key(b"")).expect("a key");
        let (mut with, mut without) = (vec![0; size], vec![0; size]);
        empty.finalize_into(&mut with).expect("its size");
        AnyHash::with_options(name, &Options::new().key(b"k"))
            .expect("a key")
            .finalize_into(&mut without)
            .expect("its size");
        assert_ne!(with, without, "{name}");
    }
    assert_eq!(Kmac128::new(b"", b"").expect("a key").finalize::<32>(), {
        let mut tag = [0; 32];
        AnyHash::with_options("kmac128", &Options::new().key(b""))
            .expect("a key")
            .finalize_into(&mut tag)
            .expect("its size");
        tag
    });
}

#[test]
fn the_domain_of_a_turboshake_stays_with_its_state() {
    let mut xof = TurboShake128::<0x0b>::new();
    xof.update(b"begun");
    let mut bytes = vec![0; TurboShake128::<0x0b>::exported_size()];
    xof.export_state(&mut bytes).expect("its size");
    let mut other = TurboShake128::<0x0b>::import_state(&bytes).expect("what was exported");
    assert_eq!(other.update(b"!").finalize::<40>(), xof.update(b"!").finalize::<40>());
    assert_eq!(TurboShake128::<0x0c>::import_state(&bytes).err(), Some(Error::Import));
    assert_eq!(TurboShake256::<0x0b>::import_state(&bytes).err(), Some(Error::Import));
    bytes[20] ^= 1;
    assert_eq!(TurboShake128::<0x0b>::import_state(&bytes).err(), Some(Error::Import));
}
