// SPDX-License-Identifier: Apache-2.0 OR MIT
// The functions of hashlane.h for many messages, side by side in lanes and over threads.

#include "contexts.hpp"

#include <hashlane/any_batch.hpp>

using namespace hashlane_c;

namespace {

// f(i) is the i-th of `count` messages.
template <class F>
struct numbered_messages {
    F f;
    std::size_t count;

    std::size_t size() const { return count; }
    octets operator[](std::size_t i) const { return f(i); }
};

struct batch {
    hashlane_algorithm algorithm;
    const hashlane_options* options;
    std::size_t count;
    void* digests;
    std::size_t digest_size;  // 0: the usual size
    unsigned threads;

    template <class F>
    int run(const F& message) const {
        std::optional<hl::any_hash> fresh;
        if (const int error = create(algorithm, options, fresh)) return error;
        std::size_t all = 0;
        if (__builtin_mul_overflow(count, digest_size == 0 ? fresh->output_size() : digest_size, &all))
            return HASHLANE_ERROR_SIZE;
        if (digest_size != 0 && !fresh->info().any_length && digest_size != fresh->info().digest_size)
            return HASHLANE_ERROR_SIZE;
        if (!readable(digests, all)) return HASHLANE_ERROR_NULL;
        const numbered_messages<F> messages{message, count};
        return hl::digest_many(*fresh, messages, as_output(digests, all), hl::threads{threads}) ? HASHLANE_OK
                                                                                                : HASHLANE_ERROR_SIZE;
    }
};

template <class Offset>
int digest_offsets(const batch& b, const void* data, std::size_t data_size, const Offset* offsets) {
    if (offsets == nullptr || !readable(data, data_size)) return HASHLANE_ERROR_NULL;
    for (std::size_t i = 0; i <= b.count; ++i) {
        if (offsets[i] < (i == 0 ? 0 : offsets[i - 1])) return HASHLANE_ERROR_OFFSETS;
        if (static_cast<std::uint64_t>(offsets[i]) > data_size) return HASHLANE_ERROR_OFFSETS;
    }
    return b.run([=](std::size_t i) {
        const auto first = static_cast<std::size_t>(offsets[i]), last = static_cast<std::size_t>(offsets[i + 1]);
        return as_octets(data, data_size).subspan(first, last - first);
    });
}

}  // namespace

int hashlane_digest_many(hashlane_algorithm algorithm, const hashlane_options* options, const void* const* messages,
                         const size_t* sizes, size_t count, void* digests, size_t digest_size, unsigned threads) {
    if (count != 0 && (messages == nullptr || sizes == nullptr)) return HASHLANE_ERROR_NULL;
    for (std::size_t i = 0; i < count; ++i)
        if (!readable(messages[i], sizes[i])) return HASHLANE_ERROR_NULL;
    return batch{algorithm, options, count, digests, digest_size, threads}.run(
        [=](std::size_t i) { return as_octets(messages[i], sizes[i]); });
}

int hashlane_digest_rows(hashlane_algorithm algorithm, const hashlane_options* options, const void* data, size_t size,
                         size_t stride, size_t count, void* digests, size_t digest_size, unsigned threads) {
    std::size_t last = 0, end = 0;
    if (count != 0 && (__builtin_mul_overflow(count - 1, stride, &last) || __builtin_add_overflow(last, size, &end)))
        return HASHLANE_ERROR_SIZE;
    if (!readable(data, end)) return HASHLANE_ERROR_NULL;
    return batch{algorithm, options, count, digests, digest_size, threads}.run(
        [=](std::size_t i) { return as_octets(data, end).subspan(i * stride, size); });
}

int hashlane_digest_offsets(hashlane_algorithm algorithm, const hashlane_options* options, const void* data,
                            size_t data_size, const int64_t* offsets, size_t count, void* digests, size_t digest_size,
                            unsigned threads) {
    return digest_offsets({algorithm, options, count, digests, digest_size, threads}, data, data_size, offsets);
}

int hashlane_digest_offsets32(hashlane_algorithm algorithm, const hashlane_options* options, const void* data,
                              size_t data_size, const int32_t* offsets, size_t count, void* digests, size_t digest_size,
                              unsigned threads) {
    return digest_offsets({algorithm, options, count, digests, digest_size, threads}, data, data_size, offsets);
}
