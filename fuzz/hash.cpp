// SPDX-License-Identifier: Apache-2.0 OR MIT
// Hashes without parameters.
#include "fuzz.hpp"

using namespace fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    const auto& a = choose(in, [](const auto& x) { return x.kind == hl::kind::hash && x.parameters == 0; });
    const bytes message = in.ConsumeBool() ? some_bytes(in, 2000) : stretched_bytes(in, 10 * a.block_size);
    pieces_agree(in, *make(a, {}), message, a.block_size);
    return 0;
}
