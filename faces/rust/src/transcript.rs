// SPDX-License-Identifier: Apache-2.0 OR MIT

use core::ffi::{CStr, c_int};
use core::fmt;
use core::marker::PhantomData;
use std::vec;
use std::vec::Vec;

use crate::error::Wrong;
use crate::ffi::{self, CProof, CTranscript};
use crate::refusal::{
    Refusal, always_good, wrong_challenge, wrong_instance, wrong_integer, wrong_modulus, wrong_modulus_bytes,
    wrong_string, wrong_work,
};
use crate::{Argument, Error, Limits, Threads};

/// What draws the challenges of a transcript.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Suite {
    /// Of draft-irtf-cfrg-fiat-shamir-03.
    #[default]
    Shake128,
    /// Of the same draft.
    TurboShake128,
    /// SHA-256, Hashlane's own, as are all below.
    Sha256,
    /// SHA-512.
    Sha512,
    /// SHA3-256.
    Sha3_256,
    /// KT128.
    Kt128,
    /// Ascon-XOF128.
    AsconXof128,
}

impl Suite {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Shake128,
        Self::TurboShake128,
        Self::Sha256,
        Self::Sha512,
        Self::Sha3_256,
        Self::Kt128,
        Self::AsconXof128,
    ];

    fn c_name(self) -> &'static CStr {
        match self {
            Self::Shake128 => c"SHAKE128",
            Self::TurboShake128 => c"TurboSHAKE128",
            Self::Sha256 => c"hashlane-SHA-256",
            Self::Sha512 => c"hashlane-SHA-512",
            Self::Sha3_256 => c"hashlane-SHA3-256",
            Self::Kt128 => c"hashlane-KT128",
            Self::AsconXof128 => c"hashlane-Ascon-XOF128",
        }
    }

    /// The one name that all faces of Hashlane use.
    pub fn name(self) -> &'static str {
        self.c_name().to_str().expect("ASCII")
    }

    /// DeriveSessionID: the session of a tag that names application, protocol, codecs and suite.
    pub fn session(self, tag: impl AsRef<[u8]>) -> [u8; 32] {
        let (tag, mut id) = (tag.as_ref(), [0; 32]);
        // SAFETY: slices.
        let code = unsafe { ffi::transcript_session(self.c_name().as_ptr(), tag.as_ptr(), tag.len(), id.as_mut_ptr()) };
        assert_eq!(code, 0, "hashlane_transcript_session");
        id
    }
}

struct Transcript {
    suite: Suite,
    state: CTranscript,
}

impl Transcript {
    fn new(suite: Suite, session: &[u8; 32], instance: &[u8]) -> Result<Self, Error> {
        let mut state = CTranscript::FRESH;
        // SAFETY: slices; the state has its size.
        let code = unsafe {
            let (name, session) = (suite.c_name().as_ptr(), session.as_ptr());
            ffi::transcript_init(&mut state, name, session, instance.as_ptr(), instance.len())
        };
        Error::check_sizes(code, wrong_instance)?;
        Ok(Self { suite, state })
    }
}

impl Drop for Transcript {
    fn drop(&mut self) {
        // SAFETY: it is one.
        unsafe { ffi::transcript_wipe(&mut self.state) }
    }
}

/// What both sides do, in the same order.
macro_rules! party {
    ([$($generics:tt)*] $type:ty, $name:literal) => {
        impl<$($generics)*> $type {
            /// What stands in no proof, since both sides know it: bytes of a length that the protocol fixes.
            pub fn absorb(&mut self, data: impl AsRef<[u8]>) -> &mut Self {
                let data = data.as_ref();
                // SAFETY: a slice, into a transcript; the same holds below.
                let code = unsafe { ffi::transcript_absorb(&mut self.transcript.state, data.as_ptr(), data.len()) };
                assert_eq!(code, 0, "hashlane_transcript_absorb");
                self
            }
            /// The same for bytes that bring their length along. [`Error::Size`]: 4 GiB or more.
            pub fn absorb_string(&mut self, data: impl AsRef<[u8]>) -> Result<&mut Self, Error> {
                let (data, state) = (data.as_ref(), &mut self.transcript.state);
                let code = unsafe { ffi::transcript_absorb_string(state, data.as_ptr(), data.len()) };
                Error::check_sizes(code, |_| wrong_string(data))?;
                Ok(self)
            }
            /// A challenge of bytes.
            pub fn challenge<const N: usize>(&mut self) -> [u8; N] {
                let mut out = [0; N];
                self.challenge_into(&mut out);
                out
            }
            /// The same, as long as `out` is.
            pub fn challenge_into(&mut self, out: &mut [u8]) {
                let state = &mut self.transcript.state;
                let code = unsafe { ffi::transcript_challenge(state, out.as_mut_ptr(), out.len()) };
                assert_eq!(code, 0, "hashlane_transcript_challenge");
            }
            /// A challenge of `bits` bits. [`Error::Size`]: not 1 to 64.
            pub fn challenge_bits(&mut self, bits: u32) -> Result<u64, Error> {
                let mut out = 0;
                let code = unsafe { ffi::transcript_challenge_bits(&mut self.transcript.state, bits, &mut out) };
                Error::check_sizes(code, |_| wrong_challenge(bits))?;
                Ok(out)
            }
            /// An integer below the modulus, from 16 bytes more than it takes. [`Error::Option`]: it is not 2 or more.
            pub fn challenge_below(&mut self, modulus: u64) -> Result<u64, Error> {
                let (mut out, state) = (0, &mut self.transcript.state);
                let code = unsafe { ffi::transcript_challenge_below(state, modulus, &mut out) };
                Error::check_sizes(code, |_| wrong_modulus(modulus))?;
                Ok(out)
            }
            /// The same for a modulus of up to 66 bytes, the low one first, as the challenge will be. [`Error::Option`]:
            /// it is longer, it ends with a zero, or it is not 2 or more. [`Error::Size`]: `out` is of another size.
            pub fn challenge_mod(&mut self, modulus: &[u8], out: &mut [u8]) -> Result<(), Error> {
                if modulus.len() != out.len() {
                    return Err(Error::size(Argument::Output, out.len(), Limits::Exactly(modulus.len() as u64)));
                }
                let state = &mut self.transcript.state;
                let code = unsafe {
                    ffi::transcript_challenge_mod(state, modulus.as_ptr(), modulus.len(), out.as_mut_ptr())
                };
                Error::check_sizes(code, |_| wrong_modulus_bytes(modulus))
            }
        }

        impl<$($generics)*> fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{} of {} {{ .. }}", $name, self.transcript.suite.name())
            }
        }
    };
}

