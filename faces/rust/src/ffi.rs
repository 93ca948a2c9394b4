// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The functions of cpp/states.h and of cpp/c's hashlane.h, hashlane_merkle.h, hashlane_ranges.h and hashlane_transcript.h, under the
//! names that build.rs gives them.

use core::ffi::{c_char, c_int, c_uint, c_void};
use core::ptr;

/// `hashlane_options`.
#[repr(C)]
pub(crate) struct COptions {
    pub struct_size: usize,
    pub key: *const u8,
    pub key_size: usize,
    pub customization: *const u8,
    pub customization_size: usize,
    pub function_name: *const u8,
    pub function_name_size: usize,
    pub parallel_block: *const usize,
    pub domain: *const u8,
    pub shortest_tag: *const usize,
}

impl COptions {
    pub(crate) const NONE: Self = Self {
        struct_size: size_of::<Self>(),
        key: ptr::null(),
        key_size: 0,
        customization: ptr::null(),
        customization_size: 0,
        function_name: ptr::null(),
        function_name_size: 0,
        parallel_block: ptr::null(),
        domain: ptr::null(),
        shortest_tag: ptr::null(),
    };
}

/// `hashlane_info`.
#[repr(C)]
pub(crate) struct CInfo {
    pub name: *const c_char,
    pub family: *const c_char,
    pub standard: *const c_char,
    pub kind: c_int,
    pub any_length: c_int,
    pub digest_size: usize,
    pub block_size: usize,
    pub security_strength: c_uint,
    pub parameters: c_uint,
}

/// `hashlane_message`.
#[repr(C)]
pub(crate) struct CMessage {
    pub data: *const u8,
    pub size: usize,
}

/// `hashlane_text`.
#[repr(C)]
pub(crate) struct CText {
    pub nonce: *const u8,
    pub associated_data: *const u8,
    pub associated_size: usize,
    pub text: *mut u8,
    pub size: usize,
    pub tag: *mut u8,
    pub authentic: *mut bool,
}

pub(crate) type FetchTexts = unsafe extern "C" fn(context: *const c_void, first: usize, count: usize, to: *mut CText);
pub(crate) type Fetch = unsafe extern "C" fn(context: *const c_void, first: usize, count: usize, to: *mut CMessage);
pub(crate) type Job = unsafe extern "C" fn(argument: *mut c_void);
pub(crate) type Run = unsafe extern "C" fn(count: c_uint, job: Job, argument: *mut c_void);

/// `hashlane_workers`.
#[repr(C)]
pub(crate) struct CWorkers {
    pub count: c_uint,
    pub run: Option<Run>,
}

/// `hashlane_aead_stream`.
#[repr(C)]
pub(crate) struct CAeadStream([u64; 80]);

impl CAeadStream {
    pub(crate) const FRESH: Self = Self([0; 80]);
}

/// `hashlane_aead_encrypt` or `hashlane_aead_decrypt`: key, nonce, header, text, text and tag.
#[rustfmt::skip]
pub(crate) type CCrypt<Tag> = unsafe extern "C" fn(c_int, *const u8, usize, *const u8, usize, *const u8, usize,
    *const u8, usize, *mut u8, Tag, usize) -> c_int;

/// `hashlane_transcript`.
#[cfg(feature = "std")]
#[repr(C)]
pub(crate) struct CTranscript([u64; 192]);

#[cfg(feature = "std")]
impl CTranscript {
    pub(crate) const FRESH: Self = Self([0; 192]);
}

/// `hashlane_merkle_stream`.
#[cfg(feature = "std")]
#[derive(Clone)]
#[repr(C)]
pub(crate) struct CMerkleStream([u64; 1024]);

#[cfg(feature = "std")]
impl CMerkleStream {
    pub(crate) const FRESH: Self = Self([0; 1024]);
}

/// `hashlane_ranges`.
#[cfg(feature = "std")]
#[derive(Clone)]
#[repr(C)]
pub(crate) struct CRanges([u64; 640]);

#[cfg(feature = "std")]
impl CRanges {
    pub(crate) const FRESH: Self = Self([0; 640]);
}

/// `hashlane_hash`.
#[cfg(feature = "std")]
#[repr(C)]
pub(crate) struct CHash([u64; 320]);

#[cfg(feature = "std")]
impl CHash {
    pub(crate) const FRESH: Self = Self([0; 320]);
}

/// `hashlane_merkle_progress`.
#[cfg(feature = "std")]
pub(crate) type CProgress = unsafe extern "C" fn(context: *mut c_void, done: u64, total: u64) -> c_int;

