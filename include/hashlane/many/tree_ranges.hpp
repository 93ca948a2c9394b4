// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Ranges of a message that is hashed by a tree. Programs include ranges.hpp.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "../classes/access.hpp"
#include "../constructions/tree_range.hpp"
#include "../kangarootwelve.hpp"
#include "../sp800_185.hpp"
#include "tree_threads.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// Whether a range was accepted, and if not, why. Only `accepted` is a success. range_reason() gives a sentence for
/// each value.
enum class [[nodiscard]] range_result : std::uint8_t {
    accepted,          ///< the range was digested or added, or the message is whole
    no_ranges,         ///< the algorithm has no ranges: it is none of KangarooTwelve and ParallelHash
    tree_begun,        ///< the tree has absorbed a part of a message already
    message_too_long,  ///< the message has 2^63 bytes or more
    past_end,          ///< the range ends behind the end of the message
    not_at_chunk,      ///< the place of the range is no multiple of the size of a chunk
    chunk_torn,        ///< the range ends within a chunk, and not at the end of the message
    empty,             ///< the range has no bytes, and the message has some
    wrong_size,        ///< the memory for the exported range has another size than range_size(), or the chaining values
                       ///< are none, or no whole ones
    buffers_overlap,   ///< the memory for the exported range lies over the bytes of the message
    no_range,          ///< the bytes are no exported range
    other_version,     ///< the exported range has a format of another version
    damaged,           ///< the bytes of the exported range were changed, or some are missing
    other_algorithm,   ///< the range is one of another algorithm
    other_chunk,       ///< the range is one of a tree with chunks of another size
    other_message,     ///< the range is one of a message of another length
    other_parameters,  ///< the range is one of a tree with another customization string
    gap,               ///< the range begins behind the next byte: a range is missing, or comes later
    repeated,          ///< all of the range was added already
    overlapping,       ///< a part of the range was added already
    incomplete,        ///< ranges are missing at the end of the message
};

/// Returns a sentence for a result, for messages to people.
/// \param r the result
/// \return constant text, which lives as long as the program
constexpr std::string_view range_reason(range_result r) {
    constexpr std::string_view reasons[] = {
        "accepted",
        "the algorithm has no ranges: only KangarooTwelve and ParallelHash have them",
        "the tree has absorbed a part of a message already",
        "the message has 2^63 bytes or more",
        "the range ends behind the end of the message",
        "the place of the range is no multiple of the size of a chunk",
        "the range ends within a chunk, and not at the end of the message",
        "the range has no bytes, and the message has some",
        "the memory for the exported range or the chaining values have a wrong size",
        "the memory for the exported range lies over the bytes of the message",
        "the bytes are no exported range",
        "the exported range has a format of another version",
        "the exported range is damaged",
        "the range is one of another algorithm",
        "the range is one of a tree with chunks of another size",
        "the range is one of a message of another length",
        "the range is one of a tree with another customization string",
        "the range begins behind the next byte: a range is missing, or comes later",
        "the range was added already",
        "a part of the range was added already",
        "ranges are missing at the end of the message",
    };
    return reasons[static_cast<std::size_t>(r)];
}

namespace any_detail {

// An object that holds any algorithm, such as any_hash.
template <class Tree>
concept holds_any = requires(Tree& tree) { tree.template get_if<kt128>(); };

template <class Tree>
concept has_ranges = requires(const construction_of<Tree>& c) {
    { c.is_new() } -> std::same_as<bool>;
    c.parts_of(c.chunk(), 0, 0);
};

// Calls f(tree) with the class of the algorithm. Returns false, and does not call it, when `tree` holds an algorithm
// that has no ranges.
template <class Tree, class F>
constexpr bool with_tree(Tree& tree, F&& f) {
    if constexpr (holds_any<Tree>) {
        return batches::with_one_of<kt128, kt256, parallelhash128, parallelhash256, parallelhashxof128,
                                    parallelhashxof256>(tree, f);
    } else {
        f(tree);
        return true;
    }
}

}  // namespace any_detail

