// SPDX-License-Identifier: Apache-2.0 OR MIT
// The functions of hashlane_merkle.h, over any_tree.

#include "hashlane_merkle.h"

#include <array>
#include <cstring>
#include <initializer_list>
#include <utility>

#include "merkle_kind.hpp"
#include "messages.hpp"

using namespace hashlane_c;

namespace {

constexpr int code_of(hl::merkle_result r) { return static_cast<int>(r); }
static_assert(code_of(hl::merkle_result::valid) == HASHLANE_OK);
static_assert(code_of(hl::merkle_result::empty_tree) == HASHLANE_MERKLE_EMPTY_TREE);
static_assert(code_of(hl::merkle_result::index_past_end) == HASHLANE_MERKLE_INDEX_PAST_END);
static_assert(code_of(hl::merkle_result::first_tree_empty) == HASHLANE_MERKLE_FIRST_TREE_EMPTY);
static_assert(code_of(hl::merkle_result::first_tree_larger) == HASHLANE_MERKLE_FIRST_TREE_LARGER);
static_assert(code_of(hl::merkle_result::no_consistency) == HASHLANE_MERKLE_NO_CONSISTENCY);
static_assert(code_of(hl::merkle_result::digest_size) == HASHLANE_MERKLE_DIGEST_SIZE);
static_assert(code_of(hl::merkle_result::proof_torn) == HASHLANE_MERKLE_PROOF_TORN);
static_assert(code_of(hl::merkle_result::proof_too_short) == HASHLANE_MERKLE_PROOF_TOO_SHORT);
static_assert(code_of(hl::merkle_result::proof_too_long) == HASHLANE_MERKLE_PROOF_TOO_LONG);
static_assert(code_of(hl::merkle_result::first_root_differs) == HASHLANE_MERKLE_FIRST_ROOT_DIFFERS);
static_assert(code_of(hl::merkle_result::root_differs) == HASHLANE_MERKLE_ROOT_DIFFERS);
static_assert(code_of(hl::merkle_result::no_room) == HASHLANE_MERKLE_NO_ROOM);
static_assert(code_of(hl::merkle_result::stopped) == HASHLANE_MERKLE_STOPPED);
static_assert(static_cast<int>(hl::merkle_shape::plain) == HASHLANE_MERKLE_PLAIN);
static_assert(static_cast<int>(hl::merkle_shape::plain4) == HASHLANE_MERKLE_PLAIN4);
static_assert(static_cast<int>(hl::merkle_shape::sorted_pairs) == HASHLANE_MERKLE_SORTED_PAIRS);

// What with_pointers and its like call, with all messages.
struct building : kind {
    std::size_t count;
    void* to;
    std::size_t size;
    unsigned threads;
    bool root;
    hashlane_merkle_progress progress = nullptr;
    void* context = nullptr;

    template <class F>
    int operator()(const F& message) const {
        const numbered_messages<F> all{message, count};
        const bool overlaps = !root && message.overlaps(as_output(to, size));  // the root is written last
        return run(hl::any_messages(all), overlaps);
    }

    int run(const hl::any_messages& leaves, bool overlaps) const {
        return with([&](const hl::any_tree& trees) -> int {
            if (!readable(to, size)) return HASHLANE_ERROR_NULL;
            if (overlaps) return HASHLANE_ERROR_OVERLAP;
            const output out = as_output(to, size);
            const hl::threads by{threads};
            if (progress != nullptr) {
                if (!trees.is_tree(size, count)) return HASHLANE_ERROR_SIZE;
                return code_of(trees.build(leaves, out, by, [&](std::size_t done, std::size_t all) {
                    return progress(context, done, all) == 0;
                }));
            }
            return (root ? trees.root(leaves, out, by) : trees.build(leaves, out, by)) ? HASHLANE_OK
                                                                                       : HASHLANE_ERROR_SIZE;
        });
    }
};

template <class Prove>
int prove(const kind& k, const void* nodes, std::size_t nodes_size, std::uint64_t count, void* proof, std::size_t* size,
          Prove&& make) {
    return k.with([&](const hl::any_tree& trees) -> int {
        if (size == nullptr || !readable(nodes, nodes_size) || !readable(proof, *size)) return HASHLANE_ERROR_NULL;
        if (!trees.is_tree(nodes_size, count)) return HASHLANE_ERROR_SIZE;
        // Nothing is written to the caller's memory when all of it does not fit.
        std::array<std::uint8_t, 96 * 64> whole;
        const hl::merkle_proof made = make(trees, as_octets(nodes, nodes_size), std::span(whole));
        if (made.result != hl::merkle_result::valid) return code_of(made.result);
        const std::size_t room = *size;
        *size = made.size * trees.digest_size();
        if (*size > room) return code_of(hl::merkle_result::no_room);
        if (*size != 0) std::memcpy(proof, whole.data(), *size);
        return HASHLANE_OK;
    });
}

template <class Verify>
int verify(const kind& k, std::initializer_list<std::pair<const void*, std::size_t>> inputs, Verify&& check) {
    return k.with([&](const hl::any_tree& trees) -> int {
        for (const auto& [p, n] : inputs)
            if (!readable(p, n)) return HASHLANE_ERROR_NULL;
        return code_of(check(trees));
    });
}

}  // namespace

