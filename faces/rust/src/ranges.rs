// SPDX-License-Identifier: Apache-2.0 OR MIT
//! One message of a tree, in ranges that several workers digest.

use core::ffi::{CStr, c_int};
use core::fmt;
use std::boxed::Box;
use std::vec;
use std::vec::Vec;

use crate::ffi::{self, CHash, CRanges};
use crate::many::Threads;
use crate::{AnyHash, Argument, Error, Limits, Options};

/// Why there is no range, or why one is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RangeRefused {
    /// The range ends behind the end of the message.
    PastEnd = 4,
    /// The place of the range is no multiple of the size of a chunk.
    NotAtChunk = 5,
    /// The range ends within a chunk, and not at the end of the message.
    ChunkTorn = 6,
    /// The range has no bytes, and the message has some.
    Empty = 7,
    /// The bytes are no exported range.
    NoRange = 10,
    /// The exported range has a format of another version.
    OtherVersion = 11,
    /// Bytes of the exported range were changed, or some are missing.
    Damaged = 12,
    /// The range is one of another algorithm.
    OtherAlgorithm = 13,
    /// The range is one of a tree with chunks of another size.
    OtherChunk = 14,
    /// The range is one of a message of another length.
    OtherMessage = 15,
    /// The range is one of a tree with another customization string.
    OtherParameters = 16,
    /// The range begins behind the next byte: a range is missing, or comes later.
    Gap = 17,
    /// All of the range was added already.
    Repeated = 18,
    /// A part of the range was added already.
    Overlapping = 19,
    /// Ranges are missing at the end of the message.
    Incomplete = 20,
}

impl RangeRefused {
    const ALL: [Self; 15] = [
        Self::PastEnd,
        Self::NotAtChunk,
        Self::ChunkTorn,
        Self::Empty,
        Self::NoRange,
        Self::OtherVersion,
        Self::Damaged,
        Self::OtherAlgorithm,
        Self::OtherChunk,
        Self::OtherMessage,
        Self::OtherParameters,
        Self::Gap,
        Self::Repeated,
        Self::Overlapping,
        Self::Incomplete,
    ];

    /// Of the codes of hashlane_ranges.h. Those for calls that make no sense cannot come here.
    fn check(code: c_int) -> Result<(), Self> {
        if code == 0 {
            return Ok(());
        }
        let refused = Self::ALL.into_iter().find(|&one| one as c_int == code);
        Err(refused.unwrap_or_else(|| unreachable!("hashlane_ranges.h returned {code}")))
    }
}

impl fmt::Display for RangeRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: it returns a string of C that lives as long as the program.
        let text = unsafe { CStr::from_ptr(ffi::ranges_reason(*self as c_int)) };
        f.write_str(text.to_str().expect("ASCII"))
    }
}

impl core::error::Error for RangeRefused {}

/// One message of KangarooTwelve or ParallelHash that several workers read in ranges. Workers and a driver each make an
/// object of the same algorithm and the same length of the message. The driver adds what the workers export, in the
/// order of the places, in a fixed amount of memory; it keeps a range that comes early. The digest is that of the
/// message in one piece.
///
/// A range begins at a multiple of [`chunk_size`](Self::chunk_size) and ends at one or at the end of the message. It
/// may come from outside: what does not fit is refused. It is no proof, though: the worker that makes it decides which
/// digest results.
///
/// ```
/// use hashlane::{RangeRefused, Ranges, Threads};
/// let message = vec![7; 20000];
/// let mut ranges = Ranges::new("kt128", 20000)?;
/// let first = ranges.leaves(0, &message[..8192], Threads::One)?;
/// let second = ranges.leaves(8192, &message[8192..], Threads::One)?;
/// assert_eq!(ranges.add(&second).unwrap_err(), RangeRefused::Gap);
/// ranges.add(&first)?;
/// ranges.add(&second)?;
/// let mut digest = [0; 32];
/// ranges.whole()?.finalize_into(&mut digest)?;
/// assert_eq!(digest, hashlane::Kt128::digest::<32>(&message));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Ranges {
    fresh: AnyHash,
    size: u64,
    chunk: u64,
    state: Box<CRanges>,
}