/// A tree whose message can be digested in ranges: a class such as kt128, or an any_hash, which may hold one.
template <class Tree>
concept ranged_tree = any_detail::holds_any<Tree> || any_detail::has_ranges<Tree>;

/// A message that is digested in ranges. Workers and the driver each make an object of the same tree and the same
/// length. A worker exports the leaves of its ranges with leaves(). The driver adds the exported ranges with add(), in
/// the order of their places, in a fixed amount of memory; it keeps a range that comes early, and sorts ranges by
/// read_place(). The digest is that of the message in one piece.
///
/// A range begins at a multiple of chunk_size() and ends at such a multiple or at the end of the message. Only the
/// range of an empty message has no bytes. Each byte belongs to exactly one range.
///
/// The worker that makes a range decides which digest results. The check of an exported range finds damage; it is no
/// signature. So take ranges from trusted workers only, or compare the digest with one that is known.
///
/// Objects are values: a copy goes on independently, and nothing is allocated. Only one thread at a time may change an
/// object; otherwise any number may call the const functions at the same time.
///
/// Example (examples/ranges.cpp):
///
///     hl::tree_ranges all(hl::kt128{}, size);
///     if (all.leaves(half, message.subspan(half), second) != accepted) return 1;
///     if (all.add(first) != accepted) return 1;
///     auto digest = all.whole()->reader().squeeze<32>();
///
/// \tparam Tree a class of an algorithm, or any_hash
template <ranged_tree Tree>
class tree_ranges {
  public:
    /// Makes an object without ranges.
    /// \param tree a tree that has absorbed nothing yet, with its parameters: kt128{}, kt128{customization},
    /// parallelhash128{B}. With any other tree state() says why no range is accepted.
    /// \param message_size the length of the whole message in bytes
    constexpr tree_ranges(const Tree& tree, std::uint64_t message_size) : absorbed(tree) { begin(message_size); }

    /// Returns `accepted` when all of the message was added; `incomplete` while ranges are missing; or why this object
    /// accepts no range: no_ranges, tree_begun or message_too_long.
    constexpr range_result state() const { return current; }

    /// Returns the size of a chunk in bytes: 8192 for KangarooTwelve, B for ParallelHash, and 0 for an algorithm that
    /// has no ranges.
    constexpr std::uint64_t chunk_size() const { return expected.chunk; }
    /// Returns the length of the message in bytes.
    constexpr std::uint64_t message_size() const { return expected.message; }
    /// Returns the place of the next byte that add() wants: how many bytes of the message were added.
    constexpr std::uint64_t next() const { return expected.place; }

    /// Returns the size of an exported range in bytes: 104, a chaining value for each whole chunk (32 bytes for KT128
    /// and ParallelHash128, 64 for KT256 and ParallelHash256), 208 if the range ends within a chunk, and for
    /// KangarooTwelve 208 in the place of the chaining value of the first chunk of the message.
    /// \param place where the range begins in the message, in bytes
    /// \param length the length of the range in bytes
    /// \return the size; 0 if leaves() would refuse such a range, or if the size does not fit into a std::size_t
    constexpr std::size_t range_size(std::uint64_t place, std::uint64_t length) const {
        if (refused() != range_result::accepted || problem_with(place, length) != range_result::accepted) return 0;
        const range_parts parts = parts_of(place, length);
        const std::size_t others = range_header::size + parts.states_size() + range_header::check_size;
        const std::size_t most = (static_cast<std::size_t>(-1) - others) / parts.cv_size;
        return parts.values > most ? 0 : others + static_cast<std::size_t>(parts.values) * parts.cv_size;
    }

