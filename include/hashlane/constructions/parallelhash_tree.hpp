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

namespace hashlane {
inline namespace HASHLANE_ABI {

template <std::size_t Rate>
class parallelhash_base {
  public:
    static constexpr std::size_t block_size = Rate;
    static constexpr unsigned security_strength = cshake_sponge<Rate>::security_strength;
    static constexpr std::size_t usual_B = 8192;  // the standard names none

    constexpr parallelhash_base() : parallelhash_base(usual_B) {}

    template <std::integral I, byte_range S = std::string_view>
    constexpr explicit parallelhash_base(I leaf_bytes, const S& customization = {})
        : B(static_cast<std::size_t>(leaf_bytes)), node(std::string_view("ParallelHash"), customization) {
        contract(accepts(leaf_bytes), "the block size of ParallelHash is less than 1");
        absorb_encoded(node, left_encode(B));
    }
    template <std::integral I, class... S>
    static constexpr bool accepts(I leaf_bytes, const S&...) {
        return leaf_bytes >= 1;
    }
    static constexpr bool accepts() { return true; }

    template <class Byte, class Digester = leaves_in_place>
    constexpr void absorb(const Byte* p, std::size_t n, const Digester& digester = {}) {
        leaves.absorb(node, B, p, n, digester);
    }
    constexpr void squeeze(std::uint8_t* p, std::size_t n) { node.squeeze(p, n); }

    template <class Archive>
    constexpr void fields(Archive& archive) {
        node.fields(archive);
        archive.below(B, static_cast<std::size_t>(-1));
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
    std::size_t B;  // bytes in a leaf
    cshake_sponge<Rate> node;
    tree_leaves<tree_leaf<Rate, 0x1f, 24, 200 - Rate>> leaves;  // chaining values of 256 or 512 bits: the capacity
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

}  // namespace HASHLANE_ABI
}  // namespace hashlane
