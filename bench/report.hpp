// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The same figures for people and for programs.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "measure.hpp"
#include "processor.hpp"

namespace bench {

struct verdict {
    std::string text;  // the goal in words
    double value = 0;  // what was measured in the goal's own unit
    bool known = false, met = false;
    bool quiet = false;  // some round was quiet for both; without one, met says nothing
};

// A goal for one of Hashlane's figures; `all` for goals that name another row.
verdict judge(const goal&, const outcome&, const figure&, const std::vector<outcome>& all);

std::string machine();                  // the number of cores, the kernel
std::string today();                    // in UTC
std::string text_of(const processor&);  // in words, on one line

void print_row(const outcome&, const std::vector<outcome>& all);

// The goals with what each compiler's Hashlane reached by its own choice of target.
void print_goals(const std::vector<outcome>& all);

// Hashlane kept to AVX2, and to nothing, beside peers kept to the same.
void print_portable(const std::vector<outcome>& all);

struct about {
    std::vector<std::string> contestants, missing;
    double load = 0;                       // programs that ran beside it at the start
    bool quick = false, complete = false;  // complete: all rows, all targets
    bool goals_only = false;
    processor runs_on{};
    std::vector<double> ghz{};  // of the core: the median and the quartiles of all probes; empty: not known
    std::string compilers{};    // of Hashlane and of the peers that are built here
};
nlohmann::json as_json(const std::vector<outcome>& all, const about&);

}  // namespace bench
