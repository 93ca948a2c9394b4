// SPDX-License-Identifier: Apache-2.0 OR MIT

use core::cmp::Ordering;
use core::ops::RangeInclusive;

use crate::bits::split;
use crate::ffi::COptions;
use crate::state::{ReaderState, State, equal, erase};
use crate::xof::{readable_bits_if, readable_if};
use crate::{Argument, Error, Limits};

pub(crate) fn keyed<'a>(key: &'a [u8], customization: &'a [u8]) -> COptions {
    COptions {
        key: key.as_ptr(),
        key_size: key.len(),
        customization: customization.as_ptr(),
        customization_size: customization.len(),
        ..COptions::NONE
    }
}

/// Tags of a length that the caller chose are at most so long.
pub(crate) const LONGEST_TAG: usize = 1024;

/// Bytes. A tag below 32 bits is never verified (SP 800-185 s.8.4.2).
const SHORTEST_TAG: usize = 4;

/// Compares in constant time what `make` computes with `tag`. [`Error::Size`]: the bytes of the tag are not among `sizes`,
/// which end at [`LONGEST_TAG`] or before, or are fewer than [`SHORTEST_TAG`].
pub(crate) fn verify(tag: &[u8], sizes: RangeInclusive<usize>, make: impl FnOnce(&mut [u8])) -> Result<(), Error> {
    let (least, most) = ((*sizes.start()).max(SHORTEST_TAG), *sizes.end());
    if !(least..=most).contains(&tag.len()) {
        return Err(wrong_tag(tag, least, most));
    }
    let mut room = [0; LONGEST_TAG];
    let right = &mut room[..tag.len()];
    make(right);
    let good = equal(right, tag);
    erase(right);
    if good { Ok(()) } else { Err(Error::Forged) }
}

/// Says that the tag has not `least` to `most` bytes. Where the caller asks for more than `most`, no tag is good.
fn wrong_tag(tag: &[u8], least: usize, most: usize) -> Error {
    let takes = match least.cmp(&most) {
        Ordering::Less => Limits::Between(least as u64, most as u64),
        Ordering::Equal => Limits::Exactly(least as u64),
        Ordering::Greater => Limits::AtLeast(least as u64),
    };
    Error::size(Argument::Tag, tag.len(), takes)
}

macro_rules! threads_if {
    (HopMac128) => {
        absorbing_by_threads!(HopMac128);
    };
    (HopMac256) => {
        absorbing_by_threads!(HopMac256);
    };
    ($type:ident) => {};
}

/// KMAC takes messages that end within a byte, HopMAC does not.
macro_rules! bits_if {
    ($kind:ident HopMac128) => {};
    ($kind:ident HopMac256) => {};
    ($kind:ident $type:ident) => {
        any_length_of_bits!([] $type);
        readable_bits_if!($kind $type);

        impl $type {
            /// Is this the tag of the message of [`finalize_bits`](Self::finalize_bits)? As [`verify`](Self::verify) says.
            pub fn verify_bits(&self, piece: impl AsRef<[u8]>, bits: u64, tag: &[u8]) -> Result<(), Error> {
                self.verify_bits_short(piece, bits, tag, Self::TAG_SIZE)
            }

            /// The same for tags that may be shorter, as [`verify_short`](Self::verify_short) says.
            pub fn verify_bits_short(
                &self,
                piece: impl AsRef<[u8]>,
                bits: u64,
                tag: &[u8],
                least: usize,
            ) -> Result<(), Error> {
                let (whole, last) = split(piece.as_ref(), bits)?;
                let mut ended = self.clone();
                ended.update(whole);
                // SAFETY: any size is good; KMAC takes bits.
                verify(tag, least..=LONGEST_TAG, |right| unsafe { ended.0.digest_ending(last, right) })
            }
        }
    };
}

macro_rules! tag_size {
    (U32) => {
        32
    };
    (U64) => {
        64
    };
}

macro_rules! mac {
    ($($kind:ident $type:ident = $number:literal $name:literal words $words:literal tag $ut:ident $title:literal;)*) => {$(
        #[doc = concat!($title, ". The state is wiped when it is dropped.")]
        ///
        /// ```
        #[doc = concat!("use hashlane::", stringify!($type), ";")]
        ///
        #[doc = concat!("let mut mac = ", stringify!($type), "::new(b\"a key of 32 bytes, at random ...\", b\"\")?;")]
        #[doc = concat!("let tag: [u8; ", stringify!($type), "::TAG_SIZE] = mac.update(\"message\").finalize();")]
        /// mac.verify(&tag)?;
        /// # Ok::<(), hashlane::Error>(())
        /// ```
        #[derive(Clone)]
        pub struct $type(State<$number, $words, true>);

        absorbing!([] $type, $name);
        absorbing_files!([] $type);
        any_length!([] $type);
        readable_if!($kind $type $number $words true);
        threads_if!($type);
        bits_if!($kind $type);

        impl $type {
            /// Any key will do, an empty one too. [`Error::Option`]: a HopMAC has a customization string of at most 256
            /// bytes.
            pub fn new(key: impl AsRef<[u8]>, customization: impl AsRef<[u8]>) -> Result<Self, Error> {
                State::create(&keyed(key.as_ref(), customization.as_ref())).map(Self)
            }

            /// Bytes of the usual tag.
            pub const TAG_SIZE: usize = tag_size!($ut);

            /// Is this the tag? It takes the same time for any wrong tag of one length. [`Error::Size`]: it has not
            /// [`TAG_SIZE`](Self::TAG_SIZE) to 1024 bytes; a shorter one is for [`verify_short`](Self::verify_short).
            /// [`Error::Forged`]: it is not.
            pub fn verify(&self, tag: &[u8]) -> Result<(), Error> {
                self.verify_short(tag, Self::TAG_SIZE)
            }

            /// Is this the tag, which has `least` bytes or more? If the sender could choose the length, it would choose a
            /// tag that is easily guessed, so that `least` is what the protocol says. [`Error::Size`]: it has fewer than
            /// `least` bytes, or than 4 (SP 800-185 s.8.4.2), or more than 1024. [`Error::Forged`]: it is not.
            pub fn verify_short(&self, tag: &[u8], least: usize) -> Result<(), Error> {
                verify(tag, least..=LONGEST_TAG, |right| self.finalize_into(right))
            }
        }
    )*};
}
macs!(mac);
