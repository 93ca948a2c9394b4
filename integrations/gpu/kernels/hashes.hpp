// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The hashes that a device computes. Each has `size`, the bytes of a digest, and hash(message), which returns the digest as
// words, the first byte lowest.

#include <array>
#include <cstddef>
#include <cstdint>
#include <hashlane/kangarootwelve.hpp>
#include <span>

#include "in_registers.hpp"
#include "table.hpp"

namespace hashlane::gpu {

template <class Self, fixed_string name, class C, std::size_t size>
C construction_of(const hash<Self, name, C, size>&);
template <class Self, fixed_string name, class C>
C construction_of(const xof<Self, name, C>&);

// A hash of a fixed size.
template <class H>
struct fixed_size : in_registers<decltype(construction_of(std::declval<H>())), H::digest_size> {
    static constexpr std::size_t size = H::digest_size;
};

// The first `digest_size` bytes of an XOF. TurboSHAKE takes a domain separation byte.
template <class X, std::size_t digest_size, std::uint8_t... domain>
struct first_of_xof : in_registers<decltype(construction_of(std::declval<X>())), digest_size, domain...> {
    static constexpr std::size_t size = digest_size;
};

// KT128. A message of one chunk is digested in registers: it is TurboSHAKE128 of the message and of the length of an
// empty customization string, one byte, with the domain separation byte 7 (RFC 9861 s.3.2). A longer one goes to the
// class, whose state is in the memory of the thread.
template <class X, std::size_t digest_size>
struct one_chunk_or_class {
    static constexpr std::size_t size = digest_size;

    template <class Message>
    HASHLANE_INLINE static std::array<std::uint64_t, size / 8> hash(const Message& m) {
        constexpr std::size_t chunk = 8192, rate = 168;
        if (m.bytes() < chunk) return first_words<size>(absorb_in_registers<rate, 12>(m, padding<2>{0x0700}));
        return by_class(m);
    }

  private:
    template <class Message>
    static std::array<std::uint64_t, size / 8> by_class(const Message& m) {
        X state;
        if constexpr (Message::prefixed) state.absorb(std::span(&m.prefix, 1));
        state.absorb(std::span(m.data, m.size));
        if constexpr (Message::ends_with_nonce)
            state.absorb(std::span(reinterpret_cast<const std::uint8_t*>(&m.nonce), sizeof m.nonce));
        std::array<std::uint64_t, size / 8> digest;
        state.reader().squeeze(std::span(reinterpret_cast<std::uint8_t*>(digest.data()), size));
        return digest;
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
