// SPDX-License-Identifier: Apache-2.0 OR MIT

use core::ffi::{CStr, c_char, c_int};

use crate::Error;
use crate::ffi::{self, CInfo};

/// The numbers of hashlane.h end here.
const LAST: c_int = 255;

/// What an algorithm gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A digest of one length, or of a length that is part of the input.
    Hash,
    /// Output of any length.
    Xof,
    /// A tag under a key.
    Mac,
    /// Keys from keys or passwords.
    Kdf,
    /// Authenticated encryption.
    Aead,
}

/// What is known of an algorithm. [`algorithms`] lists them.
///
/// ```
/// # #[cfg(feature = "sha3")] {
/// let sha = hashlane::Algorithm::find("sha3-256").unwrap();
/// assert_eq!((sha.digest_size(), sha.standard()), (32, "FIPS 202 s.6.1"));
/// assert!(hashlane::Algorithm::find("SHA3-256").is_none());
/// # }
/// ```
#[derive(Clone, Copy)]
pub struct Algorithm {
    number: c_int,
    info: &'static CInfo,
}

macro_rules! takes {
    ($($(#[$doc:meta])* $name:ident: $bit:literal;)*) => {
        $($(#[$doc])*
        pub fn $name(&self) -> bool {
            self.info.parameters & $bit != 0
        })*
    };
}

impl Algorithm {
    /// Exact names only.
    pub fn find(name: &str) -> Option<Self> {
        let number = with_zero(name, |p| unsafe { ffi::find(p) })?;
        Self::numbered(number)
    }
    /// The name that somebody may have meant who wrote a wrong one; `None` where none is near.
    ///
    /// ```
    /// use hashlane::Algorithm;
    /// assert_eq!(Algorithm::nearest_name("SHA3_256"), Some("sha3-256"));
    /// assert_eq!(Algorithm::nearest_name("blake3"), None);
    /// ```
    pub fn nearest_name(name: &str) -> Option<&'static str> {
        let nearest = with_zero(name, |p| unsafe { ffi::nearest_name(p) })?;
        (!nearest.is_null()).then(|| text(nearest))
    }
    /// The algorithm of that name, or what to say.
    pub(crate) fn named(name: &str) -> Result<Self, Error> {
        Self::find(name).ok_or_else(|| match Self::nearest_name(name) {
            Some(nearest) if nearest == name => Error::Feature(nearest),
            nearest => Error::Name(nearest),
        })
    }
    pub(crate) fn numbered(number: c_int) -> Option<Self> {
        // SAFETY: the table of the C face is never written to.
        let info = unsafe { ffi::describe(number).as_ref() }?;
        Some(Self { number, info })
    }
    pub(crate) fn number(&self) -> c_int {
        self.number
    }
    /// The one name that all faces of Hashlane use.
    pub fn name(&self) -> &'static str {
        text(self.info.name)
    }
    /// "SHA-3", "Ascon" ...
    pub fn family(&self) -> &'static str {
        text(self.info.family)
    }
    /// Document and section.
    pub fn standard(&self) -> &'static str {
        text(self.info.standard)
    }
    /// What it gives.
    pub fn kind(&self) -> Kind {
        [Kind::Hash, Kind::Xof, Kind::Mac, Kind::Kdf, Kind::Aead][self.info.kind as usize]
    }
    /// Is [`digest_size`](Self::digest_size) only the usual one?
    pub fn any_length(&self) -> bool {
        self.info.any_length != 0
    }
    /// Bytes; of authenticated encryption the tag, of a key derivation the key.
    pub fn digest_size(&self) -> usize {
        self.info.digest_size
    }
    /// Bytes of a block, or of the rate.
    pub fn block_size(&self) -> usize {
        self.info.block_size
    }
    /// Bits.
    pub fn security_strength(&self) -> u32 {
        self.info.security_strength
    }
    /// May a message end within a byte?
    pub fn takes_bits(&self) -> bool {
        // SAFETY: a number of the registry.
        unsafe { ffi::state_takes_bits(self.number) }
    }
    takes! {
        /// Needs a key.
        takes_key: 1;
        /// A customization string makes another function of it.
        takes_customization: 2;
        /// N of cSHAKE.
        takes_function_name: 4;
        /// B of ParallelHash.
        takes_parallel_block: 8;
        /// D of TurboSHAKE.
        takes_domain: 16;
        /// Each update is one element of a tuple.
        takes_elements: 32;
    }
}

impl core::fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Algorithm").field(&self.name()).finish()
    }
}

/// All algorithms, those of key derivation and authenticated encryption among them.
///
/// ```
/// # #[cfg(feature = "kangarootwelve")] {
/// assert!(hashlane::algorithms().any(|a| a.name() == "kt128"));
/// # }
/// ```
pub fn algorithms() -> impl Iterator<Item = Algorithm> {
    (1..=LAST).filter_map(Algorithm::numbered)
}

/// The instruction sets of this processor that Hashlane has kernels for, the widest first, "baseline" last.
///
/// ```
/// assert_eq!(hashlane::targets().last(), Some("baseline"));
/// ```
pub fn targets() -> impl Iterator<Item = &'static str> {
    (0..).map_while(|i| {
        let name = unsafe { ffi::available_target(i) };
        (!name.is_null()).then(|| text(name))
    })
}

/// The widest instruction set in use.
///
/// ```
/// assert!(hashlane::targets().any(|t| t == hashlane::target()));
/// ```
pub fn target() -> &'static str {
    text(unsafe { ffi::target() })
}

/// From now on this instruction set and the baseline only; "" is all again. Any result is the same on every target.
/// [`Error::Target`]: it is unknown, or this processor lacks it.
///
/// ```
/// hashlane::use_target("baseline")?;
/// assert_eq!(hashlane::target(), "baseline");
/// # hashlane::use_target("")?;
/// # Ok::<(), hashlane::Error>(())
/// ```
pub fn use_target(name: &str) -> Result<(), Error> {
    Error::check(with_zero(name, |p| unsafe { ffi::use_target(p) }).ok_or(Error::Target)?)
}

/// For C, a name with a zero behind it; no name of ours has 64 bytes.
fn with_zero<T>(name: &str, then: impl FnOnce(*const c_char) -> T) -> Option<T> {
    let mut copy = [0; 64];
    let room = copy[..63].get_mut(..name.len())?;
    room.copy_from_slice(name.as_bytes());
    (!name.contains('\0')).then(|| then(copy.as_ptr().cast()))
}

fn text(p: *const c_char) -> &'static str {
    // SAFETY: literals of the C++ code, in ASCII.
    unsafe { CStr::from_ptr(p) }.to_str().expect("ASCII")
}
