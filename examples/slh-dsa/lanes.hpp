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

// One word of each lane.
using row = std::array<std::uint64_t, lanes>;

// A value in each lane.
struct values {
    std::array<row, 2> words{};

    static values same(const value& v) {
        values all;
        for (std::size_t lane = 0; lane < lanes; ++lane) all.set(lane, v);
        return all;
    }
    void set(std::size_t lane, const value& v) {
        const auto both = std::bit_cast<std::array<std::uint64_t, 2>>(v);
        for (std::size_t i = 0; i < 2; ++i) words[i][lane] = little(both[i]);
    }
    value get(std::size_t lane) const {
        return std::bit_cast<value>(std::array{little(words[0][lane]), little(words[1][lane])});
    }
};

// What an address (s.4.2) is for.
enum class kind : std::uint32_t { wots_hash, wots_pk, tree, fors_tree, fors_roots, wots_prf, fors_prf };

// The numbers of the words of an address, of 4 bytes each. The last three mean one thing or another with its kind.
enum field : std::size_t { layer, tree_high = 2, tree_low, type, key_pair, chain, hash, height = chain, index = hash };

// An address in each lane: 8 words of 4 bytes, the high byte first.
struct addresses {
    std::array<row, 4> words{};

    void set(std::size_t lane, field which, std::uint32_t number) {
        const unsigned shift = which % 2 * 32;
        const std::uint64_t swapped = __builtin_bswap32(number);
        std::uint64_t& word = words[which / 2][lane];
        word = (word & ~(std::uint64_t{0xffffffff} << shift)) | swapped << shift;
    }
    void set(field which, std::uint32_t number) {
        for (std::size_t lane = 0; lane < lanes; ++lane) set(lane, which, number);
    }
    // Sets the kind, which clears what follows it.
    void begin(kind what) {
        set(type, static_cast<std::uint32_t>(what));
        words[3] = {};
        set(key_pair, 0);
    }
    void set_place(std::uint32_t of_layer, std::uint64_t of_tree) {
        set(layer, of_layer);
        set(tree_high, static_cast<std::uint32_t>(of_tree >> 32));
        set(tree_low, static_cast<std::uint32_t>(of_tree));
    }
};

// The functions F, H, T and PRF under one PK.seed: SHAKE256(PK.seed || ADRS || M) of a message M in each lane.
class hasher {
  public:
    explicit hasher(const value& public_seed) : seeds(values::same(public_seed)) {}

    // M is one value: F, and PRF with SK.seed as the message.
    values f(const addresses& at, const values& message) const { return block(at, &message, 1); }
    // M is two values: H.
    values h(const addresses& at, const values& left, const values& right) const {
        const values both[] = {left, right};
        return block(at, both, 2);
    }
    // M is any number of values: T.
    values t(const addresses& at, std::span<const values> message) const {
        states s = begin(at);
        std::size_t next = first;
        for (const values& v : message) {
            for (const row& word : v.words) {
                for (std::size_t lane = 0; lane < lanes; ++lane) s.words[next][lane] ^= word[lane];
                if (++next == rate) {
                    s.permute();
                    next = 0;
                }
            }
        }
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            s.words[next][lane] ^= suffix;
            s.words[rate - 1][lane] ^= last_bit;
        }
        s.permute();
        return s.digest();
    }

  private:
    static constexpr std::size_t rate = 17, first = 6;  // in words: of SHAKE256, and where M begins
    static constexpr std::uint64_t suffix = 0x1f, last_bit = std::uint64_t{1} << 63;

    struct states {
        alignas(64) std::array<row, 25> words{};

        void permute() { hl::keccak_f1600<lanes>(std::span<std::uint64_t, 25 * lanes>(words[0].data(), 25 * lanes)); }
        values digest() const { return {{words[0], words[1]}}; }
    };

    values seeds;

    states begin(const addresses& at) const {
        states s;
        std::copy_n(seeds.words.begin(), 2, s.words.begin());
        std::copy_n(at.words.begin(), 4, s.words.begin() + 2);
        return s;
    }

    // One or two values fit into one block with the padding.
    values block(const addresses& at, const values* message, std::size_t count) const {
        states s = begin(at);
        for (std::size_t i = 0; i < count; ++i)
            std::copy_n(message[i].words.begin(), 2, s.words.begin() + static_cast<std::ptrdiff_t>(first + 2 * i));
        s.words[first + 2 * count].fill(suffix);
        s.words[rate - 1].fill(last_bit);
        s.permute();
        return s.digest();
    }
};

// Computes the level above `nodes`, eight parents at a time. `at` has the kind, the place and the height; the parents
// have the indices from `first` on.
inline std::vector<value> parents(const hasher& hashes, addresses at, const std::vector<value>& nodes,
                                  std::uint32_t first) {
    std::vector<value> above(nodes.size() / 2);
    for (std::size_t i = 0; i < above.size(); i += lanes) {
        const std::size_t count = std::min(lanes, above.size() - i);
        values left, right;
        for (std::size_t lane = 0; lane < count; ++lane) {
            at.set(lane, index, first + static_cast<std::uint32_t>(i + lane));
            left.set(lane, nodes[2 * (i + lane)]);
            right.set(lane, nodes[2 * (i + lane) + 1]);
        }
        const values result = hashes.h(at, left, right);
        for (std::size_t lane = 0; lane < count; ++lane) above[i + lane] = result.get(lane);
    }
    return above;
}

// Computes the root of the tree over `nodes`, whose first leaf has the index `first`, and writes the siblings on the way
// from the leaf `leaf` of these to `path`.
inline value root_and_path(const hasher& hashes, addresses at, std::vector<value> nodes, std::uint32_t first,
                           std::size_t leaf, std::vector<std::uint8_t>& path) {
    for (std::uint32_t level = 1; nodes.size() > 1; ++level) {
        const value& sibling = nodes[leaf ^ 1];
        path.insert(path.end(), sibling.begin(), sibling.end());
        at.set(height, level);
        first /= 2;
        leaf /= 2;
        nodes = parents(hashes, at, nodes, first);
    }
    return nodes.front();
}

// Computes the root from a leaf with the index `where` and its path of `levels` values.
inline value root_of_path(const hasher& hashes, addresses at, value node, std::uint32_t where, octets path) {
    for (std::uint32_t level = 1; !path.empty(); ++level) {
        value sibling;
        std::copy_n(path.begin(), n, sibling.begin());
        path = path.subspan(n);
        at.set(height, level);
        at.set(index, where / 2);
        const bool right = where % 2 == 1;
        node = hashes.h(at, values::same(right ? sibling : node), values::same(right ? node : sibling)).get(0);
        where /= 2;
    }
    return node;
}

}  // namespace slh_dsa
