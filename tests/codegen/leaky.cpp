// SPDX-License-Identifier: Apache-2.0 OR MIT
// A kernel with the hole that codegen.py must find: the round is a function of its own, compiled for the baseline.

#include <hashlane/primitives/keccak_p.hpp>
#include <hashlane/targets/target.hpp>

namespace hashlane {
inline namespace HASHLANE_ABI {

using pair = lane<std::uint64_t, 2>;

HASHLANE_NOINLINE void leaking_round(pair* A, pair* E, std::uint64_t rc) {
    keccak::round<pair, false>(bare(A), bare(E), rc);
}

struct leaky_kernel {
    template <class T>
    static constexpr bool preferred = T::vector_rotate;

    template <class T>
    HASHLANE_INLINE static void run(pair* A) {
        pair E[keccak::lanes];
        for (unsigned i = 0; i < keccak::max_rounds; i += 2) {
            leaking_round(A, E, keccak::RC[i]);
            leaking_round(E, A, keccak::RC[i + 1]);
        }
    }
};

void leak(pair* A) { targets::dispatch<leaky_kernel>(A); }

}  // namespace HASHLANE_ABI
}  // namespace hashlane
