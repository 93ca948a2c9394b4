// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A verb's command line: CLI11, with operands (files) taken exactly as they are.

#include <cstddef>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "common.hpp"

namespace hashlane::cli {

class command_line : public CLI::App {
  public:
    // usage: what follows "Usage: ".
    command_line(std::string about, std::string usage);

    // False: help was asked for and has been printed. Throws wrong_use.
    [[nodiscard]] bool read(const std::vector<std::string>& arguments);

    // What is neither an option nor an option's value. CLI11's own positional options would take "[a,b]" apart.
    const std::vector<std::string>& operands() const { return files; }

    // An option with one value that is taken as it is. Such options may be given once.
    CLI::Option* value(const std::string& names, std::string& into, const std::string& what, const std::string& kind);

    // An option with one number.
    CLI::Option* number(const std::string& names, std::size_t& into, const std::string& what, const std::string& kind,
                        std::size_t least = 0, std::size_t most = std::numeric_limits<std::size_t>::max());

    // An option without a value.
    CLI::Option* flag(const std::string& names, bool& into, const std::string& what);

    // Of these flags only the last one given stays.
    void keep_last(std::initializer_list<std::pair<const char*, bool*>> flags) const;

    // Throws wrong_use unless there is none.
    void refuse_operands() const;

  private:
    bool takes_value(const std::string& word) const;
    void refuse_value_of_flag(const std::string& word) const;
    std::vector<std::string> spelled_out(const std::vector<std::string>& arguments) const;
    void take_operands();

    std::vector<std::string> files;
};

// The value of an option that may be given once. Throws wrong_use.
const std::string& only_value(const std::string& names, const CLI::results_t& results);

// A decimal number, or 0x and hexadecimal digits; nothing else, no sign, no overflow. Throws wrong_use.
std::size_t parse_number(std::string_view option, const std::string& text);

}  // namespace hashlane::cli
