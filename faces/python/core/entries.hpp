// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What this face needs of each row of the registry.

#include <array>

#include <hashlane/any.hpp>
#include <hashlane/registry.hpp>
#include <hashlane/threads.hpp>

#include "python.hpp"

namespace hashlane_python {

struct entry {
    hl::algorithm info;
    std::array<char, 32> identifier;  // "sha3_256"; of an aead the name of its class, "AsconAEAD128"
    std::array<char, 48> type_name;   // "hashlane." and that

    // Of a hash, xof or mac.
    const hl::any_operations* any;
    std::size_t state_size;
    bool readable;
    void (*digest)(octets message, output out);                                   // where it needs no options
    void (*digest_customized)(octets message, octets customization, output out);  // of any length, unlike an object's
    void (*absorb_tree)(void* state, octets message, hl::threads wanted);

    // Of a kdf.
    bool (*hkdf)(octets key, octets salt, octets info, output out);
    void (*hkdf_extract)(octets key, octets salt, output out);
    bool (*hkdf_expand)(octets key, octets info, output out);
    bool (*pbkdf2)(octets password, octets salt, std::uint64_t iterations, output out);

    bool takes(unsigned parameter) const { return (info.parameters & parameter) != 0; }
};

inline constexpr std::size_t entry_count = hl::algorithms().size();
extern const std::array<entry, entry_count> entries;

}  // namespace hashlane_python
