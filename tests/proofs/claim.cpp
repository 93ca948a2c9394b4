// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "claim.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <set>

#include "random.hpp"

namespace proofs {
namespace {

std::string difference(const graph& g, const std::vector<equation>& equations,
                       const std::map<std::uint64_t, std::uint64_t>& given) {
    constexpr std::uint64_t tries = 1000;
    for (std::uint64_t seed = 0; seed < tries + !given.empty(); ++seed) {
        const bool use_given = seed == tries;
        const auto values = g.evaluate([&](std::uint64_t number) {
            const auto place = given.find(number);
            return use_given && place != given.end() ? place->second : random_word(seed, number);
        });
        for (const auto& [a, b] : equations)
            if ((values[a.of] >> 8 * a.at & 0xff) != (values[b.of] >> 8 * b.at & 0xff))
                return use_given ? "the given values (" + std::to_string(tries) + " random ones agree)"
                                 : "random values number " + std::to_string(seed);
    }
    return {};
}

}  // namespace

void equate(std::vector<equation>& equations, const graph& g, node standard, node library) {
    for (std::uint32_t i = 0; i < g[standard].bits / 8u; ++i) equations.push_back({{standard, i}, {library, i}});
}

verdict judge(const claim& c, const std::map<std::uint64_t, std::uint64_t>& values) {
    const auto start = std::chrono::steady_clock::now();
    graph g;
    const auto equations = c.write(g);
    const prover p(g);
    const auto right = [&](const equation& e) { return p.equal(e.standard, e.library); };
    verdict v{!equations.empty() && std::ranges::all_of(equations, right), g.size(), p.merged, 0, {}};
    if (!v.proved) v.refuted_by = difference(g, equations, values);
    v.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return v;
}

int prove_all(int count, char** arguments, const std::vector<claim>& claims) {
    std::set<std::string> only;
    std::map<std::uint64_t, std::uint64_t> values;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string option = arguments[i], value = arguments[i + 1];
        if (option == "--only") only.insert(value);
        if (option == "--try") values[std::stoull(value)] = std::stoull(value.substr(value.find('=') + 1), nullptr, 0);
    }
    int passed = 0, failed = 0;
    for (const claim& c : claims) {
        if (!only.empty() && !only.contains(c.name)) continue;
        const verdict v = judge(c, values);
        ++(v.proved ? passed : failed);
        std::printf("%s %s: %zu nodes, %zu merged, %.3f s", v.proved ? "proved" : "not proved", c.name.c_str(), v.nodes,
                    v.merged, v.seconds);
        std::printf(v.proved               ? "\n"
                    : v.refuted_by.empty() ? ", not refuted\n"
                                           : ", refuted by %s\n",
                    v.refuted_by.c_str());
        std::fflush(stdout);
    }
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed != 0 || passed == 0;
}

}  // namespace proofs
