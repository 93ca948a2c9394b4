// SPDX-License-Identifier: Apache-2.0 OR MIT
//! `cargo bench`: the permutation, and both functions at 32 to 4096 bytes with 32 bytes out. Medians of short slices.
use std::{hint::black_box, time::Instant};
use turboshake::{keccak, TurboShake128, TurboShake256};

const SLICES: usize = 41;

fn median_ns(mut f: impl FnMut()) -> f64 {
    let start = Instant::now();
    (0..100).for_each(|_| f());
    let calls = (50_000_000 / start.elapsed().as_nanos().max(1)).clamp(10, 100_000) as usize; // about half a millisecond
    let mut slices: Vec<f64> = (0..SLICES)
        .map(|_| {
            let start = Instant::now();
            (0..calls).for_each(|_| f());
            start.elapsed().as_nanos() as f64 / calls as f64
        })
        .collect();
    slices.sort_by(f64::total_cmp);
    slices[SLICES / 2]
}

fn line(name: &str, bytes: usize, ns: f64) {
    println!("{name:<34} {ns:>9.1} ns {:>8.1} MB/s", bytes as f64 * 1e3 / ns);
}

macro_rules! bench {
    ($type:ty, $name:literal) => {
        for size in [32, 64, 128, 256, 512, 1024, 2048, 4096] {
            let msg = vec![0xa5; size];
            let mut digest = [0; 32];
            let ns = median_ns(|| {
                let mut hasher = <$type>::new();
                hasher.absorb(black_box(&msg));
                hasher.finalize::<{ <$type>::DEFAULT_DOMAIN_SEPARATOR }>();
                hasher.squeeze(black_box(&mut digest));
            });
            line(&format!("{}/{size} B", $name), size, ns);
        }
    };
}

fn main() {
    let mut state = [0; 25];
    line("keccak-p[1600, 12]", 200, median_ns(|| keccak::permute(black_box(&mut state))));
    bench!(TurboShake128, "turboshake128");
    bench!(TurboShake256, "turboshake256");
}
