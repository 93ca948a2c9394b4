// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Fields as traits types:
///
/// * modulus: `std::array<std::uint64_t, n>`, the low word first;
/// * degree: that of an extension; 1 without it;
/// * order: std::endian::big where the field's own standard serializes so (draft-irtf-cfrg-fiat-shamir-03 s.6.1.4);
/// little without it;
/// * element, to_integer(element), from_integer(integer): your own type for an element of the prime field. Without them
/// an element is an integer in [0, p): std::uint32_t, std::uint64_t, or an array of such words, the low one first.
/// `integer` is that type.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "../lanes/state_word.hpp"
#include "modular.hpp"

namespace hashlane::inline HASHLANE_ABI {

// clang-format off
/// The field of 2^31 - 1 elements.
struct mersenne31 { static constexpr std::array<std::uint64_t, 1> modulus{0x7fffffff}; };
/// The field of 2^31 - 2^27 + 1 elements.
struct babybear   { static constexpr std::array<std::uint64_t, 1> modulus{0x78000001}; };
/// The field of 2^31 - 2^24 + 1 elements.
struct koalabear  { static constexpr std::array<std::uint64_t, 1> modulus{0x7f000001}; };
/// The field of 2^64 - 2^32 + 1 elements.
struct goldilocks { static constexpr std::array<std::uint64_t, 1> modulus{0xffffffff00000001}; };
/// The scalar field of the curve BN254.
struct bn254_scalar {
    /// The number of elements, the low word first.
    static constexpr std::array<std::uint64_t, 4> modulus{0x43e1f593f0000001, 0x2833e84879b97091,
                                                          0xb85045b68181585d, 0x30644e72e131a029};
};
/// The scalar field of the curve BLS12-381. Scalars are serialized by I2OSP, the high byte first.
struct bls12_381_scalar {
    /// The number of elements, the low word first.
    static constexpr std::array<std::uint64_t, 4> modulus{0xffffffff00000001, 0x53bda402fffe5bfe,
                                                          0x3339d80809a1d805, 0x73eda753299d7d48};
    /// The byte order of the serialization.
    static constexpr std::endian order = std::endian::big;
};
/// The scalar field of the curve P-256. Scalars are serialized by I2OSP, the high byte first.
struct p256_scalar {
    /// The number of elements, the low word first.
    static constexpr std::array<std::uint64_t, 4> modulus{0xf3b9cac2fc632551, 0xbce6faada7179e84,
                                                          0xffffffffffffffff, 0xffffffff00000000};
    /// The byte order of the serialization.
    static constexpr std::endian order = std::endian::big;
};
// clang-format on

/// The extension of degree m of F. An element has m coordinates, the least significant first.
template <class F, std::size_t m>
struct extension_field : F {
    /// The degree.
    static constexpr std::size_t degree = m;
};

/// A traits type of a field.
template <class F>
concept prime_field = requires {
    F::modulus.size();
    requires std::is_same_v<typename std::remove_cvref_t<decltype(F::modulus)>::value_type, std::uint64_t>;
};

/// What follows from the traits of a field.
template <prime_field F>
struct field_of {
    /// The number of words of 64 bits of the modulus.
    static constexpr std::size_t words = F::modulus.size();
    /// The number of bits of the modulus.
    static constexpr std::size_t bits = [] {
        std::size_t b = 64 * words;
        while (b != 0 && (F::modulus[(b - 1) / 64] >> (b - 1) % 64 & 1) == 0) --b;
        return b;
    }();
    static_assert(bits > 1 && (F::modulus[0] & 1) == 1, "the modulus is an odd prime");
    /// Ns of the draft: the size of a serialized coordinate in bytes. p - 1 has as many bits as p.
    static constexpr std::size_t serialized = (bits + 7) / 8;
    /// The number of coordinates of an element.
    static constexpr std::size_t degree = [] {
        if constexpr (requires { F::degree; })
            return std::size_t{F::degree};
        else
            return std::size_t{1};
    }();
    /// The byte order of the serialization.
    static constexpr std::endian order = [] {
        if constexpr (requires { F::order; })
            return F::order;
        else
            return std::endian::little;
    }();

