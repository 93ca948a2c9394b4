// SPDX-License-Identifier: Apache-2.0 OR MIT
extern crate std;

use super::{keccak, TurboShake128, TurboShake256};
use std::{string::String, vec, vec::Vec};

const VECTORS: &str = include_str!("../../../tests/data/turboshake-k12/rfc9861-draft.json");

/// What stands after `"key": ` in one object of the file, quotes stripped.
fn field<'a>(object: &'a str, key: &str) -> Option<&'a str> {
    let start = object.find(&std::format!("\"{key}\": "))? + key.len() + 4;
    let value = &object[start..];
    Some(value[..value.find([',', '\n', '}'])?].trim_matches('"'))
}

fn number(object: &str, key: &str) -> usize {
    field(object, key).unwrap().parse().unwrap()
}

fn from_hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
}

/// RFC 9861 s.5: a literal message, or the first n bytes of 00 01 .. FA 00 01 ..
fn message(object: &str) -> Vec<u8> {
    match field(object, "hex") {
        Some(hex) => from_hex(hex),
        None => (0..number(object, "ptn")).map(|i| (i % 251) as u8).collect(),
    }
}

trait Xof: Copy {
    fn with(domain: u8) -> (Self, fn(&mut Self));
    fn absorb(&mut self, msg: &[u8]);
    fn squeeze(&mut self, out: &mut [u8]);
}

macro_rules! xof {
    ($type:ty, $($domain:literal)*) => {
        impl Xof for $type {
            fn with(domain: u8) -> (Self, fn(&mut Self)) {
                match domain {
                    $($domain => (Self::new(), Self::finalize::<$domain>),)*
                    _ => panic!("no vector had D = {domain}"),
                }
            }
            fn absorb(&mut self, msg: &[u8]) {
                self.absorb(msg)
            }
            fn squeeze(&mut self, out: &mut [u8]) {
                self.squeeze(out)
            }
        }
    };
}
xof!(TurboShake128, 0x01 0x06 0x07 0x0b 0x1f 0x30 0x7f);
xof!(TurboShake256, 0x01 0x06 0x07 0x0b 0x1f 0x30 0x7f);

fn digest<X: Xof>(domain: u8, msg: &[u8], out: &mut [u8], pieces: usize) {
    let (mut xof, finalize) = X::with(domain);
    msg.chunks(msg.len() / pieces + 1).for_each(|piece| xof.absorb(piece));
    finalize(&mut xof);
    let size = out.len() / pieces + 1;
    out.chunks_mut(size).for_each(|piece| xof.squeeze(piece));
}

fn vectors<X: Xof>(name: &str) -> usize {
    let mut count = 0;
    for object in VECTORS.split("\"fn\": ").filter(|o| o.starts_with(&std::format!("\"{name}\""))) {
        let (msg, want) = (message(object), from_hex(field(object, "out").unwrap()));
        let mut out = vec![0; number(object, "outBytes")];
        for pieces in [1, 3] {
            digest::<X>(number(object, "D") as u8, &msg, &mut out, pieces);
            assert_eq!(&out[out.len() - number(object, "last")..], &want[..], "{object}");
        }
        count += 1;
    }
    count
}

#[test]
fn turboshake128_vectors_of_rfc_9861() {
    assert_eq!(vectors::<TurboShake128>("TurboSHAKE128"), 16);
}

#[test]
fn turboshake256_vectors_of_rfc_9861() {
    assert_eq!(vectors::<TurboShake256>("TurboSHAKE256"), 15);
}

fn any_split<X: Xof>() {
    let msg: Vec<u8> = (0..400usize).map(|i| (i * 7) as u8).collect();
    let mut want = [0; 400];
    digest::<X>(0x1f, &msg, &mut want, 1);
    for pieces in 2..60 {
        let mut out = [0; 400];
        digest::<X>(0x1f, &msg, &mut out, pieces);
        assert_eq!(out, want);
    }
}

#[test]
fn any_split_of_message_and_output() {
    any_split::<TurboShake128>();
    any_split::<TurboShake256>();
}

#[test]
fn calls_in_the_wrong_order_do_nothing() {
    let (mut a, mut b) = ([0; 64], [0; 64]);
    let mut xof = TurboShake128::default();
    xof.squeeze(&mut a);
    assert_eq!(a, [0; 64]);
    xof.absorb(b"message");
    let mut copy = xof;
    xof.finalize::<0x1f>();
    xof.absorb(b"more");
    xof.squeeze(&mut a[..10]);
    xof.finalize::<0x0b>();
    xof.squeeze(&mut a[10..]);
    copy.finalize::<{ TurboShake128::DEFAULT_DOMAIN_SEPARATOR }>();
    copy.clone().squeeze(&mut b);
    assert_eq!(a, b);
}

#[test]
fn reset_forgets() {
    let (mut a, mut b) = ([0; 64], [0; 64]);
    let mut xof = TurboShake256::new();
    xof.absorb(b"another");
    xof.finalize::<0x0b>();
    xof.squeeze(&mut a);
    xof.reset();
    xof.absorb(b"message");
    xof.finalize::<0x1f>();
    xof.squeeze(&mut a);
    digest::<TurboShake256>(0x1f, b"message", &mut b, 1);
    assert_eq!(a, b);
}

#[test]
fn program_of_the_older_readme() {
    let msg = [0xff; 3];
    let mut dig = [0; 32];
    let mut hasher = crate::TurboShake128::new();
    hasher.absorb(&msg[..2]);
    hasher.absorb(&msg[2..]);
    hasher.finalize::<{ crate::TurboShake128::DEFAULT_DOMAIN_SEPARATOR }>();
    hasher.squeeze(&mut dig[..16]);
    hasher.squeeze(&mut dig[16..]);
    let mut whole = [0; 32];
    digest::<TurboShake128>(0x1f, &msg, &mut whole, 1);
    assert_eq!(dig, whole);
}

#[test]
fn permutation() {
    let (mut state, mut block) = ([0; 25], [0; 168]);
    state[0] = 0x1f;
    state[20] = 0x80 << 56;
    keccak::permute(&mut state);
    digest::<TurboShake128>(0x1f, b"", &mut block, 1);
    let lanes: Vec<u64> = block.chunks(8).map(|b| u64::from_le_bytes(b.try_into().unwrap())).collect();
    assert_eq!(&state[..21], &lanes[..]);
}

#[test]
fn permutations_side_by_side() {
    let mut states: Vec<[u64; 25]> = Vec::new();
    for j in 0..4u64 {
        let mut state = [0u64; 25];
        for (i, word) in (0u64..).zip(state.iter_mut()) {
            *word = (25 * j + i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        states.push(state);
    }
    let mut expected = states.clone();
    for state in &mut expected {
        keccak::permute(state);
    }
    let [mut a, mut b] = [states[0], states[1]];
    keccak::permutex2(&mut a, &mut b);
    assert_eq!([a, b], [expected[0], expected[1]]);
    let [mut a, mut b, mut c, mut d] = [states[0], states[1], states[2], states[3]];
    keccak::permutex4(&mut a, &mut b, &mut c, &mut d);
    assert_eq!([a, b, c, d], [expected[0], expected[1], expected[2], expected[3]]);
}

#[test]
fn fields_are_found() {
    let object = String::from("{\"D\": 31,\n\"out\": \"00ff\"\n}");
    assert_eq!((number(&object, "D"), field(&object, "out")), (31, Some("00ff")));
    assert_eq!(field(&object, "none"), None);
}
