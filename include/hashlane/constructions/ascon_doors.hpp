// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Ascon-p over whole blocks, on the target in use. A rate is counted in words (8 bytes each), 1 or 2.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "../lanes/bytes.hpp"
#include "../lanes/single.hpp"
#include "../primitives/ascon_p.hpp"
#include "../primitives/ascon_p_x86.hpp"
#include "../targets/target.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {
namespace ascon {

inline constexpr unsigned a = 12;  // rounds at the beginning and the end, in every variant

using state = std::array<std::uint64_t, words>;

// What a block of input does to the rate of the state before the permutation: SP 800-232 s.4.1.1, s.4.1.2 and s.5.
enum class duplexing { absorb, encrypt, decrypt };

// S is a word of the rate, w one of the input; returns one of the output. Decryption leaves the ciphertext in S.
template <duplexing D, class L>
HASHLANE_INLINE constexpr L duplex_word(L& S, const L& w) {
    const L text = S ^ w;
    S = D == duplexing::decrypt ? w : text;
    return text;
}

// The last bit of the state, added to S_4 between header and text.
constexpr std::uint64_t domain_separation(bool big_endian) { return big_endian ? 1 : std::uint64_t{1} << 63; }

HASHLANE_INLINE constexpr std::uint64_t in_order(std::uint64_t w, bool big_endian) {
    return big_endian ? byteswap(w) : w;
}

template <duplexing D, class L>
HASHLANE_INLINE void duplex_bytes(L& S, bool big_endian, const std::uint8_t* in, std::uint8_t* out) {
    const L w = to_single<L>(in_order(load<std::endian::little, std::uint64_t>(in), big_endian));
    const L text = duplex_word<D>(S, w);
    if constexpr (D != duplexing::absorb) store<std::endian::little>(out, in_order(from_single(text), big_endian));
}

template <duplexing D, class L>
HASHLANE_INLINE void duplex_block(L* A, std::size_t rate, bool big_endian, const std::uint8_t* in, std::uint8_t* out) {
    duplex_bytes<D>(A[0], big_endian, in, out);
    if (rate == 2) duplex_bytes<D>(A[1], big_endian, in + 8, D == duplexing::absorb ? out : out + 8);
}

// A round is one long chain of dependent operations: where vectors rotate, it is shorter in vector registers, unless
// their instructions take longer.
struct one_message {
    static constexpr bool in_written_order = true;
    template <class T>
    static constexpr bool suits = T::bmi2;
    template <class T>
    static constexpr bool vector_chain = T::vector_rotate;
};

// rnd is even.
template <class T>
HASHLANE_INLINE void permute_on(single<T>* A, unsigned rnd) {
#if defined(HASHLANE_X86)
    if constexpr (T::bmi2 && !T::vector_rotate && !HASHLANE_MSAN) return permute_by_rorx(A, rnd);
#endif
    permute(A, rnd);
}

struct permute_kernel : one_message {
    template <class T>
    HASHLANE_INLINE static void run(std::uint64_t* S, unsigned rnd) {
        single<T> A[words];
        load_state<words>(A, S);
        permute_on<T>(A, rnd);
        store_state<words>(S, A);
    }
};

template <duplexing D>
struct duplex_kernel : one_message {
    template <class T>
    HASHLANE_INLINE static void run(std::uint64_t* S, unsigned rnd, std::size_t rate, bool big_endian,
                                    const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) {
        single<T> A[words];
        load_state<words>(A, S);
        for (; blocks != 0; --blocks, in += 8 * rate) {
            duplex_block<D>(A, rate, big_endian, in, out);
            if constexpr (D != duplexing::absorb) out += 8 * rate;
            permute_on<T>(A, rnd);
        }
        store_state<words>(S, A);
    }
};

// The last n < 8 bytes of a text, and the padding, a one and zeros.
template <duplexing D, class L>
HASHLANE_INLINE void duplex_last_bytes(L& S, bool big_endian, const std::uint8_t* in, std::uint8_t* out,
                                       std::size_t n) {
    const auto up = [&](std::uint64_t w) HASHLANE_LAMBDA_INLINE { return to_single<L>(in_order(w, big_endian)); };
    const std::uint64_t one = (big_endian ? std::uint64_t{0x80} : std::uint64_t{1}) << 8 * n;
    const L w = up(load_partial<std::endian::little, std::uint64_t>(in, n)), text = S ^ w;
    if constexpr (D == duplexing::decrypt)
        S = S ^ (text & up((std::uint64_t{1} << 8 * n) - 1)) ^ up(one);
    else
        S = text ^ up(one);
    if constexpr (D != duplexing::absorb)
        store_partial<std::endian::little>(out, in_order(from_single(text), big_endian), n);
}

// The last and perhaps empty block of a text, without a permutation.
template <duplexing D, class L>
HASHLANE_INLINE void duplex_last_block(L* A, bool big_endian, const std::uint8_t* in, std::uint8_t* out,
                                       std::size_t n) {
    if (n < 8) return duplex_last_bytes<D>(A[0], big_endian, in, out, n);
    duplex_bytes<D>(A[0], big_endian, in, out);
    duplex_last_bytes<D>(A[1], big_endian, in + 8, D == duplexing::absorb ? out : out + 8, n - 8);
}

template <duplexing D, class T>
HASHLANE_INLINE void duplex_text(single<T>* A, unsigned rnd, std::size_t rate, bool big_endian, const std::uint8_t* in,
                                 std::uint8_t* out, std::size_t n) {
    for (; n >= 8 * rate; n -= 8 * rate, in += 8 * rate) {
        duplex_block<D>(A, rate, big_endian, in, out);
        if constexpr (D != duplexing::absorb) out += 8 * rate;
        permute_on<T>(A, rnd);
    }
    duplex_last_block<D>(A, big_endian, in, out, n);
}

// A whole message: SP 800-232 s.4.1, with the key already in words: K[0..2] for the words S_2..S_4, K[3..5] for
// S_1..S_3.
template <duplexing D>
struct message_kernel : one_message {
    template <class T>
    HASHLANE_INLINE static void run(std::uint64_t* S, const std::uint64_t* K, unsigned rnd, std::size_t rate,
                                    bool big_endian, const std::uint8_t* header, std::size_t header_size,
                                    const std::uint8_t* in, std::uint8_t* out, std::size_t n) {
        using L = single<T>;
        L A[words];
        load_state<words>(A, S);
        permute_on<T>(A, a);
        unrolled<0, 3>([&](std::size_t i) HASHLANE_LAMBDA_INLINE { A[i + 2] = A[i + 2] ^ to_single<L>(K[i]); });
        if (header_size != 0) {
            duplex_text<duplexing::absorb, T>(A, rnd, rate, big_endian, header, nullptr, header_size);
            permute_on<T>(A, rnd);
        }
        A[4] = A[4] ^ to_single<L>(domain_separation(big_endian));
        duplex_text<D, T>(A, rnd, rate, big_endian, in, out, n);
        unrolled<0, 3>([&](std::size_t i) HASHLANE_LAMBDA_INLINE { A[i + 1] = A[i + 1] ^ to_single<L>(K[i + 3]); });
        permute_on<T>(A, a);
        store_state<words>(S, A);
    }
};

struct squeeze_kernel : one_message {
    template <class T>
    HASHLANE_INLINE static void run(std::uint64_t* S, unsigned rnd, bool big_endian, std::uint8_t* out,
                                    std::size_t blocks) {
        single<T> A[words];
        load_state<words>(A, S);
        for (; blocks != 0; --blocks, out += 8) {
            permute_on<T>(A, rnd);
            store<std::endian::little>(out, in_order(from_single(A[0]), big_endian));
        }
        store_state<words>(S, A);
    }
};

}  // namespace ascon
}  // namespace HASHLANE_ABI

