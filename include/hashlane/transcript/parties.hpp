// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The two sides of a proof, draft-irtf-cfrg-fiat-shamir-03 s.6. The prover writes each message into the proof and
/// absorbs it in one call. The verifier reads it strictly and absorbs the same bytes. Both draw the same challenges.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "../many/messages.hpp"
#include "statement.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// What the prover and the verifier have in common. One thread at a time may use an object.
template <duplex_sponge D>
class transcript_party {
  public:
    /// Starts from the statement `s`.
    constexpr explicit transcript_party(const statement<D>& s) : state(s.sponge()) {}

    /// Draws a challenge of uniform bytes, s.4.2.1.
    /// \param out any number of bytes. It may overlap everything that was absorbed.
    constexpr void challenge(std::span<std::uint8_t> out) { state.squeeze(out.data(), out.size()); }
    /// Returns a challenge of N uniform bytes, s.4.2.1.
    template <std::size_t N>
    [[nodiscard]] constexpr std::array<std::uint8_t, N> challenge() {
        std::array<std::uint8_t, N> out{};
        challenge(out);
        return out;
    }

    /// Returns an integer below a modulus: DecodeUint of s.4.2.2. It takes 16 bytes more of the stream than the modulus
    /// has, so that the integers are equally likely but for a bias of 2^-128.
    /// \param modulus 2 to 2^64 - 1; a smaller one ends the program
    [[nodiscard]] constexpr std::uint64_t challenge_below(std::uint64_t modulus) {
        contract(modulus > 1, "the modulus is below 2");
        std::array<std::uint8_t, 8 + 16> bytes{};
        const std::size_t n = modular::serialized_size(modulus) + 16;
        state.squeeze(bytes.data(), n);
        return modular::remainder(bytes.data(), n, modulus);
    }

    /// Returns an integer of uniform bits: the low bits of as many bytes as they need, which s.4.2.2 allows for powers
    /// of two.
    /// \param bits how many bits, 1 to 64; another number ends the program
    [[nodiscard]] constexpr std::uint64_t challenge_bits(unsigned bits) {
        contract(bits >= 1 && bits <= 64, "a challenge has 1 to 64 bits");
        std::array<std::uint8_t, 8> bytes{};
        state.squeeze(bytes.data(), (bits + 7) / 8);
        return load<std::endian::little, std::uint64_t>(bytes.data()) & ~std::uint64_t{0} >> (64 - bits);
    }

    /// Returns an element of a field: DecodeField of s.4.2.3.
    /// \tparam F the field: fields.hpp
    /// \tparam Extra how many bytes more than the serialization has are taken for each coordinate. With fewer than 16
    /// the bias is 2^-(8 Extra); s.4.2.2 allows it where the soundness error of the protocol is not smaller.
    template <prime_field F, std::size_t Extra = 16>
    [[nodiscard]] constexpr typename field_codec<F>::value_type challenge_in() {
        std::array<std::uint8_t, field_codec<F>::template sampled<Extra>> bytes{};
        state.squeeze(bytes.data(), bytes.size());
        return field_codec<F>::template sample<Extra>(bytes.data());
    }

    /// Absorbs a public string that is no part of the proof: the name of a phase, or what both sides know by now. Its
    /// length is absorbed with it, so that it cannot be confused with what follows.
    /// \param label the string, shorter than 2^32 bytes; a longer one ends the program
    template <byte_range R>
    constexpr void bind(const R& label) {
        fiat_shamir::encoder<D> out{state};
        string_codec::encode(out, label);
    }
    /// Absorbs a public value that is no part of the proof.
    /// \tparam C the codec of the value
    /// \param value the value
    template <codec C, class V>
    requires encodes<C, V>
    constexpr void bind(const V& value) {
        fiat_shamir::encoder<D> out{state};
        C::encode(out, value);
    }

    /// Absorbs many public values that are no part of the proof. Both sides must know their number, which is not
    /// absorbed.
    /// \tparam C the codec of the values
    /// \param values the values
    template <codec C>
    constexpr void bind_all(std::span<const typename C::value_type> values) {
        fiat_shamir::encoder<D> out{state};
        fiat_shamir::encode_all<C>(out, values);
    }

    /// Returns the sponge that has absorbed everything so far.
    constexpr const D& sponge() const { return state; }
    /// Returns the name of the suite.
    constexpr std::string_view suite() const { return state.suite(); }

  protected:
    constexpr explicit transcript_party(const D& at) : state(at) {}
    D state;
};

namespace fiat_shamir {

// This is a party that goes on from a sponge. The faces need it, because they keep the sponge and the proof separately.
template <duplex_sponge D>
class resumed : public transcript_party<D> {
  public:
    constexpr explicit resumed(const D& at) : transcript_party<D>(at) {}
};

}  // namespace fiat_shamir

/// A proof in memory of the caller, for a prover without a heap.
///
///     std::array<std::uint8_t, 64> memory;
///     hl::proof_buffer proof(memory);
///     hl::prover prover(statement, proof);
class proof_buffer {
  public:
    /// Starts an empty proof in `memory`, which must live as long as this object.
    constexpr explicit proof_buffer(std::span<std::uint8_t> memory) : room(memory) {}

    /// Appends `n` bytes from the address `p`. More than left() bytes end the program.
    template <class B>
    constexpr void append(const B* p, std::size_t n) {
        contract(n <= left(), "the proof is longer than its memory");
        copy_bytes(room.data() + used, p, n);
        used += n;
    }
    /// Returns the proof so far.
    constexpr std::span<const std::uint8_t> bytes() const { return room.first(used); }

