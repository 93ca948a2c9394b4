// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Proofs of work in a proof. The prover sends a nonce, a std::uint64_t, after which the next challenge of 8 bytes
/// begins with k zero bits, the high bit of a byte first. Nonces are tried side by side in the lanes of vectors and
/// over threads. The smallest nonce is taken, whatever the number of lanes and threads is.
///
///     const std::uint64_t nonce = hl::grind(prover, 20, hl::threads{2});
///     if (!hl::check_work(verifier, 20)) ...                                  and check_eof() returns refusal::no_work

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "../batch.hpp"
#include "parties.hpp"

namespace hashlane::inline HASHLANE_ABI {
namespace fiat_shamir {

using pow_nonce = integer_codec<std::uint64_t>;
inline constexpr std::size_t pow_bytes = 8;

// Tells whether the challenge begins with that many zero bits. It has 64 bits, so the answer is false for more.
constexpr bool does_work(std::uint64_t challenge_be, unsigned bits) {
    if (bits > 64) return false;
    return bits == 0 || challenge_be >> (64 - bits) == 0;
}

template <duplex_sponge D>
constexpr bool draw_work(transcript_party<D>& party, unsigned bits) {
    const auto bytes = party.template challenge<pow_bytes>();
    return does_work(load<std::endian::big, std::uint64_t>(bytes.data()), bits);
}

// The functions below try the nonces of [first, last) and return the smallest that does the work, or last.

// Tries one nonce after the other.
template <duplex_sponge D>
std::uint64_t search_in_turn(const D& begun, std::uint64_t first, std::uint64_t last, unsigned bits) {
    for (; first != last; ++first) {
        D sponge = begun;
        encoder<D> out{sponge};
        pow_nonce::encode(out, first);
        std::uint8_t bytes[pow_bytes];
        sponge.squeeze(bytes, pow_bytes);
        if (does_work(load<std::endian::big, std::uint64_t>(bytes), bits)) return first;
    }
    return last;
}

// Digests nonces as messages of 8 bytes by digest_many(). A hash needs a second digest for the first block of its
// output.
template <class D>
std::uint64_t search_in_batches(const D& begun, std::uint64_t first, std::uint64_t last, unsigned bits) {
    using X = typename D::primitive;
    constexpr std::size_t most = 512;
    std::uint8_t nonces[most * 8], out[most * 64], inputs[most * 72];
    while (first != last) {
        const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(most, last - first));
        for (std::size_t i = 0; i < n; ++i) store<std::endian::little>(nonces + 8 * i, first + i);
        const auto rows = fixed_width(std::span(nonces, n * 8), 8);
        std::size_t stride = pow_bytes;
        if constexpr (requires { D::output_input_size; }) {
            constexpr std::size_t size = X::digest_size, row = D::output_input_size;
            digest_many(begun.prefix(), rows, std::span(out, n * size));
            for (std::size_t i = 0; i < n; ++i) {
                copy_bytes(inputs + i * row, out + i * size, size);
                store<std::endian::little>(inputs + i * row + size, std::uint64_t{0});
            }
            digest_many<X>(fixed_width(std::span(inputs, n * row), row), std::span(out, n * size));
            stride = size;
        } else {
            digest_many(begun.prefix(), rows, std::span(out, n * pow_bytes));
        }
        for (std::size_t i = 0; i < n; ++i)
            if (does_work(load<std::endian::big, std::uint64_t>(out + i * stride), bits)) return first + i;
        first += n;
    }
    return last;
}

// Over Keccak, where the nonce and the padding fit into the block, the lanes differ in one or two words only, and only
// one word of each is needed: docs/TUNING.md, "Transcripts".
template <class C>
concept keccak_messages = requires { requires C::primitive == batch_primitive::keccak; };
template <class C>
concept keccak_chunks = requires(const C& c, batch_job& job) { c.describe_chunk(job, pow_bytes); };

class keccak_search {
    static constexpr std::size_t lanes = 8, words = keccak::lanes;

  public:
    template <class X>
    explicit keccak_search(const X& prefix) {
        if constexpr (keccak_chunks<construction_of<X>>)
            fits = access::construction(prefix).describe_chunk(job, pow_bytes);
        else {
            access::construction(prefix).describe(job);
            fits = true;
        }
        const std::size_t end = job.position + pow_bytes;
        fits = fits && end + job.trailer_size <= 8 * job.rate;
        if (!fits) return;
        for (std::size_t i = 0; i < words; ++i) common[i] = static_cast<const std::uint64_t*>(job.state)[i];
        end_block(job, end,
                  [&](std::size_t at, std::uint8_t b) { common[at / 8] ^= std::uint64_t{b} << 8 * (at % 8); });
    }

