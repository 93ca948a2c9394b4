// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Many messages give what one after the other gives, whoever does the work.

mod support;

use hashlane::*;
use support::{LENGTHS, noise};

fn threads() -> Vec<Threads> {
    vec![
        Threads::One,
        #[cfg(feature = "std")]
        Threads::All,
        #[cfg(feature = "std")]
        Threads::Count(3.try_into().expect("not 0")),
        #[cfg(feature = "rayon")]
        Threads::Rayon,
    ]
}

/// A name of every hash, xof and mac, with options that it takes.
fn every() -> Vec<(Algorithm, Options<'static>)> {
    let all = algorithms().filter(|a| matches!(a.kind(), Kind::Hash | Kind::Xof | Kind::Mac));
    all.map(|a| (a, if a.takes_key() { Options::new().key(b"a key") } else { Options::new() })).collect()
}

#[test]
fn every_algorithm_and_every_number_of_messages() {
    for (algorithm, options) in every() {
        let fresh = AnyHash::with_options(algorithm.name(), &options).expect("its options");
        let size = algorithm.digest_size();
        let messages: Vec<_> = (0..40).map(|i| noise(LENGTHS[i % LENGTHS.len()] % 1200, i as u64)).collect();
        let expected: Vec<_> = messages
            .iter()
            .flat_map(|m| {
                let mut digest = vec![0; size];
                fresh.clone().update(m).finalize_into(&mut digest).expect("its size");
                digest
            })
            .collect();
        for count in [0, 1, 2, 7, 8, 9, 16, 17, 40] {
            for by in threads() {
                let mut digests = vec![0; count * size];
                fresh.finalize_many(&messages[..count], &mut digests, by).expect("room");
                assert_eq!(digests, expected[..count * size], "{algorithm:?}, {count} messages, {by:?}");
            }
        }
    }
}

#[test]
fn hmac_of_many_messages() {
    let messages: Vec<_> = LENGTHS.iter().map(|&n| noise(n, n as u64)).collect();
    let mut tags = vec![[0; 48]; messages.len()];
    for by in threads() {
        tags.fill([0; 48]);
        Hmac::<Sha384>::new(b"key").expect("a key").finalize_many(&messages[..], &mut tags, by).expect("as many");
        for (message, tag) in messages.iter().zip(&tags) {
            assert_eq!(*tag, Hmac::<Sha384>::tag(b"key", message).expect("a key"));
        }
    }
}

#[test]
fn what_all_messages_begin_with_is_hashed_once() {
    let mut prefix = Sha3_256::new();
    prefix.update("domain");
    let mut digests = [[0; 32]; 3];
    prefix.finalize_many(&["", "a", "bc"], &mut digests, Threads::One).expect("as many");
    assert_eq!(digests[2], Sha3_256::digest("domainbc"));
    assert_eq!(prefix.finalize(), Sha3_256::digest("domain"));
}

#[test]
fn rows_and_columns() {
    let table = noise(1000, 5);
    let mut digests = [[0; 32]; 100];
    for by in threads() {
        Sha256::digest_many(&Rows::new(&table, 10).expect("whole rows"), &mut digests, by).expect("as many");
        assert_eq!(digests[99], Sha256::digest(&table[990..]));
        let apart = Rows::with_stride(&table[..998], 8, 10).expect("whole rows");
        Sha256::digest_many(&apart, &mut digests, by).expect("as many");
        assert_eq!(digests[99], Sha256::digest(&table[990..998]));

        let offsets: Vec<i32> = (0..=100).map(|i| i * i / 10).collect();
        let column = Offsets::new(&table, &offsets).expect("good offsets");
        Sha256::digest_many(&column, &mut digests, by).expect("as many");
        assert_eq!(digests[99], Sha256::digest(&table[980..1000]));
        assert_eq!(digests[0], Sha256::digest(b""));
    }
}

#[test]
fn rows_of_no_bytes() {
    let rows = Rows::with_stride(&[1, 2, 3], 0, 1).expect("rows of nothing");
    assert_eq!(rows.count(), 4);
    assert_eq!(Rows::new(&[], 7).expect("no rows").count(), 0);
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    let two = ["a", "b"];
    let mut three = [[7; 32]; 3];
    assert!(matches!(Sha256::digest_many(&two, &mut three, Threads::One), Err(Error::Size { .. })));
    assert_eq!(three, [[7; 32]; 3]);
    let mut odd = [7; 33];
    assert!(matches!(Shake128::digest_many(&two, &mut odd, Threads::One), Err(Error::Size { .. })));
    let none: [&str; 0] = [];
    assert!(matches!(Shake128::digest_many(&none, &mut odd, Threads::One), Err(Error::Size { .. })));
    assert_eq!(odd, [7; 33]);
    let hash = AnyHash::new("sha256").expect("a hash");
    assert!(matches!(hash.finalize_many(&two, &mut [0; 62], Threads::One), Err(Error::Size { .. })));
    assert!(matches!(hash.finalize_many(&two, &mut [], Threads::One), Err(Error::Size { .. })));
    assert_eq!(Shake128::digest_many(&two, &mut [], Threads::One), Ok(()));

    assert!(matches!(Rows::new(&[0; 10], 4).err(), Some(Error::Size { .. })));
    assert!(matches!(Rows::new(&[0; 10], 0).err(), Some(Error::Size { .. })));
    assert!(matches!(Rows::with_stride(&[0; 3], 4, 8).err(), Some(Error::Size { .. })));
    assert_eq!(Rows::with_stride(&[0; 5], 3, 2).expect("rows that overlap").count(), 2);
    assert!(matches!(Rows::with_stride(&[0; 4], 3, 2).err(), Some(Error::Size { .. })));
    for bad in [&[0, 4, 3][..], &[0, 11], &[-1, 4]] {
        assert!(matches!(Offsets::new(&[0; 10], bad).err(), Some(Error::Offsets { .. })), "{bad:?}");
    }
    assert_eq!(Offsets::<u64>::new(&[], &[]).expect("no message").count(), 0);
}

