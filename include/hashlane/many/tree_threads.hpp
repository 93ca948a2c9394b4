// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The leaves of one message over threads: kt128, kt256, hopmac128, hopmac256, parallelhash128, parallelhash256 and
/// their XOFs. Programs include threads.hpp.
///
///     auto d = hl::digest<hl::kt128>(file, hl::threads{4});
///     hl::kt128 tree;
///     tree.absorb(file, hl::threads{4});        any number of pieces; large pieces are faster

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "../classes/hash.hpp"
#include "../classes/verbs.hpp"
#include "../kangarootwelve.hpp"
#include "../sp800_185.hpp"
#include "../threads/executor.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// Keeps the order of results that threads make in any order and that one of the threads uses in ascending order.
/// \tparam Most the largest number of results
template <std::size_t Most>
class used_in_turn {
  public:
    /// Marks result `i` as made. Any thread may call it.
    void made(std::size_t i) noexcept { is_made[i].store(true, std::memory_order_release); }

    /// Calls `use(first, last)` for the results that are made and follow those that were used. Only one thread at a
    /// time may call it.
    template <class F>
    void use_made(F&& use) noexcept {
        std::size_t last = next;
        while (last < Most && is_made[last].load(std::memory_order_acquire)) ++last;
        if (last != next) use(next, last);
        next = last;
    }

  private:
    std::atomic<bool> is_made[Most]{};
    std::size_t next = 0;
};

/// Digests the leaves of a tree over threads, in the place of leaves_in_place (constructions/tree.hpp). The final node
/// absorbs chaining values while later leaves are digested.
class leaves_with_threads {
  public:
    /// Uses as many threads as `all` asks for.
    explicit leaves_with_threads(threads all) : wanted(all) {}

    /// Digests leaves and gives their chaining values to a consumer, in order.
    /// \param leaf the parameters of a leaf
    /// \param p the message, of whole leaves
    /// \param count the number of leaves
    /// \param first nullptr; or where the state of the first chunk goes, which is then a part of the final node and not
    /// a leaf (KangarooTwelve)
    /// \param use is called with chaining values, one after the other
    void digest(const leaf_parameters& leaf, const std::uint8_t* p, std::size_t count, std::uint64_t* first,
                cv_consumer use) const {
        if (wanted.count == 1) return leaves_in_place().digest(leaf, p, count, first, use);
        const std::size_t batch = room / leaf.cv_size;
        for (std::size_t now = 0; count != 0; p += now * leaf.chunk, count -= now, first = nullptr) {
            now = std::min(count, batch);
            digest_batch(leaf, p, now, first, use);
        }
    }

  private:
    // The smallest piece of a message for a thread, in bytes. docs/TUNING.md, "Threads", has the measurements.
    static constexpr std::size_t worth_a_thread = 64 << 10;

    // The number of bytes of chaining values that wait to be absorbed. They are on the stack of the thread that absorbs
    // them, and there are threads with a stack of 128 KiB.
    static constexpr std::size_t room = 64 << 10;
    static constexpr std::size_t least_cv_size = 32, most_cv_size = 8 * keccak::most_cv_words;

    // The number of leaves that a thread takes at a time: whole groups of lanes, and at most as many, however short the
    // leaves are, as let eight pieces fit into that memory.
    static constexpr std::size_t group = keccak::most_leaves, longest_piece = room / most_cv_size / 8;
    static constexpr std::size_t piece_of(std::size_t chunk) {
        return std::min(((worth_a_thread - 1) / chunk + group) / group * group, longest_piece);
    }

    threads wanted;

    void digest_batch(const leaf_parameters& leaf, const std::uint8_t* p, std::size_t count, std::uint64_t* first,
                      cv_consumer use) const {
        alignas(64) std::uint8_t cvs[room];
        const std::size_t piece = piece_of(leaf.chunk);
        used_in_turn<room / least_cv_size / group> pieces;
        const auto use_pieces = [&](std::size_t from, std::size_t to) {
            use(cvs + from * piece * leaf.cv_size, std::min(to * piece, count) - from * piece);
        };
        split(count, {piece, 8 * piece}, wanted, [&](std::size_t from, std::size_t to, bool leads) {
            entry_points::keccak_leaves(&leaf, p + from * leaf.chunk, to - from, cvs + from * leaf.cv_size,
                                        from == 0 ? first : nullptr);
            for (std::size_t i = from; i < to; i += piece) pieces.made(i / piece);
            if (leads) pieces.use_made(use_pieces);
        });
        pieces.use_made(use_pieces);
    }
};

/// Returns what absorb(message, threads) and update(message, threads) of trees digest leaves with: `wanted` threads.
inline leaves_with_threads leaf_digester(threads wanted) { return leaves_with_threads(wanted); }

/// Gives `message` to `tree`, with the leaves over `wanted` threads: one call for all classes of trees. Returns the
/// tree.
template <class Tree, byte_range R>
requires tree_over_threads<Tree, threads>
Tree& absorb_with_threads(Tree& tree, const R& message, threads wanted) {
    absorb_bytes(tree, message, leaf_digester(wanted));
    return tree;
}

/// Digests a whole message over threads: what digest() and digest_into() of one_shot.hpp call.
/// \param message a range of any number of bytes
/// \param out the output; of a hash it has the size of the digest
/// \param all the parameters of the constructor of H, and then the threads
template <class H, class M, class... P>
void digest_over_threads(std::type_identity<H>, const M& message, octets_out out, const P&... all) {
    const auto values = std::tie(all...);
    constexpr std::size_t last = sizeof...(P) - 1;
    constexpr bool good = std::same_as<std::tuple_element_t<last, std::tuple<P...>>, threads>;
    static_assert(good, "the threads are the last argument, after the parameters of the tree");
    if constexpr (last == 1 && requires(const H& h) { h.customized_reader(std::get<0>(values)); }) {
        H h;  // KangarooTwelve, whose constructor takes shorter strings only
        absorb_with_threads(h, message, std::get<last>(values));
        h.customized_reader(std::get<0>(values)).squeeze(out);
    } else {
        const auto tree = [&]<std::size_t... i>(std::index_sequence<i...>) { return H(std::get<i>(values)...); };
        H h = tree(std::make_index_sequence<last>());
        absorb_with_threads(h, message, std::get<last>(values));
        detail::write_output(h, out);
    }
}

namespace batches {

// Calls f(tree) with the one of Trees that `any` holds. Returns false, and does not call it, when it holds none of
// them.
template <class... Trees, class Any, class F>
constexpr bool with_one_of(Any& any, F&& f) {
    const auto call = [&](auto* tree) {
        if (tree != nullptr) f(*tree);
        return tree != nullptr;
    };
    return (call(any.template get_if<Trees>()) || ...);
}

}  // namespace batches

/// Gives a message to an object of any.hpp that holds a tree.
/// \param any an any_hash
/// \param message a range of any number of bytes
/// \param wanted how many threads take part
/// \return false, and nothing is absorbed, when the object holds no tree
template <class Any, byte_range R>
requires requires(Any& any) { any.template get_if<kt128>(); }
[[nodiscard]] bool absorb_with_threads(Any& any, const R& message, threads wanted) {
    return batches::with_one_of<kt128, kt256, hopmac128, hopmac256, parallelhash128, parallelhash256,
                                parallelhashxof128, parallelhashxof256>(
        any, [&](auto& tree) { absorb_with_threads(tree, message, wanted); });
}

}  // namespace hashlane::inline HASHLANE_ABI
