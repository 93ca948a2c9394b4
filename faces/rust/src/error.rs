// SPDX-License-Identifier: Apache-2.0 OR MIT

use core::ffi::c_int;
use core::fmt;

/// What can go wrong. Nothing has been written when a function returns one of these, except that [`Error::Forged`]
/// leaves the text of a forged message all zero.
///
/// The text of an error names what was given and what is taken.
///
/// ```
/// # #[cfg(feature = "ascon")] {
/// use hashlane::{AnyAead, AnyHash, Error, Limits};
/// let error = AnyHash::new("sha26").unwrap_err();
/// assert_eq!(error, Error::Name(Some("sha256")));
/// assert_eq!(error.to_string(), "no such algorithm; did you mean sha256?");
/// assert_eq!(AnyHash::new("md6").unwrap_err(), Error::Name(None));
///
/// let error = AnyAead::new("ascon-aead128", &[0; 15]).unwrap_err();
/// assert_eq!(error.to_string(), "the key has 15 bytes, but ascon-aead128 takes 16 or 32");
/// let takes = Limits::Either(16, 32);
/// assert_eq!(error, Error::Key { algorithm: "ascon-aead128", given: Some(15), takes });
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// No algorithm has that name. With the name that somebody may have meant, if one is near.
    Name(Option<&'static str>),
    /// An algorithm, by its name, that the features of this build leave out.
    Feature(&'static str),
    /// Not an algorithm of the kind that the function wants.
    Algorithm,
    /// An argument has a size that is not taken.
    Size {
        /// What has the wrong size.
        argument: Argument,
        /// Its size, in the unit that [`Argument`] names.
        given: u64,
        /// The sizes that are taken.
        takes: Limits,
    },
    /// No key where one is needed, one where none is taken, or of a wrong size.
    Key {
        /// The name of the algorithm.
        algorithm: &'static str,
        /// Bytes of the key; `None` where there is no key.
        given: Option<u64>,
        /// The bytes that a key may have; [`Limits::Nothing`] where no key is taken.
        takes: Limits,
    },
    /// A nonce of a wrong size.
    Nonce {
        /// The name of the algorithm.
        algorithm: &'static str,
        /// Bytes of the nonce.
        given: u64,
        /// The bytes that a nonce has.
        takes: Limits,
    },
    /// An option that the algorithm does not take, or a number out of its range.
    Option {
        /// Which option or number.
        argument: Argument,
        /// Its value, or its size in the unit that [`Argument`] names.
        given: u64,
        /// What is taken; [`Limits::Nothing`] where the algorithm has no such option.
        takes: Limits,
    },
    /// Bytes that are fewer or more than the bits of a piece take.
    Bits {
        /// Bytes of the piece.
        given: u64,
        /// Its bits.
        bits: u64,
    },
    /// A piece that ends within a byte, for an algorithm that takes whole bytes alone.
    WholeBytes,
    /// An exported state that is damaged, or of another algorithm.
    Import,
    /// An offset that is less than the one before it, or leads outside the data.
    Offsets {
        /// The place of the first such offset.
        index: usize,
    },
    /// An instruction set that is unknown or not of this processor.
    Target,
    /// The tag is not that of these data; text, if any, is all zero.
    Forged,
}

/// Which argument of a call an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Argument {
    /// A tag to verify, bytes.
    Tag,
    /// Where a function writes, bytes.
    Output,
    /// Digests of leaves, one after the other, bytes.
    Digests,
    /// The number of digests, or of tags, that a function writes.
    DigestCount,
    /// The number of salts.
    SaltCount,
    /// The data of [`Rows`](crate::Rows), bytes.
    Rows,
    /// The stride of [`Rows`](crate::Rows), bytes.
    Stride,
    /// The customization string, bytes.
    Customization,
    /// The function name of cSHAKE, bytes.
    FunctionName,
    /// The block of ParallelHash, bytes.
    ParallelBlock,
    /// The domain byte of TurboSHAKE, its value.
    Domain,
    /// The number of iterations of PBKDF2.
    Iterations,
    /// The instance of a transcript, bytes.
    Instance,
    /// A string of a transcript, bytes.
    String,
    /// A challenge, bits.
    ChallengeBits,
    /// A proof of work, bits.
    WorkBits,
    /// A modulus, its value.
    Modulus,
    /// A modulus that is given as bytes, bytes.
    ModulusSize,
    /// An integer to send, its value.
    Integer,
    /// The message of [`Ranges`](crate::Ranges), bytes.
    Message,
    /// The number of leaves of a subtree.
    SubtreeLeaves,
}

/// The sizes or values that an argument may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limits {
    /// None at all: there must be no such argument.
    Nothing,
    /// Every one.
    Anything,
    /// This one.
    Exactly(u64),
    /// One of these two.
    Either(u64, u64),
    /// From the first to the second, both among them.
    Between(u64, u64),
    /// This one and all above.
    AtLeast(u64),
    /// This one and all below.
    AtMost(u64),
    /// Whole multiples of this one.
    MultipleOf(u64),
    /// One, or a power of this one that divides the number of leaves so far.
    PowerOf(u64),
    /// Whole rows of `size` bytes, each `stride` bytes after the one before.
    Rows {
        /// Bytes of a row.
        size: u64,
        /// Bytes from the start of a row to that of the next.
        stride: u64,
    },
}

/// What does not fit, of the codes of hashlane.h that speak of a size or an option.
#[derive(Clone, Copy)]
pub(crate) enum Wrong {
    Size,
    Key,
    Nonce,
    Option,
}

