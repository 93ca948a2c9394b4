// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What verify and verify-consistency know about a tree from their command line. Anybody can write a proof, so what a
// proof says about its tree is compared with this.

#include "merkle_trees.hpp"

namespace hashlane::cli {

struct trusted_tree : shape_options {
    std::string algorithm;  // "": the one that the proof names
    std::size_t chunk = 0;  // 0: the one that the proof names

    void declare(command_line& line);

    // Throws wrong_use if there are no such trees.
    void require_possible() const;

    // Returns the root that an option was given in hexadecimal digits. Throws wrong_use if it is no digest, or not one
    // of the algorithm that -a names.
    bytes root_from(const char* option, const std::string& hex) const;

    // Returns why a proof is refused that names another tree; "" if it does not. chunk: 0 for a directory.
    std::string refusal(merkle_shape named, const std::string& named_algorithm, std::uint64_t named_chunk) const;
};

// The trees that a proof names, after trusted_tree::refusal(). Throws failure if there are none.
any_tree trees_of_proof(const std::string& algorithm, merkle_shape shape);

// Returns why a root is refused that is no digest of these trees; "" if it is one.
std::string refusal_of_root(const bytes& root, const any_tree& trees);

// Returns the text of a result; "" for merkle_result::valid.
std::string reason_of(merkle_result result);

// Prints OK, or FAILED if there is a reason, for a path. Returns the exit status, or throws failure with the reason.
int print_verdict(const std::string& path, const std::string& why);

}  // namespace hashlane::cli
