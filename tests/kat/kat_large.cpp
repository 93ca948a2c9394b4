// SPDX-License-Identifier: Apache-2.0 OR MIT
// Messages of exactly 1, 2, 4 and 8 GiB (NIST ACVP's large data tests) and the Keccak team's 1 GiB message, on the widest
// target: lengths beyond 32 bits, given in large pieces.
#include <hashlane/sha2.hpp>
#include <hashlane/sha3.hpp>

#include "kat.hpp"

namespace {

using namespace kat;

struct large_hash {
    const char* name;  // NIST's
    bytes (*compute)(const bytes& content, std::uint64_t size);
};

// The content over and over; an odd number of contents in a piece, so that pieces do not end with blocks.
template <class H>
bytes repeated_digest(const bytes& content, std::uint64_t size) {
    bytes piece;
    for (int i = 0; i < 131071; ++i) piece.insert(piece.end(), content.begin(), content.end());
    H h;
    for (std::uint64_t left = size; left > 0;) {
        const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(left, piece.size()));
        h.update(std::span(piece).first(n));
        left -= n;
    }
    const auto d = h.digest();
    return bytes(d.begin(), d.end());
}

constexpr large_hash hashes[] = {
    {"SHA2-224", repeated_digest<hl::sha224>},         {"SHA2-256", repeated_digest<hl::sha256>},
    {"SHA2-384", repeated_digest<hl::sha384>},         {"SHA2-512", repeated_digest<hl::sha512>},
    {"SHA2-512/224", repeated_digest<hl::sha512_224>}, {"SHA2-512/256", repeated_digest<hl::sha512_256>},
    {"SHA3-224", repeated_digest<hl::sha3_224>},       {"SHA3-256", repeated_digest<hl::sha3_256>},
    {"SHA3-384", repeated_digest<hl::sha3_384>},       {"SHA3-512", repeated_digest<hl::sha3_512>},
};

const large_hash& named(const std::string& name) {
    const auto found = std::ranges::find_if(hashes, [&](const large_hash& h) { return h.name == name; });
    REQUIRE_MESSAGE(found != std::end(hashes), name);
    return *found;
}

}  // namespace

TEST_CASE("NIST ACVP: 1 to 8 GiB") {
    constexpr const char* path = "sha2/acvp/large-data-tests-sha2-sha3.json";
    const records all = vectors::load(vectors::format::json, path);
    if (!hl_test::large()) return hl_test::skip(all.size(), "messages of 1 GiB and more: HASHLANE_LARGE=1");
    tally count(path);
    for (const record& r : all) {
        count.vector();
        const auto got = named(r.text("algorithm")).compute(r.hex("contentHex"), r.number("fullLengthBytes"));
        count.check(got == r.hex("md"), r.where, r.text("algorithm"));
    }
}

TEST_CASE("Keccak team: 1 GiB") {
    constexpr const char* path = "keccak-legacy/ExtremelyLongMsgKAT_256.txt";
    const records all = vectors::load(vectors::format::text, path);
    if (!hl_test::large()) return hl_test::skip(all.size(), "messages of 1 GiB and more: HASHLANE_LARGE=1");
    tally count(path);
    for (const record& r : all) {
        count.vector();
        const bytes text = vectors::from_text(r.text("Text"));
        const auto got = repeated_digest<hl::keccak_256>(text, r.number("Repeat") * text.size());
        count.check(got == r.hex("MD"), r.where, "keccak-256");
    }
}
