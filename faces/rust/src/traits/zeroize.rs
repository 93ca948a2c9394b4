// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Keyed states wipe themselves in any case; here they say so.

use ::zeroize::{Zeroize, ZeroizeOnDrop};

use crate::*;

/// Those without a key begin anew; what they had taken in is gone.
macro_rules! wiping {
    ($($type:ident = $number:literal $name:literal words $words:literal $(digest $digest:literal $ud:ident)?
        block $block:literal $ub:ident $title:literal;)*) => {$(
        impl Zeroize for $type {
            fn zeroize(&mut self) {
                self.0.erase();
                *self = Self::new();
            }
        }
    )*};
}
hashes!(wiping);
xofs!(wiping);
#[cfg(feature = "kangarootwelve")]
kangarootwelves!(wiping);

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
