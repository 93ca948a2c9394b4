// SPDX-License-Identifier: Apache-2.0 OR MIT
// The sumcheck of draft-irtf-cfrg-fiat-shamir-03, appendix A, over any field and any suite: that a multilinear polynomial,
// given by its values on the hypercube, has a certain sum.
#pragma once

#include <cstdint>
#include <hashlane/transcript.hpp>
#include <span>
#include <vector>

namespace sumcheck {

namespace hl = hashlane;

template <class F>
using element = typename F::element;
template <class F>
using table = std::vector<element<F>>;

// A round's polynomial a0 + a1 X.
template <class F>
using round_message = hl::array_codec<hl::field_codec<F>, 2>;

template <class F, class D>
hl::statement<D> statement(const hl::session<D>& session, std::uint32_t variables, element<F> sum) {
    return session.template instance<hl::integer_codec<std::uint32_t>, hl::field_codec<F>>(variables, sum);
}

// The sums of the even and of the odd entries.
template <class F>
std::array<element<F>, 2> halves(const table<F>& w) {
    std::array<element<F>, 2> sums{};
    for (std::size_t j = 0; j + 1 < w.size(); j += 2) {
        sums[0] = sums[0] + w[j];
        sums[1] = sums[1] + w[j + 1];
    }
    return sums;
}

// The lowest variable becomes r.
template <class F>
void fold(table<F>& w, element<F> r) {
    for (std::size_t j = 0; j < w.size() / 2; ++j) w[j] = w[2 * j] + r * (w[2 * j + 1] - w[2 * j]);
    w.resize(w.size() / 2);
}

template <class F, hl::transcript T>
element<F> challenge(T& transcript) {
    return transcript.template challenge_in<F, F::extra>();
}

// Returns the value of the polynomial at the point of the challenges.
template <class F, hl::proving_transcript P>
element<F> prove(P& prover, table<F> w) {
    while (w.size() > 1) {
        const auto [even, odd] = halves<F>(w);
        prover.template send<round_message<F>>(std::array{even, odd - even});
        fold<F>(w, challenge<F>(prover));
    }
    return w[0];
}

template <class F>
struct verdict {
    hl::refusal why;
    element<F> claim{};          // what the polynomial must be at the point
    std::vector<element<F>> at;  // the point
};

template <class F, hl::verifying_transcript V>
verdict<F> verify(V& verifier, std::uint32_t variables, element<F> sum) {
    verdict<F> end{hl::refusal::none, sum, {}};
    for (std::uint32_t i = 0; i < variables; ++i) {
        const auto polynomial = verifier.template receive<round_message<F>>();
        if (!polynomial) break;
        const auto [a0, a1] = *polynomial;
        if (!verifier.require(a0 + a0 + a1 == end.claim)) break;
        const element<F> r = challenge<F>(verifier);
        end.claim = a0 + a1 * r;
        end.at.push_back(r);
    }
    end.why = verifier.check_eof();
    return end;
}

// What an opening of a commitment would give: the polynomial at a point.
template <class F>
element<F> evaluate(table<F> w, const std::vector<element<F>>& point) {
    for (const element<F>& r : point) fold<F>(w, r);
    return w[0];
}

}  // namespace sumcheck
