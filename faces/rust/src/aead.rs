// SPDX-License-Identifier: Apache-2.0 OR MIT

use core::ffi::{c_int, c_void};

use crate::error::Wrong;
use crate::ffi::{self, CText};
use crate::state::erase;
use crate::texts::{NONCE_SIZE, TAG_SIZE, Texts, wrong_nonce, wrong_tag};
use crate::{AeadStream, Algorithm, Error, Kind, Limits, Threads};

/// What `hashlane_aead_encrypt` and `hashlane_aead_decrypt` have in common: the tag is an output of one, an input of the
/// other.
fn crypt<Tag>(
    f: ffi::CCrypt<Tag>,
    number: c_int,
    key: &[u8],
    nonce: &[u8],
    associated_data: &[u8],
    texts: Texts,
    (tag, size): (Tag, usize),
) -> Result<(), Error> {
    // SAFETY: both texts have that size, and are one or apart; so many bytes has the tag.
    let code = unsafe {
        f(
            number,
            key.as_ptr(),
            key.len(),
            nonce.as_ptr(),
            nonce.len(),
            associated_data.as_ptr(),
            associated_data.len(),
            texts.input,
            texts.size,
            texts.output,
            tag,
            size,
        )
    };
    Error::check_sizes(code, |wrong| match wrong {
        Wrong::Key => wrong_key(number, key),
        Wrong::Nonce => wrong_nonce(name_of(number), nonce),
        _ => wrong_tag(size),
    })
}

/// The numbers of the AEADs, each with the bytes of a key. One with two sizes of keys is there twice.
macro_rules! key_sizes {
    ($($type:ident = $number:literal $name:literal key $key:literal $uk:ident $title:literal;)*) => {
        [$(($number, $key)),*]
    };
}

fn name_of(number: c_int) -> &'static str {
    Algorithm::numbered(number).map_or("the algorithm", |algorithm| algorithm.name())
}

/// The error of a key of a size that the algorithm does not take.
fn wrong_key(number: c_int, key: &[u8]) -> Error {
    let mut sizes = aeads!(key_sizes).into_iter().filter(|(n, _)| *n == number).map(|(_, size)| size);
    let takes = match (sizes.next(), sizes.next()) {
        (Some(one), Some(other)) => Limits::Either(one, other),
        (Some(one), None) => Limits::Exactly(one),
        _ => Limits::Nothing,
    };
    Error::Key { algorithm: name_of(number), given: Some(key.len() as u64), takes }
}

pub(crate) fn encrypt(
    number: c_int,
    key: &[u8],
    nonce: &[u8],
    associated_data: &[u8],
    texts: Texts,
) -> Result<[u8; 16], Error> {
    let mut tag = [0; TAG_SIZE];
    crypt(ffi::aead_encrypt, number, key, nonce, associated_data, texts, (tag.as_mut_ptr(), tag.len()))?;
    Ok(tag)
}

pub(crate) fn decrypt(
    number: c_int,
    key: &[u8],
    nonce: &[u8],
    associated_data: &[u8],
    texts: Texts,
    tag: &[u8],
) -> Result<(), Error> {
    crypt(ffi::aead_decrypt, number, key, nonce, associated_data, texts, (tag.as_ptr(), tag.len()))
}

/// One of many texts under one key, which is encrypted or decrypted where it stands.
///
/// ```
/// use hashlane::{AsconAead128, Record, Threads};
///
/// let aead = AsconAead128::new(&[7; 16]);
/// let (mut one, mut two) = (*b"secret", *b"authentic");
/// let mut records = [Record::new([1; 16], b"header", &mut one), Record::new([2; 16], b"header", &mut two)];
/// aead.encrypt_many(&mut records, Threads::One);
/// records[0].tag[3] ^= 1;
/// assert!(aead.decrypt_many(&mut records, Threads::One).is_err());
/// assert!(!records[0].authentic && records[1].authentic);
/// assert_eq!((one, two), ([0; 6], *b"authentic"));
/// ```
#[cfg(feature = "many")]
#[derive(Debug)]
pub struct Record<'a> {
    /// Another for each record.
    pub nonce: [u8; NONCE_SIZE],
    /// Authentic, not secret.
    pub associated_data: &'a [u8],
    /// Text, or ciphertext.
    pub text: &'a mut [u8],
    /// What encryption writes and decryption compares.
    pub tag: [u8; TAG_SIZE],
    /// What decryption says of this record; every byte of a forged text is zero.
    pub authentic: bool,
}

