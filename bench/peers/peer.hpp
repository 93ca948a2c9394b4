// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// For contestants written in C++: one message as a job, and the table that a module exports.

#include <cstddef>
#include <cstdint>

#include "../peer.h"

namespace bench {

// one(in, n, out, out_size) for each message.
template <auto one>
void each(const bench_work* w) {
    for (std::size_t i = 0; i < w->count; ++i)
        one(w->in + w->offsets[i], w->offsets[i + 1] - w->offsets[i], w->out + i * w->out_size, w->out_size);
}

// seal(key, nonce, ad, ad_size, in, n, out) for each message.
template <auto seal>
void each_record(const bench_work* w) {
    for (std::size_t i = 0; i < w->count; ++i)
        seal(w->key, w->nonces + 16 * i, w->ad, w->ad_size, w->in + w->offsets[i], w->offsets[i + 1] - w->offsets[i],
             w->out + w->offsets[i] + 16 * i);
}

// True when all messages of the work have one length.
inline bool equal_lengths(const bench_work* w) {
    for (std::size_t i = 1; i < w->count; ++i)
        if (w->offsets[i + 1] - w->offsets[i] != w->offsets[1] - w->offsets[0]) return false;
    return true;
}

}  // namespace bench

#define BENCH_EXPORT                                                                                                   \
    extern "C" __attribute__((visibility("default"))) const bench_module bench_contestants;                            \
    const bench_module bench_contestants

// A module with one contestant, or with none where this processor cannot run it.
#define BENCH_PEER_IF(runs_here, name, version, entries)                                                               \
    static const bench_contestant bench_self[] = {{name, version, entries, sizeof(entries) / sizeof(entries[0])}};     \
    BENCH_EXPORT = {BENCH_ABI, bench_self, (runs_here) ? 1u : 0u, nullptr, nullptr}

#define BENCH_PEER(name, version, entries) BENCH_PEER_IF(true, name, version, entries)
