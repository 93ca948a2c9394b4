// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The texts of errors name what was given and what is taken.

use hashlane::*;

/// The text of the error that `result` has.
fn text<T>(result: Result<T, Error>) -> String {
    result.err().expect("an error").to_string()
}

/// Errors are small, are copied and compared, and need no memory of their own.
#[test]
fn errors_are_values() {
    fn is_value<T: Copy + Eq + std::hash::Hash + std::error::Error + Send + Sync + 'static>() {}
    is_value::<Error>();
    assert!(size_of::<Error>() <= 64, "{}", size_of::<Error>());
}

#[test]
fn keys_and_nonces() {
    let key = |name, size| text(AnyAead::new(name, &vec![0; size]));
    assert_eq!(key("ascon-aead128", 15), "the key has 15 bytes, but ascon-aead128 takes 16 or 32");
    assert_eq!(key("ascon-128a", 1), "the key has 1 byte, but ascon-128a takes 16");
    assert_eq!(key("ascon-80pq", 16), "the key has 16 bytes, but ascon-80pq takes 20");

    let none = Options::new();
    let hash = |name, options: &Options| text(AnyHash::with_options(name, options));
    assert_eq!(hash("kmac128", &none), "kmac128 needs a key");
    assert_eq!(hash("sha256", &none.key(b"k")), "sha256 takes no key");
    assert_eq!(
        AnyHash::with_options("sha256", &none.key(b"k")).err(),
        Some(Error::Key { algorithm: "sha256", given: Some(1), takes: Limits::Nothing })
    );

    let aead = AnyAead::new("ascon-aead128", &[0; 32]).expect("a key");
    let wrong = "the nonce has 12 bytes, but ascon-aead128 takes 16";
    assert_eq!(text(aead.encrypt_in_place(&[0; 12], b"", &mut [])), wrong);
    assert_eq!(text(aead.decrypt_in_place(&[0; 12], b"", &mut [], &[0; 16])), wrong);
    assert_eq!(text(aead.stream(&[0; 12])), wrong);
}

/// The text of a wrong key names exactly the sizes that are taken.
#[test]
fn all_sizes_of_keys() {
    for algorithm in algorithms().filter(|a| a.kind() == Kind::Aead) {
        let name = algorithm.name();
        let is_taken = |size: &usize| AnyAead::new(name, &vec![0; *size]).is_ok();
        let sizes: Vec<_> = (0..100).filter(is_taken).map(|size| size.to_string()).collect();
        let wrong = format!("the key has 0 bytes, but {name} takes {}", sizes.join(" or "));
        assert_eq!(text(AnyAead::new(name, b"")), wrong);
    }
}

#[test]
fn options() {
    let none = Options::new();
    let hash = |name, options: &Options| text(AnyHash::with_options(name, options));
    let domain = "the domain byte is 128, but must be 1 to 127";
    assert_eq!(hash("turboshake128", &none.domain(0x80)), domain);
    assert_eq!(hash("shake128", &none.domain(0x80)), "the domain byte is 128, but the algorithm takes none");
    let block = "the block of ParallelHash has 0 bytes, but must have 1 or more";
    assert_eq!(hash("parallelhash128", &none.parallel_block(0)), block);
    assert_eq!(text(ParallelHash128::new(0, b"")), block);
    let block = "the block of ParallelHash has 1 byte, but the algorithm takes none";
    assert_eq!(hash("shake128", &none.parallel_block(1)), block);
    let name = "the function name has 2 bytes, but the algorithm takes none";
    assert_eq!(hash("kt128", &none.function_name(b"ab")), name);

    let long = "the customization string has 257 bytes, but must have at most 256";
    for name in ["ascon-cxof128", "kt128", "kt256"] {
        assert_eq!(hash(name, &none.customization(&[0; 257])), long);
    }
    assert_eq!(hash("hopmac128", &none.key(b"").customization(&[0; 257])), long);
    assert_eq!(text(AsconCxof128::new([0; 257])), long);
    assert_eq!(text(Kt256::with_customization([0; 257])), long);
    assert_eq!(text(HopMac256::new(b"", [0; 257])), long);
    // The domain byte is good, so that the text speaks of the other option.
    let string = "the customization string has 1 byte, but the algorithm takes none";
    assert_eq!(hash("turboshake128", &none.domain(1).customization(b"c")), string);
    assert_eq!(
        hash("parallelhash128", &none.parallel_block(1).domain(1)),
        "the domain byte is 1, but the algorithm takes none"
    );

    let iterations = "the number of iterations is 0, but must be 1 or more";
    assert_eq!(text(Pbkdf2::<Sha256>::derive(b"password", b"salt", 0, &mut [0; 32])), iterations);
    let many = Pbkdf2::<Sha256>::derive_many(&["a"], &["b"], 0, &mut [0; 32], Threads::One);
    assert_eq!(text(many), iterations);
}

