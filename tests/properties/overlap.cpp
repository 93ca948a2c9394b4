// SPDX-License-Identifier: Apache-2.0 OR MIT
// Outputs that lie over inputs. Each function that promises to read all input before it writes is called with its output
// at many places across its inputs; the result must be that of buffers apart.
#include <hashlane/any_aead_batch.hpp>
#include <hashlane/hashlane.hpp>

#include <functional>

#include "algorithms.hpp"

using namespace properties;
using namespace std::literals;

namespace {

using inputs = std::vector<std::span<const std::uint8_t>>;
using function = std::function<void(const inputs&, std::span<std::uint8_t>)>;

// Inputs of these sizes, one after the other in one piece of memory, with room around them.
class arena {
  public:
    explicit arena(const std::vector<std::size_t>& sizes) : room(std::max<std::size_t>(gap, 1)) {
        std::size_t at = room;
        for (const std::size_t size : sizes) {
            starts.push_back(at);
            ends.push_back(at + size);
            at += size + gap;
        }
        memory = random_bytes(at + room, 17);
    }

    inputs all() const {
        inputs in;
        for (std::size_t i = 0; i < starts.size(); ++i)
            in.push_back(std::span<const std::uint8_t>(memory).subspan(starts[i], ends[i] - starts[i]));
        return in;
    }

    // Where an output of n bytes is tried: at the beginning and the end of each input, a byte beside them, and in steps.
    std::vector<std::size_t> places(std::size_t n) {
        while (room < n + 8) {  // for an output that ends where the first input begins
            memory.insert(memory.begin(), memory.back());
            memory.push_back(memory.front());
            ++room;
            for (std::size_t i = 0; i < starts.size(); ++i) ++starts[i], ++ends[i];
        }
        std::vector<std::size_t> at;
        for (std::size_t i = 0; i < starts.size(); ++i)
            for (const std::size_t edge : {starts[i], ends[i]})
                for (const std::size_t k : {edge - 1, edge, edge + 1, edge - n, edge - n + 1, edge - n / 2})
                    if (k + n <= memory.size()) at.push_back(k);
        for (std::size_t k = 0; k + n <= memory.size(); k += step) at.push_back(k);
        return at;
    }

    bytes memory;

  private:
    static constexpr std::size_t gap = 5;
#ifdef HASHLANE_EMULATED
    static constexpr std::size_t step = 97;
#else
    static constexpr std::size_t step = 13;
#endif
    std::size_t room;
    std::vector<std::size_t> starts, ends;
};

// At how many places across the inputs f gives something else than with an output apart.
std::size_t wrong_places(const std::vector<std::size_t>& sizes, std::size_t n, const function& f) {
    arena a(sizes);
    const auto places = a.places(n);
    const bytes before = a.memory;
    bytes apart(n, 0xee);
    f(a.all(), apart);
    REQUIRE(a.memory == before);
    std::size_t wrong = 0;
    for (const std::size_t at : places) {
        const std::span out = std::span(a.memory).subspan(at, n);
        f(a.all(), out);
        wrong += !std::ranges::equal(out, apart);
        a.memory = before;  // of the same size: the memory stays where it is
    }
    return wrong;
}

void check(const std::string& what, const std::vector<std::size_t>& sizes, std::size_t n, const function& f) {
    const std::size_t wrong = wrong_places(sizes, n, f);
    CHECK_MESSAGE(wrong == 0, what, ", output of ", n, " bytes: wrong at ", wrong, " places");
    hl_test::count(wrong == 0, wrong != 0);
}

hl::any_options options_for(const hl::algorithm& a, const inputs& in) {
    hl::any_options o;
    const auto takes = [&](unsigned bit) { return (a.parameters & bit) != 0; };
    if (takes(hl::parameter::key)) o.key = in[1];
    if (takes(hl::parameter::customization)) o.customization = in[2];
    if (takes(hl::parameter::function_name)) o.function_name = in[3];
    if (takes(hl::parameter::parallel_block)) o.parallel_block = 100;
    return o;
}

// Nonce masking is Ascon-AEAD128 with a longer key.
template <class A>
constexpr std::string_view name_of = A::key_size == 32 ? hl::ascon_aead128::name : A::name;

template <class A>
const hl::aead_operations& operations() {
    const hl::aead_operations* const found = hl::find_aead(name_of<A>, A::key_size);
    REQUIRE(found != nullptr);
    return *found;
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
                    std::string_view error;
                    auto h = hl::any_hash::create(a.name, options_for(a, in), error);
                    REQUIRE(h);
                    CHECK(h->update(in[0]).digest(out));
                });
            }
    }
}

