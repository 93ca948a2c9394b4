// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Tree hashing: a message is cut into chunks of one length; each is a leaf, digested to a chaining value; a final node
// absorbs those in their order (RFC 9861 s.3, SP 800-185 s.6).

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "fields.hpp"
#include "keccak_leaves_doors.hpp"
#include "keccak_sponge.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// The parameters of a leaf.
template <std::size_t Rate, std::uint8_t Suffix, unsigned Rounds, std::size_t CvSize>
struct tree_leaf : keccak_sponge<Rate, Suffix, Rounds> {
    static constexpr unsigned rounds = Rounds;
    static constexpr std::uint8_t suffix = Suffix;
    static constexpr std::size_t cv_size = CvSize;
    using chaining_value = std::array<std::uint8_t, cv_size>;

    // The chaining value of everything absorbed so far; the leaf is as new.
    constexpr chaining_value close(partial_byte last) {
        chaining_value cv{};
        this->finish(last);
        this->squeeze(cv.data(), cv_size);
        *this = {};
        return cv;
    }

    // `count` whole chunks at p to as many chaining values. With `first`, which two chunks or more can have, the first is
    // not a leaf: keccak_leaves() says what becomes of it.
    static void digest_chunks(std::size_t chunk, const std::uint8_t* p, std::size_t count, std::uint8_t* cvs,
                              std::uint64_t* first = nullptr) noexcept {
        const bool lanes = doors::keccak_leaf_lanes() > 1;
        while (count != 0) {
            const std::size_t now = count < keccak::most_leaves ? count : keccak::most_leaves;
            if (lanes && now > 1)
                doors::keccak_leaves(chunk, Rate / 8, cv_size / 8, Rounds, Suffix, p, now, cvs, first);
            else
                digest_in_turn(chunk, p, now, cvs);
            p += now * chunk, cvs += now * cv_size, count -= now, first = nullptr;
        }
    }

  private:
    static void digest_in_turn(std::size_t chunk, const std::uint8_t* p, std::size_t count,
                               std::uint8_t* cvs) noexcept {
        for (tree_leaf leaf; count != 0; --count, p += chunk, cvs += cv_size) {
            leaf.absorb(p, chunk);
            const chaining_value cv = leaf.close({});
            copy_bytes(cvs, cv.data(), cv_size);
        }
    }
};

// Digests leaves on the caller's thread. A substitute gives the same; tree_parallel.hpp has one with threads.
struct leaves_in_place {
    static constexpr std::size_t batch = 64;  // leaves at a time

    // Whole chunks at p, as digest_chunks() takes them; their chaining values go to use(cvs, n), some at a time, in order.
    template <class Leaf, class Use>
    void digest(std::size_t chunk, const std::uint8_t* p, std::size_t count, std::uint64_t* first,
                Use&& use) const noexcept {
        std::uint8_t cvs[batch * Leaf::cv_size];
        for (std::size_t now = 0; count != 0; p += now * chunk, count -= now, first = nullptr) {
            now = count < batch ? count : batch;
            Leaf::digest_chunks(chunk, p, now, cvs, first);
            use(cvs, now);
        }
    }
};

// The leaves of a message that comes in pieces. Whole chunks are taken from the caller's memory.
template <class Leaf>
class tree_leaves {
  public:
    template <class Node, class B, class Digester>
    constexpr void absorb(Node& node, std::size_t chunk, const B* p, std::size_t n, const Digester& digester) {
        if (filled != 0) {
            const std::size_t head = n < chunk - filled ? n : chunk - filled;
            open.absorb(p, head);
            filled += head, p += head, n -= head;
            if (filled != chunk) return;
            close(node, {});
        }
        const std::size_t whole = n / chunk;
        absorb_chunks(node, chunk, p, whole, digester);
        open.absorb(p + whole * chunk, n - whole * chunk);
        filled = n - whole * chunk;
    }

    // The last leaf is shorter; there is none when the message ended with a whole chunk.
    template <class Node>
    constexpr void finish(Node& node, partial_byte last = {}) {
        if (filled != 0 || last.bits != 0) close(node, last);
    }

    constexpr bool begun() const { return filled != 0 || closed != 0; }
    constexpr std::uint64_t count() const { return closed; }

    // Leaves that were digested elsewhere.
    template <class Node>
    constexpr void absorb_values(Node& node, const std::uint8_t* cvs, std::size_t n) {
        node.absorb(cvs, n * Leaf::cv_size);
        closed += n;
    }

    template <class Archive>
    constexpr void fields(Archive& archive, std::size_t chunk) {
        open.fields(archive);
        archive.below(filled, chunk);
        archive.word(closed);
    }

  private:
    template <class Node>
    constexpr void close(Node& node, partial_byte last) {
        const auto cv = open.close(last);
        absorb_values(node, cv.data(), 1);
        filled = 0;
    }

    template <class Node, class B, class Digester>
    constexpr void absorb_chunks(Node& node, std::size_t chunk, const B* p, std::size_t n, const Digester& digester) {
        if constexpr (std::is_same_v<B, std::uint8_t>)
            if (!std::is_constant_evaluated())
                return digester.template digest<Leaf>(
                    chunk, p, n, nullptr,
                    [&](const std::uint8_t* cvs, std::size_t some) { absorb_values(node, cvs, some); });
        for (; n != 0; --n, p += chunk) open.absorb(p, chunk), close(node, {});
    }

    Leaf open;                 // the chunk that is not whole yet
    std::size_t filled = 0;    // bytes of it, below the length of a chunk
    std::uint64_t closed = 0;  // leaves whose chaining value is in the final node
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
