// SPDX-License-Identifier: Apache-2.0 OR MIT

use core::ffi::c_int;

use crate::ffi;
use crate::{Argument, Error, HmacHash, Limits};
#[cfg(feature = "many")]
use crate::{Messages, Threads};

/// Digests in the longest output, RFC 5869 s.2.3.
const LONGEST_HKDF: u64 = 255;

/// The same, RFC 8018 s.5.2.
const LONGEST_PBKDF2: u64 = 0xffff_ffff;

/// The bytes of `digests` digests.
fn longest<H: HmacHash>(digests: u64) -> u64 {
    digests * H::DIGEST_SIZE as u64
}

/// Names the sizes where `code` says that `out` has a wrong one.
fn check_output(code: c_int, out: &[u8], takes: Limits) -> Result<(), Error> {
    Error::check_sizes(code, |_| Error::size(Argument::Output, out.len(), takes))
}

/// HKDF, RFC 5869: keys from a key.
///
/// ```
/// # #[cfg(feature = "sha2")] {
/// use hashlane::{Hkdf, Sha256};
///
/// let mut keys = [0; 64];
/// Hkdf::<Sha256>::derive(b"salt", b"input key", b"what for", &mut keys)?;
/// # }
/// # Ok::<(), hashlane::Error>(())
/// ```
#[derive(Debug)]
pub struct Hkdf<H: HmacHash>(core::marker::PhantomData<H>);

impl<H: HmacHash> Hkdf<H> {
    /// Extract and expand. Salt and info may be empty. [`Error::Size`]: `out` is longer than 255 digests.
    pub fn derive(salt: &[u8], key: &[u8], info: &[u8], out: &mut [u8]) -> Result<(), Error> {
        let number = H::HMAC_NUMBER + 64;
        // SAFETY: pointers and lengths of slices.
        let code = unsafe {
            ffi::hkdf_derive(
                number,
                key.as_ptr(),
                key.len(),
                salt.as_ptr(),
                salt.len(),
                info.as_ptr(),
                info.len(),
                out.as_mut_ptr(),
                out.len(),
            )
        };
        check_output(code, out, Limits::AtMost(longest::<H>(LONGEST_HKDF)))
    }
    /// The first step (s.2.2): a pseudorandom key, for [`expand`](Self::expand).
    ///
    /// ```
    /// # #[cfg(feature = "sha2")] {
    /// use hashlane::{Hkdf, Sha256};
    ///
    /// let (mut first, mut both) = ([0; 40], [0; 40]);
    /// Hkdf::<Sha256>::expand(&Hkdf::<Sha256>::extract(b"salt", b"input key"), b"what for", &mut first)?;
    /// Hkdf::<Sha256>::derive(b"salt", b"input key", b"what for", &mut both)?;
    /// assert_eq!(first, both);
    /// # }
    /// # Ok::<(), hashlane::Error>(())
    /// ```
    pub fn extract(salt: &[u8], key: &[u8]) -> H::Digest {
        let mut out = H::ZERO;
        let to = out.as_mut();
        // SAFETY: pointers and lengths of slices.
        let error = unsafe {
            ffi::hkdf_extract(
                H::HMAC_NUMBER + 64,
                key.as_ptr(),
                key.len(),
                salt.as_ptr(),
                salt.len(),
                to.as_mut_ptr(),
                to.len(),
            )
        };
        debug_assert_eq!(error, 0);
        out
    }
    /// The second step (s.2.3). [`Error::Size`]: `out` is longer than 255 digests.
    pub fn expand(pseudorandom_key: &[u8], info: &[u8], out: &mut [u8]) -> Result<(), Error> {
        // SAFETY: pointers and lengths of slices.
        let code = unsafe {
            ffi::hkdf_expand(
                H::HMAC_NUMBER + 64,
                pseudorandom_key.as_ptr(),
                pseudorandom_key.len(),
                info.as_ptr(),
                info.len(),
                out.as_mut_ptr(),
                out.len(),
            )
        };
        check_output(code, out, Limits::AtMost(longest::<H>(LONGEST_HKDF)))
    }
}

/// PBKDF2, RFC 8018 s.5.2: keys from passwords. OWASP asks for 600,000 iterations of SHA-256, or for Argon2 in its place.
///
/// ```
/// # #[cfg(feature = "sha2")] {
/// use hashlane::{Pbkdf2, Sha256};
///
/// let mut key = [0; 32];
/// Pbkdf2::<Sha256>::derive(b"password", b"salt at random", 1000, &mut key)?;
/// # }
/// # Ok::<(), hashlane::Error>(())
/// ```
#[derive(Debug)]
pub struct Pbkdf2<H: HmacHash>(core::marker::PhantomData<H>);

impl<H: HmacHash> Pbkdf2<H> {
    /// [`Error::Option`]: no iteration at all. [`Error::Size`]: `out` is empty, or longer than 2^32 - 1 digests.
    pub fn derive(password: &[u8], salt: &[u8], iterations: u64, out: &mut [u8]) -> Result<(), Error> {
        crate::many::check_iterations(iterations)?;
        let number = H::HMAC_NUMBER + 128;
        // SAFETY: pointers and lengths of slices.
        let code = unsafe {
            ffi::pbkdf2_derive(
                number,
                password.as_ptr(),
                password.len(),
                salt.as_ptr(),
                salt.len(),
                iterations,
                out.as_mut_ptr(),
                out.len(),
            )
        };
        check_output(code, out, Limits::Between(1, longest::<H>(LONGEST_PBKDF2)))
    }
    /// Keys from many passwords, each with its own salt, side by side in the lanes of vectors: `keys.len()` divided by
    /// their number bytes each, which is 1 or more. [`Error::Size`]: that leaves a remainder, or there are not as many
    /// salts.
    ///
    /// ```
    /// # #[cfg(feature = "sha2")] {
    /// use hashlane::{Pbkdf2, Sha256, Threads};
    ///
    /// let mut keys = [0; 64];
    /// Pbkdf2::<Sha256>::derive_many(&["alice's", "bob's"], &["salt a", "salt b"], 1000, &mut keys, Threads::One)?;
    /// # }
    /// # Ok::<(), hashlane::Error>(())
    /// ```
    #[cfg(feature = "many")]
    pub fn derive_many<P: Messages + ?Sized, S: Messages + ?Sized>(
        passwords: &P,
        salts: &S,
        iterations: u64,
        keys: &mut [u8],
        threads: Threads,
    ) -> Result<(), Error> {
        let most = longest::<H>(LONGEST_PBKDF2);
        crate::many::derive_many(H::HMAC_NUMBER + 128, passwords, salts, iterations, keys, threads, most)
    }
}
