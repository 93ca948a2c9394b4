// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The root of leaves that come one by one or many at a time, over a hash that is chosen by name at run time. The
/// memory is O(log n), inside the object, and the root can be read at any time.
///
///     hl::any_merkle_stream stream(*hl::any_tree::create("sha3-256", hl::merkle_shape::rfc9162));
///     stream.push(leaf).push_many(leaves, hl::threads{2});
///     if (!stream.root(root)) ...

#include <array>
#include <cstddef>
#include <cstdint>

#include "merkle.hpp"

namespace hashlane::inline HASHLANE_ABI::merkle_detail {

// This is what a stream has kept of its leaves.
struct pending_nodes {
    std::uint64_t leaves = 0;
    // These are the nodes without a parent. A tree of arity 2 has at most one at each of 64 levels, and a tree of arity
    // 4 at most three at each of 32 levels.
    std::array<std::array<std::uint8_t, 64>, 96> nodes{};
};

struct stream_operations {
    void (*push)(const any_tree& trees, pending_nodes& kept, octets_in leaf) noexcept;
    void (*push_many)(const any_tree& trees, pending_nodes& kept, const any_messages& leaves, threads wanted) noexcept;
    void (*push_digests)(const any_tree& trees, pending_nodes& kept, octets_in digests, threads wanted) noexcept;
    bool (*push_subtree)(const any_tree& trees, pending_nodes& kept, octets_in root, std::uint64_t leaves) noexcept;
    void (*root)(const any_tree& trees, const pending_nodes& kept, octets_out root) noexcept;
};

// This holds the stream_operations of a scheme. Each makes a merkle_stream from what was kept.
template <class S>
struct stream_functions {
    static merkle_stream<S> resumed(const S& scheme, const pending_nodes& kept) noexcept {
        std::size_t next = 0;
        const auto node = [&](merkle_place) {
            typename S::digest_type d;
            copy_bytes(d.data(), kept.nodes[next].data(), d.size());
            ++next;
            return d;
        };
        return merkle_stream<S>::resume(kept.leaves, node, scheme);
    }

    template <class F>
    static void with(const any_tree& trees, pending_nodes& kept, F&& f) noexcept {
        const S scheme = trees.scheme<S>();
        merkle_stream<S> stream = resumed(scheme, kept);
        f(stream);
        kept.leaves = stream.size();
        std::size_t next = 0;
        stream.each_pending([&](merkle_place, const auto& d) {
            copy_bytes(kept.nodes[next].data(), d.data(), d.size());
            ++next;
        });
    }

    static void push(const any_tree& trees, pending_nodes& kept, octets_in leaf) noexcept {
        with(trees, kept, [&](auto& stream) { stream.push(leaf); });
    }
    static void push_many(const any_tree& trees, pending_nodes& kept, const any_messages& leaves,
                          threads wanted) noexcept {
        with(trees, kept, [&](auto& stream) { stream.push_many(leaves, wanted); });
    }
    static void push_digests(const any_tree& trees, pending_nodes& kept, octets_in digests, threads wanted) noexcept {
        const auto all = functions<S>::digests_in(digests);
        with(trees, kept, [&](auto& stream) { stream.push_digests(all, wanted); });
    }
    static bool push_subtree(const any_tree& trees, pending_nodes& kept, octets_in root,
                             std::uint64_t leaves) noexcept {
        typename S::digest_type d;
        copy_bytes(d.data(), root.data(), d.size());
        bool pushed = false;
        with(trees, kept, [&](auto& stream) { pushed = stream.push_subtree(d, leaves); });
        return pushed;
    }
    static void root(const any_tree& trees, const pending_nodes& kept, octets_out root) noexcept {
        copy_bytes(root.data(), resumed(trees.scheme<S>(), kept).root().data(), root.size());
    }

