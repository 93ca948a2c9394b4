// SPDX-License-Identifier: Apache-2.0 OR MIT
// Merkle proofs as bytes: inclusion, several leaves, consistency, by every scheme. The right proof is accepted, a changed
// one is not, and for any arguments the typed functions and those by name give the same answer.
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "fuzz.hpp"

using namespace fuzz;

namespace {

using hl::merkle_result;
constexpr std::size_t most_leaves = 70;

template <class D>
view bytes_of(const std::vector<D>& digests) {
    return {reinterpret_cast<const std::uint8_t*>(digests.data()), digests.size() * sizeof(D)};
}

// A number of leaves or an index: small, or near a power of two up to 2^64.
std::uint64_t any_count(input& in) {
    if (in.ConsumeBool()) return in.ConsumeIntegralInRange<std::uint64_t>(0, 2 * most_leaves);
    const std::uint64_t power = std::uint64_t{1} << in.ConsumeIntegralInRange(0, 63);
    return power + in.ConsumeIntegralInRange<std::uint64_t>(0, 4) - 2;
}

// Bytes that differ from those given, or those given: bytes changed, cut off or added, digests exchanged.
bytes edited(input& in, view original, std::size_t digest_size) {
    bytes out(original.begin(), original.end());
    const std::size_t at = in.ConsumeIntegralInRange<std::size_t>(0, out.size());
    const std::size_t digests = out.size() / digest_size;
    switch (in.ConsumeIntegralInRange(0, 4)) {
    case 0:
        if (at < out.size()) out[at] = static_cast<std::uint8_t>(out[at] ^ 1u << in.ConsumeIntegralInRange(0, 7));
        break;
    case 1: out.resize(at); break;
    case 2: out.resize(out.size() - std::min(out.size(), digest_size)); break;
    case 3: out.insert(out.end(), in.ConsumeIntegralInRange<std::size_t>(0, 2 * digest_size), 0x5a); break;
    default:
        if (digests > 1) {
            const auto first = out.begin() + static_cast<std::ptrdiff_t>(at % (digests - 1) * digest_size);
            const auto size = static_cast<std::ptrdiff_t>(digest_size);
            std::swap_ranges(first, first + size, first + size);
        }
    }
    return out;
}

template <class S>
struct tree_of {
    using digest_type = typename S::digest_type;

    S scheme;
    bytes leaves;  // one byte each, all different
    std::vector<digest_type> nodes;
    hl::merkle_tree<S> tree;

    tree_of(const S& how, std::size_t count)
        : scheme(how), leaves(count), nodes(hl::merkle_nodes<S>(count)), tree(nodes, count, how) {
        for (std::size_t i = 0; i < count; ++i) leaves[i] = static_cast<std::uint8_t>(i);
        tree.build(hl::fixed_width(leaves, 1));
    }

    view leaf(std::size_t i) const { return std::span(leaves).subspan(i, 1); }
    digest_type root() const { return hl::merkle_root<S>(hl::fixed_width(leaves, 1), {}, scheme); }

    void inclusion(input& in) {
        const std::size_t n = leaves.size(), index = in.ConsumeIntegralInRange<std::size_t>(0, n - 1);
        std::vector<digest_type> room(96);
        const hl::merkle_proof made = tree.prove(index, room);
        require(made.result == merkle_result::valid, "a leaf has a proof");
        room.resize(made.size);
        const view proof = bytes_of(room);
        const auto verify = [&](view of, std::uint64_t at, view by, view to) {
            return hl::merkle_verify<S>(of, at, n, by, to, scheme);
        };
        const digest_type top = root();
        require(verify(leaf(index), index, proof, top) == merkle_result::valid, "the proof is accepted");
        const bytes other = edited(in, proof, S::digest_size);
        const bool same = std::ranges::equal(other, proof);
        require((verify(leaf(index), index, other, top) == merkle_result::valid) == same, "a changed proof is refused");
        const bytes other_root = edited(in, top, S::digest_size);
        require((verify(leaf(index), index, proof, other_root) == merkle_result::valid) ==
                    std::ranges::equal(other_root, top),
                "another root is refused");
        const std::size_t elsewhere = in.ConsumeIntegralInRange<std::size_t>(0, n - 1);
        require((verify(leaf(elsewhere), index, proof, top) == merkle_result::valid) == (elsewhere == index),
                "another leaf is refused");
        if constexpr (!std::is_same_v<S, hl::sorted_pairs<hl::sha256>>)  // whose proofs do not depend on the index
            require((verify(leaf(index), elsewhere, proof, top) == merkle_result::valid) == (elsewhere == index),
                    "another index is refused");
    }

