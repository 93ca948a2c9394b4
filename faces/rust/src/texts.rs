// SPDX-License-Identifier: Apache-2.0 OR MIT
//! What is encrypted or decrypted, and the sizes that all AEADs have in common.

use crate::{Argument, Error, Limits};

/// Bytes of a nonce.
pub const NONCE_SIZE: usize = 16;
/// Bytes of a whole tag.
pub const TAG_SIZE: usize = 16;
/// Bytes of the shortest tag that is verified.
const SHORTEST_TAG: u64 = 8;

/// The error of a tag of a size that no AEAD takes.
pub(crate) fn wrong_tag(tag_size: usize) -> Error {
    Error::size(Argument::Tag, tag_size, Limits::Between(SHORTEST_TAG, TAG_SIZE as u64))
}
/// The error of a nonce of a size that no AEAD takes.
pub(crate) fn wrong_nonce(algorithm: &'static str, nonce: &[u8]) -> Error {
    Error::Nonce { algorithm, given: nonce.len() as u64, takes: Limits::Exactly(NONCE_SIZE as u64) }
}

/// Text and ciphertext: two slices of one size, or one buffer for both.
pub(crate) struct Texts {
    pub(crate) input: *const u8,
    pub(crate) output: *mut u8,
    pub(crate) size: usize,
}

impl Texts {
    pub(crate) fn apart(input: &[u8], output: &mut [u8]) -> Result<Self, Error> {
        let size = input.len();
        if output.len() == size {
            Ok(Self { input: input.as_ptr(), output: output.as_mut_ptr(), size })
        } else {
            Err(Error::size(Argument::Output, output.len(), Limits::Exactly(size as u64)))
        }
    }
    pub(crate) fn in_place(buffer: &mut [u8]) -> Self {
        let output = buffer.as_mut_ptr();
        Self { input: output, output, size: buffer.len() }
    }
}

#[cfg(feature = "aead")]
impl From<::aead::inout::InOutBuf<'_, '_, u8>> for Texts {
    fn from(buffer: ::aead::inout::InOutBuf<'_, '_, u8>) -> Self {
        let size = buffer.len();
        let (input, output) = buffer.into_raw();
        Self { input, output, size }
    }
}
