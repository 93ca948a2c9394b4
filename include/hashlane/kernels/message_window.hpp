// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A window of the messages of a batch: those that are looked at together.

#include <algorithm>
#include <cstddef>

#include "batch_job.hpp"

namespace hashlane::inline HASHLANE_ABI {

class message_window {
  public:
    static constexpr std::size_t most = 128;

    explicit message_window(const batch_job& j) : job(j), at(j.first), base(j.first) {}

    // Fetches messages if none is at hand. Returns false when no message is left.
    bool fill() {
        if (at == job.last) return false;
        if (seen() != 0) return true;
        base = at;
        count = std::min(most, job.last - at);
        job.messages.fetch(job.messages.context, base, count, all);
        return true;
    }

    // These return the number of the next message, how many messages are at hand from it on, and how many are left in
    // all.
    std::size_t next() const { return at; }
    std::size_t seen() const { return count - (at - base); }
    std::size_t left() const { return job.last - at; }

    const message* messages() const { return all + (at - base); }
    const message& front() const { return *messages(); }
    void pass(std::size_t n) { at += n; }
    // Passes n messages that were not fetched. None may be at hand.
    void skip(std::size_t n) {
        at += n;
        base = at;
    }

    // Returns how many messages, from the first on, have its length.
    std::size_t as_long_as_the_first() const {
        const message *const first = messages(), *m = first;
        while (m != all + count && m->n == first->n) ++m;
        return static_cast<std::size_t>(m - first);
    }

    // Prefetches the beginning and the end of a message that comes soon; its address may be null. The end is copied
    // when the message begins, long before its blocks have led there, and a processor recognises a stream only after
    // some lines (docs/TUNING.md, "Batches").
    HASHLANE_INLINE void prefetch() const {  // g++ drops calls of a function that only prefetches
        constexpr std::size_t ahead = 6, line = 64;
        if (seen() <= ahead) return;
        const message& soon = messages()[ahead];
        for (std::size_t i = 0; i < 4; ++i) __builtin_prefetch(after(soon.p, i * line));
        for (std::size_t i = 0; i < 3; ++i) __builtin_prefetch(after(soon.p, soon.n - 1 - i * line));
    }

  private:
    const batch_job& job;
    std::size_t at, base, count = 0;
    message all[most];
};

}  // namespace hashlane::inline HASHLANE_ABI
