// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Leaves of a tree by threads of the caller, in the place of those of tree_parallel.hpp.

#include "states.h"

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include <hashlane/tree_parallel.hpp>

namespace hashlane_rust {

namespace hl = hashlane;

struct leaves_by_caller {
    static constexpr std::size_t batch = 4096;
    hashlane_run* run;

    template <class Leaf>
    void digest(std::size_t chunk, const std::uint8_t* p, std::size_t leaves, std::uint8_t* cvs) const {
        const std::size_t piece = (worth_a_task / chunk + 8) / 8 * 8;  // whole groups of lanes
        const auto work = [=](std::size_t i) {
            const std::size_t first = i * piece, n = leaves - first < piece ? leaves - first : piece;
            Leaf::digest_chunks(chunk, p + first * chunk, n, cvs + first * Leaf::cv_size);
        };
        run((leaves + piece - 1) / piece, [](const void* w, std::size_t i) { (*static_cast<decltype(&work)>(w))(i); },
            &work);
    }

  private:
    static constexpr std::size_t worth_a_task = 128 << 10;  // bytes
};

template <class Tree, class Digester>
void absorb_into(void* state, std::span<const std::uint8_t> data, const Digester& digester) {
    std::launder(static_cast<Tree*>(state))->absorb_by(digester, data);
}

// False, and nothing absorbed, when the algorithm is no tree.
template <class Digester>
bool absorb_by(int algorithm, void* state, std::span<const std::uint8_t> data, const Digester& digester) {
    switch (algorithm) {
    case HASHLANE_KT128: return absorb_into<hl::kt128>(state, data, digester), true;
    case HASHLANE_KT256: return absorb_into<hl::kt256>(state, data, digester), true;
    case HASHLANE_HOPMAC128: return absorb_into<hl::hopmac128>(state, data, digester), true;
    case HASHLANE_HOPMAC256: return absorb_into<hl::hopmac256>(state, data, digester), true;
    case HASHLANE_PARALLELHASH128: return absorb_into<hl::parallelhash128>(state, data, digester), true;
    case HASHLANE_PARALLELHASH256: return absorb_into<hl::parallelhash256>(state, data, digester), true;
    case HASHLANE_PARALLELHASHXOF128: return absorb_into<hl::parallelhash_xof128>(state, data, digester), true;
    case HASHLANE_PARALLELHASHXOF256: return absorb_into<hl::parallelhash_xof256>(state, data, digester), true;
    default: return false;
    }
}

}  // namespace hashlane_rust
