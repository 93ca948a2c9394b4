// SPDX-License-Identifier: Apache-2.0 OR MIT
// The primitives as they are shipped, over symbols, against the standards.

#include <hashlane/primitives/ascon_p.hpp>
#include <hashlane/primitives/keccak_p.hpp>
#include <hashlane/primitives/sha2.hpp>
#include <hashlane/primitives/sha2_wide.hpp>

#include "claim.hpp"
#include "standards/fips180.hpp"
#include "standards/fips202.hpp"
#include "standards/sp800_232.hpp"
#include "symbol.hpp"

namespace proofs {
namespace {

using hashlane::sha2::rounds_in;
using hashlane::sha2::words32;
using hashlane::sha2::words64;
using u64 = std::uint64_t;

template <class T, std::size_t n>
std::array<T, n> variables(u64 first = 0) {
    std::array<T, n> v;
    for (std::size_t i = 0; i < n; ++i) v[i] = T::variable(first + i);
    return v;
}

// ---- Keccak-p

template <class T>
standards::fips202::state<T> as_standard(const std::array<T, 25>& A) {
    standards::fips202::state<T> out;
    for (std::size_t x = 0; x < 5; ++x)
        for (std::size_t y = 0; y < 5; ++y) out[x][y] = A[x + 5 * y];
    return out;
}

template <class T>
std::vector<equation> equate_states(const graph& g, const standards::fips202::state<T>& standard, const T* library) {
    std::vector<equation> equations;
    for (std::size_t x = 0; x < 5; ++x)
        for (std::size_t y = 0; y < 5; ++y) equate(equations, g, standard[x][y].n, library[x + 5 * y].n);
    return equations;
}

template <flavour F>
std::vector<equation> keccak_round(graph& g, int i) {
    using T = symbol<u64, F>;
    const auto A = variables<T, 25>();
    const auto standard = standards::fips202::Rnd(as_standard(A), i);
    T E[25];
    hashlane::keccak::round<T, false>(A.data(), E, hashlane::keccak::RC[i]);
    return equate_states(g, standard, E);
}

template <flavour F, bool complement = false>
std::vector<equation> keccak_p(graph& g, unsigned rounds) {
    using T = symbol<u64, F>;
    auto A = variables<T, 25>();
    const auto standard = standards::fips202::keccak_p(as_standard(A), static_cast<int>(rounds));
    hashlane::keccak::permute<complement>(A.data(), rounds);
    return equate_states(g, standard, A.data());
}

// ---- Ascon-p

template <flavour F>
std::vector<equation> ascon_p(graph& g, unsigned rounds) {
    using T = symbol<u64, F>;
    auto S = variables<T, 5>();
    const auto standard = standards::sp800_232::ascon_p(S, static_cast<int>(rounds));
    hashlane::ascon::permute(S.data(), rounds);
    std::vector<equation> equations;
    for (std::size_t i = 0; i < 5; ++i) equate(equations, g, standard[i].n, S[i].n);
    return equations;
}

// ---- SHA-2

template <class T>
std::vector<equation> equate_values(const graph& g, const std::vector<T>& standard, const T* library) {
    std::vector<equation> equations;
    for (std::size_t i = 0; i < 8; ++i) equate(equations, g, standard[i].n, library[i].n);
    return equations;
}

template <class S, class P, flavour F, rounds_in form = rounds_in::plain>
std::vector<equation> compression(graph& g) {
    using T = symbol<typename P::word, F>;
    auto H = variables<T, 8>();
    auto W = variables<T, 16>(8);
    const auto standard = standards::fips180::hash_computation<S, T>({H.begin(), H.end()}, {W.begin(), W.end()});
    hashlane::sha2::compress<P, form>(H.data(), W.data());
    return equate_values(g, standard, H.data());
}

template <class S, class P>
std::vector<equation> wide_compression(graph& g) {
    using T = symbol<typename P::word, flavour::vector>;
    auto H = variables<T, 8>();
    auto W = variables<T, 16>(8);
    const auto standard = standards::fips180::hash_computation<S, T>({H.begin(), H.end()}, {W.begin(), W.end()});
    hashlane::sha2::wide_compress<P>(H.data(), W.data());
    return equate_values(g, standard, H.data());
}

// A block that is known beforehand: here the padding of a message of one block, and its table.
template <class P>
struct known_block {
    using W = typename P::word;
    W block[16] = {W{1} << (8 * sizeof(W) - 1)}, WK[P::rounds];

    known_block() {
        block[15] = 16 * 8 * sizeof(W);
        hashlane::sha2::schedule_constant<P>(WK, block);
    }

