// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Tree hashing (RFC 9861 s.3, SP 800-185 s.6). A message is cut into chunks of one length. Each chunk is a leaf, which
// is digested to a chaining value; a final node absorbs these values in their order.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../kernels/keccak_leaves.hpp"
#include "fields.hpp"
#include "keccak_sponge.hpp"

namespace hashlane::inline HASHLANE_ABI {

// The sponge of one leaf.
template <std::size_t Rate, std::uint8_t Suffix, unsigned Rounds, std::size_t CvSize>
struct tree_leaf : keccak_sponge<Rate, Suffix, Rounds> {
    static_assert(keccak::is_round_count(Rounds), "the kernels compute two rounds a turn");
    static constexpr unsigned rounds = Rounds;
    static constexpr std::size_t cv_size = CvSize;
    using chaining_value = std::array<std::uint8_t, cv_size>;

    static constexpr leaf_parameters parameters(std::size_t chunk) { return {chunk, Rate, CvSize, Rounds, Suffix}; }

    // Returns the chaining value of everything absorbed so far, and makes the leaf new.
    constexpr chaining_value close(partial_byte last) {
        chaining_value cv{};
        this->finish(last);
        this->squeeze(cv.data(), cv_size);
        *this = {};
        return cv;
    }
};

// A callable that takes some chaining values at a time, in their order. It refers to a function of any type, so that
// digesters are compiled once.
class cv_consumer {
  public:
    template <class F>
    requires std::invocable<F&, const std::uint8_t*, std::size_t>
    explicit cv_consumer(F& f)
        : function(&f), call([](void* to, const std::uint8_t* cvs, std::size_t n) { (*static_cast<F*>(to))(cvs, n); }) {
    }
    void operator()(const std::uint8_t* cvs, std::size_t n) const { call(function, cvs, n); }

  private:
    void* function;
    void (*call)(void*, const std::uint8_t*, std::size_t);
};

// A digester, which digests leaves on the caller's thread. Others give the same values; many/tree_threads.hpp has one
// with threads.
struct leaves_in_place {
    static constexpr std::size_t batch = 64;  // leaves at a time

    // Digests `count` whole chunks at p; `first` is as entry_points::keccak_leaves() describes it.
    HASHLANE_SMALL void digest(const leaf_parameters& leaf, const std::uint8_t* p, std::size_t count,
                               std::uint64_t* first, cv_consumer use) const {
        std::uint8_t cvs[batch * keccak::most_cv_words * 8];
        for (std::size_t now = 0; count != 0; p += now * leaf.chunk, count -= now, first = nullptr) {
            now = count < batch ? count : batch;
            entry_points::keccak_leaves(&leaf, p, now, cvs, first);
            use(cvs, now);
        }
    }
};

// The leaves of a message that comes in pieces. Whole chunks are read from the caller's memory, without a copy.
template <class Leaf>
class tree_leaves {
  public:
    template <class Node, class B, class Digester>
    constexpr void absorb(Node& node, std::size_t chunk, const B* p, std::size_t n, const Digester& digester) {
        if (filled != 0) {
            const std::size_t head = n < chunk - filled ? n : chunk - filled;
            open.absorb(p, head);
            filled += head;
            p += head;
            n -= head;
            if (filled != chunk) return;
            close(node, {});
        }
        const std::size_t whole = n / chunk;
        absorb_chunks(node, chunk, p, whole, digester);
        open.absorb(p + whole * chunk, n - whole * chunk);
        filled = n - whole * chunk;
    }

    // Ends the message. The last leaf is shorter than a chunk; there is none when the message ended with a whole chunk.
    template <class Node>
    constexpr void finish(Node& node, partial_byte last = {}) {
        if (filled != 0 || last.bits != 0) close(node, last);
    }

    constexpr bool begun() const { return filled != 0 || closed != 0; }
    constexpr std::uint64_t count() const { return closed; }

