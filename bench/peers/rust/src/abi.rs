// SPDX-License-Identifier: Apache-2.0 OR MIT
//! bench/peer.h in Rust.

use core::ffi::{c_char, c_int};

#[repr(C)]
pub struct Work {
    input: *const u8,
    offsets: *const u64,
    count: usize,
    out: *mut u8,
    out_size: usize,
    key: *const u8,
    nonces: *const u8,
    ad: *const u8,
    ad_size: usize,
    pub threads: u32,
}

pub type Job = unsafe extern "C" fn(*const Work);

#[repr(C)]
pub struct Entry {
    pub workload: *const c_char,
    pub variant: *const c_char,
    pub job: Job,
    pub rival: c_int,
}

#[repr(C)]
pub struct Contestant {
    pub name: *const c_char,
    pub version: *const c_char,
    pub entries: *const Entry,
    pub count: usize,
}

#[repr(C)]
pub struct Module {
    pub abi: u32,
    pub contestants: *const Contestant,
    pub count: usize,
    pub targets: *const *const c_char,
    pub use_target: *const c_char,
}

unsafe impl Sync for Entry {}
unsafe impl Sync for Contestant {}
unsafe impl Sync for Module {}

#[allow(dead_code)]
impl Work {
    pub fn count(&self) -> usize {
        self.count
    }

    #[inline(always)]
    fn range(&self, i: usize) -> (usize, usize) {
        debug_assert!(i < self.count);
        unsafe { (*self.offsets.add(i) as usize, *self.offsets.add(i + 1) as usize) }
    }

    #[inline(always)]
    pub fn message(&self, i: usize) -> &[u8] {
        let (from, to) = self.range(i);
        unsafe { core::slice::from_raw_parts(self.input.add(from), to - from) }
    }

    /// All messages, one after the other.
    pub fn all(&self) -> &[u8] {
        unsafe { core::slice::from_raw_parts(self.input, self.range(self.count - 1).1) }
    }

    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    pub fn digest(&self, i: usize) -> &mut [u8] {
        unsafe { core::slice::from_raw_parts_mut(self.out.add(i * self.out_size), self.out_size) }
    }

    #[allow(clippy::mut_from_ref)]
    pub fn digests(&self) -> &mut [u8] {
        unsafe { core::slice::from_raw_parts_mut(self.out, self.count * self.out_size) }
    }

    /// Where the text of a sealed record and its tag go.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    pub fn record(&self, i: usize) -> (&mut [u8], &mut [u8]) {
        let (from, to) = self.range(i);
        unsafe { core::slice::from_raw_parts_mut(self.out.add(from + 16 * i), to - from + 16) }.split_at_mut(to - from)
    }

    #[inline(always)]
    pub fn key(&self) -> &[u8; 16] {
        unsafe { &*self.key.cast() }
    }

    #[inline(always)]
    pub fn nonce(&self, i: usize) -> &[u8; 16] {
        unsafe { &*self.nonces.add(16 * i).cast() }
    }

    #[inline(always)]
    pub fn ad(&self) -> &[u8] {
        unsafe { core::slice::from_raw_parts(self.ad, self.ad_size) }
    }
}

/// `each!(message, digest => body)`: a job that does the body for each message.
#[macro_export]
macro_rules! each {
    ($message:ident, $digest:ident => $body:expr) => {{
        unsafe extern "C" fn job(work: *const $crate::abi::Work) {
            let work = unsafe { &*work };
            for i in 0..work.count() {
                let $message = work.message(i);
                let $digest = work.digest(i);
                $body;
            }
        }
        job
    }};
}

/// `whole!(work => body)`: a job that sees the whole work.
#[macro_export]
macro_rules! whole {
    ($work:ident => $body:expr) => {{
        unsafe extern "C" fn job(work: *const $crate::abi::Work) {
            let $work = unsafe { &*work };
            $body;
        }
        job
    }};
}

#[macro_export]
macro_rules! contestant {
    ($name:literal, $version:expr, $($workload:literal $(/ $variant:literal)? $(rival $rival:literal)? : $job:expr),+ $(,)?) => {
        static ENTRIES: &[$crate::abi::Entry] = &[$($crate::abi::Entry {
            workload: concat!($workload, "\0").as_ptr().cast(),
            variant: concat!($($variant,)? "\0").as_ptr().cast(),
            job: $job,
            rival: 0 $(+ $rival)?,
        }),+];
        static SELF: $crate::abi::Contestant = $crate::abi::Contestant {
            name: concat!($name, "\0").as_ptr().cast(),
            version: concat!($version, "\0").as_ptr().cast(),
            entries: ENTRIES.as_ptr(),
            count: ENTRIES.len(),
        };
        #[unsafe(no_mangle)]
        #[allow(non_upper_case_globals)]
        pub static bench_contestants: $crate::abi::Module = $crate::abi::Module {
            abi: 1,
            contestants: &SELF,
            count: 1,
            targets: core::ptr::null(),
            use_target: core::ptr::null(),
        };
    };
}