impl Error {
    /// Of the codes of hashlane.h, those that Rust's types do not make impossible, where nothing has a size.
    pub(crate) fn check(code: c_int) -> Result<(), Self> {
        Self::check_sizes(code, |_| unreachable!("hashlane.h returned {code}"))
    }
    /// The same where something has: `name` makes the error, which names the sizes.
    pub(crate) fn check_sizes(code: c_int, name: impl FnOnce(Wrong) -> Self) -> Result<(), Self> {
        Err(match code {
            0 => return Ok(()),
            -1 => Self::Algorithm,
            -3 => name(Wrong::Size),
            -4 => name(Wrong::Key),
            -5 => name(Wrong::Nonce),
            -6 => name(Wrong::Option),
            -8 => Self::Import,
            -11 => Self::Target,
            -12 => Self::Forged,
            _ => unreachable!("hashlane.h returned {code}"),
        })
    }
    /// [`Error::Size`] of an argument with `given` bytes, digests or salts.
    pub(crate) fn size(argument: Argument, given: usize, takes: Limits) -> Self {
        Self::Size { argument, given: given as u64, takes }
    }
}

impl Argument {
    /// The words before the number, those behind it, and the verb of what must be.
    fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Tag => ("the tag has", " byte", "have"),
            Self::Output => ("the output has", " byte", "have"),
            Self::Digests => ("the digests have", " byte", "have"),
            Self::DigestCount => ("the number of digests is", "", "be"),
            Self::SaltCount => ("the number of salts is", "", "be"),
            Self::Rows => ("the rows have", " byte", "have"),
            Self::Stride => ("the stride has", " byte", "have"),
            Self::Customization => ("the customization string has", " byte", "have"),
            Self::FunctionName => ("the function name has", " byte", "have"),
            Self::ParallelBlock => ("the block of ParallelHash has", " byte", "have"),
            Self::Domain => ("the domain byte is", "", "be"),
            Self::Iterations => ("the number of iterations is", "", "be"),
            Self::Instance => ("the instance has", " byte", "have"),
            Self::String => ("the string has", " byte", "have"),
            Self::ChallengeBits => ("the challenge has", " bit", "have"),
            Self::WorkBits => ("the proof of work has", " bit", "have"),
            Self::Modulus => ("the modulus is", "", "be"),
            Self::ModulusSize => ("the modulus has", " byte", "have"),
            Self::Integer => ("the integer is", "", "be"),
            Self::Message => ("the message has", " byte", "have"),
            Self::SubtreeLeaves => ("the number of leaves is", "", "be"),
        }
    }

    /// "the tag has 5 bytes, but must have 32 to 1024"
    fn explain(self, given: u64, takes: Limits, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, unit, verb) = self.words();
        let plural = if unit.is_empty() || given == 1 { "" } else { "s" };
        write!(f, "{before} {given}{unit}{plural}, but ")?;
        match takes {
            Limits::Nothing => f.write_str("the algorithm takes none"),
            limits => write!(f, "must {verb} {limits}"),
        }
    }
}

/// "16 or 32"
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("none"),
            Self::Anything => f.write_str("any"),
            Self::Exactly(n) => write!(f, "{n}"),
            Self::Either(a, b) => write!(f, "{a} or {b}"),
            Self::Between(least, most) => write!(f, "{least} to {most}"),
            Self::AtLeast(least) => write!(f, "{least} or more"),
            Self::AtMost(most) => write!(f, "at most {most}"),
            Self::MultipleOf(n) => write!(f, "a multiple of {n}"),
            Self::PowerOf(n) => write!(f, "1 or a power of {n} that divides the number of leaves so far"),
            Self::Rows { size, stride } => {
                write!(f, "room for whole rows of {size}, each {stride} after the one before")
            }
        }
    }
}

/// "15 bytes"
struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} byte{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Name(Some(nearest)) => write!(f, "no such algorithm; did you mean {nearest}?"),
            Self::Name(None) => f.write_str("no such algorithm"),
            Self::Feature(name) => write!(f, "{name} needs a feature of the crate hashlane that is off"),
            Self::Algorithm => f.write_str("not an algorithm of the kind wanted here"),
            Self::Size { argument, given, takes } | Self::Option { argument, given, takes } => {
                argument.explain(given, takes, f)
            }
            Self::Key { algorithm, given: None, .. } => write!(f, "{algorithm} needs a key"),
            Self::Key { algorithm, takes: Limits::Nothing, .. } => write!(f, "{algorithm} takes no key"),
            Self::Key { algorithm, given: Some(given), takes } => {
                write!(f, "the key has {}, but {algorithm} takes {takes}", Bytes(given))
            }
            Self::Nonce { algorithm, given, takes } => {
                write!(f, "the nonce has {}, but {algorithm} takes {takes}", Bytes(given))
            }
            Self::Bits { given, bits } => {
                let plural = if bits == 1 { " takes" } else { "s take" };
                write!(f, "the piece has {}, but {bits} bit{plural} {}", Bytes(given), bits.div_ceil(8))
            }
            Self::WholeBytes => f.write_str("the algorithm takes messages of whole bytes alone"),
            Self::Import => f.write_str("the exported state is damaged or of another algorithm"),
            Self::Offsets { index } => {
                write!(f, "offsets[{index}] is less than the one before it, or leads outside the data")
            }
            Self::Target => f.write_str("an instruction set that is unknown or not of this processor"),
            Self::Forged => f.write_str("forged: the tag is not that of these data"),
        }
    }
}

impl core::error::Error for Error {}

#[cfg(feature = "std")]
impl From<Error> for std::io::Error {
    fn from(error: Error) -> Self {
        Self::new(std::io::ErrorKind::InvalidInput, error)
    }
}
