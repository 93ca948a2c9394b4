// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Keyed states wipe themselves in any case; here they say so.

use ::zeroize::{Zeroize, ZeroizeOnDrop};

use crate::*;

/// Those without a key begin anew, without options; what they had taken in is gone.
macro_rules! wiping_one {
    ([$($generics:tt)*] $type:ty, $anew:expr) => {
        impl<$($generics)*> Zeroize for $type {
            fn zeroize(&mut self) {
                self.0.erase();
                *self = $anew;
            }
        }
    };
}

macro_rules! wiping {
    ($($type:ident = $number:literal $name:literal words $words:literal $(digest $digest:literal $ud:ident)?
        block $block:literal $ub:ident $title:literal;)*) => {
        $(wiping_one!([] $type, Self::new());)*
    };
}
hashes!(wiping);
xofs!(wiping);
#[cfg(feature = "kangarootwelve")]
kangarootwelves!(wiping);

macro_rules! wiping_domains {
    ($($type:ident = $number:literal $name:literal words $words:literal block $block:literal $ub:ident
        $title:literal;)*) => {
        $(wiping_one!([const D: u8] $type<D>, Self::new());)*
    };
}
#[cfg(feature = "turboshake")]
turboshakes!(wiping_domains);

macro_rules! wiping_cshakes {
    ($($type:ident = $number:literal $name:literal words $words:literal block $block:literal $ub:ident
        $title:literal;)*) => {
        $(wiping_one!([] $type, Self::new([], []));)*
    };
}
#[cfg(feature = "sp800-185")]
cshakes!(wiping_cshakes);

macro_rules! wiping_cxofs {
    ($($type:ident = $number:literal $name:literal words $words:literal block $block:literal $ub:ident
        $title:literal;)*) => {
        $(wiping_one!([] $type, Self::new([]).expect("an empty string will do"));)*
    };
}
#[cfg(feature = "ascon")]
cxofs!(wiping_cxofs);

macro_rules! wiping_tuples {
    ($($kind:ident $type:ident = $number:literal $name:literal words $words:literal $title:literal;)*) => {
        $(wiping_one!([] $type, Self::new([]));)*
    };
}
#[cfg(feature = "sp800-185")]
tuplehashes!(wiping_tuples);

/// Bytes of a block of ParallelHash that begins anew.
#[cfg(feature = "sp800-185")]
const USUAL_BLOCK: usize = 8192;

macro_rules! wiping_trees {
    ($($kind:ident $type:ident = $number:literal $name:literal words $words:literal $title:literal;)*) => {
        $(wiping_one!([] $type, Self::new(USUAL_BLOCK, []).expect("any string will do"));)*
    };
}
#[cfg(feature = "sp800-185")]
parallelhashes!(wiping_trees);

macro_rules! wiped_macs {
    ($($kind:ident $type:ident = $number:literal $name:literal words $words:literal tag $ut:ident $title:literal;)*) => {
        $(impl ZeroizeOnDrop for $type {})*
    };
}
macs!(wiped_macs);

#[cfg(feature = "hmac")]
impl<H: HmacHash> ZeroizeOnDrop for Hmac<H> {}

macro_rules! wiped_aeads {
    ($($type:ident = $number:literal $name:literal key $key:literal $uk:ident $title:literal;)*) => {
        $(impl ZeroizeOnDrop for $type {})*
    };
}
#[cfg(feature = "ascon")]
aeads!(wiped_aeads);

#[cfg(feature = "ascon")]
impl ZeroizeOnDrop for AnyAead {}

#[cfg(feature = "ascon")]
impl ZeroizeOnDrop for AeadStream {}

#[cfg(feature = "ascon")]
impl ZeroizeOnDrop for Encryption {}

#[cfg(feature = "ascon")]
impl ZeroizeOnDrop for Decryption {}