    /// Digests a range, and writes what add() takes. The object is not changed.
    /// \param place where the range begins in the message, in bytes
    /// \param bytes the bytes of the range
    /// \param out range_size(place, number of bytes) bytes
    /// \param wanted how many threads take part; one by default
    /// \return `accepted`, or why nothing was written
    ///
    /// Overlap: `out` must not overlap `bytes`; that is refused.
    template <byte_range R>
    constexpr range_result leaves(std::uint64_t place, const R& bytes, octets_out out, threads wanted = {}) const {
        return with_bytes(bytes, [&](auto p, std::size_t n) {
            if (refused() != range_result::accepted) return refused();
            if (const range_result r = problem_with(place, n); r != range_result::accepted) return r;
            if (out.size() != range_size(place, n)) return range_result::wrong_size;
            if (!std::is_constant_evaluated() && overlap(p, n, out.data(), out.size()))
                return range_result::buffers_overlap;
            write(place, p, n, out, wanted);
            return range_result::accepted;
        });
    }

    /// Absorbs the leaves of the next range.
    /// \param range what leaves() has written, for the same tree and the same length of the message. It may come from
    /// outside.
    /// \return `accepted`, or why the range was refused. Then nothing is changed, and another range may follow.
    constexpr range_result add(octets_in range) {
        range_header header;
        if (const range_result r = read(range, header); r != range_result::accepted) return r;
        if (header.place > next()) return range_result::gap;
        const bool first_empty = header.length == 0 && whole() == nullptr;
        if (header.place + header.length <= next() && !first_empty) return range_result::repeated;
        if (header.place < next()) return range_result::overlapping;
        Tree longer = absorbed;
        field_reader from{range.data() + range_header::size};
        any_detail::with_tree(longer,
                              [&](auto& t) { access::construction(t).read_range(from, header.place, header.length); });
        if (!from.valid) return range_result::damaged;
        absorbed = longer;
        advance(header.length);
        return range_result::accepted;
    }

    /// Absorbs the chaining values of the next whole chunks, which were digested elsewhere, for example on a GPU. That
    /// of KT128 is TurboSHAKE128 of the chunk with the domain separation byte 0x0b, 32 bytes (RFC 9861 s.3.2). The
    /// first chunk of a message of KangarooTwelve has none: leaves() and add() take it, as they take a last chunk that
    /// is not whole.
    /// \param values the values, one after the other, without a header and a check
    /// \return `accepted`; or why nothing was changed, `gap` where the first chunk is missing
    constexpr range_result add_values(octets_in values) {
        if (refused() != range_result::accepted) return refused();
        const range_parts next_chunk = parts_of(next(), chunk_size());
        const std::uint64_t count = values.size() / next_chunk.cv_size;
        if (next_chunk.head) return range_result::gap;
        if (count == 0 || values.size() % next_chunk.cv_size != 0) return range_result::wrong_size;
        if (count > (message_size() - next()) / chunk_size()) return range_result::past_end;
        field_reader from{values.data()};
        any_detail::with_tree(absorbed,
                              [&](auto& t) { access::construction(t).read_range(from, next(), count * chunk_size()); });
        advance(count * chunk_size());
        return range_result::accepted;
    }

    /// Reads where an exported range begins, so that a driver can sort ranges.
    /// \param range what leaves() has written, for the same tree and the same length of the message. It may come from
    /// outside.
    /// \param place the place in bytes
    /// \return `accepted`, or why add() would refuse the range wherever the message is; then `place` is not written
    constexpr range_result read_place(octets_in range, std::uint64_t& place) const {
        range_header header;
        const range_result r = read(range, header);
        if (r == range_result::accepted) place = header.place;
        return r;
    }

    /// Returns the tree that has absorbed the message, or nullptr while ranges are missing. It is like one that has
    /// absorbed the message in one piece: it gives the digest, or the output of an XOF, and may absorb more.
    constexpr const Tree* whole() const { return current == range_result::accepted ? &absorbed : nullptr; }

  private:
    static constexpr std::uint64_t longest_message = (std::uint64_t{1} << 63) - 1;

