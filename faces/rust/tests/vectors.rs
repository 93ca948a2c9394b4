// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Known answers of third parties: NIST, the RFC, XKCP, OpenSSL, Wycheproof.

mod support;

use hashlane::*;
use support::{Record, hex, json, ptn, records};

/// Whole, in pieces, from a copy, as a batch; all of them must give this.
fn check(name: &str, options: &Options, message: &[u8], expected: &[u8]) {
    let fresh = AnyHash::with_options(name, options).expect(name);
    let mut out = vec![0; expected.len()];
    fresh.clone().update(message).finalize_into(&mut out).expect(name);
    assert_eq!(out, expected, "{name}, message of {} bytes", message.len());

    if !fresh.algorithm().takes_elements() {
        for piece in [1, 7, 64, 1000] {
            let mut hash = fresh.clone();
            for part in message.chunks(piece).take(3) {
                hash.update(part);
            }
            let copy = hash.clone();
            hash.update(&message[message.len().min(3 * piece)..]);
            hash.finalize_into(&mut out).expect(name);
            assert_eq!(out, expected, "{name}, pieces of {piece}");
            drop(copy);
        }
    }
    out.fill(0);
    fresh.finalize_many(&[message], &mut out, Threads::One).expect(name);
    assert_eq!(out, expected, "{name}, batch");

    if let Ok(mut reader) = fresh.clone().update(message).reader() {
        out.chunks_mut(13).for_each(|part| reader.squeeze(part));
        assert_eq!(out, expected, "{name}, reader");
    }
}

/// The same through the type.
fn check_typed<H: Hash>(message: &[u8], expected: &[u8]) {
    assert_eq!(H::digest(message).as_ref(), expected);
    let mut hash = H::default();
    message.chunks(50).for_each(|part| hash.update(part));
    assert_eq!(hash.finalize().as_ref(), expected);
}

macro_rules! cavp {
    ($($test:ident: $type:ty, $($file:literal)*;)*) => {$(
        #[test]
        fn $test() {
            let mut count = 0;
            for case in [$($file),*].into_iter().flat_map(records).filter(|r| r.has("Msg")) {
                let (message, expected) = (case.counted("Msg", "Len"), case.hex("MD"));
                check(<$type>::NAME, &Options::new(), &message, &expected);
                check_typed::<$type>(&message, &expected);
                count += 1;
            }
            assert!(count >= 64, "{count}");
        }
    )*};
}
cavp! {
    sha224: Sha224, "sha2/cavp/SHA224ShortMsg.rsp" "sha2/cavp/SHA224LongMsg.rsp";
    sha256: Sha256, "sha2/cavp/SHA256ShortMsg.rsp" "sha2/cavp/SHA256LongMsg.rsp";
    sha384: Sha384, "sha2/cavp/SHA384ShortMsg.rsp" "sha2/cavp/SHA384LongMsg.rsp";
    sha512: Sha512, "sha2/cavp/SHA512ShortMsg.rsp" "sha2/cavp/SHA512LongMsg.rsp";
    sha512_224: Sha512_224, "sha2/cavp/SHA512_224ShortMsg.rsp" "sha2/cavp/SHA512_224LongMsg.rsp";
    sha512_256: Sha512_256, "sha2/cavp/SHA512_256ShortMsg.rsp" "sha2/cavp/SHA512_256LongMsg.rsp";
    sha3_224: Sha3_224, "sha3/cavp/SHA3_224ShortMsg.rsp" "sha3/cavp/SHA3_224LongMsg.rsp";
    sha3_256: Sha3_256, "sha3/cavp/SHA3_256ShortMsg.rsp" "sha3/cavp/SHA3_256LongMsg.rsp";
    sha3_384: Sha3_384, "sha3/cavp/SHA3_384ShortMsg.rsp" "sha3/cavp/SHA3_384LongMsg.rsp";
    sha3_512: Sha3_512, "sha3/cavp/SHA3_512ShortMsg.rsp" "sha3/cavp/SHA3_512LongMsg.rsp";
}

