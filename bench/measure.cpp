// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "measure.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <random>

#include "clock.hpp"

namespace bench {
namespace {

// The messages of a row and room for one contestant's output.
class material {
  public:
    explicit material(const row& r) : output_size(0) {
        std::mt19937_64 random(r.size * 1000003 + r.count);
        offsets.push_back(0);
        for (std::size_t i = 0; i < r.count; ++i)
            offsets.push_back(offsets.back() + (r.shape == lengths::mixed ? random() % (r.size + 1) : r.size));
        fill(in, offsets.back() + 64, random);
        fill(nonces, 16 * r.count, random);
        fill(key, 16, random);
        fill(ad, r.ad_size + 1, random);
        output_size = r.sealed() ? offsets.back() + 16 * r.count : r.out_size * r.count;
        out.resize(output_size);
        work = {in.data(),  offsets.data(), r.count,   out.data(), r.out_size,
                key.data(), nonces.data(),  ad.data(), r.ad_size,  r.threads};
    }
    material(const material&) = delete;

    std::vector<std::uint8_t> output_of(const entered& e) {
        std::ranges::fill(out, std::uint8_t{0xa5});
        e.job(&work);
        return out;
    }

    double bytes() const { return static_cast<double>(offsets.back()) / static_cast<double>(work.count); }

    bench_work work{};

  private:
    static void fill(std::vector<std::uint8_t>& v, std::size_t n, std::mt19937_64& random) {
        v.resize(n);
        for (std::size_t i = 0; i < n; i += 8) {
            const std::uint64_t word = random();
            std::memcpy(v.data() + i, &word, std::min<std::size_t>(8, n - i));
        }
    }

    std::vector<std::uint64_t> offsets;
    std::vector<std::uint8_t> in, out, key, nonces, ad;
    std::size_t output_size;
};

// A third party judges where there is one, OpenSSL before all others.
const entered* judge(const std::vector<entered>& field) {
    const entered* found = nullptr;
    for (const entered& e : field) {
        if (e.rival) continue;
        if (e.who.name == "OpenSSL") return &e;
        if (found == nullptr || (found->who.hashlane() && !e.who.hashlane())) found = &e;
    }
    return found;
}

void compare(outcome& o, const std::vector<entered>& field, material& m) {
    const entered* const right = judge(field);
    if (right == nullptr) return;
    use_target(right->who);
    const auto expected = m.output_of(*right);
    for (const entered& e : field) {
        if (e.rival || &e == right) continue;
        use_target(e.who);
        if (m.output_of(e) != expected) o.wrong.push_back(e.who.label());
        o.compared_with = right->who.label();
    }
}

class stopwatch {
  public:
    stopwatch(const entered& contestant, material& of, const row& r, const pace& at, core_watch& core)
        : e(contestant), m(of), threads(r.threads), wall(r.threaded()), p(at), watch(core) {}

    double time_of(long n) {
        const double start = now_ns(wall);
        for (long i = 0; i < n; ++i) e.job(&m.work);
        return now_ns(wall) - start;
    }

    // As many calls as fill a slice.
    long calls_of_a_slice() {
        ready();
        long n = 1;
        double took = time_of(1);
        while ((took = time_of(n)) < p.slice_ns / 2 && n < 1L << 40) n *= 2;
        return std::max(1L, static_cast<long>(static_cast<double>(n) * p.slice_ns / took));
    }

    // Nanoseconds of one call: the least of three slices, or one call that takes longer than a slice.
    double roughly(long calls) {
        ready();
        double least = time_of(calls);
        for (int i = 0; i < 2 && calls > 1; ++i) least = std::min(least, time_of(calls));
        return least / static_cast<double>(calls);
    }

    // A slice that somebody else's work disturbed is taken again. If all tries are disturbed, the last one stands, marked.
    void slice(figure& f) {
        for (int left = p.tries;; --left) {
            ready();
            warm_up(f.calls);
            const reading before = watch.read(wall ? threads : 1);
            const double waited_before = wall ? waited_ns() : 0;
            const double all = time_of(f.calls);
            const double waited = wall ? waited_ns() - waited_before : 0;
            const reading after = watch.read(wall ? threads : 1);
            const bool quiet = watch.quiet(before) && watch.quiet(after) && waited <= 0.02 * all;
            if (!quiet && left > 1 && all < 5e6) {
                ++f.taken_again;
                continue;
            }
            const double took = all / static_cast<double>(f.calls) / static_cast<double>(m.work.count);
            const double cycle = (before.cycle_ns + after.cycle_ns) / 2;
            f.ns_of_round.push_back(took);
            f.cycles_of_round.push_back(cycle > 0 ? took / cycle : 0);
            f.quiet_of_round.push_back(quiet);
            return;
        }
    }

  private:
    void ready() {
        clean_upper_halves();
        use_target(e.who);
    }

    // Wide code runs slowly at first, and caches hold what the one before left.
    void warm_up(long calls) {
        if (calls == 1) return;
        for (double spent = 0; spent < p.warm_up_ns;) spent += time_of(std::max(1L, calls / 4)) + 1;
    }

    const entered& e;
    material& m;
    unsigned threads;
    bool wall;
    pace p;
    core_watch& watch;
};

// Does a goal of the row name this peer?
bool named(const row& r, const contestant& who) {
    const std::string called = who.name + (who.variant.empty() ? "" : " " + who.variant);
    return std::ranges::any_of(r.goals, [&](const goal& g) {
        return g.what == measure::times_peer && !g.than.empty() && called.starts_with(g.than);
    });
}

// A row for one pass. The first pass compares the outputs and chooses the length of the slices, and who is timed.
struct course {
    outcome& o;
    std::vector<entered> field;
    material m;
    std::vector<stopwatch> watches{};

