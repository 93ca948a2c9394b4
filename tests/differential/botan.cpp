// SPDX-License-Identifier: Apache-2.0 OR MIT
// The Keccak of before the standard, and SHAKE, which it makes with a size of output of its own for each object.
#include <botan/hash.h>

#include <memory>

#include "peer.hpp"

namespace {

using in = std::span<const std::uint8_t>;
using out = std::span<std::uint8_t>;

template <int Bits>
void keccak(in, in m, out d) {
    static const auto hash = Botan::HashFunction::create_or_throw("Keccak-1600(" + std::to_string(Bits) + ")");
    hash->update(m.data(), m.size());
    hash->final(d.data());
}

template <int Strength>
void shake(in, in m, out d) {
    static std::unique_ptr<Botan::HashFunction> hash;
    if (!hash || hash->output_length() != d.size())
        hash = Botan::HashFunction::create_or_throw("SHAKE-" + std::to_string(Strength) + "(" +
                                                    std::to_string(8 * d.size()) + ")");
    hash->update(m.data(), m.size());
    hash->final(d.data());
}

const differential::enrol here("Botan", {
                                            {"keccak-224", keccak<224>},
                                            {"keccak-256", keccak<256>},
                                            {"keccak-384", keccak<384>},
                                            {"keccak-512", keccak<512>},
                                            {"shake128", shake<128>},
                                        });

}  // namespace
