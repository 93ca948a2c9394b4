// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What a kernel is and which thread runs it: on a device for PTX, elsewhere in a loop over a simulated grid.

#include <cstdint>

#if defined(__NVPTX__)
#define HASHLANE_GPU_KERNEL extern "C" [[clang::nvptx_kernel]] void
#else
#define HASHLANE_GPU_KERNEL extern "C" void
#endif

namespace hashlane::gpu {

#if defined(__NVPTX__)
// Returns the number of this thread in the grid.
inline std::uint64_t thread_index() {
    const auto block = static_cast<std::uint64_t>(__nvvm_read_ptx_sreg_ctaid_x());
    const auto threads = static_cast<std::uint64_t>(__nvvm_read_ptx_sreg_ntid_x());
    return block * threads + static_cast<std::uint64_t>(__nvvm_read_ptx_sreg_tid_x());
}

// Replaces *smallest by value where that is smaller. Threads may do so at the same time.
inline void replace_larger(std::uint64_t* smallest, std::uint64_t value) {
    __nvvm_atom_min_gen_ull(reinterpret_cast<unsigned long long*>(smallest), value);
}

// Returns four of the eight bytes of two words, from byte `first` on, 0 to 3. The low byte of `low` is byte 0.
inline std::uint32_t four_bytes(std::uint32_t low, std::uint32_t high, std::uint32_t first) {
    return __nvvm_prmt(low, high, 0x3210 + 0x1111 * first);
}
#else
// The loop over a simulated grid counts here.
inline thread_local std::uint64_t simulated_thread = 0;
inline std::uint64_t thread_index() { return simulated_thread; }

inline void replace_larger(std::uint64_t* smallest, std::uint64_t value) {
    if (value < *smallest) *smallest = value;
}

inline std::uint32_t four_bytes(std::uint32_t low, std::uint32_t high, std::uint32_t first) {
    return static_cast<std::uint32_t>((std::uint64_t{high} << 32 | low) >> 8 * first);
}
#endif

}  // namespace hashlane::gpu
