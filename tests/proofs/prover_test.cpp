// SPDX-License-Identifier: Apache-2.0 OR MIT
// The prover itself: random graphs over two bytes, small enough to try about half of the 65,536 values. Each two nodes are candidates.
// What it proves must be so. What is so and not proved is counted: it may be incomplete, never wrong.

#include <cstdio>

#include "prover.hpp"
#include "random.hpp"

namespace {

using proofs::graph, proofs::node;

graph random_graph(std::uint64_t seed) {
    graph g;
    std::uint64_t drawn = 0;
    const auto draw = [&](std::uint64_t n) { return proofs::random_word(seed, drawn++) % n; };
    const auto any = [&] { return static_cast<node>(1 + draw(g.size() - 1)); };
    g.variable(8, 0);
    g.variable(8, 1);
    g.constant(8, draw(256));
    g.constant(8, 0xff << draw(8));
    while (g.size() < 60) {
        const auto what = draw(20);
        if (what < 11)
            g.logic(static_cast<std::uint8_t>(draw(256)), any(), any(), any());
        else if (what < 14)
            g.rotate(any(), static_cast<unsigned>(draw(8)));
        else if (what < 19)
            g.add(any(), any());
        else {
            const proofs::byte_of part{any(), 0};
            g.join(&part, 8);
        }
    }
    return g;
}

}  // namespace

int main() {
    std::size_t proved = 0, wrong = 0, equal = 0;
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
        const graph g = random_graph(seed);
        const proofs::prover p(g, true);
        const std::size_t n = g.size();
        std::vector<bool> differ(n * n);
        for (std::uint64_t xy = 0; xy < 65536; xy += 1 + proofs::random_word(seed, xy) % 3) {
            const auto values = g.evaluate([&](std::uint64_t i) { return i == 0 ? xy & 0xff : xy >> 8; });
            for (node a = 1; a < n; ++a)
                for (node b = 1; b < a; ++b)
                    if (values[a] != values[b]) differ[a * n + b] = true;
        }
        for (node a = 1; a < n; ++a)
            for (node b = 1; b < a; ++b) {
                const bool shown = p.equal(a, b);
                proved += shown;
                equal += !differ[a * n + b];
                wrong += shown && differ[a * n + b];
            }
    }
    std::printf("%zu pairs proved equal, %zu of them wrongly; %zu are equal on the values tried\n", proved, wrong,
                equal);
    std::printf("%zu passed, %zu failed\n", proved - wrong, wrong + (proved < 50));
    return wrong != 0 || proved < 50;
}
