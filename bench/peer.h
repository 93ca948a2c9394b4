/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef HASHLANE_BENCH_PEER_H
#define HASHLANE_BENCH_PEER_H
/* What the benchmark asks of everyone it measures. Each contestant is a shared object of its own that exports
 * `bench_contestants`, so that two versions of one library can stand side by side; Hashlane is one of them, once for each
 * compiler, and is called through the same pointers. peers/rust/src/abi.rs says the same in Rust. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BENCH_ABI 1u

/* Message i is in[offsets[i]] .. in[offsets[i + 1]]. A digest goes to out + i * out_size; a sealed record (text, then a
 * tag of 16 bytes) to out + offsets[i] + 16 * i. */
struct bench_work {
    const uint8_t* in;
    const uint64_t* offsets;
    size_t count;
    uint8_t* out;
    size_t out_size;
    const uint8_t* key;    /* 16 bytes */
    const uint8_t* nonces; /* 16 bytes for each message */
    const uint8_t* ad;
    size_t ad_size;
    unsigned threads;
};

/* Does all messages of the work. */
typedef void (*bench_job)(const struct bench_work*);

struct bench_entry {
    const char* workload; /* "sha256", "sha256 batch" ...: see rows.cpp */
    const char* variant;  /* which of several calls of that library, or "" */
    bench_job job;
    int rival; /* another function of the same use: its output is not compared */
};

struct bench_contestant {
    const char* name;
    const char* version;
    const struct bench_entry* entries;
    size_t count;
};

struct bench_module {
    unsigned abi;
    const struct bench_contestant* contestants;
    size_t count;
    /* Hashlane only: the names of the targets (ended by a null pointer), and the choice of one, "" for all. */
    const char* const* targets;
    int (*use_target)(const char*);
};

#ifdef __cplusplus
}
#endif
#endif