/// Who makes a proof: each message is absorbed and written, in one call. draft-irtf-cfrg-fiat-shamir-03.
///
/// ```
/// use hashlane::{Prover, Refusal, Suite, Verifier};
///
/// let session = Suite::Shake128.session("example.org/halves/v1");
/// let mut prover = Prover::new(Suite::Shake128, &session, "statement")?;
/// prover.send(b"commitment").send_integer(5, 1_000_003)?;
/// let challenge: [u8; 16] = prover.challenge();
/// let mut proof = prover.finish();
///
/// let mut verifier = Verifier::new(Suite::Shake128, &session, "statement", &proof)?;
/// assert_eq!(verifier.receive()?, b"commitment");
/// assert_eq!(verifier.receive_integer(1_000_003)?, 5);
/// assert_eq!(verifier.challenge(), challenge);
/// verifier.finish()?;
///
/// proof.truncate(12);
/// let mut verifier = Verifier::new(Suite::Shake128, &session, "statement", &proof)?;
/// let _: &[u8; 10] = verifier.receive()?;
/// assert_eq!(verifier.receive_integer(1_000_003), Err(Refusal::Truncated));
/// # Ok::<(), Refusal>(())
/// ```
pub struct Prover {
    transcript: Transcript,
    proof: Vec<u8>,
}

party!([] Prover, "prover");

impl Prover {
    /// The instance is what is proven, encoded in a way that no encoding of another one begins with.
    /// [`Error::Size`]: it is empty.
    pub fn new(suite: Suite, session: &[u8; 32], instance: impl AsRef<[u8]>) -> Result<Self, Error> {
        Ok(Self { transcript: Transcript::new(suite, session, instance.as_ref())?, proof: Vec::new() })
    }

    /// `size`: at least what is written. `name` makes the error of a call that makes no sense.
    fn write(
        &mut self,
        size: usize,
        name: impl FnOnce(Wrong) -> Error,
        call: impl FnOnce(&mut CTranscript, &mut CProof<'_>) -> c_int,
    ) -> Result<&mut Self, Error> {
        let used = self.proof.len();
        self.proof.resize(used + size, 0);
        let mut room = CProof { bytes: self.proof.as_mut_ptr(), used, size: used + size, of: PhantomData };
        let result = Error::check_sizes(call(&mut self.transcript.state, &mut room), name);
        let end = room.used;
        self.proof.truncate(end);
        result.map(|()| self)
    }

    /// Bytes of a length that the protocol fixes.
    pub fn send(&mut self, message: impl AsRef<[u8]>) -> &mut Self {
        let m = message.as_ref();
        // SAFETY: a slice, into a transcript and a proof; the same holds below.
        let sent = self.write(m.len(), always_good, |state, proof| unsafe {
            ffi::transcript_send(state, proof, m.as_ptr(), m.len())
        });
        sent.expect("there is room")
    }
    /// Bytes that bring their length along. [`Error::Size`]: 4 GiB or more.
    pub fn send_string(&mut self, message: impl AsRef<[u8]>) -> Result<&mut Self, Error> {
        let m = message.as_ref();
        if u32::try_from(m.len()).is_err() {
            return Err(wrong_string(m));
        }
        self.write(
            4 + m.len(),
            |_| wrong_string(m),
            |state, proof| unsafe { ffi::transcript_send_string(state, proof, m.as_ptr(), m.len()) },
        )
    }
    /// An integer of 64 bits, in 8 bytes.
    pub fn send_u64(&mut self, value: u64) -> &mut Self {
        let sent = self.write(8, always_good, |state, proof| unsafe { ffi::transcript_send_u64(state, proof, value) });
        sent.expect("there is room for it")
    }
    /// An integer below its modulus. [`Error::Option`]: it is not, or the modulus is below 2.
    pub fn send_integer(&mut self, value: u64, modulus: u64) -> Result<&mut Self, Error> {
        self.write(
            8,
            |_| wrong_integer(value, modulus),
            |state, proof| unsafe { ffi::transcript_send_integer(state, proof, value, modulus) },
        )
    }
    /// A proof of work: sends the least nonce after which 8 bytes of challenge begin with that many zero bits.
    /// `Threads::Rayon` means the caller alone. [`Error::Size`]: more than 64.
    pub fn grind(&mut self, bits: u32, threads: Threads) -> Result<&mut Self, Error> {
        let count = threads.without_rayon();
        self.write(8, |_| wrong_work(bits), |state, proof| unsafe { ffi::transcript_grind(state, proof, bits, count) })
    }

    /// The proof.
    pub fn finish(self) -> Vec<u8> {
        self.proof
    }
}

/// Who reads a proof, strictly: what is not as the prover would have written it is refused with a reason.
///
/// See [`Prover`].
pub struct Verifier<'a> {
    transcript: Transcript,
    proof: CProof<'a>,
}