    course(outcome& of, std::vector<entered> in) : o(of), field(std::move(in)), m(of.what) { o.bytes = m.bytes(); }

    void ready(const pace& p, core_watch& core) {
        if (o.rounds() == 0) {
            o.wrong.clear();
            o.figures.clear();
            compare(o, field, m);
            if (o.wrong.empty()) choose(p, core);
        }
        std::erase_if(field, [&](const entered& e) { return figure_of(e.who.label()) == nullptr; });
        for (const entered& e : field) watches.emplace_back(e, m, o.what, p, core);
    }

    void slice(const std::string& label) {
        for (std::size_t i = 0; i < field.size(); ++i)
            if (field[i].who.label() == label) watches[i].slice(*figure_of(label));
    }

  private:
    void choose(const pace& p, core_watch& core) {
        std::vector<figure> found;
        double best = 0;
        for (const entered& e : field) {
            stopwatch watch(e, m, o.what, p, core);
            figure f{e.who, e.rival, watch.calls_of_a_slice(), {}, {}, {}};
            f.ns = watch.roughly(f.calls);
            if (!e.who.hashlane() && !e.rival && (best == 0 || f.ns < best)) best = f.ns;
            found.push_back(f);
        }
        o.slow.clear();
        for (const figure& f : found) {
            const bool behind = p.leave_behind > 0 && f.ns > p.leave_behind * best;
            if (behind && !f.who.hashlane() && !named(o.what, f.who))
                o.slow.push_back(f.who.label());
            else
                o.figures.push_back(f);
        }
    }

    figure* figure_of(const std::string& label) {
        for (figure& f : o.figures)
            if (f.who.label() == label) return &f;
        return nullptr;
    }
};

std::vector<std::string> labels(const std::deque<course>& courses) {
    std::vector<std::string> all;
    for (const course& c : courses)
        for (const entered& e : c.field)
            if (std::ranges::find(all, e.who.label()) == all.end()) all.push_back(e.who.label());
    return all;
}

// The values of the quiet rounds, or all if there are none.
std::vector<double> quiet_values(const figure& f, const std::vector<double>& values) {
    std::vector<double> some;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (f.quiet_of_round[i]) some.push_back(values[i]);
    return some.empty() ? values : some;
}

}  // namespace

std::size_t outcome::quiet_rounds() const {
    std::size_t n = 0;
    for (std::size_t i = 0; i < rounds(); ++i)
        n += std::ranges::all_of(figures, [&](const figure& f) { return f.quiet_of_round[i]; });
    return n;
}

int outcome::taken_again() const {
    int n = 0;
    for (const figure& f : figures) n += f.taken_again;
    return n;
}

double ratio(const figure& f, const figure& p) {
    std::vector<double> quiet;
    std::vector<double> all;
    for (std::size_t i = 0; i < std::min(f.ns_of_round.size(), p.ns_of_round.size()); ++i) {
        all.push_back(f.ns_of_round[i] / p.ns_of_round[i]);
        if (f.quiet_of_round[i] && p.quiet_of_round[i]) quiet.push_back(all.back());
    }
    return quantile(quiet.empty() ? all : quiet, 0.5);
}

bool enough_quiet(const figure& f, const figure& p) {
    const std::size_t rounds = std::min(f.quiet_of_round.size(), p.quiet_of_round.size());
    std::size_t quiet = 0;
    for (std::size_t i = 0; i < rounds; ++i)
        if (f.quiet_of_round[i] && p.quiet_of_round[i]) ++quiet;
    return quiet > 0 && 5 * quiet >= rounds;
}

const figure* best_peer(const outcome& o, std::string_view name_and_variant) {
    const figure* best = nullptr;
    for (const figure& f : o.figures) {
        const std::string called = f.who.name + (f.who.variant.empty() ? "" : " " + f.who.variant);
        if (f.who.hashlane() || !called.starts_with(name_and_variant)) continue;
        if (name_and_variant.empty() && f.rival) continue;
        if (best == nullptr || (!name_and_variant.empty() && f.who.version > best->who.version)) best = &f;
    }
    return best;
}

const figure* best_portable_peer(const outcome& o, std::string_view target) {
    for (const figure& f : o.figures) {
        const bool baseline = f.who.name.ends_with("(baseline)"), avx2 = f.who.name.ends_with("(avx2)");
        if (!f.rival && ((target == "avx2" && (avx2 || baseline)) || (target == "baseline" && baseline))) return &f;
    }
    return nullptr;
}

void measure_rows(std::span<outcome> rows, const std::function<std::vector<entered>(const row&)>& enter, const pace& p,
                  core_watch& core) {
    std::deque<course> courses;
    for (outcome& o : rows) courses.emplace_back(o, enter(o.what)).ready(p, core);
    std::vector<std::string> order = labels(courses);
    std::mt19937 random(static_cast<unsigned>(rows.front().rounds()));
    const double start = now_ns(false);
    for (int round = 0; round < p.rounds; ++round) {
        if (round > 0 && p.row_ns > 0 && now_ns(false) - start > p.row_ns * static_cast<double>(rows.size())) break;
        std::ranges::shuffle(order, random);
        for (const std::string& label : order)
            for (course& c : courses) c.slice(label);
    }
}

void settle(outcome& o) {
    for (figure& f : o.figures) {
        const std::vector<double> ns = quiet_values(f, f.ns_of_round);
        f.ns = quantile(ns, 0.5);
        f.low_ns = quantile(ns, 0.25);
        f.high_ns = quantile(ns, 0.75);
        f.cycles = quantile(quiet_values(f, f.cycles_of_round), 0.5);
    }
    std::ranges::stable_sort(o.figures, {}, &figure::ns);
}

}  // namespace bench
