// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Peers from crates, one feature each; exactly one is built at a time, as each exports the same symbol.

mod abi;

#[cfg(feature = "asmcrypto")]
mod asmcrypto_;
#[cfg(feature = "aws_lc")]
mod aws_lc;
#[cfg(feature = "blake3")]
mod blake3_;
#[cfg(feature = "commonware")]
mod commonware;
#[cfg(feature = "graviola")]
mod graviola_;
#[cfg(feature = "hashtree")]
mod hashtree;
#[cfg(feature = "keccak_asm")]
mod keccak_asm_;
#[cfg(feature = "keccak_batch")]
mod keccak_batch_;
#[cfg(feature = "ring")]
mod ring_;
#[cfg(feature = "rs_merkle")]
mod rs_merkle_;
#[cfg(feature = "rscrypto")]
mod rscrypto_;
#[cfg(feature = "rustcrypto")]
mod rustcrypto;
#[cfg(feature = "tape_sha256")]
mod tape_sha256_;