party!(['a] Verifier<'a>, "verifier");

// SAFETY: it reads a slice.
unsafe impl Send for Verifier<'_> {}
unsafe impl Sync for Verifier<'_> {}

impl<'a> Verifier<'a> {
    /// As the prover's. [`Error::Size`]: the instance is empty.
    pub fn new(suite: Suite, session: &[u8; 32], instance: impl AsRef<[u8]>, proof: &'a [u8]) -> Result<Self, Error> {
        let transcript = Transcript::new(suite, session, instance.as_ref())?;
        // What receives does not write to the bytes.
        let proof = CProof { bytes: proof.as_ptr().cast_mut(), used: 0, size: proof.len(), of: PhantomData };
        Ok(Self { transcript, proof })
    }

    /// Bytes of a length that the protocol fixes: `verifier.receive::<32>()`.
    pub fn receive<const N: usize>(&mut self) -> Result<&'a [u8; N], Refusal> {
        Ok(self.receive_bytes(N)?.try_into().expect("N bytes"))
    }
    /// The same for a length that is known at run time.
    pub fn receive_bytes(&mut self, size: usize) -> Result<&'a [u8], Refusal> {
        if size > self.proof.size - self.proof.used {
            return Err(Refusal::Truncated);
        }
        let mut copy = vec![0; size];
        // SAFETY: slices, out of a proof into a transcript; the same holds below.
        Refusal::check(unsafe {
            ffi::transcript_receive(&mut self.transcript.state, &mut self.proof, copy.as_mut_ptr(), size)
        })?;
        // SAFETY: the bytes just read.
        Ok(unsafe { core::slice::from_raw_parts(self.proof.bytes.add(self.proof.used - size), size) })
    }
    /// Bytes that bring their length along.
    pub fn receive_string(&mut self) -> Result<&'a [u8], Refusal> {
        let (mut data, mut size) = (core::ptr::null(), 0);
        Refusal::check(unsafe {
            ffi::transcript_receive_string(&mut self.transcript.state, &mut self.proof, &mut data, &mut size)
        })?;
        // SAFETY: they lie in the proof.
        Ok(if size == 0 { &[] } else { unsafe { core::slice::from_raw_parts(data, size) } })
    }
    /// An integer of 64 bits, in 8 bytes.
    pub fn receive_u64(&mut self) -> Result<u64, Refusal> {
        let (mut value, state) = (0, &mut self.transcript.state);
        Refusal::check(unsafe { ffi::transcript_receive_u64(state, &mut self.proof, &mut value) })?;
        Ok(value)
    }
    /// An integer below its modulus, which is 2 or more.
    pub fn receive_integer(&mut self, modulus: u64) -> Result<u64, Refusal> {
        let (mut value, state) = (0, &mut self.transcript.state);
        let code = unsafe { ffi::transcript_receive_integer(state, &mut self.proof, modulus, &mut value) };
        Refusal::check_call(code, |_| wrong_modulus(modulus))?;
        Ok(value)
    }
    /// Receives the nonce of a proof of work: [`Refusal::Work`].
    pub fn check_work(&mut self, bits: u32) -> Result<(), Refusal> {
        let code = unsafe { ffi::transcript_check_work(&mut self.transcript.state, &mut self.proof, bits) };
        Refusal::check_call(code, |_| wrong_work(bits))
    }

    /// After the last message: [`Refusal::Trailing`].
    #[must_use = "a proof with more after its last message is none"]
    pub fn finish(self) -> Result<(), Refusal> {
        Refusal::check(unsafe { ffi::transcript_check_eof(&self.proof) })
    }
}
