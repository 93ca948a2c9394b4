// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane ALG [FILE|DIR]...

#include <algorithm>
#include <memory>

#include "bits.hpp"
#include "console.hpp"
#include "digester.hpp"
#include "jobs.hpp"
#include "lines.hpp"
#include "names.hpp"
#include "ordered.hpp"
#include "progress.hpp"
#include "verbs.hpp"
#include "walk.hpp"

namespace hashlane::cli {
namespace {

struct settings {
    digest_options options;
    std::vector<std::string> algorithms;
    bool binary = false, text = false, tag = false, json = false, base64 = false, sri = false, raw = false;
    bool zero = false, recursive = false;
    std::size_t jobs = 1, bits = whole_file;
    line_style style;
};

void declare(command_line& line, settings& s, std::vector<std::string>& algorithms) {
    line.values("-a,--algorithm", algorithms, "add an algorithm; each file is still read once", "ALG[,ALG]");
    line.flag("-b,--binary", s.binary, "mark the name with an asterisk");
    line.flag("-t,--text", s.text, "mark the name with a space (the default)");
    line.flag("--tag", s.tag, "write lines in BSD style: ALG (NAME) = HEX");
    line.flag("--json", s.json, "write one JSON object a line");
    line.flag("--sri", s.sri, "write digests as Subresource Integrity does: alg-BASE64");
    line.flag("--base64", s.base64, "write base64 in place of hexadecimal digits");
    line.flag("--raw", s.raw, "write the bytes of one digest and nothing else");
    line.flag("-z,--zero", s.zero, "end each line with NUL, and do not escape names");
    line.flag("-r,--recursive", s.recursive, "digest all files under a directory, in the order of their names");
    add_jobs_option(line, s.jobs);
    add_bits_option(line, s.bits);
    s.options.declare(line);
}

layout chosen_layout(const settings& s) {
    if (s.tag + s.json + s.sri + s.raw > 1) throw wrong_use("--tag, --json, --sri and --raw exclude each other");
    if (s.tag && s.text) throw wrong_use("--tag does not support --text mode");
    if (s.base64 && s.raw) throw wrong_use("--base64 and --raw exclude each other");
    if (s.json) return layout::json;
    if (s.sri) return layout::sri;
    if (s.raw) return layout::raw;
    // Lines of several algorithms must say which is which.
    return s.tag || s.algorithms.size() > 1 ? layout::tag : layout::gnu;
}

void settle(settings& s, const std::vector<std::string>& operands) {
    for (auto at = s.algorithms.begin(); at != s.algorithms.end(); ++at)
        if (std::find(s.algorithms.begin(), at, *at) != at)
            throw wrong_use("algorithm " + in_message(*at) + " given twice");
    const layout chosen = chosen_layout(s);
    if (chosen == layout::raw && (operands.size() > 1 || s.algorithms.size() > 1 || s.recursive))
        throw wrong_use("--raw is for one file and one algorithm");
    s.style = {chosen, s.base64, s.binary && !s.text, s.zero, console::output_is_terminal(), s.bits};
    s.options.load();
}

class digesting {
  public:
    digesting(const settings& chosen, hash_list made, bool one_file)
        : s(chosen), hashes(std::make_shared<const hash_list>(std::move(made))), within(one_file ? s.jobs : 1),
          queue(one_file ? 1 : s.jobs, [this](file_job& job) { print(job); }) {}

    int run(const std::vector<std::string>& operands) {
        for (const std::string& path : operands) {
            if (s.recursive && path != "-" && is_directory(path))
                // A list that lies among the files it lists does not list itself.
                walk(path, [this](const std::string& found, const std::string& reason) {
                    add(found, reason, own_output::is_left_out);
                });
            else
                add(path, "", own_output::is_refused);
        }
        queue.finish();
        return status;
    }

