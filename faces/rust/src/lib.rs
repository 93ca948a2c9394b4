// SPDX-License-Identifier: Apache-2.0 OR MIT
#![cfg_attr(feature = "families", doc = include_str!("../README.md"))]
#![cfg_attr(not(feature = "families"), doc = "Hashlane for Rust: README.md has the table of the features.")]
#![no_std]
#![deny(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]
// The families share their code, of which a build without some of them does not use all.
#![cfg_attr(not(feature = "full"), allow(dead_code, unused_imports, unused_macros))]

#[cfg(any(feature = "std", test))]
extern crate std;

#[macro_use]
mod rows;
#[macro_use]
mod absorbing;
#[macro_use]
mod bits;

#[cfg(feature = "ascon")]
mod aead;
#[cfg(feature = "ascon")]
mod aead_stream;
mod any;
mod error;
mod ffi;
#[cfg(feature = "std")]
mod files;
mod hash;
#[cfg(feature = "hmac")]
mod hmac;
mod info;
#[cfg(feature = "hmac")]
mod kdf;
mod mac;
mod many;
#[cfg(feature = "merkle")]
mod merkle;
#[cfg(feature = "merkle")]
mod merkle_stream;
#[cfg(feature = "ranges")]
mod ranges;
#[cfg(feature = "transcript")]
mod refusal;
mod state;
#[cfg(test)]
mod tests;
mod texts;
mod traits;
#[cfg(feature = "transcript")]
mod transcript;
mod xof;

#[cfg(feature = "ascon")]
pub use aead::*;
#[cfg(feature = "ascon")]
pub use aead_stream::{AeadStream, Decryption, Encryption};
pub use any::{AnyHash, AnyReader, Options};
pub use error::{Argument, Error, Limits};
pub use hash::*;
#[cfg(feature = "hmac")]
pub use hmac::*;
pub use info::{Algorithm, Kind, algorithms, target, targets, use_target};
#[cfg(feature = "hmac")]
pub use kdf::*;
pub use mac::*;
pub use many::Threads;
#[cfg(feature = "many")]
pub use many::{Messages, Offsets, Rows};
#[cfg(feature = "merkle")]
pub use merkle::{Merkle, MerkleTree, Refused, Shape};
#[cfg(feature = "merkle")]
pub use merkle_stream::MerkleStream;
#[cfg(feature = "ranges")]
pub use ranges::{RangeRefused, Ranges};
#[cfg(feature = "transcript")]
pub use refusal::Refusal;
#[cfg(feature = "ascon")]
pub use texts::{NONCE_SIZE, TAG_SIZE};
#[cfg(feature = "transcript")]
pub use transcript::{Prover, Suite, Verifier};
pub use xof::*;
