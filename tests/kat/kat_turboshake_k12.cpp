// SPDX-License-Identifier: Apache-2.0 OR MIT
// TurboSHAKE, KangarooTwelve and HopMAC: RFC 9861 and the Keccak team.
#include <hashlane/kangarootwelve.hpp>
#include <hashlane/turboshake.hpp>

#include "hash_shapes.hpp"

namespace {

using namespace kat;
using vectors::format;

// {hex} or {ptn}
bytes pattern(const record& r, const std::string& name) {
    if (r.has(name + ".ptn")) return vectors::ptn(r.number(name + ".ptn"));
    return r.hex_or_empty(name + ".hex");
}

// The known bytes are the last ones of the output.
hash_case rfc9861(const record& r) {
    hash_case c;
    c.where = r.where;
    c.message = bit_string(pattern(r, "M"));
    c.customization = bit_string(pattern(r, "C"));
    if (r.has("D")) c.domain = static_cast<std::uint8_t>(r.number("D"));
    c.output = bit_string(r.hex("out"));
    c.skip = r.number("outBytes") - r.number("last");
    return c;
}

template <class X>
void check_turboshake(const hash_case& c, tally& count) {
    check_xof_made(c, {X::block_size}, [](const hash_case& k) { return X(k.domain); }, count);
    if (c.domain == 0x1f) check_xof<X>(c, count);
    bytes got(c.skip + c.output.data.size());
    hl::digest_into<X>(c.message.data, got, c.domain);
    count.check(same_bits(std::span(got).subspan(c.skip), c.output), c.where, "one-shot");
}

// The customization string is given to the constructor where it fits, and to the reader.
template <class K>
struct named_at_the_end {
    K x;
    bytes customization;
    void absorb(std::span<const std::uint8_t> piece) { x.absorb(piece); }
    auto reader() const { return x.customized_reader(customization); }
};

template <class K>
void check_kt(const hash_case& c, tally& count) {
    const std::initializer_list<std::size_t> edges = {K::block_size, 8192};
    check_xof_made(c, edges, [](const hash_case& k) { return named_at_the_end<K>{K{}, k.customization.data}; }, count);
    if (c.customization.data.size() <= K::longest_customization)
        check_xof_made(c, edges, [](const hash_case& k) { return K(k.customization.data); }, count);
    bytes got(c.skip + c.output.data.size());
    hl::digest_into<K>(c.message.data, std::span(got), c.customization.data);
    count.check(same_bits(std::span(got).subspan(c.skip), c.output), c.where, "one-shot");
}

constexpr const char* rfc = "turboshake-k12/rfc9861-draft.json";

constexpr hash_file turboshake_k12_files[] = {
    {rfc, format::json, rfc9861, check_turboshake<hl::turboshake128>, {"fn", "TurboSHAKE128"}},
    {rfc, format::json, rfc9861, check_turboshake<hl::turboshake256>, {"fn", "TurboSHAKE256"}},
    {rfc, format::json, rfc9861, check_kt<hl::kt128>, {"fn", "KT128"}},
    {rfc, format::json, rfc9861, check_kt<hl::kt256>, {"fn", "KT256"}},
    {"turboshake-k12/XKCP-KangarooTwelve.txt", format::xkcp_k12, rfc9861, check_kt<hl::kt128>},
};

// RFC 9861 s.3.4: HopMAC(Key, M, C, L) = KT(Key, KT(M, C, inner), L).
template <class Mac, class K, std::size_t inner>
void check_hopmac() {
    tally count("RFC 9861, " + std::string(Mac::name) + " as two " + std::string(K::name));
    const bytes key = vectors::ptn(33), name = vectors::from_text("name");
    for (const std::size_t n : {0u, 1u, 167u, 8191u, 8192u, 8193u, 30000u}) {
        const bytes message = vectors::ptn(n);
        each_target([&] {
            count.vector();
            const auto want = hl::digest<K, 48>(key, hl::digest<K, inner>(message, name));
            Mac h(key, name);
            feed(message, random_cut(n, 8192, 1), [&](auto piece) { h.update(piece); });
            count.check(h.template tag<48>() == want, std::to_string(n), "tag");
            count.check(h.verify(hl::short_tag(want, want.size())), std::to_string(n), "verify");
            auto wrong = want;
            wrong[47] = static_cast<std::uint8_t>(wrong[47] ^ 0x80);
            count.check(!h.verify(hl::short_tag(wrong, wrong.size())), std::to_string(n), "verify refuses");
        });
    }
}

}  // namespace

TEST_CASE("TurboSHAKE, KangarooTwelve: messages") {
    for (const hash_file& f : turboshake_k12_files) check_file(f);
}

TEST_CASE("HopMAC") {
    check_hopmac<hl::hopmac128, hl::kt128, 32>();
    check_hopmac<hl::hopmac256, hl::kt256, 64>();
}
