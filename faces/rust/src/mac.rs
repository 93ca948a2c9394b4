// SPDX-License-Identifier: Apache-2.0 OR MIT

use core::cmp::Ordering;
use core::ops::RangeInclusive;

use crate::bits::split;
use crate::ffi::COptions;
use crate::state::{ReaderState, State, equal, erase};
use crate::xof::{readable_bits_if, readable_if};
use crate::{Argument, Error, Limits};
use crate::{Hash, Messages, Sha224, Sha256, Sha384, Sha512, Sha512_224, Sha512_256, Threads};
use crate::{Keccak224, Keccak256, Keccak384, Keccak512, Sha3_224, Sha3_256, Sha3_384, Sha3_512};

fn keyed<'a>(key: &'a [u8], customization: &'a [u8]) -> COptions {
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

/// Bytes. RFC 2104 s.5: a truncated HMAC has at least 80 bits, and half of the digest.
const SHORTEST_HMAC: usize = 10;

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

/// A hash that HMAC, HKDF and PBKDF2 can use: one whose digest fits into its block.
///
/// ```
/// fn tag<H: hashlane::HmacHash>(key: &[u8], message: &[u8]) -> Result<H::Digest, hashlane::Error> {
///     Ok(hashlane::Hmac::<H>::new(key)?.update(message).finalize())
/// }
/// assert_eq!(tag::<hashlane::Sha3_512>(b"key", b"message")?.len(), 64);
/// # Ok::<(), hashlane::Error>(())
/// ```
pub trait HmacHash: Hash + sealed::HmacHash {}

pub(crate) mod sealed {
    use super::*;

    pub trait HmacHash {
        type State: Clone + Send + Sync;
        const HMAC_NAME: &'static str;
        const HMAC_NUMBER: i32;
        fn hmac_create(key: &[u8]) -> Result<Self::State, Error>;
        fn hmac_update(state: &mut Self::State, data: &[u8]);
        /// # Safety
        /// `out` has the size of the digest.
        unsafe fn hmac_digest(state: &Self::State, out: &mut [u8]);
        /// # Safety
        /// `tags` has memory for one tag for each message.
        unsafe fn hmac_digest_many<M: Messages + ?Sized>(
            state: &Self::State,
            messages: &M,
            tags: &mut [u8],
            size: usize,
            threads: Threads,
        );
    }
}

macro_rules! hmac {
    ($($type:ident = $number:literal words $words:literal $name:literal digest $ud:ident block $ub:ident;)*) => {$(
        impl HmacHash for $type {}
        impl sealed::HmacHash for $type {
            type State = State<$number, $words, true>;
            const HMAC_NAME: &'static str = $name;
            const HMAC_NUMBER: i32 = $number;
            fn hmac_create(key: &[u8]) -> Result<Self::State, Error> {
                State::create(&keyed(key, &[]))
            }
            fn hmac_update(state: &mut Self::State, data: &[u8]) {
                state.update(data)
            }
            unsafe fn hmac_digest(state: &Self::State, out: &mut [u8]) {
                unsafe { state.digest(out) }
            }
            unsafe fn hmac_digest_many<M: Messages + ?Sized>(
                state: &Self::State,
                messages: &M,
                tags: &mut [u8],
                size: usize,
                threads: Threads,
            ) {
                unsafe { state.digest_many(messages, tags, size, threads) }
            }
        }
    )*};
}
hmacs!(hmac);

/// HMAC, RFC 2104. The state is wiped when it is dropped.
///
/// ```
/// use hashlane::{Hmac, Sha256};
///
/// let mut mac = Hmac::<Sha256>::new(b"key")?;
/// let tag: [u8; 32] = mac.update("message").finalize();
/// mac.verify(&tag)?;
/// # Ok::<(), hashlane::Error>(())
/// ```
#[derive(Clone)]
pub struct Hmac<H: HmacHash>(pub(crate) H::State);

impl<H: HmacHash> Hmac<H> {
    /// The one name that all faces of Hashlane use.
    pub const NAME: &'static str = H::HMAC_NAME;

    /// Any key will do, an empty one too (RFC 2104 s.3 asks for one as long as a digest); it never fails.
    pub fn new(key: impl AsRef<[u8]>) -> Result<Self, Error> {
        H::hmac_create(key.as_ref()).map(Self)
    }
    /// More of the message, any number of times.
    pub fn update(&mut self, data: impl AsRef<[u8]>) -> &mut Self {
        H::hmac_update(&mut self.0, data.as_ref());
        self
    }
    /// The tag of everything so far; more may follow.
    pub fn finalize(&self) -> H::Digest {
        let mut out = H::ZERO;
        // SAFETY: a digest has the size of a digest.
        unsafe { H::hmac_digest(&self.0, out.as_mut()) };
        out
    }
    /// The tags of everything so far followed by each message. [`Error::Size`]: there are not as many tags as messages.
    pub fn finalize_many<M: Messages + ?Sized>(
        &self,
        messages: &M,
        tags: &mut [H::Digest],
        threads: Threads,
    ) -> Result<(), Error> {
        crate::many::check_count(Argument::DigestCount, tags.len(), messages.count())?;
        // SAFETY: H::Digest is sealed to arrays of DIGEST_SIZE bytes; the room was checked.
        unsafe {
            let bytes = core::slice::from_raw_parts_mut(tags.as_mut_ptr().cast(), size_of_val(tags));
            H::hmac_digest_many(&self.0, messages, bytes, H::DIGEST_SIZE, threads);
        }
        Ok(())
    }
    /// Is this the whole tag? In constant time. [`Error::Size`]: it has another length. [`Error::Forged`]: it is not.
    pub fn verify(&self, tag: &[u8]) -> Result<(), Error> {
        self.verify_sizes(tag, H::DIGEST_SIZE)
    }
    /// Are these the first bytes of the tag? It takes the same time for any wrong ones of one number, which the protocol
    /// must fix: if the sender could choose it, it would choose the least. [`Error::Size`]: they are less than half of
    /// the tag, or than 80 bits (RFC 2104 s.5), or more than the tag.
    pub fn verify_truncated(&self, tag: &[u8]) -> Result<(), Error> {
        self.verify_sizes(tag, SHORTEST_HMAC.max(H::DIGEST_SIZE / 2))
    }
    /// The same for tags of `least` bytes up to the whole.
    fn verify_sizes(&self, tag: &[u8], least: usize) -> Result<(), Error> {
        verify(tag, least..=H::DIGEST_SIZE, |right| {
            let mut whole = self.finalize();
            right.copy_from_slice(&whole.as_ref()[..right.len()]);
            erase(whole.as_mut());
        })
    }
    /// The tag of one message.
    pub fn tag(key: impl AsRef<[u8]>, message: impl AsRef<[u8]>) -> Result<H::Digest, Error> {
        Ok(Self::new(key)?.update(message).finalize())
    }
}

impl<H: HmacHash> core::fmt::Debug for Hmac<H> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} {{ .. }}", Self::NAME)
    }
}

writing!([H: HmacHash] Hmac<H>);
