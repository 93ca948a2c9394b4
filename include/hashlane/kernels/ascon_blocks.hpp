// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Ascon-p over whole blocks, on the target in use. A rate is counted in words of 8 bytes; it is 1 or 2.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "../lanes/bytes.hpp"
#include "../lanes/secret.hpp"
#include "../lanes/state_word.hpp"
#include "../primitives/ascon_p.hpp"
#include "../primitives/ascon_p_x86.hpp"
#include "../targets/target.hpp"
#include "ascon_aead_steps.hpp"

namespace hashlane::inline HASHLANE_ENTRY_ABI {

// What becomes of the rate of the state when a block of input comes, before the permutation: SP 800-232 s.4.1.1,
// s.4.1.2 and s.5.
enum class ascon_duplexing { absorb, encrypt, decrypt };

// The parameters in which the variants differ: the rounds between blocks, the words of the rate, and the order of bytes
// in a word. An entry point takes them in one register.
struct ascon_parameters {
    std::uint16_t rnd, rate;
    bool big_endian;
};

// The inputs of an AEAD, and its output of n bytes.
struct ascon_texts {
    const std::uint8_t* associated_data;
    std::size_t associated_size;
    const std::uint8_t* in;
    std::uint8_t* out;
    std::size_t n;
};

}  // namespace hashlane::inline HASHLANE_ENTRY_ABI

