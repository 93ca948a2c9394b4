// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// KangarooTwelve (RFC 9861 s.3) is a tree of TurboSHAKE. The first chunk of S = M || C || length_encode(|C|) stands in
// the final node itself, so a message of one chunk has no tree.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "../lanes/contract.hpp"
#include "encodings.hpp"
#include "tree.hpp"
#include "tree_range.hpp"

namespace hashlane::inline HASHLANE_ABI {

// Does what entry_points::kt128_digest() describes.
template <std::size_t Rate, std::size_t CvSize>
void digest_kangaroo_tree(octets_in message, octets_in customization, octets_out out);

}  // namespace hashlane::inline HASHLANE_ABI

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {

// Digests a whole message of n bytes, with a customization string C of m bytes, to `size` bytes of output. These stand
// above the kernels, so that the compiled mode compiles the tree once, and not in each unit that digests a message.
HASHLANE_ENTRY void kt128_digest(const std::uint8_t* p, std::size_t n, const std::uint8_t* C, std::size_t m,
                                 std::uint8_t* out, std::size_t size) noexcept
    HASHLANE_ENTERS(digest_kangaroo_tree<168, 32>({p, n}, {C, m}, {out, size}));
HASHLANE_ENTRY void kt256_digest(const std::uint8_t* p, std::size_t n, const std::uint8_t* C, std::size_t m,
                                 std::uint8_t* out, std::size_t size) noexcept
    HASHLANE_ENTERS(digest_kangaroo_tree<136, 64>({p, n}, {C, m}, {out, size}));

}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI

namespace hashlane::inline HASHLANE_ABI {

template <std::size_t Rate, std::size_t CvSize>
class kangaroo_tree {
    using leaf = tree_leaf<Rate, 0x0b, 12, CvSize>;
    static constexpr std::uint8_t single_chunk = 0x07, final_node = 0x06;  // domain separation bytes, s.3.2
    static constexpr std::array<std::uint8_t, 8> mark{3};                  // between the first chunk and the leaves

  public:
    static constexpr std::size_t chunk_size = 8192;
    static constexpr std::size_t block_size = Rate;
    static constexpr unsigned security_strength = 4 * CvSize;

    constexpr kangaroo_tree() = default;

    // It is not inlined, because a digest calls it three times.
    template <class B, class Digester = leaves_in_place>
    HASHLANE_NOINLINE constexpr void absorb(const B* p, std::size_t n, const Digester& digester = {}) {
        if (n > chunk_size - first) return absorb_leaves(p, n, digester);
        node.absorb(p, n);
        first += n;
    }

    template <byte_range R>
    constexpr void finish(const R& customization) {
        with_bytes(customization, [&](auto p, std::size_t n) {
            absorb(p, n);
            const encoded_integer length = length_encode(n);
            absorb(length.bytes.data(), length.size);
        });
        if (leaves.begun()) close_leaves();
        node.finish(leaves.begun() ? final_node : single_chunk, {});
    }
    constexpr void squeeze(std::uint8_t* p, std::size_t n) { node.squeeze(p, n); }

    // Digests a whole message at run time.
    static void digest_message(octets_in message, octets_out out, octets_in customization) {
        const auto* const p = message.data();
        const auto* const C = customization.data();
        if constexpr (Rate == 168)
            entry_points::kt128_digest(p, message.size(), C, customization.size(), out.data(), out.size());
        else
            entry_points::kt256_digest(p, message.size(), C, customization.size(), out.data(), out.size());
    }
    static void digest_message(octets_in message, octets_out out) {
        if (!digest(message.data(), message.size(), out.data(), out.size())) digest_message(message, out, {});
    }

