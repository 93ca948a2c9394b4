// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Codecs: how a message of each type is written, absorbed and strictly read back, draft-irtf-cfrg-fiat-shamir-03 s.6.
/// The type of a codec fixes the length of its messages; only a string begins with its own length.
///
///     string_codec        bytes of any length below 2^32, SerializeVarLenString
///     bytes_codec<N>      exactly N bytes, SerializeBytes
///     integer_codec<W>    std::uint8_t .. std::uint64_t: SerializeUint(x, 2^8 .. 2^64)
///     below_codec<M>      SerializeUint(x, M)
///     field_codec<F>      SerializeField(x, p, m)
///     array_codec<C, N>   N messages of one codec
///
/// A codec C has value_type, encode(out, value), where out has bytes(p, n) and integer(w), and decode(in), where in is
/// a proof_reader. A codec of a fixed length has `size`, in bytes.

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "../lanes/bytes.hpp"
#include "fields.hpp"
#include "refusal.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// The part of a proof that has not been read, s.6.2. It refers to the proof, which must live as long as this object.
class proof_reader {
  public:
    /// Starts at the beginning of `proof`.
    constexpr explicit proof_reader(std::span<const std::uint8_t> proof) : rest(proof) {
        if (proof.data() == nullptr) rest = {&nothing, 0};
    }

    /// Reads `n` bytes. It returns their address, or nullptr when fewer bytes are left. The address of 0 bytes is not
    /// null, even where that of the proof is.
    constexpr const std::uint8_t* take(std::size_t n) {
        if (rest.size() < n) return nullptr;
        const std::uint8_t* p = rest.data();
        rest = rest.subspan(n);
        return p;
    }
    /// Returns the bytes that have not been read.
    constexpr std::span<const std::uint8_t> unread() const { return rest; }

  private:
    static constexpr std::uint8_t nothing = 0;

    std::span<const std::uint8_t> rest;
};

namespace fiat_shamir {

// Tells whether an integer is a value of the type W. std::in_range would take neither bool nor characters.
template <std::unsigned_integral W, std::integral Int>
constexpr bool is_value_of(Int x) {
    if constexpr (std::signed_integral<Int>)
        if (x < 0) return false;
    if constexpr (sizeof(Int) > sizeof(W)) return x <= static_cast<Int>(std::numeric_limits<W>::max());
    return true;
}

// The length of N messages of the codec C, where a message of C has a fixed length.
template <class C, std::size_t N>
struct size_of_array {};
template <class C, std::size_t N>
requires requires { C::size; }
struct size_of_array<C, N> {
    /// The length of all N messages in bytes.
    static constexpr std::size_t size = N * C::size;
};

}  // namespace fiat_shamir

/// What all codecs have.
template <class C>
concept codec = requires(proof_reader& in) {
    typename C::value_type;
    { C::decode(in) } -> std::same_as<received<typename C::value_type>>;
};

/// A string of bytes with its length: LE(length, 4) || bytes (s.6.1.1, s.6.2.1). What is read refers to the proof and
/// is not copied.
struct string_codec {
    /// The message: bytes inside the proof.
    using value_type = std::span<const std::uint8_t>;

    /// Tells whether `s` has an encoding: it is shorter than 2^32 bytes. Ask this where the length comes from outside.
    template <byte_range R>
    static constexpr bool accepts(const R& s) {
        return std::size(s) <= 0xffffffff;
    }
    /// Writes the message `s` to `out`. A string of 2^32 bytes or more ends the program.
    template <class Out, byte_range R>
    static constexpr void encode(Out& out, const R& s) {
        contract(accepts(s), "a string of 2^32 bytes or more has no encoding");
        out.integer(static_cast<std::uint32_t>(std::size(s)));
        with_bytes(s, [&](auto p, std::size_t n) { out.bytes(p, n); });
    }
    /// Reads a message from `in`. refusal::truncated: the proof ends before the end of the string.
    static constexpr received<value_type> decode(proof_reader& in) {
        const std::uint8_t* length = in.take(4);
        if (length == nullptr) return refusal::truncated;
        const std::size_t n = load<std::endian::little, std::uint32_t>(length);
        const std::uint8_t* p = in.take(n);
        if (p == nullptr) return refusal::truncated;
        return value_type(p, n);
    }
};

/// Exactly N bytes (SerializeBytes).
template <std::size_t N>
struct bytes_codec {
    static_assert(N != 0, "a message is not empty");
    /// The message.
    using value_type = std::array<std::uint8_t, N>;
    /// The length of a message in bytes.
    static constexpr std::size_t size = N;

    /// Writes the N bytes `s` to `out`.
    template <class Out, byte_block<N> R>
    HASHLANE_INLINE static constexpr void encode(Out& out, const R& s) {
        with_bytes(s, [&](auto p, std::size_t n) HASHLANE_LAMBDA_INLINE { out.bytes(p, n); });
    }
    /// Reads a message from `in`. refusal::truncated: fewer bytes are left.
    static constexpr received<value_type> decode(proof_reader& in) {
        const std::uint8_t* p = in.take(N);
        if (p == nullptr) return refusal::truncated;
        value_type out{};
        copy_bytes(out.data(), p, N);
        return out;
    }
};