    /// Returns how many bytes may still be appended. Ask this before a message whose length comes from outside.
    constexpr std::size_t left() const { return room.size() - used; }

  private:
    std::span<std::uint8_t> room;
    std::size_t used = 0;
};

/// What a prover writes to: a proof_buffer, or a container of bytes that grows.
template <class P>
concept proof_sink = requires(P& proof, const std::uint8_t* p, std::size_t n) { proof.append(p, n); } ||
                     requires(P& proof, const std::uint8_t* p) {
                         proof.insert(proof.end(), p, p);
                         requires byte_like<typename P::value_type>;
                     };

namespace fiat_shamir {

// Returns the bytes of a range. Constant evaluation forbids the cast of as_octets(), so there it takes std::uint8_t
// only.
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
            insert(p, n);
        else
            proof.append(p, n);
    }

  private:
    // Inserts bytes at the end of a container. No byte is converted to std::byte, or from it, by itself.
    template <class B>
    constexpr void insert(const B* p, std::size_t n) {
        using byte = typename P::value_type;
        if constexpr (std::convertible_to<B, byte>) {
            proof.insert(proof.end(), p, p + n);
        } else if (std::is_constant_evaluated()) {
            for (std::size_t i = 0; i < n; ++i) proof.insert(proof.end(), static_cast<byte>(p[i]));
        } else {
            const byte* const q = reinterpret_cast<const byte*>(p);
            proof.insert(proof.end(), q, q + n);
        }
    }
};

}  // namespace fiat_shamir

/// The side that makes a proof. One thread at a time may use an object. docs/GUIDE.md has an example.
/// \tparam D the suite
/// \tparam P what the proof is written to
template <duplex_sponge D, proof_sink P>
class prover : public transcript_party<D> {
  public:
    /// Tells protocols that this is the prover.
    static constexpr bool proves = true;

    /// Starts a proof.
    /// \param s the statement
    /// \param to the proof is appended here. It must live as long as the prover.
    constexpr prover(const statement<D>& s, P& to) : transcript_party<D>(s), proof(to) {}

    /// Writes messages to the proof and absorbs them.
    /// \tparam Cs a codec for each value: `prover.send<C1, C2>(a, b)`
    /// \param values the values. A value that its codec does not accept ends the program; codecs.hpp says how to ask.
    ///
    /// Overlap: bytes of a bytes_codec may already lie in the memory of a proof_buffer, exactly where they are going to
    /// be. No other value may overlap that memory, and no value may lie in the container of a proof that grows.
    template <codec... Cs, class... V>
    requires(sizeof...(Cs) != 0 && sizeof...(Cs) == sizeof...(V) && (encodes<Cs, V> && ...))
    constexpr void send(const V&... values) {
        fiat_shamir::encoder<D, fiat_shamir::appender<P>> out{this->state, {proof}};
        (Cs::encode(out, values), ...);
    }
    /// Writes many messages to the proof and absorbs them. Both sides must know their number, which is not written.
    /// \tparam C the codec of the values
    /// \param values the values
    template <codec C>
    constexpr void send_all(std::span<const typename C::value_type> values) {
        fiat_shamir::encoder<D, fiat_shamir::appender<P>> out{this->state, {proof}};
        fiat_shamir::encode_all<C>(out, values);
    }

  private:
    P& proof;
};

/// The side that checks a proof. One thread at a time may use an object. docs/GUIDE.md has an example.
/// \tparam D the suite
template <duplex_sponge D>
class verifier : public transcript_party<D> {
  public:
    /// Tells protocols that this is the verifier.
    static constexpr bool proves = false;

    /// Starts to read a proof.
    /// \param s the statement
    /// \param proof the proof, which must live as long as the verifier: a temporary container does not compile
    template <lasting_bytes R>
    constexpr verifier(const statement<D>& s, R&& proof)
        : transcript_party<D>(s), unread(fiat_shamir::octets_of(proof)) {}

    /// Reads the next message and absorbs it. After a message was refused, all later ones are refused for the same
    /// reason.
    /// \tparam C the codec of the message
    /// \return the message, or why it is refused
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
    /// Reads as many messages as `out` has places, and absorbs them.
    /// \tparam C the codec of the messages
    /// \param out the messages are written here. From the first message on that is refused, `out` is not changed.
    /// \return whether all messages were read
    ///
    /// Overlap: an `out` that overlaps the unread part of the proof ends the program.
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

    /// Notes whether an equation of the protocol holds.
    /// \param holds whether it holds; false is remembered, and check_eof() returns it
    /// \param otherwise what check_eof() returns when it does not hold
    /// \return `holds`
    constexpr bool require(bool holds, refusal otherwise = refusal::check_failed) {
        if (!holds && first_refusal == refusal::none) first_refusal = otherwise;
        return holds;
    }

    /// Returns the verdict after the last message, when nothing may be left of the proof: s.6.2. Only refusal::none
    /// accepts.
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

/// A prover or a verifier. A protocol is written once for both: template <hl::transcript T> void rounds(T& t).
template <class T>
concept transcript = requires(T& t, std::span<std::uint8_t> out) {
    t.challenge(out);
    { t.challenge_below(2u) } -> std::same_as<std::uint64_t>;
    { t.challenge_bits(1u) } -> std::same_as<std::uint64_t>;
    t.bind(std::string_view{});
    { T::proves } -> std::convertible_to<bool>;
};
/// A prover.
template <class T>
concept proving_transcript = transcript<T> && T::proves;
/// A verifier.
template <class T>
concept verifying_transcript = transcript<T> && !T::proves;

}  // namespace hashlane::inline HASHLANE_ABI