TEST_CASE("one message at once, on every target") {
    for (const hl::algorithm& a : hl::algorithms()) {
        const auto* const chosen = hl::find_digest(a.name);
        if (chosen == nullptr) continue;
        kat::each_target([&] {
            for (const std::size_t size : {std::size_t{20}, std::size_t{64}, a.block_size, 5 * a.block_size + 1}) {
                const std::size_t n = a.any_length ? a.block_size + 9 : a.digest_size;
                check(std::string(a.name), {size}, n,
                      [&](const inputs& in, std::span<std::uint8_t> out) { chosen->digest(in[0], out); });
                if (chosen->digest_customized != nullptr)
                    check(std::string(a.name) + " customized", {size, 300}, n,
                          [&](const inputs& in, auto out) { chosen->digest_customized(in[0], in[1], out); });
            }
        });
    }
}

TEST_CASE("one message at once, with parameters") {
    check("cSHAKE128", {100, 5, 6}, 200,
          [](const inputs& in, auto out) { hl::cshake128::digest(in[0], out, in[1], in[2]); });
    check("ParallelHash128", {900, 6}, 200,
          [](const inputs& in, auto out) { hl::parallelhash128::digest(in[0], out, 64, in[1]); });
    check("KT128 of several leaves", {40000, 700}, 900,
          [](const inputs& in, auto out) { hl::kt128::digest(in[0], out, in[1]); });
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
        const auto* const kdf = hl::find_kdf(a.name);
        for (const std::size_t n : {a.digest_size, 2 * a.digest_size + 6, 255 * a.digest_size}) {
            if (n > 1000 && a.name != "hkdf-sha256") continue;
            const std::string name = std::string(a.name);
            check(name, {32, 20, 40}, n,
                  [&](const inputs& in, std::span<std::uint8_t> out) { CHECK(kdf->hkdf(in[0], in[1], in[2], out)); });
            check(name + "-Expand", {a.digest_size, 40}, n,
                  [&](const inputs& in, std::span<std::uint8_t> out) { CHECK(kdf->hkdf_expand(in[0], in[1], out)); });
        }
        check(std::string(a.name) + "-Extract", {32, 200}, a.digest_size,
              [&](const inputs& in, auto out) { kdf->hkdf_extract(in[0], in[1], out); });
    }
}

TEST_CASE("HKDF: a ratchet in place is that of two buffers") {
    std::array<std::uint8_t, 32> chain{};
    std::ranges::copy(random_bytes(32, 3), chain.begin());
    for (int i = 0; i < 3; ++i) {
        const auto apart = hl::hkdf<hl::sha256>::expand<32>(chain, "step"sv);
        CHECK(hl::hkdf<hl::sha256>::expand(chain, "step"sv, chain));
        CHECK(chain == apart);
    }
}

