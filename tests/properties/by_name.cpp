// SPDX-License-Identifier: Apache-2.0 OR MIT
// Names that are wrong, what the errors say about them and about options, and MACs by name.
#include <hashlane/by_name/digest.hpp>
#include <hashlane/by_name/kdf.hpp>
#include <hashlane/by_name/mac.hpp>

#include "algorithms.hpp"

using namespace properties;

namespace {

// What somebody wrote, and the name that nearest_name() finds for it.
struct written_name {
    std::string_view written, nearest;
};
constexpr written_name written_names[] = {
    {"sha26", "sha256"},
    {"SHA256", "sha256"},
    {"sha-256", "sha256"},
    {" Sha256\n", "sha256"},
    {"{sha|256}~", "sha256"},
    {"sha2-256", "sha256"},
    {"sah256", "sha256"},
    {"sha2566", "sha256"},
    {"sha512/256", "sha512-256"},
    {"sha3_256", "sha3-256"},
    {"SHA3-256", "sha3-256"},
    {"keccak256", "keccak-256"},
    {"shake-129", "shake128"},
    {"kmac_xof128", "kmacxof128"},
    {"HMAC-SHA-256", "hmac-sha256"},
    {"hkdf_sha26", "hkdf-sha256"},
    {"pbkdf2-hmac-sha256", ""},
    {"ascon128", "ascon-128"},
    {"ascon_aead128", "ascon-aead128"},
    {"blake3", ""},
    {"md5", ""},
    {"sha1", ""},
    {"sha3", ""},
    {"K12", ""},
    {"", ""},
    {"-", ""},
};

constexpr bool all_nearest() {
    for (const written_name& name : written_names)
        if (hl::nearest_name(name.written) != name.nearest) return false;
    return true;
}

}  // namespace

TEST_CASE("the nearest name") {
    static_assert(all_nearest());
    for (const written_name& name : written_names) {
        CAPTURE(std::string(name.written));
        CHECK(hl::nearest_name(name.written) == name.nearest);
    }
    for (const hl::algorithm& a : hl::algorithms()) CHECK(hl::nearest_name(a.name) == a.name);
    const std::string name = "sha256";
    for (std::size_t i = 0; i <= name.size(); ++i) {
        std::string longer = name;
        longer.insert(i, "x");
        CAPTURE(longer);
        CHECK(hl::nearest_name(longer) == "sha256");
        longer.insert(i, "y");
        CHECK(hl::nearest_name(longer).empty());
    }
    // Neither the longest name that is compared nor a longer one is read past its end.
    for (const std::size_t size : {39u, 40u, 41u, 42u, 1000u}) CHECK(hl::nearest_name(std::string(size, 'a')).empty());
    CHECK(hl::nearest_name(std::string(100, '-') + "sha256") == "sha256");
    CHECK(hl::nearest_name(std::string("sha256") + std::string(1000, 'a')).empty());
}

TEST_CASE("names that are one letter apart") {
    const auto apart = [](const std::string& a, const std::string& b) {
        return hl::names_detail::one_letter_apart(a, b);
    };
    for (const char* other : {"acb", "bac", "ab", "bc", "ac", "abd", "xabc", "abxc", "abcx"})
        CHECK(apart("abc", other));
    for (const char* other : {"abc", "cab", "bca", "cba", "adb", "dac", "a", "ade", "xabcx", ""})
        CHECK_FALSE(apart("abc", other));
}

TEST_CASE("a message of an error is cut after 160 bytes, and has no byte that is not printable") {
    hl::any_error error(hl::any_problem::output_size);
    error.add("a \x1f~\x7f\xff\n").add(std::size_t{20});
    std::string_view text = error;
    CHECK(text == "a ?~???20");
    error.add(std::string(151, 'x'));
    text = error;
    CHECK(text == "a ?~???20" + std::string(151, 'x'));
    error.add("y").add(std::size_t{7});
    CHECK(error.message() == text);
    CHECK(error.message().data()[160] == 0);
    CHECK(error.problem() == hl::any_problem::output_size);
}

