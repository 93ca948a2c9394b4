// SPDX-License-Identifier: Apache-2.0 OR MIT
// SHA-256 and SHA-512 on all cores at once, a message for each.

#include "sha2_benchmark.hpp"

namespace {

using namespace sha2_benchmark;

template <class Hash>
void message_for_each_core(benchmark::State& state, std::size_t size) {
    const bytes message = random_bytes(size, static_cast<unsigned>(state.thread_index()));
    verify<Hash>(message, hl::target_name());
    for (auto _ : state) benchmark::DoNotOptimize(hl::digest<Hash>(message));
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(size));
}

template <class Hash>
void add() {
    for (const std::size_t size : usual_sizes) {
        const std::string name = std::string(Hash::name) + '/' + std::to_string(size);
        benchmark::RegisterBenchmark(name.c_str(), message_for_each_core<Hash>, size)
            ->Threads(static_cast<int>(cores()))
            ->UseRealTime();
    }
}

}  // namespace

int main(int argc, char** argv) {
    add<hl::sha256>();
    add<hl::sha512>();
    return run(argc, argv);
}
