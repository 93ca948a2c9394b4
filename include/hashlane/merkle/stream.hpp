// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The root of leaves that come one after the other, in O(log n) memory: a stream keeps only the nodes that have no
/// parent yet.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "../lanes/contract.hpp"
#include "../threads/executor.hpp"
#include "path.hpp"
#include "scheme.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// A sink that keeps no nodes.
struct no_sink {
    template <class D>
    constexpr void operator()(merkle_place, const D&) const {}
};

/// The root of a stream of leaves. Objects are values: a copy goes on independently, and nothing is allocated. Only one
/// thread at a time may change an object.
/// \tparam S the scheme: `rfc9162<sha256>`, `plain_tree<keccak_256>`, `sorted_pairs<>` or one of your own
///
///     hl::merkle_stream<hl::rfc9162<hl::sha256>> stream;
///     stream.push(leaf);
///     auto root = stream.root();
template <class S>
class merkle_stream {
    static_assert(merkle_detail::has_right_arity<S>, "a scheme has the arity 2, or 4 with padding");

  public:
    /// A node.
    using digest_type = typename S::digest_type;

    /// Makes a stream without leaves.
    /// \param how the scheme, where it has a state
    constexpr explicit merkle_stream(const S& how = {}) : scheme(how) {}

    /// Makes a stream that goes on where an earlier one stopped.
    /// \param leaves how many leaves the earlier stream had
    /// \param node node(place) returns the digest that the sink of the earlier stream, or its each_pending(), was given
    /// for that place
    /// \param how the scheme, where it has a state
    template <class F>
    [[nodiscard]] static constexpr merkle_stream resume(std::uint64_t leaves, F&& node, const S& how = {}) {
        merkle_stream stream(how);
        stream.n = leaves;
        unsigned level = 0;
        for (std::uint64_t width = leaves; width != 0; width /= S::arity, ++level)
            for (std::uint64_t c = 0; c < width % S::arity; ++c)
                stream.pending[level][c] = node(merkle_place{level, width - width % S::arity + c});
        return stream;
    }

    /// Returns the number of leaves so far.
    constexpr std::uint64_t size() const { return n; }

    /// Returns how many leaves may follow: a tree has at most 2^64 - 1. A stream can be near that limit only when
    /// resume() or push_subtree() was given a count from outside; such a program calls this before each push, because
    /// one leaf too many ends the program.
    constexpr std::uint64_t leaves_left() const { return ~n; }

    /// Visits the nodes without a parent. They are what resume() asks for, in the same order.
    /// \param f f(place, digest) is called for each of them
    template <class F>
    constexpr void each_pending(F&& f) const {
        unsigned level = 0;
        for (std::uint64_t width = n; width != 0; width /= S::arity, ++level)
            for (std::uint64_t c = 0; c < width % S::arity; ++c)
                f(merkle_place{level, width - width % S::arity + c}, pending[level][c]);
    }

    /// Adds a leaf whose digest is known.
    /// \param leaf the digest of the leaf
    /// \param sink sink(place, digest) is called for the leaf and for each node that it completes: a log keeps these in
    /// files. It may throw; the leaf is then not added, and can be pushed again.
    /// \return this object
    template <class Sink = no_sink>
    constexpr merkle_stream& push_digest(const digest_type& leaf, Sink&& sink = {}) {
        add(leaf, 0, sink);
        return *this;
    }

    /// Adds a leaf.
    /// \param leaf any number of bytes
    /// \param sink as in push_digest()
    /// \return this object
    template <byte_range R, class Sink = no_sink>
    constexpr merkle_stream& push(const R& leaf, Sink&& sink = {}) {
        return push_digest(scheme.leaf(leaf), sink);
    }

    /// Adds many leaves, several side by side. It uses memory for 1408 digests on the stack.
    /// \param messages a range of messages: batch.hpp lists the forms
    /// \param wanted how many threads take part; one by default
    /// \return this object
    template <message_range R>
    constexpr merkle_stream& push_many(const R& messages, threads wanted = {}) {
        const std::size_t bytes = merkle_detail::leaf_size(messages);
        const threads each = bytes > longest_in_block ? wanted : threads{};
        return push_blocks(std::size(messages), bytes, bytes > longest_in_block ? threads{} : wanted,
                           [&](std::size_t first, std::span<digest_type> to) -> std::span<const digest_type> {
                               scheme.leaves(merkle_detail::slice<R>{messages, first, to.size()}, to, each);
                               return to;
                           });
    }

