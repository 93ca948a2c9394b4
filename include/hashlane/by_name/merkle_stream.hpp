// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// merkle_stream over a hash that is chosen by name at run time: leaves come one by one or many at once, the root is there
// at any time, in memory of O(log n).
//
//   hl::any_merkle_stream stream(*hl::any_tree::create("sha3-256", hl::merkle_shape::rfc9162));
//   stream.push(leaf).push_many(leaves, hl::threads{2});
//   if (!stream.root(root)) ...

#include <array>
#include <cstddef>
#include <cstdint>

#include "merkle.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

namespace merkle_detail {

// What a stream has kept of its leaves.
struct pending_nodes {
    std::uint64_t leaves = 0;
    // The nodes without a parent: of two digests one at each of 64 levels, of four three at each of 32.
    std::array<std::array<std::uint8_t, 64>, 96> nodes{};
};

struct stream_operations {
    void (*push)(const any_tree& trees, pending_nodes& kept, octets_in leaf) noexcept;
    void (*push_many)(const any_tree& trees, pending_nodes& kept, const any_messages& leaves, threads wanted) noexcept;
    void (*push_digests)(const any_tree& trees, pending_nodes& kept, octets_in digests, threads wanted) noexcept;
    void (*root)(const any_tree& trees, const pending_nodes& kept, octets_out root) noexcept;
};

// stream_operations of a scheme: each makes a merkle_stream of what was kept.
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
    static void root(const any_tree& trees, const pending_nodes& kept, octets_out root) noexcept {
        copy_bytes(root.data(), resumed(trees.scheme<S>(), kept).root().data(), root.size());
    }

    static constexpr stream_operations table{
        .push = push, .push_many = push_many, .push_digests = push_digests, .root = root};
};

template <class...>
const stream_operations* stream_table_of(std::size_t digest_size, merkle_shape shape) noexcept {
    return with_scheme(digest_size, shape, []<class S>() { return &stream_functions<S>::table; });
}

}  // namespace merkle_detail
}  // namespace HASHLANE_ABI

namespace entry_points {
inline namespace HASHLANE_ENTRY_ABI {
// merkle_detail::stream_operations of a shape over digests of that many bytes
HASHLANE_ENTRY const void* merkle_stream_table(std::size_t digest_size, unsigned shape) noexcept;
#if HASHLANE_TREES
HASHLANE_ENTRY const void* merkle_stream_table(std::size_t digest_size, unsigned shape) noexcept {
    return merkle_detail::stream_table_of(digest_size, static_cast<merkle_shape>(shape));
}
#endif
}  // namespace HASHLANE_ENTRY_ABI
}  // namespace entry_points

inline namespace HASHLANE_ABI {

class any_merkle_stream {
  public:
    template <class...>
    explicit any_merkle_stream(const any_tree& which) noexcept
        : how(which), operations(static_cast<const merkle_detail::stream_operations*>(entry_points::merkle_stream_table(
                          which.digest_size(), static_cast<unsigned>(which.shape())))) {}

    const any_tree& trees() const noexcept { return how; }
    std::uint64_t size() const noexcept { return kept.leaves; }

    // Many at once are quicker.
    template <byte_range R>
    any_merkle_stream& push(const R& leaf) noexcept {
        operations->push(how, kept, as_octets(leaf));
        return *this;
    }
    template <message_range R>
    any_merkle_stream& push_many(const R& leaves, threads wanted = {}) noexcept {
        operations->push_many(how, kept, any_messages(leaves), wanted);
        return *this;
    }
    // Digests of leaves, one after the other. False, and nothing done, when they are not whole ones.
    [[nodiscard]] bool push_digests(octets_in digests, threads wanted = {}) noexcept {
        if (digests.size() % how.digest_size() != 0) return false;
        operations->push_digests(how, kept, digests, wanted);
        return true;
    }

    // Of all leaves so far. False, and nothing written, when `out` has not digest_size() bytes.
    // Overlap: `out` may lie over leaves that were pushed.
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

}  // namespace HASHLANE_ABI
}  // namespace hashlane
