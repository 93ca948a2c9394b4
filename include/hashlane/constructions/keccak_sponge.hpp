// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// KECCAK[c] (FIPS 202 s.5.1) and its form with 12 rounds (RFC 9861 s.2): the sponge over Keccak-p[1600, n_r].

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "../kernels/keccak_blocks.hpp"
#include "sponge.hpp"

namespace hashlane::inline HASHLANE_ABI {

template <std::size_t Rate, unsigned Rounds>
struct keccak_mode {
    static_assert(keccak::is_round_count(Rounds), "the kernels compute two rounds a turn");
    static_assert(Rate == 72 || Rate == 104 || Rate == 136 || Rate == 144 || Rate == 168,
                  "the kernels have no such rate");
    static constexpr std::size_t words = keccak::lanes;
    static constexpr std::size_t rate = Rate;
    static constexpr std::endian order = std::endian::little;
    static constexpr std::array<std::uint64_t, words> initial{};
    static constexpr auto primitive = batch_primitive::keccak;
    static constexpr unsigned rounds = Rounds, last_rounds = Rounds;
    static constexpr std::uint8_t final_bit = keccak::final_bit;

    static constexpr void permute(std::uint64_t* A) {
        if (__builtin_is_constant_evaluated())
            keccak::permute(A, Rounds);
        else
            entry_points::keccak_blocks(A, Rounds, Rate / 8, nullptr, nullptr, 1);
    }
    static constexpr void permute_squeeze(std::uint64_t* A) { permute(A); }

    template <class B>
    static constexpr void absorb_blocks(std::uint64_t* A, const B* p, std::size_t blocks) {
        if (__builtin_is_constant_evaluated())
            blocks_without_kernels<keccak_mode>::absorb_blocks(A, p, blocks);
        else
            entry_points::keccak_blocks(A, Rounds, Rate / 8, octets_at(p), nullptr, blocks);
    }

    static constexpr void squeeze_blocks(std::uint64_t* A, std::uint8_t* p, std::size_t blocks) {
        if (__builtin_is_constant_evaluated())
            blocks_without_kernels<keccak_mode>::squeeze_blocks(A, p, blocks);
        else
            entry_points::keccak_blocks(A, Rounds, Rate / 8, nullptr, p, blocks);
    }

    // Ends the message with pad10*1 (s.5.1). The suffix holds the domain bits and the first 1 of the padding (s.B.2).
    // After a partial byte both move up by its bits, and may reach into the next byte.
    template <class Sponge>
    static constexpr void finish(Sponge& s, std::uint8_t suffix, partial_byte last) {
        unsigned tail = (last.value & ((1u << last.bits) - 1)) | static_cast<unsigned>(suffix) << last.bits;
        for (; tail > 0xff; tail >>= 8) s.absorb_byte(static_cast<std::uint8_t>(tail));
        keccak::pad(
            Rate, s.position, tail, [&](std::size_t at, std::uint8_t b) { s.xor_at(at, b); },
            [&] { permute(s.A.data()); });
        permute(s.A.data());
    }

    // Digests a whole message at run time. Returns false, and does nothing, for a message that is digested step by step
    // as fast.
    static bool digest_short(std::uint8_t suffix, const std::uint8_t* p, std::size_t n, std::uint8_t* out,
                             std::size_t size) {
        if (n > keccak::most_short || n >= Rate || size > keccak::most_short) return false;
        entry_points::keccak_short({Rounds, Rate / 8, suffix}, p, n, out, size);
        return true;
    }
};

// A hash or XOF with a fixed suffix, in the form that hash<> and xof<> of classes/hash.hpp take.
template <std::size_t Rate, std::uint8_t Suffix, unsigned Rounds = 24>
struct keccak_sponge : sponge<keccak_mode<Rate, Rounds>> {
    static constexpr std::size_t block_size = Rate;
    static constexpr unsigned security_strength = (200 - Rate) * 8 / 2;  // FIPS 202 s.A.1: c/2
    constexpr void finish(partial_byte last = {}) { sponge<keccak_mode<Rate, Rounds>>::finish(Suffix, last); }
    void describe(batch_job& job) const { sponge<keccak_mode<Rate, Rounds>>::describe(job, Suffix); }

    // Digests a whole message at run time, or returns false.
    static bool digest(const std::uint8_t* p, std::size_t n, std::uint8_t* out, std::size_t size) {
        return keccak_mode<Rate, Rounds>::digest_short(Suffix, p, n, out, size);
    }
};

}  // namespace hashlane::inline HASHLANE_ABI
