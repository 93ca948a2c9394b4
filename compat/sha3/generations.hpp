// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The three generations of the older interface, for any width N. Namespaces take no parameters, hence macros.

#include <hashlane/sha3.hpp>
#include <hashlane/turboshake.hpp>

#include "../silent.hpp"
#include "keccak.hpp"
#include "utils.hpp"

namespace hashlane_compat {

// The third generation's one call.
template <class H>
struct sha3_t : silent_hash<H> {
    static constexpr typename H::digest_type hash(octets message) { return hashlane::digest<H>(message); }
};

// RFC 9861 s.2: D in 0x01..0x7f holds the last bits of the message and the first 1 of the padding, which alone is 0x01.
// The bits of D above the lowest are given to finalize(), as the end of the message.
template <class X>
struct open_domain : X {
    constexpr open_domain() : X(0x01) {}
};
constexpr hashlane::partial_byte turboshake_domain(std::uint8_t D) { return {D, std::bit_width(D) - 1u}; }

template <class X>
struct turboshake_t : silent_xof<X> {
    template <std::uint8_t D = 0x1f>
    constexpr void finalize() {
        static_assert(D >= 0x01 && D <= 0x7f, "RFC 9861 s.2.1: D is in the range 0x01..0x7f");
        silent_xof<X>::finalize(turboshake_domain(D));
    }
};

}  // namespace hashlane_compat

#define HASHLANE_COMPAT_CONSTANTS(rate_bytes)                                                                          \
    inline constexpr std::size_t RATE = 8 * rate_bytes;                                                                \
    inline constexpr std::size_t CAPACITY = 1600 - RATE;

#define HASHLANE_COMPAT_SUFFIX(bits, count)                                                                            \
    inline constexpr std::uint8_t DOM_SEP = bits;                                                                      \
    inline constexpr std::size_t DOM_SEP_BW = count;

#define HASHLANE_COMPAT_SHA3(N)                                                                                        \
    namespace sha3_##N {                                                                                               \
        inline constexpr std::size_t DIGEST_BIT_LEN = N;                                                               \
        inline constexpr std::size_t DIGEST_LEN = N / 8;                                                               \
        HASHLANE_COMPAT_CONSTANTS(hashlane::sha3_##N::block_size)                                                      \
        HASHLANE_COMPAT_SUFFIX(0b10, 2)                                                                                \
        struct sha3_##N##_t : hashlane_compat::sha3_t<hashlane::sha3_##N> {};                                          \
        constexpr void hash(const std::uint8_t* msg, std::size_t mlen, std::uint8_t* dig) {                            \
            std::ranges::copy(sha3_##N##_t::hash({msg, mlen}), dig);                                                   \
        }                                                                                                              \
    }

#define HASHLANE_COMPAT_SHAKE(N)                                                                                       \
    namespace shake##N {                                                                                               \
        HASHLANE_COMPAT_CONSTANTS(hashlane::shake##N::block_size)                                                      \
        HASHLANE_COMPAT_SUFFIX(0b1111, 4)                                                                              \
        inline constexpr std::size_t rate = RATE, capacity = CAPACITY;                                                 \
        struct shake##N##_t : hashlane_compat::silent_xof<hashlane::shake##N> {};                                      \
        template <bool incremental = false>                                                                            \
        struct shake##N : hashlane_compat::xof_by_pointer<hashlane::shake##N, incremental> {};                         \
    }

#define HASHLANE_COMPAT_TURBOSHAKE(N)                                                                                  \
    namespace turboshake##N {                                                                                          \
        inline constexpr std::size_t TARGET_BIT_SECURITY_LEVEL = N;                                                    \
        inline constexpr std::size_t NUM_KECCAK_ROUNDS = 12;                                                           \
        HASHLANE_COMPAT_CONSTANTS(hashlane::turboshake##N::block_size)                                                 \
        struct turboshake##N##_t                                                                                       \
            : hashlane_compat::turboshake_t<hashlane_compat::open_domain<hashlane::turboshake##N>> {};                 \
    }