#[cfg(feature = "many")]
impl<'a> Record<'a> {
    /// To be encrypted; for decryption set the tag.
    pub fn new(nonce: [u8; NONCE_SIZE], associated_data: &'a [u8], text: &'a mut [u8]) -> Self {
        Self { nonce, associated_data, text, tag: [0; TAG_SIZE], authentic: false }
    }
}

/// How the C++ gets at them. No two threads get the same record.
#[cfg(feature = "many")]
unsafe extern "C" fn fetch(context: *const c_void, first: usize, count: usize, to: *mut CText) {
    let records = context.cast::<Record<'_>>().cast_mut();
    for i in 0..count {
        // SAFETY: the caller of crypt_many holds all of them exclusively.
        unsafe {
            let record = &mut *records.add(first + i);
            to.add(i).write(CText {
                nonce: record.nonce.as_ptr(),
                associated_data: record.associated_data.as_ptr(),
                associated_size: record.associated_data.len(),
                text: record.text.as_mut_ptr(),
                size: record.text.len(),
                tag: record.tag.as_mut_ptr(),
                authentic: &raw mut record.authentic,
            });
        }
    }
}

/// `key` fits `number`.
#[cfg(feature = "many")]
pub(crate) fn crypt_many(
    number: c_int,
    key: &[u8],
    decrypt: bool,
    records: &mut [Record<'_>],
    threads: Threads,
) -> Result<(), Error> {
    let (count, all, workers) = (records.len(), records.as_mut_ptr().cast_const().cast(), threads.for_c());
    // SAFETY: so many records, held exclusively.
    Error::check(unsafe {
        ffi::crypt_many(number, key.as_ptr(), key.len(), c_int::from(decrypt), all, fetch, count, &workers)
    })
}

/// The methods, over `number()`, `key()` and a type of nonces.
macro_rules! boxes {
    ([$($generics:tt)*] $type:ty, $nonce:ty) => {
        impl<$($generics)*> $type {
            /// Encrypts in place; the tag is to be sent along. NEVER TWICE WITH THE SAME KEY AND NONCE. The associated data is
            /// authentic, not secret.
            pub fn encrypt_in_place(&self, nonce: $nonce, associated_data: &[u8], text: &mut [u8]) -> Result<[u8; TAG_SIZE], Error> {
                encrypt(self.number(), self.key(), nonce, associated_data, Texts::in_place(text))
            }
            /// Decrypts in place. [`Error::Forged`]: every byte of the text is zero. [`Error::Size`]: a tag of other
            /// than 8 to 16 bytes.
            pub fn decrypt_in_place(&self, nonce: $nonce, associated_data: &[u8], cipher: &mut [u8], tag: &[u8]) -> Result<(), Error> {
                decrypt(self.number(), self.key(), nonce, associated_data, Texts::in_place(cipher), tag)
            }
            /// From `text` to `cipher`. [`Error::Size`]: they have not the same size.
            pub fn encrypt(&self, nonce: $nonce, associated_data: &[u8], text: &[u8], cipher: &mut [u8]) -> Result<[u8; TAG_SIZE], Error> {
                encrypt(self.number(), self.key(), nonce, associated_data, Texts::apart(text, cipher)?)
            }
            /// From `cipher` to `text`. [`Error::Forged`]: every byte of the text is zero. [`Error::Size`]: they have
            /// not the same size, or the tag has other than 8 to 16 bytes.
            pub fn decrypt(&self, nonce: $nonce, associated_data: &[u8], cipher: &[u8], tag: &[u8], text: &mut [u8]) -> Result<(), Error> {
                decrypt(self.number(), self.key(), nonce, associated_data, Texts::apart(cipher, text)?, tag)
            }
            /// Encrypts many texts side by side in the lanes of vectors. NO TWO WITH THE SAME NONCE.
            #[cfg(feature = "many")]
            pub fn encrypt_many(&self, records: &mut [Record<'_>], threads: Threads) {
                crypt_many(self.number(), self.key(), false, records, threads).expect("encryption does not fail")
            }
            /// Decrypts many. [`Error::Forged`]: at least one is; `authentic` of each says which.
            #[cfg(feature = "many")]
            pub fn decrypt_many(&self, records: &mut [Record<'_>], threads: Threads) -> Result<(), Error> {
                crypt_many(self.number(), self.key(), true, records, threads)
            }
            /// The same in pieces: see [`AeadStream`]. [`Error::Nonce`]: a nonce of a wrong size.
            pub fn stream(&self, nonce: $nonce) -> Result<AeadStream, Error> {
                AeadStream::start(self.number(), name_of(self.number()), self.key(), nonce)
            }
            /// Ciphertext and whole tag in one piece.
            #[cfg(feature = "std")]
            pub fn seal(&self, nonce: $nonce, associated_data: &[u8], text: &[u8]) -> Result<std::vec::Vec<u8>, Error> {
                let mut out = std::vec![0; text.len() + TAG_SIZE];
                let (cipher, tag) = out.split_at_mut(text.len());
                tag.copy_from_slice(&self.encrypt(nonce, associated_data, text, cipher)?);
                Ok(out)
            }
            /// The text of what `seal` gave. [`Error::Forged`], also when it is shorter than a tag.
            #[cfg(feature = "std")]
            pub fn open(&self, nonce: $nonce, associated_data: &[u8], sealed: &[u8]) -> Result<std::vec::Vec<u8>, Error> {
                let size = sealed.len().checked_sub(TAG_SIZE).ok_or(Error::Forged)?;
                let mut text = std::vec![0; size];
                self.decrypt(nonce, associated_data, &sealed[..size], &sealed[size..], &mut text)?;
                Ok(text)
            }
        }
    };
}

macro_rules! aead {
    ($($type:ident = $number:literal $name:literal key $key:literal $uk:ident $title:literal;)*) => {$(
        #[doc = concat!($title, ". The key is wiped when it is dropped.")]
        ///
        /// ```
        #[doc = concat!("use hashlane::", stringify!($type), ";")]
        ///
        #[doc = concat!("let aead = ", stringify!($type), "::new(&[7; ", $key, "]);")]
        /// let nonce = [0; 16]; // another for each message
        /// let mut text = *b"secret and authentic";
        /// let tag = aead.encrypt_in_place(&nonce, b"header", &mut text)?;
        /// aead.decrypt_in_place(&nonce, b"header", &mut text, &tag)?;
        /// assert_eq!(&text, b"secret and authentic");
        ///
        /// assert_eq!(aead.decrypt_in_place(&nonce, b"another", &mut text, &tag), Err(hashlane::Error::Forged));
        /// assert_eq!(text, [0; 20]);
        /// # Ok::<(), hashlane::Error>(())
        /// ```
        #[derive(Clone)]
        pub struct $type([u8; $key]);

        impl $type {
            /// The one name that all faces of Hashlane use.
            pub const NAME: &'static str = $name;
            /// Bytes of a key.
            pub const KEY_SIZE: usize = $key;

            /// With that key.
            pub fn new(key: &[u8; $key]) -> Self {
                Self(*key)
            }
            fn number(&self) -> c_int {
                $number
            }
            pub(crate) fn key(&self) -> &[u8] {
                &self.0
            }
        }

        boxes!([] $type, &[u8; NONCE_SIZE]);

        impl Drop for $type {
            fn drop(&mut self) {
                erase(&mut self.0)
            }
        }

        impl core::fmt::Debug for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!($name, " { .. }"))
            }
        }
    )*};
}
aeads!(aead);

