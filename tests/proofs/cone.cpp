// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "cone.hpp"

#include <algorithm>

#include "random.hpp"

namespace proofs {

void cone::build(const std::vector<node>& roots, const std::vector<node>& open) {
    steps.clear(), roots_at.clear(), places.clear(), constants.clear();
    for (const node root : roots) roots_at.push_back(visit({leader[root], 0}, open));
    values.assign(steps.size(), 0);
}

std::size_t cone::visit(turned t, const std::vector<node>& open) {
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (steps[i].name == t) return i;
    const expression& e = all[t.of];
    step s{t, &e, true, {}};
    if (e.kind == operation::constant) {
        constants.push_back(steps.size());
    } else if (is_logic(e) && std::ranges::find(open, t.of) != open.end()) {
        s.leaf = false;
        const unsigned further = e.kind == operation::rotate ? static_cast<unsigned>(e.value) : 0;
        const std::size_t operands = e.kind == operation::rotate ? 1 : 3;
        for (std::size_t i = 0; i < operands; ++i)
            s.operand[i] = visit({leader[e.operand[i]], (t.right + further) % e.bits}, open);
    } else {
        places.push_back(steps.size());
    }
    steps.push_back(s);
    return steps.size() - 1;
}

node cone::deepest_leaf() const {
    node last = 0;
    for (const std::size_t place : places)
        if (is_logic(*steps[place].what)) last = std::max(last, steps[place].name.of);
    return last;
}

const std::vector<std::uint64_t>& cone::evaluate() {
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const step& s = steps[i];
        if (s.leaf) continue;
        values[i] = s.what->kind == operation::rotate
                        ? values[s.operand[0]]
                        : look_up(s.what->table, values[s.operand[0]], values[s.operand[1]], values[s.operand[2]]);
    }
    results.resize(roots_at.size());
    for (std::size_t i = 0; i < roots_at.size(); ++i) results[i] = values[roots_at[i]];
    return results;
}

// What the constants are at one bit of the word, for each bit; the same only once.
std::vector<std::uint64_t> cone::patterns() const {
    const unsigned bits = steps[roots_at[0]].what->bits;
    std::vector<std::uint64_t> found(bits);
    for (unsigned at = 0; at < bits; ++at)
        for (std::size_t i = 0; i < constants.size(); ++i) {
            const step& s = steps[constants[i]];
            found[at] |= (rotate_right(s.what->value, s.name.right, bits) >> at & 1) << i;
        }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

void cone::assign(std::uint64_t pattern, std::uint64_t chunk) {
    static constexpr std::uint64_t low[6] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                             0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
    for (std::size_t i = 0; i < constants.size(); ++i) values[constants[i]] = 0 - (pattern >> i & 1);
    for (std::size_t i = 0; i < places.size(); ++i) values[places[i]] = i < 6 ? low[i] : 0 - (chunk >> (i - 6) & 1);
}

void cone::assign_random(std::uint64_t seed) {
    for (const std::size_t i : constants)
        values[i] = rotate_right(steps[i].what->value, steps[i].name.right, steps[i].what->bits);
    for (std::size_t i = 0; i < places.size(); ++i) values[places[i]] = random_word(seed, i);
}

}  // namespace proofs