namespace hashlane::inline HASHLANE_ABI::ascon {

using duplexing = ascon_duplexing;
using parameters = ascon_parameters;
using texts = ascon_texts;

inline constexpr unsigned a = 12;  // rounds at the beginning and the end, in every variant

using state = std::array<std::uint64_t, words>;

// Combines a word S of the rate with a word w of the input. Returns a word of the output. Decryption leaves the
// ciphertext in S.
template <duplexing D, class L>
HASHLANE_INLINE constexpr L duplex_word(L& S, const L& w) {
    const L text = S ^ w;
    S = D == duplexing::decrypt ? w : text;
    return text;
}

HASHLANE_INLINE constexpr std::uint64_t in_order(std::uint64_t w, bool big_endian) {
    return big_endian ? byteswap(w) : w;
}

HASHLANE_INLINE constexpr std::size_t block_of(const parameters& v) { return std::size_t{8} * v.rate; }  // bytes
HASHLANE_INLINE constexpr std::endian order_of(const parameters& v) {
    return v.big_endian ? std::endian::big : std::endian::little;
}

// Calls f(v), specialised for Ascon-AEAD128, because testing v for each block takes time (docs/TUNING.md, "Ascon").
template <class F>
HASHLANE_INLINE void with_parameters(const parameters& v, const F& f) {
    constexpr parameters aead128{8, 2, false};
    if (v.rnd == aead128.rnd && v.rate == aead128.rate && !v.big_endian) return f(aead128);
    f(v);
}

template <duplexing D, class L>
HASHLANE_INLINE void duplex_bytes(L& S, bool big_endian, const std::uint8_t* in, std::uint8_t* out) {
    const L w = to_state_word<L>(in_order(load<std::endian::little, std::uint64_t>(in), big_endian));
    const L text = duplex_word<D>(S, w);
    if constexpr (D != duplexing::absorb) store<std::endian::little>(out, in_order(from_state_word(text), big_endian));
}

template <duplexing D, class L>
HASHLANE_INLINE void duplex_block(L* A, const parameters& v, const std::uint8_t* in, std::uint8_t* out) {
    duplex_bytes<D>(A[0], v.big_endian, in, out);
    if (v.rate == 2) duplex_bytes<D>(A[1], v.big_endian, in + 8, D == duplexing::absorb ? out : out + 8);
}

// The properties of the kernels for one message. A round is one long chain of dependent operations. Where vectors
// rotate in one instruction, that chain is shorter in vector registers, unless their instructions take longer
// (docs/TUNING.md, "Ascon").
struct one_message {
    static constexpr bool in_written_order = true;
    template <class T>
    static constexpr bool preferred = T::bmi2;
    template <class T>
    static constexpr bool vector_chain = T::vector_rotate;
};

// Tells whether the kernels of target T compute two rounds a turn, with permute_by_rorx().
template <class T>
inline constexpr bool permutes_by_rorx = T::bmi2 && !T::vector_rotate && !HASHLANE_MSAN;

// Tells whether every kernel can compute rnd rounds between blocks: an even number from 2 to max_rounds. Each variant
// asserts it.
constexpr bool is_round_count(unsigned rnd) { return rnd != 0 && rnd % 2 == 0 && rnd <= max_rounds; }

// Computes Ascon-p[rnd] in place; is_round_count(rnd) holds.
template <class T>
HASHLANE_INLINE void permute_on(state_word<T>* A, unsigned rnd) {
#if defined(HASHLANE_X86)
    if constexpr (permutes_by_rorx<T>) return permute_by_rorx(A, rnd);
#endif
    permute(A, rnd);
}

// Computes Ascon-p[rnd] in place; rnd is any number from 1 to max_rounds.
template <class T>
HASHLANE_INLINE void permute_any_on(state_word<T>* A, unsigned rnd) {
    if constexpr (permutes_by_rorx<T>)
        if (rnd % 2 != 0) return permute(A, rnd);
    permute_on<T>(A, rnd);
}

struct permute_kernel : one_message {
    template <class T>
    HASHLANE_INLINE static void run(std::uint64_t* S, unsigned rnd) {
        state_word<T> A[words];
        load_state(A, S, std::make_index_sequence<words>{});
        permute_any_on<T>(A, rnd);
        store_state(S, A, std::make_index_sequence<words>{});
    }
};

template <duplexing D, class T>
HASHLANE_INLINE void duplex_blocks_on(state_word<T>* A, const parameters& v, const std::uint8_t* in, std::uint8_t* out,
                                      std::size_t blocks) {
    for (; blocks != 0; --blocks, in += block_of(v)) {
        duplex_block<D>(A, v, in, out);
        if constexpr (D != duplexing::absorb) out += block_of(v);
        permute_on<T>(A, v.rnd);
    }
}

template <duplexing D>
struct duplex_kernel : one_message {
    template <class T>
    HASHLANE_INLINE static void run(std::uint64_t* S, parameters any, const std::uint8_t* in, std::uint8_t* out,
                                    std::size_t blocks) {
        state_word<T> A[words];
        load_state(A, S, std::make_index_sequence<words>{});
        with_parameters(any, [&](const parameters& v)
                                 HASHLANE_LAMBDA_INLINE { duplex_blocks_on<D, T>(A, v, in, out, blocks); });
        store_state(S, A, std::make_index_sequence<words>{});
    }
};

// Takes the last n bytes of a text, fewer than 8, and the padding: a one bit and zeros.
template <duplexing D, class L>
HASHLANE_INLINE void duplex_last_bytes(L& S, bool big_endian, const std::uint8_t* in, std::uint8_t* out,
                                       std::size_t n) {
    const auto up = [&](std::uint64_t w) HASHLANE_LAMBDA_INLINE { return to_state_word<L>(in_order(w, big_endian)); };
    const std::uint64_t one = (big_endian ? std::uint64_t{0x80} : std::uint64_t{1}) << 8 * n;
    const L w = up(load_partial<std::endian::little, std::uint64_t>(in, n)), text = S ^ w;
    if constexpr (D == duplexing::decrypt)
        S = S ^ (text & up((std::uint64_t{1} << 8 * n) - 1)) ^ up(one);
    else
        S = text ^ up(one);
    if constexpr (D != duplexing::absorb)
        store_partial<std::endian::little>(out, in_order(from_state_word(text), big_endian), n);
}

// Takes the last block of a text, which may be empty, without a permutation.
template <duplexing D, class L>
HASHLANE_INLINE void duplex_last_block(L* A, bool big_endian, const std::uint8_t* in, std::uint8_t* out,
                                       std::size_t n) {
    if (n < 8) return duplex_last_bytes<D>(A[0], big_endian, in, out, n);
    duplex_bytes<D>(A[0], big_endian, in, out);
    duplex_last_bytes<D>(A[1], big_endian, in + 8, D == duplexing::absorb ? out : out + 8, n - 8);
}

// Takes a text with its padding. The caller permutes after the last block.
template <duplexing D, class T>
HASHLANE_INLINE void duplex_text(state_word<T>* A, const parameters& v, const std::uint8_t* in, std::uint8_t* out,
                                 std::size_t n) {
    const std::size_t blocks = n >> (v.rate + 2);  // of 8 or 16 bytes
    const std::size_t whole = blocks * block_of(v);
    duplex_blocks_on<D, T>(A, v, in, out, blocks);
    duplex_last_block<D>(A, v.big_endian, in + whole, D == duplexing::absorb ? out : out + whole, n - whole);
}

// Encrypts or decrypts a whole message (SP 800-232 s.4.1). K is as ascon_aead_steps.hpp describes it. opaque() makes the
// compiler read the words of the key, and the members of t, again after a permutation. Otherwise it may keep them in
// registers meanwhile, and spill words of the key to the stack, where they would stay.
template <duplexing D>
struct message_kernel : one_message {
    template <class T>
    HASHLANE_INLINE static void run(std::uint64_t* tag, std::uint64_t iv, const std::uint64_t* K,
                                    const std::uint8_t* nonce, parameters any, const texts* t) {
        const auto N = [&](std::size_t i) HASHLANE_LAMBDA_INLINE {
            return in_order(load<std::endian::little, std::uint64_t>(nonce + 8 * i), any.big_endian);
        };
        state_word<T> A[words];
        begin_aead(A, iv, K, N(0), N(1));
        permute_on<T>(A, a);
        t = opaque(t);
        with_parameters(any, [&](const parameters& v) HASHLANE_LAMBDA_INLINE {
            add_key_after_initialisation(A, opaque(K));
            if (t->associated_size != 0) {
                duplex_text<duplexing::absorb, T>(A, v, t->associated_data, nullptr, t->associated_size);
                permute_on<T>(A, v.rnd);
            }
            separate_domains(A, v.big_endian);
            duplex_text<D, T>(A, v, t->in, t->out, t->n);
        });
        add_key_before_finalisation(A, opaque(K));
        permute_on<T>(A, a);
        K = opaque(K);
        tag[0] = tag_word(A, K, 0);
        tag[1] = tag_word(A, K, 1);
    }
};

struct squeeze_kernel : one_message {
    template <class T>
    HASHLANE_INLINE static void run(std::uint64_t* S, parameters v, std::uint8_t* out, std::size_t blocks) {
        state_word<T> A[words];
        load_state(A, S, std::make_index_sequence<words>{});
        for (; blocks != 0; --blocks, out += 8) {
            permute_on<T>(A, v.rnd);
            store<std::endian::little>(out, in_order(from_state_word(A[0]), v.big_endian));
        }
        store_state(S, A, std::make_index_sequence<words>{});
    }
};

// Digests a whole message with a hash or XOF (SP 800-232 s.5). S is the state after the initialisation.
struct digest_kernel : one_message {
    template <class T>
    HASHLANE_INLINE static void run(const std::uint64_t* S, parameters v, const std::uint8_t* in, std::size_t n,
                                    std::uint8_t* out, std::size_t size) {
        state_word<T> A[words];
        load_state(A, S, std::make_index_sequence<words>{});
        duplex_text<duplexing::absorb, T>(A, v, in, nullptr, n);
        permute_on<T>(A, a);
        const auto word = [&]() HASHLANE_LAMBDA_INLINE { return in_order(from_state_word(A[0]), v.big_endian); };
        for (; size > 8; size -= 8, out += 8) {
            store<std::endian::little>(out, word());
            permute_on<T>(A, v.rnd);
        }
        store_partial<std::endian::little>(out, word(), size);
    }
};

}  // namespace hashlane::inline HASHLANE_ABI::ascon

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {

// Computes Ascon-p[rnd] of S in place; rnd is from 1 to 16.
HASHLANE_ENTRY void ascon_permute(std::uint64_t* S, unsigned rnd) noexcept
    HASHLANE_ENTERS(targets::dispatch<ascon::permute_kernel>(S, rnd));

// For each block, it xors `in` into the rate and permutes.
HASHLANE_ENTRY void ascon_absorb(std::uint64_t* S, ascon_parameters v, const std::uint8_t* in,
                                 std::size_t blocks) noexcept
    HASHLANE_ENTERS(targets::dispatch<ascon::duplex_kernel<ascon_duplexing::absorb>>(
        S, v, in, static_cast<std::uint8_t*>(nullptr), blocks));

// For each block, these write the rate xor `in` to `out`, put the ciphertext into the rate, and permute. `in` and `out`
// may be the same.
HASHLANE_ENTRY void ascon_encrypt(std::uint64_t* S, ascon_parameters v, const std::uint8_t* in, std::uint8_t* out,
                                  std::size_t blocks) noexcept
    HASHLANE_ENTERS(targets::dispatch<ascon::duplex_kernel<ascon_duplexing::encrypt>>(S, v, in, out, blocks));
HASHLANE_ENTRY void ascon_decrypt(std::uint64_t* S, ascon_parameters v, const std::uint8_t* in, std::uint8_t* out,
                                  std::size_t blocks) noexcept
    HASHLANE_ENTERS(targets::dispatch<ascon::duplex_kernel<ascon_duplexing::decrypt>>(S, v, in, out, blocks));

// These encrypt and decrypt a whole message; K is as ascon_aead_steps.hpp describes it.
HASHLANE_ENTRY void ascon_encrypt_message(std::uint64_t* tag, std::uint64_t iv, const std::uint64_t* K,
                                          const std::uint8_t* nonce, ascon_parameters v, const ascon_texts* t) noexcept
    HASHLANE_ENTERS(targets::dispatch<ascon::message_kernel<ascon_duplexing::encrypt>>(tag, iv, K, nonce, v, t));
HASHLANE_ENTRY void ascon_decrypt_message(std::uint64_t* tag, std::uint64_t iv, const std::uint64_t* K,
                                          const std::uint8_t* nonce, ascon_parameters v, const ascon_texts* t) noexcept
    HASHLANE_ENTERS(targets::dispatch<ascon::message_kernel<ascon_duplexing::decrypt>>(tag, iv, K, nonce, v, t));

// For each block, which is one word, it permutes and copies the rate to `out`.
HASHLANE_ENTRY void ascon_squeeze(std::uint64_t* S, ascon_parameters v, std::uint8_t* out, std::size_t blocks) noexcept
    HASHLANE_ENTERS(targets::dispatch<ascon::squeeze_kernel>(S, v, out, blocks));

// Absorbs a whole message of n bytes and its padding, and writes `size` bytes of output. S is the state before the
// message.
HASHLANE_ENTRY void ascon_digest(const std::uint64_t* S, ascon_parameters v, const std::uint8_t* in, std::size_t n,
                                 std::uint8_t* out, std::size_t size) noexcept
    HASHLANE_ENTERS(targets::dispatch<ascon::digest_kernel>(S, v, in, n, out, size));

}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI

