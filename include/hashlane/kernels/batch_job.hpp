// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Many messages and one primitive, in the form that an entry point takes: pointers and integers.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../lanes/config.hpp"

namespace hashlane::inline HASHLANE_ENTRY_ABI {

struct message {
    const std::uint8_t* p;
    std::size_t n;
};

// The place that messages come from. fetch() writes `count` of them, from number `first` on, to `to`.
struct message_source {
    const void* context;
    void (*fetch)(const void* context, std::size_t first, std::size_t count, message* to);
};

// Messages of one size: the address of the first one, the distance from each to the next, and the size of each in
// bytes.
struct message_rows {
    const std::uint8_t* first;
    std::size_t stride, bytes;
};

// The places of outputs that do not lie side by side, or have different lengths. at() returns the place of one.
struct output_place {
    std::uint8_t* p;
    std::size_t n;
};
struct output_places {
    const void* context;
    output_place (*at)(const void* context, std::size_t index);
};

// The kernels that do the work.
enum class batch_primitive { sha256, sha512, keccak, ascon };

// A job is made with {}, so that members that are not set are zero.
struct batch_job {
    message_source messages;
    message_rows rows;        // if `first` is set, the same messages
    std::size_t first, last;  // the messages `first` to `last` - 1

    std::uint8_t* out;          // the output of message 0
    std::size_t stride, bytes;  // bytes from one output to the next, and bytes of each
    output_places places;       // if set, it replaces these three

    // All messages begin with the words of `state`. Of its current block `position` bytes have been absorbed: SHA-2 has
    // them in `head`, a sponge in the state.
    const void* state;
    const std::uint8_t* head;
    std::size_t position;
    std::uint64_t length[2];  // SHA-2: bytes before the message, the low word first

    // Sponges: the words of the rate; the rounds, and those after the last block; what follows the message; and the
    // last bit of the padding, as it stands in the last byte of the block.
    std::size_t rate;
    unsigned rounds, last_rounds;
    bool big_endian;
    std::uint8_t trailer[16];
    std::size_t trailer_size;
    std::uint8_t final_bit;

    bool secret;  // the state comes from a key: what is left of it is wiped
};
static_assert(std::is_trivial_v<batch_job>);

}  // namespace hashlane::inline HASHLANE_ENTRY_ABI

namespace hashlane::inline HASHLANE_ABI {

// Returns p + n, which need not lie in the message.
HASHLANE_INLINE const std::uint8_t* after(const std::uint8_t* p, std::size_t n) {
    return reinterpret_cast<const std::uint8_t*>(reinterpret_cast<std::uintptr_t>(p) + n);
}

// Adds the end of a sponge's message after `used` bytes of its last block, which it must fit into.
// xor_byte(at, byte) adds a byte to the block.
template <class F>
void end_block(const batch_job& job, std::size_t used, const F& xor_byte) {
    for (std::size_t i = 0; i < job.trailer_size; ++i) xor_byte(used + i, job.trailer[i]);
    xor_byte(8 * job.rate - 1, job.final_bit);
}

inline std::uint8_t* output_of(const batch_job& job, std::size_t index) { return job.out + index * job.stride; }
inline output_place place_of(const batch_job& job, std::size_t index) {
    if (job.places.at == nullptr) return {output_of(job, index), job.bytes};
    return job.places.at(job.places.context, index);
}

}  // namespace hashlane::inline HASHLANE_ABI
