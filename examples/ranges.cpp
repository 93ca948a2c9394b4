// SPDX-License-Identifier: Apache-2.0 OR MIT
// One message that several workers read: each range becomes a few bytes, out of which a driver makes the digest. The
// root of a Merkle tree is made of ranges of leaves in the same way.
#include <hashlane/merkle.hpp>
#include <hashlane/ranges.hpp>
#include <hashlane/sha2.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "show.hpp"

namespace hl = hashlane;
using enum hl::range_result;

// Shows the digest of a message of two ranges. Returns the exit status.
int digest_of_ranges(std::span<const std::uint8_t> message) {
    const std::size_t size = message.size(), half = 8192 * 80;
    // README
    hl::tree_ranges all(hl::kt128{}, size);  // the workers and the driver make the same object

    std::vector<std::uint8_t> first(all.range_size(0, half)), second(all.range_size(half, size - half));
    if (all.leaves(half, message.subspan(half), second) != accepted) return 1;  // a worker
    if (all.leaves(0, message.first(half), first) != accepted) return 1;        // another worker

    if (all.add(second) != gap) return 1;      // the driver adds ranges in the order of their places
    if (all.add(first) != accepted) return 1;  // hl::range_reason() has a sentence for each result
    if (all.add(second) != accepted) return 1;
    auto digest = all.whole()->reader().squeeze<32>();
    // end
    show(digest);
    return 0;
}

// Shows the root of leaves of which each worker has digested four. Returns the exit status.
int root_of_ranges(std::span<const std::array<std::uint8_t, 2>> leaves) {
    using scheme = hl::rfc9162<hl::sha256>;
    hl::merkle_stream<scheme> stream;
    for (std::size_t first = 0; first < leaves.size(); first += 4) {
        const auto root = hl::merkle_root<scheme>(leaves.subspan(first, 4));  // a worker
        if (!stream.push_subtree(root, 4)) return 1;
    }
    if (stream.root() != hl::merkle_root<scheme>(leaves)) return 1;
    show(stream.root());
    return 0;
}

int main() {
    // ptn(17 ** 5) of RFC 9861 s.5
    std::vector<std::uint8_t> message(1419857);
    for (std::size_t i = 0; i < message.size(); ++i) message[i] = static_cast<std::uint8_t>(i % 251);
    if (digest_of_ranges(message) != 0) return 1;

    std::vector<std::array<std::uint8_t, 2>> leaves;
    for (std::uint8_t i = 0; i < 8; ++i) leaves.push_back({i, 0});
    return root_of_ranges(leaves);
}
// prints 844d610933b1b9963cbdeb5ae3b6b05cc7cbd67ceedf883eb678a0a8e0371682
// prints 9e313c898cc548d0001631fdb45199167a74893f909908a63af8dc21499e4db1
