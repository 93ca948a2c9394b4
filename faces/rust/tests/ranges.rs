// SPDX-License-Identifier: Apache-2.0 OR MIT
//! One message in ranges: the digest of the message in one piece, in any order of the ranges, and every refusal.
#![cfg(feature = "std")]

use std::collections::BTreeMap;

use hashlane::*;

const CHUNK: usize = 8192;
const TREES: [&str; 6] =
    ["kt128", "kt256", "parallelhash128", "parallelhash256", "parallelhashxof128", "parallelhashxof256"];

fn message(size: usize) -> Vec<u8> {
    (0..size).map(|i| (i * 7 % 251) as u8).collect()
}

/// The exported ranges of a message that is cut at those places.
fn cut(ranges: &Ranges, message: &[u8], places: &[usize]) -> Vec<Vec<u8>> {
    let end = |i: usize| places.get(i + 1).copied().unwrap_or(message.len());
    let part = |i: usize| ranges.leaves(places[i] as u64, &message[places[i]..end(i)], Threads::All).unwrap();
    (0..places.len()).map(part).collect()
}

/// What a driver does that gets ranges in any order.
fn add_in_any_order(ranges: &mut Ranges, come: &[Vec<u8>]) {
    let mut early = BTreeMap::new();
    for range in come {
        early.insert(ranges.place(range).unwrap(), range);
        while let Some(range) = early.remove(&ranges.next()) {
            ranges.add(range).unwrap();
        }
    }
}

fn digest(hash: &AnyHash) -> [u8; 48] {
    let mut out = [0; 48];
    hash.finalize_into(&mut out).unwrap();
    out
}

#[test]
fn any_order() {
    for name in TREES {
        let options = Options::new().customization(b"text");
        let text = message(5 * CHUNK + 100);
        let fresh = Ranges::with_options(name, &options, text.len() as u64).unwrap();
        assert_eq!((fresh.message_size(), fresh.chunk_size(), fresh.next()), (text.len() as u64, 8192, 0));
        let mut parts = cut(&fresh, &text, &[0, CHUNK, 4 * CHUNK]);
        for _ in 0..3 {
            parts.rotate_left(1);
            let mut ranges = fresh.clone();
            add_in_any_order(&mut ranges, &parts);
            let mut hash = AnyHash::with_options(name, &options).unwrap();
            assert_eq!(digest(&ranges.whole().unwrap()), digest(hash.update(&text)));
            assert_eq!(digest(ranges.whole().unwrap().update("more")), digest(hash.update("more")));
        }
    }
}

#[test]
fn small_blocks_in_every_cutting() {
    let options = Options::new().parallel_block(3);
    for size in 0..11 {
        let text = message(size);
        let fresh = Ranges::with_options("parallelhash128", &options, size as u64).unwrap();
        let cuts = size.saturating_sub(1) / 3;
        for set in 0..1 << cuts {
            let inner = (1..=cuts).filter(|i| set >> (i - 1) & 1 == 1).map(|i| 3 * i);
            let places: Vec<usize> = std::iter::once(0).chain(inner).collect();
            let mut ranges = fresh.clone();
            add_in_any_order(&mut ranges, &cut(&fresh, &text, &places));
            let mut hash = AnyHash::with_options("parallelhash128", &options).unwrap();
            assert_eq!(digest(&ranges.whole().unwrap()), digest(hash.update(&text)));
        }
    }
}

