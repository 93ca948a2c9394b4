// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "fixed_bits.hpp"

namespace proofs {
namespace {

// A bit of the result can be 1 if the table has a 1 for some values that the operands can have there; likewise 0.
fixed_bits of_logic(std::uint8_t table, const fixed_bits& a, const fixed_bits& b, const fixed_bits& c) {
    std::uint64_t can_be_one = 0, can_be_zero = 0;
    for (unsigned i = 0; i < 8; ++i) {
        const std::uint64_t possible =
            ~(i & 4 ? a.zeros : a.ones) & ~(i & 2 ? b.zeros : b.ones) & ~(i & 1 ? c.zeros : c.ones);
        (table >> i & 1 ? can_be_one : can_be_zero) |= possible;
    }
    return {~can_be_one, ~can_be_zero};
}

// a + a is a shifted by one. Of another sum the lowest bits are fixed, as far as those of both operands are.
fixed_bits of_sum(node a, node b, const std::vector<fixed_bits>& before) {
    const auto [zeros, ones] = before[a];
    if (a == b) return {zeros << 1 | 1, ones << 1};
    const std::uint64_t in_both = (zeros | ones) & (before[b].zeros | before[b].ones);
    const std::uint64_t lowest = in_both & ~(in_both + 1);
    const std::uint64_t sum = ones + before[b].ones;
    return {~sum & lowest, sum & lowest};
}

}  // namespace

fixed_bits fixed_bits_of(const graph& g, node n, const std::vector<fixed_bits>& before) {
    const expression& e = g[n];
    const std::uint64_t mask = mask_of(e.bits);
    const auto [a, b, c] = e.operand;
    fixed_bits found;
    if (e.kind == operation::constant) found = {~e.value, e.value};
    if (e.kind == operation::logic) found = of_logic(e.table, before[a], before[b], before[c]);
    if (e.kind == operation::rotate) found = before[a].rotated(static_cast<unsigned>(e.value), e.bits);
    if (e.kind == operation::add) found = of_sum(a, b, before);
    if (e.kind == operation::bytes)
        for (unsigned i = 0; i < e.bits / 8u; ++i) {
            const byte_of part = e.parts[i];
            found.zeros |= (before[part.of].zeros >> 8 * part.at & 0xff) << 8 * i;
            found.ones |= (before[part.of].ones >> 8 * part.at & 0xff) << 8 * i;
        }
    return {found.zeros & mask, found.ones & mask};
}

}  // namespace proofs
