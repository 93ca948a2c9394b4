// SPDX-License-Identifier: Apache-2.0 OR MIT
#![doc = include_str!("../README.md")]
#![no_std]
#![deny(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[macro_use]
mod rows;
#[macro_use]
mod absorbing;
#[macro_use]
mod bits;

mod aead;
mod aead_stream;
mod any;
mod error;
mod ffi;
#[cfg(feature = "std")]
mod files;
mod hash;
mod info;
mod kdf;
mod mac;
mod many;
#[cfg(feature = "std")]
mod merkle;
#[cfg(feature = "std")]
mod merkle_stream;
#[cfg(feature = "std")]
mod ranges;
#[cfg(feature = "std")]
mod refusal;
mod state;
#[cfg(test)]
mod tests;
mod texts;
mod traits;
#[cfg(feature = "std")]
mod transcript;
mod xof;

pub use aead::*;
pub use aead_stream::{AeadStream, Decryption, Encryption};
pub use any::{AnyHash, AnyReader, Options};
pub use error::{Argument, Error, Limits};
pub use hash::*;
pub use info::{Algorithm, Kind, algorithms, target, targets, use_target};
pub use kdf::*;
pub use mac::*;
pub use many::{Messages, Offsets, Rows, Threads};
#[cfg(feature = "std")]
pub use merkle::{Merkle, MerkleTree, Refused, Shape};
#[cfg(feature = "std")]
pub use merkle_stream::MerkleStream;
#[cfg(feature = "std")]
pub use ranges::{RangeRefused, Ranges};
#[cfg(feature = "std")]
pub use refusal::Refusal;
pub use texts::{NONCE_SIZE, TAG_SIZE};
#[cfg(feature = "std")]
pub use transcript::{Prover, Suite, Verifier};
pub use xof::*;
