// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane_bench: all rows, all contestants, one table. See README.md.

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <regex>
#include <set>
#include <span>
#include <thread>

#include "report.hpp"

namespace {

struct options {
    std::string only, target, json_file, compiler;
    std::filesystem::path modules = BENCH_PLACE "/contestants";
    std::vector<std::string> load;
    bool quick = false, list = false, goals = false, all_targets = false;
    int rounds = 0;
};

unsigned most_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

int read_options(int argc, char** argv, options& o) {
    CLI::App app{"Hashlane and its peers: interleaved, in one process, after their digests were compared"};
    app.add_option("--only", o.only, "rows whose name matches this regular expression");
    app.add_option("--target", o.target, "Hashlane on this target alone");
    app.add_option("--compiler", o.compiler, "Hashlane by this compiler alone: g++ or clang++");
    app.add_option("--json", o.json_file, "write the figures there too");
    app.add_option("--modules", o.modules, "the folder of the contestants")->capture_default_str();
    app.add_option("--load", o.load, "another contestant (a shared object as peer.h describes)");
    app.add_option("--rounds", o.rounds, "slices of each contestant")->check(CLI::Range(1, 1000));
    app.add_flag("--quick", o.quick, "few and short slices: a first look, not a measurement");
    app.add_flag("--goals", o.goals,
                 "only the rows that --list shows first, without peers that are far behind the best");
    app.add_flag("--all-targets", o.all_targets, "with --goals: also Hashlane kept to each target, and peers likewise");
    app.add_flag("--list", o.list, "name the rows");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) { return app.exit(e) == 0 ? -1 : 2; }
    return 0;
}

// The rows asked for, and those that a goal of theirs speaks of.
std::vector<bench::row> chosen_rows(const options& o) {
    const std::regex wanted(o.only, std::regex::extended | std::regex::icase);
    const auto rows = bench::all_rows();
    std::set<std::string, std::less<>> ids;
    for (const bench::row& r : rows) {
        if (!std::regex_search(r.id(), wanted) || (o.goals && !r.held) || r.threads > most_threads()) continue;
        ids.insert(r.id());
        for (const bench::goal& g : r.goals)
            if (g.what == bench::measure::rate_of_row) ids.emplace(g.than);
    }
    std::vector<bench::row> chosen;
    std::ranges::copy_if(rows, std::back_inserter(chosen), [&](const bench::row& r) { return ids.contains(r.id()); });
    return chosen;
}

// In a whole run the rows that are held to goals show every target; a sweep, and the goals alone, what a user gets.
std::vector<std::string> targets_for(const bench::row& r, const options& o, const bench::field& field) {
    if (!o.target.empty()) return {o.target};
    std::vector<std::string> targets{"auto"};
    if (r.held && !r.against_itself && !o.quick && (!o.goals || o.all_targets))
        for (const std::string& name : field.targets()) targets.push_back(name);
    return targets;
}

// What CMake or the build of a peer left there: a line each.
std::vector<std::string> missing_peers() {
    std::vector<std::string> lines;
    for (const auto& note : std::filesystem::directory_iterator(BENCH_PLACE "/missing"))
        if (std::string line;
            note.path().extension() != ".log" && std::getline(std::ifstream(note.path()) >> std::ws, line))
            lines.push_back(line);
    std::ranges::sort(lines);
    return lines;
}

double load_average() {
    double load = 0;
    return getloadavg(&load, 1) == 1 ? load : 0;
}

void print_head(const bench::about& about) {
    std::printf("%s\n%s", bench::text_of(about.runs_on).c_str(), bench::machine().c_str());
    if (!about.ghz.empty()) std::printf(", %.2f GHz", about.ghz[0]);
    std::printf("\n%s, load average %.1f\n", bench::today().c_str(), about.load);
    for (const std::string& name : about.contestants) std::printf("  %s\n", name.c_str());
    for (const std::string& name : about.missing) std::printf("  not here: %s\n", name.c_str());
    std::printf("* another function, its output is not compared\n\n");
}

void write(const std::string& file, const std::string& text) {
    std::ofstream out(file);
    out << text << std::flush;
    if (!out) throw std::runtime_error("cannot write " + file);
}

