// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Many messages, each through a copy of one fresh state.

#include "contexts.hpp"

#include <hashlane/threads.hpp>

namespace hashlane_c {

struct batch {
    hashlane_algorithm algorithm;
    const hashlane_options* options;
    std::size_t count;
    void* digests;
    std::size_t digest_size;  // 0: the usual size
    unsigned threads;

    // message(i) is the i-th; `bytes` are in all of them together.
    template <class F>
    int run(std::size_t bytes, F&& message) {
        std::optional<hl::any_hash> fresh;
        if (const int error = create(algorithm, options, fresh)) return error;
        if (digest_size == 0) digest_size = fresh->output_size();
        if (!fresh->info().any_length && digest_size != fresh->info().digest_size) return HASHLANE_ERROR_SIZE;
        std::size_t all = 0;
        if (__builtin_mul_overflow(count, digest_size, &all)) return HASHLANE_ERROR_SIZE;
        if (!readable(digests, all)) return HASHLANE_ERROR_NULL;
        if (count == 0) return HASHLANE_OK;
        const auto direct = options == nullptr ? find(algorithm)->digest : nullptr;
        hl::split(count, hl::messages_a_piece(bytes / count), hl::threads{threads},
                  [&](std::size_t first, std::size_t last) {
                      for (std::size_t i = first; i < last; ++i) digest(*fresh, direct, message(i), i);
                  });
        return HASHLANE_OK;
    }

  private:
    void digest(const hl::any_hash& fresh, decltype(entry::digest) direct, octets message, std::size_t i) const {
        const auto out = as_output(digests, count * digest_size).subspan(i * digest_size, digest_size);
        if (direct != nullptr) return direct(message, out);
        hl::any_hash hash = fresh;
        (void)hash.update(message).digest(out);  // the size was checked
    }
};

template <class Offset>
int digest_offsets(batch b, const void* data, std::size_t data_size, const Offset* offsets) {
    if (offsets == nullptr || !readable(data, data_size)) return HASHLANE_ERROR_NULL;
    for (std::size_t i = 0; i <= b.count; ++i) {
        if (offsets[i] < (i == 0 ? 0 : offsets[i - 1])) return HASHLANE_ERROR_OFFSETS;
        if (static_cast<std::uint64_t>(offsets[i]) > data_size) return HASHLANE_ERROR_OFFSETS;
    }
    const auto at = [=](std::size_t i) { return static_cast<std::size_t>(offsets[i]); };
    return b.run(at(b.count) - at(0),
                 [=](std::size_t i) { return as_octets(data, data_size).subspan(at(i), at(i + 1) - at(i)); });
}

}  // namespace hashlane_c
