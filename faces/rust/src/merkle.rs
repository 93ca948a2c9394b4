// SPDX-License-Identifier: Apache-2.0 OR MIT

use core::ffi::c_int;
use core::fmt;
use std::vec;
use std::vec::Vec;

use crate::info::Algorithm;
use crate::many::{Messages, Threads};
use crate::{Error, ffi};

/// Leaves as C wants them.
pub(crate) struct Pieces {
    pub(crate) starts: Vec<*const u8>,
    pub(crate) sizes: Vec<usize>,
}

impl Pieces {
    pub(crate) fn of<M: Messages + ?Sized>(leaves: &M) -> Self {
        let pieces = (0..leaves.count()).map(|i| leaves.message(i));
        let (starts, sizes) = pieces.map(|piece| (piece.as_ptr(), piece.len())).unzip();
        Self { starts, sizes }
    }
}

/// How the nodes of a [`MerkleTree`] come from those below them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shape {
    /// RFC 9162: prefixes keep leaves and inner nodes apart.
    #[default]
    Rfc9162 = 0,
    /// Two digests in a node, leaves filled up with zero digests to a power of two. Nothing but the number of leaves
    /// tells a leaf from an inner node.
    Plain = 1,
    /// The same with four digests in a node.
    Plain4 = 2,
    /// The lesser of two digests first, as contracts of Ethereum want proofs. The order of leaves is not bound.
    SortedPairs = 3,
}

/// Why there is no proof, or why one is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Refused {
    /// A tree without leaves has no proofs.
    EmptyTree,
    /// The index is past the last leaf.
    IndexPastEnd,
    /// The earlier tree has no leaves, and is the beginning of every tree.
    FirstTreeEmpty,
    /// The first tree has more leaves than the second.
    FirstTreeLarger,
    /// Trees that are filled up have no consistency proofs.
    NoConsistency,
    /// A leaf, a root or the memory of the nodes has a wrong size.
    DigestSize,
    /// The proof is not of whole digests.
    ProofTorn,
    /// The proof has too few digests.
    ProofTooShort,
    /// The proof has too many digests.
    ProofTooLong,
    /// The proof leads to another root of the first tree.
    FirstRootDiffers,
    /// The proof leads to another root.
    RootDiffers,
}

impl Refused {
    /// Of the codes of hashlane_merkle.h. Those for calls that make no sense cannot come here.
    fn check(code: c_int) -> Result<(), Self> {
        Err(match code {
            0 => return Ok(()),
            1 => Self::EmptyTree,
            2 => Self::IndexPastEnd,
            4 => Self::FirstTreeEmpty,
            5 => Self::FirstTreeLarger,
            7 => Self::NoConsistency,
            8 => Self::DigestSize,
            9 => Self::ProofTorn,
            10 => Self::ProofTooShort,
            11 => Self::ProofTooLong,
            12 => Self::FirstRootDiffers,
            13 => Self::RootDiffers,
            _ => unreachable!("hashlane_merkle.h returned {code}"),
        })
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::EmptyTree => "a tree without leaves has no proofs",
            Self::IndexPastEnd => "the index is past the last leaf",
            Self::FirstTreeEmpty => "a tree without leaves is consistent with every other: it proves nothing",
            Self::FirstTreeLarger => "the first tree is larger than the second",
            Self::NoConsistency => "a tree whose levels are filled up has no consistency proofs",
            Self::DigestSize => "a leaf, a root or the memory of the nodes has a wrong size",
            Self::ProofTorn => "the proof is not of whole digests",
            Self::ProofTooShort => "the proof has too few digests",
            Self::ProofTooLong => "the proof has too many digests",
            Self::FirstRootDiffers => "the proof leads to another root of the first tree",
            Self::RootDiffers => "the proof leads to another root",
        })
    }
}

impl core::error::Error for Refused {}

