// SPDX-License-Identifier: Apache-2.0 OR MIT
// The tweakable hashes of SLH-DSA-SHAKE-128 (FIPS 205 s.11.1), eight side by side: one permutation of eight states of
// Keccak for each step. Values stay in the lanes from step to step.
#pragma once

#include <hashlane/batch.hpp>
#include <hashlane/sha3.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace slh_dsa {

namespace hl = hashlane;
using octets = std::span<const std::uint8_t>;
using value = std::array<std::uint8_t, 16>;  // n = 16 bytes
inline constexpr std::size_t n = 16, lanes = 8;

// Returns a word whose bytes in memory are those of the word in little endian.
inline std::uint64_t little(std::uint64_t word) {
    return std::endian::native == std::endian::little ? word : __builtin_bswap64(word);
}

// A value in each lane: word i of lane j stands at [i * lanes + j].
using values = std::array<std::uint64_t, n / 8 * lanes>;

inline void set(values& all, std::size_t lane, const value& v) {
    const auto both = std::bit_cast<std::array<std::uint64_t, 2>>(v);
    for (std::size_t i = 0; i < 2; ++i) all[i * lanes + lane] = little(both[i]);
}
inline value get(const values& all, std::size_t lane) {
    return std::bit_cast<value>(std::array{little(all[lane]), little(all[lanes + lane])});
}
inline values same(const value& v) {
    values all;
    for (std::size_t lane = 0; lane < lanes; ++lane) set(all, lane, v);
    return all;
}

// What an address (s.4.2) is for.
enum class kind : std::uint32_t { wots_hash, wots_pk, tree, fors_tree, fors_roots, wots_prf, fors_prf };

// The numbers of the words of an address, of 4 bytes each. The last three mean one thing or another with its kind.
enum field : std::size_t { layer, tree_high = 2, tree_low, type, key_pair, chain, hash, height = chain, index = hash };

// An address in each lane: 8 words of 4 bytes, the high byte first.
struct addresses {
    std::array<std::uint64_t, 4 * lanes> words{};

    void set(std::size_t lane, field which, std::uint32_t number) {
        const unsigned shift = which % 2 * 32;
        const std::uint64_t swapped = __builtin_bswap32(number);
        std::uint64_t& word = words[which / 2 * lanes + lane];
        word = (word & ~(std::uint64_t{0xffffffff} << shift)) | swapped << shift;
    }
    void set(field which, std::uint32_t number) {
        for (std::size_t lane = 0; lane < lanes; ++lane) set(lane, which, number);
    }
    // Sets the kind, which clears what follows it.
    void begin(kind what) {
        set(type, static_cast<std::uint32_t>(what));
        std::fill(words.end() - lanes, words.end(), 0);
        set(key_pair, 0);
    }
    void set_place(std::uint32_t of_layer, std::uint64_t of_tree) {
        set(layer, of_layer);
        set(tree_high, static_cast<std::uint32_t>(of_tree >> 32));
        set(tree_low, static_cast<std::uint32_t>(of_tree));
    }
    // The address in the first lane.
    std::array<std::uint8_t, 32> bytes() const {
        std::array<std::uint64_t, 4> first{};
        for (std::size_t i = 0; i < 4; ++i) first[i] = little(words[i * lanes]);
        return std::bit_cast<std::array<std::uint8_t, 32>>(first);
    }
};

// The steps of a chain: the value has two words from word 6 on, and the step number, high byte first, ends word 5.
inline constexpr hl::keccak_chain chain_of_steps{
    .words = 2, .value = 6, .counter = 5, .increment = std::uint64_t{1} << 56};
inline constexpr std::uint32_t steps = 15;  // w - 1

// The functions F, H, T and PRF under one PK.seed: SHAKE256(PK.seed || ADRS || M) of a message M in each lane.
class hasher {
  public:
    explicit hasher(const value& public_seed)
        : seed(public_seed), for_one(first_states(public_seed, 1)), for_two(first_states(public_seed, 2)) {}

