// SPDX-License-Identifier: Apache-2.0 OR MIT

use core::ffi::c_int;

#[cfg(feature = "many")]
use crate::Messages;
use crate::bits::{LastByte, check_taken, split};
use crate::ffi::{self, COptions};
use crate::mac::{LONGEST_TAG, verify};
use crate::state::Memory;
use crate::{Algorithm, Argument, Error, Kind, Limits, Threads};

/// Words of the largest state, and of the largest reader.
const LARGEST: usize = 160;

/// What an algorithm takes besides the message. An option that it would ignore is an error.
///
/// ```
/// # #[cfg(all(feature = "sp800-185", feature = "turboshake"))] {
/// use hashlane::{AnyHash, Options};
/// let mac = AnyHash::with_options("kmac128", &Options::new().key(b"0123456789abcdef"))?;
/// let xof = AnyHash::with_options("turboshake128", &Options::new().domain(0x0b))?;
/// # }
/// # Ok::<(), hashlane::Error>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    key: Option<&'a [u8]>,
    customization: &'a [u8],
    function_name: &'a [u8],
    parallel_block: Option<usize>,
    domain: Option<u8>,
}

impl<'a> Options<'a> {
    /// None of them.
    pub fn new() -> Self {
        Self::default()
    }
    /// Of a mac; an empty key is one too.
    pub fn key(self, key: &'a [u8]) -> Self {
        Self { key: Some(key), ..self }
    }
    /// S of SP 800-185, C of KangarooTwelve, Z of Ascon-CXOF128.
    pub fn customization(self, customization: &'a [u8]) -> Self {
        Self { customization, ..self }
    }
    /// N of cSHAKE.
    pub fn function_name(self, function_name: &'a [u8]) -> Self {
        Self { function_name, ..self }
    }
    /// B of ParallelHash, bytes; 8192 otherwise.
    pub fn parallel_block(self, bytes: usize) -> Self {
        Self { parallel_block: Some(bytes), ..self }
    }
    /// D of TurboSHAKE, in 0x01..=0x7f; 0x1f otherwise.
    pub fn domain(self, domain: u8) -> Self {
        Self { domain: Some(domain), ..self }
    }

    /// Bytes of a chunk of a tree with these options.
    #[cfg(feature = "std")]
    pub(crate) fn chunk(&self) -> u64 {
        self.parallel_block.unwrap_or(8192) as u64
    }
    pub(crate) fn for_c(&self) -> COptions {
        COptions {
            key: self.key.map_or(core::ptr::null(), <[u8]>::as_ptr),
            key_size: self.key.map_or(0, <[u8]>::len),
            customization: self.customization.as_ptr(),
            customization_size: self.customization.len(),
            function_name: self.function_name.as_ptr(),
            function_name_size: self.function_name.len(),
            parallel_block: self.parallel_block.as_ref().map_or(core::ptr::null(), core::ptr::from_ref),
            domain: self.domain.as_ref().map_or(core::ptr::null(), core::ptr::from_ref),
            ..COptions::NONE
        }
    }
}

impl core::fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Options { .. }")
    }
}

/// A hash, xof or mac chosen by name at run time, without a heap. Keyed states are wiped when they are dropped.
///
/// ```
/// # #[cfg(feature = "sha3")] {
/// use hashlane::AnyHash;
///
/// let mut hash = AnyHash::new("sha3-256")?;
/// let mut digest = [0; 32];
/// hash.update("abc").finalize_into(&mut digest)?;
/// assert_eq!(digest, hashlane::Sha3_256::digest("abc"));
/// # }
/// # Ok::<(), hashlane::Error>(())
/// ```
#[derive(Clone)]
pub struct AnyHash {
    algorithm: Algorithm,
    state: Memory<LARGEST>,
}

impl AnyHash {
    /// [`Error::Name`]: no algorithm has that name. [`Error::Algorithm`]: it is no hash, xof or mac. [`Error::Key`]: it
    /// needs a key.
    pub fn new(name: &str) -> Result<Self, Error> {
        Self::with_options(name, &Options::new())
    }
    /// [`Error::Option`]: one that the algorithm does not take, or out of its range. [`Error::Key`]: a key that it needs
    /// is missing, or it takes none.
    pub fn with_options(name: &str, options: &Options<'_>) -> Result<Self, Error> {
        let algorithm = Algorithm::named(name)?;
        Ok(Self { algorithm, state: Memory::create(algorithm.number(), Some(&options.for_c()))? })
    }
    /// What it is.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
    fn number(&self) -> c_int {
        self.algorithm.number()
    }

