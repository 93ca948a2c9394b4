// SPDX-License-Identifier: Apache-2.0 OR MIT

use core::ffi::c_int;

use crate::Error;
use crate::ffi::{self, COptions};
use crate::state::{ReaderState, State};

/// What [`Shake128`], [`Kt128`] and the others have in common: output of any length.
///
/// ```
/// # #[cfg(feature = "sha3")] {
/// fn first_byte<X: hashlane::Xof>(mut xof: X) -> u8 {
///     xof.update(b"abc");
///     xof.reader().array::<1>()[0]
/// }
/// assert_eq!(first_byte(hashlane::Shake128::new()), 0x58);
/// # }
/// ```
pub trait Xof: Clone + core::fmt::Debug + Send + Sync + sealed::Xof + Sized {
    /// The one name that all faces of Hashlane use.
    const NAME: &'static str;
    /// More of the message.
    fn update(&mut self, data: &[u8]);
    /// The output for everything so far as a stream; more may follow here.
    fn reader(&self) -> Reader<Self>;
}

pub(crate) mod sealed {
    pub trait Xof {
        type Reader: Clone + Send + Sync;
        fn squeeze(reader: &mut Self::Reader, out: &mut [u8]);
    }
}

/// The output of an xof as a stream: two reads of n bytes give the same as one of 2n. With `std` it is an `io::Read`
/// that never ends.
///
/// ```
/// # #[cfg(feature = "sha3")] {
/// let mut reader = hashlane::Shake256::new().update("seed").reader();
/// let mut matrix = [0; 1000];
/// reader.squeeze(&mut matrix);
/// let more: [u8; 16] = reader.array();
/// # }
/// ```
#[derive(Clone)]
pub struct Reader<X: Xof>(pub(crate) X::Reader);

impl<X: Xof> Reader<X> {
    /// The next bytes.
    pub fn squeeze(&mut self, out: &mut [u8]) {
        X::squeeze(&mut self.0, out)
    }
}

reading!([X: Xof] Reader<X>, |_reader| X::NAME);

/// One message, without options, as the C face does it at once.
fn digest_at_once(number: c_int, message: &[u8], out: &mut [u8]) {
    let (p, to) = (message.as_ptr(), out.as_mut_ptr());
    // SAFETY: any size is good.
    let error = unsafe { ffi::digest(number, p, message.len(), to, out.len()) };
    debug_assert_eq!(error, 0);
}