    void several(input& in) {
        std::vector<std::uint64_t> indices;
        for (std::size_t i = 0; i < leaves.size(); ++i)
            if (in.ConsumeIntegralInRange(0, 3) == 0) indices.push_back(i);
        if (indices.empty()) indices.push_back(0);
        std::vector<digest_type> room(96 + nodes.size()), digests;
        const hl::merkle_proof made =
            hl::merkle_prove_many(hl::merkle_view<S>(nodes, leaves.size(), scheme), indices, room);
        require(made.result == merkle_result::valid, "several leaves have a proof");
        room.resize(made.size);
        const view proof = bytes_of(room);
        for (const std::uint64_t i : indices) digests.push_back(scheme.leaf(leaf(static_cast<std::size_t>(i))));
        const digest_type top = root();
        const auto verify = [&](view by) {
            auto used_up = digests;
            return hl::merkle_verify_many<S>(used_up, indices, leaves.size(), by, top, scheme);
        };
        require(verify(proof) == merkle_result::valid, "the proof of several leaves is accepted");
        const bytes other = edited(in, proof, S::digest_size);
        require((verify(other) == merkle_result::valid) == std::ranges::equal(other, proof),
                "a changed proof of several leaves is refused");
        digests[in.ConsumeIntegralInRange<std::size_t>(0, digests.size() - 1)][0] ^= 1;
        require(verify(proof) == merkle_result::root_differs, "and so is another leaf");
    }

    void consistency(input& in) {
        const std::size_t n = leaves.size(), first = in.ConsumeIntegralInRange<std::size_t>(1, n);
        std::vector<digest_type> room(96);
        const hl::merkle_proof made = tree.prove_consistency(first, room);
        require(made.result == merkle_result::valid, "an earlier tree has a proof");
        room.resize(made.size);
        const view proof = bytes_of(room);
        const digest_type top = root(),
                          before = hl::merkle_root<S>(hl::fixed_width(std::span(leaves).first(first), 1), {}, scheme);
        const auto verify = [&](view by, view from, view to) {
            return hl::merkle_verify_consistency<S>(first, n, from, to, by, scheme);
        };
        require(verify(proof, before, top) == merkle_result::valid, "the proof of consistency is accepted");
        const bytes other = edited(in, proof, S::digest_size), other_root = edited(in, before, S::digest_size);
        require((verify(other, before, top) == merkle_result::valid) == std::ranges::equal(other, proof),
                "a changed proof of consistency is refused");
        require((verify(proof, other_root, top) == merkle_result::valid) == std::ranges::equal(other_root, before),
                "and so is another earlier root");
    }
};

template <class S>
std::vector<typename S::digest_type> digests_of(view proof) {
    std::vector<typename S::digest_type> out(proof.size() / S::digest_size);
    for (std::size_t i = 0; i < out.size(); ++i)
        std::copy_n(proof.begin() + static_cast<std::ptrdiff_t>(i * S::digest_size), S::digest_size, out[i].begin());
    return out;
}

// What a proof of any origin leads to, computed from the root down, where the library goes up from the leaf. A proof
// alone shows nothing: whoever chooses the root as well makes a right one, and libFuzzer does, since it sees what a root
// is compared with. So nothing can be said but that a proof is accepted exactly if it leads to the root.
template <class S>
struct reference {
    using digest = typename S::digest_type;
    using digests = std::span<const digest>;

    // The number of leaves below the left child of the root (RFC 9162 s.2.1.1), or below each child of a tree that is
    // filled up. There are two leaves or more.
    static std::uint64_t below_child(std::uint64_t leaves) {
        std::uint64_t size = 1;
        while ((leaves - 1) / S::arity >= size) size *= S::arity;
        return size;
    }

    static digest parent(const digest& left, const digest& right) { return S::node(std::array{left, right}); }

