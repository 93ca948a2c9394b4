// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The hashes that a device computes: the classes of Hashlane, compiled for it.

#include <cstddef>
#include <cstdint>
#include <hashlane/ascon.hpp>
#include <hashlane/kangarootwelve.hpp>
#include <hashlane/sha2.hpp>
#include <hashlane/sha3.hpp>
#include <hashlane/turboshake.hpp>
#include <span>

namespace hashlane::gpu {

// A hash of a fixed size. hash() writes the digest of the pieces, one after the other, to `out`, which has `size` bytes.
template <class H>
struct fixed_size {
    static constexpr std::size_t size = H::digest_size;

    template <class... Pieces>
    static void hash(std::uint8_t* out, const Pieces&... pieces) {
        H state;
        (state.update(pieces), ...);
        const typename H::digest_type digest = state.digest();
        for (std::size_t i = 0; i < size; ++i) out[i] = digest[i];
    }
};

// The first Size bytes of an XOF.
template <class X, std::size_t Size>
struct first_of_xof {
    static constexpr std::size_t size = Size;

    template <class... Pieces>
    static void hash(std::uint8_t* out, const Pieces&... pieces) {
        X state;
        (state.absorb(pieces), ...);
        state.reader().squeeze(std::span(out, size));
    }
};

}  // namespace hashlane::gpu

// F(name in C++, name in the registry, type) for each hash.
#define HASHLANE_GPU_HASHES(F)                                                                                         \
    F(sha256, "sha256", fixed_size<hashlane::sha256>)                                                                  \
    F(sha512, "sha512", fixed_size<hashlane::sha512>)                                                                  \
    F(sha3_256, "sha3-256", fixed_size<hashlane::sha3_256>)                                                            \
    F(keccak_256, "keccak-256", fixed_size<hashlane::keccak_256>)                                                      \
    F(shake128, "shake128", first_of_xof<hashlane::shake128, 32>)                                                      \
    F(shake256, "shake256", first_of_xof<hashlane::shake256, 64>)                                                      \
    F(turboshake128, "turboshake128", first_of_xof<hashlane::turboshake128, 32>)                                       \
    F(kt128, "kt128", first_of_xof<hashlane::kt128, 32>)                                                               \
    F(ascon_hash256, "ascon-hash256", fixed_size<hashlane::ascon_hash256>)

// The type of each hash by its name in C++.
namespace hashlane::gpu::types {
#define HASHLANE_GPU_TYPE(name, registry, ...) using name = __VA_ARGS__;
HASHLANE_GPU_HASHES(HASHLANE_GPU_TYPE)
#undef HASHLANE_GPU_TYPE
}  // namespace hashlane::gpu::types
