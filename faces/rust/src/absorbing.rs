// SPDX-License-Identifier: Apache-2.0 OR MIT
//! What the public types share, as macros of methods. `$types` is the type with its parameters.

macro_rules! absorbing {
    ([$($generics:tt)*] $type:ty, $name:literal) => {
        impl<$($generics)*> $type {
            /// The one name that all faces of Hashlane use.
            pub const NAME: &'static str = $name;

            /// More of the message, any number of times. In a tuple hash each call is one element.
            pub fn update(&mut self, data: impl AsRef<[u8]>) -> &mut Self {
                self.0.update(data.as_ref());
                self
            }
        }

        impl<$($generics)*> core::fmt::Debug for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!($name, " { .. }"))
            }
        }

        writing!([$($generics)*] $type);
    };
}

macro_rules! writing {
    ([$($generics:tt)*] $type:ty) => {
        /// `write` is an update.
        #[cfg(feature = "std")]
        impl<$($generics)*> std::io::Write for $type {
            fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
                self.update(data);
                Ok(data.len())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
    };
}

/// What a reader has besides `squeeze`.
macro_rules! reading {
    ([$($generics:tt)*] $type:ty, |$reader:ident| $name:expr) => {
        impl<$($generics)*> $type {
            /// The next bytes.
            pub fn array<const N: usize>(&mut self) -> [u8; N] {
                let mut out = [0; N];
                self.squeeze(&mut out);
                out
            }
        }

        impl<$($generics)*> core::fmt::Debug for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let $reader = self;
                write!(f, "Reader of {} {{ .. }}", $name)
            }
        }

        /// It never ends.
        #[cfg(feature = "std")]
        impl<$($generics)*> std::io::Read for $type {
            fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
                self.squeeze(out);
                Ok(out.len())
            }
        }
    };
}

/// Files and other streams, where a message may come in any pieces.
macro_rules! absorbing_files {
    ([$($generics:tt)*] $type:ty) => {
        #[cfg(feature = "std")]
        impl<$($generics)*> $type {
            /// All that the reader has.
            pub fn update_reader(&mut self, mut reader: impl std::io::Read) -> std::io::Result<&mut Self> {
                crate::files::read_all(&mut reader, |piece| self.0.update(piece))?;
                Ok(self)
            }

            /// A file by memory map; one that cannot be mapped is read. The file must not change meanwhile.
            #[cfg(feature = "mmap")]
            pub fn update_mmap(&mut self, path: impl AsRef<std::path::Path>) -> std::io::Result<&mut Self> {
                crate::files::map(path.as_ref(), |piece| self.0.update(piece))?;
                Ok(self)
            }
        }
    };
}

/// Trees take a long message with several threads.
macro_rules! absorbing_by_threads {
    ($type:ty) => {
        impl $type {
            /// More of the message, its leaves by several threads. Pieces of a megabyte or more are worth it.
            pub fn update_threads(&mut self, data: impl AsRef<[u8]>, threads: crate::Threads) -> &mut Self {
                self.0.update_threads(data.as_ref(), threads);
                self
            }

            /// A file by memory map and several threads; one that cannot be mapped is read. The file must not change
            /// meanwhile.
            #[cfg(feature = "mmap")]
            pub fn update_mmap_threads(
                &mut self,
                path: impl AsRef<std::path::Path>,
                threads: crate::Threads,
            ) -> std::io::Result<&mut Self> {
                crate::files::map(path.as_ref(), |piece| self.0.update_threads(piece, threads))?;
                Ok(self)
            }
        }
    };
}

/// States as bytes. `$fits` says of bytes that are a state of the algorithm whether they are one of this type.
macro_rules! portable {
    ([$($generics:tt)*] $type:ty, $state:ty, $fits:expr) => {
        impl<$($generics)*> $type {
            /// Bytes of an exported state.
            pub fn exported_size() -> usize {
                <$state>::exported_size()
            }

            /// The state as bytes that any machine and any later version reads. [`Error::Size`](crate::Error::Size):
            /// `out` has not [`exported_size`](Self::exported_size) bytes.
            pub fn export_state(&self, out: &mut [u8]) -> Result<(), crate::Error> {
                self.0.export(out)
            }

            /// [`Error::Import`](crate::Error::Import): these bytes are damaged, or of another algorithm or type, or no
            /// state of any message. Of SHA-2 also when fewer than 2^60 bytes may follow, so that no update ever comes to
            /// the end of what the standard allows (2^61 bytes, FIPS 180-4 s.1).
            pub fn import_state(exported: &[u8]) -> Result<Self, crate::Error> {
                let mut state = <$state>::new();
                state.import(exported)?;
                let fits: fn(&[u8]) -> bool = $fits;
                if fits(exported) { Ok(Self(state)) } else { Err(crate::Error::Import) }
            }
        }
    };
    ($type:ty, $state:ty) => {
        portable!([] $type, $state, |_| true);
    };
}

/// Digests of any length from `finalize_into`; with `sized` the length is part of the input.
macro_rules! any_length {
    ([$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> $type {
            /// The output for everything so far, as long as `out` is; more may follow.
            pub fn finalize_into(&self, out: &mut [u8]) {
                // SAFETY: any size is good.
                unsafe { self.0.digest(out) }
            }

            /// The same as an array.
            pub fn finalize<const N: usize>(&self) -> [u8; N] {
                let mut out = [0; N];
                self.finalize_into(&mut out);
                out
            }

            /// The outputs for everything so far followed by each message, `digests.len()` divided by their number
            /// bytes each. [`Error::Size`](crate::Error::Size): that leaves a remainder.
            #[cfg(feature = "many")]
            pub fn finalize_many<M: crate::Messages + ?Sized>(
                &self,
                messages: &M,
                digests: &mut [u8],
                threads: crate::Threads,
            ) -> Result<(), crate::Error> {
                let size = crate::many::size_of_each(messages.count(), digests.len())?;
                // SAFETY: any size is good; the room was checked.
                unsafe { self.0.digest_many(messages, digests, size, threads) };
                Ok(())
            }
        }
    };
}

/// `reader()` and what stands on it.
macro_rules! readable {
    ([$($generics:tt)*] $type:ty, $state:ty) => {
        impl<$($generics)*> $type {
            /// The output for everything so far as a stream; more may follow here.
            pub fn reader(&self) -> crate::Reader<Self> {
                crate::Reader(self.0.reader(None))
            }
        }

        impl<$($generics)*> crate::xof::sealed::Xof for $type {
            type Reader = $state;
            fn squeeze(reader: &mut $state, out: &mut [u8]) {
                reader.squeeze(out)
            }
        }

        impl<$($generics)*> crate::Xof for $type {
            const NAME: &'static str = Self::NAME;
            fn update(&mut self, data: &[u8]) {
                self.0.update(data)
            }
            fn reader(&self) -> crate::Reader<Self> {
                self.reader()
            }
        }
    };
}
