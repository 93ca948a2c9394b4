// SPDX-License-Identifier: Apache-2.0 OR MIT
// The kernels of the hash HASHLANE_GPU_HASH. A module for a device has one hash, so that a program waits for the translation
// of that one alone. A kernel has the name of its hash in C++, an underscore and the name of what it does. With
// HASHLANE_GPU_PART it is a part of a hash, which has the kernel of rows alone.

#include "kernels.hpp"

#define HASHLANE_GPU_ROWS(name)                                                                                        \
    HASHLANE_GPU_KERNEL name##_rows(const std::uint8_t* rows, std::uint64_t width, std::uint64_t count,                \
                                    std::uint8_t* digests) {                                                           \
        hashlane::gpu::digest_rows<hashlane::gpu::types::name>(rows, width, count, digests);                           \
    }
#define HASHLANE_GPU_OTHERS(name)                                                                                      \
    HASHLANE_GPU_KERNEL name##_leaves(const std::uint8_t* rows, std::uint64_t width, std::uint64_t count,              \
                                      std::uint8_t* digests) {                                                         \
        hashlane::gpu::digest_leaves<hashlane::gpu::types::name>(rows, width, count, digests);                         \
    }                                                                                                                  \
    HASHLANE_GPU_KERNEL name##_offsets(const std::uint8_t* data, const std::int64_t* offsets, std::int64_t begin,      \
                                       std::uint64_t count, std::uint8_t* digests) {                                   \
        hashlane::gpu::digest_offsets<hashlane::gpu::types::name>(data, offsets, begin, count, digests);               \
    }                                                                                                                  \
    HASHLANE_GPU_KERNEL name##_nodes(const std::uint8_t* digests, std::uint64_t count, std::uint8_t* parents) {        \
        hashlane::gpu::digest_nodes<hashlane::gpu::types::name>(digests, count, parents);                              \
    }                                                                                                                  \
    HASHLANE_GPU_KERNEL name##_grind(const std::uint8_t* prefix, std::uint64_t size, std::uint64_t first,              \
                                     std::uint64_t count, std::uint32_t bits, std::uint64_t* found) {                  \
        hashlane::gpu::grind<hashlane::gpu::types::name>(prefix, size, first, count, bits, found);                     \
    }
#define HASHLANE_GPU_ROWS_OF(name) HASHLANE_GPU_ROWS(name)
#define HASHLANE_GPU_OTHERS_OF(name) HASHLANE_GPU_OTHERS(name)

HASHLANE_GPU_ROWS_OF(HASHLANE_GPU_HASH)
#if !defined(HASHLANE_GPU_PART)
HASHLANE_GPU_OTHERS_OF(HASHLANE_GPU_HASH)
#endif
