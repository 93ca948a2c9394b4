// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The ecosystem's traits.

#[cfg(all(feature = "aead", feature = "ascon"))]
mod aead;
#[cfg(feature = "digest")]
mod blocks;
#[cfg(feature = "subtle")]
mod subtle;
#[cfg(feature = "zeroize")]
mod zeroize;

/// Of digest 0.11 and 0.10 by the same words.
#[cfg(feature = "digest")]
mod digest_0_11 {
    use ::digest::{self, common};
    include!("digest.rs");
}
#[cfg(feature = "digest-0-10")]
mod digest_0_10 {
    use ::digest_0_10::{self as digest, crypto_common as common};
    include!("digest.rs");
}
