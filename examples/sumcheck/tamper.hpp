// SPDX-License-Identifier: Apache-2.0 OR MIT
// Every way to change a proof, each of which must be refused.
#pragma once

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "fields.hpp"
#include "protocol.hpp"

namespace sumcheck {

template <class F, class D>
struct claim {
    hl::session<D> session;
    std::uint32_t variables;
    element<F> sum;
    table<F> w;  // the polynomial

    // The whole verdict: the polynomial is at the point what the proof says.
    hl::refusal judge(const std::vector<std::uint8_t>& proof) const {
        hl::verifier verifier(statement<F>(session, variables, sum), proof);
        const auto end = verify<F>(verifier, variables, sum);
        if (end.why != hl::refusal::none) return end.why;
        const bool holds = evaluate<F>(w, end.at) == end.claim;
        return holds ? hl::refusal::none : hl::refusal::check_failed;
    }
};

struct tally {
    bool shown = true;
    int checked = 0, wrong = 0;

    void expect(const char* what, hl::refusal got, hl::refusal wanted) {
        ++checked;
        if (got != wanted) ++wrong;
        if (got != wanted || shown) std::printf("    %-34s %s\n", what, hl::reason(got).data());
    }
};

template <class F, class D>
void tamper_with_proof(const claim<F, D>& honest, const std::vector<std::uint8_t>& proof, tally& count) {
    using hl::refusal;
    using bytes = std::vector<std::uint8_t>;
    constexpr std::ptrdiff_t Ns = hl::field_of<F>::serialized, message = 2 * Ns;
    const auto with = [&](const char* what, refusal wanted, auto&& change) {
        bytes other = proof;
        change(other);
        count.expect(what, honest.judge(other), wanted);
    };
    with("nothing changed", refusal::none, [](bytes&) {});
    with("a byte less", refusal::truncated, [](bytes& p) { p.pop_back(); });
    with("a round less", refusal::truncated, [](bytes& p) { p.resize(p.size() - message); });
    with("no proof at all", refusal::truncated, [](bytes& p) { p.clear(); });
    with("a byte more", refusal::trailing_bytes, [](bytes& p) { p.push_back(0); });
    with("a round more", refusal::trailing_bytes, [](bytes& p) { p.insert(p.end(), message, 1); });
    with("a coefficient of all ones", refusal::not_canonical, [](bytes& p) { std::fill_n(p.begin(), Ns, 0xff); });
    with("the modulus itself", refusal::not_canonical, [](bytes& p) {
        for (std::size_t i = 0; i < Ns; ++i) p[i] = static_cast<std::uint8_t>(F::modulus[0] >> 8 * i);
    });
    with("two rounds exchanged", refusal::check_failed,
         [](bytes& p) { std::swap_ranges(p.begin(), p.begin() + message, p.begin() + message); });
    with("the last coefficient changed", refusal::check_failed, [](bytes& p) { p[p.size() - Ns] ^= 1; });
    const tally before = count;
    count.shown = false;
    for (std::size_t i = 0; i < proof.size(); ++i)
        with("a bit of a byte", refusal::check_failed, [&](bytes& p) { p[i] ^= 1; });
    count.shown = before.shown;
}

template <class F, class D>
void tamper_with_claim(const claim<F, D>& honest, const std::vector<std::uint8_t>& proof, tally& count) {
    using hl::refusal;
    const auto with = [&](const char* what, refusal wanted, auto&& change) {
        claim<F, D> other = honest;
        change(other);
        count.expect(what, other.judge(proof), wanted);
    };
    using C = claim<F, D>;
    with("another sum", refusal::check_failed, [](C& c) { c.sum = c.sum + element<F>{1}; });
    with("another number of variables", refusal::check_failed, [](C& c) { --c.variables; });
    with("another polynomial of that sum", refusal::check_failed, [](C& c) {
        c.w[3] = c.w[3] + element<F>{1};
        c.w[4] = c.w[4] - element<F>{1};
    });
    with("another session", refusal::check_failed,
         [](C& c) { c.session = hl::session<D>::of(std::string_view("example.org/sumcheck/v2")); });
}

}  // namespace sumcheck