    // The root of a leaf and its proof (RFC 9162 s.2.1.3.1), or nothing: another number of digests belongs to a proof.
    static std::optional<digest> inclusion(const digest& leaf, std::uint64_t index, std::uint64_t leaves,
                                           digests proof) {
        if (leaves == 1) return proof.empty() ? std::optional(leaf) : std::nullopt;
        const std::size_t siblings = S::arity - 1;
        if (proof.size() < siblings) return std::nullopt;
        const digests top = proof.last(siblings), rest = proof.first(proof.size() - siblings);
        const std::uint64_t child = below_child(leaves);
        const std::uint64_t at = index / child;
        const std::uint64_t size = S::promotes && at == 1 ? leaves - child : child;
        const auto own = inclusion(leaf, index % child, size, rest);
        if (!own) return std::nullopt;
        std::array<digest, S::arity> group{};
        for (std::size_t c = 0, next = 0; c < S::arity; ++c) group[c] = c == at ? *own : top[next++];
        return S::node(group);
    }

    // The root of the tree of which these nodes are known by their indices in its lowest level; it takes the others from
    // the proof, level by level.
    static std::optional<digest> several(std::map<std::uint64_t, digest> known, std::uint64_t leaves, digests proof) {
        for (std::uint64_t width = leaves; width > 1; width = (width - 1) / S::arity + 1) {
            std::map<std::uint64_t, digest> above;
            for (const auto& [index, unused] : known) {
                const std::uint64_t group_index = index / S::arity;
                if (above.contains(group_index)) continue;
                std::array<digest, S::arity> group{};
                std::size_t children = 0;
                for (std::uint64_t c = group_index * S::arity; children < S::arity && (!S::promotes || c < width);
                     ++c) {
                    const auto have = known.find(c);
                    if (have == known.end() && proof.empty()) return std::nullopt;
                    group[children++] = have == known.end() ? proof.front() : have->second;
                    if (have == known.end()) proof = proof.subspan(1);
                }
                above[group_index] = children == S::arity ? S::node(group) : group[0];
            }
            known = above;
        }
        return proof.empty() ? std::optional(known.at(0)) : std::nullopt;
    }

