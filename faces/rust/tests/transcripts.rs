// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Transcripts: the draft's vectors, both parties over every suite, what is refused and why.
#![cfg(feature = "std")]

mod support;

use hashlane::*;
use serde_json::Value;
use support::{hex, read};

fn vectors(name: &str) -> Vec<Value> {
    let text = read(&format!("fiat-shamir/{name}.json")).unwrap_or_else(|| "[]".into());
    serde_json::from_str(&text).expect(name)
}

fn bytes(value: &Value) -> Vec<u8> {
    hex(value.as_str().expect("a string"))
}

/// The low byte first.
fn number(value: &Value) -> Vec<u8> {
    let digits = value.as_str().and_then(|text| text.strip_prefix("0x")).expect("0x");
    hex(digits).into_iter().rev().collect()
}

/// Those that begin with an instance.
#[test]
fn draft() {
    let mut count = [0; 3];
    for (suite, file) in
        [(Suite::Shake128, "fiatShamirShake128Vectors"), (Suite::TurboShake128, "fiatShamirTurboShake128Vectors")]
    {
        for case in vectors(file) {
            if case["Function"] == "DeriveSessionID" {
                assert_eq!(suite.session(bytes(&case["Tag"]))[..], bytes(&case["Output"]));
                count[0] += 1;
            }
            let Some([first, rest @ ..]) = case["Operations"].as_array().map(Vec::as_slice) else { continue };
            if first["type"] != "absorb" {
                continue;
            }
            let session = bytes(&case["SessionId"]).try_into().expect("32 bytes");
            let mut prover = Prover::new(suite, &session, bytes(&first["data"])).unwrap();
            if case["Function"] == "DecodeUint" {
                let modulus = number(&case["Modulus"]);
                let mut challenge = vec![0; modulus.len()];
                prover.challenge_mod(&modulus, &mut challenge).unwrap();
                assert_eq!(challenge, number(&case["Challenge"]));
                count[1] += 1;
                continue;
            }
            let mut output = Vec::new();
            for operation in rest {
                if operation["type"] == "absorb" {
                    prover.absorb(bytes(&operation["data"]));
                } else {
                    let mut piece = vec![0; operation["length"].as_u64().expect("length") as usize];
                    prover.challenge_into(&mut piece);
                    output.extend(piece);
                }
            }
            assert_eq!(output, bytes(&case["Output"]), "{}", case["Id"]);
            count[2] += 1;
        }
    }
    assert!(count[0] >= 2 && count[1] >= 2 && count[2] >= 16, "{count:?}");
}

fn prove(suite: Suite) -> (Vec<u8>, [u64; 3]) {
    let mut prover = Prover::new(suite, &suite.session("test"), "instance").unwrap();
    prover.absorb("both").absorb_string("know").unwrap();
    prover.send([1, 2, 3]).send_string("proof").unwrap().send_integer(9, 10).unwrap();
    let drawn = [prover.challenge_bits(7).unwrap(), prover.challenge_below(1000).unwrap()];
    prover.grind(8, Threads::One).unwrap().send_u64(u64::MAX);
    let last = u64::from_le_bytes(prover.challenge());
    (prover.finish(), [drawn[0], drawn[1], last])
}

fn verify(suite: Suite, tag: &str, proof: &[u8]) -> Result<[u64; 3], Refusal> {
    let mut verifier = Verifier::new(suite, &suite.session(tag), "instance", proof)?;
    verifier.absorb("both").absorb_string("know")?;
    assert_eq!(verifier.receive()?, &[1, 2, 3]);
    assert_eq!(verifier.receive_string()?, b"proof");
    verifier.receive_integer(10)?;
    let drawn = [verifier.challenge_bits(7)?, verifier.challenge_below(1000)?];
    verifier.check_work(8)?;
    assert_eq!(verifier.receive_u64()?, u64::MAX);
    let last = u64::from_le_bytes(verifier.challenge());
    verifier.finish()?;
    Ok([drawn[0], drawn[1], last])
}

#[test]
fn both_parties() {
    for suite in Suite::ALL {
        let (proof, drawn) = prove(suite);
        assert_eq!(proof.len(), 3 + 4 + 5 + 1 + 8 + 8, "{}", suite.name());
        assert!(drawn[0] < 128 && drawn[1] < 1000);
        assert_eq!(verify(suite, "test", &proof), Ok(drawn));
        assert_ne!(verify(suite, "other", &proof), Ok(drawn));
        for end in 0..proof.len() {
            assert_eq!(verify(suite, "test", &proof[..end]), Err(Refusal::Truncated), "{end} bytes");
        }
        assert_eq!(verify(suite, "test", &[&proof[..], &[0]].concat()), Err(Refusal::Trailing));
        let mut changed = proof.clone();
        changed[12] = 10;
        assert_eq!(verify(suite, "test", &changed), Err(Refusal::NotCanonical));
        // The nonce is the least, so that the one before does not do.
        let mut nonce = u64::from_le_bytes(proof[13..21].try_into().unwrap());
        if nonce > 0 {
            nonce -= 1;
            changed = proof.clone();
            changed[13..21].copy_from_slice(&nonce.to_le_bytes());
            assert_eq!(verify(suite, "test", &changed), Err(Refusal::Work));
        }
    }
}

