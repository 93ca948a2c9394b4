// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The exchanged form of the leaves of a range of a message: a header, what the range gives to the tree, and a check,
// which is that of exported states (portable_state.hpp). docs/ARCHITECTURE.md, "Exported ranges", has the layout.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../lanes/bytes.hpp"
#include "keccak_sponge.hpp"
#include "portable_state.hpp"

namespace hashlane::inline HASHLANE_ABI {

// What a range gives to the tree: the state of the final node after the first chunk (KangarooTwelve), chaining values,
// and the state of a last chunk that is not whole.
struct range_parts {
    bool head;
    std::uint64_t values;
    bool tail;
    std::size_t cv_size;  // bytes

    static constexpr std::size_t sponge_size = 8 * keccak::lanes + 8;  // the words of a state, and a position

    // Returns the size of the states in bytes.
    constexpr std::size_t states_size() const { return (std::size_t{head} + std::size_t{tail}) * sponge_size; }
};

struct range_header {
    static constexpr std::array<std::uint8_t, 4> first_bytes{'H', 'L', 'R', 1};  // the last one is the version
    static constexpr std::size_t size = 96, check_size = portable_frame::check_size;

    constexpr range_header() = default;
    constexpr range_header(std::string_view tree, std::uint64_t chunk_size, std::uint64_t message_size)
        : magic(first_bytes), chunk(chunk_size), message(message_size) {
        for (std::size_t i = 0; i < tree.size(); ++i) name[i] = static_cast<std::uint8_t>(tree[i]);
    }

    template <class Archive>
    constexpr void fields(Archive& archive) {
        archive.bytes(magic.data(), magic.size());
        archive.bytes(name.data(), name.size());
        archive.word(chunk);
        archive.word(message);
        archive.word(place);
        archive.word(length);
        archive.bytes(parameters.data(), parameters.size());
    }

    std::array<std::uint8_t, 4> magic{};
    std::array<std::uint8_t, 28> name{};                          // zeros follow it
    std::uint64_t chunk = 0, message = 0, place = 0, length = 0;  // bytes
    std::array<std::uint8_t, 32> parameters{};                    // digest of the new tree
};

// Writes the digest of the exported state of a tree that has absorbed nothing. It depends on all parameters.
template <class Check = keccak_sponge<168, 0x49, 12>>
HASHLANE_SMALL constexpr void digest_parameters(std::uint8_t* out, const std::uint8_t* state, std::size_t n) {
    Check check;
    check.absorb(state, n);
    check.finish();
    check.squeeze(out, 32);
}

}  // namespace hashlane::inline HASHLANE_ABI
