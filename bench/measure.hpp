// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Short slices of all contestants in turn, in one process, and the medians: noise then hits all alike. All rows are gone
// through several times, so that a disturbance of some seconds is a minority of each row's rounds. A slice during which
// somebody else used the core is taken again.

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "contestants.hpp"
#include "core_watch.hpp"

namespace bench {

struct pace {
    int passes = 3, rounds = 5;  // rounds of each pass
    double slice_ns = 250e3, warm_up_ns = 100e3;
    int tries = 4;            // to take a slice on a quiet core; one if the slice takes longer than 5 ms
    double row_ns = 0;        // no further round of a row begins after this processor time in a pass; 0: no limit
    double leave_behind = 0;  // a peer that takes longer than this multiple of the best peer is not timed; 0: all are
};
inline constexpr pace quick{1, 3, 60e3, 20e3, 1, 0, 0};
inline constexpr pace only_goals{3, 5, 250e3, 100e3, 4, 250e6, 1.5};

// One contestant in one row; per message.
struct figure {
    contestant who;
    bool rival = false;
    long calls = 0;  // in a slice
    std::vector<double> ns_of_round, cycles_of_round;
    std::vector<bool> quiet_of_round;  // false: in each of the tries somebody else used the core
    int taken_again = 0;               // slices that were thrown away
    double ns = 0, cycles = 0;         // medians of quiet rounds, if there are any; cycles 0: not known on this machine
    double low_ns = 0, high_ns = 0;    // quartiles
};

struct outcome {
    row what;
    double bytes = 0;                // of a message, on average
    std::vector<figure> figures;     // the fastest first
    std::vector<std::string> wrong;  // whose output differs; then nothing was timed
    std::string compared_with;       // whose output the others had to equal; empty: there was only one
    std::vector<std::string> slow;   // peers that were left behind

    double cycles_per_byte(const figure& f) const { return f.cycles / bytes; }
    double gb_per_s(const figure& f) const { return bytes / f.ns; }

    // Rounds in which every slice was quiet, and all rounds.
    std::size_t quiet_rounds() const;
    int taken_again() const;  // slices that were thrown away
    std::size_t rounds() const { return figures.empty() ? 0 : figures.front().ns_of_round.size(); }
};

// One pass: rounds are added to what is known of these rows. In a round a contestant's slices of all of them follow each
// other, so that a goal that compares two rows is spared the drift between them.
void measure_rows(std::span<outcome>, const std::function<std::vector<entered>(const row&)>& enter, const pace&,
                  core_watch&);

// The medians of all rounds; the fastest first.
void settle(outcome&);

// The median of f's time over p's, round by round; of rows that were measured together, or the same one. Rounds in which
// both slices were quiet count, or all if there are none.
double ratio(const figure& f, const figure& p);

// True when a fifth of the rounds were quiet for both: then their ratio decides a goal.
bool enough_quiet(const figure& f, const figure& p);

// The fastest peer whose name and variant begin so, of the newest version; null: nobody. "": anyone but Hashlane.
const figure* best_peer(const outcome&, std::string_view name_and_variant);

// The fastest peer kept from newer instructions than the target has: its name ends in "(avx2)" or "(baseline)".
const figure* best_portable_peer(const outcome&, std::string_view target);

}  // namespace bench
