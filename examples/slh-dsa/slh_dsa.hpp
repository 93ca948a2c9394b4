// SPDX-License-Identifier: Apache-2.0 OR MIT
// SLH-DSA-SHAKE-128f (FIPS 205): keys, signatures and their verification, with eight chains or leaves side by side.
//
//     const auto keys = slh_dsa::generate(sk_seed, sk_prf, pk_seed);     16 random bytes each
//     const auto signature = slh_dsa::sign(message, context, keys, randomness);
//     if (!slh_dsa::verify(message, context, signature, keys.public_seed, keys.root)) ...
#pragma once

#include <numeric>

#include "lanes.hpp"

namespace slh_dsa {

inline constexpr std::size_t layers = 22, leaves = 8;           // d, and 2^h'
inline constexpr std::uint32_t tree_height = 3;                 // h'
inline constexpr std::size_t fors_trees = 33, fors_height = 6;  // k and a
inline constexpr std::size_t digits = 32, chains = 35;          // len_1 and len
inline constexpr std::size_t fors_bytes = fors_trees * (1 + fors_height) * n;
inline constexpr std::size_t layer_bytes = (chains + 3) * n;  // a WOTS+ signature and a path
inline constexpr std::size_t signature_bytes = n + fors_bytes + layers * layer_bytes;
static_assert(signature_bytes == 17088);
static_assert(leaves == lanes, "each lane has one leaf of a tree");

struct key {
    value secret_seed{}, prf_key{}, public_seed{}, root{};
};

// A message as its digest says: which FORS leaves are signed, and which leaf of which tree signs them (s.9.2).
struct selection {
    std::array<std::uint32_t, fors_trees> fors{};
    std::uint64_t tree = 0;
    std::uint32_t leaf = 0;

    // The index of the leaf that is signed in a tree of FORS, among the leaves of all these trees.
    std::uint32_t fors_leaf(std::uint32_t of) const { return (of << fors_height) + fors[of]; }
};

inline value value_at(octets bytes, std::size_t number) {
    value v;
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(number * n), n, v.begin());
    return v;
}

inline void append(std::vector<std::uint8_t>& to, octets bytes) { to.insert(to.end(), bytes.begin(), bytes.end()); }

inline selection select(const value& randomness, const value& public_seed, const value& root, octets message) {
    hl::shake256 digesting;
    digesting.absorb(randomness).absorb(public_seed).absorb(root).absorb(message);
    const auto digest = digesting.reader().squeeze<34>();
    selection chosen;
    for (std::size_t bit = 0; bit < fors_trees * fors_height; ++bit) {
        std::uint32_t& number = chosen.fors[bit / fors_height];
        number = number << 1 | (digest[bit / 8] >> (7 - bit % 8) & 1u);
    }
    for (std::size_t i = 25; i < 33; ++i) chosen.tree = chosen.tree << 8 | digest[i];
    chosen.tree &= ~std::uint64_t{0} >> 1;
    chosen.leaf = digest[33] % leaves;
    return chosen;
}

// The digits that WOTS+ signs: those of the value, and of their sum (s.5.2).
inline std::array<std::uint32_t, chains> digits_of(const value& v) {
    std::array<std::uint32_t, chains> all{};
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < digits; ++i) {
        all[i] = i % 2 == 0 ? v[i / 2] >> 4 : v[i / 2] & 15;
        sum += steps - all[i];
    }
    for (std::size_t i = 0; i < 3; ++i) all[digits + i] = sum >> 4 * (2 - i) & 15;
    return all;
}

// ---- WOTS+ and XMSS

// Computes the leaves of a tree, a lane for each: eight chains side by side (s.5.1, s.6.1). The values that sign `digits`
// with the leaf `signer` go to `signature`.
inline values tree_leaves(hasher& hashes, const value& secret_seed, addresses at,
                          const std::array<std::uint32_t, chains>& signed_digits, std::size_t signer,
                          std::vector<std::uint8_t>& signature) {
    addresses prf = at;
    prf.begin(kind::wots_prf);
    at.begin(kind::wots_hash);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        prf.set(lane, key_pair, static_cast<std::uint32_t>(lane));
        at.set(lane, key_pair, static_cast<std::uint32_t>(lane));
    }
    const values secret = same(secret_seed);
    std::array<values, chains> ends;
    for (std::uint32_t i = 0; i < chains; ++i) {
        prf.set(chain, i);
        at.set(chain, i);
        const values begin = hashes.f(prf, secret);
        const std::array<values, steps> after = hashes.chains(at, begin);
        const values& of_digit = signed_digits[i] == 0 ? begin : after[signed_digits[i] - 1];
        append(signature, get(of_digit, signer));
        ends[i] = after.back();
    }
    addresses keys = at;
    keys.begin(kind::wots_pk);
    for (std::size_t lane = 0; lane < lanes; ++lane) keys.set(lane, key_pair, static_cast<std::uint32_t>(lane));
    return hashes.t(keys, ends);
}

