// SPDX-License-Identifier: Apache-2.0 OR MIT

use core::ffi::c_int;
use core::fmt;

/// What can go wrong. Nothing has been written when a function returns one of these, except that [`Error::Forged`]
/// leaves the text of a forged message all zero.
///
/// ```
/// use hashlane::{AnyHash, Error};
/// let error = AnyHash::new("sha26").unwrap_err();
/// assert_eq!(error, Error::Name(Some("sha256")));
/// assert_eq!(error.to_string(), "no such algorithm; did you mean sha256?");
/// assert_eq!(AnyHash::new("md6").unwrap_err(), Error::Name(None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// No algorithm has that name. With the name that somebody may have meant, if one is near.
    Name(Option<&'static str>),
    /// Not an algorithm of the kind that the function wants.
    Algorithm,
    /// An output, tag or digest of a size that the algorithm does not have.
    Size,
    /// No key where one is needed, one where none is taken, or of a wrong size.
    Key,
    /// A nonce of a wrong size.
    Nonce,
    /// An option that the algorithm does not take, or out of its range.
    Option,
    /// Bytes that are fewer or more than the bits of a piece take.
    Bits,
    /// A piece that ends within a byte, for an algorithm that takes whole bytes alone.
    WholeBytes,
    /// An exported state that is damaged, or of another algorithm.
    Import,
    /// Offsets that decrease or lead outside the data.
    Offsets,
    /// An instruction set that is unknown or not of this processor.
    Target,
    /// The tag is not that of these data; text, if any, is all zero.
    Forged,
}

impl Error {
    /// Of the codes of hashlane.h, those that Rust's types do not make impossible.
    pub(crate) fn check(code: c_int) -> Result<(), Self> {
        Err(match code {
            0 => return Ok(()),
            -1 => Self::Algorithm,
            -3 => Self::Size,
            -4 => Self::Key,
            -5 => Self::Nonce,
            -6 => Self::Option,
            -8 => Self::Import,
            -9 => Self::Offsets,
            -11 => Self::Target,
            -12 => Self::Forged,
            _ => unreachable!("hashlane.h returned {code}"),
        })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Name(Some(nearest)) => return write!(f, "no such algorithm; did you mean {nearest}?"),
            Self::Name(None) => "no such algorithm",
            Self::Algorithm => "not an algorithm of the kind wanted here",
            Self::Size => "an output, tag or digest of a size that the algorithm does not have",
            Self::Key => "the key is missing, not taken by this algorithm, or of a wrong size",
            Self::Nonce => "the nonce has a wrong size",
            Self::Option => "an option that the algorithm does not take, or out of its range",
            Self::Bits => "the bytes are fewer or more than so many bits take",
            Self::WholeBytes => "the algorithm takes messages of whole bytes alone",
            Self::Import => "the exported state is damaged or of another algorithm",
            Self::Offsets => "offsets decrease or lead outside the data",
            Self::Target => "an instruction set that is unknown or not of this processor",
            Self::Forged => "forged: the tag is not that of these data",
        })
    }
}

impl core::error::Error for Error {}

#[cfg(feature = "std")]
impl From<Error> for std::io::Error {
    fn from(error: Error) -> Self {
        Self::new(std::io::ErrorKind::InvalidInput, error)
    }
}
