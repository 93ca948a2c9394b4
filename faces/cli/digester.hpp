// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// From names and options on a command line to the hashes that digest files.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <hashlane/any.hpp>

#include "app.hpp"
#include "common.hpp"
#include "secret.hpp"

namespace hashlane::cli {

// The options that change what is computed.
struct digest_options {
    std::string custom, name, domain, key_file;
    std::size_t length = 0, block = 0;
    secret_bytes key;

    void declare(command_line&);
    void load();  // reads the key file, after parsing

    // Throws wrong_use: no such algorithm, or an option it does not take.
    any_hash make(const std::string& algorithm, std::size_t output_size) const;
    any_hash make(const std::string& algorithm) const { return make(algorithm, length); }

    // For one of several algorithms: the options that it does not take are for the others.
    any_hash make_listed(const std::string& algorithm, std::size_t output_size) const;

  private:
    any_options as_any(std::size_t output_size) const;
};

// Throws wrong_use with the text of no_such_algorithm() of hints.hpp.
void known_or_throw(const std::string& algorithm);

// "a,b" and several words to a list of names; throws wrong_use for an empty name.
std::vector<std::string> algorithm_list(const std::vector<std::string>& words);

}  // namespace hashlane::cli
