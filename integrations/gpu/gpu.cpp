// SPDX-License-Identifier: Apache-2.0 OR MIT
// The functions of hashlane_gpu.h that compute something.

#include <algorithm>
#include <limits>

#include "call.hpp"

namespace hashlane::gpu {
namespace {

constexpr std::size_t messages_of_part = std::size_t{1} << 24;  // of one launch
// Of one launch: the first one, which may find a nonce soon, and the longest one. Each has twice as many as the one before.
constexpr std::uint64_t nonces_of_first = std::uint64_t{1} << 20, nonces_of_longest = std::uint64_t{1} << 26;
constexpr std::uint64_t no_nonce = std::numeric_limits<std::uint64_t>::max();

int start_nodes(const call& c, device_address digests, std::uint64_t count, device_address parents) {
    void* arguments[] = {&digests, &count, &parents};
    return c.gpu.start(c.hash, nodes_kernel, count, arguments);
}

// Digests rows part by part. The digests are written to memory of the device from `digests` on; or, where that is 0, they
// are copied to memory of the host from `out` on.
int rows_in_parts(const call& c, const void* rows, std::size_t width, std::size_t count, bool leaves,
                  device_address digests, std::uint8_t* out) {
    const std::size_t size = c.digest_size();
    const std::size_t fit = c.in_device || width == 0 ? messages_of_part : bytes_of_part / width;
    const std::size_t part =
        std::clamp<std::size_t>(fit, 1, std::max<std::size_t>(1, std::min(count, messages_of_part)));
    device_memory copied(c.gpu, for_messages), made(c.gpu, for_digests);
    if (!c.in_device)
        if (const int error = copied.allocate(part * width)) return error;
    if (digests == 0)
        if (const int error = made.allocate(part * size)) return error;
    for (std::size_t first = 0; first < count; first += part) {
        const std::size_t number = std::min(part, count - first);
        const std::uint8_t* from = static_cast<const std::uint8_t*>(rows) + first * width;
        if (!c.in_device)
            if (const int error = copied.copy_in(from, number * width)) return error;
        const device_address here = c.in_device ? address_of(from) : copied.address();
        const device_address place = digests == 0 ? made.address() : digests + first * size;
        if (const int error = start_rows(c, here, width, number, leaves, place)) return error;
        if (digests == 0)
            if (const int error = c.fetch(out + first * size, place, number * size)) return error;
    }
    return HASHLANE_GPU_OK;
}

int check_offsets(const std::int64_t* offsets, std::size_t count, std::size_t data_size) {
    const auto end = static_cast<std::int64_t>(
        std::min<std::size_t>(data_size, static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max())));
    std::int64_t before = 0;
    for (std::size_t i = 0; i <= count; ++i) {
        if (offsets[i] < before || offsets[i] > end)
            return fail(HASHLANE_GPU_ERROR_ARGUMENT,
                        "offset " + std::to_string(i) + " is below the one before it, or beyond the data");
        before = offsets[i];
    }
    return HASHLANE_GPU_OK;
}

int start_offsets(const call& c, device_address data, device_address offsets, std::int64_t begin, std::uint64_t count,
                  device_address digests) {
    void* arguments[] = {&data, &offsets, &begin, &count, &digests};
    return c.gpu.start(c.hash, offsets_kernel, count, arguments);
}

// Returns how many messages from `first` on are copied at once.
std::size_t messages_that_fit(const std::int64_t* offsets, std::size_t first, std::size_t count) {
    const std::size_t last = std::min(count, first + messages_of_part);
    const std::int64_t limit = offsets[first] + std::min(static_cast<std::int64_t>(bytes_of_part),
                                                         std::numeric_limits<std::int64_t>::max() - offsets[first]);
    const std::int64_t* end = std::upper_bound(offsets + first + 1, offsets + last + 1, limit);
    return std::max<std::size_t>(1, static_cast<std::size_t>(end - (offsets + first + 1)));
}

int offsets_of_host(const call& c, const std::uint8_t* data, const std::int64_t* offsets, std::size_t count,
                    std::uint8_t* digests) {
    std::size_t number = 0;
    for (std::size_t first = 0; first < count; first += number) {
        number = messages_that_fit(offsets, first, count);
        const auto size = static_cast<std::size_t>(offsets[first + number] - offsets[first]);
        device_memory copied(c.gpu, for_messages), places(c.gpu, for_offsets), made(c.gpu, for_digests);
        if (const int error = copied.allocate(size)) return error;
        if (const int error = places.allocate((number + 1) * sizeof(std::int64_t))) return error;
        if (const int error = made.allocate(number * c.digest_size())) return error;
        if (const int error = copied.copy_in(data + offsets[first], size)) return error;
        if (const int error = places.copy_in(offsets + first, (number + 1) * sizeof(std::int64_t))) return error;
        const int started =
            start_offsets(c, copied.address(), places.address(), offsets[first], number, made.address());
        if (started != HASHLANE_GPU_OK) return started;
        const std::size_t at = first * c.digest_size();
        if (const int error = c.copy_out(digests + at, made.address(), number * c.digest_size())) return error;
    }
    return HASHLANE_GPU_OK;
}

// Writes all levels of a tree to memory of the device.
int levels_in_device(const call& c, const void* rows, std::size_t width, std::size_t count, device_address levels) {
    const std::size_t size = c.digest_size();
    const driver& d = *c.gpu.driver;
    if (const int error = rows_in_parts(c, rows, width, count, true, levels, nullptr)) return error;
    device_address level = levels;
    while (count > 1) {
        const device_address next = level + count * size;
        if (const int error = start_nodes(c, level, count / 2, next)) return error;
        if (count % 2 != 0) {
            const device_address last = level + (count - 1) * size;
            const result copied = d.copy_within(next + count / 2 * size, last, size);
            if (const int error = c.gpu.check(copied, "a copy within it")) return error;
        }
        level = next;
        count = count / 2 + count % 2;
    }
    return HASHLANE_GPU_OK;
}

int check_leaves(const void* rows, std::size_t width, std::size_t count, const void* out) {
    if (count == 0 || count > std::numeric_limits<std::size_t>::max() / 256)
        return fail(HASHLANE_GPU_ERROR_ARGUMENT, "a tree has at least one leaf, and its digests fit into memory");
    if (out == nullptr) return fail(HASHLANE_GPU_ERROR_ARGUMENT, "the place for the result is null");
    return check_table(rows, width, count);
}

// Computes a tree, and copies its digests from `first` on to `out`.
int tree(const call& c, const void* rows, std::size_t width, std::size_t count, std::size_t first, void* out) {
    const std::size_t nodes = hashlane_gpu_merkle_nodes(count), size = c.digest_size();
    device_memory levels(c.gpu, for_nodes);
    if (const int error = levels.allocate(nodes * size)) return error;
    if (const int error = levels_in_device(c, rows, width, count, levels.address())) return error;
    return c.copy_out(out, levels.address() + first * size, (nodes - first) * size);
}

int grind_in_parts(const call& c, device_address prefix, std::uint64_t size, std::uint32_t bits, std::uint64_t first,
                   std::uint64_t count, std::uint64_t* nonce) {
    device_memory found(c.gpu, for_nonce);
    if (const int error = found.allocate(sizeof no_nonce)) return error;
    if (const int error = found.copy_in(&no_nonce, sizeof no_nonce)) return error;
    std::uint64_t part = nonces_of_first;
    for (std::uint64_t done = 0, number = 0; done < count; done += number) {
        number = std::min(part, count - done);
        part = std::min(2 * part, nonces_of_longest);
        std::uint64_t from = first + done, smallest = no_nonce;
        device_address result_at = found.address();
        void* arguments[] = {&prefix, &size, &from, &number, &bits, &result_at};
        if (const int error = c.gpu.start(c.hash, grind_kernel, number, arguments)) return error;
        if (const int error = c.copy_out(&smallest, result_at, sizeof smallest)) return error;
        if (smallest != no_nonce) {
            *nonce = smallest;
            return HASHLANE_GPU_OK;
        }
    }
    return fail(HASHLANE_GPU_NOT_FOUND, "none of these nonces does it");
}

}  // namespace
}  // namespace hashlane::gpu

