// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What is measured. The table is in rows.cpp.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

enum class measure { times_peer, times_itself, rate_of_row };

// A ratio to somebody of the same run, so that it means the same on every processor. Hashlane's time is to be at most
// `limit` times the other's; rate_of_row: its rate at least `limit` times that of another row.
struct goal {
    measure what;
    double limit;
    std::string_view than = {};  // times_peer: how the peer's name begins, empty: the best; rate_of_row: the row's id
};

enum class lengths { equal, mixed };

struct row {
    std::string_view family;    // the plot it belongs to
    std::string_view workload;  // as in the peers' tables
    std::size_t size;           // bytes of a message; mixed: the largest, all from 0 to it
    std::size_t out_size;
    std::size_t count = 1;
    unsigned threads = 1;
    lengths shape = lengths::equal;
    std::size_t ad_size = 0;
    std::vector<goal> goals = {};
    bool held = false;            // `--goals` measures it
    bool against_itself = false;  // Hashlane enters twice and nobody else does: the ratio is the noise

    bool threaded() const;  // wall clock, even for one thread
    bool sealed() const;    // an AEAD
    std::string id() const;
};

// Where a contestant does not offer a workload, its call for this one does; empty: none.
std::string_view instead_of(std::string_view workload);

// The rows that are held to goals first, then a sweep of sizes for each family, in which 1.01 of the best peer's time is the
// goal throughout.
std::vector<row> all_rows();

std::string bytes_text(std::size_t n);  // "64 KiB"
std::string goal_text(const goal&);

}  // namespace bench
