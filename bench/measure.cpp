// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "measure.hpp"

#include <algorithm>
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
        for (auto& byte : v) byte = static_cast<std::uint8_t>(random());
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
    stopwatch(const entered& contestant, material& of, bool several_threads, const pace& at)
        : e(contestant), m(of), wall(several_threads), p(at) {}

    double calls(long n) {
        const double start = now_ns(wall);
        for (long i = 0; i < n; ++i) e.job(&m.work);
        return now_ns(wall) - start;
    }

    // As many calls as fill a slice.
    void choose() {
        ready();
        double took = calls(1);
        while ((took = calls(turns)) < p.slice_ns / 2 && turns < 1L << 40) turns *= 2;
        turns = std::max(1L, static_cast<long>(static_cast<double>(turns) * p.slice_ns / took));
    }

    // Wide code runs slowly at first, and caches hold what the one before left.
    void slice(figure& f) {
        ready();
        if (turns > 1)
            for (double spent = 0; spent < p.warm_up_ns;) spent += calls(std::max(1L, turns / 4)) + 1;
        const double cycle = cycle_ns();
        const double took = calls(turns) / static_cast<double>(turns) / static_cast<double>(m.work.count);
        f.ns_of_round.push_back(took);
        f.cycles_of_round.push_back(cycle > 0 ? took / cycle : 0);
    }

  private:
    void ready() {
        clean_upper_halves();
        use_target(e.who);
    }

    const entered& e;
    material& m;
    bool wall;
    pace p;
    long turns = 1;
};

double quantile(std::vector<double> v, double q) {
    std::ranges::sort(v);
    return v[static_cast<std::size_t>(q * static_cast<double>(v.size() - 1) + 0.5)];
}

// A row for one pass.
struct course {
    outcome& o;
    std::vector<entered> field;
    material m;
    std::vector<stopwatch> watches{};

    course(outcome& of, std::vector<entered> in) : o(of), field(std::move(in)), m(of.what) {
        o.bytes = m.bytes();
        o.wrong.clear();
        compare(o, field, m);
        if (!o.wrong.empty()) {
            field.clear();
            o.figures.clear();
        }
    }

    void ready(const pace& p) {
        for (const entered& e : field) watches.emplace_back(e, m, o.what.threaded(), p).choose();
        if (o.figures.empty())
            for (const entered& e : field) o.figures.push_back({e.who, e.rival, {}, {}});
    }

    void slice(const std::string& label) {
        for (std::size_t i = 0; i < field.size(); ++i)
            if (field[i].who.label() == label) watches[i].slice(o.figures[i]);
    }
};

std::vector<std::string> labels(const std::deque<course>& courses) {
    std::vector<std::string> all;
    for (const course& c : courses)
        for (const entered& e : c.field)
            if (std::ranges::find(all, e.who.label()) == all.end()) all.push_back(e.who.label());
    return all;
}

}  // namespace

double median(std::vector<double> v) { return quantile(std::move(v), 0.5); }

double ratio(const figure& f, const figure& p) {
    std::vector<double> of_round;
    for (std::size_t i = 0; i < f.ns_of_round.size(); ++i) of_round.push_back(f.ns_of_round[i] / p.ns_of_round[i]);
    return median(of_round);
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

void measure_rows(std::span<outcome> rows, const std::function<std::vector<entered>(const row&)>& enter,
                  const pace& p) {
    std::deque<course> courses;
    for (outcome& o : rows) courses.emplace_back(o, enter(o.what)).ready(p);
    std::vector<std::string> order = labels(courses);
    const std::vector<figure>& known = rows.front().figures;
    std::mt19937 random(known.empty() ? 0 : static_cast<unsigned>(known.front().ns_of_round.size()));
    for (int round = 0; round < p.rounds; ++round) {
        std::ranges::shuffle(order, random);
        for (const std::string& label : order)
            for (course& c : courses) c.slice(label);
    }
}

void settle(outcome& o) {
    for (figure& f : o.figures) {
        f.ns = median(f.ns_of_round);
        f.cycles = median(f.cycles_of_round);
        f.low_ns = quantile(f.ns_of_round, 0.25);
        f.high_ns = quantile(f.ns_of_round, 0.75);
    }
    std::ranges::stable_sort(o.figures, {}, &figure::ns);
}

}  // namespace bench
