// SPDX-License-Identifier: Apache-2.0 OR MIT
// Proofs of transparency-dev/merkle: RFC 9162 s.2.1.3 and s.2.1.4, and subtrees.
#include <hashlane/merkle.hpp>
#include <hashlane/sha2.hpp>
#include <nlohmann/json.hpp>

#include "kat.hpp"

namespace {

using namespace kat;
using nlohmann::json;
using S = hl::rfc9162<hl::sha256>;
using digest = S::digest_type;
using enum hl::merkle_result;

bytes from_base64(const std::string& text) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    bytes out;
    std::uint32_t bits = 0, count = 0;
    for (const char c : text) {
        if (c == '=') break;
        bits = bits << 6 | static_cast<std::uint32_t>(digits.find(c));
        if ((count += 6) >= 8) out.push_back(static_cast<std::uint8_t>(bits >> (count -= 8)));
    }
    return out;
}

struct proof_case {
    json j;
    bytes proof;
    bool whole = true;  // all digests of the proof are of their size

    explicit proof_case(const std::filesystem::path& file) : j(json::parse(vectors::read_file(file))) {
        if (!j["proof"].is_array()) return;
        for (const std::string text : j["proof"]) {
            const bytes d = from_base64(text);
            whole &= d.size() == S::digest_size;
            proof.insert(proof.end(), d.begin(), d.end());
        }
    }
    bytes field(const char* name) const { return from_base64(j[name].get<std::string>()); }
    // Where any root would do these files have bytes that are no digest, which the library refuses for their size.
    bytes root(const char* name) const {
        const bytes given = field(name);
        if (given.size() == S::digest_size) return given;
        const auto other = hl::digest<hl::sha256>(given);
        return {other.begin(), other.end()};
    }
    std::uint64_t number(const char* name) const { return j[name].get<std::uint64_t>(); }
};

hl::merkle_result inclusion(const proof_case& c) {
    return hl::merkle_verify_digest<S>(c.field("leafHash"), c.number("leafIdx"), c.number("treeSize"), c.proof,
                                       c.field("root"));
}
hl::merkle_result consistency(const proof_case& c) {
    return hl::merkle_verify_consistency<S>(c.number("size1"), c.number("size2"), c.root("root1"), c.root("root2"),
                                            c.proof);
}
hl::merkle_result subtree_inclusion(const proof_case& c) {
    return hl::merkle_verify_in_subtree<S>(c.field("leafHash"), c.number("leafIdx"), c.number("start"), c.number("end"),
                                           c.proof, c.field("root"));
}
hl::merkle_result subtree_consistency(const proof_case& c) {
    return hl::merkle_verify_subtree<S>(c.number("start"), c.number("end"), c.number("size"), c.root("root1"),
                                        c.root("root2"), c.proof);
}

std::vector<std::filesystem::path> files_of(std::string_view folder) {
    std::vector<std::filesystem::path> out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(vectors::root() / folder))
        if (entry.path().extension() == ".json") out.push_back(entry.path());
    std::ranges::sort(out);
    return out;
}

void check_folder(std::string_view folder, std::size_t files, hl::merkle_result (*verify)(const proof_case&)) {
    tally count{std::string(folder)};
    const auto all = files_of(folder);
    CHECK(all.size() == files);
    for (const auto& file : all) {
        const proof_case c(file);
        const bool refused = c.j["wantErr"];
        if (refused) count.must_reject();
        each_target([&] {
            count.vector();
            count.check((c.whole && verify(c) == valid) == !refused, file.string(), "verify");
        });
    }
}

// The leaves that these proofs are about.
const std::vector<bytes> leaves{
    {},
    {0x00},
    {0x10},
    {0x20, 0x21},
    {0x30, 0x31},
    {0x40, 0x41, 0x42, 0x43},
    {0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57},
    {0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f}};

struct small_tree {
    std::vector<digest> nodes, proof = std::vector<digest>(64);
    hl::merkle_tree<S> tree;
    explicit small_tree(std::size_t n) : nodes(hl::merkle_nodes<S>(n)), tree(nodes, n) {
        tree.build(std::span(leaves).first(n));
    }
    bytes flat(hl::merkle_proof made) const {
        CHECK(made.result == valid);
        return {proof[0].data(), proof[0].data() + made.size * S::digest_size};
    }
};

}  // namespace

TEST_CASE("RFC 9162: proofs verified") {
    check_folder("merkle/transparency-dev/inclusion", 98, inclusion);
    check_folder("merkle/transparency-dev/consistency", 98, consistency);
    check_folder("merkle/transparency-dev/subtreeinclusion", 204, subtree_inclusion);
    check_folder("merkle/transparency-dev/subtreeconsistency", 118, subtree_consistency);
}

TEST_CASE("RFC 9162: the same roots and proofs made") {
    tally count("merkle/transparency-dev: roots and proofs made");
    for (const std::string kind : {"inclusion", "consistency"})
        for (const auto& file : files_of("merkle/transparency-dev/" + kind)) {
            const proof_case c(file);
            const std::uint64_t n = c.number(kind == "inclusion" ? "treeSize" : "size2");
            if (c.j["wantErr"] || n > leaves.size() || file.filename() != "happy-path.json") continue;
            each_target([&] {
                count.vector();
                small_tree t(n);
                const auto made = kind == "inclusion" ? t.tree.prove(c.number("leafIdx"), t.proof)
                                                      : t.tree.prove_consistency(c.number("size1"), t.proof);
                count.check(t.flat(made) == c.proof, file.string(), "proof");
                count.check(same(t.tree.root(), c.field(kind == "inclusion" ? "root" : "root2")), file.string(),
                            "root");
            });
        }
}
