// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Short slices of all contestants in turn, in one process, and the medians: noise then hits all alike. All rows are gone
// through several times, so that a disturbance of some seconds is a minority of each row's rounds.

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "contestants.hpp"

namespace bench {

struct pace {
    int passes = 3, rounds = 5;  // rounds of each pass
    double slice_ns = 250e3, warm_up_ns = 100e3;
};
inline constexpr pace quick{1, 3, 60e3, 20e3};

// One contestant in one row; per message.
struct figure {
    contestant who;
    bool rival = false;
    std::vector<double> ns_of_round, cycles_of_round;
    double ns = 0, cycles = 0;       // medians; cycles 0: not known on this machine
    double low_ns = 0, high_ns = 0;  // quartiles
};

struct outcome {
    row what;
    double bytes = 0;                // of a message, on average
    std::vector<figure> figures;     // the fastest first
    std::vector<std::string> wrong;  // whose output differs; then nothing was timed
    std::string compared_with;       // whose output the others had to equal; empty: there was only one

    double cycles_per_byte(const figure& f) const { return f.cycles / bytes; }
    double gb_per_s(const figure& f) const { return bytes / f.ns; }
};

// One pass: rounds are added to what is known of these rows. In a round a contestant's slices of all of them follow each
// other, so that a goal that compares two rows is spared the drift between them.
void measure_rows(std::span<outcome>, const std::function<std::vector<entered>(const row&)>& enter, const pace&);

// The medians of all rounds; the fastest first.
void settle(outcome&);

double median(std::vector<double>);

// The median of f's time over p's, round by round; of rows that were measured together, or the same one.
double ratio(const figure& f, const figure& p);

// The fastest peer whose name and variant begin so, of the newest version; null: nobody. "": anyone but Hashlane.
const figure* best_peer(const outcome&, std::string_view name_and_variant);

// The fastest peer kept from newer instructions than the target has: its name ends in "(avx2)" or "(baseline)".
const figure* best_portable_peer(const outcome&, std::string_view target);

}  // namespace bench