// These functions run in constant evaluation too, over plain words. At run time they call the entry points.
namespace hashlane::inline HASHLANE_ABI::ascon {

// Computes Ascon-p[rnd] of the five words of S in place: the last rnd of 16 rounds. rnd is from 0 to 16; 0 changes
// nothing.
constexpr void permute_state(std::uint64_t* S, unsigned rnd) {
    if (rnd == 0) return;
    if (__builtin_is_constant_evaluated())
        permute(S, rnd);
    else
        entry_points::ascon_permute(S, rnd);
}

template <duplexing D>
inline void duplex_at_run_time(std::uint64_t* S, parameters v, const std::uint8_t* in, std::uint8_t* out,
                               std::size_t blocks) {
    if constexpr (D == duplexing::absorb)
        entry_points::ascon_absorb(S, v, in, blocks);
    else if constexpr (D == duplexing::encrypt)
        entry_points::ascon_encrypt(S, v, in, out, blocks);
    else
        entry_points::ascon_decrypt(S, v, in, out, blocks);
}

HASHLANE_INLINE void message_at_run_time(duplexing D, std::uint64_t* tag, std::uint64_t iv, const std::uint64_t* K,
                                         const std::uint8_t* nonce, parameters v, const texts& t) {
    if (D == duplexing::decrypt)
        entry_points::ascon_decrypt_message(tag, iv, K, nonce, v, &t);
    else
        entry_points::ascon_encrypt_message(tag, iv, K, nonce, v, &t);
}

template <duplexing D, parameters v, class B>
constexpr void duplex_blocks(std::uint64_t* S, const B* in, std::uint8_t* out, std::size_t blocks) {
    if (__builtin_is_constant_evaluated())
        for (; blocks != 0; --blocks, permute(S, v.rnd))
            for (std::size_t i = 0; i < v.rate; ++i, in += 8) {
                const std::uint64_t text = duplex_word<D>(S[i], load<order_of(v), std::uint64_t>(in));
                if constexpr (D != duplexing::absorb) {
                    store<order_of(v)>(out, text);
                    out += 8;
                }
            }
    else
        duplex_at_run_time<D>(S, v, octets_at(in), out, blocks);
}

}  // namespace hashlane::inline HASHLANE_ABI::ascon