    // M is one value: F, and PRF with SK.seed as the message.
    values f(const addresses& at, const values& message) {
        for_one.set(2, at.words);
        for_one.set(first, message);
        return for_one.digest();
    }
    // The chains of s.5 from their first values: the values after each step. The addresses have the step number 0.
    std::array<values, steps> chains(const addresses& at, const values& begin) {
        for_one.set(2, at.words);
        for_one.set(first, begin);
        std::array<values, steps> after;
        hl::keccak_f1600_chains<lanes, chain_of_steps>(for_one.words, after);
        return after;
    }
    // M is two values: H.
    values h(const addresses& at, const values& left, const values& right) {
        for_two.set(2, at.words);
        for_two.set(first, left);
        for_two.set(first + 2, right);
        return for_two.digest();
    }
    // M is any number of values: T.
    values t(const addresses& at, std::span<const values> message) const {
        states s = first_states(seed);
        s.set(2, at.words);
        std::size_t next = first;
        for (const values& v : message) {
            for (std::size_t word = 0; word < 2; ++word) {
                for (std::size_t lane = 0; lane < lanes; ++lane) s.words[next * lanes + lane] ^= v[word * lanes + lane];
                if (++next == rate) {
                    hl::keccak_f1600<lanes>(s.words);
                    next = 0;
                }
            }
        }
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            s.words[next * lanes + lane] ^= suffix;
            s.words[(rate - 1) * lanes + lane] ^= last_bit;
        }
        return s.digest();
    }
    // The same of one message under the address of the first lane. One state takes half the time of eight.
    value one(const addresses& at, octets message) const {
        hl::shake256 hashing;
        hashing.absorb(seed).absorb(at.bytes()).absorb(message);
        return hashing.reader().squeeze<n>();
    }

  private:
    static constexpr std::size_t rate = 17, first = 6;  // in words: of SHAKE256, and where M begins
    static constexpr std::uint64_t suffix = 0x1f, last_bit = std::uint64_t{1} << 63;

    struct states {
        alignas(64) std::array<std::uint64_t, 25 * lanes> words{};

        template <std::size_t count>
        void set(std::size_t from, const std::array<std::uint64_t, count>& rows) {
            std::copy_n(rows.begin(), count, words.data() + from * lanes);
        }
        void fill(std::size_t at, std::uint64_t word) { std::fill_n(words.data() + at * lanes, lanes, word); }
        values digest() {
            std::array<values, 1> only;
            hl::keccak_f1600_chains<lanes, chain_of_steps>(words, only);
            return only[0];
        }
    };

    value seed;
    states for_one, for_two;  // with PK.seed and the padding of messages of one value and of two, which do not change

    static states first_states(const value& public_seed) {
        states s;
        s.set(0, same(public_seed));
        return s;
    }
    static states first_states(const value& public_seed, std::size_t count) {
        states s = first_states(public_seed);
        s.fill(first + 2 * count, suffix);
        s.fill(rate - 1, last_bit);
        return s;
    }
};

// Computes the level above `nodes`, eight parents at a time. `at` has the kind, the place and the height.
inline std::vector<value> parents(hasher& hashes, addresses at, const std::vector<value>& nodes) {
    std::vector<value> above(nodes.size() / 2);
    for (std::size_t i = 0; i < above.size(); i += lanes) {
        const std::size_t count = std::min(lanes, above.size() - i);
        values left{}, right{};
        for (std::size_t lane = 0; lane < count; ++lane) {
            at.set(lane, index, static_cast<std::uint32_t>(i + lane));
            set(left, lane, nodes[2 * (i + lane)]);
            set(right, lane, nodes[2 * (i + lane) + 1]);
        }
        const values result = hashes.h(at, left, right);
        for (std::size_t lane = 0; lane < count; ++lane) above[i + lane] = get(result, lane);
    }
    return above;
}

// The levels of one tree, or of several whose nodes have consecutive indices: the leaves first, the roots last.
using levels = std::vector<std::vector<value>>;

// Computes the levels of trees of this height over their leaves. `at` has the kind and the place.
inline levels trees_over(hasher& hashes, addresses at, std::vector<value> leaves, std::uint32_t of_height) {
    levels all{std::move(leaves)};
    for (std::uint32_t level = 1; level <= of_height; ++level) {
        at.set(height, level);
        all.push_back(parents(hashes, at, all.back()));
    }
    return all;
}

// Appends the siblings on the way from a leaf to its root.
inline void append_path(const levels& all, std::size_t leaf, std::vector<std::uint8_t>& path) {
    for (std::size_t level = 0; level + 1 < all.size(); ++level, leaf /= 2) {
        const value& sibling = all[level][leaf ^ 1];
        path.insert(path.end(), sibling.begin(), sibling.end());
    }
}

// Computes the root from a leaf with the index `where` and its path.
inline value root_of_path(hasher& hashes, addresses at, value node, std::uint32_t where, octets path) {
    for (std::uint32_t level = 1; !path.empty(); ++level) {
        std::array<std::uint8_t, 2 * n> both;
        std::copy_n(node.begin(), n, both.begin() + (where % 2 == 1 ? n : 0));
        std::copy_n(path.begin(), n, both.begin() + (where % 2 == 1 ? 0 : n));
        path = path.subspan(n);
        where /= 2;
        at.set(height, level);
        at.set(index, where);
        node = hashes.one(at, both);
    }
    return node;
}

}  // namespace slh_dsa
