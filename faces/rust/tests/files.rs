// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Readers, writers and files.
#![cfg(feature = "std")]

mod support;

use hashlane::*;
use std::io::{self, Read, Write};
use support::noise;

#[test]
fn writers_and_readers() {
    let data = noise(200_000, 1);
    let mut hash = Sha256::new();
    assert_eq!(io::copy(&mut &data[..], &mut hash).expect("memory"), 200_000);
    hash.flush().expect("nothing to do");
    assert_eq!(hash.finalize(), Sha256::digest(&data));
    assert_eq!(Sha256::new().update_reader(&data[..]).expect("memory").finalize(), Sha256::digest(&data));

    let mut out = vec![0; 1000];
    Shake128::new().update(&data).reader().read_exact(&mut out).expect("it never ends");
    assert_eq!(out, Shake128::digest::<1000>(&data));
    let mut taken = Vec::new();
    AnyHash::new("kt128").expect("an xof").reader().expect("an xof").take(77).read_to_end(&mut taken).expect("memory");
    assert_eq!(taken, Kt128::digest::<77>(b""));
    let mut mac = Hmac::<Sha3_512>::new(b"key").expect("a key");
    mac.write_all(&data).expect("memory");
    assert_eq!(mac.finalize(), Hmac::<Sha3_512>::tag(b"key", &data).expect("a key"));
}

struct Breaking;
impl Read for Breaking {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }
}

#[test]
fn a_reader_that_breaks_is_told() {
    let told = Kt128::new().update_reader(Breaking).err().map(|why| why.kind());
    assert_eq!(told, Some(io::ErrorKind::BrokenPipe));
    assert_eq!(io::Error::from(Error::Target).kind(), io::ErrorKind::InvalidInput);
}

#[cfg(feature = "mmap")]
#[test]
fn maps() {
    for size in [0, 1, 16_384, 16_385, 3_000_000] {
        let path = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("map-{size}"));
        let data = noise(size, 1);
        std::fs::write(&path, &data).expect("a folder for this");
        assert_eq!(Sha256::new().update_mmap(&path).expect("a file").finalize(), Sha256::digest(&data));
        let mut tree = Kt128::new();
        tree.update_mmap_threads(&path, Threads::All).expect("a file");
        assert_eq!(tree.finalize::<32>(), Kt128::digest::<32>(&data));
    }
    assert!(Sha256::new().update_mmap("/no/such/file").is_err());
    #[cfg(target_os = "linux")]
    assert!(Sha256::new().update_mmap("/proc/self/status").is_ok()); // has no size and cannot be mapped
}