impl Ranges {
    /// A message of `message_size` bytes, without ranges. [`Error::Name`]: no algorithm has that name.
    /// [`Error::Algorithm`]: it has no ranges. [`Error::Size`]: the message has 2^63 bytes or more.
    pub fn new(name: &str, message_size: u64) -> Result<Self, Error> {
        Self::with_options(name, &Options::new(), message_size)
    }
    /// The same with a customization string, or with another block of ParallelHash. Errors are those of
    /// [`AnyHash::with_options`], too.
    pub fn with_options(name: &str, options: &Options<'_>, message_size: u64) -> Result<Self, Error> {
        let fresh = AnyHash::with_options(name, options)?;
        let chunk = options.chunk();
        let mut state = Box::new(CRanges::FRESH);
        let number = fresh.algorithm().number();
        // SAFETY: the state has its size, and the options live; the same holds below.
        let code = unsafe { ffi::ranges_init(&mut *state, number, &options.for_c(), message_size) };
        if code > 0 {
            let takes = Limits::AtMost(i64::MAX as u64);
            return Err(Error::Size { argument: Argument::Message, given: message_size, takes });
        }
        Error::check(code)?;
        Ok(Self { fresh, size: message_size, chunk, state })
    }

    /// Bytes of the message.
    pub fn message_size(&self) -> u64 {
        self.size
    }
    /// Bytes of a chunk.
    pub fn chunk_size(&self) -> u64 {
        self.chunk
    }
    /// Digests the bytes at `place` of the message, and returns what [`add`](Self::add) takes: 104 bytes, a chaining
    /// value for each whole chunk (32 bytes of KT128 and ParallelHash128, 64 of KT256 and ParallelHash256), 208 if the
    /// range ends within a chunk, and of KangarooTwelve 208 in the place of the chaining value of the first chunk.
    /// `Threads::Rayon` means the caller alone.
    pub fn leaves(&self, place: u64, data: impl AsRef<[u8]>, threads: Threads) -> Result<Vec<u8>, RangeRefused> {
        let (data, by) = (data.as_ref(), threads.without_rayon());
        let size = unsafe { ffi::ranges_size(&*self.state, place, data.len() as u64) };
        let mut out = vec![0; size];
        let (p, n) = (out.as_mut_ptr(), out.len());
        RangeRefused::check(unsafe { ffi::ranges_leaves(&*self.state, place, data.as_ptr(), data.len(), p, n, by) })?;
        Ok(out)
    }
    /// Absorbs the leaves of the range that begins at [`next`](Self::next). Nothing is changed when it is refused, and
    /// another range may follow.
    pub fn add(&mut self, range: impl AsRef<[u8]>) -> Result<(), RangeRefused> {
        let range = range.as_ref();
        RangeRefused::check(unsafe { ffi::ranges_add(&mut *self.state, range.as_ptr(), range.len()) })
    }
    /// Where an exported range begins; or why [`add`](Self::add) would refuse it at any place.
    pub fn place(&self, range: impl AsRef<[u8]>) -> Result<u64, RangeRefused> {
        let range = range.as_ref();
        let mut place = 0;
        RangeRefused::check(unsafe { ffi::ranges_place(&*self.state, range.as_ptr(), range.len(), &mut place) })?;
        Ok(place)
    }
    /// How many bytes of the message were added: the place of the range that [`add`](Self::add) wants next.
    pub fn next(&self) -> u64 {
        let mut place = 0;
        let code = unsafe { ffi::ranges_next(&*self.state, &mut place) };
        assert_eq!(code, 0, "hashlane_ranges_next");
        place
    }
    /// The object that has absorbed the whole message, and may absorb more. [`RangeRefused::Incomplete`]: ranges are
    /// missing.
    pub fn whole(&self) -> Result<AnyHash, RangeRefused> {
        let mut hash = Box::new(CHash::FRESH);
        RangeRefused::check(unsafe { ffi::ranges_whole(&*self.state, &mut *hash) })?;
        let mut state = vec![0; self.fresh.exported_size()];
        let code = unsafe { ffi::hash_export(&*hash, state.as_mut_ptr(), state.len()) };
        assert_eq!(code, 0, "hashlane_hash_export");
        let mut whole = self.fresh.clone();
        whole.import_state(&state).expect("it was exported");
        Ok(whole)
    }
}

impl fmt::Debug for Ranges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.fresh.algorithm().name();
        f.debug_struct("Ranges")
            .field("algorithm", &name)
            .field("size", &self.size)
            .field("next", &self.next())
            .finish()
    }
}
