// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The block-level interface of digest 0.11, which `hmac::Hmac<Sha256>` asks for. That of digest 0.10 is sealed.

use ::digest::block_api::{
    AlgorithmName, Block, BlockSizeUser, Buffer, BufferKindUser, Eager, EagerHash, FixedOutputCore, UpdateCore,
};
use ::digest::{HashMarker, Output, OutputSizeUser, consts::*};

use crate::*;

/// A hash that is given whole blocks, and the last bytes when it ends.
#[derive(Clone, Default)]
pub struct BlockCore<H>(H);

impl<H> HashMarker for BlockCore<H> {}

impl<H: Hash> AlgorithmName for BlockCore<H> {
    fn write_alg_name(f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(H::NAME)
    }
}

macro_rules! block_hashes {
    ($($type:ident = $number:literal words $words:literal $name:literal digest $ud:ident block $ub:ident;)*) => {$(
        impl BlockSizeUser for BlockCore<$type> {
            type BlockSize = $ub;
        }
        impl OutputSizeUser for BlockCore<$type> {
            type OutputSize = $ud;
        }
        impl BufferKindUser for BlockCore<$type> {
            type BufferKind = Eager;
        }
        impl UpdateCore for BlockCore<$type> {
            fn update_blocks(&mut self, blocks: &[Block<Self>]) {
                // SAFETY: a block is an array of bytes.
                let bytes = unsafe { core::slice::from_raw_parts(blocks.as_ptr().cast::<u8>(), size_of_val(blocks)) };
                <$type>::update(&mut self.0, bytes);
            }
        }
        impl FixedOutputCore for BlockCore<$type> {
            fn finalize_fixed_core(&mut self, buffer: &mut Buffer<Self>, out: &mut Output<Self>) {
                <$type>::update(&mut self.0, buffer.get_data());
                out.copy_from_slice(&<$type>::finalize(&self.0));
            }
        }
        impl EagerHash for $type {
            type Core = BlockCore<$type>;
        }
    )*};
}
hmacs!(block_hashes);