    // SUBPROOF of RFC 9162 s.2.1.4.1 read backwards: the roots of the trees of `first` and of `second` leaves. `whole`:
    // the first tree is the one whose root is given.
    static std::optional<std::pair<digest, digest>> consistency(std::uint64_t first, std::uint64_t second,
                                                                const digest& given, digests proof, bool whole = true) {
        if (first == second) {
            if (proof.size() != (whole ? 0 : 1)) return std::nullopt;
            const digest& root = whole ? given : proof[0];
            return std::pair(root, root);
        }
        if (proof.empty()) return std::nullopt;
        const digest top = proof.back();
        const digests rest = proof.first(proof.size() - 1);
        const std::uint64_t left = below_child(second);
        const bool inside_left = first <= left;
        const auto roots = inside_left ? consistency(first, left, given, rest, whole)
                                       : consistency(first - left, second - left, given, rest, false);
        if (!roots) return std::nullopt;
        if (inside_left) return std::pair(roots->first, parent(roots->second, top));
        return std::pair(parent(top, roots->first), parent(top, roots->second));
    }
};

// Arguments of any origin: by the digests of a scheme, as bytes, and by name.
template <class S>
void anything(input& in, const hl::any_tree& by_name) {
    const std::uint64_t index = any_count(in), leaves = any_count(in);
    const bytes leaf = in.ConsumeBool() ? in.ConsumeBytes<std::uint8_t>(S::digest_size) : some_bytes(in, 80),
                root = in.ConsumeBool() ? in.ConsumeBytes<std::uint8_t>(S::digest_size) : some_bytes(in, 80),
                proof = stretched_bytes(in, 70 * S::digest_size);
    const bool sized = leaf.size() == S::digest_size && root.size() == S::digest_size;
    const bool whole = proof.size() % S::digest_size == 0;
    const auto one = sized ? digests_of<S>(leaf)[0] : typename S::digest_type{};
    const auto top = sized ? digests_of<S>(root)[0] : typename S::digest_type{};
    const auto proof_digests = digests_of<S>(proof);
    const auto digest = hl::merkle_verify_digest<S>(leaf, index, leaves, proof, root);
    const bool right =
        sized && whole && index < leaves && reference<S>::inclusion(one, index, leaves, proof_digests) == top;
    require((digest == merkle_result::valid) == right, "a proof is accepted if it leads to the root, and only then");
    require(digest == by_name.verify_digest(leaf, index, leaves, proof, root), "by name it is the same");
    require(hl::merkle_verify<S>(leaf, index, leaves, proof, root) == by_name.verify(leaf, index, leaves, proof, root),
            "and of a leaf");
    if (whole)
        require(hl::merkle_verify_digest<S>(leaf, index, leaves, proof_digests, root) == digest,
                "and of whole digests");
    std::vector<std::uint64_t> indices(in.ConsumeIntegralInRange<std::size_t>(0, 9));
    for (auto& i : indices) i = any_count(in);
    if (in.ConsumeBool()) std::ranges::sort(indices);
    std::vector<typename S::digest_type> some(in.ConsumeBool() ? indices.size() : 3);
    const bool ascending = std::ranges::adjacent_find(indices, std::ranges::greater_equal()) == indices.end();
    const bool in_tree = !indices.empty() && ascending && indices.back() < leaves && some.size() == indices.size();
    bool right_of_many = false;
    if (in_tree && root.size() == S::digest_size && whole) {
        std::map<std::uint64_t, typename S::digest_type> known;
        for (const std::uint64_t i : indices) known[i] = {};
        right_of_many = reference<S>::several(known, leaves, proof_digests) == digests_of<S>(root)[0];
    }
    require((hl::merkle_verify_many<S>(some, indices, leaves, proof, root) == merkle_result::valid) == right_of_many,
            "of several leaves too");
    const auto consistent = by_name.verify_consistency(index, leaves, leaf, root, proof);
    if constexpr (S::promotes) {
        const bool follows = sized && whole && index >= 1 && index <= leaves &&
                             reference<S>::consistency(index, leaves, one, proof_digests) == std::pair(one, top);
        require((consistent == merkle_result::valid) == follows,
                "a proof of consistency is accepted if it leads to both roots, and only then");
        require(hl::merkle_verify_consistency<S>(index, leaves, leaf, root, proof) == consistent, "by name too");
        (void)hl::merkle_verify_subtree<S>(index, any_count(in), leaves, leaf, root, proof);
        (void)hl::merkle_verify_in_subtree<S>(leaf, index, leaves, any_count(in), proof, root);
    } else {
        require(consistent == merkle_result::no_consistency, "trees that are filled up have no such proofs");
    }
}

template <class S>
void all_of(input& in, hl::merkle_shape shape) {
    if (in.ConsumeBool()) return anything<S>(in, *hl::any_tree::create("sha256", shape));
    tree_of<S> one({}, in.ConsumeIntegralInRange<std::size_t>(1, most_leaves));
    one.inclusion(in);
    one.several(in);
    if constexpr (S::promotes) one.consistency(in);
}

// Trees by name over every hash.
void by_name(input& in) {
    const auto& a = choose(in, digesting);
    const auto shape = static_cast<hl::merkle_shape>(in.ConsumeIntegralInRange(0, 3));
    const auto trees = hl::any_tree::create(a.name, shape);
    if (!trees) return require(!trees.error().message().empty(), "trees, or a reason why not");
    const std::size_t n = in.ConsumeIntegralInRange<std::size_t>(1, most_leaves),
                      index = in.ConsumeIntegralInRange<std::size_t>(0, n - 1), size = trees->digest_size();
    bytes leaves(n), nodes(trees->node_bytes(n)), root(size), proof(96 * size);
    for (std::size_t i = 0; i < n; ++i) leaves[i] = static_cast<std::uint8_t>(i);
    const auto rows = hl::fixed_width(leaves, 1);
    require(trees->build(rows, nodes) && trees->root(rows, root), "a tree is built");
    const auto made = trees->prove(nodes, n, index, proof);
    require(made.result == merkle_result::valid, "a leaf has a proof");
    proof.resize(made.size * size);
    const view leaf = std::span(leaves).subspan(index, 1);
    require(trees->verify(leaf, index, n, proof, root) == merkle_result::valid, "the proof is accepted");
    const bytes other = edited(in, proof, size);
    require((trees->verify(leaf, index, n, other, root) == merkle_result::valid) == (other == proof),
            "a changed proof is refused");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    use_some_target(in);
    switch (in.ConsumeIntegralInRange(0, 4)) {
    case 0: all_of<hl::rfc9162<hl::sha256>>(in, hl::merkle_shape::rfc9162); break;
    case 1: all_of<hl::plain_tree<hl::sha256>>(in, hl::merkle_shape::plain); break;
    case 2: all_of<hl::plain_tree<hl::sha256, 4>>(in, hl::merkle_shape::plain4); break;
    case 3: all_of<hl::sorted_pairs<hl::sha256>>(in, hl::merkle_shape::sorted_pairs); break;
    default: by_name(in);
    }
    return 0;
}
