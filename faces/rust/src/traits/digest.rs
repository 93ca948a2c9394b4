// SPDX-License-Identifier: Apache-2.0 OR MIT
// Included by mod.rs, where `digest` and `common` are crates of one version or the other.

use common::{BlockSizeUser, Key, KeyInit, KeySizeUser};
use digest::{
    ExtendableOutput, ExtendableOutputReset, FixedOutput, FixedOutputReset, HashMarker, InvalidLength, MacMarker, Output,
    OutputSizeUser, Reset, Update, XofReader, consts::*,
};

use crate::*;

macro_rules! updating {
    ([$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> Update for $type {
            fn update(&mut self, data: &[u8]) {
                <$type>::update(self, data);
            }
        }
    };
}

macro_rules! hash_traits {
    ($($type:ident = $number:literal $name:literal words $words:literal digest $digest:literal $ud:ident
        block $block:literal $ub:ident $title:literal;)*) => {$(
        updating!([] $type);
        impl HashMarker for $type {}
        impl OutputSizeUser for $type {
            type OutputSize = $ud;
        }
        impl BlockSizeUser for $type {
            type BlockSize = $ub;
        }
        impl FixedOutput for $type {
            fn finalize_into(self, out: &mut Output<Self>) {
                out.copy_from_slice(&self.finalize());
            }
        }
        impl Reset for $type {
            fn reset(&mut self) {
                <$type>::reset(self);
            }
        }
        impl FixedOutputReset for $type {
            fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
                out.copy_from_slice(&<$type>::finalize(self));
                Reset::reset(self);
            }
        }
    )*};
}
hashes!(hash_traits);

impl<X: Xof> XofReader for Reader<X> {
    fn read(&mut self, out: &mut [u8]) {
        self.squeeze(out);
    }
}

macro_rules! xof_traits {
    ([$($generics:tt)*] $type:ty) => {
        updating!([$($generics)*] $type);
        impl<$($generics)*> ExtendableOutput for $type {
            type Reader = Reader<Self>;
            fn finalize_xof(self) -> Self::Reader {
                self.reader()
            }
        }
    };
}

macro_rules! resettable_xof_traits {
    ([$($generics:tt)*] $type:ty, $ub:ident) => {
        xof_traits!([$($generics)*] $type);
        impl<$($generics)*> BlockSizeUser for $type {
            type BlockSize = $ub;
        }
        impl<$($generics)*> Reset for $type {
            fn reset(&mut self) {
                <$type>::reset(self);
            }
        }
        impl<$($generics)*> ExtendableOutputReset for $type {
            fn finalize_xof_reset(&mut self) -> Self::Reader {
                let reader = self.reader();
                Reset::reset(self);
                reader
            }
        }
    };
}

macro_rules! plain_xofs {
    ($($type:ident = $number:literal $name:literal words $words:literal block $block:literal $ub:ident
        $title:literal;)*) => {
        $(resettable_xof_traits!([] $type, $ub);)*
    };
}
xofs!(plain_xofs);
#[cfg(feature = "kangarootwelve")]
kangarootwelves!(plain_xofs);

macro_rules! domain_xofs {
    ($($type:ident = $number:literal $name:literal words $words:literal block $block:literal $ub:ident
        $title:literal;)*) => {
        $(resettable_xof_traits!([const D: u8] $type<D>, $ub);)*
    };
}
#[cfg(feature = "turboshake")]
turboshakes!(domain_xofs);

macro_rules! customized_xofs {
    ($($type:ident = $number:literal $name:literal words $words:literal block $block:literal $ub:ident
        $title:literal;)*) => {
        $(xof_traits!([] $type);)*
    };
}
#[cfg(feature = "sp800-185")]
cshakes!(customized_xofs);
#[cfg(feature = "ascon")]
cxofs!(customized_xofs);

macro_rules! tree_xofs {
    (sized $type:ident) => { updating!([] $type); };
    (xof $type:ident) => { xof_traits!([] $type); };
    ($($kind:ident $type:ident = $number:literal $name:literal words $words:literal $title:literal;)*) => {
        $(tree_xofs!($kind $type);)*
    };
}
#[cfg(feature = "sp800-185")]
parallelhashes!(tree_xofs);

/// Keys of any size, an empty one too; `Key<Self>` has the usual one.
macro_rules! mac_traits {
    ([$($generics:tt)*] $type:ty, $ud:ty, $uk:ty, $new:expr) => {
        impl<$($generics)*> Update for $type {
            fn update(&mut self, data: &[u8]) {
                <$type>::update(self, data);
            }
        }
        impl<$($generics)*> MacMarker for $type {}
        impl<$($generics)*> OutputSizeUser for $type {
            type OutputSize = $ud;
        }
        impl<$($generics)*> KeySizeUser for $type {
            type KeySize = $uk;
        }
        impl<$($generics)*> KeyInit for $type {
            fn new(key: &Key<Self>) -> Self {
                Self::new_from_slice(key.as_slice()).expect("any key will do")
            }
            fn new_from_slice(key: &[u8]) -> Result<Self, InvalidLength> {
                $new(key).map_err(|_| InvalidLength)
            }
        }
    };
}

macro_rules! sized_macs {
    ($($kind:ident $type:ident = $number:literal $name:literal words $words:literal tag $ut:ident $title:literal;)*) => {$(
        mac_traits!([] $type, $ut, U32, |key| $type::new(key, []));
        impl FixedOutput for $type {
            fn finalize_into(self, out: &mut Output<Self>) {
                <$type>::finalize_into(&self, out.as_mut_slice());
            }
        }
    )*};
}
macs!(sized_macs);

macro_rules! hmac_traits {
    ($($type:ident = $number:literal words $words:literal $name:literal digest $ud:ident block $ub:ident;)*) => {$(
        mac_traits!([] Hmac<$type>, $ud, $ub, Hmac::<$type>::new);
        impl FixedOutput for Hmac<$type> {
            fn finalize_into(self, out: &mut Output<Self>) {
                out.copy_from_slice(&self.finalize());
            }
        }
    )*};
}
#[cfg(feature = "hmac")]
hmacs!(hmac_traits);
