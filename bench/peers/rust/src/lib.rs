// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Peers from crates, one feature each; exactly one is built at a time, as each exports the same symbol.

mod abi;

#[cfg(feature = "aws_lc")]
mod aws_lc;
#[cfg(feature = "blake3")]
mod blake3_;
#[cfg(feature = "commonware")]
mod commonware;
#[cfg(feature = "hashtree")]
mod hashtree;
#[cfg(feature = "ring")]
mod ring_;
#[cfg(feature = "rs_merkle")]
mod rs_merkle_;
#[cfg(feature = "rscrypto")]
mod rscrypto_;
#[cfg(feature = "rustcrypto")]
mod rustcrypto;
