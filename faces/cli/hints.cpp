// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "hints.hpp"

#include <algorithm>
#include <cstddef>

#include <hashlane/registry.hpp>

#include "names.hpp"
#include "text.hpp"

namespace hashlane::cli {
namespace {

constexpr std::size_t longest = 40, most_changes = 2, least_beginning = 3;

std::string plain(std::string_view word) {
    word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
    return lower(word);
}

// How many letters must be changed, put in, taken out or swapped with a neighbour, so that a becomes b: the optimal
// string alignment distance. cost[i][j] is that of the first i letters of a and the first j of b.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            cost[i][j] = std::min({changed, cost[i - 1][j] + 1, cost[i][j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    return cost[a.size()][b.size()];
}

}  // namespace

std::string nearest_of(std::string_view word, const std::vector<std::string>& names) {
    const std::string wanted = plain(word);
    if (wanted.empty() || wanted.size() > longest) return "";
    std::string nearest;
    std::size_t least = most_changes + 1;
    for (const std::string& name : names) {
        const std::string candidate = plain(name);
        const bool begins = wanted.size() >= least_beginning && candidate.starts_with(wanted);
        const std::size_t changes = begins ? 0 : distance(wanted, candidate);
        if (changes > candidate.size() / 3 || changes >= least) continue;
        nearest = name;
        least = changes;
    }
    return nearest;
}

std::string did_you_mean(const std::string& name) { return name.empty() ? "" : "; did you mean " + name + "?"; }

std::string no_such_algorithm(std::string_view name) {
    const std::string nearest(nearest_name(name));
    const std::string advice = nearest.empty() ? "; `hashlane list` has all" : did_you_mean(nearest);
    return "no such algorithm: " + in_message(name) + advice;
}

}  // namespace hashlane::cli
