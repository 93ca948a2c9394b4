// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Which verb, option or algorithm a person may have meant who wrote another word.

#include <string>
#include <string_view>
#include <vector>

namespace hashlane::cli {

// The name that is nearest to the word, "" if none is near. Case and dashes at the beginning do not count. Near is a name
// that begins with the word, of three letters or more, and one that becomes the word when a third of its letters at most
// is changed, put in, taken out, or changes places with a neighbour: two letters at most.
std::string nearest_of(std::string_view word, const std::vector<std::string>& names);

// "; did you mean NAME?" for a message, "" for an empty name.
std::string did_you_mean(const std::string& name);

// "no such algorithm: sha26; did you mean sha256?"
std::string no_such_algorithm(std::string_view name);

}  // namespace hashlane::cli
