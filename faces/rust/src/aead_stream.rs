// SPDX-License-Identifier: Apache-2.0 OR MIT

use core::ffi::c_int;

use crate::texts::{TAG_SIZE, Texts, wrong_nonce, wrong_tag};
use crate::{Error, ffi};

/// A message in pieces: the associated data first, then [`encrypt`](Self::encrypt) or [`decrypt`](Self::decrypt). What has the
/// key is wiped when it is dropped.
///
/// ```
/// use hashlane::AsconAead128;
///
/// let aead = AsconAead128::new(&[7; 16]);
/// let nonce = [0; 16]; // another for each message
/// let mut text = *b"secret and authentic";
/// let mut encryption = aead.stream(&nonce)?.absorb("in ").absorb("pieces").encrypt();
/// text.chunks_mut(7).for_each(|piece| encryption.update_in_place(piece));
/// let tag = encryption.finish();
///
/// let mut decryption = aead.stream(&nonce)?.absorb("in pieces").decrypt();
/// text.chunks_mut(3).for_each(|piece| decryption.update_in_place(piece));
/// decryption.verify(&tag)?; // before this the text means nothing
/// assert_eq!(&text, b"secret and authentic");
/// # Ok::<(), hashlane::Error>(())
/// ```
pub struct AeadStream(Stream);

/// Text becomes ciphertext, from [`AeadStream`].
pub struct Encryption(Stream);

/// Ciphertext becomes text, from [`AeadStream`]. THE TEXT IS NOT VERIFIED before [`verify`](Self::verify) has returned:
/// keep it, act on nothing of it, and wipe it if it was forged.
pub struct Decryption(Stream);

struct Stream(ffi::CAeadStream);

impl Drop for Stream {
    fn drop(&mut self) {
        // SAFETY: it is one.
        unsafe { ffi::aead_stream_wipe(&mut self.0) }
    }
}

/// Of a call that the types have put in its phase.
fn must(code: c_int) {
    assert_eq!(code, 0, "hashlane_aead_stream");
}

impl AeadStream {
    /// `key` fits the algorithm of that number and name.
    pub(crate) fn start(number: c_int, name: &'static str, key: &[u8], nonce: &[u8]) -> Result<Self, Error> {
        let mut stream = Stream(ffi::CAeadStream::FRESH);
        // SAFETY: slices; the stream has its size.
        let code = unsafe {
            ffi::aead_stream_init(&mut stream.0, number, key.as_ptr(), key.len(), nonce.as_ptr(), nonce.len())
        };
        Error::check_sizes(code, |_| wrong_nonce(name, nonce))?;
        Ok(Self(stream))
    }

    /// More of the associated data, which are authentic, not secret.
    pub fn absorb(mut self, piece: impl AsRef<[u8]>) -> Self {
        let piece = piece.as_ref();
        // SAFETY: a slice; the stream is in its first phase.
        must(unsafe { ffi::aead_stream_absorb(&mut self.0.0, piece.as_ptr(), piece.len()) });
        self
    }
    /// The associated data end, and text follows.
    pub fn encrypt(self) -> Encryption {
        Encryption(self.0)
    }
    /// The associated data end, and ciphertext follows.
    pub fn decrypt(self) -> Decryption {
        Decryption(self.0)
    }
}

macro_rules! pieces {
    ($type:ident, $call:ident) => {
        impl $type {
            fn piece(&mut self, texts: Texts) {
                // SAFETY: both texts have that size, and are one or apart.
                must(unsafe { ffi::$call(&mut self.0.0, texts.input, texts.size, texts.output) });
            }
            /// The next piece, in place.
            pub fn update_in_place(&mut self, piece: &mut [u8]) {
                self.piece(Texts::in_place(piece));
            }
            /// The next piece. [`Error::Size`]: `input` and `output` have not the same size.
            pub fn update(&mut self, input: &[u8], output: &mut [u8]) -> Result<(), Error> {
                self.piece(Texts::apart(input, output)?);
                Ok(())
            }
        }
    };
}
pieces!(Encryption, aead_stream_encrypt);
pieces!(Decryption, aead_stream_decrypt);

impl Encryption {
    /// The tag, to be sent along.
    pub fn finish(mut self) -> [u8; TAG_SIZE] {
        let mut tag = [0; TAG_SIZE];
        // SAFETY: a slice; so below.
        must(unsafe { ffi::aead_stream_finish(&mut self.0.0, tag.as_mut_ptr(), tag.len()) });
        tag
    }
}

impl Decryption {
    /// Is this the tag? [`Error::Forged`]: it is not, and the text must be wiped. [`Error::Size`]: a tag of other than
    /// 8 to 16 bytes; the same holds.
    #[must_use = "the text is not verified before"]
    pub fn verify(mut self, tag: &[u8]) -> Result<(), Error> {
        let code = unsafe { ffi::aead_stream_verify(&mut self.0.0, tag.as_ptr(), tag.len()) };
        Error::check_sizes(code, |_| wrong_tag(tag.len()))
    }
}

macro_rules! hidden {
    ($($type:ident)*) => {$(
        impl core::fmt::Debug for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!(stringify!($type), " { .. }"))
            }
        }
    )*};
}
hidden!(AeadStream Encryption Decryption);
