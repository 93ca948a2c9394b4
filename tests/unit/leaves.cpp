// SPDX-License-Identifier: Apache-2.0 OR MIT
// Leaves side by side give what each leaf alone gives: every number of lanes, every edge of a block.
#include <hashlane/constructions/tree.hpp>

#include "edges.hpp"

using namespace edges;

namespace {

template <class Leaf>
bytes in_turn(view data, std::size_t chunk) {
    bytes out;
    for (; data.size() >= chunk; data = data.subspan(chunk)) {
        Leaf leaf;
        leaf.absorb(data.data(), chunk);
        out = out + leaf.close({});
    }
    return out;
}

template <class Leaf>
void side_by_side(std::initializer_list<std::size_t> chunks) {
    for (const std::size_t chunk : chunks) {
        const bytes data = message(19 * chunk);
        CAPTURE(chunk);
        each_target([&] {
            for (std::size_t count = 0; count <= 19; ++count) {
                CAPTURE(count);
                bytes cvs((count + 1) * Leaf::cv_size, 0xa5),
                    want = in_turn<Leaf>(view(data).first(count * chunk), chunk);
                const hl::leaf_parameters parameters = Leaf::parameters(chunk);
                hl::entry_points::keccak_leaves(&parameters, data.data(), count, cvs.data(), nullptr);
                want.resize(cvs.size(), 0xa5);  // nothing is written behind the last
                CHECK(cvs == want);
            }
        });
    }
}

}  // namespace

// From the eighth block before the end of the whole blocks on, the kernel prefetches blocks of the next leaves.
TEST_CASE("leaves of KT128") {
    side_by_side<hl::tree_leaf<168, 0x0b, 12, 32>>({1, 7 * 168, 8 * 168 - 1, 8 * 168, 9 * 168 - 1, 9 * 168, 8192});
}
TEST_CASE("leaves of KT256") {
    side_by_side<hl::tree_leaf<136, 0x0b, 12, 64>>({7 * 136, 8 * 136 - 1, 8 * 136, 9 * 136 - 1, 9 * 136, 8192});
}
TEST_CASE("leaves of ParallelHash128") {
    side_by_side<hl::tree_leaf<168, 0x1f, 24, 32>>({1, 7, 8, 9, 135, 136, 160, 167, 168, 169, 335, 336, 337, 1000});
}
TEST_CASE("leaves of ParallelHash256") {
    side_by_side<hl::tree_leaf<136, 0x1f, 24, 64>>({1, 63, 64, 128, 135, 136, 137, 168, 271, 272, 273});
}

TEST_CASE("a group of leaves, and a first chunk whose state comes out") {
    constexpr std::size_t chunk = 1000, rate = 168, whole = 840;
    using leaf = hl::tree_leaf<rate, 0x0b, 12, 32>;
    constexpr hl::leaf_parameters parameters = leaf::parameters(chunk);
    const bytes data = message(8 * chunk), want = in_turn<leaf>(data, chunk);
    hl::sponge<hl::keccak_mode<rate, 12>> node;
    node.absorb(data.data(), whole);
    each_target([&] {
        for (std::size_t count = 1; count <= 8; ++count) {
            CAPTURE(count);
            bytes cvs(count * 32);
            hl::entry_points::keccak_leaves(&parameters, data.data(), count, cvs.data(), nullptr);
            CHECK(cvs == bytes(want.begin(), want.begin() + static_cast<std::ptrdiff_t>(cvs.size())));
            std::array<std::uint64_t, 25> state{};
            hl::entry_points::keccak_leaves(&parameters, data.data(), count, cvs.data(), state.data());
            CHECK(state == node.A);
            CHECK(std::equal(cvs.begin() + 32, cvs.end(), want.begin() + 32));
        }
    });
}
