// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <hashlane/any.hpp>

#include <array>
#include <cstdint>
#include <string_view>

#include "show.hpp"

using namespace std::literals;
namespace hl = hashlane;

int main() {
    const auto name = "sha512-256"sv;
    // README
    auto hash = hl::any_hash::create(name);
    if (!hash) return 1;  // hash.error().message(): "no such algorithm: sha26; did you mean sha256?"
    std::array<std::uint8_t, 64> out{};
    const auto digest = std::span(out).first(hash->output_size());
    if (!hash->update("abc"sv).digest(digest)) return 1;
    // end
    show(digest);
}
// prints 53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23