/// Which Merkle trees: their hash and their shape. What verifies proofs.
///
/// ```
/// use hashlane::{Merkle, Refused, Shape, Threads};
/// let trees = Merkle::new("sha256", Shape::Rfc9162)?;
/// let tree = trees.build(&["a", "b", "c"], Threads::One);
/// let proof = tree.prove(2).unwrap();
/// assert_eq!(trees.verify(b"c", 2, 3, &proof, tree.root()), Ok(()));
/// assert_eq!(trees.verify(b"b", 2, 3, &proof, tree.root()), Err(Refused::RootDiffers));
/// # Ok::<(), hashlane::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Merkle {
    pub(crate) number: c_int,
    pub(crate) shape: Shape,
    pub(crate) digest: usize,
}

impl Merkle {
    /// [`Error::Name`]: no algorithm has that name. [`Error::Algorithm`]: it is no hash, it wants a key, it hashes tuples,
    /// or its digests are not of 28, 32, 48 or 64 bytes.
    pub fn new(hash: &str, shape: Shape) -> Result<Self, Error> {
        let found = Algorithm::named(hash)?;
        let trees = Self { number: found.number(), shape, digest: found.digest_size() };
        let mut root = vec![0; trees.digest];
        // SAFETY: no leaves; the root has its size.
        let code = unsafe {
            let none = core::ptr::null();
            ffi::merkle_root(trees.number, 0, none, core::ptr::null(), 0, root.as_mut_ptr(), root.len(), 1)
        };
        if code == 0 { Ok(trees) } else { Err(Error::Algorithm) }
    }

    /// Bytes of a digest.
    pub fn digest_size(&self) -> usize {
        self.digest
    }

    /// The tree over these leaves. `Threads::Rayon` means the caller alone.
    pub fn build<M: Messages + ?Sized>(&self, leaves: &M, threads: Threads) -> MerkleTree {
        let pieces = Pieces::of(leaves);
        let (starts, sizes, count) = (pieces.starts.as_ptr(), pieces.sizes.as_ptr(), pieces.sizes.len());
        let code = |nodes: &mut [u8]| {
            let (p, n, by) = (nodes.as_mut_ptr(), nodes.len(), threads.without_rayon());
            // SAFETY: as many pointers and sizes as leaves; the nodes have their size.
            unsafe { ffi::merkle_build(self.number, self.shape as c_int, starts, sizes, count, p, n, by) }
        };
        self.filled(count, code).expect("nothing stops it")
    }

    /// A tree whose nodes `build` writes; None if it was stopped.
    pub(crate) fn filled(&self, count: usize, build: impl FnOnce(&mut [u8]) -> c_int) -> Option<MerkleTree> {
        // SAFETY: a number.
        let digests = unsafe { ffi::merkle_nodes(self.shape as c_int, count as u64) };
        let mut nodes = vec![0; self.digest.saturating_mul(digests)];
        match build(&mut nodes) {
            0 => {}
            15 => return None,
            code => unreachable!("hashlane_merkle_build returned {code}"),
        }
        if count == 0 {
            nodes = self.stream().root();
        }
        Some(MerkleTree { trees: *self, leaves: count as u64, nodes })
    }

    /// Is this leaf `index` of a tree of `leaves` leaves with that root? The number of leaves must come from the
    /// same trusted source as the root.
    pub fn verify(&self, leaf: &[u8], index: u64, leaves: u64, proof: &[u8], root: &[u8]) -> Result<(), Refused> {
        // SAFETY: slices.
        Refused::check(unsafe {
            let (p, r) = (proof.as_ptr(), root.as_ptr());
            let shape = self.shape as c_int;
            ffi::merkle_verify(
                self.number,
                shape,
                leaf.as_ptr(),
                leaf.len(),
                index,
                leaves,
                p,
                proof.len(),
                r,
                root.len(),
            )
        })
    }

