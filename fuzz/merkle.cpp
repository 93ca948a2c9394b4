// SPDX-License-Identifier: Apache-2.0 OR MIT
// Merkle proofs as bytes: inclusion, several leaves, consistency, by every scheme. The right proof is accepted, a changed
// one is not, and for any arguments the typed functions and those by name give the same answer.
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

// Arguments of any origin: by the digests of a scheme, as bytes, and by name.
template <class S>
void anything(input& in, const hl::any_tree& by_name) {
    const std::uint64_t index = any_count(in), leaves = any_count(in);
    const bytes leaf = in.ConsumeBool() ? in.ConsumeBytes<std::uint8_t>(S::digest_size) : some_bytes(in, 80),
                root = in.ConsumeBool() ? in.ConsumeBytes<std::uint8_t>(S::digest_size) : some_bytes(in, 80),
                proof = stretched_bytes(in, 70 * S::digest_size);
    const auto digest = hl::merkle_verify_digest<S>(leaf, index, leaves, proof, root);
    require(digest != merkle_result::valid || leaves == 1, "what nobody proved is refused");
    require(digest == by_name.verify_digest(leaf, index, leaves, proof, root), "by name it is the same");
    require(hl::merkle_verify<S>(leaf, index, leaves, proof, root) == by_name.verify(leaf, index, leaves, proof, root),
            "and of a leaf");
    if (proof.size() % S::digest_size == 0) {
        std::vector<typename S::digest_type> digests(proof.size() / S::digest_size);
        for (std::size_t i = 0; i < digests.size(); ++i)
            std::copy_n(proof.begin() + static_cast<std::ptrdiff_t>(i * S::digest_size), S::digest_size,
                        digests[i].begin());
        require(hl::merkle_verify_digest<S>(leaf, index, leaves, digests, root) == digest, "and of whole digests");
    }
    std::vector<std::uint64_t> indices(in.ConsumeIntegralInRange<std::size_t>(0, 9));
    for (auto& i : indices) i = any_count(in);
    if (in.ConsumeBool()) std::ranges::sort(indices);
    std::vector<typename S::digest_type> some(in.ConsumeBool() ? indices.size() : 3);
    require(hl::merkle_verify_many<S>(some, indices, leaves, proof, root) != merkle_result::valid ||
                (leaves == 1 && root == bytes(S::digest_size)),
            "of several leaves too");
    const auto consistent = by_name.verify_consistency(index, leaves, leaf, root, proof);
    require(consistent != merkle_result::valid || (index == leaves && leaf == root && proof.empty()),
            "a tree is consistent with itself alone");
    if constexpr (S::promotes) {
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
