// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What prover and verifier begin with: a session, then an instance, draft-irtf-cfrg-fiat-shamir-03 s.5. Each is a value
// that any number of proofs start from, so that what they share is absorbed once (s.7).

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "codecs.hpp"
#include "duplex.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// s.5.1: DeriveSessionID. The tag names the application, the protocol with its codecs and its suite, unambiguously.
template <class D, byte_range R>
constexpr session_id derive_session_id(const R& tag) {
    D sponge(fiat_shamir::session_label(D::origin));
    with_bytes(tag, [&](auto p, std::size_t n) { sponge.absorb(p, n); });
    session_id id{};
    sponge.squeeze(id.bytes.data(), id.bytes.size());
    return id;
}

namespace fiat_shamir {

// Where a codec writes to: the sponge, and before it what `also` appends to.
struct nowhere {
    template <class B>
    constexpr void append(const B*, std::size_t) {}
};

template <class D, class Also = nowhere>
struct encoder {
    D& sponge;
    Also also{};

    template <class B>
    HASHLANE_INLINE constexpr void bytes(const B* p, std::size_t n) {
        sponge.absorb(p, n);  // first: what is appended may be written over the bytes at p
        also.append(p, n);
    }
    template <std::unsigned_integral W>
    HASHLANE_INLINE constexpr void integer(W w) {
        if constexpr (!std::same_as<Also, nowhere> || !requires { sponge.absorb_integer(w); }) {
            std::array<std::uint8_t, sizeof w> out{};
            for (std::size_t i = 0; i < sizeof w; ++i) out[i] = static_cast<std::uint8_t>(w >> 8 * i);
            also.append(out.data(), out.size());
            if constexpr (!requires { sponge.absorb_integer(w); }) sponge.absorb(out.data(), out.size());
        }
        if constexpr (requires { sponge.absorb_integer(w); }) sponge.absorb_integer(w);
    }
};

// Memory that has room for it.
struct memory_writer {
    std::uint8_t* to;

    template <class B>
    HASHLANE_INLINE constexpr void bytes(const B* p, std::size_t n) {
        copy_bytes(to, p, n);
        to += n;
    }
    template <std::unsigned_integral W>
    HASHLANE_INLINE constexpr void integer(W w) {
        if constexpr (sizeof w >= 4)
            store<std::endian::little>(to, w);
        else
            for (std::size_t i = 0; i < sizeof w; ++i) to[i] = static_cast<std::uint8_t>(w >> 8 * i);
        to += sizeof w;
    }
};

// Many values: those of a fixed length by way of a buffer, eight blocks of SHAKE128.
template <class C, class D, class Also>
constexpr void encode_all(encoder<D, Also>& out, std::span<const typename C::value_type> values) {
    constexpr std::size_t room = 1344;
    if constexpr (requires { requires C::size <= room; }) {
        std::array<std::uint8_t, room / C::size * C::size> buffer;
        for (std::size_t n; !values.empty(); values = values.subspan(n)) {
            n = values.size() < room / C::size ? values.size() : room / C::size;
            memory_writer memory{buffer.data()};
            for (const auto& value : values.first(n)) C::encode(memory, value);
            out.bytes(buffer.data(), n * C::size);
        }
    } else {
        for (const auto& value : values) C::encode(out, value);
    }
}

}  // namespace fiat_shamir

template <class C, class V>
concept encodes =
    codec<C> && requires(fiat_shamir::encoder<fiat_shamir::nowhere>& out, const V& value) { C::encode(out, value); };

// s.5.2: session and instance are absorbed. Only this begins a proof, so that neither can be forgotten.
template <duplex_sponge D>
class statement {
  public:
    constexpr const D& sponge() const { return state; }

  private:
    template <duplex_sponge E>
    friend class session;
    constexpr explicit statement(const D& absorbed) : state(absorbed) {}
    D state;
};

template <duplex_sponge D>
class session {
  public:
    constexpr explicit session(const session_id& id)
    requires std::constructible_from<D, const session_id&>
        : state(id) {}

    // One that is chosen at run time and has its session: any_duplex.
    constexpr explicit session(const D& begun)
    requires(!std::constructible_from<D, const session_id&>)
        : state(begun) {}

    // Of a tag, by DeriveSessionID.
    template <byte_range R>
    requires std::constructible_from<D, const session_id&>
    static constexpr session of(const R& tag) {
        return session(derive_session_id<D>(tag));
    }

    // The public values that are proven something about, each by its codec: instance<C1, C2>(a, b).
    template <codec... Cs, class... V>
    requires(sizeof...(Cs) != 0 && sizeof...(Cs) == sizeof...(V) && (encodes<Cs, V> && ...))
    [[nodiscard]] constexpr statement<D> instance(const V&... values) const {
        D begun = state;
        fiat_shamir::encoder<D> out{begun};
        (Cs::encode(out, values), ...);
        return statement<D>(begun);
    }

    // One that is encoded already, without a prefix in common with another (s.4.1). It must not be empty: where it comes
    // from outside, checked_instance gives nothing then.
    template <byte_range R>
    [[nodiscard]] constexpr statement<D> encoded_instance(const R& bytes) const {
        contract(std::size(bytes) != 0, "the instance is empty");
        D begun = state;
        with_bytes(bytes, [&](auto p, std::size_t n) { begun.absorb(p, n); });
        return statement<D>(begun);
    }

    template <byte_range R>
    [[nodiscard]] constexpr std::optional<statement<D>> checked_instance(const R& bytes) const {
        if (std::size(bytes) == 0) return std::nullopt;
        return encoded_instance(bytes);
    }

  private:
    D state;
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
