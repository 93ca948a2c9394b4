// SPDX-License-Identifier: Apache-2.0 OR MIT

use crate::Error;
use crate::hash::*;
use crate::mac::{keyed, verify};
use crate::state::{State, erase};
#[cfg(feature = "many")]
use crate::{Argument, Messages, Threads};

/// Bytes. RFC 2104 s.5: a truncated HMAC has at least 80 bits, and half of the digest.
const SHORTEST_HMAC: usize = 10;

/// A hash that HMAC, HKDF and PBKDF2 can use: one whose digest fits into its block.
///
/// ```
/// # #[cfg(feature = "sha3")] {
/// fn tag<H: hashlane::HmacHash>(key: &[u8], message: &[u8]) -> Result<H::Digest, hashlane::Error> {
///     Ok(hashlane::Hmac::<H>::new(key)?.update(message).finalize())
/// }
/// assert_eq!(tag::<hashlane::Sha3_512>(b"key", b"message")?.len(), 64);
/// # }
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
        #[cfg(feature = "many")]
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
            #[cfg(feature = "many")]
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
/// # #[cfg(feature = "sha2")] {
/// use hashlane::{Hmac, Sha256};
///
/// let mut mac = Hmac::<Sha256>::new(b"key")?;
/// let tag: [u8; 32] = mac.update("message").finalize();
/// mac.verify(&tag)?;
/// # }
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
    #[cfg(feature = "many")]
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
