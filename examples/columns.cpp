// SPDX-License-Identifier: Apache-2.0 OR MIT
// The digests of a column of strings (as in Arrow: all bytes, and offsets), and of the rows of a table.
#include <hashlane/batch.hpp>
#include <hashlane/sha2.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "show.hpp"

namespace hl = hashlane;

int main() {
    const std::string text = "abcabcd";
    const std::vector<std::int32_t> offsets{0, 3, 3, 7};  // "abc", "", "abcd"
    const std::string table(100 * 32, 'x');
    // README
    const auto column = hl::checked_offsets(text, offsets);
    if (!column) return 1;  // an offset decreases, or leads past the end
    std::vector<hl::sha256::digest_type> digests(column->size());
    hl::digest_many<hl::sha256>(*column, digests);

    std::vector<hl::sha256::digest_type> of_rows(100);
    hl::digest_many<hl::sha256>(hl::fixed_width(table, 32), of_rows, hl::threads{2});  // rows of 32 bytes
    // end
    show(digests[0]);
    if (of_rows[99] != hl::digest<hl::sha256>(std::string(32, 'x'))) return 1;
}
// prints ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
