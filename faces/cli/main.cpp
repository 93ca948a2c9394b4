// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane(1): the verb is the first word, or the name by which the program was called (sha3-256sum).

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <hashlane/registry.hpp>
#include <hashlane/selftest.hpp>

#include "console.hpp"
#include "hints.hpp"
#include "names.hpp"
#include "system/system.hpp"
#include "verbs.hpp"

namespace hashlane::cli {
namespace {

struct verb {
    const char* name;
    const char* about;
    int (*run)(const words&);
};

int help_verb(const words&);

constexpr verb verbs[] = {
    {"check", "check the files that lists of digests name", [](const words& w) { return check_verb({}, w); }},
    {"seal", "encrypt and authenticate a file (Ascon-AEAD128)", seal_verb},
    {"open", "decrypt a sealed file, if every part of it is authentic", open_verb},
    {"merkle", "make and verify roots and proofs of Merkle trees over files", merkle_verb},
    {"acvp", "answer prompts of NIST's validation protocol ACVP", acvp_verb},
    {"list", "list the algorithms", list_verb},
    {"targets", "list the instruction sets and which are in use", targets_verb},
    {"selftest", "compare known answers on every instruction set of this machine", selftest_verb},
    {"bench", "measure the speed of algorithms on this machine", bench_verb},
    {"help", "list the options of a verb or an algorithm", help_verb},
};

void print_help() {
    std::string text =
        "Usage: hashlane ALG [OPTION]... [FILE|DIR]...\n"
        "       hashlane -a ALG[,ALG]... [OPTION]... [FILE|DIR]...\n"
        "       hashlane VERB [OPTION]...\n\n"
        "ALG is a name from `hashlane list`: sha256, sha3-256, shake128, kt128, ascon-hash256 ...\n\nVerbs:\n";
    for (const verb& v : verbs)
        text += "  " + std::string(v.name) + std::string(10 - std::string(v.name).size(), ' ') + v.about + "\n";
    text += "\n`hashlane help VERB` and `hashlane help ALG` list the options, and so does --help after either.\n"
            "HASHLANE_TARGET=NAME in the environment forces one of `hashlane targets`.\n"
            "Exit status: 0 all good, 1 a file failed or a digest differed, 2 wrong use.\n";
    console::write(text);
}

void print_version(const std::string& name) { console::write(name + " (Hashlane) " HASHLANE_VERSION "\n"); }

// Throws wrong_use for a target that is unknown or not available, which the library would not treat as an error.
void heed_target() {
    const char* name = std::getenv("HASHLANE_TARGET");
    if (name == nullptr || *name == '\0') return;
    const auto& known = known_targets();
    if (std::find(known.begin(), known.end(), name) == known.end())
        throw wrong_use("HASHLANE_TARGET=" + in_message(name) + " is not the name of a target; see `hashlane targets`");
    if (!use_target(name))
        throw wrong_use("HASHLANE_TARGET=" + in_message(name) + " is not available on this processor");
}

// HASHLANE_SELFTEST=1 runs the self test before anything else.
void test_if_asked() {
    const char* asked = std::getenv("HASHLANE_SELFTEST");
    if (asked == nullptr || std::string_view(asked) != "1") return;
    if (!selftest()) throw std::runtime_error("the self test failed; this copy of the program is damaged");
}

std::vector<std::string> verb_names() {
    std::vector<std::string> names;
    for (const verb& v : verbs) names.emplace_back(v.name);
    return names;
}

// "sha256" for sha256sum, "" for a name that is no algorithm's.
std::string tool_algorithm(const std::string& program) {
    if (!program.ends_with("sum")) return "";
    const std::string name = program.substr(0, program.size() - 3);
    return find_algorithm(name) != nullptr ? name : "";
}

// Throws wrong_use for a word that is near to a verb, and no algorithm nor near to one.
void refuse_near_miss(const std::string& word) {
    if (find_algorithm(word) != nullptr || !nearest_name(word).empty()) return;
    const std::string meant = nearest_of(word, verb_names());
    if (!meant.empty()) throw wrong_use("no such verb: " + in_message(word) + did_you_mean(meant));
}

int by_first_word(const words& arguments) {
    if (arguments.empty()) throw wrong_use("neither an algorithm nor a verb is given");
    const std::string& first = arguments.front();
    const words rest(arguments.begin() + 1, arguments.end());
    if (first == "--help" || first == "-h") return help_verb({});
    for (const verb& v : verbs)
        if (first == v.name) return v.run(rest);
    if (first.starts_with("-")) return digest_verb("", arguments, false);
    refuse_near_miss(first);
    return digest_verb(first, rest, false);
}

// hashlane help [VERB|ALG], and hashlane help merkle VERB.
int help_verb(const words& about) {
    if (about.empty() || about.front() == "--help") {
        print_help();
        return good;
    }
    const std::size_t most = about.front() == "merkle" ? 2 : 1;
    if (about.size() > most) throw wrong_use("extra operand " + in_message(about[most]));
    for (const std::string& word : about)
        if (word.starts_with("-")) throw wrong_use("help: " + in_message(word) + " is neither a verb nor an algorithm");
    words asked = about;
    asked.emplace_back("--help");
    return by_first_word(asked);
}

int run(const std::string& program, const words& arguments) {
    heed_target();
    test_if_asked();
    const std::string algorithm = tool_algorithm(program);
    if (!arguments.empty() && arguments.front() == "--version") {
        print_version(program);
        return good;
    }
    return algorithm.empty() ? by_first_word(arguments) : digest_verb(algorithm, arguments, true);
}

int guarded(const std::function<int()>& what) {
    try {
        return what();
    } catch (const wrong_use& error) {
        console::complain(error.what());
        console::complain("`" + std::string(console::program()) + " --help` lists the options");
        return misused;
    } catch (const std::bad_alloc&) { console::complain("out of memory"); } catch (const std::exception& error) {
        console::complain(error.what());
    }
    return bad;
}

}  // namespace
}  // namespace hashlane::cli

int main(int argc, char** argv) {
    using namespace hashlane::cli;
    words arguments = sys::command_line(argc, argv);
    std::string program = "hashlane";
    if (!arguments.empty()) {
        program = sys::last_part(arguments.front());
        arguments.erase(arguments.begin());
    }
    console::prepare(printable(program));
    const int status = guarded([&] { return run(program, arguments); });
    return std::max(status, guarded([] {
                        console::finish();
                        return good;
                    }));
}
