// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Beside other crates: `cargo bench --features std`, some workloads by `cargo bench -- kt128`.
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use digest::{Digest, ExtendableOutput, Update, XofReader};
use hashlane::{AsconAead128, AsconHash256, Kt128, Rows, Sha3_256, Sha256, Shake128, Threads, TurboShake128};
use std::{hint::black_box, time::Duration};

fn group<'a>(c: &'a mut Criterion, name: &str, bytes: usize) -> BenchmarkGroup<'a, WallTime> {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Bytes(bytes as u64));
    group
}

fn row<A, B>(
    c: &mut Criterion,
    name: &str,
    bytes: usize,
    mut ours: impl FnMut(&[u8]) -> A,
    peer: &str,
    mut theirs: impl FnMut(&[u8]) -> B,
) where
    A: AsRef<[u8]>,
    B: AsRef<[u8]>,
{
    let message: Vec<u8> = (0..bytes).map(|i| i as u8).collect();
    assert_eq!(ours(&message).as_ref(), theirs(&message).as_ref(), "{name}");
    let mut group = group(c, name, bytes);
    group.bench_function("hashlane", |b| b.iter(|| ours(black_box(&message))));
    group.bench_function(peer, |b| b.iter(|| theirs(black_box(&message))));
}

fn hash<P: Digest>(message: &[u8]) -> Vec<u8> {
    P::digest(message).to_vec()
}

fn xof<P: ExtendableOutput + Default>(message: &[u8]) -> [u8; 32] {
    let mut out = [0; 32];
    let mut xof = P::default();
    xof.update(message);
    xof.finalize_xof().read(&mut out);
    out
}

fn one_message(c: &mut Criterion) {
    for (size, label) in [(32, "32 B"), (1024, "1 KiB"), (16 << 10, "16 KiB")] {
        let name = |algorithm: &str| format!("{algorithm} {label}");
        row(c, &name("sha256"), size, |m| Sha256::digest(m), "sha2", |m| sha2::Sha256::digest(m));
        row(c, &name("sha3-256"), size, |m| Sha3_256::digest(m), "sha3", |m| sha3::Sha3_256::digest(m));
        row(c, &name("shake128"), size, |m| Shake128::digest::<32>(m), "shake", xof::<shake::Shake128>);
        let turbo = |m: &[u8]| <TurboShake128>::digest::<32>(m);
        row(c, &name("turboshake128"), size, turbo, "turboshake", xof::<turboshake::TurboShake128>);
        let ascon = |m: &[u8]| hash::<ascon_hash256::AsconHash256>(m);
        row(c, &name("ascon-hash256"), size, |m| AsconHash256::digest(m), "ascon-hash256", ascon);
    }
    row(
        c,
        "sha256 32 B in pieces",
        32,
        |m| {
            let mut hash = Sha256::new();
            hash.update(m);
            hashlane::Hash::finalize(&hash)
        },
        "sha2",
        |m| {
            let mut hash = sha2::Sha256::new();
            Update::update(&mut hash, m);
            hash.finalize()
        },
    );
    row(c, "kt128 1 MiB", 1 << 20, |m| Kt128::digest::<32>(m), "k12", xof::<k12::Kt128>);
}

fn many_messages(c: &mut Criterion) {
    let table: Vec<u8> = (0..1024 * 32).map(|i| i as u8).collect();
    let mut digests = vec![[0; 32]; 1024];
    macro_rules! rows {
        ($name:literal, $ours:ty, $peer:literal, $theirs:ty) => {
            let mut group = group(c, concat!("digest_many ", $name, " 1024x32"), table.len());
            let rows = Rows::new(&table, 32).expect("whole rows");
            group.bench_function("hashlane", |b| {
                b.iter(|| <$ours>::digest_many(black_box(&rows), &mut digests, Threads::One))
            });
            let ours = digests.clone();
            group.bench_function($peer, |b| {
                b.iter(|| {
                    for (row, out) in black_box(&table).chunks(32).zip(&mut digests) {
                        out.copy_from_slice(&<$theirs>::digest(row));
                    }
                })
            });
            assert_eq!(ours, digests);
            group.finish();
        };
    }
    rows!("sha256", Sha256, "sha2", sha2::Sha256);
    rows!("sha3-256", Sha3_256, "sha3", sha3::Sha3_256);
}

fn authenticated_encryption(c: &mut Criterion) {
    use ascon_aead::{AsconAead128 as Peer, aead::AeadInOut, aead::KeyInit};
    let (ours, theirs) = (AsconAead128::new(&[1; 16]), Peer::new(&[1; 16].into()));
    let mut text = vec![0; 1024];
    let mut group = group(c, "ascon-aead128 1 KiB", 1024);
    group.bench_function("hashlane", |b| b.iter(|| ours.encrypt_in_place(&[0; 16], b"header", black_box(&mut text))));
    group.bench_function("ascon-aead", |b| {
        b.iter(|| theirs.encrypt_inout_detached(&[0; 16].into(), b"header", black_box(&mut text[..]).into()))
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(1)).sample_size(20);
    targets = one_message, many_messages, authenticated_encryption
}
criterion_main!(benches);