    /// More of the message, any number of times.
    pub fn update(&mut self, data: impl AsRef<[u8]>) -> &mut Self {
        // SAFETY: the number made the state; the same holds below.
        unsafe { self.state.update(self.number(), data.as_ref()) };
        self
    }
    /// The same, with several threads where the algorithm is a tree.
    pub fn update_threads(&mut self, data: impl AsRef<[u8]>, threads: Threads) -> &mut Self {
        unsafe { self.state.update_threads(self.number(), data.as_ref(), threads) };
        self
    }

    /// Whether `count` digests, tags or outputs, one after the other, take `bytes` bytes.
    fn check_size(&self, argument: Argument, bytes: usize, count: usize) -> Result<(), Error> {
        let wanted = self.algorithm.digest_size().saturating_mul(count);
        if self.algorithm.any_length() || bytes == wanted {
            return Ok(());
        }
        Err(Error::size(argument, bytes, Limits::Exactly(wanted as u64)))
    }
    /// The bytes of the longest tag that is verified, if `tag` has a size that the algorithm has.
    fn check_tag(&self, tag: &[u8]) -> Result<usize, Error> {
        if self.algorithm.kind() != Kind::Mac {
            return Err(Error::Algorithm);
        }
        self.check_size(Argument::Tag, tag.len(), 1)?;
        Ok(if self.algorithm.any_length() { LONGEST_TAG } else { self.algorithm.digest_size() })
    }
    /// The digest, the tag, or the first bytes of the output, for everything so far; more may follow.
    /// [`Error::Size`]: the algorithm has no digests of that length.
    pub fn finalize_into(&self, out: &mut [u8]) -> Result<(), Error> {
        self.check_size(Argument::Output, out.len(), 1)?;
        unsafe { self.state.digest(self.number(), out) };
        Ok(())
    }
    /// A copy that has taken in the whole bytes of a piece, and the byte in which the piece ends.
    fn ending(&self, piece: &[u8], bits: u64) -> Result<(Self, Option<LastByte>), Error> {
        let (whole, last) = split(piece, bits)?;
        check_taken(self.number(), last)?;
        let mut copy = self.clone();
        if !whole.is_empty() {
            copy.update(whole); // an element of a tuple
        }
        Ok((copy, last))
    }
    /// Those for everything so far followed by `bits` bits, with which the message ends; more may follow everything so far.
    /// The last bits are the high ones of the last byte in SHA-2 and Ascon v1.2, the low ones in all others.
    /// [`Error::Bits`]: the piece has not as many bytes as its bits take. [`Error::WholeBytes`]: the algorithm takes none
    /// that ends within a byte. In a tuple hash the piece is one element, unless it is empty.
    ///
    /// ```
    /// # #[cfg(feature = "sha3")] {
    /// let mut digest = [0; 32];
    /// hashlane::AnyHash::new("sha3-256")?.finalize_bits_into([0b10011], 5, &mut digest)?;
    /// assert_eq!(digest, hashlane::Sha3_256::new().finalize_bits([0b10011], 5)?);
    /// # }
    /// # Ok::<(), hashlane::Error>(())
    /// ```
    pub fn finalize_bits_into(&self, piece: impl AsRef<[u8]>, bits: u64, out: &mut [u8]) -> Result<(), Error> {
        self.check_size(Argument::Output, out.len(), 1)?;
        let (ended, last) = self.ending(piece.as_ref(), bits)?;
        unsafe { ended.state.digest_ending(self.number(), last, out) };
        Ok(())
    }
    /// Is this the tag of the message of [`finalize_bits_into`](Self::finalize_bits_into)? As [`verify`](Self::verify) says.
    pub fn verify_bits(&self, piece: impl AsRef<[u8]>, bits: u64, tag: &[u8]) -> Result<(), Error> {
        self.verify_bits_short(piece, bits, tag, self.algorithm.digest_size())
    }
    /// The same for tags that may be shorter, as [`verify_short`](Self::verify_short) says.
    pub fn verify_bits_short(&self, piece: impl AsRef<[u8]>, bits: u64, tag: &[u8], least: usize) -> Result<(), Error> {
        let longest = self.check_tag(tag)?;
        let (ended, last) = self.ending(piece.as_ref(), bits)?;
        verify(tag, least..=longest, |right| unsafe { ended.state.digest_ending(self.number(), last, right) })
    }
    /// The output for that message as a stream. [`Error::Algorithm`]: it has none.
    pub fn reader_bits(&self, piece: impl AsRef<[u8]>, bits: u64) -> Result<AnyReader, Error> {
        let (ended, last) = self.ending(piece.as_ref(), bits)?;
        let state = unsafe { ended.state.reader_ending(self.number(), last) }?;
        Ok(AnyReader { algorithm: self.algorithm, state })
    }
    /// Those for everything so far followed by each message, `digests.len()` divided by their number bytes each.
    #[cfg(feature = "many")]
    pub fn finalize_many<M: Messages + ?Sized>(
        &self,
        messages: &M,
        digests: &mut [u8],
        threads: Threads,
    ) -> Result<(), Error> {
        let count = messages.count();
        self.check_size(Argument::Output, digests.len(), count)?;
        let size = crate::many::size_of_each(count, digests.len())?;
        if size == 0 && count != 0 {
            return Err(Error::size(Argument::Output, 0, Limits::AtLeast(count as u64)));
        }
        unsafe { crate::many::digest_many(self.number(), &self.state, messages, digests, size, threads) };
        Ok(())
    }
    /// Is this the tag? It takes the same time for any wrong tag of one length. [`Error::Algorithm`]: this is no mac.
    /// [`Error::Size`]: the algorithm has no tags of that length, or it is shorter than
    /// [`digest_size`](Algorithm::digest_size), which is for [`verify_short`](Self::verify_short). [`Error::Forged`]: it
    /// is not.
    pub fn verify(&self, tag: &[u8]) -> Result<(), Error> {
        self.verify_short(tag, self.algorithm.digest_size())
    }
    /// Is this the tag, which has `least` bytes or more? If the sender could choose the length, it would choose a tag that
    /// is easily guessed, so that `least` is what the protocol says. Never fewer than 4 bytes (SP 800-185 s.8.4.2); an
    /// HMAC is verified whole, [`Hmac::verify_truncated`](crate::Hmac::verify_truncated) takes a part.
    pub fn verify_short(&self, tag: &[u8], least: usize) -> Result<(), Error> {
        let longest = self.check_tag(tag)?;
        verify(tag, least..=longest, |right| unsafe { self.state.digest(self.number(), right) })
    }
    /// The output as a stream. [`Error::Algorithm`]: it has none.
    pub fn reader(&self) -> Result<AnyReader, Error> {
        let state = unsafe { self.state.reader(self.number(), None) }?;
        Ok(AnyReader { algorithm: self.algorithm, state })
    }

