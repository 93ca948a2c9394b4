// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Messages that end within a byte: the call that ends the message takes its last piece, so that nothing can follow it.

use core::ffi::{c_int, c_uint};

use crate::Error;
use crate::ffi;
use crate::state::{Memory, ReaderState, State};

/// Where a message ends within a byte: that byte, and how many of its bits count, 1 to 7.
#[derive(Clone, Copy)]
pub(crate) struct LastByte(u8, c_uint);

/// A piece of `bits` bits: its whole bytes, and the byte in which it ends.
pub(crate) fn split(piece: &[u8], bits: u64) -> Result<(&[u8], Option<LastByte>), Error> {
    if piece.len() as u64 != bits.div_ceil(8) {
        return Err(Error::Bits { given: piece.len() as u64, bits });
    }
    Ok(match piece.split_last() {
        Some((&last, whole)) if bits % 8 != 0 => (whole, Some(LastByte(last, (bits % 8) as c_uint))),
        _ => (piece, None),
    })
}

/// [`Error::WholeBytes`]: the algorithm of that number takes none.
pub(crate) fn check_taken(number: c_int, last: Option<LastByte>) -> Result<(), Error> {
    // SAFETY: a number of the registry.
    if last.is_none() || unsafe { ffi::state_takes_bits(number) } { Ok(()) } else { Err(Error::WholeBytes) }
}

impl<const WORDS: usize> Memory<WORDS> {
    // SAFETY of both: `number` is the one that made the object, and check_taken() found no fault.

    /// `out` has a size that the algorithm has.
    pub(crate) unsafe fn digest_ending(&self, number: c_int, last: Option<LastByte>, out: &mut [u8]) {
        let Some(LastByte(byte, bits)) = last else { return unsafe { self.digest(number, out) } };
        let (to, size) = (out.as_mut_ptr(), out.len());
        let error = unsafe { ffi::state_digest_bits(number, self.peek(), byte, bits, to, size) };
        debug_assert_eq!(error, 0);
    }
    /// The reader has the size of the largest, or that of the state. [`Error::Algorithm`]: there is none.
    pub(crate) unsafe fn reader_ending(&self, number: c_int, last: Option<LastByte>) -> Result<Self, Error> {
        let Some(LastByte(byte, bits)) = last else { return unsafe { self.reader(number, None) } };
        let mut reader = Self::fresh();
        let (to, size) = (reader.at(), size_of::<Self>());
        Error::check(unsafe { ffi::state_reader_bits(number, self.peek(), byte, bits, to, size) })?;
        Ok(reader)
    }
}

/// Of types whose algorithm takes bits.
impl<const NUMBER: c_int, const WORDS: usize, const KEYED: bool> State<NUMBER, WORDS, KEYED> {
    fn ending(&self, piece: &[u8], bits: u64) -> Result<(Self, Option<LastByte>), Error> {
        let (whole, last) = split(piece, bits)?;
        check_taken(NUMBER, last)?;
        let mut copy = self.clone();
        copy.update(whole);
        Ok((copy, last))
    }
    /// # Safety
    /// `out` has a size that the algorithm has.
    pub(crate) unsafe fn digest_bits(&self, piece: &[u8], bits: u64, out: &mut [u8]) -> Result<(), Error> {
        let (ended, last) = self.ending(piece, bits)?;
        // SAFETY: NUMBER made it, and takes bits.
        unsafe { ended.0.digest_ending(NUMBER, last, out) };
        Ok(())
    }
    /// # Safety
    /// `out` has a size that the algorithm has, which takes bits.
    pub(crate) unsafe fn digest_ending(&self, last: Option<LastByte>, out: &mut [u8]) {
        // SAFETY: NUMBER made it.
        unsafe { self.0.digest_ending(NUMBER, last, out) }
    }
    pub(crate) fn reader_bits(&self, piece: &[u8], bits: u64) -> Result<ReaderState<NUMBER, WORDS, KEYED>, Error> {
        let (ended, last) = self.ending(piece, bits)?;
        // SAFETY: the same.
        let reader = unsafe { ended.0.reader_ending(NUMBER, last) };
        Ok(ReaderState(reader.expect("an xof has a reader, of the size of its state")))
    }
}

/// Digests of any length for messages in bits.
macro_rules! any_length_of_bits {
    ([$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> $type {
            /// The output for everything so far followed by `bits` bits, with which the message ends; more may follow
            /// everything so far. The last bits are the high ones of the last byte in Ascon v1.2, the low ones in all
            /// others. [`Error::Bits`](crate::Error::Bits): the piece has not as many bytes as its bits take.
            pub fn finalize_bits_into(
                &self,
                piece: impl AsRef<[u8]>,
                bits: u64,
                out: &mut [u8],
            ) -> Result<(), crate::Error> {
                // SAFETY: any size is good.
                unsafe { self.0.digest_bits(piece.as_ref(), bits, out) }
            }

            /// The same as an array.
            pub fn finalize_bits<const N: usize>(
                &self,
                piece: impl AsRef<[u8]>,
                bits: u64,
            ) -> Result<[u8; N], crate::Error> {
                let mut out = [0; N];
                self.finalize_bits_into(piece, bits, &mut out)?;
                Ok(out)
            }
        }
    };
}

/// `reader_bits()`.
macro_rules! readable_bits {
    ([$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> $type {
            /// The output as a stream, for the message of [`finalize_bits`](Self::finalize_bits).
            pub fn reader_bits(
                &self,
                piece: impl AsRef<[u8]>,
                bits: u64,
            ) -> Result<crate::Reader<Self>, crate::Error> {
                self.0.reader_bits(piece.as_ref(), bits).map(crate::Reader)
            }
        }
    };
}
