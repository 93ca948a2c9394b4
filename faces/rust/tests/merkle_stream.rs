// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Merkle trees that take their time: leaves one after the other, and news of a long build.
#![cfg(feature = "std")]

use std::ops::ControlFlow;

use hashlane::*;

#[test]
fn streams() {
    for shape in [Shape::Rfc9162, Shape::Plain, Shape::Plain4, Shape::SortedPairs] {
        for hash in ["sha256", "sha512"] {
            let trees = Merkle::new(hash, shape).unwrap();
            let all: Vec<String> = (0..150).map(|i| format!("leaf {i}")).collect();
            let (mut one, mut many, mut digests) = (trees.stream(), trees.stream(), trees.stream());
            for (n, leaf) in all.iter().enumerate() {
                let tree = trees.build(&all[..n], Threads::One);
                assert_eq!((one.root(), one.leaves()), (tree.root().to_vec(), n as u64));
                let copy = one.clone();
                one.push(leaf);
                assert_ne!(copy.root(), one.root());
            }
            let tree = trees.build(&all, Threads::One);
            many.extend(&all[..5], Threads::One).extend(&all[5..5], Threads::One).extend(&all[5..], Threads::All);
            for leaf in &all {
                let prefix: &[u8] = if shape == Shape::Rfc9162 { b"\0" } else { b"" };
                let text = [prefix, leaf.as_bytes()].concat();
                let digest =
                    if hash == "sha256" { Sha256::digest(text).to_vec() } else { Sha512::digest(text).to_vec() };
                digests.extend_digests(&digest, Threads::One).unwrap();
            }
            assert_eq!([one.root(), many.root(), digests.root()], [tree.root(), tree.root(), tree.root()]);
            assert!(matches!(digests.extend_digests(&[0; 31], Threads::One).unwrap_err(), Error::Size { .. }));
            assert_eq!(digests.leaves(), 150);
        }
    }
}

#[test]
fn too_many_leaves() {
    let mut stream = Merkle::new("sha256", Shape::Rfc9162).unwrap().stream();
    for shift in (0..64).rev() {
        stream.push_subtree(&[0; 32], 1 << shift).unwrap();
    }
    assert_eq!(stream.leaves(), u64::MAX);
    assert!(stream.push_subtree(&[0; 32], 1).is_err());
    let refused = |push: &dyn Fn(&mut MerkleStream)| {
        let mut stream = stream.clone();
        let panics = std::panic::AssertUnwindSafe(|| push(&mut stream));
        let panic = std::panic::catch_unwind(panics).unwrap_err();
        assert_eq!(*panic.downcast::<&str>().unwrap(), "a tree has at most 2^64 - 1 leaves");
    };
    refused(&|stream| {
        stream.push(b"");
    });
    refused(&|stream| {
        stream.extend(&[b""], Threads::One);
    });
    let error = stream.extend_digests(&[0; 32], Threads::One).err();
    assert_eq!(error, Some(Error::Size { argument: Argument::Digests, given: 32, takes: Limits::AtMost(0) }));
    assert_eq!(stream.leaves(), u64::MAX);
}

#[test]
fn progress() {
    let trees = Merkle::new("sha256", Shape::Rfc9162).unwrap();
    let leaves = vec![[7u8; 4]; 200_000];
    let mut told = Vec::new();
    let tree = trees.build_with_progress(&leaves, Threads::All, |done, total| {
        told.push((done, total));
        ControlFlow::Continue(())
    });
    assert_eq!(tree.unwrap().root(), trees.build(&leaves, Threads::One).root());
    assert!(told.len() >= 6 && told.iter().all(|&(done, total)| done <= total), "{told:?}");
    assert!(told.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 == pair[1].1));
    assert_eq!(told.last().unwrap().0, told[0].1);
    let mut calls = 0;
    let stopped = trees.build_with_progress(&leaves, Threads::One, |_, _| {
        calls += 1;
        ControlFlow::Break(())
    });
    assert!(stopped.is_none() && calls == 1);
    let panics = std::panic::AssertUnwindSafe(|| {
        trees.build_with_progress(&leaves, Threads::One, |_, _| panic!("enough"));
    });
    let panic = std::panic::catch_unwind(panics).unwrap_err();
    assert_eq!(*panic.downcast::<&str>().unwrap(), "enough");
    let mut calls = 0;
    let empty = trees.build_with_progress::<[&str], _>(&[], Threads::One, |_, _| {
        calls += 1;
        ControlFlow::Continue(())
    });
    assert_eq!((empty.unwrap().root(), calls), (&Sha256::digest(b"")[..], 0));
}