bench::pace pace_of(const options& o) {
    bench::pace pace = o.quick ? bench::quick : o.goals ? bench::only_goals : bench::pace{};
    if (o.rounds != 0) pace.rounds = (o.rounds + pace.passes - 1) / pace.passes;
    return pace;
}

// How many rows from the first on are measured together: the second and all after it have goals that speak of the first.
std::size_t together(std::span<const bench::outcome> rows) {
    const auto speaks_of_first = [&](const bench::goal& g) {
        return g.what == bench::measure::rate_of_row && g.than == rows.front().what.id();
    };
    std::size_t n = 1;
    while (n < rows.size() && std::ranges::any_of(rows[n].what.goals, speaks_of_first)) ++n;
    return n;
}

// A row is printed as soon as its last pass is over.
std::vector<bench::outcome> measure(const std::vector<bench::row>& rows, const bench::field& field, const options& o,
                                    bench::core_watch& core) {
    const bench::pace pace = pace_of(o);
    std::vector<bench::outcome> all;
    const auto enter = [&](const bench::row& r) { return field.enter(r, targets_for(r, o, field)); };
    for (const bench::row& r : rows)
        if (std::ranges::any_of(enter(r), [](const bench::entered& e) { return e.who.hashlane(); }))
            all.push_back({r, 0, {}, {}, {}, {}});
    for (int pass = 1; pass <= pace.passes; ++pass)
        for (std::size_t i = 0, n = 0; i < all.size(); i += n) {
            n = together(std::span(all).subspan(i));
            if (isatty(STDERR_FILENO))
                std::fprintf(stderr, "\r\033[Kpass %d of %d, row %zu of %zu\r", pass, pace.passes, i + 1, all.size());
            const auto rows_now = std::span(all).subspan(i, n);
            measure_rows(rows_now, enter, pace, core);
            if (pass < pace.passes) continue;
            std::ranges::for_each(rows_now, bench::settle);
            for (const bench::outcome& row : rows_now) print_row(row, all);
        }
    return all;
}

std::vector<double> frequency(const bench::core_watch& core) {
    if (core.ghz(0.5) == 0) return {};
    return {core.ghz(0.5), core.ghz(0.25), core.ghz(0.75)};
}

int run(const options& o) {
    bench::field field;
    field.load_folder(o.modules);
    for (const std::string& file : o.load) field.load(file);
    const auto rows = chosen_rows(o);
    if (o.list) {
        for (const bench::row& r : rows) std::printf("%s\n", r.id().c_str());
        return 0;
    }
    if (rows.empty()) throw std::runtime_error("no row is called so; see --list");
    const auto known = field.targets();
    if (!o.target.empty() && std::ranges::find(known, o.target) == known.end())
        throw std::runtime_error("no target " + o.target + " on this machine");
    if (!o.compiler.empty() && !field.keep_compiler(o.compiler))
        throw std::runtime_error("no Hashlane by " + o.compiler + " here");

    const bool complete = !o.quick && !o.goals && o.only.empty() && o.target.empty() && o.compiler.empty();
    bench::core_watch core(bench::probe_cores);
    core.learn();
    bench::about about{
        field.names(),   missing_peers(),           load_average(), o.quick, complete, o.goals, bench::this_processor(),
        frequency(core), "peers by " BENCH_PEERS_BY};
    print_head(about);
    const auto all = measure(rows, field, o, core);
    about.ghz = frequency(core);
    const bool wrong = std::ranges::any_of(all, [](const bench::outcome& row) { return !row.wrong.empty(); });
    bench::print_goals(all);
    bench::print_portable(all);
    if (!o.json_file.empty()) write(o.json_file, bench::as_json(all, about).dump(1) + '\n');
    if (wrong) std::fprintf(stderr, "hashlane_bench: digests differ; see ERROR above\n");
    return wrong ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
    options o;
    if (const int stop = read_options(argc, argv, o); stop != 0) return stop < 0 ? 0 : stop;
    try {
        return run(o);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "hashlane_bench: %s\n", e.what());
        return 2;
    }
}
