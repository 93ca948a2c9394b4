// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The tables of the hashes for a device, and of parts of a hash. CMakeLists.txt and tests/integrations/gpu.py read its rows too.

// F(name in C++, name in the registry, type) for each hash.
#define HASHLANE_GPU_HASHES(F)                                                                                         \
    F(sha256, "sha256", fixed_size<hashlane::sha256>)                                                                  \
    F(sha512, "sha512", fixed_size<hashlane::sha512>)                                                                  \
    F(sha3_256, "sha3-256", fixed_size<hashlane::sha3_256>)                                                            \
    F(keccak_256, "keccak-256", fixed_size<hashlane::keccak_256>)                                                      \
    F(shake128, "shake128", first_of_xof<hashlane::shake128, 32>)                                                      \
    F(shake256, "shake256", first_of_xof<hashlane::shake256, 64>)                                                      \
    F(turboshake128, "turboshake128", first_of_xof<hashlane::turboshake128, 32, 0x1f>)                                 \
    F(kt128, "kt128", one_chunk_or_class<hashlane::kt128, 32>)                                                         \
    F(ascon_hash256, "ascon-hash256", fixed_size<hashlane::ascon_hash256>)

// The same for parts of a hash, which have no name in the registry: the chaining value of a leaf of KT128, RFC 9861 s.3.2.
#define HASHLANE_GPU_PARTS(F) F(kt128_leaf, "", first_of_xof<hashlane::turboshake128, 32, 0x0b>)
