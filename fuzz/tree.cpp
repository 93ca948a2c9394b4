// SPDX-License-Identifier: Apache-2.0 OR MIT
// Trees: messages of many chunks, in pieces and over threads.
#include "fuzz.hpp"

using namespace fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    const auto& a = choose(in, [](const auto& x) {
        return x.family == "KangarooTwelve" || (x.parameters & hl::parameter::parallel_block) != 0;
    });
    const random_options chosen(in, a);
    const auto h = make(a, chosen.options);
    if (!h) return 0;
    const std::size_t chunk = chosen.options.parallel_block.value_or(8192);
    const bytes message = stretched_bytes(in, std::min<std::size_t>(20 * chunk, 150'000));
    auto threaded = *h, whole = *h;
    const std::size_t at = in.ConsumeIntegralInRange<std::size_t>(0, message.size());
    threaded.update(std::span(message).first(at));
    const hl::threads wanted{in.ConsumeIntegralInRange(1u, 3u)};
    require(hl::absorb_with_threads(threaded, std::span(message).subspan(at), wanted), "a tree takes threads");
    pieces_agree(in, *h, message, chunk);
    require(digest_of(threaded, a.digest_size) == digest_of(whole.update(message), a.digest_size),
            "threads give what one call gives");
    return 0;
}