TEST_CASE("what the errors of create() say") {
    const bytes text(300, 0x61), empty;
    const auto hash = [](std::string_view name, const hl::any_options& options = {}) {
        const auto made = hl::any_hash::create(name, options);
        CHECK_FALSE(made);
        CHECK(made.error().problem() != hl::any_problem::none);
        if (const hl::algorithm* known = hl::find_algorithm(name)) CHECK_FALSE(hl::options_fit(*known, options));
        return std::string(made.error().message());
    };
    CHECK(hash("sha26") == "no such algorithm: sha26; did you mean sha256?");
    CHECK(hash("SHA3_256") == "no such algorithm: SHA3_256; did you mean sha3-256?");
    CHECK(hash("md5") == "no such algorithm: md5");
    CHECK(hash("md5\n\xff") == "no such algorithm: md5??");
    CHECK(hash(std::string(1000, 'a')) == "no such algorithm: " + std::string(48, 'a') + "...");
    CHECK(hash("hkdf-sha256") == "hkdf-sha256 is a KDF, not a hash, XOF or MAC");
    CHECK(hash("ascon-aead128") == "ascon-aead128 is an AEAD, not a hash, XOF or MAC");
    CHECK(hash("hmac-sha256") == "hmac-sha256 needs a key");
    CHECK(hash("sha256", {.key = text}) == "sha256 takes no key");
    CHECK(hash("sha256", {.customization = empty}) == "sha256 takes no customization string");
    CHECK(hash("kt128", {.customization = text}) ==
          "kt128 takes a customization string of at most 256 bytes, not of 300");
    CHECK(hash("kmac128", {.key = text, .function_name = empty}) == "kmac128 takes no function name");
    CHECK(hash("sha256", {.parallel_block = 64}) == "sha256 takes no block size");
    CHECK(hash("parallelhash128", {.parallel_block = 0}) ==
          "parallelhash128 takes a block size of 1 byte or more, not of 0");
    CHECK(hash("shake128", {.domain = 0x1f}) == "shake128 takes no domain byte");
    CHECK(hash("turboshake128", {.domain = 0x80}) == "turboshake128 takes a domain byte of 1 to 127, not of 128");
    CHECK(hash("sha256", {.output_size = 16}) == "sha256 has a digest of 32 bytes, not of 16");
    CHECK(hl::any_mac::create("sha256", {}).error().message() == "sha256 is a hash, not a MAC");
    CHECK(hl::any_mac::create("kmac128", {.key = text, .output_size = 3}).error().message() ==
          "kmac128 has a tag of 4 bytes or more, not of 3");
    CHECK(hl::any_kdf::create("hkdf_sha26").error().message() ==
          "no such algorithm: hkdf_sha26; did you mean hkdf-sha256?");
    CHECK(hl::any_kdf::create("sha256").error().message() == "sha256 is a hash, not a KDF");
    CHECK(hl::any_digest::create("kmac128").error().message() ==
          "kmac128 is a MAC, not a hash or XOF of a message alone");
    // The longest message that there is ends with its question mark.
    const auto longest = hash("pbkdf2-keccak-2566");
    CHECK(longest.ends_with("did you mean pbkdf2-keccak-256?"));
    const auto made = hl::any_hash::create("sha256");
    REQUIRE(made);
    CHECK(made.error().problem() == hl::any_problem::none);
    CHECK(made.error().message().empty());
    CHECK(hl::options_fit(made->info(), {}));
}

TEST_CASE("MACs by name: tags, and tags that are refused") {
    const bytes key = random_bytes(32, 61), message = random_bytes(500, 62);
    std::size_t macs = 0;
    for (const hl::algorithm& a : hl::algorithms()) {
        CAPTURE(std::string(a.name));
        const auto usual = hl::any_mac::create(a.name, {.key = key});
        REQUIRE(usual.has_value() == (a.kind == hl::kind::mac));
        if (!usual) continue;
        ++macs;
        CHECK(usual->info().name == a.name);
        CHECK(usual->tag_size() == a.digest_size);
        for (const std::size_t size : {std::size_t{4}, a.digest_size, std::size_t{200}}) {
            auto mac = hl::any_mac::create(a.name, {.key = key, .output_size = size});
            REQUIRE(mac.has_value() == (a.any_length || size == a.digest_size));
            if (!mac) continue;
            auto hash = *hl::any_hash::create(a.name, {.key = key, .output_size = size});
            bytes want(size), same(size);
            REQUIRE(hash.update(message).digest(want));
            bytes got(size), wrong(size + 1, 0xaa);
            REQUIRE(mac->update(message).tag_into(got));
            CHECK(got == want);
            REQUIRE(mac->as_hash().digest(same));
            CHECK(same == want);
            CHECK_FALSE(mac->tag_into(wrong));
            CHECK(wrong == bytes(size + 1, 0xaa));
            CHECK(mac->verify(want));
            CHECK_FALSE(mac->verify(std::span(want).first(size - 1)));
            CHECK_FALSE(mac->verify(wrong));
            CHECK_FALSE(mac->verify(bytes{}));
            for (const std::size_t i : {std::size_t{0}, size - 1}) {
                got[i] ^= 0x80;
                CHECK_FALSE(mac->verify(got));
                got[i] ^= 0x80;
            }
            mac->update(bytes{1});
            CHECK_FALSE(mac->verify(want));
        }
    }
    CHECK(macs == 20);
}
