// SPDX-License-Identifier: Apache-2.0 OR MIT
// The primitives as they are shipped, over symbols, against the standards.

#include <hashlane/primitives/ascon_p.hpp>
#include <hashlane/primitives/keccak_p.hpp>
#include <hashlane/primitives/sha2.hpp>

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

// A block that is known beforehand: here the padding of a message of one block.
template <class S, class P, flavour F>
std::vector<equation> compression_of_padding(graph& g) {
    using W = typename P::word;
    using T = symbol<W, F>;
    W block[16] = {W{1} << (8 * sizeof(W) - 1)}, WK[P::rounds];
    block[15] = 16 * 8 * sizeof(W);
    hashlane::sha2::schedule_constant<P>(WK, block);
    auto H = variables<T, 8>();
    std::vector<T> M;
    for (const W w : block) M.push_back(T::constant(w));
    const auto standard = standards::fips180::hash_computation<S, T>({H.begin(), H.end()}, M);
    hashlane::sha2::compress_constant<P>(H.data(), WK);
    return equate_values(g, standard, H.data());
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

}  // namespace
}  // namespace proofs

int main(int count, char** arguments) {
    std::vector<proofs::claim> all;
    proofs::claims_of<proofs::flavour::word>(all, "word");
    proofs::claims_of<proofs::flavour::general_register>(all, "general register");
    proofs::claims_of<proofs::flavour::vector>(all, "vector");
    proofs::compressions_of<proofs::rounds_in::three_operands>(all, "three operands");
    proofs::compressions_of<proofs::rounds_in::two_operands>(all, "two operands");
    return proofs::prove_all(count, arguments, all);
}
