// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A verb's command line: options, which getopt_long reads, and operands (files), which are taken exactly as they are.

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common.hpp"

namespace hashlane::cli {

class command_line;

// An option that was declared. The command line must live as long as this object.
class declared_option {
  public:
    declared_option() = default;
    declared_option(const command_line& of, std::size_t at) : line(&of), index(at) {}
    bool given() const;  // on the command line that was read

  private:
    const command_line* line = nullptr;
    std::size_t index = 0;
};

class command_line {
  public:
    // usage: what follows "Usage: ". Below, a text that is a `const char*` is a literal.
    command_line(std::string about, std::string usage);
    command_line(const command_line&) = delete;
    command_line& operator=(const command_line&) = delete;

    // What help says at its end.
    void footer(std::string text) { last_words = std::move(text); }

    // False: help was asked for and has been printed. Throws wrong_use.
    [[nodiscard]] bool read(const std::vector<std::string>& arguments);

    // What is neither an option nor an option's value.
    const std::vector<std::string>& operands() const { return files; }

    // An option with one value that is taken as it is. Such options may be given once. read() throws wrong_use for an
    // empty value, which a verb could not tell from an option that is not given.
    declared_option value(const char* names, std::string& into, const char* what, const char* kind);
    // The same; the value goes to store(), which throws wrong_use if it is wrong.
    declared_option value(const char* names, std::function<void(const std::string&)> store, const char* what,
                          const char* kind);
    // The same for a text that may be empty. The verb must do the same for an empty text as without the option.
    declared_option text(const char* names, std::string& into, const char* what, const char* kind);

    // An option that may be given several times, with one value each time, which is not empty.
    declared_option values(const char* names, std::vector<std::string>& into, const char* what, const char* kind);

    // An option with one number.
    declared_option number(const char* names, std::size_t& into, const char* what, const char* kind,
                           std::size_t least = 0, std::size_t most = std::numeric_limits<std::size_t>::max());

    // An option without a value.
    declared_option flag(const char* names, bool& into, const char* what);

    // Of these flags only the last one given stays.
    void keep_last(std::initializer_list<std::pair<const char*, bool*>> flags) const;

    // Throws wrong_use if there are operands.
    void refuse_operands() const;

  private:
    friend class declared_option;

    // One of `store`, `list` and `flag` is set: `store` takes the one value, `list` gets all values, `flag` is an option
    // without a value.
    struct declaration {
        const char *names, *what, *kind;
        std::function<void(const std::string&)> store;
        std::vector<std::string>* list = nullptr;
        bool* flag = nullptr;
        std::vector<std::string> given{};  // the values of the command line; of a flag an empty text each time
    };
    declared_option declare(declaration option);
    declaration* find(const std::string& name);
    declaration& option_of(int code);
    void take(int code, const std::string& word);
    void read_words(std::vector<std::string> words);
    [[noreturn]] void refuse_option(const std::string& word) const;
    std::string help() const;

    std::string about, usage, last_words;
    bool help_asked = false;
    std::vector<declaration> declarations;
    std::vector<const declaration*> order;  // of the options as they were given
    std::vector<std::string> files;
};

// A decimal number, or 0x and hexadecimal digits; nothing else, no sign, no overflow. Throws wrong_use.
std::size_t parse_number(std::string_view option, const std::string& text);

}  // namespace hashlane::cli
