// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Merkle trees over a hash that is chosen by name at run time, on bytes. Still no heap: a tree is memory of the caller.
//
//   auto trees = hl::any_merkle::create("sha3-256", hl::merkle_shape::rfc9162);
//   std::vector<std::uint8_t> nodes(trees->node_bytes(n)), proof(trees->node_bytes(64));
//   if (!trees->build(leaves, nodes, hl::threads{2})) ...
//   const auto [result, digests] = trees->prove(nodes, n, 7, proof);
//   trees->verify(leaf, 7, n, std::span(proof).first(digests * trees->digest_size()), root) == hl::merkle_result::valid
//
// Overlap: as in merkle_tree.hpp. root() may be written over the leaves.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "any_batch.hpp"
#include "merkle.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// rfc9162<H>, plain_tree<H>, plain_tree<H, 4>, sorted_pairs<H>
enum class merkle_shape : std::uint8_t { rfc9162, plain, plain4, sorted_pairs };

namespace merkle_detail {

// As many messages as make some milliseconds of work.
inline constexpr std::size_t piece_leaves = std::size_t{1} << 16, piece_bytes = std::size_t{1} << 24;
template <class R>
constexpr std::size_t piece_from(const R& messages, std::size_t first) {
    std::size_t n = 0, bytes = 0;
    while (n < piece_leaves && bytes < piece_bytes && first + n < messages.size())
        bytes += messages[first + n++].size();
    return n;
}

}  // namespace merkle_detail

// A scheme like those of merkle_scheme.hpp, for digests of one size.
template <std::size_t Size, std::size_t Arity, bool Promotes>
class any_merkle_scheme {
  public:
    using digest_type = std::array<std::uint8_t, Size>;
    using children = std::span<const digest_type, Arity>;
    static constexpr std::size_t digest_size = Size, arity = Arity;
    static constexpr bool promotes = Promotes;

    any_merkle_scheme(const any_hash& hash, merkle_shape shape) noexcept
        : leaf_hash(hash), node_hash(hash), bare(hash), sorts(shape == merkle_shape::sorted_pairs) {
        if (shape != merkle_shape::rfc9162) return;
        leaf_hash.update(std::array<std::uint8_t, 1>{0});
        node_hash.update(std::array<std::uint8_t, 1>{1});
    }

    template <byte_range R>
    [[nodiscard]] digest_type leaf(const R& data) const noexcept {
        any_hash h = leaf_hash;
        return end(h.update(data));
    }
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
    [[nodiscard]] digest_type empty() const noexcept { return Promotes ? end(bare) : padding(); }
    [[nodiscard]] static constexpr digest_type padding() noexcept { return {}; }

    template <message_range R>
    void leaves(const R& messages, std::span<digest_type> digests, threads wanted = {}) const noexcept {
        all(leaf_hash, messages, digests, wanted);
    }
    void nodes(std::span<const digest_type> below, std::span<digest_type> parents, threads wanted = {}) const noexcept {
        const auto hash_them = [&](std::span<const digest_type> in, std::span<digest_type> out, threads by) {
            const std::span bytes(reinterpret_cast<const std::uint8_t*>(in.data()), in.size_bytes());
            all(node_hash, fixed_width(bytes, Arity * Size), out, by);
        };
        if (!sorts) return hash_them(below, parents, wanted);
        merkle_detail::sorted_nodes(below, parents, wanted, [&](auto in, auto out) { hash_them(in, out, {}); });
    }

  private:
    any_hash leaf_hash, node_hash, bare;
    bool sorts;

    static digest_type end(const any_hash& h) noexcept {
        digest_type d;
        (void)h.digest(d);  // the size was checked when any_merkle was made
        return d;
    }
    template <class R>
    static void all(const any_hash& h, const R& messages, std::span<digest_type> digests, threads wanted) noexcept {
        (void)digest_many(h, messages, digests, wanted);
    }
};

class any_merkle {
    template <std::size_t Size, class F>
    decltype(auto) with_size(F&& f) const {
        if (how == merkle_shape::plain) return f(any_merkle_scheme<Size, 2, false>(hash, how));
        if (how == merkle_shape::plain4) return f(any_merkle_scheme<Size, 4, false>(hash, how));
        return f(any_merkle_scheme<Size, 2, true>(hash, how));
    }

