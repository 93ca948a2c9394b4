// SPDX-License-Identifier: Apache-2.0 OR MIT
// Tests of HMAC, HKDF as SP 800-56C uses it (KDA), and PBKDF2.

#include <algorithm>
#include <string>
#include <utility>

#include <hashlane/by_name/kdf.hpp>

#include "acvp.hpp"
#include "text.hpp"

namespace hashlane::cli::acvp {
namespace {

// A string of bits that this program takes in whole bytes only.
bytes whole_bytes_of(const group& g, const node& test, std::string_view name, std::string_view count) {
    const bit_string s = bits_of(g, test, name, count);
    if (s.odd() != 0) g.member(test, count).not_answered("this is not a number of whole bytes");
    return s.data;
}

std::size_t whole_output(const node& bits) {
    const std::uint64_t count = bits.number_within(1, most_bits);
    if (count % 8 != 0) bits.not_answered("this is not a number of whole bytes");
    return count / 8;
}

// The name of a KDF over the hash that a member names.
std::string kdf_name(std::string_view prefix, const node& hash) {
    const auto ours = our_hash(hash.text());
    if (!ours) hash.not_answered("this hash is unknown");
    return std::string(prefix) + std::string(*ours);
}

any_kdf kdf_of(const group& g, std::string_view name) {
    const auto made = any_kdf::create(name);
    if (!made) g.object.not_answered(std::string(made.error().message()));
    return *made;
}

// ---- KDA HKDF

// "l" as a number of bits in 32 bits, most significant first.
bytes four_bytes(std::uint64_t number) {
    bytes out;
    for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<std::uint8_t>(number >> shift));
    return out;
}

void append(bytes& to, const bytes& more) { to.insert(to.end(), more.begin(), more.end()); }

void append_party(bytes& to, const node& party) {
    append(to, party.at("partyId").hex());
    const auto ephemeral = party.find("ephemeralData");
    if (ephemeral) append(to, ephemeral->hex());
}

// One part of "fixedInfoPattern", where the parts stand between "||".
void append_part(bytes& to, const node& pattern, std::string_view part, const node& test, const node& parameters) {
    constexpr std::string_view literal = "literal[";
    if (part == "uPartyInfo") return append_party(to, test.at("fixedInfoPartyU"));
    if (part == "vPartyInfo") return append_party(to, test.at("fixedInfoPartyV"));
    if (part == "l") return append(to, four_bytes(parameters.at("l").number()));
    if (part == "t" || part == "algorithmId" || part == "label" || part == "context")
        return append(to, parameters.at(part).hex());
    if (!part.starts_with(literal) || !part.ends_with(']')) pattern.not_answered("a part of this pattern is unknown");
    part.remove_prefix(literal.size());
    part.remove_suffix(1);
    const auto constant = from_hex(part);
    if (!constant) pattern.refuse("a literal is not an even number of hexadecimal digits");
    append(to, *constant);
}

struct fixed_info {
    bytes made;
    bool has_t = false;
};

fixed_info fixed_info_of(const node& configuration, const node& test, const node& parameters) {
    const auto encoding = configuration.find("fixedInfoEncoding");
    if (encoding && encoding->text() != "concatenation") encoding->not_answered("this encoding is unknown");
    const node pattern = configuration.at("fixedInfoPattern");
    const std::string parts = pattern.text();
    fixed_info info;
    for (std::size_t at = 0; at <= parts.size();) {
        const std::size_t end = std::min(parts.find("||", at), parts.size());
        const std::string_view part = std::string_view(parts).substr(at, end - at);
        append_part(info.made, pattern, part, test, parameters);
        // A short pattern can name a long part many times.
        if (info.made.size() > most_info)
            pattern.refuse("the fixed information has more than " + std::to_string(most_info) + " bytes");
        info.has_t = info.has_t || part == "t";
        at = end + 2;
    }
    return info;
}

// The shared secret: Z, or Z || T (SP 800-56C s.2). Where the pattern of the fixed information names T, ACVP does not
// put it into the secret as well.
bytes secret_of(const node& parameters, bool t_is_in_info) {
    bytes secret = parameters.at("z").hex();
    const auto t = parameters.find("t");
    if (t && !t_is_in_info) append(secret, t->hex());
    return secret;
}

bytes derived(const any_kdf& kdf, const bytes& secret, const bytes& salt, const bytes& info, const node& bits) {
    bytes key(whole_output(bits));
    if (!kdf.hkdf(secret, salt, info, key)) bits.refuse("HKDF gives at most 255 digests");
    return key;
}

bytes one_key(const group& g, const node& test) {
    const node configuration = g.object.at("kdfConfiguration");
    const node parameters = test.at("kdfParameter");
    const any_kdf kdf = kdf_of(g, kdf_name("hkdf-", configuration.at("hmacAlg")));
    const fixed_info info = fixed_info_of(configuration, test, parameters);
    return derived(kdf, secret_of(parameters, info.has_t), parameters.at("salt").hex(), info.made, parameters.at("l"));
}

std::vector<bytes> several_keys(const group& g, const node& test) {
    const node configuration = g.object.at("kdfMultiExpansionConfiguration");
    const node parameters = test.at("kdfMultiExpansionParameter");
    const any_kdf kdf = kdf_of(g, kdf_name("hkdf-", configuration.at("hmacAlg")));
    const bytes secret = secret_of(parameters, false);
    const bytes salt = parameters.at("salt").hex();
    std::vector<bytes> keys;
    std::size_t digits = 0;
    for (const node& one : parameters.at("iterationParameters").list()) {
        keys.push_back(derived(kdf, secret, salt, one.at("fixedInfo").hex(), one.at("l")));
        digits += 2 * keys.back().size();
        if (digits > most_answers) g.object.refuse("the answers are too long");
    }
    return keys;
}

std::vector<bytes> hex_list(const node& list) {
    std::vector<bytes> out;
    for (const node& one : list.list()) out.push_back(one.hex());
    return out;
}

}  // namespace

