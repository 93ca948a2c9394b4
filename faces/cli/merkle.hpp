// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// hashlane merkle: what the leaves of a file or of a directory are, and proofs as JSON.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hashlane/by_name/merkle.hpp>

#include "common.hpp"

namespace hashlane::cli {

// The chunks of a file, or the files of a directory: a file's leaf is its digest and then its name.
struct merkle_source {
    std::string path;
    std::size_t chunk = 0, jobs = 1;
    bool directory = false;
};

using leaf_list = std::span<const std::span<const std::uint8_t>>;
using leaf_taker = std::function<void(leaf_list leaves, std::string_view name)>;  // name: of the file, in a directory

// All leaves in their order, some at a time. Throws failure when anything could not be read.
void each_leaf(const merkle_source&, const any_hash& hash, const leaf_taker&);

// The leaf of a file in a directory.
bytes leaf_of_file(const bytes& digest, std::string_view name);

struct inclusion_proof {
    merkle_shape shape = merkle_shape::rfc9162;
    std::string algorithm;
    std::uint64_t leaves = 0, index = 0;
    std::uint64_t chunk = 0;  // of a file; 0 when the leaf is a file with this name
    std::string name;
    bytes root;
    std::vector<bytes> digests;
};

struct consistency_proof {
    merkle_shape shape = merkle_shape::rfc9162;
    std::string algorithm;
    std::uint64_t first = 0, leaves = 0;
    std::uint64_t chunk = 0;  // of a file; 0 for a directory
    bytes first_root, root;
    std::vector<bytes> digests;
};

std::string to_json(const inclusion_proof&);
std::string to_json(const consistency_proof&);
// They throw failure with the reason.
inclusion_proof proof_from_json(const bytes& text);
consistency_proof consistency_from_json(const bytes& text);

std::string_view shape_name(merkle_shape);
std::optional<merkle_shape> shape_from(std::string_view name);

}  // namespace hashlane::cli
