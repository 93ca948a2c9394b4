// SPDX-License-Identifier: Apache-2.0 OR MIT
// The functions of hashlane.h for many messages, side by side in lanes and over threads; and hashlane_selftest, which
// needs the same templates: apart they would take twice the time to compile.

#include "messages.hpp"

#include <hashlane/by_name/batch.hpp>
#include <hashlane/selftest.hpp>

using namespace hashlane_c;

namespace {

struct batch {
    hashlane_algorithm algorithm;
    const hashlane_options* options;
    std::size_t count;
    void* digests;
    std::size_t digest_size;
    unsigned threads;

    template <class F>
    int operator()(const F& message) const {
        return with_fresh_hash(algorithm, options, [&](const hl::any_hash& fresh) { return digest(fresh, message); });
    }

  private:
    template <class F>
    int digest(const hl::any_hash& fresh, const F& message) const {
        if (options != nullptr && options->shortest_tag != nullptr) return HASHLANE_ERROR_OPTION;
        std::size_t all = 0;
        if (__builtin_mul_overflow(count, digest_size, &all)) return HASHLANE_ERROR_SIZE;
        if (!fresh.info().any_length && digest_size != fresh.info().digest_size) return HASHLANE_ERROR_SIZE;
        if (!readable(digests, all)) return HASHLANE_ERROR_NULL;
        if (message.overlaps(as_output(digests, all))) return HASHLANE_ERROR_OVERLAP;
        const numbered_messages<F> messages{message, count};
        return hl::digest_many(fresh, messages, as_output(digests, all), hl::threads{threads}) ? HASHLANE_OK
                                                                                               : HASHLANE_ERROR_SIZE;
    }
};

}  // namespace

int hashlane_digest_many(hashlane_algorithm algorithm, const hashlane_options* options, const void* const* messages,
                         const size_t* sizes, size_t count, void* digests, size_t digest_size, unsigned threads) {
    return with_pointers(messages, sizes, count, batch{algorithm, options, count, digests, digest_size, threads});
}

int hashlane_digest_rows(hashlane_algorithm algorithm, const hashlane_options* options, const void* data, size_t size,
                         size_t stride, size_t count, void* digests, size_t digest_size, unsigned threads) {
    return with_rows(data, size, stride, count, batch{algorithm, options, count, digests, digest_size, threads});
}

int hashlane_digest_offsets(hashlane_algorithm algorithm, const hashlane_options* options, const void* data,
                            size_t data_size, const int64_t* offsets, size_t count, void* digests, size_t digest_size,
                            unsigned threads) {
    return with_offsets(data, data_size, offsets, count,
                        batch{algorithm, options, count, digests, digest_size, threads});
}

int hashlane_digest_offsets32(hashlane_algorithm algorithm, const hashlane_options* options, const void* data,
                              size_t data_size, const int32_t* offsets, size_t count, void* digests, size_t digest_size,
                              unsigned threads) {
    return with_offsets(data, data_size, offsets, count,
                        batch{algorithm, options, count, digests, digest_size, threads});
}

int hashlane_selftest(void) { return hl::selftest() ? HASHLANE_OK : HASHLANE_ERROR_SELFTEST; }
