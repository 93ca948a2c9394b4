// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The code for the device: one module for each hash, as text in PTX, which the driver translates for its device. Where there
// was an assembler at build time, it is there as machine code too.

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "kernels/table.hpp"

namespace hashlane::gpu {

enum kernel { rows_kernel, leaves_kernel, offsets_kernel, nodes_kernel, grind_kernel };
inline constexpr std::array<const char*, 5> kernel_names{"_rows", "_leaves", "_offsets", "_nodes", "_grind"};

// The code of a module for one architecture: 10 times the major number of its compute capability, and the minor one.
struct machine_code {
    int architecture;
    const void* image;
};

struct hash_module {
    const char* name;           // in the registry
    const char* prefix;         // of the names of its kernels
    std::size_t size;           // of a digest, in bytes
    const char* ptx;            // ends with a zero byte
    const machine_code* codes;  // ends with one of the architecture 0

    // How many kernels there are. A part of a hash has that of rows alone.
    std::size_t kernels() const { return *name == '\0' ? 1 : kernel_names.size(); }
};

#define HASHLANE_GPU_ONE_MORE(...) +1
inline constexpr std::size_t hash_count = 0 HASHLANE_GPU_HASHES(HASHLANE_GPU_ONE_MORE);
inline constexpr std::size_t module_count = hash_count HASHLANE_GPU_PARTS(HASHLANE_GPU_ONE_MORE);
#undef HASHLANE_GPU_ONE_MORE
inline constexpr std::size_t kt128_leaf_module = hash_count;
extern const std::array<hash_module, module_count> hash_modules;  // those of hashes, then those of their parts

// Returns the machine code of a module that runs on a device of this architecture, or null: of the same major number, and of
// the highest minor number that is not above that of the device.
const void* find_code(const hash_module& module, int architecture);
// Returns the place of a hash in hash_modules, or hash_count.
std::size_t find_hash(std::string_view name);
// Returns a sentence that says why there is no hash of this name.
std::string why_no_hash(std::string_view name);

}  // namespace hashlane::gpu