const char* hashlane_merkle_reason(int result) {
    if (result < 0) return hashlane_strerror(result);
    return result <= HASHLANE_MERKLE_STOPPED ? hl::merkle_reason(static_cast<hl::merkle_result>(result)).data()
                                             : "no reason of hashlane";
}

size_t hashlane_merkle_nodes(int shape, uint64_t leaves) {
    if (!known(shape)) return 0;
    return shape == HASHLANE_MERKLE_PLAIN4 ? hl::merkle_nodes<hl::plain_tree<hl::sha512, 4>>(leaves)
                                           : hl::merkle_nodes<hl::plain_tree<hl::sha512>>(leaves);
}

int hashlane_merkle_build(hashlane_algorithm algorithm, int shape, const void* const* leaves, const size_t* sizes,
                          size_t count, void* nodes, size_t nodes_size, unsigned threads) {
    return with_pointers(leaves, sizes, count, building{{algorithm, shape}, count, nodes, nodes_size, threads, false});
}

int hashlane_merkle_build_rows(hashlane_algorithm algorithm, int shape, const void* data, size_t size, size_t stride,
                               size_t count, void* nodes, size_t nodes_size, unsigned threads) {
    return with_rows(data, size, stride, count, building{{algorithm, shape}, count, nodes, nodes_size, threads, false});
}

int hashlane_merkle_build_offsets(hashlane_algorithm algorithm, int shape, const void* data, size_t data_size,
                                  const int64_t* offsets, size_t count, void* nodes, size_t nodes_size,
                                  unsigned threads) {
    return with_offsets(data, data_size, offsets, count,
                        building{{algorithm, shape}, count, nodes, nodes_size, threads, false});
}

int hashlane_merkle_build_progress(hashlane_algorithm algorithm, int shape, const void* const* leaves,
                                   const size_t* sizes, size_t count, void* nodes, size_t nodes_size, unsigned threads,
                                   hashlane_merkle_progress progress, void* context) {
    return with_pointers(leaves, sizes, count,
                         building{{algorithm, shape}, count, nodes, nodes_size, threads, false, progress, context});
}

int hashlane_merkle_build_rows_progress(hashlane_algorithm algorithm, int shape, const void* data, size_t size,
                                        size_t stride, size_t count, void* nodes, size_t nodes_size, unsigned threads,
                                        hashlane_merkle_progress progress, void* context) {
    return with_rows(data, size, stride, count,
                     building{{algorithm, shape}, count, nodes, nodes_size, threads, false, progress, context});
}

int hashlane_merkle_build_offsets_progress(hashlane_algorithm algorithm, int shape, const void* data, size_t data_size,
                                           const int64_t* offsets, size_t count, void* nodes, size_t nodes_size,
                                           unsigned threads, hashlane_merkle_progress progress, void* context) {
    return with_offsets(data, data_size, offsets, count,
                        building{{algorithm, shape}, count, nodes, nodes_size, threads, false, progress, context});
}

int hashlane_merkle_build_digests(hashlane_algorithm algorithm, int shape, uint64_t count, void* nodes,
                                  size_t nodes_size, unsigned threads) {
    return kind{algorithm, shape}.with([=](const hl::any_tree& trees) -> int {
        if (!readable(nodes, nodes_size)) return HASHLANE_ERROR_NULL;
        return trees.build_from_digests(as_output(nodes, nodes_size), count, hl::threads{threads})
                   ? HASHLANE_OK
                   : HASHLANE_ERROR_SIZE;
    });
}