    template <class S, class T>
    std::vector<T> standard(const std::array<T, 8>& H) const {
        std::vector<T> M;
        for (const W w : block) M.push_back(T::constant(w));
        return standards::fips180::hash_computation<S, T>({H.begin(), H.end()}, M);
    }
};

template <class S, class P, flavour F>
std::vector<equation> compression_of_padding(graph& g) {
    const known_block<P> known;
    auto H = variables<symbol<typename P::word, F>, 8>();
    const auto standard = known.template standard<S>(H);
    hashlane::sha2::compress_constant<P>(H.data(), known.WK);
    return equate_values(g, standard, H.data());
}

template <class S, class P>
std::vector<equation> wide_compression_of_padding(graph& g) {
    const known_block<P> known;
    auto H = variables<symbol<typename P::word, flavour::vector>, 8>();
    const auto standard = known.template standard<S>(H);
    hashlane::sha2::wide_compress_constant<P>(H.data(), known.WK);
    return equate_values(g, standard, H.data());
}

// Of two hash values at once.
template <class S, class P>
std::vector<equation> wide_compression_of_two_paddings(graph& g) {
    using T = symbol<typename P::word, flavour::vector>;
    const known_block<P> known;
    auto H = variables<T, 8>();
    auto I = variables<T, 8>(8);
    const auto first = known.template standard<S>(H), second = known.template standard<S>(I);
    hashlane::sha2::wide_compress_constant<P>(H.data(), I.data(), known.WK);
    auto equations = equate_values(g, first, H.data());
    for (const equation& e : equate_values(g, second, I.data())) equations.push_back(e);
    return equations;
}

// ---- The table

template <class F>
std::function<std::vector<equation>(graph&)> recorded(F f) {
    return [f](graph& g) {
        recording = &g;
        return f(g);
    };
}

template <flavour F>
void claims_of(std::vector<claim>& all, const std::string& lane) {
    using standards::fips180::sha256, standards::fips180::sha512;
    const auto claim_that = [&](const std::string& name, auto f) { all.push_back({name + ", " + lane, recorded(f)}); };
    for (int i = 0; i < 24; ++i)
        claim_that("Keccak round " + std::to_string(i), [i](graph& g) { return keccak_round<F>(g, i); });
    for (const unsigned n : {12u, 24u})
        claim_that("Keccak-p[1600," + std::to_string(n) + "]", [n](graph& g) { return keccak_p<F>(g, n); });
    for (const unsigned n : {12u, 24u})
        claim_that("Keccak-p[1600," + std::to_string(n) + "] with complemented lanes",
                   [n](graph& g) { return keccak_p<F, true>(g, n); });
    for (const unsigned n : {1u, 6u, 8u, 12u})
        claim_that("Ascon-p[" + std::to_string(n) + "]", [n](graph& g) { return ascon_p<F>(g, n); });
    claim_that("SHA-256 compression", compression<sha256, words32, F>);
    claim_that("SHA-512 compression", compression<sha512, words64, F>);
    claim_that("SHA-256 compression of padding", compression_of_padding<sha256, words32, F>);
    claim_that("SHA-512 compression of padding", compression_of_padding<sha512, words64, F>);
}

// In general registers.
template <rounds_in form>
void compressions_of(std::vector<claim>& all, const std::string& how) {
    using standards::fips180::sha256, standards::fips180::sha512;
    constexpr auto word = flavour::word;
    all.push_back({"SHA-256 compression, " + how, recorded(compression<sha256, words32, word, form>)});
    all.push_back({"SHA-512 compression, " + how, recorded(compression<sha512, words64, word, form>)});
}

// In vectors of 64 bytes.
template <class S, class P>
void wide_claims(std::vector<claim>& all, const std::string& name) {
    all.push_back({name + " compression, wide vector", recorded(wide_compression<S, P>)});
    all.push_back({name + " compression of padding, wide vector", recorded(wide_compression_of_padding<S, P>)});
    all.push_back(
        {name + " compression of two paddings, wide vector", recorded(wide_compression_of_two_paddings<S, P>)});
}

}  // namespace
}  // namespace proofs

int main(int count, char** arguments) {
    std::vector<proofs::claim> all;
    proofs::claims_of<proofs::flavour::word>(all, "word");
    proofs::claims_of<proofs::flavour::general_register>(all, "general register");
    proofs::claims_of<proofs::flavour::vector>(all, "vector");
    proofs::compressions_of<proofs::rounds_in::three_operands>(all, "three operands");
    proofs::compressions_of<proofs::rounds_in::two_operands>(all, "two operands");
    proofs::wide_claims<standards::fips180::sha256, proofs::words32>(all, "SHA-256");
    proofs::wide_claims<standards::fips180::sha512, proofs::words64>(all, "SHA-512");
    return proofs::prove_all(count, arguments, all);
}