#[test]
fn refusals() {
    use RangeRefused::*;
    let text = message(2 * CHUNK + 9);
    let size = text.len() as u64;
    let mut ranges = Ranges::new("kt128", size).unwrap();
    let parts = cut(&ranges, &text, &[0, CHUNK]);
    let one = |place, from, to| ranges.leaves(place, &text[from..to], Threads::One).unwrap_err();
    assert_eq!(one(1, 0, CHUNK), NotAtChunk);
    assert_eq!(one(0, 0, 9), ChunkTorn);
    assert_eq!(one(0, 0, 0), Empty);
    assert_eq!(one(8192, 0, text.len()), PastEnd);
    assert_eq!(one(u64::MAX, 0, CHUNK), PastEnd);
    let of = |name: &str, options: &Options<'_>, size| {
        Ranges::with_options(name, options, size).unwrap().leaves(0, &text[..CHUNK], Threads::One).unwrap()
    };
    let none = Options::new();
    assert_eq!(ranges.whole().unwrap_err(), Incomplete);
    assert_eq!(ranges.add(&parts[1]).unwrap_err(), Gap);
    assert_eq!(ranges.add("HLR").unwrap_err(), NoRange);
    assert_eq!(ranges.add("HLR2").unwrap_err(), OtherVersion);
    assert_eq!(ranges.place(&parts[0][1..]).unwrap_err(), NoRange);
    assert_eq!(ranges.add(&parts[0][..311]).unwrap_err(), Damaged);
    assert_eq!(ranges.add(of("kt256", &none, size)).unwrap_err(), OtherAlgorithm);
    assert_eq!(ranges.add(of("kt128", &none, size + 1)).unwrap_err(), OtherMessage);
    assert_eq!(ranges.add(of("kt128", &Options::new().customization(b"x"), size)).unwrap_err(), OtherParameters);
    let mut blocks = Ranges::with_options("parallelhash128", &Options::new().parallel_block(4096), size).unwrap();
    assert_eq!(blocks.add(of("parallelhash128", &none, size)).unwrap_err(), OtherChunk);
    ranges.add(&parts[0]).unwrap();
    assert_eq!(ranges.add(&parts[0]).unwrap_err(), Repeated);
    let all = ranges.leaves(0, &text, Threads::One).unwrap();
    assert_eq!(ranges.add(all).unwrap_err(), Overlapping);
    assert_eq!(ranges.next(), 8192);
    assert_eq!(Gap.to_string(), "the range begins behind the next byte: a range is missing, or comes later");
    assert_eq!(format!("{ranges:?}"), "Ranges { algorithm: \"kt128\", size: 16393, next: 8192 }");
}

#[test]
fn messages_that_have_no_ranges() {
    assert_eq!(Ranges::new("sha256", 0).unwrap_err(), Error::Algorithm);
    assert_eq!(Ranges::new("kt129", 0).unwrap_err(), Error::Name(Some("kt128")));
    let error = Ranges::new("kt128", 1 << 63).unwrap_err();
    let text = "the message has 9223372036854775808 bytes, but must have at most 9223372036854775807";
    assert_eq!(error.to_string(), text);
    assert!(Ranges::new("kt128", (1 << 63) - 1).is_ok());
    let far = Ranges::new("kt128", (1 << 40) + 5).unwrap();
    let part = far.leaves(1 << 40, b"abcde", Threads::One).unwrap();
    assert_eq!((part.len(), far.place(&part)), (104 + 208, Ok(1 << 40)));
}

#[test]
fn subtrees() {
    for (shape, arity) in [(Shape::Rfc9162, 2), (Shape::Plain, 2), (Shape::Plain4, 4), (Shape::SortedPairs, 2)] {
        let trees = Merkle::new("sha256", shape).unwrap();
        let leaves: Vec<[u8; 1]> = (0..70).map(|i| [i]).collect();
        let (mut stream, size) = (trees.stream(), arity * arity);
        for part in leaves.chunks_exact(size) {
            stream.push_subtree(trees.build(part, Threads::One).root(), size as u64).unwrap();
        }
        assert!(stream.push_subtree(&[0; 31], 1).is_err());
        let error = stream.push_subtree(&[0; 32], 3).unwrap_err().to_string();
        assert!(error.starts_with("the number of leaves is 3, but must be 1 or a power of"), "{error}");
        let done = stream.leaves() as usize;
        stream.extend(&leaves[done..], Threads::One);
        assert_eq!(stream.root(), trees.build(&leaves, Threads::One).root());
    }
}
