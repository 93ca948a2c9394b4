// SPDX-License-Identifier: Apache-2.0 OR MIT
// Proofs in JSON, as `hashlane merkle verify` reads them: a reason, or a proof that reads the same when it is written anew.
#include "fuzz.hpp"
#include "merkle.hpp"
#include "text.hpp"

using namespace fuzz;
namespace cli = hashlane::cli;

namespace {

bool same(const cli::inclusion_proof& a, const cli::inclusion_proof& b) {
    return a.shape == b.shape && a.algorithm == b.algorithm && a.leaves == b.leaves && a.index == b.index &&
           a.chunk == b.chunk && a.name == b.name && a.root == b.root && a.digests == b.digests;
}

bool same(const cli::consistency_proof& a, const cli::consistency_proof& b) {
    return a.shape == b.shape && a.algorithm == b.algorithm && a.first == b.first && a.leaves == b.leaves &&
           a.chunk == b.chunk && a.first_root == b.first_root && a.root == b.root && a.digests == b.digests;
}

// A proof of well-formed parts, for which the fuzzer would have to guess long otherwise.
template <class Proof>
Proof some_proof(input& in) {
    Proof p;
    p.shape = static_cast<hl::merkle_shape>(in.ConsumeIntegralInRange(0, 3));
    p.algorithm = choose(in, digesting).name;
    p.leaves = in.ConsumeIntegral<std::uint64_t>();
    p.chunk = in.ConsumeBool() ? in.ConsumeIntegralInRange<std::uint64_t>(1, UINT64_MAX) : 0;
    p.root = some_bytes(in, 70);
    p.digests.resize(in.ConsumeIntegralInRange<std::size_t>(0, 5));
    for (auto& d : p.digests) d = some_bytes(in, 70);
    return p;
}

std::string some_text(input& in) {
    if (in.ConsumeBool()) return in.ConsumeRemainingBytesAsString();
    std::string text;
    if (in.ConsumeBool()) {
        auto p = some_proof<cli::inclusion_proof>(in);
        p.index = in.ConsumeIntegral<std::uint64_t>();
        if (p.chunk == 0) p.name = in.ConsumeRandomLengthString(60);
        text = cli::to_json(p);
    } else {
        auto p = some_proof<cli::consistency_proof>(in);
        p.first = in.ConsumeIntegral<std::uint64_t>();
        p.first_root = some_bytes(in, 70);
        text = cli::to_json(p);
    }
    for (int edits = in.ConsumeIntegralInRange(0, 4); edits > 0; --edits) {
        const auto at = in.ConsumeIntegralInRange<std::size_t>(0, text.size());
        const auto erased = in.ConsumeIntegralInRange<std::size_t>(0, 3);
        text.replace(at, erased, in.ConsumeRandomLengthString(12));
    }
    return text;
}

// What the reader and then the verifier do with it.
void verify(const cli::inclusion_proof& p, view leaf) {
    const auto trees = hl::any_tree::create(p.algorithm, p.shape);
    if (!trees) return require(!trees.error().message().empty(), "trees, or a reason why not");
    bytes all;
    for (const auto& d : p.digests) all.insert(all.end(), d.begin(), d.end());
    (void)trees->verify(leaf, p.index, p.leaves, all, p.root);
}

void verify(const cli::consistency_proof& p, view) {
    const auto trees = hl::any_tree::create(p.algorithm, p.shape);
    if (!trees) return require(!trees.error().message().empty(), "trees, or a reason why not");
    bytes all;
    for (const auto& d : p.digests) all.insert(all.end(), d.begin(), d.end());
    (void)trees->verify_consistency(p.first, p.leaves, p.first_root, p.root, all);
}

cli::bytes octets(const std::string& text) { return {text.begin(), text.end()}; }

template <class Read>
void reads(const std::string& text, Read&& read) {
    try {
        const auto proof = read(octets(text));
        require(same(read(octets(cli::to_json(proof))), proof), "a proof that is written anew is the same");
        verify(proof, view(proof.root));
    } catch (const cli::failure& error) { require(*error.what() != '\0', "a refusal has a reason"); }
}

// The parts of a proof come back as they were written.
template <class Proof, class Read>
void comes_back(const Proof& p, Read&& read) {
    require(same(read(octets(cli::to_json(p))), p), "a proof comes back as it was written");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    if (in.ConsumeProbability<float>() > 0.9f) {
        auto p = some_proof<cli::inclusion_proof>(in);
        if (p.chunk == 0) p.name = "name";
        comes_back(p, cli::proof_from_json);
        auto c = some_proof<cli::consistency_proof>(in);
        comes_back(c, cli::consistency_from_json);
        return 0;
    }
    const std::string text = some_text(in);
    reads(text, cli::proof_from_json);
    reads(text, cli::consistency_from_json);
    return 0;
}
