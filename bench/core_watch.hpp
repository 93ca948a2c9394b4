// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What a probe beside each slice reads: the length of a core cycle, and whether the core was the benchmark's alone.

#include <cstddef>
#include <vector>

namespace bench {

// What one probe read. Zeros where the processor's cycles are not known.
struct reading {
    double cycle_ns = 0;    // nanoseconds of a cycle
    double throughput = 0;  // cycles for one turn of independent_additions() (clock.hpp), of the slowest thread
};

// Reads the core, or as many cores as threads. Some 40 microseconds; with threads some 200, and the time to start them.
using probe = reading (*)(unsigned threads);
reading probe_cores(unsigned threads);

// What a probe has read: nanoseconds of a cycle before and behind the additions, and nanoseconds of a turn of these. It
// counts as disturbed if somebody else's work made a short run take longer than a long one, or if the two cycles differ
// by more than 2 %. The frequency changed then, as it does on some processors behind operations on vectors of 64 bytes.
reading reading_of(double cycle_before, double additions, double cycle_behind);

// Knows what the probe reads when nobody else uses the core: the least fifth of 64 readings, the lowest of all such.
class core_watch {
  public:
    explicit core_watch(probe with) : with_(with) {}

    // Reads often enough to know a core that is free, if it is free at some time in these 10 milliseconds.
    void learn();

    // Probes once.
    reading read(unsigned threads);

    // True when the probe took at most 8 % longer than on a free core. Always true where cycles are not known.
    bool quiet(const reading& r) const { return usual_ == 0 || r.throughput <= 1.08 * usual_; }

    // The frequency of the core in GHz, in the quantile q of all readings so far; 0: not known.
    double ghz(double q) const;

  private:
    probe with_;
    double usual_ = 0;
    std::vector<double> window_;
    std::vector<double> cycles_;
};

// The q-th quantile, 0 to 1; 0 of nothing.
double quantile(std::vector<double> values, double q);

}  // namespace bench
