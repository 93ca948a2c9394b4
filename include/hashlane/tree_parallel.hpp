// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The leaves of one message over threads: kt128, kt256, hopmac128/256, parallelhash128/256 and their XOFs.
//
//   hl::kt128 tree;
//   hl::absorb_with_threads(tree, file, hl::threads{4});        as often as there are pieces; large ones pay

#include <array>
#include <cstddef>
#include <cstdint>
#include <thread>

#include "hash.hpp"
#include "kangarootwelve.hpp"
#include "sp800_185.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

struct threads {
    unsigned count = 1;  // the caller's among them; 0: as many as the machine has
};

// In the place of leaves_in_place (constructions/tree.hpp).
class leaves_with_threads {
  public:
    static constexpr std::size_t batch = 4096;

    explicit leaves_with_threads(threads wanted)
        : count(wanted.count != 0 ? wanted.count : std::thread::hardware_concurrency()) {}

    template <class Leaf>
    void digest(std::size_t chunk, const std::uint8_t* p, std::size_t leaves, std::uint8_t* cvs) const {
        std::array<joined_thread, most - 1> helpers;
        const std::size_t share = share_of(chunk, leaves);
        for (std::size_t i = 0; leaves > share; ++i) {
            helpers[i].thread = std::thread(Leaf::digest_chunks, chunk, p, share, cvs);
            p += share * chunk, cvs += share * Leaf::cv_size, leaves -= share;
        }
        Leaf::digest_chunks(chunk, p, leaves, cvs);
    }

  private:
    static constexpr std::size_t most = 64;                   // threads
    static constexpr std::size_t worth_a_thread = 512 << 10;  // bytes: below that, starting it takes longer

    struct joined_thread {
        std::thread thread;
        ~joined_thread() {
            if (thread.joinable()) thread.join();
        }
    };

    // Leaves for each thread, in whole groups of lanes.
    std::size_t share_of(std::size_t chunk, std::size_t leaves) const {
        const std::size_t wanted = count < 1 ? 1 : count < most ? count : most;
        const std::size_t even = (leaves + wanted - 1) / wanted, least = worth_a_thread / chunk;
        return ((even > least ? even : least) + 7) / 8 * 8;
    }

    unsigned count;
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
