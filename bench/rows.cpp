// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "rows.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace bench {
namespace {

constexpr std::size_t KiB = 1024, MiB = 1024 * KiB;
using enum measure;

constexpr std::string_view blake3 = "BLAKE3";

// Every row's goal, unless the row states a bound of its own.
const std::vector<goal> of_best = {{times_peer, 1.01}};

std::vector<goal> of_row(double limit, std::string_view id) { return {{rate_of_row, limit, id}}; }

// KT128's first chunk of 8 KiB is serial: beside BLAKE3, another function, that sets a bound for short messages.
std::vector<goal> of_best_and_blake3(double limit) { return {{times_peer, 1.01}, {times_peer, limit, blake3}}; }

row held(row r) {
    r.held = true;
    return r;
}

row one(std::string_view workload, std::size_t size, std::size_t out_size, std::vector<goal> goals = of_best) {
    return held({workload, workload, size, out_size, 1, 1, {}, 0, std::move(goals)});
}

row sealed(std::size_t size, std::size_t count = 1) {
    const std::string_view workload = count == 1 ? "ascon-aead128" : "ascon-aead128 batch";
    return held({workload, workload, size, 16, count, 1, {}, count == 1 ? std::size_t{32} : 0, of_best});
}

row many(std::string_view workload, std::size_t count, std::size_t size, std::size_t out_size) {
    return held({workload, workload, size, out_size, count, 1, {}, 0, of_best});
}

row tree(std::string_view workload, unsigned threads = 1, std::vector<goal> goals = of_best) {
    return held({"merkle", workload, 32, 32, 1 * MiB, threads, {}, 0, std::move(goals)});
}

row threaded(std::size_t size, unsigned threads, std::vector<goal> goals = of_best) {
    return held({"kt128 threads", "kt128 threads", size, 32, 1, threads, {}, 0, std::move(goals)});
}

row noise(row of) {
    of.family = "noise";
    of.goals = {{times_itself, 1.01}};
    of.against_itself = true;
    return of;
}

// In these functions a row that a goal of a later one speaks of stands right before it: they are measured together.
std::vector<row> noise_rows() {
    return {
        noise(one("sha256", 32, 32)),
        noise(many("sha256 batch", 1024, 64, 32)),
        noise(one("kt128", 1 * MiB, 32)),
    };
}

std::vector<row> sha2_rows() {
    return {
        one("sha256", 32, 32),
        one("sha256", 64, 32),
        one("sha256", 1 * KiB, 32),
        one("sha256", 16 * KiB, 32),
        // The object of C++, and the same work through the C interface.
        one("sha256 object", 32, 32),
        one("sha256 C state", 32, 32, of_row(1 / 1.3, "sha256 object 32 B")),
        one("sha256 C any state", 32, 32),
        many("sha256 batch", 2, 64, 32),
        many("sha256 batch", 16, 64, 32),
        many("sha256 batch", 2, 16 * KiB, 32),
        many("sha256 batch", 1024, 32, 32),
        many("sha256 batch", 1024, 64, 32),
        many("sha256 batch", 1024, 136, 32),
        many("sha256 batch", 1024, 1 * KiB, 32),
        many("sha256 batch", 1024, 4 * KiB, 32),
        many("sha256 pairs", 1024, 64, 32),
        one("hmac-sha256", 32, 32),
        one("hmac-sha256", 1 * KiB, 32),
        one("pbkdf2-sha256 x 1000", 16, 32),
        one("sha512", 32, 64),
        one("sha512", 1 * KiB, 64),
        one("sha512", 16 * KiB, 64),
        one("sha512", 1 * MiB, 64),
        many("sha512 batch", 1024, 64, 64),
        many("sha512 batch", 1024, 1 * KiB, 64),
        many("sha512 batch", 1024, 4 * KiB, 64),
    };
}

std::vector<row> tree_rows() {
    return {
        // For each node, of which a tree of digests has as many as leaves; with RFC 9162, for a leaf and a node.
        tree("sha256 tree"),
        tree("sha3-256 tree"),
        tree("sha256 rfc9162"),
        tree("sha256 tree threads"),
        tree("sha256 tree threads", 2, of_row(1.85, "sha256 tree threads 1048576 x 32 B")),
        tree("sha256 rfc9162 threads"),
        tree("sha256 rfc9162 threads", 2, of_row(1.85, "sha256 rfc9162 threads 1048576 x 32 B")),
    };
}

std::vector<row> sponge_rows() {
    return {
        one("sha3-256", 32, 32),
        one("sha3-256", 1 * KiB, 32),
        one("sha3-256", 16 * KiB, 32),
        one("shake128", 16 * KiB, 32),
        one("turboshake128", 16 * KiB, 32),
        many("sha3-256 batch", 2, 32, 32),
        many("sha3-256 batch", 1024, 32, 32),
        many("sha3-256 batch", 1024, 136, 32),
        many("sha3-256 batch", 1024, 4 * KiB, 32),
        held({"sha3-256 batch", "sha3-256 batch", 4 * KiB, 32, 1024, 1, lengths::mixed, 0,
              of_row(0.90, "sha3-256 batch 1024 x 4 KiB")}),
        many("keccak-256 batch", 1024, 64, 32),
        many("keccak-256 batch", 1024, 1 * KiB, 32),
        one("kt128", 1 * KiB, 32),
        one("kt128", 8 * KiB, 32),
        one("kt128", 16 * KiB, 32, of_best_and_blake3(2.3)),
        one("kt128", 32 * KiB, 32, of_best_and_blake3(1.2)),
        one("kt128", 64 * KiB, 32, of_best_and_blake3(1.0)),
        one("kt128", 1 * MiB, 32, of_best_and_blake3(1.0)),
        one("kt128", 64 * MiB, 32, of_best_and_blake3(1.0)),
        threaded(1 * MiB, 1),
        threaded(1 * MiB, 2, of_row(1.85, "kt128 threads 1 MiB")),
        threaded(16 * MiB, 1),
        threaded(16 * MiB, 2, of_row(1.85, "kt128 threads 16 MiB")),
    };
}

std::vector<row> ascon_rows() {
    return {
        sealed(16),
        sealed(1 * KiB),
        sealed(64 * KiB),
        one("ascon-hash256", 16, 32),
        one("ascon-hash256", 1 * KiB, 32),
        one("ascon-hash256", 64 * KiB, 32),
        one("ascon-xof128", 1 * KiB, 64),
        many("ascon-hash256 batch", 64, 1 * KiB, 32),
        sealed(1 * KiB, 64),
    };
}

std::vector<row> held_rows() {
    std::vector<row> all;
    for (const auto& part : {noise_rows(), sha2_rows(), tree_rows(), sponge_rows(), ascon_rows()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

struct swept {
    std::string_view workload;
    std::size_t out_size, ad_size, largest;
};
constexpr swept one_message[] = {
    {"sha256", 32, 0, 1 * MiB},         {"sha512", 64, 0, 1 * MiB},          {"sha3-256", 32, 0, 1 * MiB},
    {"sha3-512", 64, 0, 1 * MiB},       {"shake128", 32, 0, 1 * MiB},        {"shake256", 64, 0, 1 * MiB},
    {"turboshake128", 32, 0, 1 * MiB},  {"kt128", 32, 0, 16 * MiB},          {"parallelhash128", 32, 0, 1 * MiB},
    {"ascon-hash256", 32, 0, 64 * KiB}, {"ascon-aead128", 16, 32, 64 * KiB},
};
constexpr std::size_t sizes[] = {8,       16,      32,       64,       128,      256,       512,     1 * KiB, 2 * KiB,
                                 4 * KiB, 8 * KiB, 16 * KiB, 32 * KiB, 64 * KiB, 256 * KiB, 1 * MiB, 4 * MiB, 16 * MiB};

constexpr swept many_messages[] = {{"sha256 batch", 32, 0, 4 * KiB},
                                   {"sha512 batch", 64, 0, 4 * KiB},
                                   {"sha3-256 batch", 32, 0, 4 * KiB},
                                   {"keccak-256 batch", 32, 0, 4 * KiB},
                                   {"ascon-hash256 batch", 32, 0, 1 * KiB}};
constexpr std::size_t batch_sizes[] = {32, 64, 136, 256, 1 * KiB, 4 * KiB};

constexpr unsigned thread_counts[] = {1, 2, 4, 8, 16};
constexpr std::size_t threaded_sizes[] = {1 * MiB, 16 * MiB};

void add(std::vector<row>& rows, row more) {
    if (std::ranges::none_of(rows, [&](const row& r) { return r.id() == more.id(); })) rows.push_back(std::move(more));
}

}  // namespace

bool row::threaded() const { return workload.ends_with(" threads"); }

bool row::sealed() const { return workload.starts_with("ascon-aead"); }

std::string row::id() const {
    std::string text(against_itself ? "noise " : "");
    text += workload;
    if (count != 1) text += ' ' + std::to_string(count) + " x";
    text += (shape == lengths::mixed ? " 0.." : " ") + bytes_text(size);
    if (threads != 1) text += ", " + std::to_string(threads) + " threads";
    return text;
}

std::string_view instead_of(std::string_view workload) {
    if (workload == "sha256 pairs") return "sha256 batch";
    for (std::string_view end : {" batch", " threads", " object", " C state", " C any state"})
        if (workload.ends_with(end)) return workload.substr(0, workload.size() - end.size());
    return {};
}

std::vector<row> all_rows() {
    std::vector<row> rows = held_rows();
    for (const swept& s : one_message)
        for (std::size_t size : sizes)
            if (size <= s.largest) add(rows, {s.workload, s.workload, size, s.out_size, 1, 1, {}, s.ad_size, of_best});
    for (const swept& s : many_messages)
        for (std::size_t size : batch_sizes)
            if (size <= s.largest) add(rows, {s.workload, s.workload, size, s.out_size, 1024, 1, {}, 0, of_best});
    for (std::size_t size : threaded_sizes)
        for (unsigned n : thread_counts) add(rows, {"kt128 threads", "kt128 threads", size, 32, 1, n, {}, 0, of_best});
    add(rows, {"merkle", "keccak-256 tree", 32, 32, 1 * MiB, 1, {}, 0, of_best});
    return rows;
}

std::string bytes_text(std::size_t n) {
    if (n != 0 && n % MiB == 0) return std::to_string(n / MiB) + " MiB";
    if (n != 0 && n % KiB == 0) return std::to_string(n / KiB) + " KiB";
    return std::to_string(n) + " B";
}

std::string goal_text(const goal& g) {
    std::array<char, 96> text{};
    const auto print = [&](const char* form, auto... more) {
        std::snprintf(text.data(), text.size(), form, g.limit, more...);
    };
    const std::string than(g.than.empty() ? "the best peer" : g.than);
    switch (g.what) {
    case times_peer: print("<= %.3gx %s", than.c_str()); break;
    case times_itself: print("<= %.3gx itself"); break;
    case rate_of_row: print(">= %.3gx the rate of %s", than.c_str()); break;
    }
    return text.data();
}

}  // namespace bench