  public:
    // Calls f(scheme), for all else that merkle.hpp can do.
    template <class F>
    decltype(auto) with(F&& f) const {
        switch (digest_size()) {
        case 28: return with_size<28>(f);
        case 32: return with_size<32>(f);
        case 48: return with_size<48>(f);
        default: return with_size<64>(f);
        }
    }

    // Nothing, and the reason, when the hash is unknown, of tuples, or its digest is not of 28, 32, 48 or 64 bytes.
    [[nodiscard]] static std::optional<any_merkle> create(const any_hash& hash, merkle_shape shape,
                                                          std::string_view& error) noexcept {
        constexpr std::size_t sizes[] = {28, 32, 48, 64};
        if ((hash.info().parameters & parameter::elements) != 0) return error = "it hashes tuples", std::nullopt;
        if (std::ranges::find(sizes, hash.output_size()) == std::end(sizes))
            return error = "its digest is not of 28, 32, 48 or 64 bytes", std::nullopt;
        return any_merkle(hash, shape);
    }
    [[nodiscard]] static std::optional<any_merkle> create(std::string_view name, merkle_shape shape,
                                                          std::string_view& error) noexcept {
        const auto hash = any_hash::create(name, {}, error);
        if (!hash) return std::nullopt;
        return create(*hash, shape, error);
    }
    [[nodiscard]] static std::optional<any_merkle> create(std::string_view name, merkle_shape shape) noexcept {
        std::string_view error;
        return create(name, shape, error);
    }

    std::string_view hash_name() const noexcept { return hash.info().name; }
    merkle_shape shape() const noexcept { return how; }
    std::size_t digest_size() const noexcept { return hash.output_size(); }

    // For all nodes of a tree; 96 * digest_size() bytes hold any proof. SIZE_MAX when that is more than SIZE_MAX.
    std::size_t node_bytes(std::uint64_t leaves) const noexcept {
        return with([&]<class S>(const S&) {
            const std::size_t nodes = merkle_nodes<S>(leaves);
            return nodes == SIZE_MAX ? nodes : nodes * S::digest_size;
        });
    }

    // Are these the nodes of so many leaves?
    bool is_tree(std::size_t bytes, std::uint64_t leaves) const noexcept {
        return bytes != SIZE_MAX && leaves <= bytes / digest_size() && bytes == node_bytes(leaves);
    }

    // The digests of leaves alone. False, and nothing written, when `digests` has not digest_size() bytes for each.
    template <message_range R>
    [[nodiscard]] bool leaves(const R& leaves, octets_out digests, threads wanted = {}) const noexcept {
        const any_messages messages(leaves);
        return with([&]<class S>(const S& s) {
            using stored = typename S::digest_type;
            if (digests.size() != messages.size() * sizeof(stored)) return false;
            s.leaves(messages, {reinterpret_cast<stored*>(digests.data()), messages.size()}, wanted);
            return true;
        });
    }

    // False, and nothing written, when `nodes` has not node_bytes() bytes: the digests of the leaves come first in it.
    template <message_range R>
    [[nodiscard]] bool build(const R& leaves, octets_out nodes, threads wanted = {}) const noexcept {
        const any_messages messages(leaves);
        return on_tree(nodes, messages.size(), [&](auto tree) { tree.build(messages, wanted); });
    }
    [[nodiscard]] bool build_from_digests(octets_out nodes, std::uint64_t leaves, threads wanted = {}) const noexcept {
        return on_tree(nodes, leaves, [&](auto tree) { tree.build(wanted); });
    }

    // The same in pieces of some milliseconds, after each of which go_on(done, all) says whether to; both count digests,
    // and the last call has done == all. merkle_result::stopped when it said no, and then the nodes are of no use;
    // digest_size when `nodes` has not node_bytes() bytes.
    template <message_range R, class F>
    merkle_result build(const R& leaves, octets_out nodes, threads wanted, F&& go_on) const {
        const any_messages messages(leaves);
        const std::size_t n = messages.size(), size = digest_size();
        if (!is_tree(nodes.size(), n)) return merkle_result::digest_size;
        for (std::size_t first = 0; first < n;) {
            const merkle_detail::slice<any_messages> piece{messages, first, merkle_detail::piece_from(messages, first)};
            (void)this->leaves(piece, nodes.subspan(first * size, piece.count * size), wanted);  // their size is right
            first += piece.count;
            if (n > 1 && !go_on(first, nodes.size() / size)) return merkle_result::stopped;
        }
        return build_from_digests(nodes, n, wanted, go_on);
    }
    template <class F>
    merkle_result build_from_digests(octets_out nodes, std::uint64_t leaves, threads wanted, F&& go_on) const {
        const std::size_t all = nodes.size() / digest_size();
        std::size_t told = 0;
        bool going = true;
        const auto tell = [&](std::size_t done) { return told = done, going = go_on(done, all); };
        if (!on_tree(nodes, leaves, [&](auto tree) {
                (void)tree.build_in_pieces(wanted, merkle_detail::piece_leaves, [&](std::size_t above) {
                    return tell(static_cast<std::size_t>(leaves) + above);
                });
            }))
            return merkle_result::digest_size;
        if (going && told != all) going = tell(all);
        return going ? merkle_result::valid : merkle_result::stopped;
    }

