// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "cone.hpp"

#include <algorithm>

#include "random.hpp"

namespace proofs {

void cone::build(const std::vector<node>& roots, const std::vector<node>& open) {
    steps.clear();
    roots_at.clear();
    leaves.clear();
    constants.clear();
    joins = false;
    for (const node root : roots) roots_at.push_back(visit(name_of(root, 0), open));
    values.assign(steps.size(), 0);
}

// Of a node that joins bytes only one is looked at: instead stands the node it comes from, turned so that the byte comes
// to this place.
place cone::name_of(node of, unsigned right) const {
    of = known.leader[of];
    const expression& e = known.all[of];
    if (only == all_bytes || right % 8 != 0 || e.kind != operation::bytes) return {of, right, false};
    const byte_of source = known.resolve({of, (unsigned(only) + right / 8) % (e.bits / 8u)});
    if (source.of == 0) return {0, source.at, true};
    const unsigned bytes = known.all[source.of].bits / 8u;
    return {source.of, 8 * ((source.at + bytes - unsigned(only) % bytes) % bytes), false};
}

std::size_t cone::visit(place t, const std::vector<node>& open) {
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (steps[i].name == t) return i;
    const expression& e = known.all[t.of];
    step s{t, &e, true, {}};
    joins = joins || e.kind == operation::bytes;
    if (t.is_constant || e.kind == operation::constant) {
        constants.push_back(steps.size());
    } else if (is_complement(e) || (is_logic(e) && std::ranges::find(open, t.of) != open.end())) {
        s.leaf = false;
        const unsigned further = e.kind == operation::rotate ? static_cast<unsigned>(e.value) : 0;
        const std::size_t operands = e.kind == operation::rotate ? 1 : 3;
        for (std::size_t i = 0; i < operands; ++i)
            s.operand[i] = visit(name_of(e.operand[i], (t.right + further) % e.bits), open);
    } else {
        leaves.push_back(steps.size());
    }
    steps.push_back(s);
    return steps.size() - 1;
}

node cone::deepest_leaf() const {
    node last = 0;
    for (const std::size_t leaf : leaves)
        if (is_logic(*steps[leaf].what)) last = std::max(last, steps[leaf].name.of);
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

// A word of the width of a step's node as the roots see it: rotated, and of it the byte that is looked at.
std::uint64_t cone::seen(const step& s, std::uint64_t word) const {
    const std::uint64_t turned = rotate_right(word, s.name.right, s.what->bits);
    return only == all_bytes ? turned : turned >> 8 * (unsigned(only) % (s.what->bits / 8u)) & 0xff;
}

std::uint64_t cone::constant_at(const step& s) const {
    return s.name.is_constant ? s.name.right : seen(s, s.what->value);
}

fixed_bits cone::fixed_at(const step& s) const {
    const fixed_bits& all = known.fixed[s.name.of];
    return {seen(s, all.zeros), seen(s, all.ones)};
}

// The pattern at each bit of the word; the same only once.
std::vector<cone::pattern> cone::patterns() const {
    std::vector<pattern> found(width());
    for (unsigned at = 0; at < width(); ++at) {
        for (std::size_t i = 0; i < constants.size(); ++i)
            found[at].constants |= (constant_at(steps[constants[i]]) >> at & 1) << i;
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            const fixed_bits fixed = fixed_at(steps[leaves[i]]);
            found[at].zeros |= (fixed.zeros >> at & 1) << i;
            found[at].ones |= (fixed.ones >> at & 1) << i;
        }
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

void cone::assign(const pattern& here, std::uint64_t chunk) {
    static constexpr std::uint64_t low[6] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                             0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
    for (std::size_t i = 0; i < constants.size(); ++i) values[constants[i]] = 0 - (here.constants >> i & 1);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        const std::uint64_t any = i < 6 ? low[i] : 0 - (chunk >> (i - 6) & 1);
        values[leaves[i]] = (any & ~(0 - (here.zeros >> i & 1))) | (0 - (here.ones >> i & 1));
    }
}

void cone::assign_random(std::uint64_t seed) {
    for (const std::size_t i : constants) values[i] = constant_at(steps[i]);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        const fixed_bits fixed = fixed_at(steps[leaves[i]]);
        values[leaves[i]] = (random_word(seed, i) & ~fixed.zeros) | fixed.ones;
    }
}

}  // namespace proofs
