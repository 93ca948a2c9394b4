// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Which verb, option or algorithm a person may have meant who wrote another word.

#include <string>
#include <string_view>
#include <vector>

namespace hashlane::cli {

// Returns the name that is nearest to the word, "" if none is near. Case and dashes at the beginning do not count. A
// name is near if it begins with the word, which has three letters or more, or if the word becomes the name when two
// letters at most are changed, inserted, removed or swapped with a neighbour, and a third of those of the name at most.
std::string nearest_of(std::string_view word, const std::vector<std::string>& names);

// "; did you mean NAME?" for a message, "" for an empty name.
std::string did_you_mean(const std::string& name);

// "no such algorithm: sha26; did you mean sha256?"
std::string no_such_algorithm(std::string_view name);

}  // namespace hashlane::cli
