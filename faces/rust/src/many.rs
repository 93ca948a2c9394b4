// SPDX-License-Identifier: Apache-2.0 OR MIT

use core::ffi::{c_int, c_void};
#[cfg(feature = "std")]
use core::num::NonZeroU32;

use crate::ffi::{self, CMessage, CWorkers};
use crate::state::Memory;
use crate::{Argument, Error, Limits};

/// Who does the work of a batch, or of a tree.
///
/// ```
/// # #[cfg(all(feature = "sha2", feature = "many"))] {
/// use hashlane::{Sha256, Threads};
/// let mut digests = [[0; 32]; 2];
/// Sha256::digest_many(&["a", "b"], &mut digests, Threads::One)?;
/// # }
/// # Ok::<(), hashlane::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Threads {
    /// The caller alone, with all lanes of its vectors.
    #[default]
    One,
    /// The caller, and a helper on each other core. The crate starts helpers when a call needs more than there are, and
    /// they sleep between calls until the process ends.
    #[cfg(feature = "std")]
    All,
    /// As many threads as that, the caller among them; the others are helpers as those of `All`.
    #[cfg(feature = "std")]
    Count(NonZeroU32),
    /// The pool of rayon that the caller is in: for many messages, records and passwords, and for the leaves of one long
    /// message (`update_threads`). Merkle trees, ranges and proofs of work cannot use it: there it means the caller alone.
    #[cfg(feature = "rayon")]
    Rayon,
}

impl Threads {
    pub(crate) fn for_c(self) -> CWorkers {
        match self {
            Self::One => CWorkers { count: 1, run: None },
            #[cfg(feature = "std")]
            Self::All => CWorkers { count: 0, run: None },
            #[cfg(feature = "std")]
            Self::Count(n) => CWorkers { count: n.get(), run: None },
            #[cfg(feature = "rayon")]
            Self::Rayon => CWorkers { count: rayon::current_num_threads() as u32, run: Some(run_with_rayon) },
        }
    }

    /// For functions of C that take a number and no pool. Helpers beside the threads of rayon would be too many.
    #[cfg(any(feature = "merkle", feature = "ranges", feature = "transcript"))]
    pub(crate) fn without_rayon(self) -> core::ffi::c_uint {
        match self {
            #[cfg(feature = "rayon")]
            Self::Rayon => Self::One.for_c().count,
            other => other.for_c().count,
        }
    }
}

/// As in threads.hpp: `job` `count` times, on whatever threads.
#[cfg(feature = "rayon")]
unsafe extern "C" fn run_with_rayon(count: core::ffi::c_uint, job: ffi::Job, argument: *mut c_void) {
    use rayon::prelude::*;
    struct Argument(*mut c_void);
    // SAFETY: the job is made for several threads.
    unsafe impl Sync for Argument {}
    let shared = &Argument(argument);
    (0..count).into_par_iter().with_max_len(1).for_each(|_| unsafe { job(shared.0) });
}

/// Messages for `digest_many`: slices, arrays and vectors of anything that is bytes, [`Rows`] and [`Offsets`].
///
/// A panic in `message` ends the process.
///
/// ```
/// # #[cfg(feature = "many")] {
/// use hashlane::{Messages, Rows};
/// assert_eq!(["a", "bc"].message(1), b"bc");
/// assert_eq!(Rows::new(&[1, 2, 3, 4], 2)?.count(), 2);
/// # }
/// # Ok::<(), hashlane::Error>(())
/// ```
pub trait Messages: Sync {
    /// How many there are.
    fn count(&self) -> usize;
    /// The `i`-th of them.
    fn message(&self, i: usize) -> &[u8];
}

impl<T: AsRef<[u8]> + Sync> Messages for [T] {
    fn count(&self) -> usize {
        self.len()
    }
    fn message(&self, i: usize) -> &[u8] {
        self[i].as_ref()
    }
}

