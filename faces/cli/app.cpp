// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "app.hpp"

#include <algorithm>
#include <charconv>
#include <deque>

#include <getopt.h>

#include "console.hpp"
#include "hints.hpp"
#include "names.hpp"

namespace hashlane::cli {
namespace {

// What getopt_long returns for the first option that was declared, and what it returns for an operand.
constexpr int first_option = 256;
constexpr int operand = 1;

// The names of an option, each with its hyphens.
std::vector<std::string> names_of(std::string_view names) {
    std::vector<std::string> each;
    while (!names.empty()) {
        const std::string_view name = names.substr(0, names.find(','));
        each.emplace_back(name);
        names.remove_prefix(std::min(name.size() + 1, names.size()));
    }
    return each;
}

bool has_name(std::string_view names, const std::string& name) {
    const std::vector<std::string> each = names_of(names);
    return std::find(each.begin(), each.end(), name) != each.end();
}

// The options in the form that getopt_long takes. The words have no hyphens.
struct getopt_options {
    std::string letters = "-:";  // operands are returned in their places, and ':' for a value that is missing
    std::deque<std::string> words;
    std::vector<::option> named;

    void add(std::string_view names, int code, bool has_value) {
        for (const std::string& name : names_of(names)) {
            if (name.starts_with("--")) {
                const std::string& word = words.emplace_back(name.substr(2));
                named.push_back({word.c_str(), has_value ? required_argument : no_argument, nullptr, code});
            } else {
                letters += name.substr(1) + (has_value ? ":" : "");
            }
        }
    }

    // getopt_long reads them up to an empty one.
    void end() { named.push_back({}); }
};

// "--length" of "--length=5".
std::string name_in(const std::string& word) { return word.substr(0, word.find('=')); }

// The value of an option that may be given once. Throws wrong_use.
const std::string& only_value(const char* names, const std::vector<std::string>& given) {
    if (given.size() != 1) throw wrong_use(std::string(names) + ": it is given twice");
    return given.front();
}

// Gives each word to take(). getopt_long is told to leave the operands in their places. Throws wrong_use.
const std::string& not_empty(const char* names, const std::string& value) {
    if (value.empty()) throw wrong_use(std::string(names) + ": the value is empty");
    return value;
}

// Two columns: the names of an option with the kind of its value, and what it does.
std::string line_of_help(const std::string& option, const std::string& what) {
    constexpr std::size_t width = 28;
    std::string line = "  " + option;
    if (line.size() >= width) line += "\n" + std::string(width, ' ');
    if (line.size() < width) line.resize(width, ' ');
    return line + what + "\n";
}

}  // namespace

bool declared_option::given() const { return !line->declarations[index].given.empty(); }

command_line::command_line(std::string told, std::string shown) : about(std::move(told)), usage(std::move(shown)) {
    flag("--help", help_asked, "show this and exit");
}

command_line::declaration* command_line::find(const std::string& name) {
    const auto found = std::find_if(declarations.begin(), declarations.end(),
                                    [&](const declaration& option) { return has_name(option.names, name); });
    return found == declarations.end() ? nullptr : &*found;
}

// Returns the option for which getopt_long returned this code: a letter, or first_option and the index of the option.
command_line::declaration& command_line::option_of(int code) {
    if (code < first_option) return *find({'-', static_cast<char>(code)});
    return declarations[static_cast<std::size_t>(code - first_option)];
}

// Takes what getopt_long returned when it came to this word. Throws wrong_use.
void command_line::take(int code, const std::string& word) {
    if (code == operand) {
        files.emplace_back(optarg);
        return;
    }
    // getopt_long accepts the beginning of a name, such as "--len" for "--length". Here it is an unknown option.
    const bool is_known = !word.starts_with("--") || find(name_in(word)) != nullptr;
    const bool is_letter_of_none = code == '?' && !word.starts_with("--");
    if (!is_known || is_letter_of_none) refuse_option(word);
    if (code == '?') throw wrong_use(name_in(word) + ": it takes no value");
    if (code == ':') throw wrong_use(std::string(option_of(optopt).names) + ": the value is missing");
    declaration& option = option_of(code);
    option.given.emplace_back(option.flag != nullptr ? "" : optarg);
    order.push_back(&option);
}

// Gives each word to take(). getopt_long is told to leave the operands in their places. Throws wrong_use.
void command_line::read_words(std::vector<std::string> words) {
    getopt_options options;
    for (std::size_t i = 0; i < declarations.size(); ++i)
        options.add(declarations[i].names, first_option + static_cast<int>(i), declarations[i].flag == nullptr);
    options.end();
    words.insert(words.begin(), "hashlane");  // getopt_long does not look at the first word
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);

