// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The leaves of one message over threads: kt128, kt256, hopmac128/256, parallelhash128/256 and their XOFs.
//
//   hl::kt128 tree;
//   hl::absorb_with_threads(tree, file, hl::threads{4});        as often as there are pieces; large ones pay

#include <cstddef>
#include <cstdint>

#include "hash.hpp"
#include "kangarootwelve.hpp"
#include "sp800_185.hpp"
#include "threads.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// In the place of leaves_in_place (constructions/tree.hpp).
class leaves_with_threads {
  public:
    static constexpr std::size_t batch = 4096;

    explicit leaves_with_threads(threads all) : wanted(all) {}

    template <class Leaf>
    void digest(std::size_t chunk, const std::uint8_t* p, std::size_t leaves, std::uint8_t* cvs) const {
        split(leaves, piece_of(chunk), wanted, [=](std::size_t first, std::size_t last) {
            Leaf::digest_chunks(chunk, p + first * chunk, last - first, cvs + first * Leaf::cv_size);
        });
    }

  private:
    // bytes: some microseconds, as long as it takes to wake one
    static constexpr std::size_t worth_a_thread = 64 << 10;

    // Leaves for one thread at a time, in whole groups of lanes.
    static constexpr std::size_t piece_of(std::size_t chunk) { return ((worth_a_thread - 1) / chunk + 8) / 8 * 8; }

    threads wanted;
};

template <class Tree, byte_range R>
requires requires(Tree& tree, const leaves_with_threads& d, const R& message) { tree.absorb_by(d, message); }
Tree& absorb_with_threads(Tree& tree, const R& message, threads wanted) {
    return tree.absorb_by(leaves_with_threads(wanted), message);
}

// An object of any.hpp; false, and nothing absorbed, when what it holds is no tree.
template <class Any, byte_range R>
requires requires(Any& any) { any.template get_if<kt128>(); }
[[nodiscard]] bool absorb_with_threads(Any& any, const R& message, threads wanted) {
    const auto absorbed = [&]<class Tree>(Tree* tree) {
        return tree != nullptr && (absorb_with_threads(*tree, message, wanted), true);
    };
    return absorbed(any.template get_if<kt128>()) || absorbed(any.template get_if<kt256>()) ||
           absorbed(any.template get_if<hopmac128>()) || absorbed(any.template get_if<hopmac256>()) ||
           absorbed(any.template get_if<parallelhash128>()) || absorbed(any.template get_if<parallelhash256>()) ||
           absorbed(any.template get_if<parallelhash_xof128>()) || absorbed(any.template get_if<parallelhash_xof256>());
}

}  // namespace HASHLANE_ABI
}  // namespace hashlane