/// The one-shot functions, from `digest_into`.
macro_rules! at_once {
    ([$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> $type {
            /// The first N bytes for one message.
            pub fn digest<const N: usize>(message: impl AsRef<[u8]>) -> [u8; N] {
                let mut out = [0; N];
                Self::digest_into(message, &mut out);
                out
            }
            /// The outputs for many messages, side by side in the lanes of vectors, `digests.len()` divided by their
            /// number bytes each. [`Error::Size`]: that leaves a remainder.
            #[cfg(feature = "many")]
            pub fn digest_many<M: crate::Messages + ?Sized>(
                messages: &M,
                digests: &mut [u8],
                threads: crate::Threads,
            ) -> Result<(), Error> {
                Self::new().finalize_many(messages, digests, threads)
            }
            /// As before the first update, without options.
            pub fn reset(&mut self) {
                *self = Self::new();
            }
        }

        impl<$($generics)*> Default for $type {
            fn default() -> Self {
                Self::new()
            }
        }
    };
}

macro_rules! example {
    ($type:ident, $make:literal) => {
        concat!(
            "```\nuse hashlane::",
            stringify!($type),
            ";\n\nlet mut xof = ",
            stringify!($type),
            "::",
            $make,
            ";\n",
            "xof.update(b\"seed\");\nlet mut reader = xof.reader();\nlet (a, b): ([u8; 16], [u8; 16]) = ",
            "(reader.array(), reader.array());\nassert_eq!([a, b].concat(), xof.finalize::<32>());\n",
            "# Ok::<(), hashlane::Error>(())\n```"
        )
    };
}

/// All but construction, of what takes in bytes without end.
macro_rules! xof_of_bytes {
    ($type:ident $number:literal $words:literal $name:literal) => {
        absorbing!([] $type, $name);
        absorbing_files!([] $type);
        portable!($type, State<$number, $words, false>);
        any_length!([] $type);
        readable!([] $type, ReaderState<$number, $words, false>);
    };
}

/// Of those whose messages may end within a byte: not KangarooTwelve, not tuples.
macro_rules! xof_of_bits {
    ([$($generics:tt)*] $type:ty) => {
        any_length_of_bits!([$($generics)*] $type);
        readable_bits!([$($generics)*] $type);
    };
}

macro_rules! xof {
    ($($type:ident = $number:literal $name:literal words $words:literal block $block:literal $ub:ident
        $title:literal;)*) => {$(
        #[doc = concat!($title, ".")]
        ///
        #[doc = example!($type, "new()")]
        #[derive(Clone)]
        pub struct $type(pub(crate) State<$number, $words, false>);

        xof_of_bytes!($type $number $words $name);
        xof_of_bits!([] $type);
        at_once!([] $type);

        impl $type {
            /// An xof that has taken in nothing.
            pub fn new() -> Self {
                Self(State::new())
            }
            /// The output for one message, as long as `out` is.
            pub fn digest_into(message: impl AsRef<[u8]>, out: &mut [u8]) {
                digest_at_once($number, message.as_ref(), out)
            }
        }
    )*};
}
xofs!(xof);

macro_rules! turboshake {
    ($($type:ident = $number:literal $name:literal words $words:literal block $block:literal $ub:ident
        $title:literal;)*) => {$(
        #[doc = concat!($title, ", with the domain byte D in 0x01..=0x7f, 0x1f where there is no use for another.")]
        ///
        /// ```
        #[doc = concat!("use hashlane::", stringify!($type), ";")]
        ///
        #[doc = concat!("let digest: [u8; 32] = ", stringify!($type), "::<0x0b>::digest(b\"abc\");")]
        #[doc = concat!("let mut xof = ", stringify!($type), "::<0x0b>::new();")]
        /// assert_eq!(xof.update("abc").reader().array(), digest);
        /// ```
        /// ```compile_fail
        #[doc = concat!("hashlane::", stringify!($type), "::<0x80>::new();")]
        /// ```
        #[derive(Clone)]
        pub struct $type<const D: u8 = 0x1f>(pub(crate) State<$number, $words, false>);

        absorbing!([const D: u8] $type<D>, $name);
        absorbing_files!([const D: u8] $type<D>);
        // The domain byte is the last field, before eight bytes of check.
        portable!([const D: u8] $type<D>, State<$number, $words, false>, |exported| exported.iter().rev().nth(8) == Some(&D));
        any_length!([const D: u8] $type<D>);
        readable!([const D: u8] $type<D>, ReaderState<$number, $words, false>);
        xof_of_bits!([const D: u8] $type<D>);
        at_once!([const D: u8] $type<D>);

        impl<const D: u8> $type<D> {
            const IN_RANGE: () = assert!(D >= 0x01 && D <= 0x7f, "RFC 9861 s.2.1: D is in the range 0x01..0x7f");

            /// An xof that has taken in nothing.
            pub fn new() -> Self {
                const { Self::IN_RANGE };
                let options = COptions { domain: &D, ..COptions::NONE };
                Self(State::create(&options).expect("D was checked"))
            }
            /// The output for one message, as long as `out` is.
            pub fn digest_into(message: impl AsRef<[u8]>, out: &mut [u8]) {
                if D == 0x1f {
                    digest_at_once($number, message.as_ref(), out)
                } else {
                    Self::new().update(message).finalize_into(out)
                }
            }
        }
    )*};
}
#[cfg(feature = "turboshake")]
turboshakes!(turboshake);

/// Options with a customization string.
fn customized(customization: &[u8]) -> COptions {
    COptions { customization: customization.as_ptr(), customization_size: customization.len(), ..COptions::NONE }
}

macro_rules! kangarootwelve {
    ($($type:ident = $number:literal $name:literal words $words:literal block $block:literal $ub:ident
        $title:literal;)*) => {$(
        #[doc = concat!($title, ".")]
        ///
        #[doc = example!($type, "with_customization(b\"who asks\")?")]
        #[derive(Clone)]
        pub struct $type(pub(crate) State<$number, $words, false>);

        xof_of_bytes!($type $number $words $name);
        absorbing_by_threads!($type);
        at_once!([] $type);

        impl $type {
            /// An xof that has taken in nothing, without a customization string.
            pub fn new() -> Self {
                Self(State::new())
            }
            /// With a customization string of up to 256 bytes, or [`Error::Option`]. See
            /// [`reader_with`](Self::reader_with) for longer ones.
            pub fn with_customization(customization: impl AsRef<[u8]>) -> Result<Self, Error> {
                State::create(&customized(customization.as_ref())).map(Self)
            }
            /// The output with a customization string of any length in the place of the one given first.
            pub fn reader_with(&self, customization: impl AsRef<[u8]>) -> crate::Reader<Self> {
                crate::Reader(self.0.reader(Some(customization.as_ref())))
            }
            /// The output for one message, as long as `out` is.
            pub fn digest_into(message: impl AsRef<[u8]>, out: &mut [u8]) {
                digest_at_once($number, message.as_ref(), out)
            }
        }
    )*};
}
#[cfg(feature = "kangarootwelve")]
kangarootwelves!(kangarootwelve);

macro_rules! cxof {
    ($($type:ident = $number:literal $name:literal words $words:literal block $block:literal $ub:ident
        $title:literal;)*) => {$(
        #[doc = concat!($title, ".")]
        ///
        #[doc = example!($type, "new(b\"who asks\")?")]
        #[derive(Clone)]
        pub struct $type(pub(crate) State<$number, $words, false>);

        xof_of_bytes!($type $number $words $name);
        xof_of_bits!([] $type);

        impl $type {
            /// [`Error::Option`]: the customization string has more than 256 bytes.
            pub fn new(customization: impl AsRef<[u8]>) -> Result<Self, Error> {
                State::create(&customized(customization.as_ref())).map(Self)
            }
        }
    )*};
}
#[cfg(feature = "ascon")]
cxofs!(cxof);

macro_rules! cshake {
    ($($type:ident = $number:literal $name:literal words $words:literal block $block:literal $ub:ident
        $title:literal;)*) => {$(
        #[doc = concat!($title, ".")]
        ///
        #[doc = example!($type, "new(b\"\", b\"who asks\")")]
        #[derive(Clone)]
        pub struct $type(pub(crate) State<$number, $words, false>);

        xof_of_bytes!($type $number $words $name);
        xof_of_bits!([] $type);

        impl $type {
            /// The function name N is NIST's; leave it empty. Without both it is SHAKE.
            pub fn new(function_name: impl AsRef<[u8]>, customization: impl AsRef<[u8]>) -> Self {
                let name = function_name.as_ref();
                let options = COptions {
                    function_name: name.as_ptr(),
                    function_name_size: name.len(),
                    ..customized(customization.as_ref())
                };
                Self(State::create(&options).expect("any strings will do"))
            }
        }
    )*};
}
#[cfg(feature = "sp800-185")]
cshakes!(cshake);

/// The types of SP 800-185 that come in two kinds.
macro_rules! readable_if {
    (sized $type:ident $number:literal $words:literal $keyed:literal) => {};
    (xof $type:ident $number:literal $words:literal $keyed:literal) => {
        readable!([] $type, ReaderState<$number, $words, $keyed>);
    };
}
pub(crate) use readable_if;

macro_rules! readable_bits_if {
    (sized $type:ident) => {};
    (xof $type:ident) => {
        readable_bits!([] $type);
    };
}
pub(crate) use readable_bits_if;

macro_rules! tuplehash {
    ($($kind:ident $type:ident = $number:literal $name:literal words $words:literal $title:literal;)*) => {$(
        #[doc = concat!($title, ". Each update is one element: (\"ab\", \"c\") and (\"a\", \"bc\") differ.")]
        ///
        /// ```
        #[doc = concat!("use hashlane::", stringify!($type), ";")]
        ///
        #[doc = concat!("let mut ab_c = ", stringify!($type), "::new(b\"\");")]
        #[doc = concat!("let mut a_bc = ", stringify!($type), "::new(b\"\");")]
        /// ab_c.update("ab").update("c");
        /// a_bc.update("a").update("bc");
        /// assert_ne!(ab_c.finalize::<32>(), a_bc.finalize::<32>());
        /// ```
        #[derive(Clone)]
        pub struct $type(pub(crate) State<$number, $words, false>);

        absorbing!([] $type, $name);
        portable!($type, State<$number, $words, false>);
        any_length!([] $type);
        readable_if!($kind $type $number $words false);

        impl $type {
            /// A tuple without an element yet.
            pub fn new(customization: impl AsRef<[u8]>) -> Self {
                Self(State::create(&customized(customization.as_ref())).expect("any string will do"))
            }
        }
    )*};
}
#[cfg(feature = "sp800-185")]
tuplehashes!(tuplehash);

macro_rules! parallelhash {
    ($($kind:ident $type:ident = $number:literal $name:literal words $words:literal $title:literal;)*) => {$(
        #[doc = concat!($title, ".")]
        ///
        /// ```
        #[doc = concat!("use hashlane::", stringify!($type), ";")]
        ///
        #[doc = concat!("let mut hash = ", stringify!($type), "::new(8192, b\"\")?;")]
        /// let digest: [u8; 32] = hash.update([0; 100_000]).finalize();
        /// # Ok::<(), hashlane::Error>(())
        /// ```
        #[derive(Clone)]
        pub struct $type(pub(crate) State<$number, $words, false>);

        absorbing!([] $type, $name);
        absorbing_files!([] $type);
        absorbing_by_threads!($type);
        portable!($type, State<$number, $words, false>);
        any_length!([] $type);
        readable_if!($kind $type $number $words false);
        any_length_of_bits!([] $type);
        readable_bits_if!($kind $type);

        impl $type {
            /// Leaves of `block` bytes, which are part of the input. [`Error::Option`]: 0 bytes.
            pub fn new(block: usize, customization: impl AsRef<[u8]>) -> Result<Self, Error> {
                let options = COptions { parallel_block: &block, ..customized(customization.as_ref()) };
                State::create(&options).map(Self)
            }
        }
    )*};
}
#[cfg(feature = "sp800-185")]
parallelhashes!(parallelhash);