    // Digests a short message without a customization string at run time, or returns false. S = M || length_encode(0).
    static bool digest(const std::uint8_t* p, std::size_t n, std::uint8_t* out, std::size_t size) {
        if (n >= keccak::most_short) return false;
        std::array<std::uint8_t, keccak::most_short> S;
        copy_bytes(S.data(), p, n);
        S[n] = 0;
        return keccak_mode<Rate, leaf::rounds>::digest_short(single_chunk, S.data(), n + 1, out, size);
    }

    // Returns how many more bytes fit into the first chunk together with length_encode(0). With more bytes the message
    // has leaves.
    std::size_t room() const { return first < chunk_size ? chunk_size - first - length_encode(0).size : 0; }

    // Describes many messages of n bytes after what has been absorbed. Returns false unless each of them is one chunk.
    bool describe_chunk(batch_job& job, std::size_t n) const {
        const encoded_integer length = length_encode(0);
        if (leaves.begun() || first == chunk_size || n > room()) return false;
        for (std::size_t i = 0; i < length.size; ++i) job.trailer[job.trailer_size++] = length.bytes[i];
        node.describe(job, single_chunk);
        return true;
    }

    constexpr bool is_new() const { return first == 0; }
    constexpr std::size_t chunk() const { return chunk_size; }

    // Describes what write_range() writes for a range of n bytes at `place`.
    static constexpr range_parts parts_of(std::size_t chunk, std::uint64_t place, std::uint64_t n) {
        const std::uint64_t head = head_of(place, n);
        return {place == 0, (n - head) / chunk, (n - head) % chunk != 0, CvSize};
    }

    // Writes what a range of n bytes at p gives to a message. Its place is a multiple of a chunk; the range at 0 begins
    // with the state of the final node after the first chunk.
    template <class B, class Digester>
    constexpr void write_range(field_writer& to, std::uint64_t place, const B* p, std::size_t n,
                               const Digester& digester) const {
        kangaroo_tree part;
        const auto head = static_cast<std::size_t>(head_of(place, n));
        part.node.absorb(p, head);
        if (place == 0) part.node.fields(to);
        part.leaves.write_range(to, chunk_size, p + head, n - head, digester);
    }

    // Absorbs what write_range() has written for the n bytes at `place`, which are the next ones of the message.
    constexpr void read_range(field_reader& from, std::uint64_t place, std::uint64_t n) {
        const std::uint64_t head = head_of(place, n);
        if (place == 0) {
            first = static_cast<std::size_t>(head);
            node.fields(from);
            from.require(node.position == first % Rate);
            require_new_node(from);
        }
        if (n == head) return;
        if (!leaves.begun()) begin_leaves();
        leaves.read_range(node, from, chunk_size, n - head);
    }

    template <class Archive>
    constexpr void fields(Archive& archive) {
        node.fields(archive);
        archive.below(first, chunk_size + 1);
        leaves.fields(archive, chunk_size);
        archive.require(!leaves.begun() || first == chunk_size);
        archive.require(node.position == (leaves.begun() ? leaves.position_after(first + mark.size()) : first % Rate));
        require_new_node(archive);
    }

  private:
    // Returns how many of the n bytes at `place` are in the first chunk.
    static constexpr std::uint64_t head_of(std::uint64_t place, std::uint64_t n) {
        return place != 0 ? 0 : n < chunk_size ? n : chunk_size;
    }

    // A long message overwrites the node as long as no byte of the first chunk has been absorbed, so the node must be
    // new then.
    template <class Archive>
    constexpr void require_new_node(Archive& archive) const {
        archive.require(first >= Rate || node.new_behind_position());
    }

    // Absorbs input that goes beyond the first chunk. It is not inlined, because g++ would warn in a call with a few
    // bytes that there are no more.
    template <class B, class Digester>
    HASHLANE_SMALL constexpr void absorb_leaves(const B* p, std::size_t n, const Digester& digester) {
        if constexpr (std::is_same_v<B, std::uint8_t>)
            if (!std::is_constant_evaluated() && first == 0 && n >= 2 * chunk_size) {
                const std::size_t whole = n / chunk_size * chunk_size;
                absorb_chunks(p, n / chunk_size, digester);
                p += whole;
                n -= whole;
            }
        if (const std::size_t head = chunk_size - first; head != 0) {
            node.absorb(p, head);
            first = chunk_size;
            p += head;
            n -= head;
        }
        if (n == 0) return;
        if (!leaves.begun()) begin_leaves();
        leaves.absorb(node, chunk_size, p, n, digester);
    }