using namespace hashlane::gpu;

extern "C" {

int hashlane_gpu_digest_rows(hashlane_gpu* gpu, const char* algorithm, int where, const void* rows, size_t width,
                             size_t count, void* digests) {
    return in_context(gpu, algorithm, where, [&](const call& c) {
        if (const int error = check_table(rows, width, count)) return error;
        if (const int error = check_table(digests, c.digest_size(), count)) return error;
        const std::size_t size = c.digest_size();
        return with_results(c, digests, count * size, {{rows, width * count}}, [&](std::uint8_t* results) {
            return rows_in_parts(c, rows, width, count, false, c.in_device ? address_of(results) : 0, results);
        });
    });
}

int hashlane_gpu_digest_offsets(hashlane_gpu* gpu, const char* algorithm, int where, const void* data, size_t data_size,
                                const int64_t* offsets, size_t count, void* digests) {
    return in_context(gpu, algorithm, where, [&](const call& c) {
        if (const int error = check_table(data, 1, data_size)) return error;
        if (const int error = check_table(digests, c.digest_size(), count)) return error;
        if (offsets == nullptr) return fail(HASHLANE_GPU_ERROR_ARGUMENT, "the offsets are null");
        if (!c.in_device)
            if (const int error = check_offsets(offsets, count, data_size)) return error;
        const memory_range messages{data, data_size}, places{offsets, (count + 1) * sizeof *offsets};
        return with_results(c, digests, count * c.digest_size(), {messages, places}, [&](std::uint8_t* results) {
            if (c.in_device)
                return start_offsets(c, address_of(data), address_of(offsets), 0, count, address_of(results));
            return offsets_of_host(c, static_cast<const std::uint8_t*>(data), offsets, count, results);
        });
    });
}

int hashlane_gpu_hash_pairs(hashlane_gpu* gpu, const char* algorithm, int where, const void* digests, size_t count,
                            void* parents) {
    const size_t size = hashlane_gpu_digest_size(algorithm);
    return hashlane_gpu_digest_rows(gpu, algorithm, where, digests, 2 * size, count, parents);
}

int hashlane_gpu_merkle_root(hashlane_gpu* gpu, const char* algorithm, int where, const void* rows, size_t width,
                             size_t count, void* root) {
    return in_context(gpu, algorithm, where, [&](const call& c) {
        if (const int error = check_leaves(rows, width, count, root)) return error;
        return tree(c, rows, width, count, hashlane_gpu_merkle_nodes(count) - 1, root);
    });
}

int hashlane_gpu_merkle_levels(hashlane_gpu* gpu, const char* algorithm, int where, const void* rows, size_t width,
                               size_t count, void* levels) {
    return in_context(gpu, algorithm, where, [&](const call& c) {
        if (const int error = check_leaves(rows, width, count, levels)) return error;
        return tree(c, rows, width, count, 0, levels);
    });
}

size_t hashlane_gpu_merkle_nodes(size_t count) {
    size_t nodes = count;
    while (count > 1) {
        count = count / 2 + count % 2;
        nodes += count;
    }
    return nodes;
}

int hashlane_gpu_grind(hashlane_gpu* gpu, const char* algorithm, const void* prefix, size_t size, unsigned bits,
                       uint64_t first, uint64_t count, uint64_t* nonce) {
    return in_context(gpu, algorithm, HASHLANE_GPU_HOST, [&](const call& c) {
        if (const int error = check_table(prefix, 1, size)) return error;
        if (nonce == nullptr) return fail(HASHLANE_GPU_ERROR_ARGUMENT, "the place for the nonce is null");
        if (bits > 8 * c.digest_size()) return fail(HASHLANE_GPU_ERROR_ARGUMENT, "a digest has fewer bits");
        if (count > no_nonce - first) return fail(HASHLANE_GPU_ERROR_ARGUMENT, "the last nonce is beyond 2^64 - 2");
        device_memory copied(c.gpu, for_messages);
        if (const int error = copied.allocate(size)) return error;
        if (const int error = copied.copy_in(prefix, size)) return error;
        return grind_in_parts(c, copied.address(), size, bits, first, count, nonce);
    });
}
}
