// SPDX-License-Identifier: Apache-2.0 OR MIT
// Many messages side by side give what they give one after the other.
#include "fuzz.hpp"

using namespace fuzz;

namespace {

constexpr bool takes_messages(const hl::algorithm& a) {
    return digesting(a) && (a.parameters & hl::parameter::elements) == 0;
}

template <class Row>
void check(input& in) {
    const random_options chosen(in, Row::info());
    if (!make(Row::info(), chosen.options)) return;
    typed<Row> prefix(chosen.options);
    hl::any_adapter<Row>::update(*prefix, some_bytes(in, 200));
    const std::size_t n =
        Row::info().any_length ? in.ConsumeIntegralInRange<std::size_t>(1, 400) : Row::info().digest_size;

    const bytes pool = stretched_bytes(in, 6000);
    std::vector<view> messages(in.ConsumeIntegralInRange<std::size_t>(0, 40));
    const std::size_t usual = in.ConsumeIntegralInRange<std::size_t>(0, pool.size());
    for (view& m : messages) {
        const std::size_t size = in.ConsumeBool() ? usual : in.ConsumeIntegralInRange<std::size_t>(0, pool.size());
        m = view(pool).subspan(in.ConsumeIntegralInRange<std::size_t>(0, pool.size() - size), size);
    }

    use_baseline();
    bytes want, got(messages.size() * n + 1, 0x77);
    for (const view m : messages) {
        auto one = *prefix;
        bytes out(n);
        hl::any_adapter<Row>::update(one, m);
        hl::any_adapter<Row>::digest(one, out);
        want.insert(want.end(), out.begin(), out.end());
    }
    want.push_back(0x77);
    use_some_target(in);
    const hl::threads wanted{in.ConsumeProbability<float>() > 0.95f ? 2u : 1u};
    const auto room = std::span(got).first(got.size() - 1);
    if constexpr (Row::info().kind == hl::kind::mac)
        hl::tag_many(*prefix, messages, room, wanted);
    else
        hl::digest_many(*prefix, messages, room, wanted);
    require(got == want, "side by side as one after the other");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    const auto& a = choose(in, takes_messages);
    with_row(a.name, [&]<class Row>() {
        if constexpr (takes_messages(Row::info())) check<Row>(in);
    });
    return 0;
}
