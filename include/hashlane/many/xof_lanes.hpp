// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The output of 2, 4 or 8 independent messages side by side, block by block. Lattice schemes expand matrices and
/// sample noise in this way. The XOF is shake128, shake256, cshake128, cshake256, turboshake128 or turboshake256.
///
///     hl::xof_lanes<hl::shake128, 4> streams(std::array{seed0, seed1, seed2, seed3});
///     streams.squeeze_blocks(out, 3);      out[j]: 3 * block_size bytes of stream j
///     streams.squeeze_blocks(out, 1);      the next block of each

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "../kernels/keccak_streams.hpp"
#include "digest_many.hpp"
#include "messages.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// N streams of output, one for each of N messages. Only one thread at a time may call an object.
///
/// Example (examples/many_kinds.cpp):
///
///     hl::xof_lanes<hl::shake128, 4> streams(seeds);
///     streams.squeeze_blocks(out, 2);  // two blocks of each stream
///
/// \tparam X the XOF
/// \tparam N the number of streams: 2, 4 or 8
template <class X, std::size_t N>
requires(N == 2 || N == 4 || N == 8) && batches::side_by_side<X> && requires(const X& x) { x.reader(); }
class xof_lanes {
  public:
    /// The size of a block of output in bytes, and the number of streams.
    static constexpr std::size_t block_size = X::block_size, streams = N;

    /// Absorbs the messages.
    /// \param messages a range of N messages of any lengths. Another number ends the program.
    /// \param prefix an XOF that has absorbed what all messages begin with
    template <message_range R>
    explicit xof_lanes(const R& messages, const X& prefix = X{}) {
        static_assert(primitive == batch_primitive::keccak);
        contract(std::size(messages) == N, "there are not as many messages as streams");
        message all[N];
        const message_source source = source_of(messages);
        source.fetch(source.context, 0, N, all);
        const batch_job job = batches::begin(prefix, 0);
        n_r = job.rounds;
        for (std::size_t j = 0; j < N; ++j)
            for (std::size_t i = 0; i < words; ++i) S[i * N + j] = static_cast<const std::uint64_t*>(job.state)[i];
        absorb_whole_blocks(job, all);
        for (std::size_t j = 0; j < N; ++j) absorb(prefix, job, j, all[j]);
    }

    /// Writes the next blocks of each stream.
    /// \param out blocks * block_size bytes of stream j are written to out[j]. Less memory ends the program.
    /// \param blocks the number of blocks
    ///
    /// Overlap: outputs that overlap each other end the program. They may overlap the messages, which the constructor
    /// has read.
    void squeeze_blocks(const std::array<std::span<std::uint8_t>, N>& out, std::size_t blocks) {
        std::uint8_t* rows[N];
        const std::size_t n = blocks * block_size;
        contract(are_apart(out, n), "two outputs overlap");
        for (std::size_t j = 0; j < N; ++j) {
            contract(blocks <= out[j].size() / block_size, "there is no room for that many blocks");
            rows[j] = out[j].data();
        }
        entry_points::keccak_streams(N, S, n_r, block_size / 8, nullptr, rows, blocks);
    }

    /// Writes the next blocks of each stream to one piece of memory.
    /// \param out N equal parts: those of stream j are written to the beginning of part j. Less memory than `blocks`
    /// blocks for each ends the program.
    /// \param blocks the number of blocks
    ///
    /// Overlap: `out` may overlap the messages, which the constructor has read.
    void squeeze_blocks(std::span<std::uint8_t> out, std::size_t blocks) {
        std::array<std::span<std::uint8_t>, N> parts;
        for (std::size_t j = 0; j < N; ++j) parts[j] = out.subspan(out.size() / N * j, out.size() / N);
        squeeze_blocks(parts, blocks);
    }

  private:
    // Tells whether no two of the outputs, of n bytes each, have a byte in common. Outputs at ascending addresses are
    // compared with their neighbours only.
    static bool are_apart(const std::array<std::span<std::uint8_t>, N>& out, std::size_t n) {
        bool ascending = true;
        for (std::size_t j = 1; j < N; ++j) {
            const auto before = reinterpret_cast<std::uintptr_t>(out[j - 1].data());
            const auto here = reinterpret_cast<std::uintptr_t>(out[j].data());
            ascending &= before <= here && here - before >= n;
        }
        if (ascending) return true;
        for (std::size_t j = 1; j < N; ++j)
            for (std::size_t i = 0; i < j; ++i)
                if (!batches::apart(out[i].data(), n, out[j].data(), n)) return false;
        return true;
    }

    static constexpr std::size_t words = keccak::lanes;
    static constexpr auto primitive = construction_of<X>::primitive;

    // The state after the padded block was absorbed and before it is permuted, so each block of output is one
    // permutation and one copy.
    alignas(64) std::uint64_t S[words * N];
    unsigned n_r;

    // Absorbs as many whole blocks as all messages have.
    void absorb_whole_blocks(const batch_job& job, message* all) {
        if (job.position != 0) return;
        std::size_t least = all[0].n / block_size;
        const std::uint8_t* rows[N];
        for (std::size_t j = 0; j < N; ++j) {
            if (all[j].n / block_size < least) least = all[j].n / block_size;
            rows[j] = all[j].p;
            if (all[j].n == 0) return;
        }
        if (least == 0) return;
        entry_points::keccak_streams(N, S, n_r, block_size / 8, rows, nullptr, least);
        for (std::size_t j = 0; j < N; ++j) {
            all[j].p += least * block_size;
            all[j].n -= least * block_size;
        }
    }

    // Absorbs what is left of message j, and its padding.
    void absorb(const X& prefix, const batch_job& job, std::size_t j, const message& m) {
        auto one = access::construction(prefix);
        for (std::size_t i = 0; i < words; ++i) one.A[i] = S[i * N + j];
        one.absorb(m.p, m.n);
        end_block(job, one.position, [&](std::size_t at, std::uint8_t b) { one.xor_at(at, b); });
        for (std::size_t i = 0; i < words; ++i) S[i * N + j] = one.A[i];
    }
};

}  // namespace hashlane::inline HASHLANE_ABI