#[test]
fn keccak_of_before_the_standard() {
    for case in records("keccak-legacy/ShortMsgKAT_256.txt").into_iter().filter(|r| r.number("Len") % 8 == 0) {
        check("keccak-256", &Options::new(), &case.counted("Msg", "Len"), &case.hex("MD"));
        check_typed::<Keccak256>(&case.counted("Msg", "Len"), &case.hex("MD"));
    }
}

#[test]
fn shake() {
    for (name, file) in [("shake128", "SHAKE128"), ("shake256", "SHAKE256")] {
        for case in records(&format!("shake/cavp/{file}ShortMsg.rsp")).iter().filter(|r| r.has("Msg")) {
            check(name, &Options::new(), &case.counted("Msg", "Len"), &case.hex("Output"));
        }
        for case in records(&format!("shake/cavp/{file}VariableOut.rsp")).iter().filter(|r| r.has("Msg")) {
            check(name, &Options::new(), &case.hex("Msg"), &case.hex("Output"));
        }
    }
}

/// `{"hex": ".."}` or `{"ptn": n}`.
fn string(value: &serde_json::Value) -> Vec<u8> {
    value["hex"].as_str().map_or_else(|| ptn(value["ptn"].as_u64().expect("ptn") as usize), hex)
}

fn size(case: &serde_json::Value, name: &str) -> usize {
    case[name].as_u64().expect(name) as usize
}

#[test]
fn turboshake_and_kangarootwelve() {
    let cases = json("turboshake-k12/rfc9861-draft.json");
    assert_eq!(cases.len(), 67);
    for case in cases {
        let name = case["fn"].as_str().expect("fn").to_lowercase();
        let (message, tail) = (string(&case["M"]), hex(case["out"].as_str().expect("out")));
        let mut out = vec![0; size(&case, "outBytes")];
        let customization = if name.starts_with("kt") { string(&case["C"]) } else { Vec::new() };
        match &*name {
            "kt128" => Kt128::new().update(&message).reader_with(&customization).squeeze(&mut out),
            "kt256" => Kt256::new().update(&message).reader_with(&customization).squeeze(&mut out),
            _ => AnyHash::with_options(&name, &Options::new().domain(size(&case, "D") as u8))
                .expect("a good domain")
                .update(&message)
                .finalize_into(&mut out)
                .expect("any length"),
        }
        assert_eq!(out[out.len() - tail.len()..], tail, "{case}");
        if customization.len() <= 256 && name.starts_with("kt") {
            check(&name, &Options::new().customization(&customization), &message, &out);
        }
    }
}

#[test]
fn samples_of_sp_800_185() {
    let cases = json("sp800-185/nist-samples.json");
    assert_eq!(cases.len(), 42);
    for case in cases {
        // "kmac128xof" is kmacxof128
        let words = case["fn"].as_str().expect("fn");
        let name = match words.strip_suffix("xof") {
            Some(plain) => plain.replace("128", "xof128").replace("256", "xof256"),
            None => words.to_string(),
        };
        let bytes = |field: &str| hex(case[field].as_str().unwrap_or_default());
        let text = |field: &str| case[field].as_str().unwrap_or_default().as_bytes().to_vec();
        let (key, customization, function) = (bytes("key"), text("custom"), text("functionName"));
        let mut options = Options::new().customization(&customization).function_name(&function);
        if name.starts_with("kmac") {
            options = options.key(&key);
        }
        if let Some(block) = case["blockBytes"].as_u64() {
            options = options.parallel_block(block as usize);
        }
        let expected = bytes("out");
        match case["tuple"].as_array() {
            None => check(&name, &options, &bytes("msg"), &expected),
            Some(tuple) => {
                let mut hash = AnyHash::with_options(&name, &options).expect("good options");
                for element in tuple {
                    hash.update(hex(element.as_str().expect("hex")));
                }
                let mut out = vec![0; expected.len()];
                hash.finalize_into(&mut out).expect("any length");
                assert_eq!(out, expected, "{case}");
            }
        }
    }
}

