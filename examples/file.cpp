// SPDX-License-Identifier: Apache-2.0 OR MIT
// The digest of a file that need not fit into memory. (A stream of a string stands for the file here.)
#include <hashlane/sha2.hpp>

#include <array>
#include <istream>
#include <optional>
#include <span>
#include <sstream>

#include "show.hpp"

namespace hl = hashlane;

// README
// Nothing if the file cannot be read to its end.
std::optional<hl::sha256::digest_type> digest_of(std::istream& file) {
    hl::sha256 hash;
    std::array<char, 65536> piece;
    while (file) {
        file.read(piece.data(), piece.size());
        hash.update(std::span(piece).first(static_cast<std::size_t>(file.gcount())));
    }
    if (!file.eof()) return std::nullopt;
    return hash.digest();
}
// end

int main() {
    std::istringstream file("abc");
    const auto digest = digest_of(file);
    if (!digest) return 1;
    show(*digest);
}
// prints ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
