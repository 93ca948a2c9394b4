// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "report.hpp"

#include <sys/utsname.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <thread>

namespace bench {
namespace {

// Hashlane's figures on one target, in the order of the compilers' names; "auto" is what a user gets.
std::vector<const figure*> hashlanes(const outcome& o, std::string_view target) {
    std::vector<const figure*> found;
    for (const figure& f : o.figures)
        if (f.who.hashlane() && f.who.target == target && f.who.variant != itself) found.push_back(&f);
    std::ranges::sort(found, {}, [](const figure* f) { return f->who.name; });
    return found;
}

const char* compiler_of(const figure& f) { return f.who.name.c_str() + sizeof "Hashlane"; }

struct compared {
    double value = 0;  // 0: there is nobody to compare with
    bool quiet = false;
};

compared value_of(const goal& g, const outcome& o, const figure& f, const std::vector<outcome>& all) {
    switch (g.what) {
    case measure::times_peer: {
        const figure* p = best_peer(o, g.than);
        if (p == nullptr) return {};
        return {ratio(f, *p), enough_quiet(f, *p)};
    }
    case measure::times_itself:
        for (const figure& again : o.figures)
            if (again.who.variant == itself && again.who.name == f.who.name && again.who.target == f.who.target)
                return f.who.variant == itself ? compared{} : compared{ratio(again, f), enough_quiet(again, f)};
        return {};
    case measure::rate_of_row:
        for (const outcome& other : all)
            for (const figure& same : other.figures)
                if (other.what.id() == g.than && same.who.label() == f.who.label())
                    return {o.bytes / other.bytes * ratio(same, f), enough_quiet(same, f)};
    }
    return {};
}

std::string ratio_text(const figure& f, const figure* p) {
    if (p == nullptr) return "-";
    char text[16];
    std::snprintf(text, sizeof text, "%.3f", ratio(f, *p));
    return text;
}

std::string goals_of(const outcome& o, const figure& f, const std::vector<outcome>& all) {
    std::string text;
    if (f.who.target != "auto") return text;
    for (const goal& g : o.what.goals) {
        const verdict v = judge(g, o, f, all);
        if (v.known) text += "  " + v.text + (!v.quiet ? ": no quiet cores" : v.met ? ": met" : ": missed");
    }
    return text;
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? " " : ", ") + name;
    return text;
}

nlohmann::json figure_json(const outcome& o, const figure& f, const std::vector<outcome>& all) {
    nlohmann::json j{{"name", f.who.name},
                     {"version", f.who.version},
                     {"variant", f.who.variant},
                     {"hashlane", f.who.hashlane()},
                     {"rival", f.rival},
                     {"ns", f.ns},
                     {"ns_quartiles", {f.low_ns, f.high_ns}},
                     {"taken_again", f.taken_again},
                     {"gb_per_s", o.gb_per_s(f)}};
    if (f.cycles > 0) {
        j["cycles"] = f.cycles;
        j["cycles_per_byte"] = o.cycles_per_byte(f);
    }
    if (!f.who.hashlane()) return j;
    j["target"] = f.who.target;
    if (const figure* p = best_peer(o, "")) {
        j["of_best_peer"] = ratio(f, *p);
        j["best_peer"] = p->who.label();
    }
    if (const figure* p = best_peer(o, "OpenSSL")) j["of_openssl"] = ratio(f, *p);
    if (const figure* p = best_portable_peer(o, f.who.target)) {
        j["of_portable_peer"] = ratio(f, *p);
        j["portable_peer"] = p->who.label();
    }
    if (f.who.target != "auto") return j;
    for (const goal& g : o.what.goals) {
        const verdict v = judge(g, o, f, all);
        if (v.known) j["goals"].push_back({{"goal", v.text}, {"value", v.value}, {"met", v.met}, {"quiet", v.quiet}});
    }
    return j;
}

}  // namespace

verdict judge(const goal& g, const outcome& o, const figure& f, const std::vector<outcome>& all) {
    const compared c = value_of(g, o, f, all);
    const bool at_least = g.what == measure::rate_of_row;
    return {goal_text(g), c.value, c.value > 0, at_least ? c.value >= g.limit : c.value <= g.limit, c.quiet};
}

std::string machine() {
    utsname u{};
    uname(&u);
    return std::to_string(std::thread::hardware_concurrency()) + " cores, " + u.machine + ", " + u.sysname + " " +
           u.release;
}

std::string text_of(const processor& p) {
    const std::string core =
        p.microarchitecture.empty() ? "a microarchitecture that processor.cpp does not have" : p.microarchitecture;
    return (p.brand.empty() ? "" : p.brand + ", ") + p.vendor + " family " + std::to_string(p.family) + " model " +
           std::to_string(p.model) + (p.model_hidden ? " (the number of another core)" : "") + " stepping " +
           std::to_string(p.stepping) + ", " + core;
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", std::gmtime(&now));
    return text;
}