    constexpr void begin(std::uint64_t message_size) {
        expected.message = message_size;
        current = range_result::no_ranges;
        any_detail::with_tree(absorbed, [&](auto& t) {
            const auto state = t.export_state();
            const auto& construction = access::construction(t);
            expected = range_header(t.name, construction.chunk(), message_size);
            digest_parameters(expected.parameters.data(), state.data(), state.size());
            current = construction.is_new() ? range_result::incomplete : range_result::tree_begun;
        });
        if (current == range_result::incomplete && message_size > longest_message)
            current = range_result::message_too_long;
    }

    // The next bytes of the message, `length` of them, were added.
    constexpr void advance(std::uint64_t length) {
        expected.place += length;
        if (expected.place == expected.message) current = range_result::accepted;
    }

    // Returns why this object accepts no range at all, or `accepted`.
    constexpr range_result refused() const {
        return current == range_result::incomplete ? range_result::accepted : current;
    }

    // Returns why the message has no such range, or `accepted`.
    constexpr range_result problem_with(std::uint64_t place, std::uint64_t length) const {
        if (place > expected.message || length > expected.message - place) return range_result::past_end;
        if (place % expected.chunk != 0) return range_result::not_at_chunk;
        if (length == 0 && expected.message != 0) return range_result::empty;
        const bool torn = length % expected.chunk != 0 && place + length != expected.message;
        return torn ? range_result::chunk_torn : range_result::accepted;
    }

    constexpr range_parts parts_of(std::uint64_t place, std::uint64_t length) const {
        range_parts parts{};
        any_detail::with_tree(absorbed, [&](const auto& t) {
            const auto& construction = access::construction(t);
            parts = construction.parts_of(construction.chunk(), place, length);
        });
        return parts;
    }

    // Writes the range of n bytes at p, which was checked.
    template <class B>
    constexpr void write(std::uint64_t place, const B* p, std::size_t n, octets_out out, threads wanted) const {
        range_header header = expected;
        header.place = place;
        header.length = n;
        field_writer to{out.data()};
        header.fields(to);
        any_detail::with_tree(absorbed, [&](const auto& t) {
            const auto& construction = access::construction(t);
            if (std::is_constant_evaluated())
                construction.write_range(to, place, p, n, leaves_in_place());
            else
                construction.write_range(to, place, p, n, leaf_digester(wanted));
        });
        portable_frame::write_check(to.p, out.data(), out.size() - range_header::check_size);
    }

    // Reads the header of an exported range, and checks the range except for its place behind those that were added.
    constexpr range_result read(octets_in range, range_header& header) const {
        if (refused() != range_result::accepted) return refused();
        constexpr std::size_t mark = range_header::first_bytes.size() - 1;
        if (range.size() <= mark || !portable_frame::same(range.data(), expected.magic.data(), mark))
            return range_result::no_range;
        if (range[mark] != expected.magic[mark]) return range_result::other_version;
        if (range.size() < range_header::size + range_header::check_size) return range_result::damaged;
        const std::size_t checked = range.size() - range_header::check_size;
        std::uint8_t check[range_header::check_size]{};
        portable_frame::write_check(check, range.data(), checked);
        if (!portable_frame::same(check, range.data() + checked, sizeof check)) return range_result::damaged;
        field_reader from{range.data()};
        header.fields(from);
        if (const range_result r = foreign(header); r != range_result::accepted) return r;
        if (const range_result r = problem_with(header.place, header.length); r != range_result::accepted) return r;
        return range.size() == range_size(header.place, header.length) ? range_result::accepted : range_result::damaged;
    }

    // Returns in what a header differs from those of this message, or `accepted`.
    constexpr range_result foreign(const range_header& header) const {
        if (header.name != expected.name) return range_result::other_algorithm;
        if (header.chunk != expected.chunk) return range_result::other_chunk;
        if (header.message != expected.message) return range_result::other_message;
        if (header.parameters != expected.parameters) return range_result::other_parameters;
        return range_result::accepted;
    }

    Tree absorbed;          // the ranges so far
    range_header expected;  // the header of a range that may come next, except for its length
    range_result current = range_result::incomplete;
};

}  // namespace hashlane::inline HASHLANE_ABI
