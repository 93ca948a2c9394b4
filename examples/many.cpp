// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <hashlane/batch.hpp>
#include <hashlane/sha2.hpp>

#include <string>
#include <vector>

#include "show.hpp"

namespace hl = hashlane;

int main() {
    std::vector<std::string> messages(1000, "abc");
    // README
    std::vector<hl::sha256::digest_type> digests(messages.size());
    hl::digest_many<hl::sha256>(messages, digests);                  // of any lengths
    hl::digest_many<hl::sha256>(messages, digests, hl::threads{2});  // the same on two cores
    // end
    show(digests[999]);
}
// prints ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
