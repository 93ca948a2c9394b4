// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// ParallelHash and ParallelHashXOF (SP 800-185 s.6) are a tree whose leaves are SHAKE of B bytes each and whose final
// node is cSHAKE.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../lanes/contract.hpp"
#include "cshake_sponge.hpp"
#include "tree.hpp"
#include "tree_range.hpp"

namespace hashlane::inline HASHLANE_ABI {

template <std::size_t Rate>
class parallelhash_base {
  public:
    static constexpr std::size_t block_size = Rate;
    static constexpr unsigned security_strength = cshake_sponge<Rate>::security_strength;
    static constexpr std::size_t usual_B = 8192;  // the standard names none

    constexpr parallelhash_base() : parallelhash_base(usual_B) {}

    template <std::integral Int, byte_range S = std::string_view>
    constexpr explicit parallelhash_base(Int leaf_bytes, const S& customization = {})
        : B(static_cast<std::size_t>(leaf_bytes)), node(std::string_view("ParallelHash"), customization) {
        contract(accepts(leaf_bytes), "the block size of ParallelHash is less than 1, or no std::size_t");
        absorb_encoded(node, left_encode(B));
    }
    template <std::integral Int, class... S>
    static constexpr bool accepts(Int leaf_bytes, const S&...) {
        return leaf_bytes >= 1 && static_cast<std::uintmax_t>(leaf_bytes) <= SIZE_MAX;
    }
    static constexpr bool accepts() { return true; }

    template <class Byte, class Digester = leaves_in_place>
    constexpr void absorb(const Byte* p, std::size_t n, const Digester& digester = {}) {
        leaves.absorb(node, B, p, n, digester);
    }
    constexpr void squeeze(std::uint8_t* p, std::size_t n) { node.squeeze(p, n); }

    constexpr bool is_new() const { return !leaves.begun(); }
    constexpr std::size_t chunk() const { return B; }

    // Describes what write_range() writes for a range of n bytes.
    static constexpr range_parts parts_of(std::size_t chunk, std::uint64_t, std::uint64_t n) {
        return {false, n / chunk, n % chunk != 0, leaf::cv_size};
    }

    // Writes what a range of n bytes at p gives to a message. Its place is a multiple of B.
    template <class Byte, class Digester>
    constexpr void write_range(field_writer& to, std::uint64_t, const Byte* p, std::size_t n,
                               const Digester& digester) const {
        tree_leaves<leaf> part;
        part.write_range(to, B, p, n, digester);
    }

    // Absorbs what write_range() has written for n bytes, which are the next ones of the message.
    constexpr void read_range(field_reader& from, std::uint64_t, std::uint64_t n) {
        leaves.read_range(node, from, B, n);
    }

    template <class Archive>
    constexpr void fields(Archive& archive) {
        node.fields(archive);
        block_fields(archive);
        leaves.fields(archive, B);
        archive.require(node.is_customised());
        archive.require(node.position == leaves.position_after(left_encode(B).size));
    }

  protected:
    constexpr void finish_after(std::uint64_t output_bits, partial_byte last) {
        leaves.finish(node, last);
        absorb_encoded(node, right_encode(leaves.count()));
        absorb_encoded(node, right_encode(output_bits));
        node.finish();
    }

  private:
    using leaf = tree_leaf<Rate, 0x1f, 24, 200 - Rate>;  // chaining values of 256 or 512 bits: the capacity

    // B takes 8 bytes on every machine. A state of another machine may have a B that is no std::size_t here.
    template <class Archive>
    constexpr void block_fields(Archive& archive) {
        std::uint64_t bytes = B;
        archive.word(bytes);
        archive.require(accepts(bytes));
        B = accepts(bytes) ? static_cast<std::size_t>(bytes) : 1;
    }

    std::size_t B;  // bytes in a leaf
    cshake_sponge<Rate> node;
    tree_leaves<leaf> leaves;
};

// ParallelHash (s.6.3), which absorbs the length of the output at the end.
template <std::size_t Rate>
struct parallelhash_tree : parallelhash_base<Rate> {
    using parallelhash_base<Rate>::parallelhash_base;
    constexpr void finish(std::uint64_t output_bits, partial_byte last = {}) { this->finish_after(output_bits, last); }
};

// ParallelHashXOF (s.6.3.1), where 0 stands in the place of the length of the output.
template <std::size_t Rate>
struct parallelhash_xof_tree : parallelhash_base<Rate> {
    using parallelhash_base<Rate>::parallelhash_base;
    constexpr void finish(partial_byte last = {}) { this->finish_after(0, last); }
};

}  // namespace hashlane::inline HASHLANE_ABI