// Signs a value with a leaf of a tree and gives the root of the tree (s.6.2).
inline value sign_layer(hasher& hashes, const value& secret_seed, const addresses& place, const value& v,
                        std::uint32_t leaf, std::vector<std::uint8_t>& signature) {
    const values public_keys = tree_leaves(hashes, secret_seed, place, digits_of(v), leaf, signature);
    std::vector<value> nodes(leaves);
    for (std::size_t lane = 0; lane < lanes; ++lane) nodes[lane] = get(public_keys, lane);
    addresses at = place;
    at.begin(kind::tree);
    const levels all = trees_over(hashes, at, std::move(nodes), tree_height);
    append_path(all, leaf, signature);
    return all.back().front();
}

// Computes the ends of the chains from a signature, eight chains side by side (s.5.3). The chains are taken in the order
// of their lengths, so that those of a group have about as many steps. A chain that begins later keeps its value until
// then.
inline std::vector<std::uint8_t> ends_of_chains(hasher& hashes, addresses at, const value& v, octets signature) {
    const auto from = digits_of(v);
    std::array<std::uint32_t, chains> order{};
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return from[i]; });
    std::vector<std::uint8_t> ends(signature.begin(), signature.begin() + chains * n);
    for (std::size_t first = 0; first < chains; first += lanes) {
        const std::span group = std::span(order).subspan(first, std::min(lanes, chains - first));
        values now{};
        for (std::size_t lane = 0; lane < group.size(); ++lane) {
            set(now, lane, value_at(ends, group[lane]));
            at.set(lane, chain, group[lane]);
        }
        for (std::uint32_t step = from[group[0]]; step < steps; ++step) {
            at.set(hash, step);
            const values next = hashes.f(at, now);
            for (std::size_t lane = 0; lane < group.size(); ++lane)
                if (step >= from[group[lane]]) set(now, lane, get(next, lane));
        }
        for (std::size_t lane = 0; lane < group.size(); ++lane)
            std::ranges::copy(get(now, lane), ends.begin() + static_cast<std::ptrdiff_t>(group[lane] * n));
    }
    return ends;
}

// Computes the root of a tree from a signature of one of its leaves (s.6.3).
inline value root_of_layer(hasher& hashes, const addresses& place, const value& v, std::uint32_t leaf,
                           octets signature) {
    addresses at = place;
    at.begin(kind::wots_hash);
    at.set(key_pair, leaf);
    const auto ends = ends_of_chains(hashes, at, v, signature);
    at.begin(kind::wots_pk);
    at.set(key_pair, leaf);
    const value public_key = hashes.one(at, ends);
    at.begin(kind::tree);
    return root_of_path(hashes, at, public_key, leaf, signature.subspan(chains * n));
}

// ---- FORS

// Computes the public key of FORS from the roots of its trees (s.8.4).
inline value fors_key(hasher& hashes, addresses at, std::uint32_t leaf, const std::vector<value>& roots) {
    at.begin(kind::fors_roots);
    at.set(key_pair, leaf);
    std::vector<std::uint8_t> all;
    for (const value& root : roots) append(all, root);
    return hashes.one(at, all);
}

// Computes the leaves of all trees, eight side by side; those of a tree follow those of the tree before. The secrets of
// the chosen leaves go to `revealed`.
inline std::vector<value> fors_leaves(hasher& hashes, const value& secret_seed, const addresses& place,
                                      const selection& chosen, std::array<value, fors_trees>& revealed) {
    addresses prf = place, at = place;
    prf.begin(kind::fors_prf);
    prf.set(key_pair, chosen.leaf);
    at.begin(kind::fors_tree);
    at.set(key_pair, chosen.leaf);
    const values secret = same(secret_seed);
    std::vector<value> nodes(fors_trees << fors_height);
    for (std::uint32_t i = 0; i < nodes.size(); i += lanes) {
        for (std::uint32_t lane = 0; lane < lanes; ++lane) {
            prf.set(lane, index, i + lane);
            at.set(lane, index, i + lane);
        }
        const values secrets = hashes.f(prf, secret), publics = hashes.f(at, secrets);
        const std::uint32_t tree = i >> fors_height, signer = chosen.fors_leaf(tree);
        if (signer / lanes == i / lanes) revealed[tree] = get(secrets, signer % lanes);
        for (std::uint32_t lane = 0; lane < lanes; ++lane) nodes[i + lane] = get(publics, lane);
    }
    return nodes;
}

// Signs the chosen leaves and gives the public key (s.8.3).
inline value sign_fors(hasher& hashes, const value& secret_seed, const addresses& place, const selection& chosen,
                       std::vector<std::uint8_t>& signature) {
    std::array<value, fors_trees> revealed{};
    addresses at = place;
    at.begin(kind::fors_tree);
    at.set(key_pair, chosen.leaf);
    const levels all = trees_over(hashes, at, fors_leaves(hashes, secret_seed, place, chosen, revealed), fors_height);
    for (std::uint32_t tree = 0; tree < fors_trees; ++tree) {
        append(signature, revealed[tree]);
        append_path(all, chosen.fors_leaf(tree), signature);
    }
    return fors_key(hashes, place, chosen.leaf, all.back());
}

