// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Every published vector of tests/support/sets.py, messages in bits among them, on every target. Alone in its program,
//! since the choice of the target is the process's. Prints `checks FOLDER N` for each folder.

mod support;

use std::collections::BTreeMap;
use std::process::Command;

use hashlane::*;
use support::{hex, ptn};

/// The columns that sets.py documents.
struct Vector {
    kind: String,
    folder: String,
    algorithm: String,
    valid: bool,
    bits: u64,
    output_bits: usize,
    size: usize,
    skip: usize,
    number: usize,
    key: Vec<u8>,
    custom: Vec<u8>,
    name: Vec<u8>,
    message: Vec<u8>,
    output: Vec<u8>,
    elements: Vec<Vec<u8>>,
}

fn octets(text: &str) -> Vec<u8> {
    match text.strip_prefix("ptn:") {
        Some(count) => ptn(count.parse().expect("a number")),
        None if text == "-" => Vec::new(),
        None => hex(text),
    }
}

impl Vector {
    fn of(line: &str) -> Self {
        let words: Vec<_> = line.split(' ').collect();
        let number = |i: usize| words[i].parse::<u64>().expect(line);
        Self {
            kind: words[0].into(),
            folder: words[1].into(),
            algorithm: words[2].into(),
            valid: number(3) == 1,
            bits: number(4),
            output_bits: number(5) as usize,
            size: number(6) as usize,
            skip: number(7) as usize,
            number: number(8) as usize,
            key: octets(words[9]),
            custom: octets(words[10]),
            name: octets(words[11]),
            message: octets(words[12]),
            output: octets(words[13]),
            elements: words[14].split_terminator(',').filter(|e| *e != "-").map(hex).collect(),
        }
    }

    /// The output stands after `skip` bytes; its odd bits are the low ones of its last byte.
    fn is_right(&self, digest: &[u8]) -> bool {
        let (whole, odd) = (self.output_bits / 8, self.output_bits % 8);
        let same = digest.get(self.skip..self.skip + self.output.len()).is_some_and(|got| {
            got[..whole] == self.output[..whole] && (odd == 0 || (got[whole] ^ self.output[whole]) << (8 - odd) == 0)
        });
        same == self.valid
    }

    fn options(&self, algorithm: &Algorithm) -> Options<'_> {
        let mut options = Options::new().customization(&self.custom).function_name(&self.name);
        if algorithm.takes_key() {
            options = options.key(&self.key);
        }
        if algorithm.takes_domain() && self.number != 0 {
            options = options.domain(self.number as u8);
        }
        if algorithm.takes_parallel_block() && self.number != 0 {
            options = options.parallel_block(self.number);
        }
        options
    }
}

#[derive(Default)]
struct Checks(u64);

impl Checks {
    fn check(&mut self, good: bool, v: &Vector, how: &str) {
        assert!(good, "{} {}, {} bits, {how}, {}", v.folder, v.algorithm, v.bits, target());
        self.0 += 1;
    }
}

fn check_digest(v: &Vector, checks: &mut Checks) {
    let algorithm = Algorithm::find(&v.algorithm).expect(&v.algorithm);
    let fresh = AnyHash::with_options(&v.algorithm, &v.options(&algorithm)).expect(&v.algorithm);
    let size = if algorithm.any_length() { v.size } else { algorithm.digest_size() };
    let mut out = vec![0; size];
    if algorithm.takes_elements() {
        let mut tuple = fresh;
        v.elements.iter().for_each(|element| _ = tuple.update(element));
        checks.check(tuple.finalize_into(&mut out).is_ok() && v.is_right(&out), v, "elements");
        return check_reader(v, tuple.reader(), checks);
    }
    if v.bits % 8 == 0 {
        checks.check(fresh.clone().update(&v.message).finalize_into(&mut out).is_ok() && v.is_right(&out), v, "whole");
        let mut many = vec![0; 9 * size];
        let same = [&v.message; 9];
        checks.check(
            fresh.finalize_many(&same, &mut many, Threads::One).is_ok() && many.chunks(size).all(|d| v.is_right(d)),
            v,
            "side by side",
        );
    }
    let (head, tail) = v.message.split_at(v.bits as usize / 8 / 3);
    let rest = v.bits - 8 * head.len() as u64;
    if algorithm.takes_bits() || v.bits % 8 == 0 {
        let done = fresh.finalize_bits_into(&v.message, v.bits, &mut out);
        checks.check(done.is_ok() && v.is_right(&out), v, "as bits");
    }
    let mut begun = fresh;
    begun.update(head).update([]);
    checks.check(begun.finalize_bits_into(tail, rest, &mut out).is_ok() && v.is_right(&out), v, "in pieces");
    check_reader(v, begun.reader_bits(tail, rest), checks);
    if algorithm.kind() == Kind::Mac && v.output.len() == size && v.output_bits % 8 == 0 {
        let expected = if v.valid { Ok(()) } else { Err(Error::Forged) };
        checks.check(begun.verify_bits_short(tail, rest, &v.output, size) == expected, v, "verify");
    }
}

