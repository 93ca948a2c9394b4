// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// What a prover and a verifier begin with: a session, then an instance, draft-irtf-cfrg-fiat-shamir-03 s.5. Each is a
/// value from which any number of proofs can start, so what they share is absorbed once (s.7).

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "codecs.hpp"
#include "duplex.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// Derives the session from a tag: DeriveSessionID, s.5.1.
/// \tparam D the suite: suites.hpp
/// \param tag names the application, the protocol with its codecs, and its suite, so that no other protocol has the
/// same tag
template <class D, byte_range R>
constexpr session_id derive_session_id(const R& tag) {
    D sponge(fiat_shamir::session_label(D::origin));
    with_bytes(tag, [&](auto p, std::size_t n) { sponge.absorb(p, n); });
    session_id id{};
    sponge.squeeze(id.bytes.data(), id.bytes.size());
    return id;
}

namespace fiat_shamir {

// A codec writes to the sponge, and what it writes is also appended to `also`; this appends nothing.
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

// This writes to memory that is large enough.
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

// Encodes many values. Values of a fixed length are collected in a buffer of eight blocks of SHAKE128: docs/TUNING.md,
// "Transcripts".
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

/// The codec C encodes values of the type V.
template <class C, class V>
concept encodes =
    codec<C> && requires(fiat_shamir::encoder<fiat_shamir::nowhere>& out, const V& value) { C::encode(out, value); };

/// A session and an instance that have been absorbed, s.5.2. Only session makes statements, and only a statement starts
/// a proof, so neither can be forgotten. Objects are values.
template <duplex_sponge D>
class statement {
  public:
    /// Returns the sponge that has absorbed both.
    constexpr const D& sponge() const { return state; }

  private:
    template <duplex_sponge E>
    friend class session;
    constexpr explicit statement(const D& absorbed) : state(absorbed) {}
    D state;
};

/// A session: what all proofs of a protocol share. Objects are values, and are not changed; several threads may use one
/// at the same time.
/// \tparam D the suite: suites.hpp, or any_duplex
template <duplex_sponge D>
class session {
  public:
    /// Starts from the identifier `id`, for example that of derive_session_id().
    constexpr explicit session(const session_id& id)
    requires std::constructible_from<D, const session_id&>
        : state(id) {}

    /// Starts from `begun`, a suite that is chosen at run time and has its session: an any_duplex.
    constexpr explicit session(const D& begun)
    requires(!std::constructible_from<D, const session_id&>)
        : state(begun) {}

    /// Starts from a tag, by DeriveSessionID (s.5.1).
    /// \param tag names the application, the protocol with its codecs, and its suite
    template <byte_range R>
    requires std::constructible_from<D, const session_id&>
    static constexpr session of(const R& tag) {
        return session(derive_session_id<D>(tag));
    }

    /// Absorbs the instance: the public values that the proof is about (s.5.2).
    /// \tparam Cs a codec for each value: `session.instance<C1, C2>(a, b)`
    /// \param values the values
    /// \return the statement, from which provers and verifiers start
    template <codec... Cs, class... V>
    requires(sizeof...(Cs) != 0 && sizeof...(Cs) == sizeof...(V) && (encodes<Cs, V> && ...))
    [[nodiscard]] constexpr statement<D> instance(const V&... values) const {
        D begun = state;
        fiat_shamir::encoder<D> out{begun};
        (Cs::encode(out, values), ...);
        return statement<D>(begun);
    }

    /// Absorbs an instance that is already encoded.
    /// \param bytes the encoding, 1 byte or more; no encoding may be the beginning of another one (s.4.1). An empty one
    /// ends the program.
    /// \return the statement
    template <byte_range R>
    [[nodiscard]] constexpr statement<D> encoded_instance(const R& bytes) const {
        contract(std::size(bytes) != 0, "the instance is empty");
        D begun = state;
        with_bytes(bytes, [&](auto p, std::size_t n) { begun.absorb(p, n); });
        return statement<D>(begun);
    }

    /// As encoded_instance(), for bytes that come from outside.
    /// \param bytes the encoding
    /// \return the statement; nothing when `bytes` is empty
    template <byte_range R>
    [[nodiscard]] constexpr std::optional<statement<D>> checked_instance(const R& bytes) const {
        if (std::size(bytes) == 0) return std::nullopt;
        return encoded_instance(bytes);
    }

  private:
    D state;
};

}  // namespace hashlane::inline HASHLANE_ABI