/// The nonce has exactly 33 zero bits, which took 2^33 tries: one bit more is another work, and 32 bits are not all.
#[test]
fn work_above_32_bits() {
    let proof = 2856686695_u64.to_le_bytes();
    for bits in 30..=64 {
        let mut verifier = Verifier::new(Suite::TurboShake128, &[0; 32], "x", &proof).unwrap();
        let expected = if bits <= 33 { Ok(()) } else { Err(Refusal::Work) };
        assert_eq!(verifier.check_work(bits), expected, "{bits}");
    }
}

/// Strings that are sent, or absorbed as labels.
fn after(suite: Suite, calls: &[Result<&str, &str>]) -> [u8; 32] {
    let mut prover = Prover::new(suite, &[0; 32], "x").unwrap();
    for call in calls {
        match call {
            Ok(sent) => prover.send_string(sent).unwrap(),
            Err(label) => prover.absorb_string(label).unwrap(),
        };
    }
    prover.challenge()
}

#[test]
fn bound() {
    for suite in Suite::ALL {
        let sequences: [&[Result<&str, &str>]; 11] = [
            &[Ok("ab"), Ok("c")],
            &[Ok("a"), Ok("bc")],
            &[Ok("abc")],
            &[],
            &[Ok("")],
            &[Ok(""), Ok("")],
            &[Ok("a"), Ok("")],
            &[Ok(""), Ok("a")],
            &[Err("round 1"), Ok("a")],
            &[Err("round 2"), Ok("a")],
            &[Ok("a")],
        ];
        let drawn: std::collections::HashSet<_> = sequences.iter().map(|calls| after(suite, calls)).collect();
        assert_eq!(drawn.len(), sequences.len(), "{}", suite.name());
    }
}

#[test]
fn reasons() {
    let all =
        [Refusal::Truncated, Refusal::NotCanonical, Refusal::Trailing, Refusal::Work, Refusal::Call(Error::WholeBytes)];
    let texts: std::collections::HashSet<_> = all.iter().map(Refusal::to_string).collect();
    assert!(texts.len() == all.len() && texts.iter().all(|text| text.len() > 10));
}

#[test]
fn calls_without_sense() {
    let session = Suite::Shake128.session("");
    assert!(matches!(Prover::new(Suite::Shake128, &session, "").unwrap_err(), Error::Size { .. }));
    let mut prover = Prover::new(Suite::Shake128, &session, "i").unwrap();
    assert!(matches!(prover.send_integer(7, 7).unwrap_err(), Error::Option { .. }));
    assert!(matches!(prover.send_integer(0, 0).unwrap_err(), Error::Option { .. }));
    assert!(matches!(prover.challenge_bits(0).unwrap_err(), Error::Size { .. }));
    assert!(matches!(prover.challenge_bits(65).unwrap_err(), Error::Size { .. }));
    assert!(matches!(prover.challenge_below(1).unwrap_err(), Error::Option { .. }));
    assert!(matches!(prover.challenge_mod(&[5, 0], &mut [0; 2]).unwrap_err(), Error::Option { .. }));
    assert!(matches!(prover.challenge_mod(&[5], &mut [0; 2]).unwrap_err(), Error::Size { .. }));
    assert!(matches!(prover.grind(65, Threads::One).unwrap_err(), Error::Size { .. }));
    assert_eq!(format!("{prover:?}"), "prover of SHAKE128 { .. }");
    // None of these did anything.
    let fresh: [u8; 32] = Prover::new(Suite::Shake128, &session, "i").unwrap().challenge();
    assert_eq!(prover.challenge(), fresh);
    assert!(prover.finish().is_empty());

    let mut verifier = Verifier::new(Suite::Shake128, &session, "i", b"ab").unwrap();
    assert!(matches!(verifier.receive_integer(1), Err(Refusal::Call(Error::Option { .. }))));
    assert!(matches!(verifier.receive_integer(0), Err(Refusal::Call(Error::Option { .. }))));
    assert!(matches!(verifier.check_work(65), Err(Refusal::Call(Error::Size { .. }))));
    assert_eq!(verifier.receive_bytes(usize::MAX), Err(Refusal::Truncated));
    assert_eq!(verifier.receive(), Ok(b"ab"));
    assert_eq!(verifier.receive_bytes(0), Ok(&[][..]));
}