void answer_hmac(const group& g, const node& test, answer& out) {
    if (g.test_type != "AFT") g.refuse_type();
    const bytes key = whole_bytes_of(g, test, "key", "keyLen");
    const bytes message = whole_bytes_of(g, test, "msg", "msgLen");
    any_options options;
    options.key = key;
    any_hash hash = created(g, g.algorithm.ours, options);
    bytes mac(hash.output_size());
    const std::size_t size = whole_output(g.member(test, "macLen"));
    if (size > mac.size())
        g.member(test, "macLen").refuse("a tag has at most " + std::to_string(8 * mac.size()) + " bits");
    if (!hash.update(message).digest(mac)) g.object.refuse("no such output");
    out.hex("mac", std::span(mac).first(size));
}

void answer_hkdf(const group& g, const node& test, answer& out) {
    const bool verify = g.test_type == "VAL";
    if (!verify && g.test_type != "AFT") g.refuse_type();
    const auto several = g.object.find("multiExpansion");
    if (several && several->truth()) {
        const std::vector<bytes> keys = several_keys(g, test);
        if (verify)
            out.truth("testPassed", keys == hex_list(test.at("dkms")));
        else
            out.hex_list("dkms", keys);
        return;
    }
    const bytes key = one_key(g, test);
    if (verify)
        out.truth("testPassed", key == test.at("dkm").hex());
    else
        out.hex("dkm", key);
}

void answer_pbkdf(const group& g, const node& test, answer& out) {
    if (g.test_type != "AFT") g.refuse_type();
    const any_kdf kdf = kdf_of(g, kdf_name("pbkdf2-", g.member(test, "hmacAlg")));
    const std::string password = test.at("password").text();
    const std::uint64_t iterations = test.at("iterationCount").number_within(1, most_iterations);
    bytes key(whole_output(g.member(test, "keyLen")));
    if (!kdf.pbkdf2(octets(password), test.at("salt").hex(), iterations, key)) g.object.refuse("no such output");
    out.hex("derivedKey", key);
}

}  // namespace hashlane::cli::acvp
