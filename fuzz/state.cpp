// SPDX-License-Identifier: Apache-2.0 OR MIT
// Exported states from a stranger, who knows how the check is computed: refused, or usable as any other.
#include "fuzz.hpp"

using namespace fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    const auto& a = choose(in, [](const auto& x) { return digesting(x); });
    const random_options chosen(in, a);
    auto h = make(a, chosen.options);
    if (!h) return 0;
    bytes state(h->state_size());
    if (state.empty()) {
        const bytes anything = in.ConsumeRemainingBytes<std::uint8_t>();
        require(!h->import_state(anything), "a keyed state does not come from outside");
        return 0;
    }
    h->update(some_bytes(in, 2 * a.block_size));
    require(h->export_state(state), "a state leaves");
    const std::size_t checked = state.size() - 8;
    for (int edits = in.ConsumeIntegralInRange(0, 6); edits > 0; --edits)
        state[in.ConsumeIntegralInRange<std::size_t>(0, checked - 1)] = in.ConsumeIntegral<std::uint8_t>();
    // Whole fields of any origin.
    if (in.ConsumeBool()) {
        const std::size_t from = in.ConsumeIntegralInRange<std::size_t>(0, checked - 1);
        const bytes fields = some_bytes(in, checked - from);
        std::ranges::copy(fields, state.begin() + static_cast<std::ptrdiff_t>(from));
    }
    if (in.ConsumeProbability<float>() < 0.9f)
        hl::digest_into<hl::turboshake128>(std::span(state).first(checked), std::span(state).last(8), 0x48);
    if (in.ConsumeProbability<float>() > 0.9f) state.resize(in.ConsumeIntegralInRange<std::size_t>(0, 700));

    use_some_target(in);
    hl::any_hash other = *make(a, chosen.options);
    const bytes before = digest_of(other, a.digest_size);
    if (!other.import_state(state)) {
        require(digest_of(other, a.digest_size) == before, "nothing changed");
        return 0;
    }
    // What lies behind the end of a partial block is dropped: the export may differ, but from then on it is the same.
    bytes first(state.size()), second(state.size());
    require(other.export_state(first), "what was taken in comes out");
    hl::any_hash again = *make(a, chosen.options);
    require(again.import_state(first) && again.export_state(second) && first == second, "and goes in again");
    require(digest_of(again, a.digest_size) == digest_of(other, a.digest_size), "as the same state");
    pieces_agree(in, other, some_bytes(in, 1000), a.block_size);
    return 0;
}
