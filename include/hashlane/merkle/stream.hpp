// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The root of leaves that come one after the other, in memory of O(log n): the nodes that have no parent yet.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "../lanes/contract.hpp"
#include "../threads/executor.hpp"
#include "path.hpp"
#include "scheme.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

struct no_sink {
    template <class D>
    constexpr void operator()(merkle_place, const D&) const {}
};

template <class S>
class merkle_stream {
  public:
    using digest_type = typename S::digest_type;

    constexpr explicit merkle_stream(const S& how = {}) : scheme(how) {}

    // Goes on where a stream of so many leaves stood: node(place) gives back what its sink was given.
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

    constexpr std::uint64_t size() const { return n; }

    // How many leaves may follow: a tree has at most 2^64 - 1. Only a stream that resumes at a count from outside is ever
    // near to that: compare before each push.
    constexpr std::uint64_t leaves_left() const { return ~n; }

    // Calls f(place, digest) for the nodes without a parent, which are what resume() asks for, in its order.
    template <class F>
    constexpr void each_pending(F&& f) const {
        unsigned level = 0;
        for (std::uint64_t width = n; width != 0; width /= S::arity, ++level)
            for (std::uint64_t c = 0; c < width % S::arity; ++c)
                f(merkle_place{level, width - width % S::arity + c}, pending[level][c]);
    }

    // Calls sink(place, digest) for the leaf and for each node that it completes: what a log would keep in files.
    template <class Sink = no_sink>
    constexpr merkle_stream& push_digest(const digest_type& leaf, Sink&& sink = {}) {
        add(leaf, 0, sink);
        return *this;
    }

    template <byte_range R, class Sink = no_sink>
    constexpr merkle_stream& push(const R& leaf, Sink&& sink = {}) {
        return push_digest(scheme.leaf(leaf), sink);
    }

    // Many leaves, side by side and over threads; with 1280 digests on the stack.
    template <message_range R>
    constexpr merkle_stream& push_many(const R& messages, threads wanted = {}) {
        const std::size_t bytes = merkle_detail::leaf_size(messages);
        const threads each = bytes > longest_in_block ? wanted : threads{};
        return push_blocks(std::size(messages), bytes, bytes > longest_in_block ? threads{} : wanted,
                           [&](std::size_t first, std::span<digest_type> to) {
                               scheme.leaves(merkle_detail::slice<R>{messages, first, to.size()}, to, each);
                           });
    }

    constexpr merkle_stream& push_digests(std::span<const digest_type> digests, threads wanted = {}) {
        return push_blocks(digests.size(), 0, wanted, [&](std::size_t first, std::span<digest_type> to) {
            for (std::size_t i = 0; i < to.size(); ++i) to[i] = digests[first + i];
        });
    }

    // Of all leaves so far.
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
    // Blocks of leaves: one for a thread at a time, and as many roots as wait for each other.
    static constexpr std::size_t largest_block = 1024, smallest_block = 64, at_once = 256;
    // bytes: a longer leaf, and a longer block where there are few, is work for several threads
    static constexpr std::size_t longest_in_block = 8 << 10, long_block = 128 << 10;

    [[no_unique_address]] S scheme;
    std::array<std::array<digest_type, S::arity - 1>, levels> pending{};
    std::uint64_t n = 0;

    // Of the nodes that wait at a level, one more that is not complete, and padding.
    constexpr digest_type parent(unsigned level, std::size_t before, const digest_type* last,
                                 const digest_type& pad) const {
        std::array<digest_type, S::arity> group{};
        std::size_t c = 0;
        for (; c < before; ++c) group[c] = pending[level][c];
        if (last != nullptr) group[c++] = *last;
        if (S::promotes && c == 1) return group[0];
        for (; c < S::arity; ++c) group[c] = pad;
        return scheme.node(group);
    }

    // A node that covers the next leaves.
    template <class Sink>
    constexpr void add(digest_type d, unsigned level, Sink&& sink) {
        std::uint64_t index = n, covered = 1;
        for (unsigned below = 0; below < level; ++below) {
            index /= S::arity;
            covered *= S::arity;
        }
        contract(covered <= leaves_left(), "a tree has at most 2^64 - 1 leaves");
        n += covered;
        for (;; ++level, index /= S::arity) {
            sink(merkle_place{level, index}, d);
            const std::size_t before = index % S::arity;
            if (before + 1 < S::arity) {
                pending[level][before] = d;
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

    // fill(first, to) gives the digests of the leaves from `first` on.
    template <class Fill>
    constexpr void push_some(std::size_t& done, std::size_t block, std::size_t count, threads wanted, Fill&& fill) {
        std::array<digest_type, at_once> roots{};
        const auto some = [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) roots[i] = block_root(done + i * block, block, fill);
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

    template <class Fill>
    constexpr merkle_stream& push_blocks(std::size_t count, std::size_t bytes, threads wanted, Fill&& fill) {
        const std::size_t block = block_for(count, bytes, wanted);
        for (std::size_t done = 0; done < count;) {
            const std::size_t left = count - done;
            if (n % block == 0 && left >= block) {
                push_some(done, block, left / block < at_once ? left / block : at_once, wanted, fill);
                continue;
            }
            std::size_t size = 1;
            unsigned level = 0;
            for (; n % (size * S::arity) == 0 && size * S::arity <= left; size *= S::arity) ++level;
            add(block_root(done, size, fill), level, no_sink{});
            done += size;
        }
        return *this;
    }

    // Of `size` leaves, a power of the arity.
    template <class Fill>
    constexpr digest_type block_root(std::size_t first, std::size_t size, Fill&& fill) const {
        std::array<digest_type, largest_block> nodes{};
        std::span<digest_type> level = std::span(nodes).first(size);
        for (fill(first, level); level.size() > 1; level = level.first(level.size() / S::arity))
            scheme.nodes(level, level.first(level.size() / S::arity));
        return nodes[0];
    }
};

// The root alone.
template <class S, message_range R>
[[nodiscard]] constexpr typename S::digest_type merkle_root(const R& messages, threads wanted = {}, const S& s = {}) {
    return merkle_stream<S>(s).push_many(messages, wanted).root();
}

template <class S>
[[nodiscard]] constexpr typename S::digest_type merkle_root_of_digests(std::span<const typename S::digest_type> digests,
                                                                       threads wanted = {}, const S& s = {}) {
    return merkle_stream<S>(s).push_digests(digests, wanted).root();
}

}  // namespace HASHLANE_ABI
}  // namespace hashlane