/// `hashlane_proof`.
#[cfg(feature = "std")]
#[repr(C)]
pub(crate) struct CProof<'a> {
    pub bytes: *mut u8,
    pub used: usize,
    pub size: usize,
    pub of: core::marker::PhantomData<&'a [u8]>,
}

macro_rules! functions {
    ($($(#[$when:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)?;)*) => {
        unsafe extern "C" {
            $($(#[$when])*
            #[link_name = concat!(
                "hashlane_", env!("CARGO_PKG_VERSION_MAJOR"), "_", env!("CARGO_PKG_VERSION_MINOR"), "_",
                env!("CARGO_PKG_VERSION_PATCH"), "_", stringify!($name)
            )]
            pub(crate) fn $name($($argument: $type),*) $(-> $result)?;)*
        }
    };
}

functions! {
    fn find(name: *const c_char) -> c_int;
    fn nearest_name(name: *const c_char) -> *const c_char;
    fn describe(number: c_int) -> *const CInfo;

    fn target() -> *const c_char;
    fn available_target(index: usize) -> *const c_char;
    fn use_target(name: *const c_char) -> c_int;

    fn digest(number: c_int, message: *const u8, size: usize, out: *mut u8, out_size: usize) -> c_int;

    fn aead_encrypt(number: c_int, key: *const u8, key_size: usize, nonce: *const u8, nonce_size: usize,
        header: *const u8, header_size: usize, text: *const u8, size: usize, cipher: *mut u8,
        tag: *mut u8, tag_size: usize) -> c_int;
    fn aead_decrypt(number: c_int, key: *const u8, key_size: usize, nonce: *const u8, nonce_size: usize,
        header: *const u8, header_size: usize, cipher: *const u8, size: usize, text: *mut u8,
        tag: *const u8, tag_size: usize) -> c_int;

    fn aead_stream_init(stream: *mut CAeadStream, number: c_int, key: *const u8, key_size: usize,
        nonce: *const u8, nonce_size: usize) -> c_int;
    fn aead_stream_absorb(stream: *mut CAeadStream, piece: *const u8, size: usize) -> c_int;
    fn aead_stream_encrypt(stream: *mut CAeadStream, text: *const u8, size: usize, cipher: *mut u8) -> c_int;
    fn aead_stream_decrypt(stream: *mut CAeadStream, cipher: *const u8, size: usize, text: *mut u8) -> c_int;
    fn aead_stream_finish(stream: *mut CAeadStream, tag: *mut u8, tag_size: usize) -> c_int;
    fn aead_stream_verify(stream: *mut CAeadStream, tag: *const u8, tag_size: usize) -> c_int;
    fn aead_stream_wipe(stream: *mut CAeadStream);

    fn hkdf_derive(number: c_int, key: *const u8, key_size: usize, salt: *const u8, salt_size: usize,
        info: *const u8, info_size: usize, out: *mut u8, out_size: usize) -> c_int;
    fn hkdf_extract(number: c_int, key: *const u8, key_size: usize, salt: *const u8, salt_size: usize,
        out: *mut u8, out_size: usize) -> c_int;
    fn hkdf_expand(number: c_int, key: *const u8, key_size: usize, info: *const u8, info_size: usize,
        out: *mut u8, out_size: usize) -> c_int;
    fn pbkdf2_derive(number: c_int, password: *const u8, password_size: usize, salt: *const u8, salt_size: usize,
        iterations: u64, out: *mut u8, out_size: usize) -> c_int;

    fn state_create(number: c_int, state: *mut c_void, bytes: usize, options: *const COptions) -> c_int;
    fn state_wipe(number: c_int, state: *mut c_void);
    fn state_update(number: c_int, state: *mut c_void, data: *const u8, size: usize);
    fn state_digest(number: c_int, state: *const c_void, out: *mut u8, size: usize);
    fn state_exported_size(number: c_int) -> usize;
    fn state_export(number: c_int, state: *const c_void, out: *mut u8);
    fn state_import(number: c_int, state: *mut c_void, exported: *const u8, size: usize) -> c_int;
    fn state_reader(number: c_int, state: *const c_void, reader: *mut c_void, bytes: usize,
        customization: *const u8, customization_size: usize) -> c_int;
    fn state_digest_bits(number: c_int, state: *const c_void, last: u8, bits: c_uint, out: *mut u8, size: usize) -> c_int;
    fn state_reader_bits(number: c_int, state: *const c_void, last: u8, bits: c_uint, reader: *mut c_void,
        bytes: usize) -> c_int;
    fn state_takes_bits(number: c_int) -> bool;
    fn state_squeeze(number: c_int, reader: *mut c_void, out: *mut u8, size: usize);
    fn state_wipe_reader(number: c_int, reader: *mut c_void);
    fn state_update_threads(number: c_int, state: *mut c_void, data: *const u8, size: usize,
        workers: *const CWorkers);
    fn state_digest_many(number: c_int, state: *const c_void, context: *const c_void, fetch: Fetch, count: usize,
        digests: *mut u8, digest_size: usize, workers: *const CWorkers);

    fn derive_many(number: c_int, passwords: *const c_void, fetch_password: Fetch, salts: *const c_void,
        fetch_salt: Fetch, count: usize, iterations: u64, keys: *mut u8, size: usize, workers: *const CWorkers) -> c_int;
    fn crypt_many(number: c_int, key: *const u8, key_size: usize, decrypt: c_int, texts: *const c_void,
        fetch: FetchTexts, count: usize, workers: *const CWorkers) -> c_int;

    #[cfg(feature = "std")]
    fn merkle_nodes(shape: c_int, leaves: u64) -> usize;
    #[cfg(feature = "std")]
    fn merkle_build(number: c_int, shape: c_int, leaves: *const *const u8, sizes: *const usize, count: usize,
        nodes: *mut u8, nodes_size: usize, threads: c_uint) -> c_int;
    #[cfg(feature = "std")]
    fn merkle_build_progress(number: c_int, shape: c_int, leaves: *const *const u8, sizes: *const usize, count: usize,
        nodes: *mut u8, nodes_size: usize, threads: c_uint, progress: CProgress, context: *mut c_void) -> c_int;
    #[cfg(feature = "std")]
    fn merkle_stream_init(s: *mut CMerkleStream, number: c_int, shape: c_int) -> c_int;
    #[cfg(feature = "std")]
    fn merkle_stream_push(s: *mut CMerkleStream, leaf: *const u8, size: usize) -> c_int;
    #[cfg(feature = "std")]
    fn merkle_stream_push_many(s: *mut CMerkleStream, leaves: *const *const u8, sizes: *const usize, count: usize,
        threads: c_uint) -> c_int;
    #[cfg(feature = "std")]
    fn merkle_stream_push_digests(s: *mut CMerkleStream, digests: *const u8, size: usize, threads: c_uint) -> c_int;
    #[cfg(feature = "std")]
    fn merkle_stream_push_subtree(s: *mut CMerkleStream, root: *const u8, root_size: usize, leaves: u64) -> c_int;
    #[cfg(feature = "std")]
    fn merkle_stream_count(s: *const CMerkleStream, leaves: *mut u64) -> c_int;
    #[cfg(feature = "std")]
    fn merkle_stream_root(s: *const CMerkleStream, root: *mut u8, size: usize) -> c_int;
    #[cfg(feature = "std")]
    fn merkle_root(number: c_int, shape: c_int, leaves: *const *const u8, sizes: *const usize, count: usize,
        root: *mut u8, root_size: usize, threads: c_uint) -> c_int;
    #[cfg(feature = "std")]
    fn merkle_update(number: c_int, shape: c_int, nodes: *mut u8, nodes_size: usize, count: u64, index: u64,
        leaf: *const u8, leaf_size: usize) -> c_int;
    #[cfg(feature = "std")]
    fn merkle_prove(number: c_int, shape: c_int, nodes: *const u8, nodes_size: usize, count: u64, index: u64,
        proof: *mut u8, proof_size: *mut usize) -> c_int;
    #[cfg(feature = "std")]
    fn merkle_prove_consistency(number: c_int, shape: c_int, nodes: *const u8, nodes_size: usize, count: u64,
        first: u64, proof: *mut u8, proof_size: *mut usize) -> c_int;
    #[cfg(feature = "std")]
    fn merkle_verify(number: c_int, shape: c_int, leaf: *const u8, leaf_size: usize, index: u64, count: u64,
        proof: *const u8, proof_size: usize, root: *const u8, root_size: usize) -> c_int;
    #[cfg(feature = "std")]
    fn merkle_verify_consistency(number: c_int, shape: c_int, first: u64, second: u64, first_root: *const u8,
        second_root: *const u8, root_size: usize, proof: *const u8, proof_size: usize) -> c_int;

    #[cfg(feature = "std")]
    fn ranges_reason(result: c_int) -> *const c_char;
    #[cfg(feature = "std")]
    fn ranges_init(ranges: *mut CRanges, number: c_int, options: *const COptions, message_size: u64) -> c_int;
    #[cfg(feature = "std")]
    fn ranges_size(ranges: *const CRanges, place: u64, length: u64) -> usize;
    #[cfg(feature = "std")]
    fn ranges_leaves(ranges: *const CRanges, place: u64, data: *const u8, size: usize, out: *mut u8, out_size: usize,
        threads: c_uint) -> c_int;
    #[cfg(feature = "std")]
    fn ranges_add(ranges: *mut CRanges, range: *const u8, size: usize) -> c_int;
    #[cfg(feature = "std")]
    fn ranges_place(ranges: *const CRanges, range: *const u8, size: usize, place: *mut u64) -> c_int;
    #[cfg(feature = "std")]
    fn ranges_next(ranges: *const CRanges, place: *mut u64) -> c_int;
    #[cfg(feature = "std")]
    fn ranges_whole(ranges: *const CRanges, hash: *mut CHash) -> c_int;
    #[cfg(feature = "std")]
    fn hash_export(hash: *const CHash, state: *mut u8, size: usize) -> c_int;

    #[cfg(feature = "std")]
    fn transcript_session(suite: *const c_char, tag: *const u8, size: usize, session: *mut u8) -> c_int;
    #[cfg(feature = "std")]
    fn transcript_init(t: *mut CTranscript, suite: *const c_char, session: *const u8, instance: *const u8,
        size: usize) -> c_int;
    #[cfg(feature = "std")]
    fn transcript_absorb(t: *mut CTranscript, data: *const u8, size: usize) -> c_int;
    #[cfg(feature = "std")]
    fn transcript_absorb_string(t: *mut CTranscript, data: *const u8, size: usize) -> c_int;
    #[cfg(feature = "std")]
    fn transcript_challenge(t: *mut CTranscript, out: *mut u8, size: usize) -> c_int;
    #[cfg(feature = "std")]
    fn transcript_challenge_bits(t: *mut CTranscript, bits: c_uint, out: *mut u64) -> c_int;
    #[cfg(feature = "std")]
    fn transcript_challenge_below(t: *mut CTranscript, modulus: u64, out: *mut u64) -> c_int;
    #[cfg(feature = "std")]
    fn transcript_challenge_mod(t: *mut CTranscript, modulus: *const u8, size: usize, out: *mut u8) -> c_int;
    #[cfg(feature = "std")]
    fn transcript_send(t: *mut CTranscript, proof: *mut CProof<'_>, data: *const u8, size: usize) -> c_int;
    #[cfg(feature = "std")]
    fn transcript_send_string(t: *mut CTranscript, proof: *mut CProof<'_>, data: *const u8, size: usize) -> c_int;
    #[cfg(feature = "std")]
    fn transcript_send_u64(t: *mut CTranscript, proof: *mut CProof<'_>, value: u64) -> c_int;
    #[cfg(feature = "std")]
    fn transcript_send_integer(t: *mut CTranscript, proof: *mut CProof<'_>, value: u64, modulus: u64) -> c_int;
    #[cfg(feature = "std")]
    fn transcript_grind(t: *mut CTranscript, proof: *mut CProof<'_>, bits: c_uint, threads: c_uint) -> c_int;
    #[cfg(feature = "std")]
    fn transcript_receive(t: *mut CTranscript, proof: *mut CProof<'_>, data: *mut u8, size: usize) -> c_int;
    #[cfg(feature = "std")]
    fn transcript_receive_string(t: *mut CTranscript, proof: *mut CProof<'_>, data: *mut *const u8, size: *mut usize) -> c_int;
    #[cfg(feature = "std")]
    fn transcript_receive_u64(t: *mut CTranscript, proof: *mut CProof<'_>, value: *mut u64) -> c_int;
    #[cfg(feature = "std")]
    fn transcript_receive_integer(t: *mut CTranscript, proof: *mut CProof<'_>, modulus: u64, value: *mut u64) -> c_int;
    #[cfg(feature = "std")]
    fn transcript_check_work(t: *mut CTranscript, proof: *mut CProof<'_>, bits: c_uint) -> c_int;
    #[cfg(feature = "std")]
    fn transcript_check_eof(proof: *const CProof<'_>) -> c_int;
    #[cfg(feature = "std")]
    fn transcript_wipe(t: *mut CTranscript);

    fn equal(a: *const u8, b: *const u8, size: usize) -> c_int;
    fn erase(p: *mut u8, size: usize);
}

// SAFETY: its strings are literals, and nobody writes to it.
unsafe impl Sync for CInfo {}