    const int count = static_cast<int>(words.size());
    opterr = 0;
    optind = 0;
    for (;;) {
        const std::size_t next = static_cast<std::size_t>(std::max(optind, 1));
        const int code = getopt_long(count, pointers.data(), options.letters.c_str(), options.named.data(), nullptr);
        if (code == -1) break;
        take(code, words[next]);
    }
    files.insert(files.end(), words.begin() + optind, words.end());
}

bool command_line::read(const std::vector<std::string>& arguments) {
    read_words(arguments);
    for (const declaration& option : declarations) {
        if (option.given.empty()) continue;
        if (option.flag != nullptr) *option.flag = true;
        if (option.store) option.store(only_value(option.names, option.given));
        if (option.list == nullptr) continue;
        for (const std::string& value : option.given) option.list->push_back(not_empty(option.names, value));
    }
    if (help_asked) console::write(help());
    return !help_asked;
}

void command_line::refuse_option(const std::string& word) const {
    std::vector<std::string> names;
    for (const declaration& option : declarations)
        for (const std::string& name : names_of(option.names))
            if (name.starts_with("--")) names.push_back(name);
    throw wrong_use("unknown option " + in_message(word) + did_you_mean(nearest_of(name_in(word), names)));
}

std::string command_line::help() const {
    std::string text = about + "\nUsage: " + usage + "\n\nOptions:\n";
    for (const declaration& option : declarations) {
        const std::string kind = option.flag != nullptr ? "" : " " + std::string(option.kind);
        text += line_of_help(option.names + kind, option.what);
    }
    return text + (last_words.empty() ? "" : "\n" + last_words + "\n");
}

void command_line::refuse_operands() const {
    if (!files.empty()) throw wrong_use("extra operand " + in_message(files.front()));
}

declared_option command_line::declare(declaration option) {
    declarations.push_back(std::move(option));
    return {*this, declarations.size() - 1};
}

declared_option command_line::value(const char* names, std::function<void(const std::string&)> store, const char* what,
                                    const char* kind) {
    const auto checked = [names, take = std::move(store)](const std::string& text) { take(not_empty(names, text)); };
    return declare({names, what, kind, checked});
}

declared_option command_line::value(const char* names, std::string& into, const char* what, const char* kind) {
    return value(names, [&into](const std::string& given) { into = given; }, what, kind);
}

declared_option command_line::text(const char* names, std::string& into, const char* what, const char* kind) {
    return declare({names, what, kind, [&into](const std::string& given) { into = given; }});
}

declared_option command_line::values(const char* names, std::vector<std::string>& into, const char* what,
                                     const char* kind) {
    return declare({names, what, kind, {}, &into});
}

declared_option command_line::number(const char* names, std::size_t& into, const char* what, const char* kind,
                                     std::size_t least, std::size_t most) {
    const auto store = [&into, names, least, most](const std::string& text) {
        into = parse_number(names, text);
        if (into < least || into > most)
            throw wrong_use(std::string(names) + ": " + text + " is not within " + std::to_string(least) + ".." +
                            std::to_string(most));
    };
    return value(names, store, what, kind);
}

declared_option command_line::flag(const char* names, bool& into, const char* what) {
    return declare({names, what, "", {}, nullptr, &into});
}

void command_line::keep_last(std::initializer_list<std::pair<const char*, bool*>> flags) const {
    const bool* last = nullptr;
    for (const declaration* option : order)
        for (const auto& [name, chosen] : flags)
            if (has_name(option->names, name)) last = chosen;
    for (const auto& [name, chosen] : flags) *chosen = chosen == last;
}

std::size_t parse_number(std::string_view option, const std::string& text) {
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    const char *first = text.data() + (hexadecimal ? 2 : 0), *last = text.data() + text.size();
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(first, last, number, hexadecimal ? 16 : 10);
    if (error != std::errc{} || end != last || first == last)
        throw wrong_use(std::string(option) + ": " + in_message(text) + " is not a number");
    return number;
}

}  // namespace hashlane::cli
