// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Merkle trees that take their time: leaves one after the other, and news of a long build.

use core::any::Any;
use core::ffi::{c_int, c_void};
use core::fmt;
use core::ops::ControlFlow;
use std::boxed::Box;
use std::vec;
use std::vec::Vec;

use crate::ffi::{self, CMerkleStream};
use crate::many::{Messages, Threads};
use crate::merkle::{Merkle, MerkleTree, Pieces};
use crate::{Argument, Error, Limits, Shape};

/// Of leaves, hashlane.h refuses only those that are too many.
fn assert_taken(code: c_int) {
    assert!(code == 0, "a tree has at most 2^64 - 1 leaves");
}

struct Watcher<F> {
    progress: F,
    panic: Option<Box<dyn Any + Send>>,
}

/// A panic stops the build, and goes on after it: it must not cross C++.
unsafe extern "C" fn tell<F: FnMut(u64, u64) -> ControlFlow<()>>(context: *mut c_void, done: u64, total: u64) -> c_int {
    // SAFETY: build_with_progress gives its own.
    let watcher = unsafe { &mut *context.cast::<Watcher<F>>() };
    let call = std::panic::AssertUnwindSafe(|| (watcher.progress)(done, total));
    match std::panic::catch_unwind(call) {
        Ok(ControlFlow::Continue(())) => 0,
        Ok(ControlFlow::Break(())) => 1,
        Err(panic) => {
            watcher.panic = Some(panic);
            1
        }
    }
}

impl Merkle {
    /// [`Merkle::build`] with news of it: after each some milliseconds of it `progress(done, total)` is called, both in
    /// digests, the last time with `done == total`. None, when it said [`ControlFlow::Break`].
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use hashlane::{Merkle, Shape, Threads};
    /// let trees = Merkle::new("sha256", Shape::Rfc9162)?;
    /// let tree = trees.build_with_progress(&["a", "b", "c"], Threads::One, |done, total| {
    ///     println!("{done} of {total}");
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(tree.unwrap().root(), trees.build(&["a", "b", "c"], Threads::One).root());
    /// # Ok::<(), hashlane::Error>(())
    /// ```
    pub fn build_with_progress<M, F>(&self, leaves: &M, threads: Threads, progress: F) -> Option<MerkleTree>
    where
        M: Messages + ?Sized,
        F: FnMut(u64, u64) -> ControlFlow<()>,
    {
        let pieces = Pieces::of(leaves);
        let (starts, sizes, count) = (pieces.starts.as_ptr(), pieces.sizes.as_ptr(), pieces.sizes.len());
        let mut watcher = Watcher { progress, panic: None };
        let made = self.filled(count, |nodes| {
            let (p, n, by) = (nodes.as_mut_ptr(), nodes.len(), threads.without_rayon());
            let context = (&raw mut watcher).cast();
            // SAFETY: as above; the watcher outlives the call and is of the type that `tell` wants.
            unsafe {
                let shape = self.shape as c_int;
                ffi::merkle_build_progress(self.number, shape, starts, sizes, count, p, n, by, tell::<F>, context)
            }
        });
        if let Some(panic) = watcher.panic {
            std::panic::resume_unwind(panic);
        }
        made
    }

    /// The root of leaves that are still to come.
    pub fn stream(&self) -> MerkleStream {
        let mut state = Box::new(CMerkleStream::FRESH);
        // SAFETY: the state has its size; hash and shape were checked.
        let code = unsafe { ffi::merkle_stream_init(&mut *state, self.number, self.shape as c_int) };
        assert_eq!(code, 0, "hashlane_merkle_stream_init");
        MerkleStream { trees: *self, state }
    }
}

