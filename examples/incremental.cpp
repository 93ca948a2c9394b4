// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <hashlane/sha3.hpp>

#include <string_view>

#include "show.hpp"

using namespace std::literals;
namespace hl = hashlane;

int main() {
    const auto head = "head"sv, tail = "tail"sv;
    // README
    hl::sha3_256 hash;
    hash.update(head);
    auto so_far = hash.digest();  // computed from a copy of the state: more may follow
    hash.update(tail);
    auto whole = hash.digest();
    // end
    show(so_far);
    show(whole);
}
// prints a0a65c5733a6fe998b2163843cb38e750b79fdb01319d87b61e49d3990fc5740
// prints cadadbdae8c1650b895b393642e8b1cf239dc05e9a7e6fab34a8742a18945914
