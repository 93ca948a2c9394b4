// SPDX-License-Identifier: Apache-2.0 OR MIT

use ::aead::common::{Key, KeyInit, KeySizeUser};
use ::aead::{AeadCore, AeadInOut, Error, Nonce, Tag, TagPosition, consts::*, inout::InOutBuf};

use crate::aead::{decrypt, encrypt};
use crate::texts::Texts;
use crate::*;

macro_rules! aead_traits {
    ($($type:ident = $number:literal $name:literal key $key:literal $uk:ident $title:literal;)*) => {$(
        impl KeySizeUser for $type {
            type KeySize = $uk;
        }
        impl KeyInit for $type {
            fn new(key: &Key<Self>) -> Self {
                Self::new(key.as_ref())
            }
        }
        impl AeadCore for $type {
            type NonceSize = U16;
            type TagSize = U16;
            const TAG_POSITION: TagPosition = TagPosition::Postfix;
        }
        impl AeadInOut for $type {
            fn encrypt_inout_detached(
                &self,
                nonce: &Nonce<Self>,
                associated_data: &[u8],
                buffer: InOutBuf<'_, '_, u8>,
            ) -> Result<Tag<Self>, Error> {
                let tag = encrypt($number, self.key(), nonce, associated_data, Texts::from(buffer));
                tag.map(Tag::<Self>::from).map_err(|_| Error)
            }
            fn decrypt_inout_detached(
                &self,
                nonce: &Nonce<Self>,
                associated_data: &[u8],
                buffer: InOutBuf<'_, '_, u8>,
                tag: &Tag<Self>,
            ) -> Result<(), Error> {
                decrypt($number, self.key(), nonce, associated_data, Texts::from(buffer), tag).map_err(|_| Error)
            }
        }
    )*};
}
aeads!(aead_traits);
