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

#include "table.hpp"

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

// The first Size bytes of an XOF, which is made with these parameters.
template <class X, std::size_t Size, auto... Parameters>
struct first_of_xof {
    static constexpr std::size_t size = Size;

    template <class... Pieces>
    static void hash(std::uint8_t* out, const Pieces&... pieces) {
        X state{Parameters...};
        (state.absorb(pieces), ...);
        state.reader().squeeze(std::span(out, size));
    }
};

}  // namespace hashlane::gpu

// The type of each hash by its name in C++.
namespace hashlane::gpu::types {
#define HASHLANE_GPU_TYPE(name, registry, ...) using name = __VA_ARGS__;
HASHLANE_GPU_HASHES(HASHLANE_GPU_TYPE)
HASHLANE_GPU_PARTS(HASHLANE_GPU_TYPE)
#undef HASHLANE_GPU_TYPE
}  // namespace hashlane::gpu::types