    /// Checks that the tree of `first` leaves is the beginning of the tree of `second` leaves.
    pub fn verify_consistency(
        &self,
        (first, first_root): (u64, &[u8]),
        (second, second_root): (u64, &[u8]),
        proof: &[u8],
    ) -> Result<(), Refused> {
        if first_root.len() != second_root.len() {
            return Err(Refused::DigestSize);
        }
        // SAFETY: slices, the roots of one size.
        Refused::check(unsafe {
            let (old, new, size) = (first_root.as_ptr(), second_root.as_ptr(), first_root.len());
            let shape = self.shape as c_int;
            ffi::merkle_verify_consistency(
                self.number,
                shape,
                first,
                second,
                old,
                new,
                size,
                proof.as_ptr(),
                proof.len(),
            )
        })
    }
}

/// All nodes of a Merkle tree.
#[derive(Clone, Debug)]
pub struct MerkleTree {
    trees: Merkle,
    leaves: u64,
    nodes: Vec<u8>, // without leaves: the root alone
}

impl MerkleTree {
    /// How many leaves it has.
    pub fn leaves(&self) -> u64 {
        self.leaves
    }
    /// Its root.
    pub fn root(&self) -> &[u8] {
        &self.nodes[self.nodes.len() - self.trees.digest..]
    }

    fn made(&self, make: impl FnOnce(*const u8, usize, *mut u8, *mut usize) -> c_int) -> Result<Vec<u8>, Refused> {
        let mut proof = vec![0; 96 * self.trees.digest];
        let mut size = proof.len();
        let nodes = if self.leaves == 0 { 0 } else { self.nodes.len() };
        Refused::check(make(self.nodes.as_ptr(), nodes, proof.as_mut_ptr(), &mut size))?;
        proof.truncate(size);
        Ok(proof)
    }

    /// A proof that leaf `index` is in the tree: digests, one after the other.
    pub fn prove(&self, index: u64) -> Result<Vec<u8>, Refused> {
        // SAFETY: the nodes of a tree of so many leaves; the size of the proof's memory.
        self.made(|nodes, n, proof, size| unsafe {
            ffi::merkle_prove(self.trees.number, self.trees.shape as c_int, nodes, n, self.leaves, index, proof, size)
        })
    }

    /// Returns a proof that the tree of the first `leaves` leaves is the beginning of this tree (RFC 9162 s.2.1.4).
    pub fn prove_consistency(&self, leaves: u64) -> Result<Vec<u8>, Refused> {
        // SAFETY: as for prove.
        self.made(|nodes, n, proof, size| unsafe {
            let shape = self.trees.shape as c_int;
            ffi::merkle_prove_consistency(self.trees.number, shape, nodes, n, self.leaves, leaves, proof, size)
        })
    }

    /// Another leaf in the place of leaf `index`.
    pub fn update(&mut self, index: u64, leaf: &[u8]) -> Result<(), Refused> {
        if self.leaves == 0 {
            return Err(Refused::EmptyTree);
        }
        let (nodes, n) = (self.nodes.as_mut_ptr(), self.nodes.len());
        // SAFETY: as for prove.
        Refused::check(unsafe {
            let shape = self.trees.shape as c_int;
            ffi::merkle_update(self.trees.number, shape, nodes, n, self.leaves, index, leaf.as_ptr(), leaf.len())
        })
    }
}

#[cfg(all(test, feature = "full"))]
mod tests {
    use super::*;
    use crate::Sha256;
    use std::format;
    use std::string::String;

    fn defined(leaves: &[String]) -> [u8; 32] {
        if let [one] = leaves {
            return Sha256::digest([b"\0", one.as_bytes()].concat());
        }
        let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
        Sha256::digest([b"\x01".as_slice(), &defined(left), &defined(right)].concat())
    }

