// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Many messages as C gives them: pointers, rows, offsets. Each gives them to run(f), where f(i) is the i-th, when they
// make sense.

#include "contexts.hpp"

namespace hashlane_c {

// f(i) is the i-th of `count` messages.
template <class F>
struct numbered_messages {
    F f;
    std::size_t count;

    std::size_t size() const { return count; }
    octets operator[](std::size_t i) const { return f(i); }
};

template <class Run>
int with_pointers(const void* const* messages, const std::size_t* sizes, std::size_t count, const Run& run) {
    if (!readable_array(messages, count) || !readable_array(sizes, count)) return HASHLANE_ERROR_NULL;
    for (std::size_t i = 0; i < count; ++i)
        if (!readable(messages[i], sizes[i])) return HASHLANE_ERROR_NULL;
    return run([=](std::size_t i) { return as_octets(messages[i], sizes[i]); });
}

template <class Run>
int with_rows(const void* data, std::size_t size, std::size_t stride, std::size_t count, const Run& run) {
    std::size_t last = 0, end = 0;
    if (count != 0 && (__builtin_mul_overflow(count - 1, stride, &last) || __builtin_add_overflow(last, size, &end)))
        return HASHLANE_ERROR_SIZE;
    if (!readable(data, end)) return HASHLANE_ERROR_NULL;
    return run([=](std::size_t i) { return as_octets(data, end).subspan(i * stride, size); });
}

template <class Offset, class Run>
int with_offsets(const void* data, std::size_t data_size, const Offset* offsets, std::size_t count, const Run& run) {
    if (offsets == nullptr || !readable(data, data_size)) return HASHLANE_ERROR_NULL;
    if (count == SIZE_MAX || !readable_array(offsets, count + 1)) return HASHLANE_ERROR_NULL;
    for (std::size_t i = 0; i <= count; ++i) {
        if (offsets[i] < (i == 0 ? 0 : offsets[i - 1])) return HASHLANE_ERROR_OFFSETS;
        if (static_cast<std::uint64_t>(offsets[i]) > data_size) return HASHLANE_ERROR_OFFSETS;
    }
    return run([=](std::size_t i) {
        const auto first = static_cast<std::size_t>(offsets[i]), last = static_cast<std::size_t>(offsets[i + 1]);
        return as_octets(data, data_size).subspan(first, last - first);
    });
}

}  // namespace hashlane_c
