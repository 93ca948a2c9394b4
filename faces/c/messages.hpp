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

inline bool overlap(octets bytes, output out) {
    return hl::overlap(bytes.data(), bytes.size(), out.data(), out.size());
}

// Each of these gives message i as f(i). overlaps(out): would out be written over a message, or over an array that says
// where messages lie? Messages are read after the output of others is written.
struct pointed_messages {
    const void* const* messages;
    const std::size_t* sizes;
    std::size_t count;

    octets operator()(std::size_t i) const { return as_octets(messages[i], sizes[i]); }
    bool overlaps(output out) const {
        if (overlap(as_octets(messages, count * sizeof *messages), out)) return true;
        if (overlap(as_octets(sizes, count * sizeof *sizes), out)) return true;
        for (std::size_t i = 0; i < count; ++i)
            if (overlap((*this)(i), out)) return true;
        return false;
    }
};

struct rows_of_messages {
    octets all;  // from the first byte of the first row to the last byte of the last one
    std::size_t size, stride, count;

    octets operator()(std::size_t i) const { return all.subspan(i * stride, size); }
    bool overlaps(output out) const {
        if (!overlap(all, out)) return false;
        if (size >= stride) return true;
        for (std::size_t i = 0; i < count; ++i)  // out may lie between two rows
            if (overlap((*this)(i), out)) return true;
        return false;
    }
};

template <class Offset>
struct messages_by_offsets {
    octets data;
    const Offset* offsets;
    std::size_t count;

    octets operator()(std::size_t i) const { return between(offsets[i], offsets[i + 1]); }
    bool overlaps(output out) const {
        if (overlap(as_octets(offsets, (count + 1) * sizeof *offsets), out)) return true;
        return overlap(between(offsets[0], offsets[count]), out);
    }

  private:
    octets between(Offset first, Offset last) const {
        return data.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first));
    }
};

template <class Run>
int with_pointers(const void* const* messages, const std::size_t* sizes, std::size_t count, const Run& run) {
    if (!readable_array(messages, count) || !readable_array(sizes, count)) return HASHLANE_ERROR_NULL;
    for (std::size_t i = 0; i < count; ++i)
        if (!readable(messages[i], sizes[i])) return HASHLANE_ERROR_NULL;
    return run(pointed_messages{messages, sizes, count});
}

template <class Run>
int with_rows(const void* data, std::size_t size, std::size_t stride, std::size_t count, const Run& run) {
    std::size_t last = 0, end = 0;
    if (count != 0 && (__builtin_mul_overflow(count - 1, stride, &last) || __builtin_add_overflow(last, size, &end)))
        return HASHLANE_ERROR_SIZE;
    if (!readable(data, end)) return HASHLANE_ERROR_NULL;
    return run(rows_of_messages{as_octets(data, end), size, stride, count});
}

template <class Offset, class Run>
int with_offsets(const void* data, std::size_t data_size, const Offset* offsets, std::size_t count, const Run& run) {
    if (offsets == nullptr || !readable(data, data_size)) return HASHLANE_ERROR_NULL;
    if (count == SIZE_MAX || !readable_array(offsets, count + 1)) return HASHLANE_ERROR_NULL;
    for (std::size_t i = 0; i <= count; ++i) {
        if (offsets[i] < (i == 0 ? 0 : offsets[i - 1])) return HASHLANE_ERROR_OFFSETS;
        if (static_cast<std::uint64_t>(offsets[i]) > data_size) return HASHLANE_ERROR_OFFSETS;
    }
    return run(messages_by_offsets<Offset>{as_octets(data, data_size), offsets, count});
}

}  // namespace hashlane_c