    [[nodiscard]] bool update(octets_out nodes, std::uint64_t leaves, std::uint64_t index,
                              octets_in leaf) const noexcept {
        bool done = false;
        return on_tree(nodes, leaves, [&](auto tree) { done = tree.update(index, leaf); }) && done;
    }

    // False, and nothing written, when `root` has not digest_size() bytes. Takes O(log n) memory.
    template <message_range R>
    [[nodiscard]] bool root(const R& leaves, octets_out root, threads wanted = {}) const noexcept {
        if (root.size() != digest_size()) return false;
        const any_messages messages(leaves);
        with([&]<class S>(const S& s) {
            copy_bytes(root.data(), merkle_root<S>(messages, wanted, s).data(), root.size());
        });
        return true;
    }

    // The size of a proof is in digests, and said when there is no room.
    merkle_proof prove(octets_in nodes, std::uint64_t leaves, std::uint64_t index, octets_out out) const noexcept {
        return on_view(nodes, leaves, out, [=](auto view, auto to) { return view.prove(index, to); });
    }
    merkle_proof prove_consistency(octets_in nodes, std::uint64_t leaves, std::uint64_t first,
                                   octets_out out) const noexcept {
        return on_view(nodes, leaves, out, [=]<class V>(V view, auto to) -> merkle_proof {
            if constexpr (V::promotes)
                return view.prove_consistency(first, to);
            else
                return {merkle_result::no_consistency, 0};
        });
    }

    merkle_result verify(octets_in leaf, std::uint64_t index, std::uint64_t leaves, octets_in proof,
                         octets_in root) const noexcept {
        return with(
            [&]<class S>(const S& s) { return merkle_verify_digest<S>(s.leaf(leaf), index, leaves, proof, root, s); });
    }
    merkle_result verify_digest(octets_in leaf, std::uint64_t index, std::uint64_t leaves, octets_in proof,
                                octets_in root) const noexcept {
        return with([&]<class S>(const S& s) { return merkle_verify_digest<S>(leaf, index, leaves, proof, root, s); });
    }
    // Trees whose levels are filled up have no such proofs.
    merkle_result verify_consistency(std::uint64_t first, std::uint64_t second, octets_in first_root,
                                     octets_in second_root, octets_in proof) const noexcept {
        return with([&]<class S>(const S& s) -> merkle_result {
            if constexpr (S::promotes)
                return merkle_verify_consistency<S>(first, second, first_root, second_root, proof, s);
            else
                return merkle_result::no_consistency;
        });
    }

  private:
    any_hash hash;
    merkle_shape how;

    any_merkle(const any_hash& h, merkle_shape shape) noexcept : hash(h), how(shape) {}

    template <class F>
    bool on_tree(octets_out nodes, std::uint64_t leaves, F&& f) const noexcept {
        return with([&]<class S>(const S& s) {
            using stored = typename S::digest_type;
            if (!is_tree(nodes.size(), leaves)) return false;
            f(merkle_tree<S>({reinterpret_cast<stored*>(nodes.data()), nodes.size() / sizeof(stored)}, leaves, s));
            return true;
        });
    }
    template <class F>
    merkle_proof on_view(octets_in nodes, std::uint64_t leaves, octets_out out, F&& f) const noexcept {
        return with([&]<class S>(const S& s) -> merkle_proof {
            using stored = typename S::digest_type;
            if (!is_tree(nodes.size(), leaves)) return {merkle_result::digest_size, 0};
            const std::span all(reinterpret_cast<const stored*>(nodes.data()), nodes.size() / sizeof(stored));
            return f(merkle_view<S>(all, leaves, s),
                     std::span(reinterpret_cast<stored*>(out.data()), out.size() / sizeof(stored)));
        });
    }
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