#[test]
fn tags() {
    let kmac = Kmac128::new(b"key", b"").expect("a key");
    assert_eq!(text(kmac.verify(&[0; 5])), "the tag has 5 bytes, but must have 32 to 1024");
    assert_eq!(text(kmac.verify_short(&[0; 1], 0)), "the tag has 1 byte, but must have 4 to 1024");
    assert_eq!(text(kmac.verify_short(&[0; 8], 1024)), "the tag has 8 bytes, but must have 1024");
    assert_eq!(text(kmac.verify_short(&[0; 8], 2000)), "the tag has 8 bytes, but must have 2000 or more");
    assert_eq!(text(kmac.verify_bits(b"", 0, &[0; 5])), "the tag has 5 bytes, but must have 32 to 1024");

    let hmac = Hmac::<Sha256>::new(b"key").expect("a key");
    assert_eq!(text(hmac.verify(&[0; 31])), "the tag has 31 bytes, but must have 32");
    assert_eq!(text(hmac.verify_truncated(&[0; 15])), "the tag has 15 bytes, but must have 16 to 32");
    assert_eq!(text(hmac.verify_truncated(&[0; 33])), "the tag has 33 bytes, but must have 16 to 32");
    let any = AnyHash::with_options("hmac-sha256", &Options::new().key(b"key")).expect("a key");
    assert_eq!(text(any.verify(&[0; 16])), "the tag has 16 bytes, but must have 32");
    assert_eq!(text(any.verify_bits(b"", 0, &[0; 16])), "the tag has 16 bytes, but must have 32");

    let aead = AsconAead128::new(&[0; 16]);
    let wrong = "the tag has 7 bytes, but must have 8 to 16";
    assert_eq!(text(aead.decrypt_in_place(&[0; 16], b"", &mut [], &[0; 7])), wrong);
    assert_eq!(text(aead.stream(&[0; 16]).expect("a nonce").decrypt().verify(&[0; 7])), wrong);
}

#[test]
fn outputs() {
    let hash = AnyHash::new("sha256").expect("a hash");
    let wrong = "the output has 31 bytes, but must have 32";
    assert_eq!(text(hash.finalize_into(&mut [0; 31])), wrong);
    assert_eq!(text(hash.finalize_bits_into([0], 8, &mut [0; 31])), wrong);
    assert_eq!(
        text(hash.export_state(&mut [])),
        format!("the output has 0 bytes, but must have {}", hash.exported_size())
    );
    assert_eq!(
        text(Sha256::new().export_state(&mut [0])),
        format!("the output has 1 byte, but must have {}", hash.exported_size())
    );

    let aead = AsconAead128::new(&[0; 16]);
    let wrong = "the output has 4 bytes, but must have 5";
    assert_eq!(text(aead.encrypt(&[0; 16], b"", b"12345", &mut [0; 4])), wrong);
    assert_eq!(text(aead.decrypt(&[0; 16], b"", b"12345", &[0; 16], &mut [0; 4])), wrong);
    let mut encryption = aead.stream(&[0; 16]).expect("a nonce").encrypt();
    assert_eq!(text(encryption.update(b"12345", &mut [0; 4])), wrong);

    let mut long = vec![0; 255 * 32 + 1];
    let wrong = "the output has 8161 bytes, but must have at most 8160";
    assert_eq!(text(Hkdf::<Sha256>::derive(b"", b"key", b"", &mut long)), wrong);
    assert_eq!(text(Hkdf::<Sha256>::expand(b"key", b"", &mut long)), wrong);
}

