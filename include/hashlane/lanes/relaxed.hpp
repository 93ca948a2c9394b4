// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// An atomic word whose accesses put no other access in order. It is made of builtins, since <atomic> takes long to
// compile (docs/TUNING.md, "Keeping a kernel inside its target").

#include "config.hpp"

namespace hashlane::inline HASHLANE_ABI {

template <class W>
class relaxed {
  public:
    W load() const noexcept { return __atomic_load_n(&word, __ATOMIC_RELAXED); }
    void store(W w) noexcept { __atomic_store_n(&word, w, __ATOMIC_RELAXED); }

    // Stores w if the word is still zero. Returns the value that the word has then.
    W store_if_zero(W w) noexcept {
        W before = 0;
        return __atomic_compare_exchange_n(&word, &before, w, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED) ? w : before;
    }

  private:
    W word = 0;
};

}  // namespace hashlane::inline HASHLANE_ABI
