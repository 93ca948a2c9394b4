// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A verb's command line: CLI11, with operands (files) taken exactly as they are. app.cpp alone includes CLI11, which
// takes longer to compile than most of this program. CLI11 is set up only for a command line that has an option: to set
// it up takes as long as all else that digesting an empty file takes.

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
    ~command_line();

    // What help says at its end.
    void footer(std::string text) { last_words = std::move(text); }

    // False: help was asked for and has been printed. Throws wrong_use.
    [[nodiscard]] bool read(const std::vector<std::string>& arguments);

    // What is neither an option nor an option's value. CLI11's own positional options would take "[a,b]" apart.
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
    class parser;

    // One of the last three members is set: `store` takes the one value, `list` gets all values, `flag` is an option
    // without a value.
    struct declaration {
        const char *names, *what, *kind;
        std::function<void(const std::string&)> store;
        std::vector<std::string>* list = nullptr;
        bool* flag = nullptr;
    };

    declared_option declare(declaration option);
    CLI::Option* add(const declaration& option) const;
    void set_up();
    bool takes_value(const std::string& word) const;
    void refuse_value_of_flag(const std::string& word) const;
    std::vector<std::string> spelled_out(const std::vector<std::string>& arguments) const;
    void take_operands(const std::vector<std::string>& arguments);
    [[noreturn]] void refuse_option(const std::string& word, const std::vector<std::string>& arguments) const;

    std::string about, usage, last_words;
    std::vector<declaration> declarations;
    std::unique_ptr<parser> app;                 // null: the command line has no option
    std::vector<const CLI::Option*> of_options;  // of CLI11, in the order of the declarations
    std::vector<std::string> files;
};

// A decimal number, or 0x and hexadecimal digits; nothing else, no sign, no overflow. Throws wrong_use.
std::size_t parse_number(std::string_view option, const std::string& text);

}  // namespace hashlane::cli
