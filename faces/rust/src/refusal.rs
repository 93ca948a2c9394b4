// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Why the proof of a transcript is refused, and the errors of calls that make no sense.

use core::ffi::c_int;
use core::fmt;

use crate::error::Wrong;
use crate::{Argument, Error, Limits};

/// Why a proof is refused. Nothing of the message has been read, except that [`Refusal::Work`] comes after its nonce.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Refusal {
    /// The proof ends within a message.
    Truncated,
    /// An integer is not below its modulus.
    NotCanonical,
    /// The proof goes on after its last message.
    Trailing,
    /// The nonce does not do the proof of work.
    Work,
    /// The proof is not at fault: the call makes no sense.
    Call(Error),
}

impl Refusal {
    pub(crate) fn check(code: c_int) -> Result<(), Self> {
        Self::check_call(code, |_| unreachable!("hashlane_transcript.h returned {code}"))
    }
    /// The same for a call that may make no sense: `name` makes the error, which names the sizes.
    pub(crate) fn check_call(code: c_int, name: impl FnOnce(Wrong) -> Error) -> Result<(), Self> {
        Err(match code {
            -13 => Self::Truncated,
            -14 => Self::NotCanonical,
            -15 => Self::Trailing,
            -16 => Self::Work,
            _ => return Error::check_sizes(code, name).map_err(Self::Call),
        })
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Call(error)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Truncated => "the proof ends within a message",
            Self::NotCanonical => "the proof has an integer that is not below its modulus",
            Self::Trailing => "the proof goes on after its last message",
            Self::Work => "the proof has a nonce that does not do the proof of work",
            Self::Call(error) => return error.fmt(f),
        })
    }
}

impl core::error::Error for Refusal {}

/// Bytes of the longest string.
const LONGEST_STRING: u64 = 0xffff_ffff;

/// Bytes of the longest modulus, that of P-521 among them.
const LONGEST_MODULUS: u64 = 66;

/// In the place of an error, for a call whose memory suffices for what it writes.
pub(crate) fn always_good(_: Wrong) -> Error {
    unreachable!("there is room")
}
/// The error of an empty instance.
pub(crate) fn wrong_instance(_: Wrong) -> Error {
    Error::size(Argument::Instance, 0, Limits::AtLeast(1))
}
/// The error of a string that is too long.
pub(crate) fn wrong_string(string: &[u8]) -> Error {
    Error::size(Argument::String, string.len(), Limits::AtMost(LONGEST_STRING))
}
/// The error of a challenge of `bits` bits.
pub(crate) fn wrong_challenge(bits: u32) -> Error {
    Error::Size { argument: Argument::ChallengeBits, given: u64::from(bits), takes: Limits::Between(1, 64) }
}
/// The error of a proof of work of `bits` bits.
pub(crate) fn wrong_work(bits: u32) -> Error {
    Error::Size { argument: Argument::WorkBits, given: u64::from(bits), takes: Limits::AtMost(64) }
}
/// The error of a modulus below 2.
pub(crate) fn wrong_modulus(modulus: u64) -> Error {
    Error::Option { argument: Argument::Modulus, given: modulus, takes: Limits::AtLeast(2) }
}
/// The error of an integer that is not below its modulus, or of a modulus below 2.
pub(crate) fn wrong_integer(value: u64, modulus: u64) -> Error {
    if modulus < 2 {
        return wrong_modulus(modulus);
    }
    Error::Option { argument: Argument::Integer, given: value, takes: Limits::AtMost(modulus - 1) }
}
/// The error of a modulus as bytes, the low one first, that is too long, ends with a zero, or is below 2.
pub(crate) fn wrong_modulus_bytes(modulus: &[u8]) -> Error {
    let wrong_size = |takes| Error::Option { argument: Argument::ModulusSize, given: modulus.len() as u64, takes };
    if modulus.len() as u64 > LONGEST_MODULUS {
        return wrong_size(Limits::AtMost(LONGEST_MODULUS));
    }
    match modulus.iter().rposition(|&byte| byte != 0) {
        Some(last) if last > 0 || modulus[0] > 1 => wrong_size(Limits::Exactly(last as u64 + 1)),
        _ => wrong_modulus(modulus.first().copied().unwrap_or(0).into()),
    }
}
