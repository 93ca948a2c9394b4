// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Objects of the C++ classes in memory that Rust owns.

use core::ffi::{c_int, c_void};
use core::mem::MaybeUninit;

use crate::error::Wrong;
use crate::ffi::{self, COptions};
use crate::info::Algorithm;
use crate::many::Threads;
#[cfg(feature = "many")]
use crate::many::{Messages, digest_many};
use crate::{Argument, Error, Limits};

/// Bytes of the longest customization string of an algorithm that has a limit.
const LONGEST_CUSTOMIZATION: u64 = 256;

/// The error of a key or of options that the algorithm of that number refused.
fn what_does_not_fit(number: c_int, options: &COptions, wrong: Wrong) -> Error {
    let Some(algorithm) = Algorithm::numbered(number) else { return Error::Algorithm };
    match wrong {
        Wrong::Key if options.key.is_null() => {
            Error::Key { algorithm: algorithm.name(), given: None, takes: Limits::Anything }
        }
        Wrong::Key => {
            let given = Some(options.key_size as u64);
            Error::Key { algorithm: algorithm.name(), given, takes: Limits::Nothing }
        }
        _ => wrong_option(algorithm, options),
    }
}

/// The error of the first option that does not fit.
fn wrong_option(algorithm: Algorithm, options: &COptions) -> Error {
    let error = |argument, given, taken, takes| {
        let takes = if taken { takes } else { Limits::Nothing };
        Error::Option { argument, given, takes }
    };
    if options.function_name_size != 0 && !algorithm.takes_function_name() {
        return error(Argument::FunctionName, options.function_name_size as u64, false, Limits::Anything);
    }
    // SAFETY: each is null, or from a reference that outlives the call.
    let (block, domain) = unsafe { (options.parallel_block.as_ref(), options.domain.as_ref()) };
    let takes_block = algorithm.takes_parallel_block();
    if let Some(&block) = block.filter(|&&block| block == 0 || !takes_block) {
        return error(Argument::ParallelBlock, block as u64, takes_block, Limits::AtLeast(1));
    }
    let takes_domain = algorithm.takes_domain();
    if let Some(&domain) = domain.filter(|domain| !takes_domain || !(0x01..=0x7f).contains(*domain)) {
        return error(Argument::Domain, u64::from(domain), takes_domain, Limits::Between(0x01, 0x7f));
    }
    let (size, taken) = (options.customization_size as u64, algorithm.takes_customization());
    error(Argument::Customization, size, taken, Limits::AtMost(LONGEST_CUSTOMIZATION))
}

/// Trivially relocatable: the classes have no pointers into themselves.
#[repr(C, align(8))]
#[derive(Clone)]
pub struct Memory<const WORDS: usize>([MaybeUninit<u64>; WORDS]);

impl<const WORDS: usize> Memory<WORDS> {
    pub(crate) fn fresh() -> Self {
        Self([MaybeUninit::uninit(); WORDS])
    }
    pub(crate) fn create(number: c_int, options: Option<&COptions>) -> Result<Self, Error> {
        let mut memory = Self::fresh();
        let p = options.map_or(core::ptr::null(), core::ptr::from_ref);
        // SAFETY: the size goes along; the slices behind the options outlive the call.
        let code = unsafe { ffi::state_create(number, memory.at(), size_of::<Self>(), p) };
        Error::check_sizes(code, |wrong| what_does_not_fit(number, options.unwrap_or(&COptions::NONE), wrong))?;
        Ok(memory)
    }
    pub(crate) fn at(&mut self) -> *mut c_void {
        self.0.as_mut_ptr().cast()
    }
    pub(crate) fn peek(&self) -> *const c_void {
        self.0.as_ptr().cast()
    }

    // SAFETY of all below: `number` is the one that made the object.

    pub(crate) unsafe fn update(&mut self, number: c_int, data: &[u8]) {
        unsafe { ffi::state_update(number, self.at(), data.as_ptr(), data.len()) }
    }
    pub(crate) unsafe fn update_threads(&mut self, number: c_int, data: &[u8], threads: Threads) {
        let workers = threads.for_c();
        unsafe { ffi::state_update_threads(number, self.at(), data.as_ptr(), data.len(), &workers) }
    }
    /// `out` has a size that the algorithm has.
    pub(crate) unsafe fn digest(&self, number: c_int, out: &mut [u8]) {
        unsafe { ffi::state_digest(number, self.peek(), out.as_mut_ptr(), out.len()) }
    }
    pub(crate) unsafe fn export(&self, number: c_int, out: &mut [u8]) -> Result<(), Error> {
        let size = unsafe { ffi::state_exported_size(number) };
        if size == 0 {
            return Err(Error::Algorithm);
        }
        if out.len() != size {
            return Err(Error::size(Argument::Output, out.len(), Limits::Exactly(size as u64)));
        }
        unsafe { ffi::state_export(number, self.peek(), out.as_mut_ptr()) };
        Ok(())
    }
    pub(crate) unsafe fn import(&mut self, number: c_int, exported: &[u8]) -> Result<(), Error> {
        Error::check(unsafe { ffi::state_import(number, self.at(), exported.as_ptr(), exported.len()) })
    }
    /// The reader has the size of the largest, or that of the state.
    pub(crate) unsafe fn reader(&self, number: c_int, customization: Option<&[u8]>) -> Result<Self, Error> {
        let mut reader = Self::fresh();
        let (p, n) = customization.map_or((core::ptr::null(), 0), |c| (c.as_ptr(), c.len()));
        Error::check(unsafe { ffi::state_reader(number, self.peek(), reader.at(), size_of::<Self>(), p, n) })?;
        Ok(reader)
    }
    pub(crate) unsafe fn squeeze(&mut self, number: c_int, out: &mut [u8]) {
        unsafe { ffi::state_squeeze(number, self.at(), out.as_mut_ptr(), out.len()) }
    }
}

