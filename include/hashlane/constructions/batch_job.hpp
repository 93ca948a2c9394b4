// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Many messages and one primitive, as they come through a door: pointers and integers.

#include <cstddef>
#include <cstdint>

#include "../lanes/config.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

struct message {
    const std::uint8_t* p;
    std::size_t n;
};

// Where messages come from, as many at a time as are asked for.
struct message_source {
    const void* context;
    void (*fetch)(const void* context, std::size_t first, std::size_t count, message* to);
};

// Where outputs go that do not lie side by side, or are not all of one length.
struct output_place {
    std::uint8_t* p;
    std::size_t n;
};
struct output_places {
    const void* context = nullptr;
    output_place (*at)(const void* context, std::size_t index) = nullptr;
};

// Which kernels do it.
enum class batch_primitive { sha256, sha512, keccak, ascon };

struct batch_job {
    message_source messages{};
    std::size_t first = 0, last = 0;  // which of them

    std::uint8_t* out = nullptr;        // of message 0
    std::size_t stride = 0, bytes = 0;  // from one output to the next; of each
    output_places places{};             // in place of these three

    // The state that all begin with, its words, and what it has absorbed of its current block: SHA-2 holds it as bytes,
    // a sponge in the state.
    const void* state = nullptr;
    const std::uint8_t* head = nullptr;
    std::size_t position = 0;
    std::uint64_t length[2] = {};  // SHA-2: bytes before the message, the low word first

    // Sponges: words of the rate; rounds, and those after the last block; what follows the message, and the last bit of
    // the padding, as it stands in the last byte of the block.
    std::size_t rate = 0;
    unsigned rounds = 0, last_rounds = 0;
    bool big_endian = false;
    std::uint8_t trailer[16] = {};
    std::size_t trailer_size = 0;
    std::uint8_t final_bit = 0;

    bool secret = false;  // the state comes from a key: what is left of it is wiped

    std::uint8_t* output(std::size_t index) const { return out + index * stride; }
    output_place place_of(std::size_t index) const {
        return places.at == nullptr ? output_place{output(index), bytes} : places.at(places.context, index);
    }
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