TEST_CASE("PBKDF2: over the password and the salt") {
    for (const hl::algorithm& a : hl::algorithms()) {
        if (!a.name.starts_with("pbkdf2-")) continue;
        const auto* const kdf = hl::find_kdf(a.name);
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
                    hl::pbkdf2<H>::derive(passwords[i], salts[i], 3, apart.emplace_back(n));
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

// The text is apart from the ciphertext, or the same: over anything else.
TEST_CASE("AEAD: outputs over key, nonce, header and tag") {
    hl::any_detail::each_aead([]<class A>() {
        const auto& box = operations<A>();
        const bytes text = random_bytes(150, 5);
        bytes sealed(60);
        kat::each_target([&] {
            check(std::string(A::name) + " encrypt", {A::key_size, 16, 50}, text.size(),
                  [&](const inputs& in, std::span<std::uint8_t> out) {
                      bytes tag(16);
                      box.encrypt(in[0], in[1], in[2], text, out, tag);
                      for (std::size_t i = 0; i < 16; ++i) out[i] ^= tag[i];
                  });
            check(std::string(A::name) + " tag", {A::key_size, 16, 50, 60}, 16,
                  [&](const inputs& in, auto out) { box.encrypt(in[0], in[1], in[2], in[3], sealed, out); });
            check(std::string(A::name) + " forged", {A::key_size, 16, 50, 16}, text.size(),
                  [&](const inputs& in, std::span<std::uint8_t> out) {
                      CHECK_FALSE(box.decrypt(in[0], in[1], in[2], text, in[3], out));
                      CHECK(std::ranges::all_of(out, [](std::uint8_t b) { return b == 0; }));
                  });
            check(std::string(A::name) + " in pieces", {A::key_size, 16, 50}, text.size() + 16,
                  [&](const inputs& in, std::span<std::uint8_t> out) {
                      hl::any_aead_stream s(box, in[0], in[1]);
                      CHECK(s.header(in[2]));
                      CHECK(s.encrypt(std::span(text).first(21), out.first(21)));
                      CHECK(s.encrypt(std::span(text).subspan(21), out.subspan(21, text.size() - 21)));
                      CHECK(s.finish(out.subspan(text.size())));
                  });
        });
    });
}

// Here the tag is right, so the places of the text are chosen: over key, nonce, header and tag, in part and in whole.
TEST_CASE("AEAD: a decrypted text over key, nonce, header and tag, one record and many, on every target") {
    hl::any_detail::each_aead([]<class A>() {
        const auto& box = operations<A>();
        const auto* const many = hl::find_aead_batch(name_of<A>, A::key_size);
        REQUIRE(many != nullptr);
        const bytes text = random_bytes(70, 5);
        struct layout {
            std::size_t key, nonce, header, tag, out;
        };
        kat::each_target([&] {
            for (std::size_t out = 0; out < 200; out += 9) {
                const layout at{80, 120, 140, 170, out};
                const bytes memory = random_bytes(300, 6);
                const auto part = [](const bytes& m, std::size_t from, std::size_t n) {
                    return std::span(m).subspan(from, n);
                };
                bytes cipher(text.size()), tag(16), fresh = memory;
                box.encrypt(part(memory, at.key, A::key_size), part(memory, at.nonce, 16), part(memory, at.header, 20),
                            text, cipher, tag);
                std::ranges::copy(tag, fresh.begin() + static_cast<std::ptrdiff_t>(at.tag));

                bytes m = fresh;
                const std::span to = std::span(m).subspan(at.out, text.size());
                CHECK(box.decrypt(part(m, at.key, A::key_size), part(m, at.nonce, 16), part(m, at.header, 20), cipher,
                                  part(m, at.tag, 16), to));
                CHECK(std::ranges::equal(to, text));

                for (const std::size_t count : {1u, 5u, 17u}) {
                    std::vector<bytes> each(count, fresh);
                    std::vector<hl::aead_record> records;
                    bool good[17] = {};
                    for (std::size_t i = 0; i < count; ++i) {
                        std::uint8_t* const p = each[i].data();
                        records.push_back({p + at.nonce, p + at.header, 20, cipher.data(), p + at.out, text.size(),
                                           p + at.tag, good + i});
                    }
                    CHECK(many->decrypt(part(memory, at.key, A::key_size), hl::any_records(records), {}));
                    bool right = true;
                    for (std::size_t i = 0; i < count; ++i)
                        right = right && good[i] && std::ranges::equal(part(each[i], at.out, text.size()), text);
                    CHECK(right);
                }
            }
        });
    });
}

TEST_CASE("encrypt_many: ciphertext and tag over nonce and header of the same record, on every target") {
    hl::any_detail::each_aead([]<class A>() {
        const auto& box = operations<A>();
        const auto* const many = hl::find_aead_batch(name_of<A>, A::key_size);
        const bytes text = random_bytes(37, 5), fresh = random_bytes(300, 6), key = random_bytes(A::key_size, 7);
        kat::each_target([&] {
            for (std::size_t out = 0; out < 100; out += 7)
                for (const std::size_t tag : {110u, 50u, 66u, 100u}) {  // apart; over the nonce; over the header
                    if (tag != 110 && out + text.size() > tag && out < tag + 16) continue;
                    bytes m = fresh, want(text.size()), want_tag(16);
                    box.encrypt(key, std::span(m).subspan(50, 16), std::span(m).subspan(70, 30), text, want, want_tag);
                    for (const std::size_t count : {1u, 6u, 17u}) {
                        std::vector<bytes> each(count, fresh);
                        std::vector<hl::aead_record> records;
                        for (bytes& one : each)
                            records.push_back({one.data() + 50, one.data() + 70, 30, text.data(), one.data() + out,
                                               text.size(), one.data() + tag, nullptr});
                        many->encrypt(key, hl::any_records(records), {});
                        bool right = true;
                        for (const bytes& one : each)
                            right = right && std::ranges::equal(std::span(one).subspan(tag, 16), want_tag) &&
                                    (tag == 110 && out + text.size() > 110
                                         ? true
                                         : std::ranges::equal(std::span(one).subspan(out, text.size()), want));
                        CHECK(right);
                    }
                }
        });
    });
}

TEST_CASE("Merkle trees: a root over the leaves, a new leaf from the nodes, a root among the digests") {
    using tree_of = hl::rfc9162<hl::sha256>;
    const auto trees = hl::any_merkle::create("sha256", hl::merkle_shape::rfc9162);
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
    const auto apart = hl::hkdf<hl::sha256>::expand<32>(key, "info"sv);
    return hl::hkdf<hl::sha256>::expand(key, "info"sv, key) && key == apart;
}
static_assert(expands_in_place());

constexpr bool expands_over_info() {
    std::array<std::uint8_t, 40> memory{1, 2, 3};
    const std::span<const std::uint8_t> info = std::span(memory).subspan(4, 20);
    const auto apart = hl::hkdf<hl::sha256>::expand<40>("key"sv, info);
    return hl::hkdf<hl::sha256>::expand("key"sv, info, memory) && memory == apart;
}
static_assert(expands_over_info());

constexpr bool derives_over_salt() {
    std::array<std::uint8_t, 40> memory{1, 2, 3};
    const std::span<const std::uint8_t> salt = std::span(memory).subspan(4, 20);
    const auto apart = hl::pbkdf2<hl::sha256>::derive<40>("key"sv, salt, 1);
    hl::pbkdf2<hl::sha256>::derive("key"sv, salt, 1, memory);
    return memory == apart;
}
static_assert(derives_over_salt());
