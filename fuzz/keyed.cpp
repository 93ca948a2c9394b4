// SPDX-License-Identifier: Apache-2.0 OR MIT
// Keys, customization strings, function names, block sizes, domains; options that do not fit; names that are none.
#include "fuzz.hpp"

using namespace fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    if (in.ConsumeProbability<float>() > 0.98f) {
        const std::string name = in.ConsumeRandomLengthString();
        require(hl::any_hash::create(name).has_value() <= (hl::find_algorithm(name) != nullptr), "a name of ours");
        return 0;
    }
    const auto& a = choose(in, [](const auto& x) {
        return digesting(x) && x.parameters != 0 && (x.parameters & hl::parameter::elements) == 0;
    });
    const random_options chosen(in, a);
    const auto h = make(a, chosen.options);
    if (h) pieces_agree(in, *h, some_bytes(in, 1500), a.block_size);
    return 0;
}
