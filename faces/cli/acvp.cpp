// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane acvp [PROMPT]: answers to the prompts of NIST's Automated Cryptographic Validation Protocol.

#include "acvp.hpp"

#include <string>
#include <utility>

#include "app.hpp"
#include "console.hpp"
#include "input.hpp"
#include "names.hpp"
#include "output_file.hpp"
#include "verbs.hpp"

namespace hashlane::cli {
namespace {

using namespace acvp;

struct settings {
    std::string input, output;
    bool large = false, force = false, capabilities = false;
};

// What a prompt is about, and the groups of it.
struct vector_set {
    node object;
    bool versioned;  // it stands in an array, behind the version of the protocol
    std::string algorithm, mode, revision;
    std::vector<node> groups;
};

std::string text_or_nothing(const node& object, std::string_view name) {
    const auto found = object.find(name);
    return found ? found->text() : "";
}

// [{"acvVersion": "1.0"}, {...}], as a server sends it, or the object alone.
vector_set read_set(const node& root) {
    node object = root;
    if (root.is_list()) {
        const std::vector<node> parts = root.list();
        if (parts.size() != 2) root.refuse("an array of a version and a vector set has two elements");
        const node version = parts.front().at("acvVersion");
        if (version.text() != "1.0") version.refuse("only version 1.0 of the protocol is known");
        object = parts.back();
    }
    vector_set set{object,
                   root.is_list(),
                   object.at("algorithm").text(),
                   text_or_nothing(object, "mode"),
                   text_or_nothing(object, "revision"),
                   object.at("testGroups").list()};
    // Otherwise nothing would be written, and the exit status would be that of a success.
    if (set.groups.empty()) object.at("testGroups").refuse("there is no group of tests");
    return set;
}

std::string title(const vector_set& set) {
    std::string out = set.algorithm;
    if (!set.mode.empty()) out += " " + set.mode;
    if (!set.revision.empty()) out += " " + set.revision;
    return in_message(out);
}

// The answers to the tests of a group, as text.
std::string answers_to(const group& g, std::uint64_t id) {
    std::string tests;
    for (const node& test : g.object.at("tests").list()) {
        acvp::answer one;
        one.number("tcId", test.at("tcId").number());
        g.algorithm.answer(g, test, one);
        tests += (tests.empty() ? "        " : ",\n        ") + one.json();
        if (tests.size() > most_answers) g.object.refuse("the answers are too long");
    }
    return "      {\"tgId\": " + std::to_string(id) + ", \"tests\": [\n" + tests + "\n      ]}";
}

// The members of a response before its groups.
std::string head_of(const vector_set& set) {
    acvp::answer head;
    const auto id = set.object.find("vsId");
    if (id) head.number("vsId", id->number());
    head.text("algorithm", set.algorithm);
    if (!set.mode.empty()) head.text("mode", set.mode);
    head.text("revision", set.revision);
    const auto sample = set.object.find("isSample");
    if (sample) head.truth("isSample", sample->truth());
    std::string json = head.json();
    json.pop_back();  // the brace
    return json;
}

// Answers every group that it can, and names the others on standard error.
struct respondent {
    const settings& asked;
    std::string name;  // of the prompt, for messages
    std::string groups;
    int status = good;

    void leave_out(const std::string& which, const std::string& why) {
        console::complain(name + ": " + which + " left out: " + why);
        status = bad;
    }

    void answer_group(const vector_set& set, const row& algorithm, const node& object) {
        const std::uint64_t id = object.at("tgId").number();
        const auto sample = set.object.find("isSample");
        const group g{algorithm, object, object.at("testType").text(), sample && sample->truth(), asked.large};
        try {
            const std::string answers = answers_to(g, id);
            groups += (groups.empty() ? "" : ",\n") + answers;
        } catch (const unanswered& error) {
            leave_out("group " + std::to_string(id) + " (" + in_message(g.test_type) + ") is", error.what());
        }
        if (groups.size() > most_answers) object.refuse("the answers are too long");
    }

    // The response, or "" when no group is answered.
    std::string respond(const vector_set& set) {
        const row* algorithm = find_row(set.algorithm, set.mode, set.revision);
        std::string all;
        for (const node& object : set.groups) {
            all += (all.empty() ? "" : ", ") + std::to_string(object.at("tgId").number());
            if (algorithm != nullptr) answer_group(set, *algorithm, object);
        }
        if (algorithm == nullptr)
            leave_out(set.groups.size() == 1 ? "group " + all + " is" : "groups " + all + " are",
                      title(set) + " is not among the algorithms of `hashlane acvp --registration`");
        if (groups.empty()) return "";
        const std::string one = "  " + head_of(set) + ",\n    \"testGroups\": [\n" + groups + "\n    ]}";
        return set.versioned ? "[\n  {\"acvVersion\": \"1.0\"},\n" + one + "\n]\n" : one.substr(2) + "\n";
    }
};

void write_result(const settings& asked, const std::string& text) {
    if (asked.output.empty() || asked.output == "-") return console::write(text);
    output_file out(asked.output, asked.force, 0666, to_stdout::directly);
    out.write(octets(text));
    out.commit();
}

int answer_prompt(const settings& asked) {
    const std::string name = asked.input == "-" ? "standard input" : in_message(asked.input);
    const bytes text = read_whole(asked.input, most_prompt);
    respondent all{asked, name, {}, good};
    std::string response;
    try {
        const document prompt({reinterpret_cast<const char*>(text.data()), text.size()});
        response = all.respond(read_set(prompt.root()));
    } catch (const failure& error) { throw failure(name + ": " + error.what()); }
    if (!response.empty()) write_result(asked, response);
    return all.status;
}

}  // namespace

int acvp_verb(const words& arguments) {
    settings asked;
    command_line line(
        "Answers a prompt of NIST's Automated Cryptographic Validation Protocol (ACVP), in JSON. PROMPT is "
        "standard input when it is - or missing.",
        "hashlane acvp [OPTION]... [PROMPT]\n       hashlane acvp --registration [-o FILE]");
    line.value("-o,--output", asked.output, "write to this file; - is standard output", "FILE");
    line.flag("-f,--force", asked.force, "replace a file that exists");
    line.flag("--large", asked.large, "answer large data tests too: messages of some GiB");
    line.flag("--registration", asked.capabilities, "write the capabilities that a registration needs");
    line.footer("Groups that are not answered are named on standard error, and the exit status is then 1.\n");
    if (!line.read(arguments)) return good;
    if (line.operands().size() > 1) throw wrong_use("extra operand " + in_message(line.operands()[1]));
    if (asked.capabilities) {
        if (!line.operands().empty() || asked.large) throw wrong_use("--registration takes no prompt and no --large");
        write_result(asked, registration());
        return good;
    }
    asked.input = line.operands().empty() ? "-" : line.operands().front();
    if (!asked.output.empty()) output_file::require_possible(asked.output, asked.force, to_stdout::directly);
    return answer_prompt(asked);
}

}  // namespace hashlane::cli
