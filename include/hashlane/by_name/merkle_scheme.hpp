// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The schemes of by_name/merkle.hpp: they are like those of merkle/scheme.hpp, over a hash that is chosen by name at
/// run time.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "../merkle.hpp"
#include "batch.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// Which scheme of merkle/scheme.hpp a tree has, over the hash H: `rfc9162` is `rfc9162<H>`, `plain` is
/// `plain_tree<H>`, `plain4` is `plain_tree<H, 4>`, and `sorted_pairs` is `sorted_pairs<H>`.
enum class merkle_shape : std::uint8_t { rfc9162, plain, plain4, sorted_pairs };

namespace merkle_detail {

// A piece of a build has at most as many messages, and about as many bytes, as take some milliseconds to hash.
inline constexpr std::size_t piece_leaves = std::size_t{1} << 16, piece_bytes = std::size_t{1} << 24;
template <class R>
constexpr std::size_t piece_from(const R& messages, std::size_t first) {
    std::size_t n = 0, bytes = 0;
    while (n < piece_leaves && bytes < piece_bytes && first + n < messages.size())
        bytes += messages[first + n++].size();
    return n;
}

}  // namespace merkle_detail

/// A scheme over digests of Size bytes. merkle/scheme.hpp says what a scheme is. Arity is the number of children of a
/// node, 2 or 4. Promotes tells whether a node without siblings goes up unchanged. any_tree makes these objects.
template <std::size_t Size, std::size_t Arity, bool Promotes>
class any_merkle_scheme {
  public:
    /// A node.
    using digest_type = std::array<std::uint8_t, Size>;
    /// The nodes below a node.
    using children = std::span<const digest_type, Arity>;
    /// The size of a node in bytes, and the number of children of a node.
    static constexpr std::size_t digest_size = Size, arity = Arity;
    /// Whether a node without siblings goes up unchanged; otherwise its level is filled up with padding.
    static constexpr bool promotes = Promotes;

    /// Makes a scheme.
    /// \param hash a hash with an output of Size bytes. What it has absorbed comes before each leaf and each node.
    /// \param shape which scheme
    any_merkle_scheme(const any_hash& hash, merkle_shape shape) noexcept
        : leaf_hash(hash), node_hash(hash), bare(hash), sorts(shape == merkle_shape::sorted_pairs) {
        if (shape != merkle_shape::rfc9162) return;
        leaf_hash.update(std::array<std::uint8_t, 1>{0});
        node_hash.update(std::array<std::uint8_t, 1>{1});
    }

    /// Returns the digest of the leaf `data`, with the prefix of the shape.
    template <byte_range R>
    [[nodiscard]] digest_type leaf(const R& data) const noexcept {
        any_hash h = leaf_hash;
        return end(h.update(data));
    }
    /// Returns the node above the nodes `below`.
    [[nodiscard]] digest_type node(children below) const noexcept {
        any_hash h = node_hash;
        if constexpr (Arity == 2) {
            const auto pair = sorts ? merkle_detail::sorted(below) : std::array{below[0], below[1]};
            return end(h.update(pair[0]).update(pair[1]));
        } else {
            for (const digest_type& d : below) h.update(d);
            return end(h);
        }
    }
    /// Returns the root of a tree without leaves.
    [[nodiscard]] digest_type empty() const noexcept { return Promotes ? end(bare) : padding(); }
    /// Returns what stands for a leaf that is missing: zeros.
    [[nodiscard]] static constexpr digest_type padding() noexcept { return {}; }

    /// Computes the digests of many leaves, several side by side.
    /// \param messages the leaves
    /// \param digests one place for each leaf
    /// \param wanted how many threads take part; one by default
    ///
    /// Overlap: a digest that overlaps a message ends the program.
    template <message_range R>
    void leaves(const R& messages, std::span<digest_type> digests, threads wanted = {}) const noexcept {
        (void)digest_many(leaf_hash, messages, digests, wanted);
    }
    /// Computes a level of a tree.
    /// \param below the children, side by side
    /// \param parents one place for each group of children
    /// \param wanted how many threads take part; one by default
    ///
    /// Overlap: without threads `parents` may be the beginning of `below`; any other overlap ends the program.
    void nodes(std::span<const digest_type> below, std::span<digest_type> parents, threads wanted = {}) const noexcept {
        const auto hash_them = [&](std::span<const digest_type> in, std::span<digest_type> out, threads by) {
            const std::span bytes(reinterpret_cast<const std::uint8_t*>(in.data()), in.size_bytes());
            batches::require_level(in.data(), in.size_bytes(), out.data(), out.size_bytes(), by);
            const octets_out to(reinterpret_cast<std::uint8_t*>(out.data()), out.size_bytes());
            (void)any_detail::digest_rows(node_hash, fixed_width(bytes, Arity * Size), to, by);
        };
        if (!sorts) return hash_them(below, parents, wanted);
        merkle_detail::sorted_nodes(below, parents, wanted, [&](auto in, auto out) { hash_them(in, out, {}); });
    }

  private:
    any_hash leaf_hash, node_hash, bare;
    bool sorts;

    static digest_type end(const any_hash& h) noexcept {
        digest_type d;
        (void)h.digest(d);  // the size was checked when any_tree was made
        return d;
    }
};

namespace merkle_detail {

// Calls f.operator()<S>() for the scheme of a shape over digests of Size bytes.
template <std::size_t Size, class F>
decltype(auto) with_scheme_of_size(merkle_shape shape, F&& f) {
    if (shape == merkle_shape::plain) return f.template operator()<any_merkle_scheme<Size, 2, false>>();
    if (shape == merkle_shape::plain4) return f.template operator()<any_merkle_scheme<Size, 4, false>>();
    return f.template operator()<any_merkle_scheme<Size, 2, true>>();
}
template <class F>
decltype(auto) with_scheme(std::size_t digest_size, merkle_shape shape, F&& f) {
    switch (digest_size) {
    case 28: return with_scheme_of_size<28>(shape, f);
    case 32: return with_scheme_of_size<32>(shape, f);
    case 48: return with_scheme_of_size<48>(shape, f);
    default: return with_scheme_of_size<64>(shape, f);
    }
}

// Returns Functions<S>::table, where S is the scheme of a shape over digests of digest_size bytes.
template <template <class> class Functions>
const void* table_of_scheme(std::size_t digest_size, unsigned shape) noexcept {
    return with_scheme(digest_size, static_cast<merkle_shape>(shape),
                       []<class S>() -> const void* { return &Functions<S>::table; });
}

}  // namespace merkle_detail

/// The hash and the shape of the trees of an any_tree.
struct any_tree_hash {
    any_hash hash;       ///< what it has absorbed comes before each leaf and each node
    merkle_shape shape;  ///< which scheme

    /// Returns the scheme S, an any_merkle_scheme of this shape over digests of hash.output_size() bytes.
    template <class S>
    S scheme() const noexcept {
        return S(hash, shape);
    }
};

}  // namespace hashlane::inline HASHLANE_ABI
