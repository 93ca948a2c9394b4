// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Messages that Rust holds, in whatever form, as a range for batch.hpp.

#include "states.h"

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include <hashlane/batch.hpp>
#include <hashlane/by_name/aead_batch.hpp>

namespace hashlane_rust {

namespace hl = hashlane;

struct messages {
    const void* context;
    hashlane_fetch* fetch;
    std::size_t count;

    std::size_t size() const { return count; }
    std::span<const std::uint8_t> operator[](std::size_t i) const {
        hashlane_message m;
        fetch(context, i, 1, &m);
        return {m.data, m.size};
    }
};

// As many at a time as the kernels ask for, found before source_of of many/messages.hpp.
inline hl::message_source source_of(const messages& all) {
    return {&all, [](const void* self, std::size_t first, std::size_t count, hl::message* to) {
                const messages& from = *static_cast<const messages*>(self);
                hashlane_message few[64];
                for (std::size_t n; count != 0; first += n, count -= n) {
                    n = count < std::size(few) ? count : std::size(few);
                    from.fetch(from.context, first, n, few);
                    for (std::size_t i = 0; i < n; ++i) *to++ = {few[i].data, few[i].size};
                }
            }};
}

// Records that Rust holds, as a range for by_name/aead_batch.hpp.
struct texts {
    const void* context;
    hashlane_fetch_texts* fetch;
    std::size_t count;

    std::size_t size() const { return count; }
    hl::aead_record operator[](std::size_t i) const {
        hashlane_text t;
        fetch(context, i, 1, &t);
        return {t.nonce, t.header, t.header_size, t.text, t.text, t.size, t.tag, t.authentic};
    }
};

template <class T>
void digest_many(const void* state, messages all, std::span<std::uint8_t> digests, hl::threads wanted) {
    const T& prefix = *std::launder(static_cast<const T*>(state));
    if constexpr (requires { hl::tag_many(prefix, all, digests, wanted); })
        hl::tag_many(prefix, all, digests, wanted);
    else
        hl::digest_many(prefix, all, digests, wanted);
}

}  // namespace hashlane_rust
