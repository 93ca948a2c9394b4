// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane check [LIST]...

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "bits.hpp"
#include "checklist.hpp"
#include "console.hpp"
#include "detect.hpp"
#include "digester.hpp"
#include "foreign_lists.hpp"
#include "input.hpp"
#include "jobs.hpp"
#include "lines.hpp"
#include "names.hpp"
#include "ordered.hpp"
#include "progress.hpp"
#include "verbs.hpp"
#include "walk.hpp"

namespace hashlane::cli {
namespace {

// 4 GiB, or the largest size where sizes have 32 bits.
constexpr auto most_list = static_cast<std::size_t>(std::min<std::uint64_t>(std::uint64_t{1} << 32, SIZE_MAX));

struct settings {
    digest_options options;
    std::string algorithm, extra;
    bool as_tool = false, ignore_missing = false, quiet = false, status = false, strict = false, warn = false,
         zero = false;
    std::size_t jobs = 1, bits = whole_file;
};

void declare(command_line& line, settings& s, bool& implied) {
    line.flag("-c,--check", implied, "accepted; this verb always checks");
    line.value("-a,--algorithm", s.algorithm, "the algorithm of lines that name none", "ALG");
    line.flag("--ignore-missing", s.ignore_missing, "do not fail for a file that is not there");
    line.flag("--quiet", s.quiet, "print no line for a good file");
    line.flag("--status", s.status, "print nothing; only set the exit status");
    line.flag("--strict", s.strict, "fail for a malformed line; `hashlane check` always does");
    line.flag("-w,--warn", s.warn, "report each malformed line");
    line.value("--extra", s.extra, "report the files under DIR that are in no list", "DIR");
    line.flag("-z,--zero", s.zero, "the lines of the list end with NUL");
    line.flag("-b,--binary", implied, "accepted for compatibility with sha256sum");
    line.flag("-t,--text", implied, "accepted for compatibility with sha256sum");
    add_jobs_option(line, s.jobs);
    add_bits_option(line, s.bits);
    s.options.declare(line);
}

struct checked : file_job {
    entry listed;
    std::string note;  // not empty: a message about the list, and nothing else here
};

struct counts {
    std::size_t formatted = 0, malformed = 0, mismatched = 0, unreadable = 0, matched = 0;
};

void warn_count(std::size_t n, const char* one, const char* many) {
    if (n != 0) console::complain("WARNING: " + std::to_string(n) + (n == 1 ? one : many));
}

class checking {
  public:
    explicit checking(const settings& chosen) : s(chosen) {}

    bool list(const std::string& path) {
        const std::string shown = path == "-" ? "'standard input'" : in_message(path);
        const bytes text = read_whole(path, most_list);
        remember_list(path);
        list_context context{s.algorithm, "", s.as_tool, s.zero, s.options.length, s.bits};
        if (context.algorithm.empty()) take_from_name(path, context);
        count = {};
        told = false;
        ordered<checked> queue(s.jobs, [this](const checked& c) { print(c); });
        std::size_t number = 0;
        for (std::string_view line : split_lines({reinterpret_cast<const char*>(text.data()), text.size()}, s.zero))
            submit(queue, parse_line(line, context), shown + ": " + std::to_string(++number) + ": ");
        queue.finish();
        return conclude(shown);
    }

    bool extra_files() {
        std::size_t extra = 0, unreadable = 0;
        walk(s.extra, [&](const std::string& path, const std::string& why) {
            if (!why.empty()) {
                console::complain(in_message(path) + ": " + why);
                ++unreadable;
            } else if (!listed.contains(sys::key_of_path(path)) && !is_list(path)) {
                ++extra;
                say(path, "EXTRA");
            }
        });
        if (!s.status) warn_count(extra, " file is in no list", " files are in no list");
        return extra == 0 && unreadable == 0;
    }

  private:
    // What the name of a list says about its lines that name no algorithm.
    static void take_from_name(const std::string& path, list_context& context) {
        const detected by_name = algorithm_from_file_name(path);
        if (by_name.known) context.algorithm = by_name.algorithm;
        if (by_name.known || by_name.algorithm.empty()) return;
        const std::string program(program_for(by_name.algorithm));
        context.foreign = "a list of " + by_name.algorithm + ", which hashlane does not have; " +
                          (program.empty() ? "" : "`" + program + "` reads it, ") + "-a overrules";
    }

    void remember_list(const std::string& path) {
        sys::file_status status;
        if (sys::status_of_input(path, status) == 0) lists.insert({status.device, status.file});
    }

    bool is_list(const std::string& path) const {
        sys::file_status status;
        return sys::status(path, status) == 0 && lists.contains({status.device, status.file});
    }

    void submit(ordered<checked>& queue, parsed_line line, const std::string& where) {
        if (line.kind == parsed_line::nothing) return;
        if (line.kind == parsed_line::malformed) return submit_malformed(queue, line, where);
        try {
            auto job = std::make_unique<checked>();
            job->hashes = hashes_for(line.entry);
            require_bits(*job->hashes, line.entry.bits);
            if (!s.extra.empty()) listed.insert(sys::key_of_path(line.entry.path));
            ++count.formatted;
            job->found.path = line.entry.path;
            job->bits = line.entry.bits;
            job->listed = std::move(line.entry);
            queue.submit(std::move(job));
        } catch (const wrong_use& error) {
            line.problem = error.what();
            line.untold = true;
            submit_malformed(queue, line, where);
        }
    }

