// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A claim: some words that the library computes are those of a standard, for all values of the variables.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "prover.hpp"

namespace proofs {

struct equation {
    byte_of standard, library;
};

struct claim {
    std::string name;
    std::function<std::vector<equation>(graph&)> write;
};

// Appends the equations of two words of as many bits.
void equate(std::vector<equation>& equations, const graph& g, node standard, node library);

struct verdict {
    bool proved;
    std::size_t nodes, merged;
    double seconds;
    std::string refuted_by;  // values for which the two differ, if some were found
};

// A claim that is not proved is tried with random values, and with those of `values` in their stead.
verdict judge(const claim& c, const std::map<std::uint64_t, std::uint64_t>& values = {});

// The main program over a table of claims: [--only NAME]... [--try VARIABLE=VALUE]...
int prove_all(int count, char** arguments, const std::vector<claim>& claims);

}  // namespace proofs
