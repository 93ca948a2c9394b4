// SPDX-License-Identifier: Apache-2.0 OR MIT
// The prover itself: random graphs over two bytes, small enough to try about half of the 65,536 values. Each two nodes are candidates.
// What it proves must be so. What is so and not proved is counted: it may be incomplete, never wrong. Of graphs over one byte
// it must prove exactly what is so, and of masks over a padded word too; of graphs over one byte and a word it may be incomplete
// again. No value that is tried may differ in a fixed bit.

#include <cstdio>

#include "fixed_bits.hpp"
#include "prover.hpp"
#include "random.hpp"

namespace {

using proofs::graph, proofs::node;

// A byte of a word, and a node that is 0 unless the word is ones from bit 8 on, which random values do not show.
void add_word(graph& g) {
    const node word = g.variable(32, 1);
    const auto part = [&](std::uint32_t at) {
        const proofs::byte_of one{word, at};
        return g.join(&one, 8);
    };
    const auto both = [&](node a, node b) { return g.logic(0xf0 & 0xcc, a, b, b); };
    node rare = both(both(part(1), part(2)), part(3));
    for (const unsigned distance : {1u, 2u, 4u}) rare = both(rare, g.rotate(rare, distance));
}

enum class over { two_bytes, one_byte, byte_and_word };

graph random_graph(std::uint64_t seed, over variables) {
    graph g;
    std::uint64_t drawn = 0;
    const auto draw = [&](std::uint64_t n) { return proofs::random_word(seed, drawn++) % n; };
    const auto any = [&] {
        for (;;) {
            const auto n = static_cast<node>(1 + draw(g.size() - 1));
            if (g[n].bits == 8) return n;
        }
    };
    g.variable(8, 0);
    if (variables == over::two_bytes) g.variable(8, 1);
    if (variables == over::byte_and_word) add_word(g);
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

// Marks the pairs of nodes that differ for these values of the variables.
void mark_differences(const graph& g, std::uint64_t first, std::uint64_t second, std::vector<bool>& differ) {
    const std::size_t n = g.size();
    const auto values = g.evaluate([&](std::uint64_t i) { return i == 0 ? first : second; });
    for (node a = 1; a < n; ++a)
        for (node b = 1; b < a; ++b)
            if (values[a] != values[b] || g[a].bits != g[b].bits) differ[a * n + b] = true;
}

std::vector<proofs::fixed_bits> fixed_bits_of(const graph& g) {
    std::vector<proofs::fixed_bits> found(g.size());
    for (node n = 1; n < g.size(); ++n) found[n] = proofs::fixed_bits_of(g, n, found);
    return found;
}

// How many nodes have another value where a bit is said to be fixed.
std::size_t wrongly_fixed(const graph& g) {
    std::size_t wrong = 0;
    const auto fixed = fixed_bits_of(g);
    for (std::uint64_t i = 0; i < 64; ++i) {
        const auto values = g.evaluate([&](std::uint64_t number) { return proofs::random_word(i, number); });
        for (node n = 1; n < g.size(); ++n)
            wrong += (values[n] & fixed[n].zeros) != 0 || (~values[n] & fixed[n].ones) != 0;
    }
    return wrong;
}

struct count {
    std::size_t proved = 0, wrong = 0, equal = 0, misfixed = 0;
    void add(const proofs::prover& p, std::size_t n, const std::vector<bool>& differ) {
        for (node a = 1; a < n; ++a)
            for (node b = 1; b < a; ++b) {
                const bool shown = p.equal(a, b);
                proved += shown;
                equal += !differ[a * n + b];
                wrong += shown && differ[a * n + b];
            }
    }
};

count of_two_bytes() {
    count all;
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
        const graph g = random_graph(seed, over::two_bytes);
        std::vector<bool> differ(g.size() * g.size());
        for (std::uint64_t xy = 0; xy < 65536; xy += 1 + proofs::random_word(seed, xy) % 3)
            mark_differences(g, xy & 0xff, xy >> 8, differ);
        all.add(proofs::prover(g, true), g.size(), differ);
        all.misfixed += wrongly_fixed(g);
    }
    return all;
}

// Of a word all ones and some random values are tried with each value of the byte.
count of_one_byte(over variables) {
    count all;
    for (std::uint64_t seed = 100; seed < 124; ++seed) {
        const graph g = random_graph(seed, variables);
        std::vector<bool> differ(g.size() * g.size());
        for (std::uint64_t x = 0; x < 256; ++x)
            for (std::uint64_t i = 0; i < 16; ++i)
                mark_differences(g, x, i == 0 ? ~std::uint64_t{0} : proofs::random_word(seed + i, x), differ);
        all.add(proofs::prover(g), g.size(), differ);
    }
    return all;
}

// A word of two bytes of a message, the byte 0x80 and zeros, rotated, beside the same with its highest bits cleared. They are
// equal if the bits that are cleared are zeros of the padding, which the values show where the message is all ones.
count of_padding() {
    count all;
    for (unsigned right = 0; right < 64; ++right) {
        graph g;
        const node message[] = {g.variable(8, 0), g.variable(8, 1)}, mark = g.constant(8, 0x80),
                   zero = g.constant(8, 0);
        const proofs::byte_of parts[] = {{zero, 0}, {zero, 0}, {mark, 0}, {message[0], 0},
                                         {zero, 0}, {zero, 0}, {zero, 0}, {message[1], 0}};
        const node word = g.rotate(g.join(parts, 64), right);
        std::vector<node> cleared;
        for (unsigned bits = 1; bits < 64; ++bits) {
            const node mask = g.constant(64, ~std::uint64_t{0} >> bits);
            cleared.push_back(g.logic(0xf0 & 0xcc, word, mask, mask));
        }
        all.misfixed += wrongly_fixed(g);
        const proofs::prover p(g);
        const auto values = g.evaluate([](std::uint64_t) { return ~std::uint64_t{0}; });
        for (const node n : cleared) {
            const bool shown = p.equal(word, n), so = values[word] == values[n];
            all.proved += shown;
            all.equal += so;
            all.wrong += shown && !so;
        }
    }
    return all;
}

void tell(const char* variables, const count& c) {
    std::printf("%s: %zu pairs proved equal, %zu of them wrongly; %zu are equal on the values tried\n", variables,
                c.proved, c.wrong, c.equal);
}

}  // namespace

int main() {
    const count two = of_two_bytes(), one = of_one_byte(over::one_byte), mixed = of_one_byte(over::byte_and_word),
                padding = of_padding();
    tell("two bytes", two);
    tell("one byte", one);
    tell("a byte and a word", mixed);
    tell("padding", padding);
    const bool few = two.proved < 50 || mixed.proved < 50 || padding.proved < 50;
    const bool incomplete = one.proved < one.equal || padding.proved < padding.equal;
    const std::size_t wrong = two.wrong + one.wrong + mixed.wrong + padding.wrong;
    const std::size_t misfixed = two.misfixed + padding.misfixed;
    const std::size_t proved = two.proved + one.proved + mixed.proved + padding.proved;
    std::printf("%zu passed, %zu failed\n", proved - wrong, wrong + misfixed + few + incomplete);
    return wrong != 0 || misfixed != 0 || few || incomplete;
}