    // Called as sha256sum, the program reports a malformed line as GNU coreutils does: with --warn alone. What a well formed
    // line needs from the command line, such as a key, it says once.
    void submit_malformed(ordered<checked>& queue, const parsed_line& line, const std::string& where) {
        ++count.malformed;
        const bool as_gnu = s.as_tool && line.kind == parsed_line::malformed;
        const bool must_tell = line.untold && !as_gnu && !std::exchange(told, true);
        if (s.status || !(s.warn || must_tell)) return;
        const std::string text =
            as_gnu ? "improperly formatted " + tag_of(s.algorithm) + " checksum line" : line.problem;
        auto job = std::make_unique<checked>();
        job->note = where + text;
        queue.submit(std::move(job));
    }

    // The hash of a line. Lines that follow one another and are of one algorithm share it, and so its lanes. Throws
    // wrong_use.
    std::shared_ptr<const hash_list> hashes_for(const entry& line) {
        const std::size_t size = line.digest.size();
        if (last_hashes != nullptr && line.algorithm == last_algorithm && size == last_size) return last_hashes;
        last_hashes = std::make_shared<const hash_list>(1, s.options.make_listed(line.algorithm, size));
        last_algorithm = line.algorithm;
        last_size = size;
        return last_hashes;
    }

    void say(const std::string& path, const char* verdict) {
        if (s.status) return;
        const shown_name name = line_name(path, console::output_is_terminal());
        // As GNU coreutils: a backslash in front only where a newline would break the line.
        const bool escape = console::output_is_terminal() || path.find('\n') != std::string::npos;
        console::write_later((escape && name.escaped ? "\\" + name.text : path) + ": " + verdict + "\n");
    }

    void print(const checked& c) {
        if (!c.note.empty()) return console::complain(c.note);
        if (!c.found.error.empty()) {
            if (s.ignore_missing && c.found.missing) return;
            ++count.unreadable;
            console::complain(in_message(c.listed.path) + ": " + c.found.error);
            return say(c.listed.path, "FAILED open or read");
        }
        const bool other_size = c.listed.size && *c.listed.size != c.found.size;
        if (other_size && !s.status)
            console::complain(in_message(c.listed.path) + ": it has " + std::to_string(c.found.size) +
                              " bytes, and the list says " + std::to_string(*c.listed.size));
        const bool equal = !other_size && c.found.digests.at(0) == c.listed.digest;
        ++(equal ? count.matched : count.mismatched);
        if (!equal || !s.quiet) say(c.listed.path, equal ? "OK" : "FAILED");
    }

    // All files differ, and they are more than one: the algorithm is wrong rather than the files.
    bool none_matched_of_many() const { return count.matched == 0 && count.mismatched > 1; }

    bool conclude(const std::string& shown) {
        if (count.formatted == 0) {
            console::complain(shown + ": no properly formatted checksum lines found");
            return false;
        }
        if (!s.status) {
            warn_count(count.malformed, " line is improperly formatted", " lines are improperly formatted");
            warn_count(count.unreadable, " listed file could not be read", " listed files could not be read");
            warn_count(count.mismatched, " computed checksum did NOT match", " computed checksums did NOT match");
            if (none_matched_of_many() && !s.as_tool)
                console::complain(shown + ": no digest matches; is the list of another algorithm with digests as long "
                                          "(sha256, sha3-256 and b3sum's BLAKE3 look alike)?");
            if (s.ignore_missing && count.matched == 0) console::complain(shown + ": no file was verified");
        }
        return count.matched != 0 && count.mismatched == 0 && count.unreadable == 0 &&
               (count.malformed == 0 || (s.as_tool && !s.strict));
    }

    const settings& s;
    counts count;
    bool told = false;
    std::shared_ptr<const hash_list> last_hashes;
    std::string last_algorithm;
    std::size_t last_size = 0;  // of the digest
    std::set<std::string> listed;
    std::set<std::pair<std::uint64_t, std::uint64_t>> lists;
};

}  // namespace

int check_verb(const check_defaults& defaults, const words& arguments) {
    settings s;
    bool implied = false;
    const std::string who = defaults.as_tool ? std::string(console::program()) + " -c" : "hashlane check";
    command_line line("Reads lists of digests, and checks the files they name.", who + " [OPTION]... [LIST]...");
    declare(line, s, implied);
    if (!line.read(arguments)) return good;
    // As GNU coreutils has it.
    if (defaults.as_tool) line.keep_last({{"--quiet", &s.quiet}, {"--status", &s.status}, {"--warn", &s.warn}});
    if (s.algorithm.empty()) s.algorithm = defaults.algorithm;
    if (!s.algorithm.empty()) known_or_throw(s.algorithm);
    s.as_tool = defaults.as_tool;
    s.options.load();

    std::vector<std::string> lists = line.operands();
    if (lists.empty()) lists = {"-"};
    const progress drawn([](const std::atomic<bool>&) { return std::uint64_t{0}; });
    checking run(s);
    bool all_good = true;
    for (const std::string& path : lists) try {
            all_good = run.list(path) && all_good;
        } catch (const failure& error) {
            console::complain(error.what());
            all_good = false;
        }
    if (!s.extra.empty()) all_good = run.extra_files() && all_good;
    return all_good ? good : bad;
}

}  // namespace hashlane::cli