    #[test]
    fn rfc9162() {
        let trees = Merkle::new("sha256", Shape::Rfc9162).unwrap();
        let all: Vec<String> = (0..40).map(|i| format!("leaf {i}")).collect();
        for n in 1..=all.len() {
            let mut tree = trees.build(&all[..n], Threads::One);
            assert_eq!(tree.root(), defined(&all[..n]));
            for i in 0..n {
                let proof = tree.prove(i as u64).unwrap();
                let verify = |leaf: &str, p: &[u8]| trees.verify(leaf.as_bytes(), i as u64, n as u64, p, tree.root());
                assert_eq!(verify(&all[i], &proof), Ok(()));
                assert_eq!(verify("?", &proof), Err(Refused::RootDiffers));
                assert_eq!(verify(&all[i], &[&proof[..], &[0; 32]].concat()), Err(Refused::ProofTooLong));
                assert_eq!(verify(&all[i], &[&proof[..], &[0]].concat()), Err(Refused::ProofTorn));
                let old = tree.prove_consistency(i as u64 + 1).unwrap();
                let before = (i as u64 + 1, &defined(&all[..i + 1])[..]);
                assert_eq!(trees.verify_consistency(before, (n as u64, tree.root()), &old), Ok(()));
            }
            tree.update(0, b"other").unwrap();
            assert_ne!(tree.root(), defined(&all[..n]));
            tree.update(0, all[0].as_bytes()).unwrap();
            assert_eq!(tree.root(), defined(&all[..n]));
            assert_eq!(tree.update(n as u64, b""), Err(Refused::IndexPastEnd));
            assert_eq!(tree.prove(n as u64), Err(Refused::IndexPastEnd));
            assert_eq!(tree.prove_consistency(0), Err(Refused::FirstTreeEmpty));
            assert_eq!(tree.prove_consistency(n as u64 + 1), Err(Refused::FirstTreeLarger));
        }
    }

    #[test]
    fn shapes_and_hashes() {
        for shape in [Shape::Rfc9162, Shape::Plain, Shape::Plain4, Shape::SortedPairs] {
            for hash in ["sha224", "keccak-256", "sha384", "sha512", "shake128"] {
                let trees = Merkle::new(hash, shape).unwrap();
                let tree = trees.build(&[[1u8; 9]; 21], Threads::All);
                let proof = tree.prove(20).unwrap();
                assert_eq!(trees.verify(&[1; 9], 20, 21, &proof, tree.root()), Ok(()));
                assert_eq!(tree.root().len(), trees.digest_size());
            }
        }
        assert_eq!(Merkle::new("md6", Shape::Plain), Err(Error::Name(None)));
        for hash in ["kmac128", "tuplehash128", "hmac-sha256", "ascon-aead128"] {
            assert_eq!(Merkle::new(hash, Shape::Plain), Err(Error::Algorithm));
        }
    }

    #[test]
    fn an_inner_node_is_no_leaf() {
        let trees = Merkle::new("sha256", Shape::Rfc9162).unwrap();
        let tree = trees.build(&["a", "b", "c", "d"], Threads::One);
        let (proof, below) = (tree.prove(0).unwrap(), &tree.nodes[..64]);
        for leaf in [below.to_vec(), [b"\x01".as_slice(), below].concat()] {
            assert_eq!(trees.verify(&leaf, 0, 2, &proof[32..], tree.root()), Err(Refused::RootDiffers));
        }
        let plain = Merkle::new("sha256", Shape::Plain).unwrap();
        assert_eq!(plain.verify(below, 0, 4, &proof[32..], tree.root()), Err(Refused::ProofTooShort));
    }

    #[test]
    fn without_leaves() {
        let trees = Merkle::new("sha256", Shape::Rfc9162).unwrap();
        let mut tree = trees.build::<[&str]>(&[], Threads::One);
        assert_eq!((tree.root(), tree.leaves()), (&Sha256::digest(b"")[..], 0));
        assert_eq!(tree.prove(0), Err(Refused::EmptyTree));
        assert_eq!(tree.update(0, b""), Err(Refused::EmptyTree));
    }
}
