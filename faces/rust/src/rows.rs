// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The algorithms: a row each. `hashes!(m)` gives the rows of all hashes to the macro `m`, a family at a time as far as the
//! features of the crate have the family, and so on. `sha2_hashes!(m)` gives the rows of one family in any case.
//!
//! A row: type, number in hashlane.h, name, words of the state, sizes in bytes (also as types of typenum), what it is.
//! The words are of 64 bits, and as many as the object of C++ has.

macro_rules! sha2_hashes {
    ($macro:ident) => {
        $macro! {
            Sha224 = 1 "sha224" words 13 digest 28 U28 block 64 U64 "SHA-224, FIPS 180-4 s.6.3";
            Sha256 = 2 "sha256" words 13 digest 32 U32 block 64 U64 "SHA-256, FIPS 180-4 s.6.2";
            Sha384 = 3 "sha384" words 26 digest 48 U48 block 128 U128 "SHA-384, FIPS 180-4 s.6.5";
            Sha512 = 4 "sha512" words 26 digest 64 U64 block 128 U128 "SHA-512, FIPS 180-4 s.6.4";
            Sha512_224 = 5 "sha512-224" words 26 digest 28 U28 block 128 U128 "SHA-512/224, FIPS 180-4 s.6.6";
            Sha512_256 = 6 "sha512-256" words 26 digest 32 U32 block 128 U128 "SHA-512/256, FIPS 180-4 s.6.7";
        }
    };
}

macro_rules! sha3_hashes {
    ($macro:ident) => {
        $macro! {
            Sha3_224 = 7 "sha3-224" words 26 digest 28 U28 block 144 U144 "SHA3-224, FIPS 202 s.6.1";
            Sha3_256 = 8 "sha3-256" words 26 digest 32 U32 block 136 U136 "SHA3-256, FIPS 202 s.6.1";
            Sha3_384 = 9 "sha3-384" words 26 digest 48 U48 block 104 U104 "SHA3-384, FIPS 202 s.6.1";
            Sha3_512 = 10 "sha3-512" words 26 digest 64 U64 block 72 U72 "SHA3-512, FIPS 202 s.6.1";
            Keccak224 = 11 "keccak-224" words 26 digest 28 U28 block 144 U144 "Keccak-224 of before FIPS 202";
            Keccak256 = 12 "keccak-256" words 26 digest 32 U32 block 136 U136 "Keccak-256 of before FIPS 202, as in Ethereum";
            Keccak384 = 13 "keccak-384" words 26 digest 48 U48 block 104 U104 "Keccak-384 of before FIPS 202";
            Keccak512 = 14 "keccak-512" words 26 digest 64 U64 block 72 U72 "Keccak-512 of before FIPS 202";
        }
    };
}

macro_rules! ascon_hashes {
    ($macro:ident) => {
        $macro! {
            AsconHash256 = 37 "ascon-hash256" words 6 digest 32 U32 block 8 U8 "Ascon-Hash256, SP 800-232 s.5.1";
            AsconHash = 41 "ascon-hash" words 6 digest 32 U32 block 8 U8 "Ascon-Hash of Ascon v1.2";
            AsconHasha = 42 "ascon-hasha" words 6 digest 32 U32 block 8 U8 "Ascon-HashA of Ascon v1.2";
        }
    };
}

macro_rules! hashes {
    ($macro:ident) => {
        #[cfg(feature = "sha2")]
        sha2_hashes!($macro);
        #[cfg(feature = "sha3")]
        sha3_hashes!($macro);
        #[cfg(feature = "ascon")]
        ascon_hashes!($macro);
    };
}

macro_rules! sha2_hmacs {
    ($macro:ident) => {
        $macro! {
            Sha224 = 65 words 26 "hmac-sha224" digest U28 block U64;
            Sha256 = 66 words 26 "hmac-sha256" digest U32 block U64;
            Sha384 = 67 words 52 "hmac-sha384" digest U48 block U128;
            Sha512 = 68 words 52 "hmac-sha512" digest U64 block U128;
            Sha512_224 = 69 words 52 "hmac-sha512-224" digest U28 block U128;
            Sha512_256 = 70 words 52 "hmac-sha512-256" digest U32 block U128;
        }
    };
}

macro_rules! sha3_hmacs {
    ($macro:ident) => {
        $macro! {
            Sha3_224 = 71 words 52 "hmac-sha3-224" digest U28 block U144;
            Sha3_256 = 72 words 52 "hmac-sha3-256" digest U32 block U136;
            Sha3_384 = 73 words 52 "hmac-sha3-384" digest U48 block U104;
            Sha3_512 = 74 words 52 "hmac-sha3-512" digest U64 block U72;
            Keccak224 = 75 words 52 "hmac-keccak-224" digest U28 block U144;
            Keccak256 = 76 words 52 "hmac-keccak-256" digest U32 block U136;
            Keccak384 = 77 words 52 "hmac-keccak-384" digest U48 block U104;
            Keccak512 = 78 words 52 "hmac-keccak-512" digest U64 block U72;
        }
    };
}

/// Hashes whose digest fits into a block, and so HMAC (RFC 2104): number of HMAC, words of its state.
macro_rules! hmacs {
    ($macro:ident) => {
        #[cfg(feature = "sha2")]
        sha2_hmacs!($macro);
        #[cfg(feature = "sha3")]
        sha3_hmacs!($macro);
    };
}