/// The root of leaves that come one after the other, in memory of a fixed size.
///
/// A tree has at most 2^64 - 1 leaves. Only [`push_subtree`](Self::push_subtree) leads near that. One leaf too many is a
/// panic in `push` and `extend`, and an error in the functions that return one.
///
/// ```
/// use hashlane::{Merkle, Shape, Threads};
/// let trees = Merkle::new("sha256", Shape::Rfc9162)?;
/// let mut stream = trees.stream();
/// stream.push(b"a").extend(&["b", "c"], Threads::One);
/// assert_eq!(stream.root(), trees.build(&["a", "b", "c"], Threads::One).root());
/// assert_eq!(stream.leaves(), 3);
/// # Ok::<(), hashlane::Error>(())
/// ```
#[derive(Clone)]
pub struct MerkleStream {
    trees: Merkle,
    state: Box<CMerkleStream>,
}

impl MerkleStream {
    /// One more leaf.
    pub fn push(&mut self, leaf: impl AsRef<[u8]>) -> &mut Self {
        let leaf = leaf.as_ref();
        // SAFETY: a slice, into a stream; the same holds below.
        let code = unsafe { ffi::merkle_stream_push(&mut *self.state, leaf.as_ptr(), leaf.len()) };
        assert_taken(code);
        self
    }
    /// Many more, which is quicker than one by one. `Threads::Rayon` means the caller alone.
    pub fn extend<M: Messages + ?Sized>(&mut self, leaves: &M, threads: Threads) -> &mut Self {
        let pieces = Pieces::of(leaves);
        let (starts, sizes, count) = (pieces.starts.as_ptr(), pieces.sizes.as_ptr(), pieces.sizes.len());
        let by = threads.without_rayon();
        let code = unsafe { ffi::merkle_stream_push_many(&mut *self.state, starts, sizes, count, by) };
        assert_taken(code);
        self
    }
    /// Digests of leaves, one after the other. `Threads::Rayon` means the caller alone. [`Error::Size`]: they are not
    /// whole ones, or there would be too many leaves.
    pub fn extend_digests(&mut self, digests: &[u8], threads: Threads) -> Result<&mut Self, Error> {
        let by = threads.without_rayon();
        let code = unsafe { ffi::merkle_stream_push_digests(&mut *self.state, digests.as_ptr(), digests.len(), by) };
        let size = self.trees.digest;
        let takes = || match digests.len() % size {
            0 => Limits::AtMost((u64::MAX - self.leaves()) * size as u64),
            _ => Limits::MultipleOf(size as u64),
        };
        Error::check_sizes(code, |_| Error::size(Argument::Digests, digests.len(), takes()))?;
        Ok(self)
    }
    /// `leaves` leaves that were digested elsewhere: `root` is that of a tree of just these leaves. [`Error::Size`]: the root
    /// is not of the size of a digest, or the number of leaves is neither 1 nor a power of the arity of the shape (of
    /// [`Shape::Plain4`] 4, else 2), or does not divide the number of leaves so far, or there would be too many.
    pub fn push_subtree(&mut self, root: &[u8], leaves: u64) -> Result<&mut Self, Error> {
        let digest = self.trees.digest;
        if root.len() != digest {
            return Err(Error::size(Argument::Digests, root.len(), Limits::Exactly(digest as u64)));
        }
        let takes = Limits::PowerOf(if self.trees.shape == Shape::Plain4 { 4 } else { 2 });
        let code = unsafe { ffi::merkle_stream_push_subtree(&mut *self.state, root.as_ptr(), root.len(), leaves) };
        Error::check_sizes(code, |_| Error::Size { argument: Argument::SubtreeLeaves, given: leaves, takes })?;
        Ok(self)
    }
    /// How many leaves came so far.
    pub fn leaves(&self) -> u64 {
        let mut count = 0;
        let code = unsafe { ffi::merkle_stream_count(&*self.state, &mut count) };
        assert_eq!(code, 0, "hashlane_merkle_stream_count");
        count
    }
    /// Their root, as a [`MerkleTree`] over them has it.
    pub fn root(&self) -> Vec<u8> {
        let mut root = vec![0; self.trees.digest];
        let code = unsafe { ffi::merkle_stream_root(&*self.state, root.as_mut_ptr(), root.len()) };
        assert_eq!(code, 0, "hashlane_merkle_stream_root");
        root
    }
}

impl fmt::Debug for MerkleStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MerkleStream").field("trees", &self.trees).field("leaves", &self.leaves()).finish()
    }
}
