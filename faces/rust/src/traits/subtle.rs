// SPDX-License-Identifier: Apache-2.0 OR MIT

use ::subtle::Choice;

use crate::*;

macro_rules! choosing {
    ([$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> $type {
            /// As `verify`, for decisions that are secret themselves; a tag of a size that `verify` refuses is none.
            pub fn verify_ct(&self, tag: &[u8]) -> Choice {
                Choice::from(u8::from(self.verify(tag).is_ok()))
            }
        }
    };
}

macro_rules! choosing_macs {
    ($($kind:ident $type:ident = $number:literal $name:literal words $words:literal tag $ut:ident $title:literal;)*) => {
        $(choosing!([] $type);)*
    };
}
macs!(choosing_macs);
#[cfg(feature = "hmac")]
choosing!([H: HmacHash] Hmac<H>);
