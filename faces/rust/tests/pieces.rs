// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Authenticated encryption in pieces gives what it gives at once, wherever the pieces end and the states lie.

mod support;

use hashlane::*;
use support::noise;

/// Somewhere else.
fn moved<T>(value: T) -> T {
    *std::hint::black_box(Box::new(value))
}

#[test]
fn as_at_once() {
    let mut boxes = 0;
    for algorithm in algorithms().filter(|a| a.kind() == Kind::Aead) {
        let key = noise(32, 1);
        let Some(aead) = (16..=32).find_map(|size| AnyAead::new(algorithm.name(), &key[..size]).ok()) else {
            panic!("{}: no key fits", algorithm.name());
        };
        boxes += 1;
        let nonce = noise(16, 2);
        for size in [0, 1, 7, 8, 15, 16, 17, 33, 100] {
            let (header, text) = (noise(size / 2, 3), noise(size, 4));
            let mut expected = text.clone();
            let tag = aead.encrypt_in_place(&nonce, &header, &mut expected).unwrap();
            for piece in [1, 5, 8, 16, 64] {
                let start = || {
                    let fresh = aead.stream(&nonce).unwrap();
                    header.chunks(piece).fold(fresh, |stream, part| moved(stream.absorb(part)))
                };
                let (mut cipher, mut read) = (text.clone(), vec![0; size]);
                let mut encryption = start().encrypt();
                for part in cipher.chunks_mut(piece) {
                    encryption = moved(encryption);
                    encryption.update_in_place(part);
                }
                assert_eq!(cipher, expected, "{}, {size} bytes by {piece}", algorithm.name());
                assert_eq!(moved(encryption).finish(), tag);

                let decrypted = |read: &mut [u8]| {
                    let mut decryption = start().decrypt();
                    for (from, to) in cipher.chunks(piece).zip(read.chunks_mut(piece)) {
                        decryption = moved(decryption);
                        decryption.update(from, to).unwrap();
                    }
                    moved(decryption)
                };
                assert_eq!(decrypted(&mut read).verify(&tag), Ok(()));
                assert_eq!(read, text);
                assert_eq!(
                    decrypted(&mut read).verify(&tag[..8]),
                    aead.decrypt_in_place(&nonce, &header, &mut cipher.clone(), &tag[..8])
                );
                let mut other = tag;
                other[15] ^= 1;
                assert_eq!(decrypted(&mut read).verify(&other), Err(Error::Forged));
                assert!(matches!(decrypted(&mut read).verify(&tag[..7]), Err(Error::Size { .. })));
            }
        }
    }
    assert!(boxes >= 4, "{boxes}");
}

#[test]
fn refused() {
    let aead = AnyAead::new("ascon-aead128", &[0; 16]).unwrap();
    assert!(matches!(aead.stream(&[0; 15]).unwrap_err(), Error::Nonce { .. }));
    let mut encryption = aead.stream(&[0; 16]).unwrap().encrypt();
    assert!(matches!(encryption.update(b"abc", &mut [0; 2]), Err(Error::Size { .. })));
    assert_eq!(format!("{encryption:?}"), "Encryption { .. }");
}
