// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "app.hpp"

#include <algorithm>
#include <charconv>

#include "console.hpp"
#include "hints.hpp"
#include "names.hpp"

namespace hashlane::cli {
namespace {

// Does a word that is no option's value look like an option? "-" is standard input.
bool is_option(const std::string& word) { return word.starts_with('-') && word != "-"; }

// The names of an option, each with its hyphens.
std::vector<std::string_view> names_of(std::string_view names) {
    std::vector<std::string_view> each;
    while (!names.empty()) {
        const std::string_view name = names.substr(0, names.find(','));
        each.push_back(name);
        names.remove_prefix(std::min(name.size() + 1, names.size()));
    }
    return each;
}

bool has_name(std::string_view names, std::string_view name) {
    const std::vector<std::string_view> each = names_of(names);
    return std::find(each.begin(), each.end(), name) != each.end();
}

// The value of an option that may be given once. Throws wrong_use.
const std::string& only_value(const char* names, const std::vector<std::string>& given) {
    if (given.size() != 1) throw wrong_use(std::string(names) + ": it is given twice");
    return given.front();
}

// Throws wrong_use.
const std::string& not_empty(const char* names, const std::string& value) {
    if (value.empty()) throw wrong_use(std::string(names) + ": the value is empty");
    return value;
}

// Removes the first of the words, and returns it.
const std::string& take_first(std::span<const std::string>& words) {
    const std::string& first = words.front();
    words = words.subspan(1);
    return first;
}

// The next word, whatever it is. Throws wrong_use if there is none.
const std::string& value_of(const char* names, std::span<const std::string>& words) {
    if (words.empty()) throw wrong_use(std::string(names) + ": the value is missing");
    return take_first(words);
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

command_line::declaration* command_line::find(std::string_view name) {
    const auto found = std::find_if(declarations.begin(), declarations.end(),
                                    [name](const declaration& option) { return has_name(option.names, name); });
    return found == declarations.end() ? nullptr : &*found;
}

void command_line::give(declaration& option, std::string value) {
    option.given.push_back(std::move(value));
    order.push_back(&option);
}

// "--length=5", or "--length", whose value is the next word. Throws wrong_use.
void command_line::read_long(const std::string& word, words_left& words) {
    const std::size_t equals = word.find('=');
    const bool has_value = equals != word.npos;
    const std::string name = word.substr(0, equals);
    declaration* const option = find(name);
    if (option == nullptr) {
        unknown.push_back(word);
        return;
    }
    if (option->flag != nullptr && has_value) throw wrong_use(name + ": it takes no value");
    if (option->flag != nullptr)
        give(*option, "");
    else
        give(*option, has_value ? word.substr(equals + 1) : value_of(option->names, words));
}

// "-rz", or "-j4", or "-j", whose value is the next word. Throws wrong_use.
void command_line::read_letters(const std::string& word, words_left& words) {
    for (std::size_t at = 1; at < word.size(); ++at) {
        declaration* const option = find(std::string{'-', word[at]});
        if (option == nullptr) {
            unknown.push_back(word);
            return;
        }
        if (option->flag != nullptr) {
            give(*option, "");
            continue;
        }
        const std::string attached = word.substr(at + 1);
        give(*option, attached.empty() ? value_of(option->names, words) : attached);
        return;
    }
}

// "--" ends the options; what follows are operands. Throws wrong_use.
void command_line::read_words(words_left words) {
    bool options_end = false;
    while (!words.empty()) {
        const std::string& word = take_first(words);
        if (options_end || !is_option(word))
            files.push_back(word);
        else if (word == "--")
            options_end = true;
        else if (word.starts_with("--"))
            read_long(word, words);
        else
            read_letters(word, words);
    }
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
    if (!help_asked && !unknown.empty()) refuse_option(unknown.front());
    return !help_asked;
}

void command_line::refuse_option(const std::string& word) const {
    std::vector<std::string> names;
    for (const declaration& option : declarations)
        for (const std::string_view name : names_of(option.names))
            if (name.starts_with("--")) names.emplace_back(name);
    throw wrong_use("unknown option " + in_message(word) +
                    did_you_mean(nearest_of(word.substr(0, word.find('=')), names)));
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
