// SPDX-License-Identifier: Apache-2.0 OR MIT
// The parts of the benchmark that decide what a figure is: the calibration, the slices that are thrown away, the table of
// processors, the goals. Clocks and probes are planted, so that nothing here depends on how busy the machine is.

#include <sched.h>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "../../bench/clock.hpp"
#include "../../bench/core_watch.hpp"
#include "../../bench/measure.hpp"
#include "../../bench/processor.hpp"
#include "../../bench/report.hpp"

namespace {

int passed = 0, failed = 0;

void check(bool good, const char* what) {
    if (good)
        ++passed;
    else
        ++failed;
    if (!good) std::printf("failed: %s\n", what);
}

// A clock whose reading takes 300 ns, and work of 17 ns a turn.
void calibration() {
    double now = 0;
    const auto clock = [&] { return now += 300; };
    const auto work = [&](int turns) { now += 17.0 * turns; };
    const double turn = bench::time_of_turn(clock, work, 100, 1000);
    check(turn > 16.999 && turn < 17.001, "the calibration leaves out what the clock costs");
    const double start = clock();
    work(1000);
    const double with_clock = (clock() - start) / 1000;
    check(with_clock > 17.2, "planted: one interval alone has the clock in it");
}

// What the planted probe says: 65 cycles on a free core, 130 on one that somebody else uses too.
bool disturbed = false;
bool probe_sees = true;
int probes = 0;

bench::reading planted_probe(unsigned) { return {0.25, disturbed && probe_sees ? 130.0 : 65.0}; }

// Each slice is read before and after: of five slices one is disturbed.
bench::reading probe_that_disturbs(unsigned threads) {
    const int of_slice = probes++ / 2 % 5;
    disturbed = of_slice == 0;
    return planted_probe(threads);
}

void watch() {
    bench::core_watch core(planted_probe);
    disturbed = false;
    core.learn();
    check(core.quiet({0.25, 65}) && core.quiet({0.25, 69}), "a free core is quiet");
    check(!core.quiet({0.25, 72}) && !core.quiet({0.25, 130}), "a shared core is not");
    check(core.ghz(0.5) > 3.999 && core.ghz(0.5) < 4.001, "the frequency comes from the cycle");
    bench::core_watch late(planted_probe);
    disturbed = true;
    late.learn();
    check(late.quiet({0.25, 130}), "a core that was never free is not known better");
    disturbed = false;
    late.learn();
    check(!late.quiet({0.25, 130}), "and is known as soon as it is free once");
}

// A contestant that takes 16 times as long while the core is disturbed. It writes nothing, so that outputs agree.
void job(const bench_work*) { bench::dependent_additions(disturbed ? 16000 : 1000); }

std::vector<bench::entered> two_contestants(const bench::row&) {
    static const bench_module module{BENCH_ABI, nullptr, 0, nullptr, nullptr};
    return {{{"one", "1", "", "", &module, nullptr}, job, false}, {{"two", "1", "", "", &module, nullptr}, job, false}};
}

bench::outcome measured(int tries) {
    std::vector<bench::outcome> rows{{{"planted", "planted", 16, 16}, 0, {}, {}, {}, {}}};
    bench::core_watch core(probe_that_disturbs);
    disturbed = false;
    probes = 0;
    core.learn();
    const bench::pace pace{1, 30, 100e3, 0, tries, 0, 0};
    disturbed = false;
    bench::measure_rows(rows, two_contestants, pace, core);
    bench::settle(rows[0]);
    return rows[0];
}

double largest(const bench::figure& f) { return bench::quantile(f.ns_of_round, 1); }
double least(const bench::figure& f) { return bench::quantile(f.ns_of_round, 0); }

void slices() {
    probe_sees = true;
    const bench::outcome again = measured(4);
    check(again.figures.size() == 2 && again.rounds() == 30, "all rounds are there");
    check(again.taken_again() > 0 && again.quiet_rounds() == 30, "a slow slice is taken again");
    for (const bench::figure& f : again.figures) check(largest(f) < 8 * least(f), "no slow slice is left");

    const bench::outcome once = measured(1);
    check(once.taken_again() == 0 && once.quiet_rounds() < 30 && once.quiet_rounds() > 0, "with one try it is marked");
    check(largest(once.figures[0]) > 8 * least(once.figures[0]), "and stands among the rounds");
    const double usual = once.figures[0].ns;
    check(usual < 4 * least(once.figures[0]), "but the median is of quiet rounds");
    check(once.figures[0].high_ns < 8 * least(once.figures[0]), "and so are the quartiles");

    probe_sees = false;
    const bench::outcome blind = measured(4);
    check(blind.taken_again() == 0 && largest(blind.figures[0]) > 8 * least(blind.figures[0]),
          "planted: a probe that sees nothing lets slow slices through");
}

// The account of Linux grows when two threads share one core.
void waiting() {
    if (!std::ifstream("/proc/self/schedstat")) return;
    cpu_set_t one;
    cpu_set_t all;
    sched_getaffinity(0, sizeof all, &all);
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    const double before = bench::waited_ns();
    std::atomic<bool> stop{false};
    std::thread other([&] {
        while (!stop) {}
    });
    const double start = bench::now_ns(true);
    while (bench::now_ns(true) - start < 200e6) {}
    const double waited = bench::waited_ns() - before;
    stop = true;
    other.join();
    sched_setaffinity(0, sizeof all, &all);
    check(waited > 50e6, "two threads on one core wait for each other");
}

void readings() {
    check(bench::reading_of(0.25, 16, 0.25).throughput == 64, "a reading is in cycles");
    check(bench::reading_of(0.25, 16, 0.252).throughput < 65, "a frequency that hardly changes");
    check(bench::reading_of(0.25, 16, 0.27).throughput > 1e6, "a frequency that falls is a disturbance");
    check(bench::reading_of(0.27, 16, 0.25).throughput > 1e6, "a frequency that rises is a disturbance");
    check(bench::reading_of(0, 16, 0.25).throughput > 1e6, "a cycle that was not measured");
}

void processors() {
    const auto is = [](std::string_view vendor, unsigned family, unsigned model, std::string_view name) {
        check(bench::microarchitecture_of(vendor, family, model) == name, "the microarchitecture");
    };
    is("AuthenticAMD", 25, 17, "Zen 4");
    is("AuthenticAMD", 25, 97, "Zen 4");
    is("AuthenticAMD", 25, 1, "Zen 3");
    is("AuthenticAMD", 23, 49, "Zen 2");
    is("AuthenticAMD", 26, 2, "Zen 5");
    is("GenuineIntel", 6, 143, "Golden Cove");
    is("GenuineIntel", 6, 106, "Sunny Cove");
    is("ARM", 0x41, 0xd40, "Neoverse V1");
    is("AuthenticAMD", 25, 0xb0, "");
    is("GenuineIntel", 25, 17, "");
    check(bench::core_with("Cypress Cove", {true, 65536}) == "Redwood Cove", "a hidden model with AMX");
    check(bench::core_with("Cypress Cove", {true, 32768}) == "Golden Cove", "a hidden model with a smaller cache");
    check(bench::core_with("Cypress Cove", {false, 32768}) == "Cypress Cove", "a model that may be right");
    check(bench::core_with("Raptor Cove", {true, 32768}) == "Raptor Cove", "a model that has AMX");
    check(bench::core_with("", {true, 65536}).empty(), "an unknown model");
    check(bench::processor{"AuthenticAMD", 25, 17, 1, "", "Zen 4"}.page() == "zen4", "a page of a known processor");
    check(bench::processor{"GenuineIntel", 6, 143, 8, "", "Golden Cove"}.page() == "golden-cove",
          "a page of two words");
    check(bench::processor{"AuthenticAMD", 25, 176, 0, "", ""}.page() == "authenticamd-25-176", "an unknown one");
}

bench::figure figure_of(const bench_module* of, const char* name, const char* variant, double ns) {
    bench::figure f{{name, "1", variant, of->use_target == nullptr ? "" : "auto", of, nullptr}, false, 1, {}, {}, {}};
    f.ns_of_round = {ns, ns, ns};
    f.cycles_of_round = {ns, ns, ns};
    f.quiet_of_round = {true, true, true};
    return f;
}

bench::verdict verdict_of(double ours, const bench::goal& g) {
    static const bench_module peer{BENCH_ABI, nullptr, 0, nullptr, nullptr};
    static const bench_module hashlane{BENCH_ABI, nullptr, 0, nullptr, [](const char*) { return 1; }};
    bench::outcome o{{"planted", "planted", 16, 16}, 16, {}, {}, {}, {}};
    o.what.goals = {g};
    o.figures = {figure_of(&hashlane, "Hashlane g++", "", ours),
                 figure_of(&hashlane, "Hashlane g++", bench::itself, 100), figure_of(&peer, "best", "", 100),
                 figure_of(&peer, "slow", "", 200)};
    bench::settle(o);
    for (const bench::figure& f : o.figures)
        if (f.who.hashlane() && f.who.variant.empty()) return bench::judge(g, o, f, {o});
    return {};
}

// A row whose every round was disturbed decides nothing.
void undecided() {
    static const bench_module peer{BENCH_ABI, nullptr, 0, nullptr, nullptr};
    bench::figure f = figure_of(&peer, "one", "", 100);
    bench::figure g = figure_of(&peer, "two", "", 100);
    check(bench::enough_quiet(f, g), "quiet rounds decide");
    f.quiet_of_round = {true, false, false};
    g.quiet_of_round = {false, true, true};
    check(!bench::enough_quiet(f, g), "planted: no round in which both were quiet");
    f.quiet_of_round = std::vector<bool>(15, false);
    g.quiet_of_round = std::vector<bool>(15, true);
    f.quiet_of_round[3] = f.quiet_of_round[4] = true;
    check(!bench::enough_quiet(f, g), "two rounds of fifteen are too few");
    f.quiet_of_round[5] = true;
    check(bench::enough_quiet(f, g), "three are enough");
}

void goals() {
    using enum bench::measure;
    undecided();
    check(verdict_of(100.9, {times_peer, 1.01}).quiet, "the verdict knows that its rounds were quiet");
    check(verdict_of(100.9, {times_peer, 1.01}).met, "1.009 of the best peer is met");
    check(!verdict_of(101.1, {times_peer, 1.01}).met, "1.011 of it is missed");
    check(!verdict_of(110, {times_peer, 1.01}).met, "a slower peer does not stand in for the best");
    check(verdict_of(110, {times_peer, 1.01, "slow"}).met, "unless the row names it");
    check(!verdict_of(110, {times_peer, 1.01, "nobody"}).known, "without the peer nothing is known");
    check(verdict_of(100, {times_itself, 1.01}).met, "no noise");
    check(!verdict_of(90, {times_itself, 1.01}).met, "noise of a ninth");
    bool some_held = false;
    for (const bench::row& r : bench::all_rows()) {
        check(!r.goals.empty(), "every row has a goal");
        some_held |= r.held;
    }
    check(some_held, "some rows are held to their goals");
}

}  // namespace

int main() {
    calibration();
    watch();
    slices();
    waiting();
    readings();
    processors();
    goals();
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
