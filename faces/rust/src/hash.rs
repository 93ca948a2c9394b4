// SPDX-License-Identifier: Apache-2.0 OR MIT

use crate::Error;
use crate::ffi;
use crate::state::State;
#[cfg(feature = "many")]
use crate::{Argument, Messages, Threads};

/// A hash with a digest of one length: what [`Sha256`], [`Sha3_256`] and the others have in common.
///
/// ```
/// # #[cfg(feature = "sha2")] {
/// fn twice<H: hashlane::Hash>(data: &[u8]) -> H::Digest {
///     H::digest(H::digest(data).as_ref())
/// }
/// assert_eq!(twice::<hashlane::Sha256>(b"")[..2], [0x5d, 0xf6]);
/// # }
/// ```
pub trait Hash: Clone + Default + core::fmt::Debug + Send + Sync + sealed::Hash + 'static {
    /// The one name that all faces of Hashlane use.
    const NAME: &'static str;
    /// Bytes of the digest.
    const DIGEST_SIZE: usize;
    /// Bytes of a block, or of the rate.
    const BLOCK_SIZE: usize;
    /// An array.
    type Digest: AsRef<[u8]> + AsMut<[u8]> + Copy + Eq + core::fmt::Debug + Send + Sync;

    /// Memory for a digest.
    #[doc(hidden)]
    const ZERO: Self::Digest;

    /// More of the message.
    fn update(&mut self, data: &[u8]);
    /// The digest of everything so far; more may follow.
    fn finalize(&self) -> Self::Digest;
    /// The digest of everything so far followed by `bits` bits, with which the message ends; more may follow everything so
    /// far. The last bits are the high ones of the last byte in SHA-2 and Ascon v1.2, the low ones in all others.
    /// [`Error::Bits`]: the piece has not as many bytes as its bits take.
    fn finalize_bits(&self, piece: &[u8], bits: u64) -> Result<Self::Digest, Error>;
    /// The digest of one message.
    fn digest(message: &[u8]) -> Self::Digest;
    /// The digests of many messages.
    #[cfg(feature = "many")]
    fn digest_many<M: Messages + ?Sized>(
        messages: &M,
        digests: &mut [Self::Digest],
        threads: Threads,
    ) -> Result<(), Error>;
}

pub(crate) mod sealed {
    pub trait Hash {}
}

macro_rules! hash {
    ($($type:ident = $number:literal $name:literal words $words:literal digest $digest:literal $ud:ident
        block $block:literal $ub:ident $title:literal;)*) => {$(
        #[doc = concat!($title, ".")]
        ///
        /// ```
        #[doc = concat!("use hashlane::", stringify!($type), ";")]
        ///
        #[doc = concat!("let digest: [u8; ", $digest, "] = ", stringify!($type), "::digest(b\"abc\");")]
        #[doc = concat!("let mut hash = ", stringify!($type), "::new();")]
        /// hash.update(b"a").update("bc");
        /// assert_eq!(hash.finalize(), digest);
        /// ```
        #[derive(Clone)]
        pub struct $type(pub(crate) State<$number, $words, false>);

        absorbing!([] $type, $name);
        absorbing_files!([] $type);
        portable!($type, State<$number, $words, false>);

        impl $type {
            /// Bytes of the digest.
            pub const DIGEST_SIZE: usize = $digest;
            /// Bytes of a block, or of the rate.
            pub const BLOCK_SIZE: usize = $block;

            /// A hash that has taken in nothing.
            pub fn new() -> Self {
                Self(State::new())
            }

            /// The digest of one message.
            pub fn digest(message: impl AsRef<[u8]>) -> [u8; $digest] {
                let message = message.as_ref();
                let mut out = [0; $digest];
                let (p, to) = (message.as_ptr(), out.as_mut_ptr());
                // SAFETY: the size is that of the digest.
                let error = unsafe { ffi::digest($number, p, message.len(), to, $digest) };
                debug_assert_eq!(error, 0);
                out
            }

            /// The digest of everything so far; more may follow.
            pub fn finalize(&self) -> [u8; $digest] {
                let mut out = [0; $digest];
                // SAFETY: the size is that of the digest.
                unsafe { self.0.digest(&mut out) };
                out
            }

            /// The digest of everything so far followed by `bits` bits, with which the message ends; more may follow
            /// everything so far. The last bits are the high ones of the last byte in SHA-2 and Ascon v1.2, the low ones
            /// in all others. [`Error::Bits`]: the piece has not as many bytes as its bits take.
            ///
            /// ```
            #[doc = concat!("let hash = hashlane::", stringify!($type), "::new();")]
            /// let five_bits = hash.finalize_bits([0b10011], 5)?;
            /// assert_ne!(five_bits, hash.finalize_bits([0b10011], 8)?);
            /// assert_eq!(hash.finalize_bits([0b10011], 9), Err(hashlane::Error::Bits { given: 1, bits: 9 }));
            /// # Ok::<(), hashlane::Error>(())
            /// ```
            pub fn finalize_bits(&self, piece: impl AsRef<[u8]>, bits: u64) -> Result<[u8; $digest], Error> {
                let mut out = [0; $digest];
                // SAFETY: the size is that of the digest.
                unsafe { self.0.digest_bits(piece.as_ref(), bits, &mut out) }?;
                Ok(out)
            }

            /// As before the first update.
            pub fn reset(&mut self) {
                *self = Self::new();
            }

            /// The digests of many messages, side by side in the lanes of vectors. [`Error::Size`]: there are not as
            /// many digests as messages.
            #[cfg(feature = "many")]
            pub fn digest_many<M: Messages + ?Sized>(
                messages: &M,
                digests: &mut [[u8; $digest]],
                threads: Threads,
            ) -> Result<(), Error> {
                Self::new().finalize_many(messages, digests, threads)
            }

            /// The digests of everything so far followed by each message.
            #[cfg(feature = "many")]
            pub fn finalize_many<M: Messages + ?Sized>(
                &self,
                messages: &M,
                digests: &mut [[u8; $digest]],
                threads: Threads,
            ) -> Result<(), Error> {
                crate::many::check_count(Argument::DigestCount, digests.len(), messages.count())?;
                // SAFETY: the size is that of the digest; the room was checked.
                unsafe { self.0.digest_many(messages, digests.as_flattened_mut(), $digest, threads) };
                Ok(())
            }
        }

        impl Default for $type {
            fn default() -> Self {
                Self::new()
            }
        }

        impl sealed::Hash for $type {}

        impl Hash for $type {
            const NAME: &'static str = $name;
            const DIGEST_SIZE: usize = $digest;
            const BLOCK_SIZE: usize = $block;
            type Digest = [u8; $digest];
            const ZERO: Self::Digest = [0; $digest];

            fn update(&mut self, data: &[u8]) {
                self.0.update(data)
            }
            fn finalize(&self) -> [u8; $digest] {
                self.finalize()
            }
            fn finalize_bits(&self, piece: &[u8], bits: u64) -> Result<[u8; $digest], Error> {
                self.finalize_bits(piece, bits)
            }
            fn digest(message: &[u8]) -> [u8; $digest] {
                Self::digest(message)
            }
            #[cfg(feature = "many")]
            fn digest_many<M: Messages + ?Sized>(
                messages: &M,
                digests: &mut [[u8; $digest]],
                threads: Threads,
            ) -> Result<(), Error> {
                Self::digest_many(messages, digests, threads)
            }
        }
    )*};
}

hashes!(hash);