    /// Bytes of an exported state; 0: it cannot be exported.
    pub fn exported_size(&self) -> usize {
        unsafe { ffi::state_exported_size(self.number()) }
    }
    /// The state as bytes that any machine and any later version reads. [`Error::Size`]: `out` has not
    /// [`exported_size`](Self::exported_size) bytes. [`Error::Algorithm`]: the state cannot be exported, as a keyed one.
    pub fn export_state(&self, out: &mut [u8]) -> Result<(), Error> {
        unsafe { self.state.export(self.number(), out) }
    }
    /// [`Error::Import`]: these bytes are damaged, of another algorithm, or no state of any message, or the message is so
    /// long that fewer than 2^60 bytes may follow; nothing has changed.
    pub fn import_state(&mut self, exported: &[u8]) -> Result<(), Error> {
        unsafe { self.state.import(self.number(), exported) }
    }
}

impl Drop for AnyHash {
    fn drop(&mut self) {
        if self.algorithm.takes_key() {
            unsafe { ffi::state_wipe(self.number(), self.state.at()) }
        }
    }
}

impl core::fmt::Debug for AnyHash {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} {{ .. }}", self.algorithm.name())
    }
}

writing!([] AnyHash);

/// The output of an [`AnyHash`] as a stream.
///
/// ```
/// # #[cfg(feature = "kangarootwelve")] {
/// let mut reader = hashlane::AnyHash::new("kt128")?.reader()?;
/// let mut output = [0; 100];
/// reader.squeeze(&mut output);
/// # }
/// # Ok::<(), hashlane::Error>(())
/// ```
#[derive(Clone)]
pub struct AnyReader {
    algorithm: Algorithm,
    state: Memory<LARGEST>,
}

impl AnyReader {
    /// The next bytes.
    pub fn squeeze(&mut self, out: &mut [u8]) {
        // SAFETY: the number made it.
        unsafe { self.state.squeeze(self.algorithm.number(), out) }
    }
}

impl Drop for AnyReader {
    fn drop(&mut self) {
        if self.algorithm.takes_key() {
            unsafe { ffi::state_wipe_reader(self.algorithm.number(), self.state.at()) }
        }
    }
}

reading!([] AnyReader, |reader| reader.algorithm.name());
