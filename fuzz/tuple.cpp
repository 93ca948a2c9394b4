// SPDX-License-Identifier: Apache-2.0 OR MIT
// Tuples: elements whole and in pieces, and no two tuples with one digest.
#include "fuzz.hpp"

using namespace fuzz;

namespace {

using tuple = std::vector<bytes>;

// The same bytes, cut elsewhere.
tuple some_cut(input& in, view all) {
    tuple out;
    in_pieces(in, all, 8, [&](view piece) { out.emplace_back(piece.begin(), piece.end()); });
    return out;
}

bytes digest_of_tuple(const hl::any_hash& fresh, const tuple& elements, std::size_t n) {
    hl::any_hash h = fresh;
    for (const bytes& element : elements) h.update(element);
    return digest_of(h, n);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    const auto& a = choose(in, [](const auto& x) { return (x.parameters & hl::parameter::elements) != 0; });
    const random_options chosen(in, a);
    const auto fresh = make(a, chosen.options);
    if (!fresh) return 0;
    const std::size_t n = in.ConsumeIntegralInRange<std::size_t>(16, 64), half = in.remaining_bytes() / 2;
    const bytes all = some_bytes(in, half);
    const tuple one = some_cut(in, all), other = some_cut(in, all);
    use_baseline();
    const bytes want = digest_of_tuple(*fresh, one, n);
    use_some_target(in);
    require((digest_of_tuple(*fresh, other, n) == want) == (one == other), "other tuples, other digests");
    with_row(a.name, [&]<class Row>() {
        if constexpr (requires(typename Row::type& t) { t.element(0); }) {
            typed<Row> t(chosen.options);
            for (const bytes& e : one) {
                auto element = (*t).element(e.size());
                element.absorb(view(e).first(e.size() / 3)).absorb(view(e).subspan(e.size() / 3));
            }
            bytes got(n);
            hl::any_adapter<Row>::digest(*t, got);
            require(got == want, "elements in pieces are elements");
        }
    });
    return 0;
}