    /// Adds many leaves whose digests are known.
    /// \param digests the digests of the leaves
    /// \param wanted how many threads take part; one by default
    /// \return this object
    constexpr merkle_stream& push_digests(std::span<const digest_type> digests, threads wanted = {}) {
        return push_blocks(digests.size(), 0, wanted, [&](std::size_t first, std::span<digest_type> to) {
            return digests.subspan(first, to.size());
        });
    }

    /// Adds leaves that were digested elsewhere: the root of a tree of just these leaves. So one place makes the root
    /// of all leaves out of one digest for each range of leaves (examples/ranges.cpp).
    /// \param root the root of the leaves, such as merkle_root() returns
    /// \param leaves the number of the leaves: 1 or a power of the arity, which divides size()
    /// \return false, and nothing is done, when `leaves` is not such a number, or is above leaves_left()
    [[nodiscard]] constexpr bool push_subtree(const digest_type& root, std::uint64_t leaves) {
        if (leaves == 0 || n % leaves != 0 || leaves > leaves_left()) return false;
        unsigned level = 0;
        for (; leaves % S::arity == 0; leaves /= S::arity) ++level;
        if (leaves != 1) return false;
        add(root, level, no_sink{});
        return true;
    }

    /// Returns the root of all leaves so far. More leaves may follow.
    constexpr digest_type root() const {
        if (n == 0) return scheme.empty();
        digest_type r{}, pad = scheme.padding();
        bool partial = false;  // r is the last node of its level
        unsigned level = 0;
        for (std::uint64_t width = n; width != 0; width /= S::arity, ++level) {
            const std::size_t before = width % S::arity;
            if (width == 1 && !partial) return pending[level][0];
            if (before + partial != 0) {
                r = parent(level, before, partial ? &r : nullptr, pad);
                partial = true;
            }
            if (!S::promotes) pad = parent(level, 0, nullptr, pad);
        }
        return r;
    }

  private:
    static constexpr std::size_t levels = S::arity == 2 ? 64 : 32;
    // A thread takes one block of leaves at a time, and at most at_once roots of blocks are kept. docs/TUNING.md,
    // "Merkle trees", says why the blocks have these sizes.
    static constexpr std::size_t largest_block = 1024, smallest_block = 64, at_once = 256;
    // Of each block this number of nodes is left, and the nodes above them are computed for some blocks together: one
    // block alone would not fill the lanes there.
    static constexpr std::size_t top = 16, blocks_together = 8;
    // These are sizes in bytes. A longer leaf is work for several threads. So is a longer block, where there are few
    // blocks.
    static constexpr std::size_t longest_in_block = 8 << 10, long_block = 128 << 10;

    [[no_unique_address]] S scheme;
    std::array<std::array<digest_type, S::arity - 1>, levels> pending{};
    std::uint64_t n = 0;

    // Returns the parent of the nodes that wait at a level, of one more node that is not complete, and of padding.
    constexpr digest_type parent(unsigned level, std::size_t before, const digest_type* last,
                                 const digest_type& pad) const {
        const std::size_t given = before + (last != nullptr);
        if (S::promotes && given == 1) {
            if (last != nullptr) return *last;
            return pending[level][0];
        }
        std::array<digest_type, S::arity> group{};
        for (std::size_t i = 0; i < S::arity; ++i) {
            if (i < before && i < S::arity - 1)
                group[i] = pending[level][i];
            else if (i == before && last != nullptr)
                group[i] = *last;
            else
                group[i] = pad;
        }
        return scheme.node(group);
    }

    // Adds a node that covers the next leaves. A sink may throw, so the object is changed after its last call.
    template <class Sink>
    constexpr void add(digest_type d, unsigned level, Sink&& sink) {
        std::uint64_t index = n, covered = 1;
        for (unsigned below = 0; below < level; ++below) {
            index /= S::arity;
            covered *= S::arity;
        }
        contract(covered <= leaves_left(), "a tree has at most 2^64 - 1 leaves");
        for (;; ++level, index /= S::arity) {
            sink(merkle_place{level, index}, d);
            const std::size_t before = index % S::arity;
            if (before + 1 < S::arity) {
                pending[level][before] = d;
                n += covered;
                return;
            }
            d = parent(level, before, &d, d);
        }
    }

    static constexpr std::size_t block_for(std::size_t count, std::size_t bytes, threads wanted) {
        std::size_t block = largest_block;
        while (wanted.count != 1 && block > smallest_block && block * bytes > long_block && count / block < 8)
            block /= S::arity;
        return block;
    }

