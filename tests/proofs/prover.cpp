// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "prover.hpp"

#include <algorithm>

#include "cone.hpp"
#include "random.hpp"

namespace proofs {
namespace {

constexpr std::size_t most_terms = 48, most_steps = 400, most_disjoint = 6;

std::size_t mix(std::size_t h, std::uint64_t w) { return random_word(h, w); }

struct term {
    node of;
    std::uint64_t times;
};

void add_term(std::vector<term>& sum, node of, std::uint64_t times) {
    const auto place = std::ranges::lower_bound(sum, of, {}, &term::of);
    if (place == sum.end() || place->of != of)
        sum.insert(place, {of, times});
    else if ((place->times += times) == 0)
        sum.erase(place);
}

// For each node whether nothing but the only byte among the variables can change it. Empty if there are more such bytes.
std::vector<bool> changed_by_one_byte(const graph& g) {
    std::vector<bool> alone(g.size(), true);  // an operand that is not there changes nothing
    std::size_t bytes = 0;
    for (node n = 1; n < g.size(); ++n) {
        const expression& e = g[n];
        if (e.kind == operation::variable) {
            alone[n] = e.bits == 8;
            bytes += alone[n];
        }
        for (const node operand : e.operand) alone[n] = alone[n] && alone[operand];
        for (const byte_of part : e.parts) alone[n] = alone[n] && alone[part.of];
    }
    return bytes == 1 ? alone : std::vector<bool>();
}

}  // namespace

std::size_t prover::hash_of::operator()(const signature& s) const {
    std::size_t h = 0;
    for (const std::uint64_t w : s) h = mix(h, w);
    return h;
}

std::size_t prover::hash_of::operator()(const std::vector<std::uint64_t>& key) const {
    std::size_t h = 0;
    for (const std::uint64_t w : key) h = mix(h, w);
    return h;
}

prover::prover(const graph& g, bool doubt)
    : all(g), known{all, std::vector<node>(g.size()), std::vector<fixed_bits>(g.size())}, leader(known.leader),
      most_doubted(doubt ? ~std::size_t{0} : 200) {
    std::vector<signature> signatures(g.size()), complements(g.size());
    const auto take = [](signature& s, std::uint64_t value) {
        auto& [a, b] = s;
        a = (a ^ value) * 0x9e3779b97f4a7c15;
        b = (b ^ a >> 32 ^ value << 7) * 0xd1342543de82ef95;
    };
    if (!doubt) of_one_byte = changed_by_one_byte(g);
    const bool every_value = !of_one_byte.empty();
    const unsigned tries = doubt ? 0 : every_value ? 256 : samples;
    for (unsigned i = 0; i < tries; ++i) {
        // In the 256 turns i is each value of a byte once. A wider variable keeps its random bits above them.
        const auto values = g.evaluate([&](std::uint64_t number) {
            const std::uint64_t random = random_word(1000 + i, number);
            return every_value ? (random & ~std::uint64_t{0xff}) | i : random;
        });
        for (node n = 1; n < g.size(); ++n) {
            take(signatures[n], values[n]);
            take(complements[n], ~values[n] & mask_of(g[n].bits));
        }
        if (every_value) everywhere.push_back(values);
    }
    for (const bool constants : {true, false})
        for (node n = 1; n < g.size(); ++n) {
            if ((g[n].kind == operation::constant) != constants) continue;
            leader[n] = n;
            known.fixed[n] = fixed_bits_of(all, n, known.fixed);
            leader[n] = find_equal(n, signatures[n], complements[n]);
            merged += leader[n] != n;
        }
}

// Nodes of one key are equal.
std::vector<std::uint64_t> prover::key_of(node n) const {
    const expression& e = all[n];
    std::vector<std::uint64_t> key = {static_cast<std::uint64_t>(e.kind), e.bits, e.value, e.table};
    if (e.kind == operation::bytes)
        for (unsigned i = 0; i < e.bits / 8u; ++i) {
            const byte_of part = known.resolve(e.parts[i]);
            key.push_back(std::uint64_t{part.of} << 32 | part.at);
        }
    else
        for (const node operand : e.operand) key.push_back(operand == 0 ? 0 : leader[operand]);
    return key;
}

node prover::find_equal(node n, const signature& s, const signature& complement) {
    const auto [place, fresh] = structure.try_emplace(key_of(n), n);
    if (!fresh) return leader[place->second];
    for (const node candidate : candidates[s]) {
        if (!worth_proving(candidate, n)) continue;
        if (prove(candidate, n)) return candidate;
        ++doubted;
    }
    if (const auto group = candidates.find(complement); group != candidates.end() && is_logic(all[n]))
        for (const node candidate : group->second)
            if (worth_proving(candidate, n) && complements(candidate, n)) return complement_of(candidate, s);
    candidates[s].push_back(n);
    return n;
}

node prover::complement_of(node n, const signature& s) {
    const node made = all.logic(0x0f, n, n, n);
    const auto [place, fresh] = structure.try_emplace(key_of(made), made);
    if (fresh) candidates[s].push_back(made);
    leader.push_back(fresh ? made : leader[place->second]);
    known.fixed.push_back(fixed_bits_of(all, made, known.fixed));
    if (!of_one_byte.empty()) of_one_byte.push_back(of_one_byte[n]);
    for (auto& values : everywhere) values.push_back(~values[n] & mask_of(all[n].bits));
    return leader[made];
}

bool prover::prove(node a, node b) const {
    if (!everywhere.empty() && of_one_byte[a] && of_one_byte[b]) return agree_everywhere(a, b);
    const expression &x = all[a], &y = all[b];
    if (x.kind == operation::add || y.kind == operation::add) return same_sum(a, b);
    return ((is_logic(x) || is_logic(y)) && same_logic(a, b)) || same_bytes(a, b);
}

bool prover::agree_everywhere(node a, node b) const {
    return std::ranges::all_of(everywhere, [&](const auto& values) { return values[a] == values[b]; });
}

bool prover::complements(node a, node b) const {
    return for_all_values({a, b}, [](const auto& value) { return ~(value[0] ^ value[1]); });
}

bool prover::same_bytes(node a, node b) const {
    for (unsigned i = 0; i < all[a].bits / 8u; ++i)
        if (known.resolve({a, i}) != known.resolve({b, i})) return false;
    return true;
}

// Leaves are opened from the top until the roots are the same function of what is left, or too many are.
template <class F>
bool prover::for_all_values(const std::vector<node>& roots, F&& wrong) const {
    const auto shown = [&](int byte, bool& joins) {
        std::vector<node> open = roots;
        cone c(known, byte);
        for (;;) {
            c.build(roots, open);
            joins = joins || c.joins_bytes();
            if (c.too_wide()) return false;
            if (c.never(wrong)) return true;
            const node next = c.deepest_leaf();
            if (next == 0) return false;
            open.push_back(next);
        }
    };
    bool joins = false;
    if (shown(cone::all_bytes, joins)) return true;
    if (!joins) return false;
    for (int byte = 0; byte < all[roots[0]].bits / 8; ++byte)
        if (!shown(byte, joins)) return false;
    return true;
}

bool prover::same_logic(node a, node b) const {
    return for_all_values({a, b}, [](const auto& value) { return value[0] ^ value[1]; });
}

// Of the words of a no two have a common bit, nor of b, and the OR of all is the same: so their sums are.
bool prover::same_or(const std::vector<node>& a, const std::vector<node>& b) const {
    std::vector<node> roots = a;
    roots.insert(roots.end(), b.begin(), b.end());
    return for_all_values(roots, [&](const auto& value) {
        std::uint64_t any[2] = {}, twice = 0;
        for (std::size_t i = 0; i < value.size(); ++i) {
            std::uint64_t& side = any[i >= a.size()];
            twice |= side & value[i];
            side |= value[i];
        }
        return twice | (any[0] ^ any[1]);
    });
}

bool prover::same_sum(node a, node b) const {
    const std::uint64_t mask = mask_of(all[a].bits);
    std::vector<term> difference;
    std::uint64_t constant = 0;
    const auto take = [&](node n, std::uint64_t times) {
        n = leader[n];
        if (is_complement(all[n])) {  // ~a is -a - 1
            constant = (constant - times) & mask;
            n = leader[all[n].operand[0]];
            times = 0 - times;
        }
        if (all[n].kind == operation::constant)
            constant = (constant + times * all[n].value) & mask;
        else
            add_term(difference, n, times);
    };
    const auto take_operands = [&](node n, std::uint64_t times) {
        if (all[n].kind != operation::add) return take(n, times);
        take(all[n].operand[0], times);
        take(all[n].operand[1], times);
    };
    take_operands(a, 1);
    take_operands(b, ~std::uint64_t{0});
    for (std::size_t step = 0; step < most_steps && difference.size() <= most_terms; ++step) {
        std::erase_if(difference, [&](const term& t) { return (t.times & mask) == 0; });
        if (difference.empty()) return constant == 0;
        const auto last = std::ranges::find_if(difference.rbegin(), difference.rend(),
                                               [&](const term& t) { return all[t.of].kind == operation::add; });
        if (last == difference.rend()) break;
        const term sum = *last;
        add_term(difference, sum.of, 0 - sum.times);
        take_operands(sum.of, sum.times);
    }
    if (constant != 0 || difference.size() > most_disjoint) return false;
    std::vector<node> sides[2];
    for (const term& t : difference) {
        if ((t.times & mask) != 1 && (t.times & mask) != mask) return false;
        sides[(t.times & mask) != 1].push_back(t.of);
    }
    return !sides[0].empty() && !sides[1].empty() && same_or(sides[0], sides[1]);
}

}  // namespace proofs