macro_rules! sha3_xofs {
    ($macro:ident) => {
        $macro! {
            Shake128 = 15 "shake128" words 26 block 168 U168 "SHAKE128, FIPS 202 s.6.2";
            Shake256 = 16 "shake256" words 26 block 136 U136 "SHAKE256, FIPS 202 s.6.2";
        }
    };
}

macro_rules! ascon_xofs {
    ($macro:ident) => {
        $macro! {
            AsconXof128 = 38 "ascon-xof128" words 6 block 8 U8 "Ascon-XOF128, SP 800-232 s.5.2";
            AsconXof = 43 "ascon-xof" words 6 block 8 U8 "Ascon-XOF of Ascon v1.2";
            AsconXofa = 44 "ascon-xofa" words 6 block 8 U8 "Ascon-XOFA of Ascon v1.2";
        }
    };
}

macro_rules! xofs {
    ($macro:ident) => {
        #[cfg(feature = "sha3")]
        sha3_xofs!($macro);
        #[cfg(feature = "ascon")]
        ascon_xofs!($macro);
    };
}

/// The domain byte D is a parameter of the type.
macro_rules! turboshakes {
    ($macro:ident) => {
        $macro! {
            TurboShake128 = 31 "turboshake128" words 27 block 168 U168 "TurboSHAKE128, RFC 9861 s.2";
            TurboShake256 = 32 "turboshake256" words 27 block 136 U136 "TurboSHAKE256, RFC 9861 s.2";
        }
    };
}

macro_rules! kangarootwelves {
    ($macro:ident) => {
        $macro! {
            Kt128 = 33 "kt128" words 88 block 168 U168 "KT128, KangarooTwelve, RFC 9861 s.3";
            Kt256 = 34 "kt256" words 88 block 136 U136 "KT256, RFC 9861 s.3";
        }
    };
}

macro_rules! cshakes {
    ($macro:ident) => {
        $macro! {
            CShake128 = 17 "cshake128" words 27 block 168 U168 "cSHAKE128, SP 800-185 s.3";
            CShake256 = 18 "cshake256" words 27 block 136 U136 "cSHAKE256, SP 800-185 s.3";
        }
    };
}

macro_rules! cxofs {
    ($macro:ident) => {
        $macro! {
            AsconCxof128 = 39 "ascon-cxof128" words 6 block 8 U8 "Ascon-CXOF128, SP 800-232 s.5.3";
        }
    };
}

/// The first two have an output length that is part of the input, the others are xofs.
macro_rules! tuplehashes {
    ($macro:ident) => {
        $macro! {
            sized TupleHash128 = 23 "tuplehash128" words 27 "TupleHash128, SP 800-185 s.5";
            sized TupleHash256 = 24 "tuplehash256" words 27 "TupleHash256, SP 800-185 s.5";
            xof TupleHashXof128 = 25 "tuplehashxof128" words 27 "TupleHashXOF128, SP 800-185 s.5.3.1";
            xof TupleHashXof256 = 26 "tuplehashxof256" words 27 "TupleHashXOF256, SP 800-185 s.5.3.1";
        }
    };
}

macro_rules! parallelhashes {
    ($macro:ident) => {
        $macro! {
            sized ParallelHash128 = 27 "parallelhash128" words 56 "ParallelHash128, SP 800-185 s.6";
            sized ParallelHash256 = 28 "parallelhash256" words 56 "ParallelHash256, SP 800-185 s.6";
            xof ParallelHashXof128 = 29 "parallelhashxof128" words 56 "ParallelHashXOF128, SP 800-185 s.6.3.1";
            xof ParallelHashXof256 = 30 "parallelhashxof256" words 56 "ParallelHashXOF256, SP 800-185 s.6.3.1";
        }
    };
}

macro_rules! kmacs {
    ($macro:ident) => {
        $macro! {
            sized Kmac128 = 19 "kmac128" words 27 tag U32 "KMAC128, SP 800-185 s.4";
            sized Kmac256 = 20 "kmac256" words 27 tag U64 "KMAC256, SP 800-185 s.4";
            xof KmacXof128 = 21 "kmacxof128" words 27 tag U32 "KMACXOF128, SP 800-185 s.4.3.1";
            xof KmacXof256 = 22 "kmacxof256" words 27 tag U64 "KMACXOF256, SP 800-185 s.4.3.1";
        }
    };
}

macro_rules! hopmacs {
    ($macro:ident) => {
        $macro! {
            sized HopMac128 = 35 "hopmac128" words 143 tag U32 "HopMAC128, RFC 9861 s.4";
            sized HopMac256 = 36 "hopmac256" words 143 tag U64 "HopMAC256, RFC 9861 s.4";
        }
    };
}

/// The usual tag is twice as long as the security strength.
macro_rules! macs {
    ($macro:ident) => {
        #[cfg(feature = "sp800-185")]
        kmacs!($macro);
        #[cfg(feature = "kangarootwelve")]
        hopmacs!($macro);
    };
}

macro_rules! aeads {
    ($macro:ident) => {
        $macro! {
            AsconAead128 = 40 "ascon-aead128" key 16 U16 "Ascon-AEAD128, SP 800-232 s.4";
            AsconAead128Masked = 40 "ascon-aead128" key 32 U32 "Ascon-AEAD128 with nonce masking, SP 800-232 s.4.2.2";
            Ascon128 = 45 "ascon-128" key 16 U16 "Ascon-128 of Ascon v1.2";
            Ascon128a = 46 "ascon-128a" key 16 U16 "Ascon-128a of Ascon v1.2";
            Ascon80pq = 47 "ascon-80pq" key 20 U20 "Ascon-80pq of Ascon v1.2";
        }
    };
}