    // leaves_of(first, to) returns the digests of the leaves from `first` on, as many as `to` has places; it may write
    // them there.
    template <class Leaves>
    constexpr void push_some(std::size_t& done, std::size_t block, std::size_t count, threads wanted,
                             Leaves&& leaves_of) {
        std::array<digest_type, at_once> roots{};
        const auto some = [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first, now = 0; i < last; i += now) {
                now = last - i < blocks_together ? last - i : blocks_together;
                roots_of(done + i * block, block, std::span(roots).subspan(i, now), leaves_of);
            }
        };
        if (std::is_constant_evaluated())
            some(0, count);
        else
            split(count, {1, 8}, wanted, some);
        unsigned level = 0;
        for (std::size_t size = block; size != 1; size /= S::arity) ++level;
        for (std::size_t i = 0; i < count; ++i) add(roots[i], level, no_sink{});
        done += count * block;
    }

    template <class Leaves>
    constexpr merkle_stream& push_blocks(std::size_t count, std::size_t bytes, threads wanted, Leaves&& leaves_of) {
        const std::size_t block = block_for(count, bytes, wanted);
        for (std::size_t done = 0; done < count;) {
            const std::size_t left = count - done;
            if (n % block == 0 && left >= block) {
                push_some(done, block, left / block < at_once ? left / block : at_once, wanted, leaves_of);
                continue;
            }
            std::size_t size = 1;
            unsigned level = 0;
            for (; n % (size * S::arity) == 0 && size * S::arity <= left; size *= S::arity) ++level;
            digest_type root{};
            nodes_above(done, size, std::span(&root, 1), leaves_of);
            add(root, level, no_sink{});
            done += size;
        }
        return *this;
    }

    // Computes the roots of blocks of `block` leaves each, as many as `roots` has places and at most blocks_together.
    template <class Leaves>
    constexpr void roots_of(std::size_t first, std::size_t block, std::span<digest_type> roots,
                            Leaves&& leaves_of) const {
        std::array<digest_type, top * blocks_together> tops;
        const std::span level = std::span(tops).first(top * roots.size());
        for (std::size_t i = 0; i < roots.size(); ++i)
            nodes_above(first + i * block, block, level.subspan(top * i, top), leaves_of);
        reduce(level, level, roots);
    }

    // Computes the level of to.size() nodes above the `size` leaves from `first` on. Both are powers of the arity.
    template <class Leaves>
    constexpr void nodes_above(std::size_t first, std::size_t size, std::span<digest_type> to,
                               Leaves&& leaves_of) const {
        std::array<digest_type, largest_block> nodes;
        const std::span memory = std::span(nodes).first(size);
        reduce(leaves_of(first, memory), memory, to);
    }

    // Computes the level of to.size() nodes above the nodes `below`. The levels between them go to `memory`, at whose
    // beginning `below` may stand.
    constexpr void reduce(std::span<const digest_type> below, std::span<digest_type> memory,
                          std::span<digest_type> to) const {
        while (below.size() > to.size() * S::arity) {
            const std::span above = memory.first(below.size() / S::arity);
            scheme.nodes(below, above);
            below = above;
        }
        if (below.size() > to.size())
            scheme.nodes(below, to);
        else
            for (std::size_t i = 0; i < to.size(); ++i) to[i] = below[i];
    }
};

/// Returns the root of all leaves at once, in O(log n) memory.
/// \tparam S the scheme
/// \param messages the leaves: batch.hpp lists the forms of a range
/// \param wanted how many threads take part; one by default
/// \param s the scheme, where it has a state
template <class S, message_range R>
[[nodiscard]] constexpr typename S::digest_type merkle_root(const R& messages, threads wanted = {}, const S& s = {}) {
    return merkle_stream<S>(s).push_many(messages, wanted).root();
}

/// Returns the root of leaves whose digests are known, in O(log n) memory.
/// \tparam S the scheme
/// \param digests the digests of the leaves
/// \param wanted how many threads take part; one by default
/// \param s the scheme, where it has a state
template <class S>
[[nodiscard]] constexpr typename S::digest_type merkle_root_of_digests(std::span<const typename S::digest_type> digests,
                                                                       threads wanted = {}, const S& s = {}) {
    return merkle_stream<S>(s).push_digests(digests, wanted).root();
}

}  // namespace hashlane::inline HASHLANE_ABI
