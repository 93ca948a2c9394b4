// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Some nodes as Boolean functions, bit for bit, of nodes below them, whose fixed bits are known.

#include <vector>

#include "classes.hpp"

namespace proofs {

// A node, rotated to the right; or a byte that is a constant, `right`.
struct place {
    node of;
    unsigned right;
    bool is_constant;
    friend bool operator==(const place&, const place&) = default;
};

class cone {
  public:
    static constexpr int all_bytes = -1;

    // byte: look at this byte of the roots only. What joins bytes of several words can then be gone through.
    cone(const classes& c, int byte) : known(c), only(byte) {}

    // Goes down from the roots, through nodes in `open` and complements only: a complement has one operand, so that there
    // are not more leaves behind it.
    void build(const std::vector<node>& roots, const std::vector<node>& open);

    bool too_wide() const { return leaves.size() > 2 * most_leaves || constants.size() > 64; }
    bool joins_bytes() const { return joins; }
    // The last node at which build() stopped and could go on; 0: there is none.
    node deepest_leaf() const;

    // Whether wrong(values of the roots) is 0 for all values of the leaves, taken as independent of each other but for
    // their fixed bits. A value is 64 cases side by side. False too where there are too many leaves to try.
    template <class F>
    bool never(F&& wrong) {
        if (leaves.size() > most_leaves || !never_at_random(wrong)) return false;
        for (const pattern& here : patterns())
            for (std::uint64_t chunk = 0; chunk < std::uint64_t{1} << (leaves.size() < 6 ? 0 : leaves.size() - 6);
                 ++chunk) {
                assign(here, chunk);
                if (wrong(evaluate()) != 0) return false;
            }
        return true;
    }

  private:
    static constexpr std::size_t most_leaves = 14;  // 2^14 cases; on the way to fewer there may be more

    struct step {
        place name;
        const expression* what;
        bool leaf;
        std::size_t operand[3];
    };

    // What does not change at one bit of the word: bit i is that of constant i, and whether leaf i is fixed there.
    struct pattern {
        std::uint64_t constants, zeros, ones;
        auto operator<=>(const pattern&) const = default;
    };

    const classes& known;
    const int only;
    bool joins = false;
    std::vector<step> steps;
    std::vector<std::size_t> roots_at, leaves, constants;
    std::vector<std::uint64_t> values, results;

    place name_of(node of, unsigned right) const;
    std::size_t visit(place t, const std::vector<node>& open);
    const std::vector<std::uint64_t>& evaluate();
    unsigned width() const { return only == all_bytes ? steps[roots_at[0]].what->bits : 8; }
    std::uint64_t seen(const step& s, std::uint64_t word) const;
    std::uint64_t constant_at(const step& s) const;
    fixed_bits fixed_at(const step& s) const;
    std::vector<pattern> patterns() const;
    void assign(const pattern& here, std::uint64_t chunk);
    void assign_random(std::uint64_t seed);

    template <class F>
    bool never_at_random(F&& wrong) {
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            assign_random(seed);
            if ((wrong(evaluate()) & mask_of(width())) != 0) return false;
        }
        return true;
    }
};

// Only these can be gone through.
inline bool is_logic(const expression& e) { return e.kind == operation::logic || e.kind == operation::rotate; }

// ~a, for any a?
inline bool is_complement(const expression& e) {
    const auto [a, b, c] = e.operand;
    return e.kind == operation::logic && a == b && b == c && (e.table & 0x81) == 1;
}

}  // namespace proofs
