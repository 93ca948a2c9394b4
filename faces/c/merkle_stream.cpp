// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane_merkle_stream, over any_merkle_stream.

#include <hashlane/by_name/merkle_stream.hpp>

#include "merkle_kind.hpp"
#include "messages.hpp"

using namespace hashlane_c;

namespace {

using merkle_stream_context = context<hl::any_merkle_stream, hashlane_merkle_stream>;

// What with_pointers and its like call, with all messages.
struct pushing {
    hl::any_merkle_stream& stream;
    std::size_t count;
    unsigned threads;

    template <class F>
    int operator()(const F& message) const {
        if (count > stream.leaves_left()) return HASHLANE_ERROR_SIZE;
        const numbered_messages<F> all{message, count};
        stream.push_many(hl::any_messages(all), hl::threads{threads});
        return HASHLANE_OK;
    }
};

template <class F>
int with(hashlane_merkle_stream* s, F&& f) {
    hl::any_merkle_stream* const stream = merkle_stream_context::open(s);
    return stream == nullptr ? HASHLANE_ERROR_STATE : f(*stream);
}

}  // namespace

size_t hashlane_merkle_stream_statebytes(void) { return sizeof(hashlane_merkle_stream); }

int hashlane_merkle_stream_init(hashlane_merkle_stream* s, hashlane_algorithm algorithm, int shape) {
    if (s == nullptr) return HASHLANE_ERROR_NULL;
    return kind{algorithm, shape}.with([&](const hl::any_tree& trees) -> int {
        merkle_stream_context::fill(s, trees);
        return HASHLANE_OK;
    });
}

int hashlane_merkle_stream_copy(hashlane_merkle_stream* to, const hashlane_merkle_stream* from) {
    return merkle_stream_context::copy(to, from);
}

void hashlane_merkle_stream_wipe(hashlane_merkle_stream* s) { merkle_stream_context::wipe(s); }

int hashlane_merkle_stream_push(hashlane_merkle_stream* s, const void* leaf, size_t size) {
    return with(s, [&](hl::any_merkle_stream& stream) -> int {
        if (!readable(leaf, size)) return HASHLANE_ERROR_NULL;
        if (stream.leaves_left() == 0) return HASHLANE_ERROR_SIZE;
        stream.push(as_octets(leaf, size));
        return HASHLANE_OK;
    });
}

int hashlane_merkle_stream_push_many(hashlane_merkle_stream* s, const void* const* leaves, const size_t* sizes,
                                     size_t count, unsigned threads) {
    return with(s, [&](hl::any_merkle_stream& stream) {
        return with_pointers(leaves, sizes, count, pushing{stream, count, threads});
    });
}

int hashlane_merkle_stream_push_rows(hashlane_merkle_stream* s, const void* data, size_t size, size_t stride,
                                     size_t count, unsigned threads) {
    return with(s, [&](hl::any_merkle_stream& stream) {
        return with_rows(data, size, stride, count, pushing{stream, count, threads});
    });
}

int hashlane_merkle_stream_push_offsets(hashlane_merkle_stream* s, const void* data, size_t data_size,
                                        const int64_t* offsets, size_t count, unsigned threads) {
    return with(s, [&](hl::any_merkle_stream& stream) {
        return with_offsets(data, data_size, offsets, count, pushing{stream, count, threads});
    });
}

int hashlane_merkle_stream_push_digests(hashlane_merkle_stream* s, const void* digests, size_t size, unsigned threads) {
    return with(s, [&](hl::any_merkle_stream& stream) -> int {
        if (!readable(digests, size)) return HASHLANE_ERROR_NULL;
        return stream.push_digests(as_octets(digests, size), hl::threads{threads}) ? HASHLANE_OK : HASHLANE_ERROR_SIZE;
    });
}

int hashlane_merkle_stream_push_subtree(hashlane_merkle_stream* s, const void* root, size_t root_size,
                                        uint64_t leaves) {
    return with(s, [&](hl::any_merkle_stream& stream) -> int {
        if (!readable(root, root_size)) return HASHLANE_ERROR_NULL;
        return stream.push_subtree(as_octets(root, root_size), leaves) ? HASHLANE_OK : HASHLANE_ERROR_SIZE;
    });
}

int hashlane_merkle_stream_count(const hashlane_merkle_stream* s, uint64_t* leaves) {
    const hl::any_merkle_stream* const stream = merkle_stream_context::open(s);
    if (stream == nullptr) return HASHLANE_ERROR_STATE;
    if (leaves == nullptr) return HASHLANE_ERROR_NULL;
    *leaves = stream->size();
    return HASHLANE_OK;
}

int hashlane_merkle_stream_root(const hashlane_merkle_stream* s, void* root, size_t root_size) {
    const hl::any_merkle_stream* const stream = merkle_stream_context::open(s);
    if (stream == nullptr) return HASHLANE_ERROR_STATE;
    if (!readable(root, root_size)) return HASHLANE_ERROR_NULL;
    return stream->root(as_output(root, root_size)) ? HASHLANE_OK : HASHLANE_ERROR_SIZE;
}