    static constexpr stream_operations table{
        .push = push, .push_many = push_many, .push_digests = push_digests, .push_subtree = push_subtree, .root = root};
};

}  // namespace hashlane::inline HASHLANE_ABI::merkle_detail

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {
// Returns the merkle_detail::stream_operations of a shape over digests of digest_size bytes.
HASHLANE_ENTRY const void* merkle_stream_table(std::size_t digest_size, unsigned shape) noexcept
    HASHLANE_ENTERS_TREES(merkle_detail::table_of_scheme<merkle_detail::stream_functions>(digest_size, shape));
}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI

namespace hashlane::inline HASHLANE_ABI {

/// A stream of leaves. Objects are values: a copy goes on independently. Only one thread at a time may change an
/// object.
class any_merkle_stream {
  public:
    /// Makes a stream without leaves.
    /// \param which the hash and the shape of the tree
    template <class...>
    explicit any_merkle_stream(const any_tree& which) noexcept
        : how(which), operations(static_cast<const merkle_detail::stream_operations*>(entry_points::merkle_stream_table(
                          which.digest_size(), static_cast<unsigned>(which.shape())))) {}

    /// Returns the hash and the shape of the tree.
    const any_tree& trees() const noexcept { return how; }
    /// Returns the number of leaves so far.
    std::uint64_t size() const noexcept { return kept.leaves; }

    /// Returns how many leaves may follow: a tree has at most 2^64 - 1. A stream can be near that limit only when
    /// push_subtree() was given a count from outside; such a program calls this before push() and push_many(), because
    /// one leaf too many ends the program.
    std::uint64_t leaves_left() const noexcept { return ~kept.leaves; }

    /// Adds a leaf. push_many() is faster for many leaves.
    /// \param leaf any number of bytes
    /// \return this object
    template <byte_range R>
    any_merkle_stream& push(const R& leaf) noexcept {
        operations->push(how, kept, as_octets(leaf));
        return *this;
    }
    /// Adds many leaves, several side by side.
    /// \param leaves a range of messages: batch.hpp lists the forms
    /// \param wanted how many threads take part; one by default
    /// \return this object
    template <message_range R>
    any_merkle_stream& push_many(const R& leaves, threads wanted = {}) noexcept {
        operations->push_many(how, kept, any_messages(leaves), wanted);
        return *this;
    }
    /// Adds leaves whose digests are known.
    /// \param digests the digests of leaves, one after the other
    /// \param wanted how many threads take part; one by default
    /// \return false, and nothing is done, when the size of `digests` is no multiple of the size of a digest, or when
    /// they are more than leaves_left()
    [[nodiscard]] bool push_digests(octets_in digests, threads wanted = {}) noexcept {
        const std::size_t size = how.digest_size();
        if (digests.size() % size != 0 || digests.size() / size > leaves_left()) return false;
        operations->push_digests(how, kept, digests, wanted);
        return true;
    }

    /// Adds leaves that were digested elsewhere: the root of a tree of just these leaves.
    /// \param root the root of the leaves
    /// \param leaves the number of the leaves: 1 or a power of the arity of the shape, which divides size()
    /// \return false, and nothing is done, when `root` has another size than a digest, when `leaves` is not such a
    /// number, or is above leaves_left()
    [[nodiscard]] bool push_subtree(octets_in root, std::uint64_t leaves) noexcept {
        return root.size() == how.digest_size() && operations->push_subtree(how, kept, root, leaves);
    }

    /// Writes the root of all leaves so far. More leaves may follow.
    /// \param out trees().digest_size() bytes. It may overlap leaves that were pushed.
    /// \return false, and nothing is written, when `out` has another size
    [[nodiscard]] bool root(octets_out out) const noexcept {
        if (out.size() != how.digest_size()) return false;
        operations->root(how, kept, out);
        return true;
    }

  private:
    any_tree how;
    const merkle_detail::stream_operations* operations;
    merkle_detail::pending_nodes kept;
};

}  // namespace hashlane::inline HASHLANE_ABI
