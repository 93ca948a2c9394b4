// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Some nodes as Boolean functions, bit for bit, of nodes below them.

#include <vector>

#include "graph.hpp"

namespace proofs {

// A node, rotated to the right.
struct turned {
    node of;
    unsigned right;
    friend bool operator==(const turned&, const turned&) = default;
};

class cone {
  public:
    cone(const graph& g, const std::vector<node>& leaders) : all(g), leader(leaders) {}

    // Goes down from the roots, through nodes in `open` only.
    void build(const std::vector<node>& roots, const std::vector<node>& open);

    std::size_t leaves() const { return places.size(); }
    bool too_wide() const { return places.size() > most_leaves || constants.size() > 64; }
    // The last node at which build() stopped and could go on; 0: there is none.
    node deepest_leaf() const;

    // Whether wrong(values of the roots) is 0 for all values of the leaves, taken as independent of each other. A value
    // is 64 cases side by side.
    template <class F>
    bool never(F&& wrong) {
        if (!never_at_random(wrong)) return false;
        for (const std::uint64_t pattern : patterns())
            for (std::uint64_t chunk = 0; chunk < std::uint64_t{1} << (leaves() < 6 ? 0 : leaves() - 6); ++chunk) {
                assign(pattern, chunk);
                if (wrong(evaluate()) != 0) return false;
            }
        return true;
    }

  private:
    static constexpr std::size_t most_leaves = 13;

    struct step {
        turned name;
        const expression* what;
        bool leaf;
        std::size_t operand[3];
    };

    const graph& all;
    const std::vector<node>& leader;
    std::vector<step> steps;
    std::vector<std::size_t> roots_at, places, constants;  // places: of the leaves
    std::vector<std::uint64_t> values, results;

    std::size_t visit(turned t, const std::vector<node>& open);
    const std::vector<std::uint64_t>& evaluate();
    std::vector<std::uint64_t> patterns() const;
    void assign(std::uint64_t pattern, std::uint64_t chunk);
    void assign_random(std::uint64_t seed);

    template <class F>
    bool never_at_random(F&& wrong) {
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            assign_random(seed);
            if ((wrong(evaluate()) & mask_of(steps[roots_at[0]].what->bits)) != 0) return false;
        }
        return true;
    }
};

// Only these can be gone through.
inline bool is_logic(const expression& e) { return e.kind == operation::logic || e.kind == operation::rotate; }

}  // namespace proofs
