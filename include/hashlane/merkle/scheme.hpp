// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// How a node comes from the nodes below it. A scheme, which may hold a key or a name, gives
//   digest_type, digest_size, arity
//   promotes            a node without siblings goes up as it is; otherwise its level is filled up with padding
//   leaf(data), node(children), empty() (the root of no leaves), padding() (a leaf that is none)
//   leaves(messages, digests, threads), nodes(children, parents, threads)    many at a time; the digests must not overlap
//                       the messages, but without threads the parents may be the beginning of the children
// One of your own may derive from these and hide what is to be otherwise, say padding().

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "../many/digest_many.hpp"
#include "../sha3.hpp"
#include "../threads/executor.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

inline constexpr int no_prefix = -1;

template <class H, std::size_t Arity, int LeafPrefix, int NodePrefix, bool Promotes>
struct merkle_scheme {
    static_assert(Arity == 2 || (Arity == 4 && !Promotes));

    using hash_type = H;
    using digest_type = typename H::digest_type;
    using children = std::span<const digest_type, Arity>;
    static constexpr std::size_t digest_size = H::digest_size, arity = Arity;
    static constexpr bool promotes = Promotes;

    template <byte_range R>
    [[nodiscard]] static constexpr digest_type leaf(const R& data) {
        return behind(LeafPrefix).update(data).digest();
    }

    [[nodiscard]] static constexpr digest_type node(children below) {
        H h = behind(NodePrefix);
        for (const digest_type& d : below) h.update(d);
        return h.digest();
    }

    // s.2.1.1: MTH({}) = HASH(). The padding of a tree without leaves is a tree of one.
    [[nodiscard]] static constexpr digest_type empty() {
        if constexpr (Promotes) return H().digest();
        return padding();
    }
    [[nodiscard]] static constexpr digest_type padding() { return {}; }

    // Overlap: a digest that overlaps a message ends the program.
    template <message_range R>
    static constexpr void leaves(const R& messages, std::span<digest_type> digests, threads wanted = {}) {
        digest_many(behind(LeafPrefix), messages, digests, wanted);
    }

    // Overlap: without threads `parents` may be the beginning of `below`; any other overlap ends the program.
    static constexpr void nodes(std::span<const digest_type> below, std::span<digest_type> parents,
                                threads wanted = {}) {
        if (std::is_constant_evaluated()) {
            for (std::size_t i = 0; i < parents.size(); ++i)
                parents[i] = node(below.subspan(i * Arity).template first<Arity>());
            return;
        }
        const std::span bytes(reinterpret_cast<const std::uint8_t*>(below.data()), below.size_bytes());
        batches::require_level(below.data(), below.size_bytes(), parents.data(), parents.size_bytes(), wanted);
        batches::digest_rows(behind(NodePrefix), fixed_width(bytes, Arity * digest_size), parents, wanted);
    }

  private:
    static constexpr H behind(int prefix) {
        H h;
        if (prefix != no_prefix) h.update(std::array{static_cast<std::uint8_t>(prefix)});
        return h;
    }
};

// RFC 9162 s.2.1.1. The prefixes keep leaves and inner nodes apart: nobody can find a second list of leaves with the
// same root, of whatever length, without a collision of the hash.
template <class H>
using rfc9162 = merkle_scheme<H, 2, 0x00, 0x01, true>;

// The digest of two digests, or of four; the leaves are filled up to a power of that with zero digests. With SHA-256
// and leaves of 32 bytes that come as digests this is merkleize of Ethereum's SSZ.
//
// Leaves and inner nodes look alike: two children side by side are a leaf with the digest of their parent. Whoever
// takes a proof must know how many leaves the tree has, not from the prover, or take no leaves of such a length.
template <class H, std::size_t Arity = 2>
using plain_tree = merkle_scheme<H, Arity, no_prefix, no_prefix, false>;

namespace merkle_detail {

// Some of many messages.
template <class R>
struct slice {
    const R& all;
    std::size_t first, count;
    constexpr std::size_t size() const { return count; }
    constexpr decltype(auto) operator[](std::size_t i) const { return all[first + i]; }
};

// How long leaves are, by a few of them; 0 where nobody needs to know.
template <message_range R>
constexpr std::size_t leaf_size(const R& messages) {
    return std::is_constant_evaluated() || std::size(messages) == 0 ? 0 : batches::mean_size(messages);
}

template <class D>
constexpr std::array<D, 2> sorted(std::span<const D, 2> pair) {
    std::size_t i = 0;
    while (i + 1 < pair[0].size() && pair[0][i] == pair[1][i]) ++i;
    const bool turned = pair[1][i] < pair[0][i];
    return {pair[turned], pair[!turned]};
}

// Puts pairs in order, and gives them to nodes(pairs, parents), some at a time.
template <class D, class F>
constexpr void sorted_nodes(std::span<const D> below, std::span<D> parents, threads wanted, F&& nodes) {
    constexpr std::size_t at_once = 64;
    batches::require_level(below.data(), below.size_bytes(), parents.data(), parents.size_bytes(), wanted);
    const auto some = [&](std::size_t first, std::size_t last) {
        std::array<D, 2 * at_once> pairs{};
        for (std::size_t i = first; i < last; i += at_once) {
            const std::size_t now = last - i < at_once ? last - i : at_once;
            for (std::size_t j = 0; j < now; ++j) {
                const auto pair = sorted(below.subspan(2 * (i + j)).template first<2>());
                pairs[2 * j] = pair[0];
                pairs[2 * j + 1] = pair[1];
            }
            nodes(std::span<const D>(pairs).first(2 * now), parents.subspan(i, now));
        }
    };
    if (std::is_constant_evaluated() || wanted.count == 1) return some(0, parents.size());
    split(parents.size(), messages_a_piece(2 * sizeof(D)), wanted, some);
}

}  // namespace merkle_detail

// As contracts of Ethereum check them: the lesser of two digests comes first, so that a proof needs no index; a digest
// without a sibling goes up as it is. Leaves and inner nodes look alike here too, and the order of the leaves is not
// bound: a leaf must not be 64 bytes long, and must say itself what it stands for. A proof shows that a leaf is in the
// tree, and not at which index: it is accepted for every index whose proofs have as many digests.
template <class H = keccak_256>
struct sorted_pairs : merkle_scheme<H, 2, no_prefix, no_prefix, true> {
    using base = merkle_scheme<H, 2, no_prefix, no_prefix, true>;
    using typename base::children, typename base::digest_type;

    [[nodiscard]] static constexpr digest_type node(children below) { return base::node(merkle_detail::sorted(below)); }

    static constexpr void nodes(std::span<const digest_type> below, std::span<digest_type> parents,
                                threads wanted = {}) {
        merkle_detail::sorted_nodes(below, parents, wanted, [](auto pairs, auto to) { base::nodes(pairs, to); });
    }
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
