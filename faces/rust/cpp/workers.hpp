// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Threads as Rust asks for them, and the trees that have work for them.

#include "states.h"

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include <hashlane/threads.hpp>

namespace hashlane_rust {

namespace hl = hashlane;

template <class F>
void with_threads(hashlane_workers workers, F&& f) {
    const hl::executor by{&workers, [](void* self, unsigned count, void (*job)(void*) noexcept, void* argument) {
                              static_cast<const hashlane_workers*>(self)->run(count, job, argument);
                          }};
    f(hl::threads{workers.count, workers.run == nullptr ? nullptr : &by});
}

template <class Tree>
bool absorb_into(void* state, std::span<const std::uint8_t> data, hl::threads wanted) {
    hl::absorb_with_threads(*std::launder(static_cast<Tree*>(state)), data, wanted);
    return true;
}

// False, and nothing absorbed, when the algorithm is no tree.
inline bool absorb_with_threads(int algorithm, void* state, std::span<const std::uint8_t> data, hl::threads wanted) {
    switch (algorithm) {
#if HASHLANE_CRATE_KANGAROOTWELVE
    case HASHLANE_KT128: return absorb_into<hl::kt128>(state, data, wanted);
    case HASHLANE_KT256: return absorb_into<hl::kt256>(state, data, wanted);
    case HASHLANE_HOPMAC128: return absorb_into<hl::hopmac128>(state, data, wanted);
    case HASHLANE_HOPMAC256: return absorb_into<hl::hopmac256>(state, data, wanted);
#endif
#if HASHLANE_CRATE_SP800_185
    case HASHLANE_PARALLELHASH128: return absorb_into<hl::parallelhash128>(state, data, wanted);
    case HASHLANE_PARALLELHASH256: return absorb_into<hl::parallelhash256>(state, data, wanted);
    case HASHLANE_PARALLELHASHXOF128: return absorb_into<hl::parallelhashxof128>(state, data, wanted);
    case HASHLANE_PARALLELHASHXOF256: return absorb_into<hl::parallelhashxof256>(state, data, wanted);
#endif
    default: return false;
    }
}

}  // namespace hashlane_rust
