// SPDX-License-Identifier: Apache-2.0 OR MIT
// Extendable output: any partition of n bytes is one read of n bytes.
#include "fuzz.hpp"

using namespace fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    const auto& a = choose(in, [](const auto& x) { return x.kind == hl::kind::xof; });
    const random_options chosen(in, a);
    auto h = make(a, chosen.options);
    if (!h) return 0;
    h->update(some_bytes(in, 500));
    bytes want(in.ConsumeIntegralInRange<std::size_t>(0, 5 * a.block_size)), got(want.size());
    use_baseline();
    h->reader()->squeeze(want);
    use_some_target(in);
    auto reader = *h->reader();
    in_pieces(in, std::span(got), a.block_size, [&](std::span<std::uint8_t> piece) {
        reader.squeeze(piece);
        if (piece.size() % 5 != 2) return;
        const auto copy = reader;
        reader = copy;
    });
    require(got == want, "pieces of output are the output");
    require(digest_of(*h, want.size()) == want, "a digest is the first bytes of the output");
    return 0;
}
