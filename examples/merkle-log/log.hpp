// SPDX-License-Identifier: Apache-2.0 OR MIT
// An append-only log on disk. Each level of its tree (RFC 9162 s.2.1.1) is a file of digests, which only grows; what is
// at the right edge and not complete yet is reckoned from these. So an entry costs O(log n) work and memory.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <hashlane/merkle.hpp>
#include <hashlane/sha2.hpp>

namespace merkle_log {

namespace hl = hashlane;
using scheme = hl::rfc9162<hl::sha256>;
using digest = scheme::digest_type;
using digests = std::vector<digest>;

class log {
  public:
    explicit log(const std::filesystem::path& where) : place(where) {
        std::filesystem::create_directories(place);
        leaves = digests_in(0);
        stream = hl::merkle_stream<scheme>::resume(leaves, [&](hl::merkle_place p) { return read(p); });
    }

    std::uint64_t size() const { return leaves; }
    digest root() const { return stream.root(); }

    // Nodes first, the entry's own digest last: a log that broke off in between still has its old size.
    void append(const std::string& text) {
        std::vector<std::pair<hl::merkle_place, digest>> fresh;
        auto next = stream;
        next.push(text, [&](hl::merkle_place p, const digest& d) { fresh.emplace_back(p, d); });
        for (auto at = fresh.rbegin(); at != fresh.rend(); ++at) write(at->first, at->second);
        stream = next;
        ++leaves;
    }

    digests prove(std::uint64_t index) const {
        digests proof;
        if (index >= leaves) throw std::runtime_error("there is no such entry");
        hl::inclusion_path<scheme>(index, leaves, [&](hl::merkle_place p) { proof.push_back(node(p, leaves)); });
        return proof;
    }

    digests prove_growth(std::uint64_t from) const {
        digests proof;
        if (from == 0 || from > leaves) throw std::runtime_error("the log never had that size");
        hl::consistency_path(0, from, leaves,
                             [&](hl::merkle_place p, hl::merkle_side) { proof.push_back(node(p, leaves)); });
        return proof;
    }

    // Does every node follow from the entries?
    void audit(const std::vector<std::string>& entries) const {
        if (entries.size() != leaves) throw std::runtime_error("the log has another number of entries");
        hl::merkle_stream<scheme> again;
        for (const std::string& text : entries)
            again.push(text, [&](hl::merkle_place p, const digest& d) {
                if (read(p) != d) throw std::runtime_error("a node on disk is not that of the entries");
            });
    }

  private:
    std::filesystem::path place;
    std::uint64_t leaves = 0;
    hl::merkle_stream<scheme> stream;

    std::filesystem::path file(unsigned level) const { return place / ("level" + std::to_string(level)); }

    std::uint64_t digests_in(unsigned level) const {
        if (!std::filesystem::exists(file(level))) return 0;
        const auto size = std::filesystem::file_size(file(level));
        if (size % sizeof(digest) != 0) throw std::runtime_error("a level on disk is torn");
        return size / sizeof(digest);
    }

    digest read(hl::merkle_place p) const {
        digest d{};
        std::ifstream in(file(p.level), std::ios::binary);
        in.seekg(static_cast<std::streamoff>(p.index * sizeof d));
        if (!in.read(reinterpret_cast<char*>(d.data()), sizeof d))
            throw std::runtime_error("a node on disk is missing");
        return d;
    }

    void write(hl::merkle_place p, const digest& d) const {
        std::fstream out(file(p.level), std::ios::binary | std::ios::in | std::ios::out);
        if (!out) out.open(file(p.level), std::ios::binary | std::ios::out);
        out.seekp(static_cast<std::streamoff>(p.index * sizeof d));
        out.write(reinterpret_cast<const char*>(d.data()), sizeof d);
        if (!out.flush()) throw std::runtime_error("the log cannot be written");
    }

    // Complete ones are on disk; a node that is not has a left child, and a right one if there are leaves for it.
    digest node(hl::merkle_place p, std::uint64_t n) const {
        if ((p.index + 1) << p.level <= n) return read(p);
        const hl::merkle_place left{p.level - 1, 2 * p.index}, right{p.level - 1, 2 * p.index + 1};
        if (right.index << right.level >= n) return node(left, n);
        return scheme::node(std::array{node(left, n), node(right, n)});
    }
};

}  // namespace merkle_log