/// Authenticated encryption chosen by name at run time. The key is wiped when it is dropped.
///
/// ```
/// let aead = hashlane::AnyAead::new("ascon-aead128", &[7; 16])?;
/// let mut text = *b"secret";
/// let tag = aead.encrypt_in_place(&[0; 16], b"", &mut text)?;
/// aead.decrypt_in_place(&[0; 16], b"", &mut text, &tag)?;
/// # Ok::<(), hashlane::Error>(())
/// ```
#[derive(Clone)]
pub struct AnyAead {
    algorithm: Algorithm,
    key: [u8; 32],
    key_size: usize,
}

impl AnyAead {
    /// [`Error::Name`]: no algorithm has that name. [`Error::Algorithm`]: it is no authenticated encryption.
    /// [`Error::Key`]: it has no keys of that size.
    pub fn new(name: &str, key: &[u8]) -> Result<Self, Error> {
        let algorithm = Algorithm::named(name)?;
        if algorithm.kind() != Kind::Aead {
            return Err(Error::Algorithm);
        }
        // An empty text tells whether the key fits.
        encrypt(algorithm.number(), key, &[0; NONCE_SIZE], &[], Texts::in_place(&mut []))?;
        let mut made = Self { algorithm, key: [0; 32], key_size: key.len() };
        made.key[..key.len()].copy_from_slice(key);
        Ok(made)
    }
    /// What it is.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
    fn number(&self) -> c_int {
        self.algorithm.number()
    }
    fn key(&self) -> &[u8] {
        &self.key[..self.key_size]
    }
}

boxes!([] AnyAead, &[u8]);

impl Drop for AnyAead {
    fn drop(&mut self) {
        erase(&mut self.key)
    }
}

impl core::fmt::Debug for AnyAead {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} {{ .. }}", self.algorithm.name())
    }
}