    bool can() const { return fits; }

    std::uint64_t run(std::uint64_t first, std::uint64_t last, unsigned bits) const {
        alignas(64) std::uint64_t S[words * lanes];
        const std::size_t at = job.position / 8, shift = 8 * (job.position % 8);
        for (; first < last; first += lanes) {
            for (std::size_t i = 0; i < words; ++i)
                for (std::size_t j = 0; j < lanes; ++j) S[i * lanes + j] = common[i];
            for (std::size_t j = 0; j < lanes; ++j) {
                S[at * lanes + j] ^= (first + j) << shift;
                if (shift != 0) S[(at + 1) * lanes + j] ^= (first + j) >> (64 - shift);
            }
            entry_points::keccak_streams(lanes, S, job.rounds, job.rate, nullptr, nullptr, 1);
            for (std::size_t j = 0; j < lanes; ++j)
                if (does_work(byteswap(S[j]), bits)) return j < last - first ? first + j : last;
            if (last - first < lanes) break;  // before `first` wraps around
        }
        return last;
    }

  private:
    batch_job job{};
    bool fits = false;
    std::uint64_t common[words];
};

template <duplex_sponge D>
std::uint64_t search(const D& begun, std::uint64_t first, std::uint64_t last, unsigned bits) {
    if (first >= last) return last;
    if constexpr (requires { begun.search(first, last, bits); }) {  // D is chosen at run time
        return begun.search(first, last, bits);
    } else if constexpr (requires { typename D::primitive; }) {
        using C = construction_of<typename D::primitive>;
        if constexpr ((keccak_messages<C> || keccak_chunks<C>) && !requires { D::output_input_size; })
            if (const keccak_search lanes(begun.prefix()); lanes.can()) return lanes.run(first, last, bits);
        if constexpr (batches::side_by_side<typename D::primitive>)
            return search_in_batches(begun, first, last, bits);
        else
            return search_in_turn(begun, first, last, bits);
    } else {
        return search_in_turn(begun, first, last, bits);
    }
}

// Finds the smallest nonce of all. It takes a window of some milliseconds at a time.
template <duplex_sponge D>
std::uint64_t find_nonce(const D& begun, unsigned bits, threads wanted) {
    constexpr std::uint64_t piece = std::uint64_t{1} << 12, window = std::uint64_t{1} << 18;
    for (std::uint64_t first = 0;; first += window) {
        std::atomic<std::uint64_t> best{window};
        split(window, piece, wanted, [&](std::size_t from, std::size_t to) {
            if (from > best.load(std::memory_order_relaxed)) return;
            const std::uint64_t found = search(begun, first + from, first + to, bits) - first;
            if (found == to) return;
            for (std::uint64_t known = best.load(); found < known && !best.compare_exchange_weak(known, found);) {}
        });
        if (best != window) return first + best;
    }
}

}  // namespace fiat_shamir

/// Finds the smallest nonce that does the work, sends it, and draws the challenge.
/// \param prover a prover
/// \param bits how many zero bits the challenge begins with, 0 to 64; more end the program. Each bit doubles the time.
/// \param wanted how many threads take part; one by default
/// \return the nonce
template <proving_transcript P>
std::uint64_t grind(P& prover, unsigned bits, threads wanted = {}) {
    contract(bits <= 64, "the challenge of a proof of work has 64 bits");
    const std::uint64_t nonce = fiat_shamir::find_nonce(prover.sponge(), bits, wanted);
    prover.template send<fiat_shamir::pow_nonce>(nonce);
    contract(fiat_shamir::draw_work(prover, bits), "the nonce that was found does not do the work");
    return nonce;
}

/// Reads the nonce, draws the challenge, and checks the work. The verifier remembers a refusal, so that check_eof()
/// returns it.
/// \param verifier a verifier
/// \param bits how many zero bits the challenge must begin with; no nonce does a work of more than 64 bits
/// \return the nonce, or a refusal: refusal::no_work where the nonce does not do the work
template <verifying_transcript V>
[[nodiscard]] constexpr received<std::uint64_t> check_work(V& verifier, unsigned bits) {
    const auto nonce = verifier.template receive<fiat_shamir::pow_nonce>();
    if (nonce && !verifier.require(fiat_shamir::draw_work(verifier, bits), refusal::no_work)) return refusal::no_work;
    return nonce;
}

}  // namespace hashlane::inline HASHLANE_ABI
