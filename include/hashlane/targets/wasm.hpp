// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The WebAssembly target with vectors of 16 bytes. A module cannot ask the engine what it supports, and an engine
// refuses a module with an unknown instruction. So the choice is made when a unit is compiled: -msimd128 defines
// HASHLANE_WASM_SIMD128, and a unit without it has the baseline alone. The program that loads a module takes the right
// one (faces/js).

#include "target_traits.hpp"

#if defined(HASHLANE_WASM_SIMD128)
namespace hashlane::inline HASHLANE_ABI::targets {

struct wasm_cpu {
    static constexpr wasm_cpu read() { return {}; }
    static constexpr bool slow_vector_chains() { return false; }
    static constexpr bool many_alus() { return false; }
};

struct simd128 : target_traits {
    static constexpr std::string_view name = "simd128";
    static constexpr std::size_t vector_bytes = 16;
    static constexpr bool available(const wasm_cpu&) { return true; }
    template <class Kernel, class... Args>
    HASHLANE_NOINLINE static void run(Args... args) {
        Kernel::template run<simd128>(args...);
    }
};

}  // namespace hashlane::inline HASHLANE_ABI::targets
#endif
