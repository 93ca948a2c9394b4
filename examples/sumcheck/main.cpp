// SPDX-License-Identifier: Apache-2.0 OR MIT
// A sumcheck over 2^20 values, proved and verified with every suite over Mersenne31 and Goldilocks.
//
//   sumcheck                         20 variables
//   sumcheck 24 results.json         24, and the figures for plot.py

#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>

#include "fields.hpp"
#include "protocol.hpp"
#include "tamper.hpp"
#include "timed.hpp"

namespace {

using namespace std::string_view_literals;
using sumcheck::hl::refusal;
namespace hl = hashlane;

// ---- The draft's vectors: appendix A, w = 1, 2, 4 ... 2^15 over Mersenne31.

struct vector {
    std::string_view suite, narg;
    std::uint32_t value;
};
constexpr vector vectors[] = {
    {"SHAKE128", "555500005555000023e362696ba9283c90a3362a74953379afc3b041d3eb126f", 0x3ebfb3b3},
    {"TurboSHAKE128", "55550000555500006ff9a71d4decf758430dfb69f9c6b5359d8ab2744b13d83d", 0x654028db},
};

std::string hex(const std::vector<std::uint8_t>& bytes) {
    std::string out;
    char two[3];
    for (const unsigned b : bytes) {
        std::snprintf(two, sizeof two, "%02x", b);
        out += two;
    }
    return out;
}

template <class D>
bool reproduces(const vector& known) {
    sumcheck::table<mersenne31> w;
    for (std::uint32_t i = 0; i < 16; ++i) w.push_back({1u << i});
    const auto session = hl::session<D>::of("sumcheck"sv);
    std::vector<std::uint8_t> proof;
    hl::prover prover(sumcheck::statement<mersenne31>(session, 4, m31{0xffff}), proof);
    const m31 value = sumcheck::prove<mersenne31>(prover, w);
    return hex(proof) == known.narg && value.v == known.value;
}

int check_vectors() {
    int wrong = 0;
    hl::for_each_suite([&]<class D>() {
        for (const vector& known : vectors)
            if (known.suite == D::suite()) {
                const bool good = reproduces<D>(known);
                std::printf("the draft's sumcheck vector, %s: %s\n", known.suite.data(), good ? "reproduced" : "WRONG");
                wrong += !good;
            }
    });
    return wrong;
}

// ---- One run

struct figures {
    std::string suite, field;
    double prover, prover_hashing, verifier, verifier_hashing;  // seconds
    std::size_t proof_size;
};

template <class F>
sumcheck::table<F> polynomial(std::uint32_t variables) {
    std::mt19937_64 random(1);
    sumcheck::table<F> w(std::size_t{1} << variables);
    for (auto& x : w) x = decltype(F::from_integer(0))::reduced(random() >> 3);
    return w;
}

// The least of a few runs, since other programs run too.
template <class D, class F>
figures measure(const sumcheck::table<F>& w, std::uint32_t variables, bool& good) {
    using T = timed<D>;
    sumcheck::element<F> sum{};
    for (const auto& x : w) sum = sum + x;
    const auto session = hl::session<T>::of("example.org/sumcheck/v1"sv);
    const auto start = sumcheck::statement<F>(session, variables, sum);
    figures best{std::string(D::suite()), F::name, 1e9, 0, 1e9, 0, 0};
    std::vector<std::uint8_t> proof;
    sumcheck::element<F> value{};
    for (int run = 0; run < 3; ++run) {
        proof.clear();
        const double begin = seconds();
        hl::prover prover(start, proof);
        value = sumcheck::prove<F>(prover, w);
        const double took = seconds() - begin;
        if (took < best.prover) {
            best.prover = took;
            best.prover_hashing = prover.sponge().hashing();
        }
    }
    for (int run = 0; run < 200; ++run) {
        const double begin = seconds();
        hl::verifier verifier(start, proof);
        const auto end = sumcheck::verify<F>(verifier, variables, sum);
        const double took = seconds() - begin;
        if (took < best.verifier) {
            best.verifier = took;
            best.verifier_hashing = verifier.sponge().hashing();
        }
        good = good && end.why == refusal::none && end.claim == value;
    }
    best.proof_size = proof.size();
    return best;
}

template <class F>
void measure_all(std::uint32_t variables, std::vector<figures>& results, bool& good) {
    const auto w = polynomial<F>(variables);
    hl::for_each_suite([&]<class D>() { results.push_back(measure<D, F>(w, variables, good)); });
}

void show(const std::vector<figures>& results) {
    std::printf("%-22s %-11s %10s %9s %12s %9s %7s\n", "suite", "field", "prover ms", "hashing", "verifier us",
                "hashing", "proof");
    for (const figures& f : results)
        std::printf("%-22s %-11s %10.2f %8.2f%% %12.2f %8.1f%% %5zu B\n", f.suite.c_str(), f.field.c_str(),
                    f.prover * 1e3, 100 * f.prover_hashing / f.prover, f.verifier * 1e6,
                    100 * f.verifier_hashing / f.verifier, f.proof_size);
}

bool write_json(const char* path, std::uint32_t variables, const std::vector<figures>& results) {
    std::FILE* file = std::fopen(path, "w");
    if (file == nullptr) return false;
    std::fprintf(file, "{\"variables\": %u, \"target\": \"%s\", \"runs\": [", variables, hl::target_name().data());
    for (const figures& f : results)
        std::fprintf(file,
                     "%s\n  {\"suite\": \"%s\", \"field\": \"%s\", \"prover\": %.9f, \"prover_hashing\": %.9f, "
                     "\"verifier\": %.9f, \"verifier_hashing\": %.9f, \"proof\": %zu}",
                     &f == results.data() ? "" : ",", f.suite.c_str(), f.field.c_str(), f.prover, f.prover_hashing,
                     f.verifier, f.verifier_hashing, f.proof_size);
    std::fputs("\n]}\n", file);
    return std::fclose(file) == 0;
}

// ---- Tampering, on small proofs

template <class F>
void tamper_all(sumcheck::tally& count) {
    const auto w = polynomial<F>(6);
    sumcheck::element<F> sum{};
    for (const auto& x : w) sum = sum + x;
    hl::for_each_suite([&]<class D>() {
        const auto session = hl::session<D>::of("example.org/sumcheck/v1"sv);
        std::vector<std::uint8_t> proof;
        hl::prover prover(sumcheck::statement<F>(session, 6, sum), proof);
        (void)sumcheck::prove<F>(prover, w);
        const sumcheck::claim<F, D> honest{session, 6, sum, w};
        sumcheck::tamper_with_proof(honest, proof, count);
        sumcheck::tamper_with_claim(honest, proof, count);
        count.shown = false;
    });
}

}  // namespace

int main(int argc, char** argv) {
    const auto variables = static_cast<std::uint32_t>(argc > 1 ? std::atoi(argv[1]) : 20);
    if (variables < 2 || variables > 28) {
        std::fputs("sumcheck [VARIABLES [FILE.json]]: 2 to 28\n", stderr);
        return 2;
    }
    const int wrong_vectors = check_vectors();

    std::printf("\n%u variables, 2^%u values\n", variables, variables);
    bool good = true;
    std::vector<figures> results;
    measure_all<mersenne31>(variables, results, good);
    measure_all<goldilocks>(variables, results, good);
    show(results);
    if (argc > 2 && !write_json(argv[2], variables, results)) {
        std::perror(argv[2]);
        return 1;
    }

    std::puts("\ntampered proofs (shown for the first suite):");
    sumcheck::tally count;
    tamper_all<mersenne31>(count);
    tamper_all<goldilocks>(count);
    std::printf("%d proofs judged, %d judged wrongly\n", count.checked, count.wrong);
    return wrong_vectors || count.wrong || !good;
}