/// An integer below M (s.6.1.3, s.6.2.3).
/// \tparam M the modulus: 2 to 2^64 - 1, or 0 for 2^64
template <std::uint64_t M>
struct below_codec {
    static_assert(M != 1, "a message is not empty");
    /// The message.
    using value_type = std::uint64_t;
    /// The length of a message in bytes.
    static constexpr std::size_t size = modular::serialized_size(M);

    /// Tells whether `x` is below M, and not below 0. Ask this where the integer comes from outside.
    static constexpr bool accepts(std::integral auto x) {
        return fiat_shamir::is_value_of<std::uint64_t>(x) && (M == 0 || static_cast<std::uint64_t>(x) < M);
    }

    /// Writes the integer `value` to `out`, the low byte first. An integer that accepts() does not take ends the
    /// program.
    template <class Out>
    static constexpr void encode(Out& out, std::integral auto value) {
        contract(accepts(value), "the integer is not below its modulus");
        const auto x = static_cast<std::uint64_t>(value);
        if constexpr (size == 1) out.integer(static_cast<std::uint8_t>(x));
        if constexpr (size == 2) out.integer(static_cast<std::uint16_t>(x));
        if constexpr (size == 4) out.integer(static_cast<std::uint32_t>(x));
        if constexpr (size == 8) out.integer(x);
        if constexpr ((size & (size - 1)) != 0) {
            std::array<std::uint8_t, 8> bytes{};
            store<std::endian::little>(bytes.data(), x);
            out.bytes(bytes.data(), size);
        }
    }
    /// Reads a message from `in`. refusal::truncated: fewer bytes are left. refusal::not_canonical: the integer is not
    /// below M.
    static constexpr received<std::uint64_t> decode(proof_reader& in) {
        const std::uint8_t* p = in.take(size);
        if (p == nullptr) return refusal::truncated;
        const auto x = load_partial<std::endian::little, std::uint64_t>(p, size);
        if (M != 0 && x >= M) return refusal::not_canonical;
        return x;
    }
};

/// An integer of the type W: SerializeUint with the modulus 2^8, 2^16, 2^32 or 2^64 (s.6.1.3, s.6.2.3).
template <std::unsigned_integral W>
struct integer_codec {
    static_assert(!std::same_as<W, bool>, "the codec of a bool is below_codec<2>, which refuses bytes above 1");
    static_assert(sizeof(W) <= 8, "the integers have 1, 2, 4 or 8 bytes");

    /// The message.
    using value_type = W;
    /// The length of a message in bytes.
    static constexpr std::size_t size = sizeof(W);

    /// Writes the integer `x` to `out`, the low byte first.
    template <class Out>
    static constexpr void encode(Out& out, std::same_as<W> auto x) {
        out.integer(x);
    }
    /// Reads a message from `in`. refusal::truncated: fewer bytes are left.
    static constexpr received<W> decode(proof_reader& in) {
        const std::uint8_t* p = in.take(size);
        if (p == nullptr) return refusal::truncated;
        return static_cast<W>(load_partial<std::endian::little, std::uint64_t>(p, size));
    }
};

/// An element of the field F (s.6.1.4, s.6.2.4), in the byte order of the field's own standard.
/// \tparam F a field: fields.hpp
template <prime_field F>
struct field_codec {
    /// What follows from the traits of F.
    using field = field_of<F>;
    /// The message: an element.
    using value_type = typename field::value_type;
    /// The length of a message in bytes.
    static constexpr std::size_t size = field::degree * field::serialized;

    /// Tells whether each coordinate of `x` is below the modulus. Ask this where the element comes from outside.
    static constexpr bool accepts(const value_type& x)
    requires(!std::unsigned_integral<value_type>)
    {
        for (const auto& coordinate : coordinates(x))
            if (!field::canonical(field::to_integer(coordinate))) return false;
        return true;
    }
    /// As above, of a field whose elements are integers. `x` may have another type of integer.
    static constexpr bool accepts(std::integral auto x)
    requires(std::unsigned_integral<value_type>)
    {
        return fiat_shamir::is_value_of<value_type>(x) &&
               field::canonical(field::to_integer(static_cast<value_type>(x)));
    }

