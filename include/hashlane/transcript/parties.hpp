// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The two sides of a proof, draft-irtf-cfrg-fiat-shamir-03 s.6. The prover writes each message into the proof and absorbs
// it in one call; the verifier reads it strictly and absorbs the same bytes; both draw the same challenges.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "../many/messages.hpp"
#include "statement.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// What both sides do.
template <duplex_sponge D>
class transcript_party {
  public:
    constexpr explicit transcript_party(const statement<D>& s) : state(s.sponge()) {}

    // s.4.2.1. `out` may lie over anything that was absorbed.
    constexpr void challenge(std::span<std::uint8_t> out) { state.squeeze(out.data(), out.size()); }
    template <std::size_t N>
    [[nodiscard]] constexpr std::array<std::uint8_t, N> challenge() {
        std::array<std::uint8_t, N> out{};
        challenge(out);
        return out;
    }

    // s.4.2.2: DecodeUint of Ns + 16 bytes, modulo 2 to 2^64 - 1.
    [[nodiscard]] constexpr std::uint64_t challenge_below(std::uint64_t modulus) {
        contract(modulus > 1, "there is no choice below this modulus");
        std::array<std::uint8_t, 8 + 16> bytes{};
        const std::size_t n = modular::serialized_size(modulus) + 16;
        state.squeeze(bytes.data(), n);
        return modular::remainder(bytes.data(), n, modulus);
    }

    // The low bits of as many bytes as they take: what s.4.2.2 allows for powers of two. 1 to 64.
    [[nodiscard]] constexpr std::uint64_t challenge_bits(unsigned bits) {
        contract(bits >= 1 && bits <= 64, "a challenge has 1 to 64 bits");
        std::array<std::uint8_t, 8> bytes{};
        state.squeeze(bytes.data(), (bits + 7) / 8);
        return load<std::endian::little, std::uint64_t>(bytes.data()) & ~std::uint64_t{0} >> (64 - bits);
    }

    // s.4.2.3: DecodeField. With fewer extra bytes than 16 the bias is 2^-(8 Extra) of the field's size; s.4.2.2 allows it
    // where the protocol's own soundness error is not below.
    template <prime_field F, std::size_t Extra = 16>
    [[nodiscard]] constexpr typename field_codec<F>::value_type challenge_in() {
        std::array<std::uint8_t, field_codec<F>::template sampled<Extra>> bytes{};
        state.squeeze(bytes.data(), bytes.size());
        return field_codec<F>::template sample<Extra>(bytes.data());
    }

    // A public string that stands in no proof: the name of a phase, what both sides know by now. With its length, so
    // that it cannot run into what follows.
    template <byte_range R>
    constexpr void bind(const R& label) {
        fiat_shamir::encoder<D> out{state};
        string_codec::encode(out, label);
    }
    template <codec C, class V>
    requires encodes<C, V>
    constexpr void bind(const V& value) {
        fiat_shamir::encoder<D> out{state};
        C::encode(out, value);
    }

    // Many values, whose number both sides know.
    template <codec C>
    constexpr void bind_all(std::span<const typename C::value_type> values) {
        fiat_shamir::encoder<D> out{state};
        fiat_shamir::encode_all<C>(out, values);
    }

    constexpr const D& sponge() const { return state; }
    constexpr std::string_view suite() const { return state.suite(); }

  protected:
    constexpr explicit transcript_party(const D& at) : state(at) {}
    D state;
};

namespace fiat_shamir {

// A party that goes on from a sponge: for faces, which keep the sponge and its proof apart.
template <duplex_sponge D>
class resumed : public transcript_party<D> {
  public:
    constexpr explicit resumed(const D& at) : transcript_party<D>(at) {}
};

}  // namespace fiat_shamir

// A proof in memory that somebody else has: hl::proof_buffer proof(array); hl::prover p(statement, proof);
class proof_buffer {
  public:
    constexpr explicit proof_buffer(std::span<std::uint8_t> memory) : room(memory) {}

    template <class B>
    constexpr void append(const B* p, std::size_t n) {
        contract(n <= left(), "the proof is longer than its memory");
        copy_bytes(room.data() + used, p, n);
        used += n;
    }
    constexpr std::span<const std::uint8_t> bytes() const { return room.first(used); }

    // How many bytes may still be appended: ask before a message whose length comes from outside.
    constexpr std::size_t left() const { return room.size() - used; }

  private:
    std::span<std::uint8_t> room;
    std::size_t used = 0;
};

// Where a prover writes to: a proof_buffer, or a container of bytes that grows.
template <class P>
concept proof_sink = requires(P& proof, const std::uint8_t* p, std::size_t n) { proof.append(p, n); } ||
                     requires(P& proof, const std::uint8_t* p) { proof.insert(proof.end(), p, p); };