fn check_reader(v: &Vector, reader: Result<AnyReader, Error>, checks: &mut Checks) {
    if let Ok(mut reader) = reader {
        let mut out = vec![0; v.size];
        out.chunks_mut(13).for_each(|part| reader.squeeze(part));
        checks.check(v.is_right(&out), v, "reader");
    }
}

fn check_aead(v: &Vector, checks: &mut Checks) {
    let [nonce, header, text, cipher, tag] = &v.elements[..] else { panic!("{}", v.algorithm) };
    let aead = AnyAead::new(&v.algorithm, &v.key).expect("a key of the right size");
    let mut out = vec![1; cipher.len()];
    let done = aead.decrypt(nonce, header, cipher, tag, &mut out);
    let expected = if v.valid { text.clone() } else { vec![0; cipher.len()] };
    checks.check(
        done.is_ok() == v.valid && (matches!(done, Err(Error::Nonce { .. })) || out == expected),
        v,
        "decrypt",
    );
    out.copy_from_slice(cipher);
    let done = aead.decrypt_in_place(nonce, header, &mut out, tag);
    checks.check(
        done.is_ok() == v.valid && (matches!(done, Err(Error::Nonce { .. })) || out == expected),
        v,
        "decrypt in place",
    );
    if v.valid {
        let begins = |whole: Result<[u8; 16], Error>| whole.is_ok_and(|whole| whole.starts_with(tag));
        checks.check(begins(aead.encrypt(nonce, header, text, &mut out)) && out == *cipher, v, "encrypt");
        out.copy_from_slice(text);
        checks.check(begins(aead.encrypt_in_place(nonce, header, &mut out)) && out == *cipher, v, "encrypt in place");
    }
}

macro_rules! derive {
    ($kdf:ident, $v:expr, |$of:ident| $derive:expr; $($name:literal $hash:ty),*) => {
        match $v.algorithm.split_once('-').expect("of a hash").1 {
            $($name => {
                type $of = $kdf<$hash>;
                $derive
            })*
            other => panic!("{other}"),
        }
    };
}

fn check_hkdf(v: &Vector, checks: &mut Checks) {
    let mut out = vec![0; v.size];
    let done = derive!(Hkdf, v, |Of| Of::derive(&v.custom, &v.message, &v.name, &mut out);
        "sha256" Sha256, "sha384" Sha384, "sha512" Sha512);
    checks.check(done.is_ok() == v.valid && (!v.valid || v.is_right(&out)), v, "derive");
}

fn check_pbkdf2(v: &Vector, checks: &mut Checks) {
    let (mut out, iterations) = (vec![0; v.size], v.number as u64);
    let done = derive!(Pbkdf2, v, |Of| Of::derive(&v.message, &v.custom, iterations, &mut out);
        "sha224" Sha224, "sha256" Sha256, "sha384" Sha384, "sha512" Sha512, "sha512-224" Sha512_224,
        "sha512-256" Sha512_256);
    checks.check(done.is_ok() && v.is_right(&out), v, "derive");
}

#[test]
fn every_vector_on_every_target() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/sets.py");
    let told = Command::new("python3").arg(script).output().expect("python3");
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let lines = String::from_utf8(told.stdout).expect("ASCII");
    let targets: Vec<_> = targets().collect();
    let mut sums = BTreeMap::<String, u64>::new();
    for v in lines.lines().map(Vector::of) {
        let check = match &*v.kind {
            "digest" => check_digest,
            "aead" => check_aead,
            "hkdf" => check_hkdf,
            "pbkdf2" => check_pbkdf2,
            other => panic!("{other}"),
        };
        let mut checks = Checks::default();
        for name in &targets {
            use_target(name).expect("of this processor");
            check(&v, &mut checks);
        }
        *sums.entry(v.folder).or_default() += checks.0;
    }
    assert!(sums.len() >= 10, "{sums:?}");
    sums.iter().for_each(|(folder, checks)| println!("checks {folder} {checks}"));
}
