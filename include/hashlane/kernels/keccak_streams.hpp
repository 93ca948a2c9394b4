// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Sponges over Keccak-p[1600] that stay side by side: word i of stream j stands at S[i * streams + j].

#include <cstddef>
#include <cstdint>

#include "../lanes/contract.hpp"
#include "../lanes/pieces.hpp"
#include "keccak_blocks.hpp"
#include "keccak_lanes.hpp"

namespace hashlane::inline HASHLANE_ABI::keccak {

template <std::size_t streams>
struct streams_kernel {
    static constexpr bool in_written_order = true;

    template <class T>
    static constexpr bool preferred = T::vector_bytes != 0 || T::bmi2;

    // The number of streams in a vector. A vector of one stream is a general register.
    template <class T>
    static constexpr std::size_t width = T::vector_bytes == 0            ? 1
                                         : T::vector_bytes / 8 < streams ? T::vector_bytes / 8
                                                                         : streams;

    template <class T>
    HASHLANE_INLINE static void run(std::uint64_t* S, unsigned n_r, std::size_t rate, const std::uint8_t* const* in,
                                    std::uint8_t* const* out, std::size_t blocks) {
        if constexpr (streams == 2 && has_absorb_words<T>)
            run_two(S, n_r, rate, in, out, blocks);
        else
            run_lanes<T>(S, n_r, rate, in, out, blocks);
    }

  private:
    HASHLANE_INLINE static void run_two(std::uint64_t* S, unsigned n_r, std::size_t rate, const std::uint8_t* const* in,
                                        std::uint8_t* const* out, std::size_t blocks) {
        const std::size_t absorbed = in != nullptr ? rate : 0, size = 8 * rate;
        const std::uint8_t* const from[] = {in != nullptr ? in[0] : nullptr, in != nullptr ? in[1] : nullptr};
        if (blocks == 0) return;
        if (out == nullptr) return absorb_words_of_two(S, n_r, absorbed, from[0], from[1], blocks);
        for (std::size_t at = 0; at < blocks * size; at += size) {
            absorb_words_of_two(S, n_r, absorbed, after(from[0], at), after(from[1], at), 1);
            for (std::size_t i = 0; i < rate; ++i)
                for (std::size_t j = 0; j < 2; ++j) store<std::endian::little>(out[j] + at + 8 * i, S[2 * i + j]);
        }
    }

    template <class T>
    HASHLANE_INLINE static void run_lanes(std::uint64_t* S, unsigned n_r, std::size_t rate,
                                          const std::uint8_t* const* in, std::uint8_t* const* out, std::size_t blocks) {
        constexpr std::size_t N = width<T>;
        for (std::size_t j = 0; j < streams; j += N) {
            words_of<N> A[lanes];
            unrolled<0, lanes>([&](auto i) HASHLANE_LAMBDA_INLINE { A[i] = load_lane<N>(S + streams * i + j); });
            for (std::size_t b = 0; b < blocks; ++b) {
                if (in != nullptr) absorb_words(A, rate, in + j, 8 * rate * b);
                permute(A, n_r);
                if (out != nullptr) store_words(A, rate, out + j, 8 * rate * b);
            }
            unrolled<0, lanes>([&](auto i) HASHLANE_LAMBDA_INLINE { store_lane(S + streams * i + j, A[i]); });
        }
    }

    template <std::size_t N>
    HASHLANE_INLINE static void store_words(const words_of<N>* A, std::size_t rate, std::uint8_t* const* out,
                                            std::size_t at) {
        words_of<N> last[lanes];
        unrolled<0, most_rate>([&](auto i) HASHLANE_LAMBDA_INLINE { last[i] = A[i]; });
        std::size_t i = 0;
        if constexpr (N > 1)
            for (; i + 2 <= rate; i += 2)
                store_pieces(last + i, [&](std::size_t j) HASHLANE_LAMBDA_INLINE { return out[j] + at + 8 * i; });
        for (; i < rate; ++i) {
            const auto words = last[i].to_words();
            for (std::size_t j = 0; j < N; ++j) store<std::endian::little>(out[j] + at + 8 * i, words.w[j]);
        }
    }
};

// Runs the kernel for this number of streams: 2, 4 or 8.
template <class... Args>
void run_streams(std::size_t streams, Args... args) {
    switch (streams) {
    case 2: return targets::dispatch<streams_kernel<2>>(args...);
    case 4: return targets::dispatch<streams_kernel<4>>(args...);
    case 8: return targets::dispatch<streams_kernel<8>>(args...);
    default: broken_contract("Keccak has kernels for 2, 4 and 8 streams");
    }
}

}  // namespace hashlane::inline HASHLANE_ABI::keccak

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {

// Computes blocks of 2, 4 or 8 streams; any other number ends the program. For each block, it xors `in` (unless null)
// into the rate, permutes, and copies the rate to `out` (unless null).
HASHLANE_ENTRY void keccak_streams(std::size_t streams, std::uint64_t* S, unsigned n_r, std::size_t rate,
                                   const std::uint8_t* const* in, std::uint8_t* const* out, std::size_t blocks) noexcept
    HASHLANE_ENTERS(keccak::run_streams(streams, S, n_r, rate, in, out, blocks));

}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI
