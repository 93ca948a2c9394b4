// SPDX-License-Identifier: Apache-2.0 OR MIT
// Outputs that lie over inputs. Each function that promises to read all input before it writes is called with its output
// at many places across its inputs; the result must be that of buffers apart.
#include "overlap.hpp"

using namespace overlap_test;
using namespace std::literals;

namespace {

hl::any_options options_for(const hl::algorithm& a, const inputs& in) {
    hl::any_options o;
    const auto takes = [&](unsigned bit) { return (a.parameters & bit) != 0; };
    if (takes(hl::parameter::key)) o.key = in[1];
    if (takes(hl::parameter::customization)) o.customization = in[2];
    if (takes(hl::parameter::function_name)) o.function_name = in[3];
    if (takes(hl::parameter::parallel_block)) o.parallel_block = 100;
    return o;
}

}  // namespace

TEST_CASE("an output that is written before its input is read is found") {
    const auto copies_late = [](const inputs& in, std::span<std::uint8_t> out) {
        std::ranges::fill(out, std::uint8_t{0});
        for (std::size_t i = 0; i < in[1].size(); ++i) out[i % out.size()] ^= in[1][i];
    };
    CHECK(wrong_places({20, 30}, 16, copies_late) > 10);
    const auto in_blocks = [](const inputs& in, std::span<std::uint8_t> out) {  // what PBKDF2 did with its salt
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint8_t>(in[0][0] + i);
    };
    CHECK(wrong_places({20}, 16, in_blocks) > 0);
}

TEST_CASE("hashes, XOFs and MACs: the message and every option") {
    for (const hl::algorithm& a : hl::algorithms()) {
        if (a.kind == hl::kind::kdf || a.kind == hl::kind::aead) continue;
        for (const std::size_t size : {std::size_t{0}, std::size_t{40}, a.block_size, 3 * a.block_size + 5})
            for (const std::size_t n : {std::size_t{16}, a.digest_size, 2 * a.block_size + 3}) {
                if (!a.any_length && n != a.digest_size) continue;
                check(std::string(a.name), {size, 32, 9, 7}, n, [&](const inputs& in, std::span<std::uint8_t> out) {
                    auto h = hl::any_hash::create(a.name, options_for(a, in));
                    REQUIRE(h);
                    CHECK(h->update(in[0]).digest(out));
                });
            }
    }
}

TEST_CASE("one message at once, on every target") {
    for (const hl::algorithm& a : hl::algorithms()) {
        const auto chosen = hl::any_digest::create(a.name);
        if (!chosen) continue;
        kat::each_target([&] {
            for (const std::size_t size : {std::size_t{20}, std::size_t{64}, a.block_size, 5 * a.block_size + 1}) {
                const std::size_t n = a.any_length ? a.block_size + 9 : a.digest_size;
                check(std::string(a.name), {size}, n,
                      [&](const inputs& in, std::span<std::uint8_t> out) { CHECK(chosen->digest_into(in[0], out)); });
                if (a.family == "KangarooTwelve")
                    check(std::string(a.name) + " customized", {size, 300}, n,
                          [&](const inputs& in, auto out) { CHECK(chosen->digest_into(in[0], in[1], out)); });
            }
        });
    }
}

TEST_CASE("one message at once, with parameters") {
    check("cSHAKE128", {100, 5, 6}, 200,
          [](const inputs& in, auto out) { hl::digest_into<hl::cshake128>(in[0], out, in[1], in[2]); });
    check("ParallelHash128", {900, 6}, 200,
          [](const inputs& in, auto out) { hl::digest_into<hl::parallelhash128>(in[0], out, 64, in[1]); });
    check("KT128 of several leaves", {40000, 700}, 900,
          [](const inputs& in, auto out) { hl::digest_into<hl::kt128>(in[0], out, in[1]); });
}

TEST_CASE("an XOF squeezes over what it has absorbed") {
    each_xof([]<class X>() {
        check(std::string(X::name), {500}, 400, [](const inputs& in, std::span<std::uint8_t> out) {
            X x;
            as_hash<X>::feed(x, in[0]);
            auto reader = x.reader();
            reader.squeeze(out.first(7)).squeeze(out.subspan(7));
        });
    });
}

