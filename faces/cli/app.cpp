// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "app.hpp"

#include <algorithm>
#include <charconv>
#include <memory>

#include <CLI/CLI.hpp>

#include "console.hpp"
#include "hints.hpp"
#include "names.hpp"

namespace hashlane::cli {
namespace {

class layout : public CLI::Formatter {
  public:
    explicit layout(std::string text) : usage(std::move(text)) { column_width(28); }
    std::string make_usage(const CLI::App*, std::string) const override { return "Usage: " + usage + "\n"; }
    std::string make_option_opts(const CLI::Option* option) const override {
        return option->get_type_size() == 0 ? "" : " " + option->get_type_name();
    }

  private:
    std::string usage;
};

// Does a word that is no option's value look like an option? "-" is standard input.
bool is_option(const std::string& word) { return word.starts_with('-') && word != "-"; }

// The value of an option that may be given once. Throws wrong_use.
const std::string& only_value(const char* names, const CLI::results_t& results) {
    if (results.size() != 1) throw wrong_use(std::string(names) + ": it is given twice");
    return results.front();
}

// Throws wrong_use.
const std::string& not_empty(const char* names, const std::string& value) {
    if (value.empty()) throw wrong_use(std::string(names) + ": the value is empty");
    return value;
}

}  // namespace

class command_line::parser : public CLI::App {
  public:
    using CLI::App::App;
    const CLI::App::missing_t& left_over() const { return missing_; }
};

bool declared_option::given() const { return line->app != nullptr && line->of_options[index]->count() != 0; }

command_line::command_line(std::string told, std::string shown) : about(std::move(told)), usage(std::move(shown)) {}

command_line::~command_line() = default;

// Makes the parser of CLI11, and declares the options to it.
void command_line::set_up() {
    app = std::make_unique<parser>(about);
    app->allow_extras();
    app->set_help_flag("--help", "show this and exit");
    app->formatter(std::make_shared<layout>(usage));
    app->footer(last_words);
    for (const declaration& option : declarations) of_options.push_back(add(option));
}

CLI::Option* command_line::add(const declaration& option) const {
    if (option.flag != nullptr) {
        const auto set = [flag = option.flag] { *flag = true; };
        return app->add_flag_callback(option.names, set, option.what);
    }
    const CLI::callback_t take = [&option](const CLI::results_t& results) {
        if (option.list == nullptr) {
            option.store(only_value(option.names, results));
            return true;
        }
        for (const std::string& value : results) option.list->push_back(not_empty(option.names, value));
        return true;
    };
    CLI::Option* const made = app->add_option(option.names, take, option.what)->type_name(option.kind);
    return made->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

bool command_line::takes_value(const std::string& word) const {
    const CLI::Option* option = word.starts_with("-") ? app->get_option_no_throw(word) : nullptr;
    return option != nullptr && option->get_items_expected_max() != 0;
}

// Throws wrong_use for "--tag=0", which CLI11 would take for a flag that is not set.
void command_line::refuse_value_of_flag(const std::string& word) const {
    const std::string name = word.substr(0, word.find('='));
    const CLI::Option* option =
        name.size() < word.size() && name.starts_with("--") ? app->get_option_no_throw(name) : nullptr;
    if (option != nullptr && option->get_items_expected_max() == 0) throw wrong_use(name + ": it takes no value");
}

// Returns the words with "--custom=" as two words, the second one empty: CLI11 would take the word after it as the
// value. Throws wrong_use.
std::vector<std::string> command_line::spelled_out(const std::vector<std::string>& arguments) const {
    std::vector<std::string> words;
    bool options_end = false, is_value = false;
    for (const std::string& word : arguments) {
        if (!options_end && !is_value) refuse_value_of_flag(word);
        const std::size_t equals = word.find('=');
        if (!options_end && !is_value && word.starts_with("--") && equals + 1 == word.size() &&
            takes_value(word.substr(0, equals))) {
            words.push_back(word.substr(0, equals));
            words.emplace_back();
            continue;
        }
        words.push_back(word);
        options_end = options_end || (!is_value && word == "--");
        is_value = !options_end && !is_value && takes_value(word);
    }
    return words;
}

bool command_line::read(const std::vector<std::string>& arguments) {
    if (std::none_of(arguments.begin(), arguments.end(), is_option)) {
        files = arguments;
        return true;
    }
    set_up();
    std::vector<std::string> words = spelled_out(arguments);
    std::reverse(words.begin(), words.end());
    try {
        app->parse(std::move(words));
    } catch (const CLI::CallForHelp&) {
        console::write(app->help());
        return false;
    } catch (const CLI::ParseError& error) { throw wrong_use(printable(error.what())); }
    take_operands(arguments);
    return true;
}

// Of "-recursive" CLI11 has taken "-r" when it comes to a letter that is no option: the message names the whole word.
void command_line::refuse_option(const std::string& word, const std::vector<std::string>& arguments) const {
    const auto holds_word = [&](const std::string& given) {
        return given.starts_with('-') && !given.starts_with("--") && given.ends_with(word.substr(1));
    };
    const auto whole = std::find_if(arguments.begin(), arguments.end(), holds_word);
    const std::string given = word.starts_with("--") || whole == arguments.end() ? word : *whole;
    std::vector<std::string> names;
    for (const CLI::Option* option : app->get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    throw wrong_use("unknown option " + in_message(given) +
                    did_you_mean(nearest_of(given.substr(0, given.find('=')), names)));
}

// CLI11 does not take "-5" and "---x" for options. They are refused, unless they stand behind "--" as names of files.
void command_line::take_operands(const std::vector<std::string>& arguments) {
    bool options_end = false;
    for (const auto& [kind, word] : app->left_over()) {
        options_end = options_end || kind == CLI::detail::Classifier::POSITIONAL_MARK;
        if (kind == CLI::detail::Classifier::POSITIONAL_MARK) continue;
        if (kind != CLI::detail::Classifier::NONE || (!options_end && is_option(word))) refuse_option(word, arguments);
        files.push_back(word);
    }
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
    if (app == nullptr) return;
    const bool* last = nullptr;
    for (const CLI::Option* option : app->parse_order())
        for (const auto& [name, chosen] : flags)
            if (option->check_name(name)) last = chosen;
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
