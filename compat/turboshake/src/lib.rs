// SPDX-License-Identifier: Apache-2.0 OR MIT
//! TurboSHAKE128 and TurboSHAKE256, RFC 9861 s.2, under the names of the older `turboshake` crate.
//!
//! ```
//! use turboshake;
//!
//! let mut hasher = turboshake::TurboShake128::new();
//! hasher.absorb(b"mes");
//! hasher.absorb(b"sage");
//! hasher.finalize::<{ turboshake::TurboShake128::DEFAULT_DOMAIN_SEPARATOR }>();
//! let mut dig = [0u8; 32];
//! hasher.squeeze(&mut dig[..16]);
//! hasher.squeeze(&mut dig[16..]);
//! ```
//!
//! A call in the wrong order (absorb after finalize, finalize twice, squeeze before finalize) does nothing, as it did
//! in the older crate.
#![no_std]

use core::mem::MaybeUninit;

/// An object of the C++ shim: trivially copyable, without pointers.
#[repr(C, align(8))]
#[derive(Clone, Copy)]
struct State([u64; 55]);

macro_rules! turboshake {
    ($name:ident, $title:literal, $new:ident, $absorb:ident, $finalize:ident, $squeeze:ident) => {
        extern "C" {
            fn $new(state: *mut State);
            fn $absorb(state: *mut State, p: *const u8, n: usize);
            fn $finalize(state: *mut State, domain: u8);
            fn $squeeze(state: *mut State, p: *mut u8, n: usize);
        }

        #[doc = $title]
        #[derive(Clone, Copy)]
        pub struct $name(State);

        impl $name {
            /// D when the application has no use for another.
            pub const DEFAULT_DOMAIN_SEPARATOR: u8 = 0x1f;

            /// A sponge that has absorbed nothing.
            pub fn new() -> Self {
                let mut state = MaybeUninit::<State>::zeroed();
                // SAFETY: the shim constructs its object there; its size is checked by a static_assert.
                unsafe {
                    $new(state.as_mut_ptr());
                    Self(state.assume_init())
                }
            }

            /// More of the message, any number of times.
            pub fn absorb(&mut self, msg: &[u8]) {
                // SAFETY: the state was made by new(); the slice is valid.
                unsafe { $absorb(&mut self.0, msg.as_ptr(), msg.len()) }
            }

            /// Ends the message. D outside 0x01..=0x7f does not compile:
            ///
            /// ```compile_fail
            #[doc = concat!("turboshake::", stringify!($name), "::new().finalize::<0x80>();")]
            /// ```
            /// ```
            #[doc = concat!("turboshake::", stringify!($name), "::new().finalize::<0x7f>();")]
            /// ```
            pub fn finalize<const D: u8>(&mut self) {
                const { assert!(D >= 0x01 && D <= 0x7f, "RFC 9861 s.2.1: D is in the range 0x01..0x7f") };
                // SAFETY: the state was made by new().
                unsafe { $finalize(&mut self.0, D) }
            }

            /// The next bytes of the output, any number of times.
            pub fn squeeze(&mut self, out: &mut [u8]) {
                // SAFETY: the state was made by new(); the slice is valid.
                unsafe { $squeeze(&mut self.0, out.as_mut_ptr(), out.len()) }
            }

            /// Back to a sponge that has absorbed nothing.
            pub fn reset(&mut self) {
                *self = Self::new();
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }
    };
}

turboshake!(
    TurboShake128,
    "TurboSHAKE128: at most 128 bits of security.",
    hashlane_turboshake128_new,
    hashlane_turboshake128_absorb,
    hashlane_turboshake128_finalize,
    hashlane_turboshake128_squeeze
);
turboshake!(
    TurboShake256,
    "TurboSHAKE256: at most 256 bits of security.",
    hashlane_turboshake256_new,
    hashlane_turboshake256_absorb,
    hashlane_turboshake256_finalize,
    hashlane_turboshake256_squeeze
);

/// The permutation on its own, for benchmarks.
#[doc(hidden)]
pub mod keccak {
    extern "C" {
        fn hashlane_keccak_p1600_12(state: *mut u64);
        fn hashlane_keccak_p1600_12x2(a: *mut u64, b: *mut u64);
        fn hashlane_keccak_p1600_12x4(a: *mut u64, b: *mut u64, c: *mut u64, d: *mut u64);
    }

    /// Keccak-p\[1600, 12\].
    pub fn permute(state: &mut [u64; 25]) {
        // SAFETY: 25 lanes.
        unsafe { hashlane_keccak_p1600_12(state.as_mut_ptr()) }
    }

    /// Keccak-p\[1600, 12\] of two states, side by side in vector registers.
    pub fn permutex2(state0: &mut [u64; 25], state1: &mut [u64; 25]) {
        // SAFETY: 25 lanes each.
        unsafe { hashlane_keccak_p1600_12x2(state0.as_mut_ptr(), state1.as_mut_ptr()) }
    }

    /// Keccak-p\[1600, 12\] of four states, side by side in vector registers.
    pub fn permutex4(
        state0: &mut [u64; 25],
        state1: &mut [u64; 25],
        state2: &mut [u64; 25],
        state3: &mut [u64; 25],
    ) {
        let [a, b, c, d] = [state0, state1, state2, state3].map(|state| state.as_mut_ptr());
        // SAFETY: 25 lanes each.
        unsafe { hashlane_keccak_p1600_12x4(a, b, c, d) }
    }
}

#[cfg(test)]
mod tests;