TEST_CASE("HKDF: over the key, the salt and the info") {
    for (const hl::algorithm& a : hl::algorithms()) {
        if (!a.name.starts_with("hkdf-")) continue;
        const auto kdf = hl::any_kdf::create(a.name);
        for (const std::size_t n : {a.digest_size, 2 * a.digest_size + 6, 255 * a.digest_size}) {
            if (n > 1000 && a.name != "hkdf-sha256") continue;
            const std::string name = std::string(a.name);
            check(name, {32, 20, 40}, n,
                  [&](const inputs& in, std::span<std::uint8_t> out) { CHECK(kdf->hkdf(in[0], in[1], in[2], out)); });
            check(name + "-Expand", {a.digest_size, 40}, n,
                  [&](const inputs& in, std::span<std::uint8_t> out) { CHECK(kdf->hkdf_expand(in[0], in[1], out)); });
        }
        check(std::string(a.name) + "-Extract", {32, 200}, a.digest_size,
              [&](const inputs& in, auto out) { CHECK(kdf->hkdf_extract(in[0], in[1], out)); });
    }
}

TEST_CASE("HKDF: a ratchet in place is that of two buffers") {
    std::array<std::uint8_t, 32> chain{};
    std::ranges::copy(random_bytes(32, 3), chain.begin());
    for (int i = 0; i < 3; ++i) {
        const auto apart = hl::hkdf_expand<hl::sha256, 32>(chain, "step"sv);
        CHECK(hl::hkdf_expand_into<hl::sha256>(chain, "step"sv, chain));
        CHECK(chain == apart);
    }
}

TEST_CASE("PBKDF2: over the password and the salt") {
    for (const hl::algorithm& a : hl::algorithms()) {
        if (!a.name.starts_with("pbkdf2-")) continue;
        const auto kdf = hl::any_kdf::create(a.name);
        for (const std::size_t n : {a.digest_size - 1, 3 * a.digest_size + 1})
            check(std::string(a.name), {20, 24}, n,
                  [&](const inputs& in, std::span<std::uint8_t> out) { CHECK(kdf->pbkdf2(in[0], in[1], 2, out)); });
    }
}

TEST_CASE("derive_many: a key over its own password and salt, on every target") {
    constexpr std::size_t count = 7, n = 100;
    const auto own = [&]<class H>() {
        kat::each_target([&] {
            for (const std::size_t shift : {0u, 10u, 30u}) {
                std::vector<bytes> memory;
                std::vector<std::span<const std::uint8_t>> passwords, salts;
                std::vector<std::span<std::uint8_t>> keys;
                std::vector<bytes> apart;
                for (std::size_t i = 0; i < count; ++i) {
                    memory.push_back(random_bytes(200, static_cast<std::uint32_t>(i)));
                    passwords.push_back(std::span(memory[i]).subspan(20, 20));
                    salts.push_back(std::span(memory[i]).subspan(60, 30));
                    keys.push_back(std::span(memory[i]).subspan(shift, n));
                    (void)hl::derive_into<hl::pbkdf2<H>>(passwords[i], salts[i], 3, apart.emplace_back(n));
                }
                hl::derive_many<H>(passwords, salts, 3, keys);
                for (std::size_t i = 0; i < count; ++i) CHECK(std::ranges::equal(keys[i], apart[i]));
            }
        });
    };
    own.template operator()<hl::sha256>();
    own.template operator()<hl::sha512>();
    own.template operator()<hl::sha3_256>();
}

TEST_CASE("Merkle trees: a root over the leaves, a new leaf from the nodes, a root among the digests") {
    using tree_of = hl::rfc9162<hl::sha256>;
    const auto trees = hl::any_tree::create("sha256", hl::merkle_shape::rfc9162);
    REQUIRE(trees);
    check("root", {40, 40, 40, 40, 40}, 32,
          [&](const inputs& in, std::span<std::uint8_t> out) { CHECK(trees->root(in, out)); });

    const std::vector<bytes> leaves = {random_bytes(40, 1), random_bytes(40, 2), random_bytes(40, 3)};
    bytes nodes(trees->node_bytes(3)), again;
    REQUIRE(trees->build(leaves, nodes));
    again = nodes;
    const bytes leaf(nodes.begin() + 10, nodes.begin() + 90);
    REQUIRE(trees->update(again, 3, 1, leaf));
    REQUIRE(trees->update(nodes, 3, 1, std::span(nodes).subspan(10, 80)));
    CHECK(nodes == again);

    std::vector<tree_of::digest_type> digests(4), all(hl::merkle_nodes<tree_of>(4));
    tree_of::leaves(std::vector<bytes>{leaves[0], leaves[1], leaves[2], leaves[0]}, digests);
    hl::merkle_tree<tree_of> tree(all, 4);
    std::ranges::copy(digests, tree.leaves().begin());
    tree.build();
    std::vector<tree_of::digest_type> known(digests.begin(), digests.begin() + 2), proof(2);
    const std::array<std::uint64_t, 2> indices{0, 1};
    REQUIRE(hl::merkle_prove_many(tree, indices, proof).size == 1);
    const auto verdict = [&](auto root) {
        auto used = known;
        used[1] = known[1];
        return hl::merkle_verify_many<tree_of>(std::span(used), indices, 4, std::span(proof).first(1), root(used));
    };
    CHECK(verdict([&](auto&) { return tree.root(); }) == hl::merkle_result::valid);
    // A root that is one of the digests differs before and after they are used up.
    CHECK(verdict([&](auto& used) { return std::span(used[0]); }) == hl::merkle_result::root_differs);
}

template <class D>
void sends_from_its_room() {
    using codec = hl::bytes_codec<20>;
    const auto statement = hl::session<D>::of("tests/overlap"sv).encoded_instance("instance"sv);
    const bytes fresh = random_bytes(100, 8);
    for (std::size_t at = 0; at <= 40; ++at) {
        bytes apart(60), memory = fresh;
        const std::span<std::uint8_t> room(memory.data(), 60);
        hl::proof_buffer to_apart(apart);
        hl::proof_buffer to_memory(room);
        hl::prover one(statement, to_apart), other(statement, to_memory);
        const auto first = std::span(fresh).template subspan<60, 20>();
        one.template send<codec>(first);
        other.template send<codec>(first);
        one.template send<codec>(std::span(fresh).subspan(20 + at).template first<20>());
        other.template send<codec>(std::span(memory).subspan(20 + at).template first<20>());
        CHECK(std::ranges::equal(to_memory.bytes(), to_apart.bytes()));
        CHECK(other.template challenge<32>() == one.template challenge<32>());
    }
}

TEST_CASE("transcripts: bytes that are sent from the room of the proof") {
    sends_from_its_room<hl::shake128_duplex>();
    sends_from_its_room<hl::own_sha256_duplex>();
    sends_from_its_room<hl::own_kt128_duplex>();
}

TEST_CASE("transcripts: a remainder over its modulus") {
    bytes modulus = random_bytes(40, 9);
    modulus.back() |= 1;
    check("remainder", {50, 40}, 40,
          [&](const inputs& in, std::span<std::uint8_t> out) { hl::modular::remainder(in[0], modulus, out); });
    bytes apart(40), in_place = modulus;
    const bytes uniform = random_bytes(56, 10);
    hl::modular::remainder(uniform, modulus, apart);
    hl::modular::remainder(uniform, in_place, in_place);
    CHECK(in_place == apart);
}

// During constant evaluation too.
constexpr bool expands_in_place() {
    std::array<std::uint8_t, 32> key{1, 2, 3};
    const auto apart = hl::hkdf_expand<hl::sha256, 32>(key, "info"sv);
    return hl::hkdf_expand_into<hl::sha256>(key, "info"sv, key) && key == apart;
}
static_assert(expands_in_place());

constexpr bool expands_over_info() {
    std::array<std::uint8_t, 40> memory{1, 2, 3};
    const std::span<const std::uint8_t> info = std::span(memory).subspan(4, 20);
    const auto apart = hl::hkdf_expand<hl::sha256, 40>("key"sv, info);
    return hl::hkdf_expand_into<hl::sha256>("key"sv, info, memory) && memory == apart;
}
static_assert(expands_over_info());

constexpr bool derives_over_salt() {
    std::array<std::uint8_t, 40> memory{1, 2, 3};
    const std::span<const std::uint8_t> salt = std::span(memory).subspan(4, 20);
    const auto apart = hl::derive<hl::pbkdf2<hl::sha256>, 40>("key"sv, salt, 1);
    (void)hl::derive_into<hl::pbkdf2<hl::sha256>>("key"sv, salt, 1, memory);
    return memory == apart;
}
static_assert(derives_over_salt());