namespace fiat_shamir {

// Any bytes; during constant evaluation, which forbids the cast, std::uint8_t.
template <byte_range R>
constexpr std::span<const std::uint8_t> octets_of(const R& r) {
    if constexpr (std::convertible_to<decltype(std::data(r)), const std::uint8_t*>)
        return {std::data(r), std::size(r)};
    else
        return as_octets(r);
}

template <proof_sink P>
struct appender {
    P& proof;
    template <class B>
    constexpr void append(const B* p, std::size_t n) {
        if constexpr (requires { proof.insert(proof.end(), p, p + n); })
            proof.insert(proof.end(), p, p + n);
        else
            proof.append(p, n);
    }
};

}  // namespace fiat_shamir

template <duplex_sponge D, proof_sink P>
class prover : public transcript_party<D> {
  public:
    static constexpr bool proves = true;

    // The proof must outlive the prover.
    constexpr prover(const statement<D>& s, P& to) : transcript_party<D>(s), proof(to) {}

    // send<C1, C2>(a, b). Bytes (bytes_codec) may lie in the room of the proof that they are written to; no other value may
    // overlap that room, nor any value a container that grows.
    template <codec... Cs, class... V>
    requires(sizeof...(Cs) != 0 && sizeof...(Cs) == sizeof...(V) && (encodes<Cs, V> && ...))
    constexpr void send(const V&... values) {
        fiat_shamir::encoder<D, fiat_shamir::appender<P>> out{this->state, {proof}};
        (Cs::encode(out, values), ...);
    }
    // A sequence whose length both sides know.
    template <codec C>
    constexpr void send_all(std::span<const typename C::value_type> values) {
        fiat_shamir::encoder<D, fiat_shamir::appender<P>> out{this->state, {proof}};
        fiat_shamir::encode_all<C>(out, values);
    }

  private:
    P& proof;
};

template <duplex_sponge D>
class verifier : public transcript_party<D> {
  public:
    static constexpr bool proves = false;

    // The proof must outlive the verifier: a temporary container is refused.
    template <lasting_bytes R>
    constexpr verifier(const statement<D>& s, R&& proof)
        : transcript_party<D>(s), unread(fiat_shamir::octets_of(proof)) {}

    // The next message. After one that was refused all others are, for the same reason.
    template <codec C>
    constexpr received<typename C::value_type> receive() {
        if (first_refusal != refusal::none) return first_refusal;
        const std::uint8_t* const begin = unread.unread().data();
        const auto value = C::decode(unread);
        if (value)
            this->state.absorb(begin, static_cast<std::size_t>(unread.unread().data() - begin));
        else
            first_refusal = value.why();
        return value;
    }
    // As many as there is room for; false, and the room as it was from the first one on that was refused.
    // Overlap: an `out` that overlaps what is left of the proof ends the program.
    template <codec C>
    [[nodiscard]] constexpr bool receive_all(std::span<typename C::value_type> out) {
        const auto left = unread.unread();
        contract(std::is_constant_evaluated() || !overlap(out.data(), out.size_bytes(), left.data(), left.size()),
                 "the values overlap the proof that they come from");
        for (auto& value : out) {
            const auto one = receive<C>();
            if (!one) return false;
            value = *one;
        }
        return true;
    }

    // An equation of the protocol; false is remembered.
    constexpr bool require(bool holds, refusal otherwise = refusal::check_failed) {
        if (!holds && first_refusal == refusal::none) first_refusal = otherwise;
        return holds;
    }

    // s.6.2: the verdict after the last message, of which nothing may be left. refusal::none accepts.
    [[nodiscard]] constexpr refusal check_eof() const {
        if (first_refusal != refusal::none) return first_refusal;
        return unread.unread().empty() ? refusal::none : refusal::trailing_bytes;
    }

  private:
    proof_reader unread;
    refusal first_refusal = refusal::none;
};

template <duplex_sponge D, proof_sink P>
prover(const statement<D>&, P&) -> prover<D, P>;
template <duplex_sponge D, lasting_bytes R>
verifier(const statement<D>&, R&&) -> verifier<D>;

// For protocols: template <hl::transcript T> void rounds(T& t). A prover sends, a verifier receives, both are challenged.
template <class T>
concept transcript = requires(T& t, std::span<std::uint8_t> out) {
    t.challenge(out);
    { t.challenge_below(2u) } -> std::same_as<std::uint64_t>;
    { t.challenge_bits(1u) } -> std::same_as<std::uint64_t>;
    t.bind(std::string_view{});
    { T::proves } -> std::convertible_to<bool>;
};
template <class T>
concept proving_transcript = transcript<T> && T::proves;
template <class T>
concept verifying_transcript = transcript<T> && !T::proves;

}  // namespace HASHLANE_ABI
}  // namespace hashlane