void print_row(const outcome& o, const std::vector<outcome>& all) {
    if (!o.wrong.empty()) {
        std::printf("%s\n", o.what.id().c_str());
        for (const std::string& who : o.wrong)
            std::printf("  ERROR: %s differs from %s\n", who.c_str(), o.compared_with.c_str());
        std::printf("\n");
        return;
    }
    const figure *const best = best_peer(o, ""), *const openssl = best_peer(o, "OpenSSL");
    std::printf("%-44s %12s %12s %8s %7s %6s %8s\n", o.what.id().c_str(), "ns", "cycles", "c/B", "GB/s", "/best",
                "/OpenSSL");
    for (const figure& f : o.figures) {
        std::printf("  %-42s %12.1f %12.0f %8.3f %7.2f", (f.who.label() + (f.rival ? " *" : "")).c_str(), f.ns,
                    f.cycles, o.cycles_per_byte(f), o.gb_per_s(f));
        if (f.who.hashlane())
            std::printf(" %6s %8s%s", ratio_text(f, best).c_str(), ratio_text(f, openssl).c_str(),
                        goals_of(o, f, all).c_str());
        std::printf("\n");
    }
    if (o.compared_with.empty()) std::printf("  (nobody to compare the output with)\n");
    if (!o.slow.empty()) std::printf("  left behind:%s\n", joined(o.slow).c_str());
    if (o.quiet_rounds() < o.rounds() || o.taken_again() != 0)
        std::printf("  all slices quiet in %zu of %zu rounds; taken again: %d\n", o.quiet_rounds(), o.rounds(),
                    o.taken_again());
    std::printf("\n");
    std::fflush(stdout);
}

void print_goals(const std::vector<outcome>& all) {
    std::printf("%-34s %-36s measured\n", "goal", "");
    for (const outcome& o : all)
        for (const goal& g : o.what.goals) {
            std::printf("%-34s %-36s", o.what.id().c_str(), goal_text(g).c_str());
            bool some = false;
            for (const figure* f : hashlanes(o, "auto")) {
                const verdict v = judge(g, o, *f, all);
                if (v.known)
                    std::printf("  %s %.4g %s", compiler_of(*f), v.value,
                                !v.quiet ? "(no quiet cores)"
                                : v.met  ? "met"
                                         : "MISSED");
                some |= v.known;
            }
            std::printf("%s\n", some ? "" : "  not known here");
        }
}

void print_portable(const std::vector<outcome>& all) {
    bool head = false;
    for (const outcome& o : all)
        for (const char* target : {"avx2", "baseline"}) {
            const figure* const p = best_portable_peer(o, target);
            const auto ours = hashlanes(o, target);
            if (p == nullptr || ours.empty()) continue;
            if (!head) std::printf("\n%-34s %-9s %-36s time of it\n", "kept to", "", "best peer kept to the same");
            head = true;
            std::printf("%-34s %-9s %-36s", o.what.id().c_str(), target, p->who.label().c_str());
            for (const figure* f : ours)
                std::printf("  %s %.2f %s", compiler_of(*f), ratio(*f, *p), ratio(*f, *p) <= 1.01 ? "met" : "MISSED");
            std::printf("\n");
        }
}

static nlohmann::json processor_json(const processor& p) {
    return {{"text", text_of(p)}, {"page", p.page()},
            {"vendor", p.vendor}, {"family", p.family},
            {"model", p.model},   {"stepping", p.stepping},
            {"brand", p.brand},   {"microarchitecture", p.microarchitecture}};
}

nlohmann::json as_json(const std::vector<outcome>& all, const about& more) {
    nlohmann::json rows = nlohmann::json::array();
    for (const outcome& o : all) {
        nlohmann::json figures = nlohmann::json::array();
        for (const figure& f : o.figures) figures.push_back(figure_json(o, f, all));
        rows.push_back({{"id", o.what.id()},
                        {"family", o.what.family},
                        {"workload", o.what.workload},
                        {"size", o.what.size},
                        {"bytes", o.bytes},
                        {"count", o.what.count},
                        {"threads", o.what.threads},
                        {"wrong", o.wrong},
                        {"compared_with", o.compared_with},
                        {"left_behind", o.slow},
                        {"held", o.what.held},
                        {"rounds", o.rounds()},
                        {"quiet_rounds", o.quiet_rounds()},
                        {"figures", figures}});
    }
    return {{"machine", machine()},
            {"processor", processor_json(more.runs_on)},
            {"ghz", more.ghz},
            {"compilers", more.compilers},
            {"date", today()},
            {"load", more.load},
            {"quick", more.quick},
            {"complete", more.complete},
            {"goals_only", more.goals_only},
            {"contestants", more.contestants},
            {"missing", more.missing},
            {"rows", rows}};
}

}  // namespace bench
