// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Bytes of symbols, for the whole messages of standards/calls.hpp.

#include "standards/calls.hpp"
#include "symbol.hpp"

namespace standards::calls {

template <class W>
struct word_over<W, proofs::byte_of> {
    using type = proofs::symbol<W>;
    static type join(const proofs::byte_of* lowest_first) {
        return {proofs::recording->join(lowest_first, 8 * sizeof(W))};
    }
    static proofs::byte_of byte(type w, std::size_t i) { return {w.n, static_cast<std::uint32_t>(i)}; }
    static type constant(W w) { return type::constant(w); }
    static proofs::byte_of byte_constant(std::uint64_t b) { return {proofs::recording->constant(8, b), 0}; }
};

}  // namespace standards::calls