    // Returns the position, in its block, of a final node that has absorbed `before` bytes and then the chaining
    // values.
    constexpr std::size_t position_after(std::size_t before) const {
        return (before + static_cast<std::size_t>(closed % Leaf::rate) * Leaf::cv_size) % Leaf::rate;
    }

    // Absorbs n chaining values of leaves that were digested elsewhere.
    template <class Node>
    HASHLANE_SMALL constexpr void absorb_values(Node& node, const std::uint8_t* cvs, std::size_t n) {
        node.absorb(cvs, n * Leaf::cv_size);
        closed += n;
    }

    // Writes what a range of n bytes at p gives to its message: the chaining value of each whole chunk, then the state
    // of the chunk that is not whole, if there is one. The object is new.
    template <class B, class Digester>
    constexpr void write_range(field_writer& to, std::size_t chunk, const B* p, std::size_t n,
                               const Digester& digester) {
        values_writer writer{to};
        absorb(writer, chunk, p, n, digester);
        if (filled != 0) open_fields(to);
    }

    // Absorbs what write_range() has written for n bytes. No chunk is open.
    template <class Node>
    constexpr void read_range(Node& node, field_reader& from, std::size_t chunk, std::uint64_t n) {
        const auto whole = static_cast<std::size_t>(n / chunk);
        absorb_values(node, from.p, whole);
        from.p += whole * Leaf::cv_size;
        filled = static_cast<std::size_t>(n % chunk);
        if (filled != 0) open_fields(from);
    }

    template <class Archive>
    constexpr void fields(Archive& archive, std::size_t chunk) {
        open.fields(archive);
        archive.below(filled, chunk);
        require_open(archive);
        // No message is as long as 2^63 bytes, so the number of leaves never exceeds 64 bits.
        archive.below(closed, longest_message / (chunk == 0 ? 1 : chunk) + 1);
    }

  private:
    // A final node that keeps the chaining values.
    struct values_writer {
        field_writer& to;
        constexpr void absorb(const std::uint8_t* cvs, std::size_t n) {
            copy_bytes(to.p, cvs, n);
            to.p += n;
        }
    };

    template <class Archive>
    constexpr void open_fields(Archive& archive) {
        open.fields(archive);
        require_open(archive);
    }

    // Requires that the open leaf is the state of a leaf that has absorbed `filled` bytes. Whole chunks do not pass
    // through it. So behind its position it must be new as long as its first block is not full.
    template <class Archive>
    constexpr void require_open(Archive& archive) const {
        archive.require(open.position == filled % Leaf::rate);
        archive.require(filled >= Leaf::rate || open.new_behind_position());
    }

    template <class Node>
    HASHLANE_SMALL constexpr void close(Node& node, partial_byte last) {
        const auto cv = open.close(last);
        absorb_values(node, cv.data(), 1);
        filled = 0;
    }

    template <class Node, class B, class Digester>
    constexpr void absorb_chunks(Node& node, std::size_t chunk, const B* p, std::size_t n, const Digester& digester) {
        if constexpr (std::is_same_v<B, std::uint8_t>)
            if (!__builtin_is_constant_evaluated()) {
                auto use = [&](const std::uint8_t* cvs, std::size_t some) { absorb_values(node, cvs, some); };
                return digester.digest(Leaf::parameters(chunk), p, n, nullptr, cv_consumer(use));
            }
        for (; n != 0; --n, p += chunk) {
            open.absorb(p, chunk);
            close(node, {});
        }
    }

    static constexpr std::uint64_t longest_message = std::uint64_t{1} << 63;  // bytes, of an imported state

    Leaf open;                 // the chunk that is not whole yet
    std::size_t filled = 0;    // bytes of it, below the length of a chunk
    std::uint64_t closed = 0;  // leaves whose chaining value is in the final node
};

}  // namespace hashlane::inline HASHLANE_ABI