#[test]
fn many_messages() {
    let two = ["a", "b"];
    let number = "the number of digests is 3, but must be 2";
    assert_eq!(text(Sha256::digest_many(&two, &mut [[0; 32]; 3], Threads::One)), number);
    let hmac = Hmac::<Sha256>::new(b"key").expect("a key");
    assert_eq!(text(hmac.finalize_many(&two, &mut [[0; 32]; 3], Threads::One)), number);
    let odd = "the output has 33 bytes, but must have a multiple of 2";
    assert_eq!(text(Shake128::digest_many(&two, &mut [0; 33], Threads::One)), odd);
    let none: [&str; 0] = [];
    let any = |name, size| {
        let hash = AnyHash::new(name).expect("a hash");
        text(hash.finalize_many(&two, &mut vec![0; size], Threads::One))
    };
    assert_eq!(
        text(Shake128::digest_many(&none, &mut [0; 33], Threads::One)),
        "the output has 33 bytes, but must have 0"
    );
    assert_eq!(any("sha256", 62), "the output has 62 bytes, but must have 64");
    assert_eq!(any("shake128", 0), "the output has 0 bytes, but must have 2 or more");
    assert_eq!(any("shake128", 33), odd);

    let keys =
        |salts: &[&str], size| text(Pbkdf2::<Sha256>::derive_many(&two, salts, 1, &mut vec![0; size], Threads::One));
    assert_eq!(keys(&["s"], 64), "the number of salts is 1, but must be 2");
    assert_eq!(keys(&["s", "t"], 33), odd);
    assert_eq!(keys(&["s", "t"], 0), "the output has 0 bytes, but must have 2 to 274877906880");
    let none = Pbkdf2::<Sha256>::derive(b"password", b"salt", 1, &mut []);
    assert_eq!(text(none), "the output has 0 bytes, but must have 1 to 137438953440");
    Hkdf::<Sha256>::derive(b"salt", b"key", b"info", &mut []).unwrap();
    let nobody: [&str; 0] = [];
    Pbkdf2::<Sha256>::derive_many(&nobody, &nobody, 1, &mut [], Threads::One).unwrap();

    assert_eq!(text(Rows::new(&[0; 10], 4)), "the rows have 10 bytes, but must have a multiple of 4");
    assert_eq!(text(Rows::new(&[0; 10], 0)), "the stride has 0 bytes, but must have 1 or more");
    let apart = "the rows have 3 bytes, but must have room for whole rows of 4, each 8 after the one before";
    assert_eq!(text(Rows::with_stride(&[0; 3], 4, 8)), apart);

    let offsets = |offsets: &[i64]| text(Offsets::new(&[0; 10], offsets));
    let wrong = |i| format!("offsets[{i}] is less than the one before it, or leads outside the data");
    assert_eq!(offsets(&[0, 4, 3, 1]), wrong(2));
    assert_eq!(offsets(&[0, 11]), wrong(1));
    assert_eq!(offsets(&[-1, 4]), wrong(0));
}

#[test]
fn pieces_in_bits() {
    let bits = |piece: &[u8], bits| text(Sha256::new().finalize_bits(piece, bits));
    assert_eq!(bits(&[0; 3], 9), "the piece has 3 bytes, but 9 bits take 2");
    assert_eq!(bits(&[], 1), "the piece has 0 bytes, but 1 bit takes 1");
    assert_eq!(bits(&[0], u64::MAX), "the piece has 1 byte, but 18446744073709551615 bits take 2305843009213693952");
}

#[cfg(feature = "full")]
#[test]
fn transcripts_and_trees() {
    let session = Suite::Shake128.session("");
    let instance = "the instance has 0 bytes, but must have 1 or more";
    assert_eq!(text(Prover::new(Suite::Shake128, &session, "")), instance);
    assert_eq!(text(Verifier::new(Suite::Shake128, &session, "", b"")), instance);
    let mut prover = Prover::new(Suite::Shake128, &session, "i").expect("an instance");
    let challenge = |bits| format!("the challenge has {bits} bits, but must have 1 to 64");
    assert_eq!(text(prover.challenge_bits(0)), challenge(0));
    assert_eq!(text(prover.challenge_bits(65)), challenge(65));
    let modulus = "the modulus is 1, but must be 2 or more";
    assert_eq!(text(prover.challenge_below(1)), modulus);
    assert_eq!(text(prover.send_integer(0, 1)), modulus);
    assert_eq!(text(prover.send_integer(7, 7)), "the integer is 7, but must be at most 6");
    let work = "the proof of work has 65 bits, but must have at most 64";
    assert_eq!(text(prover.grind(65, Threads::One)), work);

    let mut modulo = |modulus: &[u8]| text(prover.challenge_mod(modulus, &mut vec![0; modulus.len()]));
    assert_eq!(modulo(&[]), "the modulus is 0, but must be 2 or more");
    assert_eq!(modulo(&[1]), modulus);
    assert_eq!(modulo(&[1, 0]), modulus);
    assert_eq!(modulo(&[5, 0]), "the modulus has 2 bytes, but must have 1");
    assert_eq!(modulo(&[0, 1, 0, 0]), "the modulus has 4 bytes, but must have 2");
    assert_eq!(modulo(&[1; 67]), "the modulus has 67 bytes, but must have at most 66");
    assert_eq!(text(prover.challenge_mod(&[5], &mut [0; 2])), "the output has 2 bytes, but must have 1");

    let mut verifier = Verifier::new(Suite::Shake128, &session, "i", b"ab").expect("an instance");
    assert_eq!(verifier.receive_integer(1).expect_err("a modulus").to_string(), modulus);
    assert_eq!(verifier.check_work(65).expect_err("bits").to_string(), work);

    let mut stream = Merkle::new("sha384", Shape::Rfc9162).expect("a hash").stream();
    let torn = "the digests have 47 bytes, but must have a multiple of 48";
    assert_eq!(text(stream.extend_digests(&[0; 47], Threads::One)), torn);
}