namespace doors {
inline namespace HASHLANE_DOOR_ABI {

HASHLANE_DOOR void ascon_permute(std::uint64_t* S, unsigned rnd) noexcept;
// Each block: xor `in` into the rate, permute.
HASHLANE_DOOR void ascon_absorb(std::uint64_t* S, unsigned rnd, std::size_t rate, bool big_endian,
                                const std::uint8_t* in, std::size_t blocks) noexcept;
// Each block: the rate xor `in` to `out`, the ciphertext into the rate, permute. `in` and `out` may be the same.
HASHLANE_DOOR void ascon_encrypt(std::uint64_t* S, unsigned rnd, std::size_t rate, bool big_endian,
                                 const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept;
HASHLANE_DOOR void ascon_decrypt(std::uint64_t* S, unsigned rnd, std::size_t rate, bool big_endian,
                                 const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept;
// A whole message. S is the state before the initialisation and the one after the finalisation; K as message_kernel says.
HASHLANE_DOOR void ascon_encrypt_message(std::uint64_t* S, const std::uint64_t* K, unsigned rnd, std::size_t rate,
                                         bool big_endian, const std::uint8_t* header, std::size_t header_size,
                                         const std::uint8_t* in, std::uint8_t* out, std::size_t n) noexcept;
HASHLANE_DOOR void ascon_decrypt_message(std::uint64_t* S, const std::uint64_t* K, unsigned rnd, std::size_t rate,
                                         bool big_endian, const std::uint8_t* header, std::size_t header_size,
                                         const std::uint8_t* in, std::uint8_t* out, std::size_t n) noexcept;
// Each block, of one word: permute, copy the rate to `out`.
HASHLANE_DOOR void ascon_squeeze(std::uint64_t* S, unsigned rnd, bool big_endian, std::uint8_t* out,
                                 std::size_t blocks) noexcept;

#if HASHLANE_KERNELS
HASHLANE_DOOR void ascon_permute(std::uint64_t* S, unsigned rnd) noexcept {
    targets::dispatch<ascon::permute_kernel>(S, rnd);
}
HASHLANE_DOOR void ascon_absorb(std::uint64_t* S, unsigned rnd, std::size_t rate, bool big_endian,
                                const std::uint8_t* in, std::size_t blocks) noexcept {
    targets::dispatch<ascon::duplex_kernel<ascon::duplexing::absorb>>(S, rnd, rate, big_endian, in,
                                                                      static_cast<std::uint8_t*>(nullptr), blocks);
}
HASHLANE_DOOR void ascon_encrypt(std::uint64_t* S, unsigned rnd, std::size_t rate, bool big_endian,
                                 const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    targets::dispatch<ascon::duplex_kernel<ascon::duplexing::encrypt>>(S, rnd, rate, big_endian, in, out, blocks);
}
HASHLANE_DOOR void ascon_decrypt(std::uint64_t* S, unsigned rnd, std::size_t rate, bool big_endian,
                                 const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    targets::dispatch<ascon::duplex_kernel<ascon::duplexing::decrypt>>(S, rnd, rate, big_endian, in, out, blocks);
}
HASHLANE_DOOR void ascon_encrypt_message(std::uint64_t* S, const std::uint64_t* K, unsigned rnd, std::size_t rate,
                                         bool big_endian, const std::uint8_t* header, std::size_t header_size,
                                         const std::uint8_t* in, std::uint8_t* out, std::size_t n) noexcept {
    targets::dispatch<ascon::message_kernel<ascon::duplexing::encrypt>>(S, K, rnd, rate, big_endian, header,
                                                                        header_size, in, out, n);
}
HASHLANE_DOOR void ascon_decrypt_message(std::uint64_t* S, const std::uint64_t* K, unsigned rnd, std::size_t rate,
                                         bool big_endian, const std::uint8_t* header, std::size_t header_size,
                                         const std::uint8_t* in, std::uint8_t* out, std::size_t n) noexcept {
    targets::dispatch<ascon::message_kernel<ascon::duplexing::decrypt>>(S, K, rnd, rate, big_endian, header,
                                                                        header_size, in, out, n);
}
HASHLANE_DOOR void ascon_squeeze(std::uint64_t* S, unsigned rnd, bool big_endian, std::uint8_t* out,
                                 std::size_t blocks) noexcept {
    targets::dispatch<ascon::squeeze_kernel>(S, rnd, big_endian, out, blocks);
}
#endif

}  // namespace HASHLANE_DOOR_ABI
}  // namespace doors

// The same at compile time, over plain words, where there are no doors.
inline namespace HASHLANE_ABI {
namespace ascon {

constexpr void permute_state(std::uint64_t* S, unsigned rnd) {
    if (__builtin_is_constant_evaluated())
        permute(S, rnd);
    else
        doors::ascon_permute(S, rnd);
}

template <duplexing D>
inline void duplex_door(std::uint64_t* S, unsigned rnd, std::size_t rate, bool big_endian, const std::uint8_t* in,
                        std::uint8_t* out, std::size_t blocks) {
    if constexpr (D == duplexing::absorb)
        doors::ascon_absorb(S, rnd, rate, big_endian, in, blocks);
    else if constexpr (D == duplexing::encrypt)
        doors::ascon_encrypt(S, rnd, rate, big_endian, in, out, blocks);
    else
        doors::ascon_decrypt(S, rnd, rate, big_endian, in, out, blocks);
}

// A whole message, with the arguments of ascon_encrypt_message.
template <class... Args>
HASHLANE_INLINE void message_door(duplexing D, const Args&... args) {
    if (D == duplexing::decrypt)
        doors::ascon_decrypt_message(args...);
    else
        doors::ascon_encrypt_message(args...);
}

template <duplexing D, std::size_t rate, std::endian order, class B>
constexpr void duplex_blocks(std::uint64_t* S, unsigned rnd, const B* in, std::uint8_t* out, std::size_t blocks) {
    if (__builtin_is_constant_evaluated())
        for (; blocks != 0; --blocks, permute(S, rnd))
            for (std::size_t i = 0; i < rate; ++i, in += 8) {
                const std::uint64_t text = duplex_word<D>(S[i], load<order, std::uint64_t>(in));
                if constexpr (D != duplexing::absorb) store<order>(out, text), out += 8;
            }
    else
        duplex_door<D>(S, rnd, rate, order == std::endian::big, octets_at(in), out, blocks);
}

template <std::endian order>
constexpr void squeeze_blocks(std::uint64_t* S, unsigned rnd, std::uint8_t* out, std::size_t blocks) {
    if (__builtin_is_constant_evaluated())
        for (; blocks != 0; --blocks, out += 8) permute(S, rnd), store<order>(out, S[0]);
    else
        doors::ascon_squeeze(S, rnd, order == std::endian::big, out, blocks);
}

}  // namespace ascon
}  // namespace HASHLANE_ABI
}  // namespace hashlane
