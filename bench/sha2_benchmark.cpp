// SPDX-License-Identifier: Apache-2.0 OR MIT
// SHA-256 and SHA-512 of one message on one core, on every target of this machine.

#include "sha2_benchmark.hpp"

namespace {

using namespace sha2_benchmark;

template <class Hash>
void one_message(benchmark::State& state, std::string_view target, std::size_t size) {
    if (!hl::use_target(target)) state.SkipWithError("not on this processor");
    const bytes message = random_bytes(size, 1);
    for (auto _ : state) benchmark::DoNotOptimize(hl::digest<Hash>(message));
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(size));
}

template <class Hash>
void add(std::string_view target) {
    if (!hl::use_target(target)) return;
    for (const std::size_t size : usual_sizes) {
        verify<Hash>(random_bytes(size, 1), target);
        const std::string name = std::string(Hash::name) + '/' + std::string(target) + '/' + std::to_string(size);
        benchmark::RegisterBenchmark(name.c_str(), one_message<Hash>, target, size);
    }
}

}  // namespace

int main(int argc, char** argv) {
    for (const std::string_view target : hl::available_targets()) {
        add<hl::sha256>(target);
        add<hl::sha512>(target);
    }
    return run(argc, argv);
}
