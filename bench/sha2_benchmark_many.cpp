// SPDX-License-Identifier: Apache-2.0 OR MIT
// sha2_benchmark_many [msg_len [msgs_per_thread]]: many small messages on all cores, in hashes per second.

#include <charconv>
#include <cstring>
#include <hashlane/batch.hpp>

#include "sha2_benchmark.hpp"

namespace {

using namespace sha2_benchmark;

template <class Hash>
void many_messages(benchmark::State& state, std::size_t size, std::size_t count) {
    const bytes all = random_bytes(size * count, static_cast<unsigned>(state.thread_index()));
    const auto message = [&](std::size_t i) { return std::span(all).subspan(i * size, size); };
    for (std::size_t i = 0; i < count; ++i) verify<Hash>(message(i), hl::target_name());
    std::vector<typename Hash::digest_type> digests(count);
    for (auto _ : state) {
        hl::digest_many<Hash>(hl::fixed_width(all, size), digests);
        benchmark::ClobberMemory();
    }
    for (std::size_t i = 0; i < count; ++i)
        if (digests[i] != hl::digest<Hash>(message(i))) state.SkipWithError("a digest is wrong");
    const auto done = static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(count);
    state.SetItemsProcessed(done);
    state.SetBytesProcessed(done * static_cast<std::int64_t>(size));
}

template <class Hash>
void add(std::size_t size, std::size_t count) {
    const std::string name = std::string(Hash::name) + '/' + std::to_string(size) + '/' + std::to_string(count);
    benchmark::RegisterBenchmark(name.c_str(), many_messages<Hash>, size, count)
        ->Threads(static_cast<int>(cores()))
        ->UseRealTime();
}

bool read(const char* text, std::size_t& n) {
    const char* const end = text + std::strlen(text);
    const auto [stop, error] = std::from_chars(text, end, n);
    return error == std::errc{} && stop == end && n > 0 && n <= 1u << 28;
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    std::size_t size = 64, count = 10000;
    if (argc > 3 || (argc > 1 && !read(argv[1], size)) || (argc > 2 && !read(argv[2], count))) {
        std::fprintf(stderr, "usage: %s [msg_len [msgs_per_thread]] [--benchmark_...]\n", argv[0]);
        return 2;
    }
    add<hl::sha256>(size, count);
    add<hl::sha512>(size, count);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