/// The state of the algorithm of that number.
#[derive(Clone)]
pub struct State<const NUMBER: c_int, const WORDS: usize, const KEYED: bool>(pub(crate) Memory<WORDS>);

impl<const NUMBER: c_int, const WORDS: usize, const KEYED: bool> State<NUMBER, WORDS, KEYED> {
    pub(crate) fn create(options: &COptions) -> Result<Self, Error> {
        Memory::create(NUMBER, Some(options)).map(Self)
    }
    /// Where the types leave nothing to refuse.
    pub(crate) fn new() -> Self {
        Self(Memory::create(NUMBER, None).expect("it takes no options"))
    }
    pub(crate) fn update(&mut self, data: &[u8]) {
        // SAFETY: NUMBER made it; the same holds below.
        unsafe { self.0.update(NUMBER, data) }
    }
    /// Only for states that are made anew at once.
    #[cfg(feature = "zeroize")]
    pub(crate) fn erase(&mut self) {
        unsafe { ffi::erase(self.0.at().cast(), size_of::<Self>()) }
    }
    pub(crate) fn update_threads(&mut self, data: &[u8], threads: Threads) {
        unsafe { self.0.update_threads(NUMBER, data, threads) }
    }
    /// # Safety
    /// `out` has a size that the algorithm has.
    pub(crate) unsafe fn digest(&self, out: &mut [u8]) {
        unsafe { self.0.digest(NUMBER, out) }
    }
    pub(crate) fn exported_size() -> usize {
        unsafe { ffi::state_exported_size(NUMBER) }
    }
    pub(crate) fn export(&self, out: &mut [u8]) -> Result<(), Error> {
        unsafe { self.0.export(NUMBER, out) }
    }
    pub(crate) fn import(&mut self, exported: &[u8]) -> Result<(), Error> {
        unsafe { self.0.import(NUMBER, exported) }
    }
    /// # Safety
    /// `digests` has memory for one digest, of a size that the algorithm has, for each message.
    #[cfg(feature = "many")]
    pub(crate) unsafe fn digest_many<M: Messages + ?Sized>(
        &self,
        messages: &M,
        digests: &mut [u8],
        size: usize,
        threads: Threads,
    ) {
        unsafe { digest_many(NUMBER, &self.0, messages, digests, size, threads) }
    }
    pub(crate) fn reader(&self, customization: Option<&[u8]>) -> ReaderState<NUMBER, WORDS, KEYED> {
        let reader = unsafe { self.0.reader(NUMBER, customization) };
        ReaderState(reader.expect("an xof has a reader, of the size of its state"))
    }
}

impl<const NUMBER: c_int, const WORDS: usize, const KEYED: bool> Drop for State<NUMBER, WORDS, KEYED> {
    fn drop(&mut self) {
        if KEYED {
            unsafe { ffi::state_wipe(NUMBER, self.0.at()) }
        }
    }
}

/// The output of such a state.
#[derive(Clone)]
pub struct ReaderState<const NUMBER: c_int, const WORDS: usize, const KEYED: bool>(pub(crate) Memory<WORDS>);

impl<const NUMBER: c_int, const WORDS: usize, const KEYED: bool> ReaderState<NUMBER, WORDS, KEYED> {
    pub(crate) fn squeeze(&mut self, out: &mut [u8]) {
        // SAFETY: NUMBER made it.
        unsafe { self.0.squeeze(NUMBER, out) }
    }
}

impl<const NUMBER: c_int, const WORDS: usize, const KEYED: bool> Drop for ReaderState<NUMBER, WORDS, KEYED> {
    fn drop(&mut self) {
        if KEYED {
            unsafe { ffi::state_wipe_reader(NUMBER, self.0.at()) }
        }
    }
}

/// Overwrites a secret, whatever the optimiser thinks of it.
pub(crate) fn erase(secret: &mut [u8]) {
    unsafe { ffi::erase(secret.as_mut_ptr(), secret.len()) }
}

/// In constant time for the length.
pub(crate) fn equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && unsafe { ffi::equal(a.as_ptr(), b.as_ptr(), a.len()) } != 0
}