impl<T: AsRef<[u8]> + Sync, const N: usize> Messages for [T; N] {
    fn count(&self) -> usize {
        N
    }
    fn message(&self, i: usize) -> &[u8] {
        self[i].as_ref()
    }
}

#[cfg(feature = "std")]
impl<T: AsRef<[u8]> + Sync> Messages for std::vec::Vec<T> {
    fn count(&self) -> usize {
        self.len()
    }
    fn message(&self, i: usize) -> &[u8] {
        self[i].as_ref()
    }
}

/// Messages of one size in one piece of memory, one after the other or a stride apart.
///
/// ```
/// # #[cfg(feature = "many")] {
/// use hashlane::{Messages, Rows};
/// let table = [1, 2, 0, 3, 4, 0];
/// assert_eq!(Rows::with_stride(&table, 2, 3)?.message(1), [3, 4]);
/// assert!(Rows::new(&table, 4).is_err());
/// # }
/// # Ok::<(), hashlane::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    data: &'a [u8],
    size: usize,
    stride: usize,
    count: usize,
}

impl<'a> Rows<'a> {
    /// Rows of `size` bytes. [`Error::Size`]: the data are no whole number of them.
    pub fn new(data: &'a [u8], size: usize) -> Result<Self, Error> {
        Self::with_stride(data, size, size)
    }
    /// Rows of `size` bytes, each `stride` bytes after the one before; what follows the last row up to its stride may
    /// be missing. [`Error::Size`]: the data are no whole number of rows, or the stride is 0.
    pub fn with_stride(data: &'a [u8], size: usize, stride: usize) -> Result<Self, Error> {
        if stride == 0 {
            return Err(Error::size(Argument::Stride, 0, Limits::AtLeast(1)));
        }
        let count = if data.is_empty() {
            0
        } else {
            let takes = if size == stride {
                Limits::MultipleOf(size as u64)
            } else {
                Limits::Rows { size: size as u64, stride: stride as u64 }
            };
            let error = Error::size(Argument::Rows, data.len(), takes);
            let gaps = data.len().checked_sub(size).ok_or(error)?;
            let whole_strides = size <= stride && data.len() % stride == 0;
            if !whole_strides && gaps % stride != 0 {
                return Err(error);
            }
            gaps / stride + 1
        };
        Ok(Self { data, size, stride, count })
    }
}

impl Messages for Rows<'_> {
    fn count(&self) -> usize {
        self.count
    }
    fn message(&self, i: usize) -> &[u8] {
        &self.data[i * self.stride..][..self.size]
    }
}

/// A column of strings as in Arrow: message `i` is `data[offsets[i]..offsets[i + 1]]`.
///
/// ```
/// # #[cfg(feature = "many")] {
/// use hashlane::{Messages, Offsets};
/// let column = Offsets::new(b"threefour", &[0, 5, 9])?;
/// assert_eq!(column.message(1), b"four");
/// assert!(Offsets::new(b"abc", &[2, 1]).is_err());
/// # }
/// # Ok::<(), hashlane::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Offsets<'a, O> {
    data: &'a [u8],
    offsets: &'a [O],
}

impl<'a, O: Copy + TryInto<usize>> Offsets<'a, O> {
    /// One offset more than messages; none at all is no message. [`Error::Offsets`]: they decrease or lead outside the
    /// data.
    pub fn new(data: &'a [u8], offsets: &'a [O]) -> Result<Self, Error> {
        let mut before = 0;
        for (index, &offset) in offsets.iter().enumerate() {
            let error = Error::Offsets { index };
            let at = offset.try_into().map_err(|_| error)?;
            if at < before || at > data.len() {
                return Err(error);
            }
            before = at;
        }
        Ok(Self { data, offsets })
    }
    fn at(&self, i: usize) -> usize {
        self.offsets[i].try_into().unwrap_or(usize::MAX)
    }
}

impl<O: Copy + Sync + TryInto<usize>> Messages for Offsets<'_, O> {
    fn count(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }
    fn message(&self, i: usize) -> &[u8] {
        &self.data[self.at(i)..self.at(i + 1)]
    }
}