    /// Writes the element `x` to `out`. A coordinate that is not below the modulus ends the program.
    template <class Out>
    requires(!std::unsigned_integral<value_type>)
    HASHLANE_INLINE static constexpr void encode(Out& out, const value_type& x) {
        for (const auto& coordinate : coordinates(x)) encode_coordinate(out, coordinate);
    }
    /// Writes to `out`, as above, the element `x` of a field whose elements are integers. `x` may have another type of
    /// integer.
    template <class Out>
    requires(std::unsigned_integral<value_type>)
    HASHLANE_INLINE static constexpr void encode(Out& out, std::integral auto x) {
        contract(fiat_shamir::is_value_of<value_type>(x), "the element is not below the modulus of its field");
        encode_coordinate(out, static_cast<value_type>(x));
    }
    /// Reads a message from `in`. refusal::truncated: fewer bytes are left. refusal::not_canonical: a coordinate is not
    /// below the modulus.
    static constexpr received<value_type> decode(proof_reader& in) {
        value_type out{};
        for (auto& coordinate : coordinates(out)) {
            const auto one = decode_coordinate(in);
            if (!one) return one.why();
            coordinate = *one;
        }
        return out;
    }

    /// How many uniform bytes sample() takes: for each coordinate `Extra` more than its serialization has (s.4.2.3).
    template <std::size_t Extra>
    static constexpr std::size_t sampled = field::degree * (field::serialized + Extra);
    /// Returns the element of `sampled<Extra>` uniform bytes at `p`: DecodeField of s.4.2.3.
    template <std::size_t Extra>
    static constexpr value_type sample(const std::uint8_t* p) {
        constexpr std::size_t each = field::serialized + Extra;
        value_type out{};
        for (auto& coordinate : coordinates(out)) {
            coordinate = field::from_integer(field::template reduced<each>(p));
            p += each;
        }
        return out;
    }

  private:
    static constexpr std::size_t Ns = field::serialized;

    // Returns the coordinates of an element, the least significant first; of a field of prime order, the element
    // itself.
    template <class V>
    HASHLANE_INLINE static constexpr auto coordinates(V& x) {
        if constexpr (field::degree == 1)
            return std::span<V, 1>(&x, 1);
        else
            return std::span(x);
    }

    template <class Out>
    HASHLANE_INLINE static constexpr void encode_coordinate(Out& out, const typename field::element& e) {
        const typename field::integer& x = field::to_integer(e);
        contract(field::canonical(x), "the element is not below the modulus of its field");
        if constexpr (field::order == std::endian::little && (Ns == 4 || Ns == 8)) {
            out.integer(x);
        } else if constexpr (field::bits > 64 && Ns % 8 == 0) {
            if constexpr (field::order == std::endian::little && std::endian::native == std::endian::little)
                if (!__builtin_is_constant_evaluated())
                    return out.bytes(reinterpret_cast<const std::uint8_t*>(x.data()), Ns);
            std::array<std::uint8_t, Ns> bytes{};
            for (std::size_t i = 0; i < Ns / 8; ++i)
                store<field::order>(bytes.data() + 8 * (field::order == std::endian::little ? i : Ns / 8 - 1 - i),
                                    x[i]);
            out.bytes(bytes.data(), Ns);
        } else {
            const auto w = field::to_limbs(x);
            std::array<std::uint8_t, Ns> bytes{};
            for (std::size_t i = 0; i < Ns; ++i) bytes[at(i)] = static_cast<std::uint8_t>(w[i / 4] >> 8 * (i % 4));
            out.bytes(bytes.data(), Ns);
        }
    }

    static constexpr received<typename field::element> decode_coordinate(proof_reader& in) {
        const std::uint8_t* p = in.take(Ns);
        if (p == nullptr) return refusal::truncated;
        typename field::limbs w{};
        for (std::size_t i = 0; i < Ns; ++i) w[i / 4] |= std::uint32_t{p[at(i)]} << 8 * (i % 4);
        const auto x = field::from_limbs(w);
        if (!field::canonical(x)) return refusal::not_canonical;
        return field::from_integer(x);
    }

    static constexpr std::size_t at(std::size_t i) { return field::order == std::endian::little ? i : Ns - 1 - i; }
};

/// N messages of the codec C, one after the other (s.6.1.2, s.6.2.2).
template <codec C, std::size_t N>
struct array_codec : fiat_shamir::size_of_array<C, N> {
    static_assert(N != 0, "a message is not empty");
    /// The messages.
    using value_type = std::array<typename C::value_type, N>;

    /// Writes the messages `values` to `out`.
    template <class Out>
    static constexpr void encode(Out& out, const value_type& values) {
        for (const auto& value : values) C::encode(out, value);
    }
    /// Reads N messages from `in`. A refusal is that of the first message that is refused.
    static constexpr received<value_type> decode(proof_reader& in) {
        value_type out{};
        for (auto& value : out) {
            const auto one = C::decode(in);
            if (!one) return one.why();
            value = *one;
        }
        return out;
    }
};

/// Reads one message from bytes that hold nothing else.
/// \tparam C the codec
/// \param bytes the encoding
/// \return the message, or a refusal: refusal::trailing_bytes where something follows the message
template <codec C>
constexpr received<typename C::value_type> deserialize(std::span<const std::uint8_t> bytes) {
    proof_reader in(bytes);
    const auto value = C::decode(in);
    if (value && !in.unread().empty()) return refusal::trailing_bytes;
    return value;
}

}  // namespace hashlane::inline HASHLANE_ABI
