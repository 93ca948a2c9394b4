// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What the functions of hashlane_gpu.h have in common: the checks of their arguments, and the launch of rows.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <new>
#include <string>
#include <vector>

#include "device.hpp"

namespace hashlane::gpu {

inline constexpr std::size_t bytes_of_part = std::size_t{1} << 28;  // of messages that are copied at once

inline device_address address_of(const void* p) { return reinterpret_cast<device_address>(p); }

// A call: the device, the hash, and where the caller's memory is.
struct call {
    hashlane_gpu& gpu;
    std::size_t hash;
    bool in_device;

    std::size_t digest_size() const { return hash_modules[hash].size; }
    // Copies `size` bytes of the device to the host.
    int fetch(void* to, device_address from, std::size_t size) const {
        return size == 0 ? HASHLANE_GPU_OK : gpu.check(gpu.driver->copy_out(to, from, size), "a copy of its results");
    }
    // Copies `size` bytes of the device to the caller's memory.
    int copy_out(void* to, device_address from, std::size_t size) const {
        if (!in_device || size == 0) return fetch(to, from, size);
        return gpu.check(gpu.driver->copy_within(address_of(to), from, size), "a copy of its results");
    }
};

// Checks what all functions take, calls work(call) in the context of the device, and waits for the end of what it started.
// Kernels, copies and wipes end in the order in which they were started.
template <class Work>
int in_context(hashlane_gpu* gpu, std::size_t hash, int where, const Work& work) noexcept try {
    if (gpu == nullptr) return fail(HASHLANE_GPU_ERROR_ARGUMENT, "an argument is null");
    if (where != HASHLANE_GPU_HOST && where != HASHLANE_GPU_DEVICE)
        return fail(HASHLANE_GPU_ERROR_ARGUMENT, "the memory is neither that of the host nor that of the device");
    const current_context context(*gpu);
    if (context.error() != HASHLANE_GPU_OK) return context.error();
    if (const int error = gpu->load(hash)) return error;
    gpu->wiped = result::success;
    const int done = work(call{*gpu, hash, where == HASHLANE_GPU_DEVICE});
    if (done < HASHLANE_GPU_OK) {
        static_cast<void>(gpu->driver->context_wait());
        return done;
    }
    if (const int error = gpu->check(gpu->wiped, "the wipe of its memory")) return error;
    if (const int error = gpu->wait()) return error;
    return done;
} catch (const std::bad_alloc&) { return fail(HASHLANE_GPU_ERROR_MEMORY, "out of memory"); }

// The same for an algorithm by its name.
template <class Work>
int in_context(hashlane_gpu* gpu, const char* algorithm, int where, const Work& work) noexcept try {
    if (algorithm == nullptr) return fail(HASHLANE_GPU_ERROR_ARGUMENT, "an argument is null");
    const std::size_t hash = find_hash(algorithm);
    if (hash == hash_count) return fail(HASHLANE_GPU_ERROR_ALGORITHM, why_no_hash(algorithm));
    return in_context(gpu, hash, where, work);
} catch (const std::bad_alloc&) { return fail(HASHLANE_GPU_ERROR_MEMORY, "out of memory"); }

// Checks that `count` things of `size` bytes have a size, and that there is a pointer where there is a byte.
inline int check_table(const void* p, std::size_t size, std::size_t count) {
    std::size_t bytes = 0;
    if (__builtin_mul_overflow(size, count, &bytes))
        return fail(HASHLANE_GPU_ERROR_ARGUMENT, "the table has more bytes than memory can have");
    if (p == nullptr && bytes != 0) return fail(HASHLANE_GPU_ERROR_ARGUMENT, "a pointer to bytes is null");
    return HASHLANE_GPU_OK;
}

// Bytes in the caller's memory.
struct memory_range {
    const void* begin;
    std::size_t size;
};

inline bool overlap(const memory_range& a, const memory_range& b) {
    const device_address from_a = address_of(a.begin), from_b = address_of(b.begin);
    return from_a <= from_b ? from_b - from_a < a.size && b.size != 0 : from_a - from_b < b.size && a.size != 0;
}

// Calls work(place), which writes `size` bytes of results to this place. It is `out`; or memory of the library, which is
// copied to `out` at the end, where `out` lies over an input.
template <class Work>
int with_results(const call& c, void* out, std::size_t size, std::initializer_list<memory_range> inputs,
                 const Work& work) {
    const memory_range results{out, size};
    if (std::none_of(inputs.begin(), inputs.end(), [&](const memory_range& input) { return overlap(input, results); }))
        return work(static_cast<std::uint8_t*>(out));
    if (!c.in_device) {
        std::vector<std::uint8_t> made(size);
        const int error = work(made.data());
        if (error == HASHLANE_GPU_OK) std::copy(made.begin(), made.end(), static_cast<std::uint8_t*>(out));
        return error;
    }
    device_memory made(c.gpu, for_results);
    if (const int error = made.allocate(size)) return error;
    if (const int error = work(reinterpret_cast<std::uint8_t*>(made.address()))) return error;
    return c.copy_out(out, made.address(), size);
}

// Starts the kernel of rows or of leaves, and does not wait for its end.
inline int start_rows(const call& c, device_address rows, std::uint64_t width, std::uint64_t count, bool leaves,
                      device_address digests) {
    void* arguments[] = {&rows, &width, &count, &digests};
    return c.gpu.start(c.hash, leaves ? leaves_kernel : rows_kernel, count, arguments);
}

}  // namespace hashlane::gpu
