// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A verb's command line: CLI11, with operands (files) taken exactly as they are. app.cpp alone includes CLI11, which
// takes longer to compile than most of this program.

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common.hpp"

namespace CLI {
class Option;
}  // namespace CLI

namespace hashlane::cli {

// An option that was declared.
class declared_option {
  public:
    declared_option() = default;
    explicit declared_option(const CLI::Option* given) : option(given) {}
    bool given() const;  // on the command line that was read

  private:
    const CLI::Option* option = nullptr;
};

class command_line {
  public:
    // usage: what follows "Usage: ".
    command_line(std::string about, std::string usage);
    ~command_line();

    // What help says at its end.
    void footer(const std::string& text);

    // False: help was asked for and has been printed. Throws wrong_use.
    [[nodiscard]] bool read(const std::vector<std::string>& arguments);

    // What is neither an option nor an option's value. CLI11's own positional options would take "[a,b]" apart.
    const std::vector<std::string>& operands() const { return files; }

    // An option with one value that is taken as it is. Such options may be given once.
    declared_option value(const std::string& names, std::string& into, const std::string& what,
                          const std::string& kind);
    // The same; the value goes to store(), which throws wrong_use if it is wrong.
    declared_option value(const std::string& names, std::function<void(const std::string&)> store,
                          const std::string& what, const std::string& kind);

    // An option that may be given several times, with one value each time.
    declared_option values(const std::string& names, std::vector<std::string>& into, const std::string& what,
                           const std::string& kind);

    // An option with one number.
    declared_option number(const std::string& names, std::size_t& into, const std::string& what,
                           const std::string& kind, std::size_t least = 0,
                           std::size_t most = std::numeric_limits<std::size_t>::max());

    // An option without a value.
    declared_option flag(const std::string& names, bool& into, const std::string& what);

    // Of these flags only the last one given stays.
    void keep_last(std::initializer_list<std::pair<const char*, bool*>> flags) const;

    // Throws wrong_use unless there is none.
    void refuse_operands() const;

  private:
    class parser;

    bool takes_value(const std::string& word) const;
    void refuse_value_of_flag(const std::string& word) const;
    std::vector<std::string> spelled_out(const std::vector<std::string>& arguments) const;
    void take_operands(const std::vector<std::string>& arguments);
    [[noreturn]] void refuse_option(const std::string& word, const std::vector<std::string>& arguments) const;

    std::unique_ptr<parser> app;
    std::vector<std::string> files;
};

// A decimal number, or 0x and hexadecimal digits; nothing else, no sign, no overflow. Throws wrong_use.
std::size_t parse_number(std::string_view option, const std::string& text);

}  // namespace hashlane::cli
