// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Its dispatcher, and beside it the kernel for 16 pairs with AVX-512: on a processor with SHA-NI the dispatcher may take
//! another one that is slower.
use crate::{contestant, whole};
use std::sync::Once;

static READY: Once = Once::new();

fn dispatched(out: &mut [u8], pairs: &[u8], count: usize) {
    READY.call_once(|| {
        hashtree_rs::init();
    });
    hashtree_rs::hash(out, pairs, count);
}

#[cfg(target_arch = "x86_64")]
fn sixteen(out: &mut [u8], pairs: &[u8], count: usize) {
    unsafe extern "C" {
        fn hashtree_sha256_avx512_x16(out: *mut u8, pairs: *const u8, count: u64);
    }
    if !std::is_x86_feature_detected!("avx512bw") || !std::is_x86_feature_detected!("avx512vl") {
        return dispatched(out, pairs, count);
    }
    assert!(out.len() >= 32 * count && pairs.len() >= 64 * count);
    unsafe { hashtree_sha256_avx512_x16(out.as_mut_ptr(), pairs.as_ptr(), count as u64) }
}
#[cfg(not(target_arch = "x86_64"))]
use dispatched as sixteen;

type Pairs = fn(&mut [u8], &[u8], usize);

fn tree(hash: Pairs, leaves: &[u8], count: usize, root: &mut [u8]) {
    let mut n = count / 2;
    let mut level = vec![0u8; 32 * n];
    hash(&mut level, leaves, n);
    while n > 1 {
        n /= 2;
        let mut above = vec![0u8; 32 * n];
        hash(&mut above, &level, n);
        level = above;
    }
    root.copy_from_slice(&level);
}

contestant!("hashtree", env!("BENCH_VERSION"),
    "sha256 pairs" / "dispatcher": whole!(w => dispatched(w.digests(), w.all(), w.count())),
    "sha256 pairs" / "x16": whole!(w => sixteen(w.digests(), w.all(), w.count())),
    "sha256 tree" / "dispatcher": whole!(w => tree(dispatched, w.all(), w.count(), w.digest(0))),
    "sha256 tree" / "x16": whole!(w => tree(sixteen, w.all(), w.count(), w.digest(0))),
);