// Computes the public key from a signature (s.8.4): the ways from the leaves to the roots, eight trees side by side.
inline value fors_key_of_signature(hasher& hashes, const addresses& place, const selection& chosen, octets signature) {
    addresses at = place;
    at.begin(kind::fors_tree);
    at.set(key_pair, chosen.leaf);
    std::vector<value> nodes(fors_trees);
    for (std::uint32_t level = 0; level <= fors_height; ++level) {
        at.set(height, level);
        for (std::uint32_t tree = 0; tree < fors_trees; tree += lanes) {
            const std::uint32_t count = std::min<std::uint32_t>(lanes, fors_trees - tree);
            values left{}, right{};
            for (std::uint32_t lane = 0; lane < count; ++lane) {
                const std::uint32_t where = chosen.fors_leaf(tree + lane) >> level;
                // The secret value, or the sibling of the node below, which is a left or a right one.
                const value given = value_at(signature, (tree + lane) * (1 + fors_height) + level);
                const bool is_right = level != 0 && chosen.fors_leaf(tree + lane) >> (level - 1) & 1;
                at.set(lane, index, where);
                set(left, lane, level == 0 || is_right ? given : nodes[tree + lane]);
                set(right, lane, is_right ? nodes[tree + lane] : given);
            }
            const values result = level == 0 ? hashes.f(at, left) : hashes.h(at, left, right);
            for (std::uint32_t lane = 0; lane < count; ++lane) nodes[tree + lane] = get(result, lane);
        }
    }
    return fors_key(hashes, place, chosen.leaf, nodes);
}

// ---- SLH-DSA

// Makes a key of three values of 16 random bytes (s.9.1).
inline key generate(const value& secret_seed, const value& prf_key, const value& public_seed) {
    hasher hashes(public_seed);
    addresses top;
    top.set_place(layers - 1, 0);
    std::vector<std::uint8_t> unused;
    return {secret_seed, prf_key, public_seed, sign_layer(hashes, secret_seed, top, value{}, 0, unused)};
}

// Signs a message as slh_sign_internal does (s.9.2). `randomness` is 16 random bytes, or PK.seed for a signature that
// depends on key and message alone.
inline std::vector<std::uint8_t> sign_internal(octets message, const key& keys, const value& randomness) {
    std::vector<std::uint8_t> signature;
    signature.reserve(signature_bytes);
    hl::shake256 randomizing;
    randomizing.absorb(keys.prf_key).absorb(randomness).absorb(message);
    const auto r = randomizing.reader().squeeze<n>();
    append(signature, r);
    const selection chosen = select(r, keys.public_seed, keys.root, message);
    hasher hashes(keys.public_seed);
    std::uint64_t tree = chosen.tree;
    std::uint32_t leaf = chosen.leaf;
    addresses place;
    place.set_place(0, tree);
    value v = sign_fors(hashes, keys.secret_seed, place, chosen, signature);
    for (std::uint32_t at = 0; at < layers; ++at) {
        place.set_place(at, tree);
        v = sign_layer(hashes, keys.secret_seed, place, v, leaf, signature);
        leaf = static_cast<std::uint32_t>(tree % leaves);
        tree /= leaves;
    }
    return signature;
}

// Tells whether a signature is one of the message (s.9.3).
inline bool verify_internal(octets message, octets signature, const value& public_seed, const value& root) {
    if (signature.size() != signature_bytes) return false;
    value r;
    std::copy_n(signature.begin(), n, r.begin());
    const selection chosen = select(r, public_seed, root, message);
    hasher hashes(public_seed);
    std::uint64_t tree = chosen.tree;
    std::uint32_t leaf = chosen.leaf;
    addresses place;
    place.set_place(0, tree);
    value v = fors_key_of_signature(hashes, place, chosen, signature.subspan(n, fors_bytes));
    for (std::uint32_t at = 0; at < layers; ++at) {
        place.set_place(at, tree);
        v = root_of_layer(hashes, place, v, leaf, signature.subspan(n + fors_bytes + at * layer_bytes, layer_bytes));
        leaf = static_cast<std::uint32_t>(tree % leaves);
        tree /= leaves;
    }
    return v == root;
}

// The message that is signed for a message and a context of at most 255 bytes (s.10.2.1).
inline std::vector<std::uint8_t> with_context(octets message, octets context) {
    std::vector<std::uint8_t> all{0, static_cast<std::uint8_t>(context.size())};
    append(all, context);
    append(all, message);
    return all;
}

// Signs a message with a context. A context of more than 255 bytes gives an empty signature.
inline std::vector<std::uint8_t> sign(octets message, octets context, const key& keys, const value& randomness) {
    if (context.size() > 255) return {};
    return sign_internal(with_context(message, context), keys, randomness);
}

inline bool verify(octets message, octets context, octets signature, const value& public_seed, const value& root) {
    return context.size() <= 255 && verify_internal(with_context(message, context), signature, public_seed, root);
}

}  // namespace slh_dsa