    /// A coordinate as an integer.
    using integer = std::conditional_t<(bits > 64), std::array<std::uint64_t, (bits + 63) / 64>,
                                       std::conditional_t<(bits > 32), std::uint64_t, std::uint32_t>>;
    /// A coordinate: an integer, or the element type of F.
    using element = typename decltype([] {
        if constexpr (requires { typename F::element; })
            return std::type_identity<typename F::element>{};
        else
            return std::type_identity<integer>{};
    }())::type;
    /// An element: a coordinate, or an array of `degree` coordinates.
    using value_type = std::conditional_t<degree == 1, element, std::array<element, degree>>;

    /// The number of limbs of 32 bits of a coordinate.
    static constexpr std::size_t limb_count = (bits + 31) / 32;
    /// A coordinate in limbs, the low limb first.
    using limbs = modular::limbs<limb_count>;
    /// The modulus in limbs.
    static constexpr limbs modulus = [] {
        limbs out{};
        for (std::size_t i = 0; i < limb_count; ++i)
            out[i] = static_cast<std::uint32_t>(F::modulus[i / 2] >> 32 * (i % 2));
        return out;
    }();

    /// Returns the coordinate `e` as an integer.
    static constexpr decltype(auto) to_integer(const element& e) {
        if constexpr (requires { F::to_integer(e); })
            return integer(F::to_integer(e));
        else
            return (e);
    }
    /// Returns the integer `i` as a coordinate.
    static constexpr element from_integer(const integer& i) {
        if constexpr (requires { F::from_integer(i); })
            return F::from_integer(i);
        else
            return i;
    }

    /// Returns the integer `x` in limbs.
    static constexpr limbs to_limbs(const integer& x) {
        limbs out{};
        for (std::size_t i = 0; i < limb_count; ++i)
            out[i] = static_cast<std::uint32_t>(word(x, i / 2) >> 32 * (i % 2));
        return out;
    }
    /// Returns the limbs `x` as an integer.
    static constexpr integer from_limbs(const limbs& x) {
        integer out{};
        for (std::size_t i = 0; i < limb_count; ++i) {
            if constexpr (bits > 64)
                out[i / 2] |= std::uint64_t{x[i]} << 32 * (i % 2);
            else
                out |= static_cast<integer>(std::uint64_t{x[i]} << 32 * (i % 2));
        }
        return out;
    }

    /// Tells whether `x` is below the modulus.
    HASHLANE_INLINE static constexpr bool canonical(const integer& x) {
        if constexpr (bits <= 64) {
            return x < F::modulus[0];
        } else {
            std::uint64_t borrow = 0;
            unrolled<0, std::tuple_size_v<integer>>([&](auto i) HASHLANE_LAMBDA_INLINE {
                constexpr std::uint64_t m = F::modulus[i];
                borrow = static_cast<std::uint64_t>(x[i] < m) | static_cast<std::uint64_t>(x[i] - m < borrow);
            });
            return borrow != 0;
        }
    }

    /// Returns the integer of the Bytes bytes at `p`, the low byte first, modulo the modulus: LE2IP of the draft. It
    /// has no branch and no address that depends on the bytes.
    template <std::size_t Bytes>
    static constexpr integer reduced(const std::uint8_t* p) {
        constexpr std::size_t K = (Bytes + 3) / 4 < limb_count ? limb_count : (Bytes + 3) / 4;
        return from_limbs(modular::reduce<modulus>(modular::from_bytes<K>(p, Bytes)));
    }

  private:
    static constexpr std::uint64_t word(const integer& x, std::size_t i) {
        if constexpr (bits > 64)
            return x[i];
        else
            return i == 0 ? x : 0;
    }
};

}  // namespace hashlane::inline HASHLANE_ABI
