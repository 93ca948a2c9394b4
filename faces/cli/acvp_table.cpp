// SPDX-License-Identifier: Apache-2.0 OR MIT
// The algorithms of `hashlane acvp`, as ACVP names them, with what a registration says of each.

#include <algorithm>
#include <array>
#include <utility>

#include "acvp.hpp"

namespace hashlane::cli::acvp {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 10> hashes = {{
    {"SHA2-224", "sha224"},
    {"SHA2-256", "sha256"},
    {"SHA2-384", "sha384"},
    {"SHA2-512", "sha512"},
    {"SHA2-512/224", "sha512-224"},
    {"SHA2-512/256", "sha512-256"},
    {"SHA3-224", "sha3-224"},
    {"SHA3-256", "sha3-256"},
    {"SHA3-384", "sha3-384"},
    {"SHA3-512", "sha3-512"},
}};

// "NAME": [{"min": LEAST, "max": MOST, "increment": STEP}]
std::string range(std::string_view name, std::size_t least, std::size_t most, std::size_t step) {
    return "\"" + std::string(name) + "\": [{\"min\": " + std::to_string(least) + ", \"max\": " + std::to_string(most) +
           ", \"increment\": " + std::to_string(step) + "}]";
}

std::string names_of_hashes() {
    std::string out;
    for (const auto& [name, ours] : hashes) out += (out.empty() ? "\"" : ", \"") + std::string(name) + "\"";
    return "\"hmacAlg\": [" + out + "]";
}

std::string needs(std::string_view algorithm) {
    return "\"prereqVals\": [{\"algorithm\": \"" + std::string(algorithm) + "\", \"valValue\": \"same\"}], ";
}

std::string of_hash(const row&) {
    return range("messageLength", 0, 65536, 1) + ", \"performLargeDataTest\": [1, 2, 4, 8]";
}

std::string of_shake(const row& r) {
    const std::string output = range("outputLen", 16, 65536, 1);
    if (r.revision == "1.0") return "\"inBit\": true, \"outBit\": true, \"inEmpty\": true, " + output;
    return range("messageLength", 0, 65536, 1) + ", " + output;
}

std::string of_cshake(const row&) {
    return "\"hexCustomization\": false, " + range("outputLen", 16, 65536, 1) + ", " + range("msgLen", 0, 65536, 1);
}

std::string of_tuplehash(const row&) {
    return "\"xof\": [true, false], \"hexCustomization\": false, " + range("outputLen", 16, 65536, 1) + ", " +
           range("msgLen", 0, 65536, 8);
}

std::string of_parallelhash(const row&) {
    return "\"xof\": [true, false], \"hexCustomization\": false, " + range("blockSize", 1, 128, 1) + ", " +
           range("outputLen", 16, 65536, 1) + ", " + range("msgLen", 0, 65536, 1);
}

std::string of_kmac(const row&) {
    return "\"xof\": [true, false], \"hexCustomization\": true, " + range("msgLen", 0, 65536, 1) + ", " +
           range("keyLen", 128, 524288, 8) + ", " + range("macLen", 32, 65536, 8);
}

std::string of_hmac(const row& r) {
    const std::size_t digest_bits = 8 * find_algorithm(r.ours)->digest_size;
    const std::string message = r.revision == "1.0" ? "" : ", " + range("msgLen", 0, 65536, 8);
    const bool sha2 = r.algorithm.starts_with("HMAC-SHA2");
    return needs(sha2 ? "SHA2" : "SHA3") + range("keyLen", 8, 524288, 8) + ", " + range("macLen", 32, digest_bits, 8) +
           message;
}

std::string of_hkdf(const row& r) {
    const bool second = r.revision == "Sp800-56Cr2";
    return needs("HMAC") + "\"fixedInfoPattern\": \"uPartyInfo||vPartyInfo||l\", \"encoding\": [\"concatenation\"], " +
           names_of_hashes() + ", \"macSaltMethods\": [\"default\", \"random\"], \"l\": 2048, " +
           range("z", 224, 65536, 8) +
           (second ? ", \"usesHybridSharedSecret\": true, " + range("auxSharedSecretLen", 112, 65536, 8) +
                         ", \"performMultiExpansionTests\": true"
                   : "");
}

std::string of_pbkdf(const row&) {
    return needs("HMAC") + "\"capabilities\": [{" + range("iterationCount", 1, 10000, 1) + ", " +
           range("passwordLen", 8, 128, 1) + ", " + range("saltLen", 128, 4096, 8) + ", " +
           range("keyLen", 112, 4096, 8) + ", " + names_of_hashes() + "}]";
}

std::string of_ascon_aead(const row&) {
    return "\"direction\": [\"encrypt\", \"decrypt\"], " + range("payloadLen", 0, 65536, 1) + ", " +
           range("adLen", 0, 65536, 1) + ", " + range("tagLen", 32, 128, 1) +
           ", \"supportsNonceMasking\": [true, false]";
}

std::string of_ascon_hash(const row&) { return range("messageLength", 0, 65536, 1); }

std::string of_ascon_xof(const row& r) { return of_ascon_hash(r) + ", " + range("outputLength", 1, 65536, 1); }

std::string of_ascon_cxof(const row& r) {
    return of_ascon_xof(r) + ", " + range("customizationStringLength", 0, 2048, 1);
}

constexpr std::array rows = {
    row{"SHA2-224", "", "1.0", "sha224", answer_sha2, of_hash},
    row{"SHA2-256", "", "1.0", "sha256", answer_sha2, of_hash},
    row{"SHA2-384", "", "1.0", "sha384", answer_sha2, of_hash},
    row{"SHA2-512", "", "1.0", "sha512", answer_sha2, of_hash},
    row{"SHA2-512/224", "", "1.0", "sha512-224", answer_sha2, of_hash},
    row{"SHA2-512/256", "", "1.0", "sha512-256", answer_sha2, of_hash},
    row{"SHA3-224", "", "2.0", "sha3-224", answer_sha3, of_hash},
    row{"SHA3-256", "", "2.0", "sha3-256", answer_sha3, of_hash},
    row{"SHA3-384", "", "2.0", "sha3-384", answer_sha3, of_hash},
    row{"SHA3-512", "", "2.0", "sha3-512", answer_sha3, of_hash},
    row{"SHAKE-128", "", "1.0", "shake128", answer_shake, of_shake},
    row{"SHAKE-256", "", "1.0", "shake256", answer_shake, of_shake},
    row{"SHAKE-128", "", "FIPS202", "shake128", answer_shake, of_shake},
    row{"SHAKE-256", "", "FIPS202", "shake256", answer_shake, of_shake},
    row{"cSHAKE-128", "", "1.0", "cshake128", answer_cshake, of_cshake},
    row{"cSHAKE-256", "", "1.0", "cshake256", answer_cshake, of_cshake},
    row{"KMAC-128", "", "1.0", "kmac128", answer_kmac, of_kmac},
    row{"KMAC-256", "", "1.0", "kmac256", answer_kmac, of_kmac},
    row{"TupleHash-128", "", "1.0", "tuplehash128", answer_tuplehash, of_tuplehash},
    row{"TupleHash-256", "", "1.0", "tuplehash256", answer_tuplehash, of_tuplehash},
    row{"ParallelHash-128", "", "1.0", "parallelhash128", answer_parallelhash, of_parallelhash},
    row{"ParallelHash-256", "", "1.0", "parallelhash256", answer_parallelhash, of_parallelhash},
    row{"HMAC-SHA2-224", "", "1.0", "hmac-sha224", answer_hmac, of_hmac},
    row{"HMAC-SHA2-256", "", "1.0", "hmac-sha256", answer_hmac, of_hmac},
    row{"HMAC-SHA2-384", "", "1.0", "hmac-sha384", answer_hmac, of_hmac},
    row{"HMAC-SHA2-512", "", "1.0", "hmac-sha512", answer_hmac, of_hmac},
    row{"HMAC-SHA2-512/224", "", "1.0", "hmac-sha512-224", answer_hmac, of_hmac},
    row{"HMAC-SHA2-512/256", "", "1.0", "hmac-sha512-256", answer_hmac, of_hmac},
    row{"HMAC-SHA3-224", "", "1.0", "hmac-sha3-224", answer_hmac, of_hmac},
    row{"HMAC-SHA3-256", "", "1.0", "hmac-sha3-256", answer_hmac, of_hmac},
    row{"HMAC-SHA3-384", "", "1.0", "hmac-sha3-384", answer_hmac, of_hmac},
    row{"HMAC-SHA3-512", "", "1.0", "hmac-sha3-512", answer_hmac, of_hmac},
    row{"HMAC-SHA2-224", "", "2.0", "hmac-sha224", answer_hmac, of_hmac},
    row{"HMAC-SHA2-256", "", "2.0", "hmac-sha256", answer_hmac, of_hmac},
    row{"HMAC-SHA2-384", "", "2.0", "hmac-sha384", answer_hmac, of_hmac},
    row{"HMAC-SHA2-512", "", "2.0", "hmac-sha512", answer_hmac, of_hmac},
    row{"HMAC-SHA2-512/224", "", "2.0", "hmac-sha512-224", answer_hmac, of_hmac},
    row{"HMAC-SHA2-512/256", "", "2.0", "hmac-sha512-256", answer_hmac, of_hmac},
    row{"HMAC-SHA3-224", "", "2.0", "hmac-sha3-224", answer_hmac, of_hmac},
    row{"HMAC-SHA3-256", "", "2.0", "hmac-sha3-256", answer_hmac, of_hmac},
    row{"HMAC-SHA3-384", "", "2.0", "hmac-sha3-384", answer_hmac, of_hmac},
    row{"HMAC-SHA3-512", "", "2.0", "hmac-sha3-512", answer_hmac, of_hmac},
    row{"KDA", "HKDF", "Sp800-56Cr1", "", answer_hkdf, of_hkdf},
    row{"KDA", "HKDF", "Sp800-56Cr2", "", answer_hkdf, of_hkdf},
    row{"PBKDF", "", "1.0", "", answer_pbkdf, of_pbkdf},
    row{"Ascon", "AEAD128", "SP800-232", "ascon-aead128", answer_ascon_aead, of_ascon_aead},
    row{"Ascon", "Hash256", "SP800-232", "ascon-hash256", answer_ascon_hash, of_ascon_hash},
    row{"Ascon", "XOF128", "SP800-232", "ascon-xof128", answer_ascon_xof, of_ascon_xof},
    row{"Ascon", "CXOF128", "SP800-232", "ascon-cxof128", answer_ascon_cxof, of_ascon_cxof},
};

}  // namespace

const row* find_row(std::string_view algorithm, std::string_view mode, std::string_view revision) {
    const auto is_it = [&](const row& r) {
        return r.algorithm == algorithm && r.mode == mode && r.revision == revision;
    };
    const auto found = std::find_if(rows.begin(), rows.end(), is_it);
    return found == rows.end() ? nullptr : &*found;
}

std::optional<std::string_view> our_hash(std::string_view acvp_name) {
    for (const auto& [name, ours] : hashes)
        if (name == acvp_name) return ours;
    return std::nullopt;
}

std::string registration() {
    std::string out;
    for (const row& r : rows) {
        out += out.empty() ? "\n" : ",\n";
        out += "    {\"algorithm\": \"" + std::string(r.algorithm) + "\", ";
        if (!r.mode.empty()) out += "\"mode\": \"" + std::string(r.mode) + "\", ";
        out += "\"revision\": \"" + std::string(r.revision) + "\", " + r.capabilities(r) + "}";
    }
    return "[\n  {\"acvVersion\": \"1.0\"},\n  {\"isSample\": false, \"algorithms\": [" + out + "\n  ]}\n]\n";
}

}  // namespace hashlane::cli::acvp
