// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What this face needs of each row of the registry.

#include <array>

#include <hashlane/any.hpp>
#include <hashlane/by_name/kdf.hpp>
#include <hashlane/registry.hpp>
#include <hashlane/threads.hpp>

#include "python.hpp"

namespace hashlane_python {

struct entry {
    hl::algorithm info;
    std::array<char, 32> identifier;  // "sha3_256"; of an aead the name of its class, "AsconAEAD128"
    std::array<char, 48> type_name;   // "hashlane." and that

    const hl::any_operations* any;         // of a hash, xof or mac
    const hl::digest_operations* at_once;  // where it needs no options
    const hl::kdf_operations* kdf;

    // Of a hash, xof or mac.
    std::size_t state_size;
    bool readable;
    void (*absorb_tree)(void* state, octets message, hl::threads wanted);

    bool takes(unsigned parameter) const { return (info.parameters & parameter) != 0; }
};

inline constexpr std::size_t entry_count = hl::algorithms().size();
extern const std::array<entry, entry_count> entries;

}  // namespace hashlane_python
