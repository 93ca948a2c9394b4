// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Codecs: how a message of each type is written, absorbed and strictly read back, draft-irtf-cfrg-fiat-shamir-03 s.6. The
// type of a codec fixes the length of its messages, but for strings, which begin with theirs.
//
//   string_codec        bytes of any length below 2^32, SerializeVarLenString
//   bytes_codec<N>      exactly N bytes, SerializeBytes
//   integer_codec<W>    std::uint8_t .. std::uint64_t: SerializeUint(x, 2^8 .. 2^64)
//   below_codec<M>      SerializeUint(x, M)
//   field_codec<F>      SerializeField(x, p, m)
//   array_codec<C, N>   N messages of one codec
//
// A codec C gives value_type, encode(out, value), where out takes bytes(p, n) and integer(w), and decode(in), where in is
// a proof_reader. One of a fixed length gives `size`.

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "../lanes/bytes.hpp"
#include "fields.hpp"
#include "refusal.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// The unread remainder of a proof, s.6.2.
class proof_reader {
  public:
    constexpr explicit proof_reader(std::span<const std::uint8_t> proof) : rest(proof) {}

    // nullptr when fewer are left.
    constexpr const std::uint8_t* take(std::size_t n) {
        if (rest.size() < n) return nullptr;
        const std::uint8_t* p = rest.data();
        rest = rest.subspan(n);
        return p;
    }
    constexpr std::span<const std::uint8_t> unread() const { return rest; }

  private:
    std::span<const std::uint8_t> rest;
};

template <class C>
concept codec = requires(proof_reader& in) {
    typename C::value_type;
    { C::decode(in) } -> std::same_as<received<typename C::value_type>>;
};

// s.6.1.1, s.6.2.1: LE(len, 4) || bytes. What is read stays where it is, in the proof.
struct string_codec {
    using value_type = std::span<const std::uint8_t>;

    // Has it an encoding? Ask where the length comes from outside.
    template <byte_range R>
    static constexpr bool accepts(const R& s) {
        return std::size(s) <= 0xffffffff;
    }
    template <class Out, byte_range R>
    static constexpr void encode(Out& out, const R& s) {
        contract(accepts(s), "a string of 2^32 bytes or more has no encoding");
        out.integer(static_cast<std::uint32_t>(std::size(s)));
        with_bytes(s, [&](auto p, std::size_t n) { out.bytes(p, n); });
    }
    static constexpr received<value_type> decode(proof_reader& in) {
        const std::uint8_t* length = in.take(4);
        if (length == nullptr) return refusal::truncated;
        const std::size_t n = load<std::endian::little, std::uint32_t>(length);
        const std::uint8_t* p = in.take(n);
        if (p == nullptr) return refusal::truncated;
        return value_type(p, n);
    }
};

template <std::size_t N>
struct bytes_codec {
    static_assert(N != 0, "a message is not empty");
    using value_type = std::array<std::uint8_t, N>;
    static constexpr std::size_t size = N;

    template <class Out, byte_block<N> R>
    HASHLANE_INLINE static constexpr void encode(Out& out, const R& s) {
        with_bytes(s, [&](auto p, std::size_t n) HASHLANE_LAMBDA_INLINE { out.bytes(p, n); });
    }
    static constexpr received<value_type> decode(proof_reader& in) {
        const std::uint8_t* p = in.take(N);
        if (p == nullptr) return refusal::truncated;
        value_type out{};
        copy_bytes(out.data(), p, N);
        return out;
    }
};

// s.6.1.3, s.6.2.3. M is 2 to 2^64 - 1, or 0 for 2^64.
template <std::uint64_t M>
struct below_codec {
    static_assert(M != 1, "a message is not empty");
    using value_type = std::uint64_t;
    static constexpr std::size_t size = modular::serialized_size(M);

    // Is it below M? Ask where the integer comes from outside.
    static constexpr bool accepts(std::uint64_t x) { return M == 0 || x < M; }

    template <class Out>
    static constexpr void encode(Out& out, std::uint64_t x) {
        contract(accepts(x), "the integer is not below its modulus");
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
    static constexpr received<std::uint64_t> decode(proof_reader& in) {
        const std::uint8_t* p = in.take(size);
        if (p == nullptr) return refusal::truncated;
        const auto x = load_partial<std::endian::little, std::uint64_t>(p, size);
        if (M != 0 && x >= M) return refusal::not_canonical;
        return x;
    }
};

template <std::unsigned_integral W>
struct integer_codec {
    using value_type = W;
    static constexpr std::size_t size = sizeof(W);

    template <class Out>
    static constexpr void encode(Out& out, std::same_as<W> auto x) {
        out.integer(x);
    }
    static constexpr received<W> decode(proof_reader& in) {
        const std::uint8_t* p = in.take(size);
        if (p == nullptr) return refusal::truncated;
        return static_cast<W>(load_partial<std::endian::little, std::uint64_t>(p, size));
    }
};

// s.6.1.4, s.6.2.4, in the byte order of the field's own standard.
template <prime_field F>
struct field_codec {
    using field = field_of<F>;
    using value_type = typename field::value_type;
    static constexpr std::size_t size = field::degree * field::serialized;

    // Is each coordinate below the modulus? Ask where the element comes from outside.
    static constexpr bool accepts(const value_type& x) {
        for (const auto& coordinate : coordinates(x))
            if (!field::canonical(field::to_integer(coordinate))) return false;
        return true;
    }

    template <class Out>
    HASHLANE_INLINE static constexpr void encode(Out& out, const value_type& x) {
        for (const auto& coordinate : coordinates(x)) encode_coordinate(out, coordinate);
    }
    static constexpr received<value_type> decode(proof_reader& in) {
        value_type out{};
        for (auto& coordinate : coordinates(out)) {
            const auto one = decode_coordinate(in);
            if (!one) return one.why();
            coordinate = *one;
        }
        return out;
    }

    // s.4.2.3: DecodeField of uniform bytes, `Extra` of them for each coordinate beyond those that it is serialized to.
    template <std::size_t Extra>
    static constexpr std::size_t sampled = field::degree * (field::serialized + Extra);
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

    // The coordinates of an element, the least significant first; of a field of prime order the element itself.
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

// s.6.1.2, s.6.2.2
template <codec C, std::size_t N>
struct array_codec {
    static_assert(N != 0, "a message is not empty");
    using value_type = std::array<typename C::value_type, N>;
    static constexpr std::size_t size = N * C::size;

    template <class Out>
    static constexpr void encode(Out& out, const value_type& values) {
        for (const auto& value : values) C::encode(out, value);
    }
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

// Any codec may be tried on bytes of its own: nothing but one message must be in them.
template <codec C>
constexpr received<typename C::value_type> deserialize(std::span<const std::uint8_t> bytes) {
    proof_reader in(bytes);
    const auto value = C::decode(in);
    if (value && !in.unread().empty()) return refusal::trailing_bytes;
    return value;
}

}  // namespace HASHLANE_ABI
}  // namespace hashlane