    // Digests whole chunks at p, of which the first goes into the final node, side by side with the leaves after it.
    template <class Digester>
    void absorb_chunks(const std::uint8_t* p, std::size_t count, const Digester& digester) {
        auto use = [&](const std::uint8_t* cvs, std::size_t n) { absorb_values(p, cvs, n); };
        digester.digest(leaf::parameters(chunk_size), p, count, node.A.data(), cv_consumer(use));
    }

    // Absorbs n chaining values. At the first call the node holds the whole blocks of the first chunk, which is at p,
    // and the first chaining value is not that of a leaf.
    HASHLANE_SMALL void absorb_values(const std::uint8_t* p, const std::uint8_t* cvs, std::size_t n) {
        constexpr std::size_t whole = chunk_size / Rate * Rate;
        if (first != chunk_size) {
            node.absorb(p + whole, chunk_size - whole);
            first = chunk_size;
            begin_leaves();
            cvs += CvSize;
            --n;
        }
        leaves.absorb_values(node, cvs, n);
    }

    HASHLANE_SMALL constexpr void close_leaves() {
        leaves.finish(node);
        absorb_encoded(node, length_encode(leaves.count()));
        constexpr std::array<std::uint8_t, 2> end{0xff, 0xff};
        node.absorb(end.data(), end.size());
    }

    constexpr void begin_leaves() { node.absorb(mark.data(), mark.size()); }

    sponge<keccak_mode<Rate, leaf::rounds>> node;
    std::size_t first = 0;  // bytes of the first chunk
    tree_leaves<leaf> leaves;
};

template <std::size_t Rate, std::size_t CvSize>
void digest_kangaroo_tree(octets_in message, octets_in customization, octets_out out) {
    kangaroo_tree<Rate, CvSize> tree;
    tree.absorb(message.data(), message.size());
    tree.finish(customization);
    tree.squeeze(out.data(), out.size());
}

// KangarooTwelve with a customization string C. The object keeps it until the end, where it is absorbed.
template <std::size_t Rate, std::size_t CvSize>
class kangarootwelve : public kangaroo_tree<Rate, CvSize> {
    using base = kangaroo_tree<Rate, CvSize>;

  public:
    static constexpr std::size_t longest_customization = 256;

    constexpr kangarootwelve() = default;

    // Keeps the customization string. A longer one can be given to finish(customization), which takes any length.
    template <byte_range R>
    constexpr explicit kangarootwelve(const R& customization) : kept(std::size(customization)) {
        contract(accepts(customization), "the customization string is longer than 256 bytes");
        with_bytes(customization, [&](auto p, std::size_t n) { copy_bytes(C.data(), p, n); });
    }

    template <class... R>
    static constexpr bool accepts(const R&... customization) {
        return (std::size(customization) + ... + 0) <= longest_customization;
    }

    bool describe_chunk(batch_job& job, std::size_t n) const { return kept == 0 && base::describe_chunk(job, n); }

    using base::finish;
    constexpr void finish() { base::finish(std::span<const std::uint8_t>(C.data(), kept)); }

    template <class Archive>
    constexpr void fields(Archive& archive) {
        base::fields(archive);
        archive.below(kept, longest_customization + 1);
        archive.bytes(C.data(), C.size());
    }

  private:
    std::size_t kept = 0;
    std::array<std::uint8_t, longest_customization> C{};
};

}  // namespace hashlane::inline HASHLANE_ABI