int hashlane_merkle_root(hashlane_algorithm algorithm, int shape, const void* const* leaves, const size_t* sizes,
                         size_t count, void* root, size_t root_size, unsigned threads) {
    return with_pointers(leaves, sizes, count, building{{algorithm, shape}, count, root, root_size, threads, true});
}

int hashlane_merkle_root_rows(hashlane_algorithm algorithm, int shape, const void* data, size_t size, size_t stride,
                              size_t count, void* root, size_t root_size, unsigned threads) {
    return with_rows(data, size, stride, count, building{{algorithm, shape}, count, root, root_size, threads, true});
}

int hashlane_merkle_root_offsets(hashlane_algorithm algorithm, int shape, const void* data, size_t data_size,
                                 const int64_t* offsets, size_t count, void* root, size_t root_size, unsigned threads) {
    return with_offsets(data, data_size, offsets, count,
                        building{{algorithm, shape}, count, root, root_size, threads, true});
}

int hashlane_merkle_update(hashlane_algorithm algorithm, int shape, void* nodes, size_t nodes_size, uint64_t count,
                           uint64_t index, const void* leaf, size_t leaf_size) {
    return kind{algorithm, shape}.with([=](const hl::any_tree& trees) -> int {
        if (!readable(nodes, nodes_size) || !readable(leaf, leaf_size)) return HASHLANE_ERROR_NULL;
        if (!trees.is_tree(nodes_size, count)) return HASHLANE_ERROR_SIZE;
        return trees.update(as_output(nodes, nodes_size), count, index, as_octets(leaf, leaf_size))
                   ? HASHLANE_OK
                   : code_of(hl::merkle_result::index_past_end);
    });
}

int hashlane_merkle_prove(hashlane_algorithm algorithm, int shape, const void* nodes, size_t nodes_size, uint64_t count,
                          uint64_t index, void* proof, size_t* proof_size) {
    return prove({algorithm, shape}, nodes, nodes_size, count, proof, proof_size,
                 [=](const hl::any_tree& t, octets all, output out) { return t.prove(all, count, index, out); });
}

int hashlane_merkle_prove_consistency(hashlane_algorithm algorithm, int shape, const void* nodes, size_t nodes_size,
                                      uint64_t count, uint64_t first, void* proof, size_t* proof_size) {
    return prove(
        {algorithm, shape}, nodes, nodes_size, count, proof, proof_size,
        [=](const hl::any_tree& t, octets all, output out) { return t.prove_consistency(all, count, first, out); });
}

int hashlane_merkle_verify(hashlane_algorithm algorithm, int shape, const void* leaf, size_t leaf_size, uint64_t index,
                           uint64_t count, const void* proof, size_t proof_size, const void* root, size_t root_size) {
    return verify({algorithm, shape}, {{leaf, leaf_size}, {proof, proof_size}, {root, root_size}},
                  [=](const hl::any_tree& t) {
                      return t.verify(as_octets(leaf, leaf_size), index, count, as_octets(proof, proof_size),
                                      as_octets(root, root_size));
                  });
}

int hashlane_merkle_verify_digest(hashlane_algorithm algorithm, int shape, const void* leaf, size_t leaf_size,
                                  uint64_t index, uint64_t count, const void* proof, size_t proof_size,
                                  const void* root, size_t root_size) {
    return verify({algorithm, shape}, {{leaf, leaf_size}, {proof, proof_size}, {root, root_size}},
                  [=](const hl::any_tree& t) {
                      return t.verify_digest(as_octets(leaf, leaf_size), index, count, as_octets(proof, proof_size),
                                             as_octets(root, root_size));
                  });
}

int hashlane_merkle_verify_consistency(hashlane_algorithm algorithm, int shape, uint64_t first, uint64_t second,
                                       const void* first_root, const void* second_root, size_t root_size,
                                       const void* proof, size_t proof_size) {
    return verify({algorithm, shape}, {{first_root, root_size}, {second_root, root_size}, {proof, proof_size}},
                  [=](const hl::any_tree& t) {
                      return t.verify_consistency(first, second, as_octets(first_root, root_size),
                                                  as_octets(second_root, root_size), as_octets(proof, proof_size));
                  });
}