#[test]
fn samples_of_cshake() {
    for (name, file) in [("cshake128", "cSHAKE128"), ("cshake256", "cSHAKE256")] {
        for set in ["ShortMsgSamples", "CustomMsgSamples"] {
            for case in records(&format!("sp800-185/{set}_{file}.txt")).iter().filter(|r| r.has("Msg")) {
                let (function, customization) = (case.counted("N", "NLen"), case.counted("S", "SLen"));
                let options = Options::new().function_name(&function).customization(&customization);
                check(name, &options, &case.counted("Msg", "Len"), &case.hex("MD"));
            }
        }
    }
}

#[test]
fn ascon() {
    for (name, file) in [
        ("ascon-hash256", "sp800232_hash256"),
        ("ascon-xof128", "sp800232_xof128_64B"),
        ("ascon-cxof128", "sp800232_cxof128_64B"),
        ("ascon-hash", "v12_asconhash"),
        ("ascon-hasha", "v12_asconhasha"),
        ("ascon-xof", "v12_asconxof_32B"),
        ("ascon-xofa", "v12_asconxofa_32B"),
    ] {
        let cases = records(&format!("ascon/{file}.txt"));
        assert!(cases.len() > 500, "{file}");
        for case in cases {
            let customization = if case.has("Z") { case.hex("Z") } else { Vec::new() };
            check(name, &Options::new().customization(&customization), &case.hex("Msg"), &case.hex("MD"));
        }
    }
}

fn check_aead(name: &str, case: &Record) {
    let (text, both) = (case.hex("PT"), case.hex("CT"));
    let (cipher, tag) = both.split_at(text.len());
    let (nonce, header) = (case.hex("Nonce"), case.hex("AD"));
    let aead = AnyAead::new(name, &case.hex("Key")).expect("a key of the right size");

    let mut out = vec![0; text.len()];
    assert_eq!(aead.encrypt(&nonce, &header, &text, &mut out).as_ref().map(|t| &t[..]), Ok(tag));
    assert_eq!(out, cipher);
    let mut again = vec![1; text.len()];
    assert_eq!(aead.decrypt(&nonce, &header, cipher, tag, &mut again), Ok(()));
    assert_eq!(again, text);
    assert_eq!(aead.decrypt_in_place(&nonce, &header, &mut out, &tag[..8]), Ok(()));
    assert_eq!(out, text);

    let mut forged = tag.to_vec();
    forged[case.number("Count") % 16] ^= 1;
    assert_eq!(aead.decrypt(&nonce, &header, cipher, &forged, &mut again), Err(Error::Forged));
    assert!(again.iter().all(|&b| b == 0));
}

#[test]
fn ascon_authenticated_encryption() {
    for (name, file) in [
        ("ascon-aead128", "sp800232_aead128"),
        ("ascon-128", "v12_ascon128_aead"),
        ("ascon-128a", "v12_ascon128a_aead"),
        ("ascon-80pq", "v12_ascon80pq_aead"),
    ] {
        let cases = records(&format!("ascon/{file}.txt"));
        assert!(cases.len() > 1000, "{file}");
        cases.iter().for_each(|case| check_aead(name, case));
    }
}

#[test]
fn ascon_of_wycheproof() {
    for (name, file) in [
        ("ascon-aead128", "sp800232_aead128_wycheproof"),
        ("ascon-128", "v12_ascon128_wycheproof"),
        ("ascon-128a", "v12_ascon128a_wycheproof"),
        ("ascon-80pq", "v12_ascon80pq_wycheproof"),
    ] {
        let mut refused = 0;
        for case in records(&format!("ascon/{file}.txt")) {
            let (cipher, tag) = (case.hex("CT"), case.hex("Tag"));
            let aead = AnyAead::new(name, &case.hex("Key")).expect("a key of the right size");
            let mut text = vec![1; cipher.len()];
            let done = aead.decrypt(&case.hex("Nonce"), &case.hex("AD"), &cipher, &tag, &mut text);
            if case.text("Result") == "valid" {
                assert_eq!((done, text), (Ok(()), case.hex("PT")), "{case:?}");
            } else {
                assert!(done.is_err(), "{case:?}");
                refused += 1;
            }
        }
        assert!(refused > 50, "{refused}");
    }
}

fn check_tag(good: bool, verified: Result<(), Error>, case: &serde_json::Value) {
    assert_eq!(verified.is_ok(), good && case["result"] == "valid", "{case}");
}

fn hmac<H: HmacHash>(file: &str) {
    for case in json(file) {
        let bytes = |field: &str| hex(case[field].as_str().expect(field));
        let (key, tag) = (bytes("key"), bytes("tag"));
        let mut mac = Hmac::<H>::new(&key).expect("a key");
        mac.update(bytes("msg"));
        check_tag(true, mac.verify_truncated(&tag), &case);
        check_tag(tag.len() == H::DIGEST_SIZE, mac.verify(&tag), &case);
    }
}

#[test]
fn macs_of_wycheproof() {
    hmac::<Sha224>("hmac-kdf/wycheproof/hmac_sha224_test.json");
    hmac::<Sha256>("hmac-kdf/wycheproof/hmac_sha256_test.json");
    hmac::<Sha384>("hmac-kdf/wycheproof/hmac_sha384_test.json");
    hmac::<Sha512>("hmac-kdf/wycheproof/hmac_sha512_test.json");
    hmac::<Sha512_224>("hmac-kdf/wycheproof/hmac_sha512_224_test.json");
    hmac::<Sha512_256>("hmac-kdf/wycheproof/hmac_sha512_256_test.json");
    hmac::<Sha3_224>("hmac-kdf/wycheproof/hmac_sha3_224_test.json");
    hmac::<Sha3_256>("hmac-kdf/wycheproof/hmac_sha3_256_test.json");
    hmac::<Sha3_384>("hmac-kdf/wycheproof/hmac_sha3_384_test.json");
    hmac::<Sha3_512>("hmac-kdf/wycheproof/hmac_sha3_512_test.json");
    for case in json("sp800-185/wycheproof/kmac128_no_customization_test.json") {
        let bytes = |field: &str| hex(case[field].as_str().expect(field));
        let mut mac = Kmac128::new(bytes("key"), b"").expect("a key");
        let tag = bytes("tag");
        mac.update(bytes("msg"));
        check_tag(true, mac.verify_short(&tag, 4), &case);
        check_tag(tag.len() >= Kmac128::TAG_SIZE, mac.verify(&tag), &case);
    }
}

#[test]
fn keys_from_keys_and_passwords() {
    let value = |text: &str| {
        text.split_once(':')
            .map_or_else(Vec::new, |(kind, v)| if kind.starts_with("hex") { hex(v) } else { v.as_bytes().to_vec() })
    };
    let mut derived = 0;
    for case in records("openssl-3.0.20/evpkdf_hkdf.txt") {
        let plain = !case.has("Ctrl.mode") && !case.has("Result") && case.has("Output");
        if plain && case.0.get("Ctrl.digest").is_some_and(|d| d == "digest:SHA256") {
            let field = |name: &str| case.0.get(name).map_or_else(Vec::new, |text| value(text));
            let mut out = vec![0; case.hex("Output").len()];
            Hkdf::<Sha256>::derive(&field("Ctrl.salt"), &field("Ctrl.IKM"), &field("Ctrl.info"), &mut out)
                .expect("short");
            assert_eq!(out, case.hex("Output"), "{case:?}");
            derived += 1;
        }
    }
    assert!(derived >= 3, "{derived}");
    for case in json("hmac-kdf/wycheproof/pbkdf2_hmacsha256_test.json") {
        let bytes = |field: &str| hex(case[field].as_str().expect(field));
        let mut out = vec![0; bytes("dk").len()];
        let iterations = case["iterationCount"].as_u64().expect("a number");
        Pbkdf2::<Sha256>::derive(&bytes("password"), &bytes("salt"), iterations, &mut out).expect("short");
        assert_eq!(out == bytes("dk"), case["result"] == "valid", "{case}");
    }
}
