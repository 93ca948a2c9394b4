// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "core_watch.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

#include "clock.hpp"

namespace bench {
namespace {

constexpr std::size_t window_size = 64;

// Nanoseconds of a cycle.
double cycle_now() {
    return time_of_turn([] { return now_ns(false); }, dependent_additions, 100, 1000) / 64;
}

// Nanoseconds of a turn.
double additions_on_one_core() {
    return time_of_turn([] { return now_ns(false); }, independent_additions, 25, 200);
}

// All threads begin together; the slowest one counts. By the wall's clock: a thread that waits for a core is slow.
double additions_on_cores(unsigned threads) {
    std::atomic<unsigned> waiting{0};
    std::vector<double> took(threads);
    const auto work = [&](unsigned i) {
        ++waiting;
        while (waiting.load() < threads) {}
        took[i] = time_of_turn([] { return now_ns(true); }, independent_additions, 300, 3000);
    };
    std::vector<std::thread> others;
    for (unsigned i = 1; i < threads; ++i) others.emplace_back(work, i);
    work(0);
    for (std::thread& other : others) other.join();
    return *std::ranges::max_element(took);
}

}  // namespace

reading probe_cores(unsigned threads) {
    if (!BENCH_KNOWS_CYCLES) return {};
    const double before = cycle_now();
    const double additions = threads > 1 ? additions_on_cores(threads) : additions_on_one_core();
    const double after = cycle_now();
    return reading_of(before, additions, after);
}

reading reading_of(double cycle_before, double additions, double cycle_behind) {
    constexpr double disturbed = 1e9;
    if (cycle_before <= 0 || cycle_behind <= 0) return {0, disturbed};
    const double cycle = (cycle_before + cycle_behind) / 2;
    if (std::abs(cycle_before - cycle_behind) > 0.02 * cycle) return {cycle, disturbed};
    return {cycle, additions / cycle};
}

void core_watch::learn() {
    for (std::size_t i = 0; i < 6 * window_size; ++i) read(1);
}

reading core_watch::read(unsigned threads) {
    const reading r = with_(threads);
    if (r.cycle_ns > 0) cycles_.push_back(r.cycle_ns);
    if (threads > 1 || r.throughput <= 0) return r;
    window_.push_back(r.throughput);
    if (window_.size() < window_size) return r;
    const double least = quantile(window_, 0.2);
    window_.clear();
    if (usual_ == 0 || least < usual_) usual_ = least;
    return r;
}

double core_watch::ghz(double q) const {
    const double cycle = quantile(cycles_, 1 - q);
    return cycle > 0 ? 1 / cycle : 0;
}

double quantile(std::vector<double> values, double q) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1) + 0.5)];
}

}  // namespace bench