  private:
    // reason: why a walk cannot give the file.
    void add(const std::string& path, const std::string& reason, own_output output) {
        auto job = std::make_unique<file_job>();
        job->found.path = path;
        job->found.error = reason;
        if (reason.empty()) job->hashes = hashes;
        job->only_regular = output == own_output::is_left_out;
        job->output = output;
        job->threads = within;
        job->bits = s.bits;
        queue.submit(std::move(job));
    }

    void print(const file_job& job) {
        const digested& d = job.found;
        if (job.left_out) return;
        if (!d.error.empty()) {
            console::complain(in_message(d.path) + ": " + d.error);
            status = bad;
            return;
        }
        for (std::size_t i = 0; i < d.digests.size(); ++i)
            console::write_later(
                digest_line(s.style, s.algorithms[i], d.digests[i], sys::path_for_list(d.path), d.size));
    }

    const settings& s;
    std::shared_ptr<const hash_list> hashes;
    std::size_t within;  // threads for each file
    int status = good;
    ordered<file_job> queue;
};

// Returns the message about a command line without an algorithm.
std::string no_algorithm(const std::vector<std::string>& operands) {
    const bool misplaced = !operands.empty() && find_algorithm(operands.front()) != nullptr;
    return misplaced ? "no algorithm given: " + operands.front() + " must be the first word, or stand after -a"
                     : "no algorithm given: it is the first word, or stands after -a";
}

// Is -c among the letters of one word (-cw, -cj4)? The value of -a or -j ends them.
bool has_letter_c(const std::string& word) {
    if (word.size() < 2 || word[0] != '-') return false;
    const std::size_t end = word.find_first_not_of("bctrwz", 1);
    const bool letters = end == std::string::npos || word[end] == 'a' || word[end] == 'j';
    return letters && word.find('c') < end;
}

// -c, --check, or -c among other letters.
bool wants_check(const words& arguments) {
    static constexpr std::string_view with_value[] = {"-a",       "--algorithm", "-j",        "--jobs",
                                                      "--length", "--bits",      "--custom",  "--name",
                                                      "--domain", "--block",     "--key-file"};
    for (auto at = arguments.begin(); at != arguments.end() && *at != "--"; ++at) {
        if (*at == "--check") return true;
        if (has_letter_c(*at)) return true;
        if (std::find(std::begin(with_value), std::end(with_value), *at) == std::end(with_value)) continue;
        if (++at == arguments.end()) break;
    }
    return false;
}

}  // namespace

int digest_verb(const std::string& algorithm, const words& arguments, bool as_tool) {
    if (!algorithm.empty())
        for (const std::string& name : algorithm_list({algorithm})) known_or_throw(name);
    if (wants_check(arguments)) return check_verb({algorithm, as_tool}, arguments);
    settings s;
    std::vector<std::string> more;
    const std::string who =
        as_tool ? std::string(console::program()) : "hashlane " + (algorithm.empty() ? "-a ALG" : algorithm);
    command_line line("Prints the digest of each file. Without a file, or for -, it reads standard input.",
                      who + " [OPTION]... [FILE|DIR]...");
    declare(line, s, more);
    if (as_tool)
        line.footer("-c reads such digests from the FILEs and checks them; " + who + " -c --help lists its options.");
    if (!line.read(arguments)) return good;
    if (as_tool) line.keep_last({{"--binary", &s.binary}, {"--text", &s.text}});
    if (!algorithm.empty()) more.insert(more.begin(), algorithm);
    s.algorithms = algorithm_list(more);
    if (s.algorithms.empty()) throw wrong_use(no_algorithm(line.operands()));

    std::vector<std::string> operands = line.operands();
    if (operands.empty()) operands = {"-"};
    hash_list prototypes;
    settle(s, operands);
    for (const std::string& name : s.algorithms) prototypes.push_back(s.options.make(name));
    require_bits(prototypes, s.bits);
    const progress drawn([&](const std::atomic<bool>& stop) { return total_size(operands, s.recursive, stop); });
    const bool one_file = operands.size() == 1 && !(s.recursive && is_directory(operands[0]));
    return digesting(s, std::move(prototypes), one_file).run(operands);
}

}  // namespace hashlane::cli