#[test]
fn trees_by_threads() {
    let message = noise(5_000_000, 6);
    for name in ["kt128", "kt256", "hopmac128", "hopmac256", "parallelhash128", "parallelhashxof256", "sha256"] {
        let options = if name.starts_with("hop") { Options::new().key(b"key") } else { Options::new() };
        let fresh = AnyHash::with_options(name, &options).expect(name);
        let (mut expected, mut digest) = ([0; 32], [0; 32]);
        fresh.clone().update(&message).finalize_into(&mut expected).expect("its size");
        for by in threads() {
            for cut in [0, 1, 8192, 3_000_000] {
                let mut hash = fresh.clone();
                hash.update_threads(&message[..cut], by).update_threads(&message[cut..], by);
                hash.finalize_into(&mut digest).expect("its size");
                assert_eq!(digest, expected, "{name}, {by:?}, cut at {cut}");
            }
        }
    }
    let mut typed = Kt128::new();
    typed.update_threads(&message, *threads().last().expect("one"));
    assert_eq!(typed.finalize::<32>(), Kt128::digest::<32>(&message));
}

#[test]
fn records_of_every_aead() {
    let mut boxes = 0;
    for algorithm in algorithms().filter(|a| a.kind() == Kind::Aead) {
        let key = noise(32, 1);
        for aead in (16..=32).filter_map(|size| AnyAead::new(algorithm.name(), &key[..size]).ok()) {
            boxes += 1;
            for (count, by) in
                [0, 1, 2, 7, 8, 9, 33].into_iter().flat_map(|n| threads().into_iter().map(move |t| (n, t)))
            {
                same_as_one_by_one(&aead, count, by);
            }
        }
    }
    assert_eq!(boxes, 5);
}

fn same_as_one_by_one(aead: &AnyAead, count: usize, by: Threads) {
    let nonce = |i: usize| <[u8; 16]>::try_from(noise(16, i as u64)).expect("16");
    let plain: Vec<_> = (0..count).map(|i| noise(LENGTHS[i % LENGTHS.len()] % 300, 100 + i as u64)).collect();
    let headers: Vec<_> = (0..count).map(|i| noise(i % 40, 200 + i as u64)).collect();
    let mut texts = plain.clone();
    let mut records: Vec<_> =
        texts.iter_mut().zip(&headers).enumerate().map(|(i, (text, h))| Record::new(nonce(i), h, text)).collect();
    aead.encrypt_many(&mut records, by);
    for (i, record) in records.iter_mut().enumerate() {
        let mut expected = plain[i].clone();
        let tag = aead.encrypt_in_place(&nonce(i), &headers[i], &mut expected).expect("a nonce");
        assert_eq!((&record.text[..], record.tag), (&expected[..], tag), "{aead:?}, {i} of {count}, {by:?}");
        record.tag[i % 16] ^= u8::from(i % 5 == 3);
    }
    let forged = if count > 3 { Err(Error::Forged) } else { Ok(()) };
    assert_eq!(aead.decrypt_many(&mut records, by), forged);
    for (i, record) in records.iter().enumerate() {
        assert_eq!(record.authentic, i % 5 != 3);
        let zeros = vec![0; plain[i].len()];
        assert_eq!(record.text[..], if record.authentic { &plain[i] } else { &zeros }[..]);
    }
}

#[test]
fn keys_from_many_passwords() {
    let passwords: Vec<_> = (0..21).map(|i| noise(i * 9, i as u64)).collect();
    let salts: Vec<_> = (0..21).map(|i| noise(i % 20, 50 + i as u64)).collect();
    for by in threads() {
        let mut keys = vec![0; 21 * 40];
        Pbkdf2::<Sha256>::derive_many(&passwords[..], &salts[..], 3, &mut keys, by).expect("room");
        for (i, key) in keys.chunks(40).enumerate() {
            let mut expected = [0; 40];
            Pbkdf2::<Sha256>::derive(&passwords[i], &salts[i], 3, &mut expected).expect("an iteration");
            assert_eq!(key, expected, "{i}, {by:?}");
        }
    }
    let mut keys = [7; 40];
    let mut derive = |salts: &[&str], n, size| {
        Pbkdf2::<Sha3_256>::derive_many(&["a", "b"], salts, n, &mut keys[..size], Threads::One).err()
    };
    assert!(matches!(derive(&["s"], 1, 40), Some(Error::Size { .. })));
    assert!(matches!(derive(&["s", "t"], 1, 39), Some(Error::Size { .. })));
    assert!(matches!(derive(&["s", "t"], 0, 40), Some(Error::Option { .. })));
    assert_eq!(keys, [7; 40]);
}
