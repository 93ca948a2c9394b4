// SPDX-License-Identifier: Apache-2.0 OR MIT
// The sumcheck of draft-irtf-cfrg-fiat-shamir-03, appendix A, over Mersenne31, line by line.
#pragma once

#include <hashlane/transcript.hpp>
#include <span>
#include <utility>
#include <vector>

namespace sumcheck_test {

namespace hl = hashlane;
using F = hl::mersenne31;
inline constexpr std::uint64_t p = F::modulus[0];
using pair = hl::array_codec<hl::field_codec<F>, 2>;

template <class D>
hl::statement<D> state(const hl::session<D>& s, std::uint32_t v, std::uint32_t sum) {
    return s.template instance<hl::integer_codec<std::uint32_t>, hl::field_codec<F>>(v, sum);
}

template <class D>
std::pair<std::vector<std::uint8_t>, std::uint32_t> prove(const hl::session<D>& s, std::uint32_t v,
                                                          std::vector<std::uint32_t> w) {
    std::uint64_t sum = 0;
    for (const std::uint64_t x : w) sum += x;
    std::vector<std::uint8_t> proof;
    hl::prover prover(state(s, v, static_cast<std::uint32_t>(sum % p)), proof);
    for (std::uint32_t i = 0; i < v; ++i) {
        std::uint64_t a0 = 0, a1 = 0;
        for (std::size_t j = 0; j < w.size(); j += 2) {
            a0 += w[j];
            a1 += w[j + 1];
        }
        a0 %= p;
        a1 = (a1 % p + p - a0) % p;
        prover.template send<pair>(std::array{static_cast<std::uint32_t>(a0), static_cast<std::uint32_t>(a1)});
        const std::uint64_t r = prover.template challenge_in<F, 0>();
        for (std::size_t j = 0; j < w.size() / 2; ++j)
            w[j] = static_cast<std::uint32_t>((w[2 * j] + r * ((w[2 * j + 1] + p - w[2 * j]) % p)) % p);
        w.resize(w.size() / 2);
    }
    return {proof, w[0]};
}

struct outcome {
    hl::refusal why;
    std::uint32_t value;  // what the final claim is
};

template <class D>
outcome verify(const hl::session<D>& s, std::uint32_t v, std::uint32_t claimed, std::span<const std::uint8_t> proof) {
    hl::verifier verifier(state(s, v, claimed), proof);
    std::uint64_t sum = claimed;
    for (std::uint32_t i = 0; i < v; ++i) {
        const auto a = verifier.template receive<pair>();
        if (!a) return {a.why(), 0};
        const std::uint64_t a0 = (*a)[0], a1 = (*a)[1];
        if (!verifier.require((2 * a0 + a1) % p == sum)) break;
        const std::uint64_t r = verifier.template challenge_in<F, 0>();
        sum = (a0 + a1 * r) % p;
    }
    return {verifier.check_eof(), static_cast<std::uint32_t>(sum)};
}

}  // namespace sumcheck_test
