// SPDX-License-Identifier: Apache-2.0 OR MIT
// The tweakable hashes of SLH-DSA-SHAKE-128 (FIPS 205 s.11.1), eight side by side: one permutation of eight states of
// Keccak for each step.
#pragma once

#include <hashlane/batch.hpp>
#include <hashlane/sha3.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace slh_dsa {

namespace hl = hashlane;
using octets = std::span<const std::uint8_t>;
using value = std::array<std::uint8_t, 16>;  // n = 16 bytes
inline constexpr std::size_t n = 16, lanes = 8;

inline std::uint64_t load(const std::uint8_t* p) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 8; ++i) word |= std::uint64_t{p[i]} << 8 * i;
    return word;
}

// One word of each lane.
using row = std::array<std::uint64_t, lanes>;

// A value in each lane.
struct values {
    std::array<row, 2> words{};

    static values same(const value& v) {
        values all;
        for (std::size_t i = 0; i < 2; ++i) all.words[i].fill(load(v.data() + 8 * i));
        return all;
    }
    void set(std::size_t lane, const value& v) {
        for (std::size_t i = 0; i < 2; ++i) words[i][lane] = load(v.data() + 8 * i);
    }
    value get(std::size_t lane) const {
        value v;
        for (std::size_t i = 0; i < n; ++i) v[i] = static_cast<std::uint8_t>(words[i / 8][lane] >> 8 * (i % 8));
        return v;
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
    std::array<std::uint8_t, 32> bytes(std::size_t lane) const {
        std::array<std::uint8_t, 32> all;
        for (std::size_t i = 0; i < 32; ++i) all[i] = static_cast<std::uint8_t>(words[i / 8][lane] >> 8 * (i % 8));
        return all;
    }
};

// The functions F, H, T and PRF under one PK.seed.
class hasher {
  public:
    explicit hasher(const value& public_seed) : seed(public_seed), seeds(values::same(public_seed)) {}

    // SHAKE256(PK.seed || ADRS || M) of a message of one value in each lane: F, and PRF with SK.seed as the message.
    values f(const addresses& at, const values& message) const { return block(at, &message, 1); }
    // The same of two values: H.
    values h(const addresses& at, const values& left, const values& right) const {
        const values both[] = {left, right};
        return block(at, both, 2);
    }
    // The same of any number of values, which each lane has one behind the other: T.
    values t(const addresses& at, const std::array<std::vector<value>, lanes>& messages) const {
        std::array<std::vector<std::uint8_t>, lanes> inputs;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const auto place = at.bytes(lane);
            inputs[lane].assign(seed.begin(), seed.end());
            inputs[lane].insert(inputs[lane].end(), place.begin(), place.end());
            for (const value& v : messages[lane]) inputs[lane].insert(inputs[lane].end(), v.begin(), v.end());
        }
        std::array<value, lanes> digests;
        hl::digest_many<hl::shake256>(inputs, digests);
        values all;
        for (std::size_t lane = 0; lane < lanes; ++lane) all.set(lane, digests[lane]);
        return all;
    }

  private:
    value seed;
    values seeds;

    // A message of at most two values fits into one block of SHAKE256 with its padding.
    values block(const addresses& at, const values* message, std::size_t count) const {
        alignas(64) std::array<row, 25> state{};
        std::copy_n(seeds.words.begin(), 2, state.begin());
        std::copy_n(at.words.begin(), 4, state.begin() + 2);
        for (std::size_t i = 0; i < count; ++i)
            std::copy_n(message[i].words.begin(), 2, state.begin() + 6 + static_cast<std::ptrdiff_t>(2 * i));
        state[6 + 2 * count].fill(0x1f);
        state[16].fill(std::uint64_t{1} << 63);
        hl::keccak_f1600<lanes>(std::span<std::uint64_t, 25 * lanes>(state.front().data(), 25 * lanes));
        values result;
        std::copy_n(state.begin(), 2, result.words.begin());
        return result;
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