/// A reference to a slice is two words; this is one more step away, by a pointer of one.
struct Thin<'a, M: ?Sized>(&'a M);

/// How the C++ gets at them.
unsafe extern "C" fn fetch<M: Messages + ?Sized>(
    context: *const c_void,
    first: usize,
    count: usize,
    to: *mut CMessage,
) {
    let Thin(messages) = unsafe { &*context.cast::<Thin<'_, M>>() };
    for i in 0..count {
        let message = messages.message(first + i);
        unsafe { to.add(i).write(CMessage { data: message.as_ptr(), size: message.len() }) };
    }
}

/// # Safety
/// `number` made the state, and has digests of `size` bytes; `digests` has memory for one digest for each message.
pub(crate) unsafe fn digest_many<const W: usize, M: Messages + ?Sized>(
    number: c_int,
    state: &Memory<W>,
    messages: &M,
    digests: &mut [u8],
    size: usize,
    threads: Threads,
) {
    let (thin, count, workers) = (Thin(messages), messages.count(), threads.for_c());
    if count == 0 || size == 0 {
        return;
    }
    assert_eq!(digests.len() / size, count, "Messages::count() changed");
    let (context, out) = (core::ptr::from_ref(&thin).cast(), digests.as_mut_ptr());
    unsafe { ffi::state_digest_many(number, state.peek(), context, fetch::<M>, count, out, size, &workers) }
}

/// `longest`: the most bytes of one key.
pub(crate) fn derive_many<P: Messages + ?Sized, S: Messages + ?Sized>(
    number: c_int,
    passwords: &P,
    salts: &S,
    iterations: u64,
    keys: &mut [u8],
    threads: Threads,
    longest: u64,
) -> Result<(), Error> {
    let (thin_passwords, thin_salts, count) = (Thin(passwords), Thin(salts), passwords.count());
    check_count(Argument::SaltCount, salts.count(), count)?;
    let each = size_of_each(count, keys.len())?;
    check_iterations(iterations)?;
    let most = longest.saturating_mul(count as u64);
    let wrong = Error::size(Argument::Output, keys.len(), Limits::Between(count as u64, most));
    if each == 0 && count != 0 {
        return Err(wrong);
    }
    let (from, with) = (core::ptr::from_ref(&thin_passwords).cast(), core::ptr::from_ref(&thin_salts).cast());
    let (out, size, workers) = (keys.as_mut_ptr(), keys.len(), threads.for_c());
    // SAFETY: what fetch takes, and the room of the keys.
    let code =
        unsafe { ffi::derive_many(number, from, fetch::<P>, with, fetch::<S>, count, iterations, out, size, &workers) };
    Error::check_sizes(code, |_| wrong)
}

/// [`Error::Option`]: PBKDF2 without an iteration.
pub(crate) fn check_iterations(iterations: u64) -> Result<(), Error> {
    let error = Error::Option { argument: Argument::Iterations, given: 0, takes: Limits::AtLeast(1) };
    if iterations == 0 { Err(error) } else { Ok(()) }
}

/// [`Error::Size`]: there are not as many digests or salts as messages.
pub(crate) fn check_count(argument: Argument, given: usize, messages: usize) -> Result<(), Error> {
    let error = Error::size(argument, given, Limits::Exactly(messages as u64));
    if given == messages { Ok(()) } else { Err(error) }
}

/// The size of each of `count` digests that one after the other fill `bytes` bytes.
pub(crate) fn size_of_each(count: usize, bytes: usize) -> Result<usize, Error> {
    match (count, bytes) {
        (0, 0) => Ok(0),
        (0, _) => Err(Error::size(Argument::Output, bytes, Limits::Exactly(0))),
        _ if bytes % count == 0 => Ok(bytes / count),
        _ => Err(Error::size(Argument::Output, bytes, Limits::MultipleOf(count as u64))),
    }
}
