// SPDX-License-Identifier: Apache-2.0 OR MIT
// cSHAKE, KMAC, TupleHash, ParallelHash: NIST's examples and ACVP, Wycheproof, pycryptodome, OpenSSL's evp_test.
#include <hashlane/sp800_185.hpp>

#include "bit_writer.hpp"
#include "monte_carlo.hpp"
#include "sp800_185_records.hpp"

namespace {

using namespace kat;
using vectors::format;

template <class X>
void check_cshake(const hash_case& c, tally& count) {
    check_xof_made(
        c, {X::block_size}, [](const hash_case& k) { return X(k.function_name, k.customization.data); }, count);
}

// s.4.3 written out over cSHAKE, for keys that end within a byte.
template <class CShake>
void check_kmac_as_cshake(const hash_case& c, bool xof, tally& count) {
    bit_writer in;
    in.left_encode(CShake::block_size).left_encode(c.key.bits).put(c.key.data).fill(CShake::block_size);
    in.put(c.message).right_encode(xof ? 0 : c.output.bits);
    hash_case inner = c;
    inner.message = in.string();
    inner.function_name = vectors::from_text("KMAC");
    check_cshake<CShake>(inner, count);
}

template <class K, class CShake>
void check_kmac(const hash_case& c, tally& count) {
    check_kmac_as_cshake<CShake>(c, false, count);
    if (c.key.odd()) return;
    const auto make = [](const hash_case& k) { return K(k.key.data, k.customization.data); };
    check_sized(
        c, {K::block_size}, make,
        [](const K& h, std::span<std::uint8_t> out, std::size_t bits, hl::partial_byte last) {
            h.tag_bits_into(out, bits, last);
        },
        count);
    if (c.message.odd() || c.output.odd()) return;
    K h = make(c);
    h.update(c.message.head());
    count.check(h.verify(hl::short_tag(c.output.data, hl::shortest_tag)) == c.valid, c.where, "verify");
}

template <class K, class CShake>
void check_kmac_xof(const hash_case& c, tally& count) {
    check_kmac_as_cshake<CShake>(c, true, count);
    if (c.key.odd()) return;
    check_xof_made(c, {K::block_size}, [](const hash_case& k) { return K(k.key.data, k.customization.data); }, count);
}

template <class T>
T tuple_of(const hash_case& c) {
    T t(c.customization.data);
    for (const bytes& element : c.tuple) t.absorb(element);
    return t;
}

// Each element in two pieces.
template <class T>
T tuple_in_pieces(const hash_case& c) {
    T t(c.customization.data);
    for (const bytes& element : c.tuple) {
        const auto half = element.size() / 2;
        t.element(element.size()).absorb(std::span(element).first(half)).absorb(std::span(element).subspan(half));
    }
    return t;
}

template <class T>
void check_tuple(const hash_case& c, tally& count) {
    for (const auto& [t, how] :
         {std::pair(tuple_of<T>(c), "elements"), {tuple_in_pieces<T>(c), "elements in pieces"}}) {
        bytes got(c.output.data.size());
        t.digest_bits_into(std::span(got), c.output.bits);
        count.check(same_bits(got, c.output), c.where, how);
    }
}

template <class T>
void check_tuple_xof(const hash_case& c, tally& count) {
    for (const auto& [t, how] : {std::pair(tuple_of<T>(c), "elements"), {tuple_in_pieces<T>(c), "elements in pieces"}})
        for (const cut& way : cuts(c.output.data.size(), {T::block_size})) check_output(t.reader(), c, way, how, count);
}

// ACVP drops odd bits that would be a block of their own (the vectors' README, trap 3).
hash_case as_acvp_reads_it(hash_case c) {
    if (c.message.odd() && c.message.whole() % c.parallel_block == 0)
        c.message = bit_string(c.message.data, c.message.bits - static_cast<std::size_t>(c.message.odd()));
    return c;
}

template <class P>
void check_parallel(const hash_case& c, tally& count) {
    check_sized(
        as_acvp_reads_it(c), {P::block_size, c.parallel_block},
        [](const hash_case& k) { return P(k.parallel_block, k.customization.data); },
        [](const P& h, std::span<std::uint8_t> out, std::size_t bits, hl::partial_byte last) {
            h.digest_bits_into(out, bits, last);
        },
        count);
}

template <class P>
void check_parallel_xof(const hash_case& c, tally& count) {
    check_xof_made(
        as_acvp_reads_it(c), {P::block_size, c.parallel_block},
        [](const hash_case& k) { return P(k.parallel_block, k.customization.data); }, count);
}

constexpr auto kmac128 = check_kmac<hl::kmac128, hl::cshake128>;
constexpr auto kmac256 = check_kmac<hl::kmac256, hl::cshake256>;
constexpr auto kmacxof128 = check_kmac_xof<hl::kmacxof128, hl::cshake128>;
constexpr auto kmacxof256 = check_kmac_xof<hl::kmacxof256, hl::cshake256>;

constexpr const char* samples = "sp800-185/nist-samples.json";
constexpr condition fixed = {"xof", "false"}, any_length = {"xof", "true"};

constexpr hash_file sp800_185_files[] = {
    {"sp800-185/ShortMsgSamples_cSHAKE128.txt", format::text, cshake_text, check_cshake<hl::cshake128>},
    {"sp800-185/ShortMsgSamples_cSHAKE256.txt", format::text, cshake_text, check_cshake<hl::cshake256>},
    {"sp800-185/CustomMsgSamples_cSHAKE128.txt", format::text, cshake_text, check_cshake<hl::cshake128>},
    {"sp800-185/CustomMsgSamples_cSHAKE256.txt", format::text, cshake_text, check_cshake<hl::cshake256>},
    {"sp800-185/acvp/cSHAKE-128-1.0.json", format::json, acvp_sp800_185, check_cshake<hl::cshake128>, is_aft},
    {"sp800-185/acvp/cSHAKE-256-1.0.json", format::json, acvp_sp800_185, check_cshake<hl::cshake256>, is_aft},
    {samples, format::json, nist_sample, check_cshake<hl::cshake128>, {"fn", "cshake128"}},
    {samples, format::json, nist_sample, check_cshake<hl::cshake256>, {"fn", "cshake256"}},
    {samples, format::json, nist_sample, kmac128, {"fn", "kmac128"}},
    {samples, format::json, nist_sample, kmac256, {"fn", "kmac256"}},
    {samples, format::json, nist_sample, kmacxof128, {"fn", "kmac128xof"}},
    {samples, format::json, nist_sample, kmacxof256, {"fn", "kmac256xof"}},
    {samples, format::json, nist_sample, check_tuple<hl::tuplehash128>, {"fn", "tuplehash128"}},
    {samples, format::json, nist_sample, check_tuple<hl::tuplehash256>, {"fn", "tuplehash256"}},
    {samples, format::json, nist_sample, check_tuple_xof<hl::tuplehashxof128>, {"fn", "tuplehash128xof"}},
    {samples, format::json, nist_sample, check_tuple_xof<hl::tuplehashxof256>, {"fn", "tuplehash256xof"}},
    {samples, format::json, nist_sample, check_parallel<hl::parallelhash128>, {"fn", "parallelhash128"}},
    {samples, format::json, nist_sample, check_parallel<hl::parallelhash256>, {"fn", "parallelhash256"}},
    {samples, format::json, nist_sample, check_parallel_xof<hl::parallelhashxof128>, {"fn", "parallelhash128xof"}},
    {samples, format::json, nist_sample, check_parallel_xof<hl::parallelhashxof256>, {"fn", "parallelhash256xof"}},
    {"sp800-185/acvp/KMAC-128-1.0.trimmed.json", format::json, acvp_sp800_185, kmac128, fixed},
    {"sp800-185/acvp/KMAC-128-1.0.trimmed.json", format::json, acvp_sp800_185, kmacxof128, any_length},
    {"sp800-185/acvp/KMAC-256-1.0.trimmed.json", format::json, acvp_sp800_185, kmac256, fixed},
    {"sp800-185/acvp/KMAC-256-1.0.trimmed.json", format::json, acvp_sp800_185, kmacxof256, any_length},
    {"sp800-185/acvp/TupleHash-128-1.0.json", format::json, acvp_sp800_185, check_tuple<hl::tuplehash128>, fixed,
     is_aft},
    {"sp800-185/acvp/TupleHash-128-1.0.json", format::json, acvp_sp800_185, check_tuple_xof<hl::tuplehashxof128>,
     any_length, is_aft},
    {"sp800-185/acvp/TupleHash-256-1.0.json", format::json, acvp_sp800_185, check_tuple<hl::tuplehash256>, fixed,
     is_aft},
    {"sp800-185/acvp/TupleHash-256-1.0.json", format::json, acvp_sp800_185, check_tuple_xof<hl::tuplehashxof256>,
     any_length, is_aft},
    {"sp800-185/acvp/ParallelHash-128-1.0.json", format::json, acvp_sp800_185, check_parallel<hl::parallelhash128>,
     fixed, is_aft},
    {"sp800-185/acvp/ParallelHash-128-1.0.json", format::json, acvp_sp800_185,
     check_parallel_xof<hl::parallelhashxof128>, any_length, is_aft},
    {"sp800-185/acvp/ParallelHash-256-1.0.json", format::json, acvp_sp800_185, check_parallel<hl::parallelhash256>,
     fixed, is_aft},
    {"sp800-185/acvp/ParallelHash-256-1.0.json", format::json, acvp_sp800_185,
     check_parallel_xof<hl::parallelhashxof256>, any_length, is_aft},
    {"sp800-185/wycheproof/kmac128_no_customization_test.json", format::json, wycheproof_mac, kmac128},
    {"sp800-185/wycheproof/kmac256_no_customization_test.json", format::json, wycheproof_mac, kmac256},
    {"hmac-kdf/acvp/KDF-KMAC-Sp800-108r1.json", format::json, acvp_kmac_kdf, kmac128, {"macMode", "KMAC-128"}},
    {"hmac-kdf/acvp/KDF-KMAC-Sp800-108r1.json", format::json, acvp_kmac_kdf, kmac256, {"macMode", "KMAC-256"}},
};

struct evp_kmac_row {
    const char* mac;
    bool xof;
    void (*check)(const hash_case&, tally&);
};
constexpr evp_kmac_row evp_kmacs[] = {{"KMAC128", false, kmac128},
                                      {"KMAC256", false, kmac256},
                                      {"KMAC128", true, kmacxof128},
                                      {"KMAC256", true, kmacxof256}};

bool evp_wants_xof(const record& r) {
    const auto controls = r.all("Ctrl");
    return r.text_or("XOF", "0") == "1" || std::ranges::find(controls, "xof:1") != controls.end();
}

template <class X>
void cshake_chain(const record& mct, tally& count) {
    check_choosing_chain(mct, 16, count, [](chosen_by_last_bits& step, const bytes& message) {
        X(bytes{}, step.customization).absorb(message).reader().squeeze(step.output);
        return message;
    });
}

template <class P>
void parallel_chain(const record& mct, tally& count) {
    check_choosing_chain(mct, 16, count, [](chosen_by_last_bits& step, const bytes& message) {
        P h(step.block, step.customization);
        if constexpr (requires { h.reader(); })
            h.absorb(message).reader().squeeze(step.output);
        else
            h.update(message).digest_bits_into(step.output, step.bits);
        return message;
    });
}

// 288 bits in one to four elements, as the first three bits say.
template <class T>
void tuple_chain(const record& mct, tally& count) {
    check_choosing_chain(mct, 36, count, [](chosen_by_last_bits& step, const bytes& message) {
        const std::size_t elements = (message[0] >> 5) % 4 + 1u, size = message.size() / elements;
        T t(step.customization);
        for (std::size_t i = 0; i < elements; ++i) t.absorb(std::span(message).subspan(i * size, size));
        if constexpr (requires { t.reader(); })
            t.reader().squeeze(step.output);
        else
            t.digest_bits_into(step.output, step.bits);
        return bytes(message.begin(), message.begin() + static_cast<std::ptrdiff_t>(size));
    });
}

struct chain_file {
    const char* path;
    void (*check)(const record&, tally&);
    condition only = {};
};

constexpr chain_file sp800_185_chains[] = {
    {"sp800-185/acvp/cSHAKE-128-1.0.json", cshake_chain<hl::cshake128>},
    {"sp800-185/acvp/cSHAKE-256-1.0.json", cshake_chain<hl::cshake256>},
    {"sp800-185/acvp/TupleHash-128-1.0.json", tuple_chain<hl::tuplehash128>, fixed},
    {"sp800-185/acvp/TupleHash-256-1.0.json", tuple_chain<hl::tuplehash256>, fixed},
    {"sp800-185/acvp/TupleHash-128-1.0.json", tuple_chain<hl::tuplehashxof128>, any_length},
    {"sp800-185/acvp/TupleHash-256-1.0.json", tuple_chain<hl::tuplehashxof256>, any_length},
    {"sp800-185/acvp/ParallelHash-128-1.0.json", parallel_chain<hl::parallelhash128>, fixed},
    {"sp800-185/acvp/ParallelHash-256-1.0.json", parallel_chain<hl::parallelhash256>, fixed},
    {"sp800-185/acvp/ParallelHash-128-1.0.json", parallel_chain<hl::parallelhashxof128>, any_length},
    {"sp800-185/acvp/ParallelHash-256-1.0.json", parallel_chain<hl::parallelhashxof256>, any_length},
};

}  // namespace

TEST_CASE("SP 800-185: Monte Carlo") {
    for (const chain_file& f : sp800_185_chains) {
        tally count(std::string(f.path) + " MCT" + (f.only.field ? std::string(" xof ") + f.only.value : ""));
        for (const record& r : vectors::load(format::json, f.path))
            if (r.text("testType") == "MCT" && f.only.holds(r)) each_target([&] { f.check(r, count); });
    }
}

TEST_CASE("SP 800-185: messages") {
    for (const hash_file& f : sp800_185_files) check_file(f);
}

TEST_CASE("SP 800-185: OpenSSL evp_test") {
    constexpr const char* path = "openssl-3.0.20/evpmac_common.txt";
    const records all = vectors::load(format::text, path);
    for (const evp_kmac_row& row : evp_kmacs) {
        tally count(std::string(path) + " " + row.mac + (row.xof ? " XOF" : ""));
        for (const record& r : all) {
            // those with a Result fail on limits of OpenSSL's own
            if (r.text_or("MAC", "") != row.mac || r.has("Result") || evp_wants_xof(r) != row.xof) continue;
            each_target([&] {
                count.vector();
                row.check(evp_mac(r), count);
            });
        }
    }
}
