// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// HMAC over SHA-2 (RFC 2104): the end of a tag, and the iterations of PBKDF2 (RFC 8018 s.5.2). In both the outer hash
// takes in the digest of the inner one. Instructions for whole rounds keep that digest in registers; elsewhere it goes
// through memory, from one call of the compression function to the next.

#include <cstddef>
#include <cstdint>

#include "../lanes/bytes.hpp"
#include "../lanes/secret.hpp"
#include "sha2_blocks.hpp"
#include "sha2_padding.hpp"

namespace hashlane::inline HASHLANE_ABI::sha2 {

// The last block of a message of one block and of a digest of some words. It is wiped.
template <class P>
class block_of_digest {
    using W = typename P::word;
    static constexpr std::size_t block_size = 16 * sizeof(W);

  public:
    explicit block_of_digest(std::size_t words_of_digest) : words(words_of_digest) {
        const std::size_t n = words * sizeof(W);
        block[n] = first_of_padding();
        store_length<W>(block + block_size, {block_size + n, 0, 0});
    }
    block_of_digest(const block_of_digest&) = delete;
    block_of_digest& operator=(const block_of_digest&) = delete;
    ~block_of_digest() { wipe(this->block, block_size); }

    // H becomes the hash of the block that `key` has taken in and of the digest H.
    void compress(W* H, const W* key) {
        for (std::size_t i = 0; i < words; ++i) store<std::endian::big>(block + i * sizeof(W), H[i]);
        for (std::size_t i = 0; i < 8; ++i) H[i] = key[i];
        entry_points::sha2_compress(H, block, 1);
    }

  private:
    const std::size_t words;
    alignas(16) std::uint8_t block[block_size] = {};
};

template <class P>
void end_in_steps(const typename P::word* inner, const std::uint8_t* p, std::size_t blocks,
                  const typename P::word* outer, std::uint8_t* tag) {
    using W = typename P::word;
    W H[8];
    for (std::size_t i = 0; i < 8; ++i) H[i] = inner[i];
    entry_points::sha2_compress(H, p, blocks);
    block_of_digest<P>(8).compress(H, outer);
    for (std::size_t i = 0; i < 8; ++i) store<std::endian::big>(tag + i * sizeof(W), H[i]);
    wipe(H, 8);
}

template <class P>
void iterate_in_steps(hmac_chain<typename P::word>* chains, std::size_t n, std::uint64_t iterations,
                      std::size_t words) {
    block_of_digest<P> block(words);
    for (std::size_t j = 0; j < n; ++j)
        for (std::uint64_t k = 0; k < iterations; ++k) {
            block.compress(chains[j].U, chains[j].inner);
            block.compress(chains[j].U, chains[j].outer);
            for (std::size_t i = 0; i < words; ++i) chains[j].T[i] ^= chains[j].U[i];
        }
}

template <class P>
struct hmac_kernel : instructions_for_hmac<P> {
    using word = typename P::word;
    template <class T>
    static constexpr bool preferred = instructions_for_hmac<P>::template supported<T>;

    using instructions_for_hmac<P>::run;
    template <class T>
    requires(!preferred<T>)
    HASHLANE_INLINE static void run(const word* inner, const std::uint8_t* p, std::size_t blocks, const word* outer,
                                    std::uint8_t* tag, bool) {
        end_in_steps<P>(inner, p, blocks, outer, tag);
    }
    template <class T>
    requires(!preferred<T>)
    HASHLANE_INLINE static void run(hmac_chain<word>* chains, std::size_t n, std::uint64_t iterations, bool) {
        iterate_in_steps<P>(chains, n, iterations, 8);
    }
};

// The kernels take digests of eight words only; shorter ones are computed in steps.
template <class P>
void iterate_chains(hmac_chain<typename P::word>* chains, std::size_t n, std::uint64_t iterations, std::size_t words) {
    if (words == 8)
        targets::dispatch<hmac_kernel<P>>(chains, n, iterations, targets::upper_halves());
    else
        iterate_in_steps<P>(chains, n, iterations, words);
}

}  // namespace hashlane::inline HASHLANE_ABI::sha2

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {

// Writes the tag of a message that ends with these blocks, padding included. `inner` is the chaining value of what
// stands before them, and `outer` that of the block that holds the key. A digest has eight words.
HASHLANE_ENTRY void sha2_hmac(const std::uint32_t* inner, const std::uint8_t* p, std::size_t blocks,
                              const std::uint32_t* outer, std::uint8_t* tag) noexcept
    HASHLANE_ENTERS(targets::dispatch<sha2::hmac_kernel<sha2::words32>>(inner, p, blocks, outer, tag,
                                                                        targets::upper_halves()));
HASHLANE_ENTRY void sha2_hmac(const std::uint64_t* inner, const std::uint8_t* p, std::size_t blocks,
                              const std::uint64_t* outer, std::uint8_t* tag) noexcept
    HASHLANE_ENTERS(targets::dispatch<sha2::hmac_kernel<sha2::words64>>(inner, p, blocks, outer, tag,
                                                                        targets::upper_halves()));

// Computes `iterations` more iterations of n chains. A digest has `words` words.
HASHLANE_ENTRY void sha2_hmac_chains(hmac_chain<std::uint32_t>* chains, std::size_t n, std::uint64_t iterations,
                                     std::size_t words) noexcept
    HASHLANE_ENTERS(sha2::iterate_chains<sha2::words32>(chains, n, iterations, words));
HASHLANE_ENTRY void sha2_hmac_chains(hmac_chain<std::uint64_t>* chains, std::size_t n, std::uint64_t iterations,
                                     std::size_t words) noexcept
    HASHLANE_ENTERS(sha2::iterate_chains<sha2::words64>(chains, n, iterations, words));

}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI
