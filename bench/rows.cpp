// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "rows.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace bench {
namespace {

constexpr std::size_t KiB = 1024, MiB = 1024 * KiB;
using enum measure;

// The newest OpenSSL comes first among those whose name begins so (measure.cpp keeps the order of loading).
constexpr std::string_view evp = "OpenSSL EVP_Digest", low = "OpenSSL low-level", blake3 = "BLAKE3",
                           ascon_c = "ascon-c";

// Absolute figures are those of a Sapphire Rapids core (performance goals of the design); ratios hold anywhere.
const std::vector<row> held_to = {
    {"sha256", "sha256", 32, 32, 1, 1, {}, 0, {{ns, 62}, {times_peer, 0.45, evp}}},
    {"sha256", "sha256", 16 * KiB, 32, 1, 1, {}, 0, {{cycles_per_byte, 2.06}}},
    // The object of C++, and the same work through the C interface.
    {"sha256", "sha256 object", 32, 32, 1, 1},
    {"sha256", "sha256 C state", 32, 32, 1, 1, {}, 0, {{rate_of_row, 1 / 1.3, "sha256 object 32 B"}}},
    {"sha256", "sha256 C any state", 32, 32, 1, 1},
    {"sha256 batch", "sha256 batch", 16 * KiB, 32, 2, 1, {}, 0, {{cycles_per_byte, 1.65}}},
    {"sha512", "sha512", 1 * MiB, 64, 1, 1, {}, 0, {{times_peer, 1.03, "OpenSSL"}}},
    {"sha256 batch", "sha256 batch", 32, 32, 1024, 1, {}, 0, {{ns, 21}, {times_peer, 1 / 2.9, low}}},
    {"sha256 batch", "sha256 batch", 64, 32, 1024, 1, {}, 0, {{ns, 34}, {times_peer, 1 / 2.8, low}}},
    {"sha256 batch", "sha256 batch", 1 * KiB, 32, 1024, 1, {}, 0, {{ns, 325}, {times_peer, 1 / 2.0, low}}},
    {"sha256 pairs", "sha256 pairs", 64, 32, 1024, 1, {}, 0, {{cycles, 99}, {ns, 33}}},
    // For each node, of which a tree of digests has as many as leaves; with RFC 9162, for a leaf and a node.
    {"merkle", "sha256 tree", 32, 32, 1 * MiB, 1, {}, 0, {{ns, 33}}},
    {"merkle", "sha3-256 tree", 32, 32, 1 * MiB, 1, {}, 0, {{cycles, 160}}},
    {"merkle", "keccak-256 tree", 32, 32, 1 * MiB, 1, {}, 0, {{cycles, 160}}},
    {"merkle", "sha256 rfc9162", 32, 32, 1 * MiB, 1, {}, 0, {{ns, 66}}},
    {"merkle", "sha256 tree threads", 32, 32, 1 * MiB, 1},
    {"merkle",
     "sha256 tree threads",
     32,
     32,
     1 * MiB,
     2,
     {},
     0,
     {{rate_of_row, 1.85, "sha256 tree threads 1048576 x 32 B"}}},
    {"merkle", "sha256 rfc9162 threads", 32, 32, 1 * MiB, 1},
    {"merkle",
     "sha256 rfc9162 threads",
     32,
     32,
     1 * MiB,
     2,
     {},
     0,
     {{rate_of_row, 1.85, "sha256 rfc9162 threads 1048576 x 32 B"}}},
    {"sha512 batch", "sha512 batch", 1 * KiB, 64, 1024, 1, {}, 0, {{ns, 430}}},
    {"sha3-256", "sha3-256", 32, 32, 1, 1, {}, 0, {{cycles, 780}}},
    {"sha3-256", "sha3-256", 16 * KiB, 32, 1, 1, {}, 0, {{cycles_per_byte, 5.45}}},
    {"turboshake128", "turboshake128", 16 * KiB, 32, 1, 1, {}, 0, {{cycles_per_byte, 2.25}}},
    {"sha3-256 batch", "sha3-256 batch", 32, 32, 1024, 1, {}, 0, {{cycles, 150}}},
    {"sha3-256 batch", "sha3-256 batch", 4 * KiB, 32, 1024, 1, {}, 0, {{cycles_per_byte, 1.18}}},
    {"sha3-256 batch",
     "sha3-256 batch",
     4 * KiB,
     32,
     1024,
     1,
     lengths::mixed,
     0,
     {{rate_of_row, 0.90, "sha3-256 batch 1024 x 4 KiB"}}},
    {"kt128", "kt128", 64 * KiB, 32, 1, 1, {}, 0, {{cycles_per_byte, 0.52}, {times_peer, 1.0, blake3}}},
    {"kt128", "kt128", 1 * MiB, 32, 1, 1, {}, 0, {{cycles_per_byte, 0.49}, {times_peer, 1.0, blake3}}},
    {"kt128", "kt128", 64 * MiB, 32, 1, 1, {}, 0, {{cycles_per_byte, 0.50}, {times_peer, 1.0, blake3}}},
    {"kt128 threads", "kt128 threads", 1 * MiB, 32, 1, 1},
    {"kt128 threads", "kt128 threads", 1 * MiB, 32, 1, 2, {}, 0, {{rate_of_row, 1.85, "kt128 threads 1 MiB"}}},
    {"kt128 threads", "kt128 threads", 16 * MiB, 32, 1, 1},
    {"kt128 threads", "kt128 threads", 16 * MiB, 32, 1, 2, {}, 0, {{rate_of_row, 1.85, "kt128 threads 16 MiB"}}},
    {"ascon-aead128", "ascon-aead128", 16, 16, 1, 1, {}, 32, {{times_peer, 0.85, ascon_c}}},
    {"ascon-aead128", "ascon-aead128", 1 * KiB, 16, 1, 1, {}, 32, {{times_peer, 0.85, ascon_c}}},
    {"ascon-aead128", "ascon-aead128", 64 * KiB, 16, 1, 1, {}, 32, {{times_peer, 0.85, ascon_c}}},
    {"ascon-hash256", "ascon-hash256", 16, 32, 1, 1, {}, 0, {{times_peer, 0.85, ascon_c}}},
    {"ascon-hash256", "ascon-hash256", 1 * KiB, 32, 1, 1, {}, 0, {{times_peer, 0.85, ascon_c}}},
    {"ascon-hash256", "ascon-hash256", 1 * MiB, 32, 1, 1, {}, 0, {{times_peer, 0.85, ascon_c}}},
    {"ascon-xof128", "ascon-xof128", 1 * KiB, 64, 1, 1, {}, 0, {{times_peer, 0.85, ascon_c}}},
    {"ascon-hash256 batch",
     "ascon-hash256 batch",
     1 * KiB,
     32,
     64,
     1,
     {},
     0,
     {{cycles_per_byte, 2.65}, {gb_per_s, 1.0}}},
    {"ascon-aead128 batch",
     "ascon-aead128 batch",
     1 * KiB,
     16,
     64,
     1,
     {},
     0,
     {{cycles_per_byte, 1.05}, {gb_per_s, 2.5}}},
};

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
    std::string text(workload);
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
    std::vector<row> rows = held_to;
    for (const swept& s : one_message)
        for (std::size_t size : sizes)
            if (size <= s.largest) add(rows, {s.workload, s.workload, size, s.out_size, 1, 1, {}, s.ad_size});
    for (const swept& s : many_messages)
        for (std::size_t size : batch_sizes)
            if (size <= s.largest) add(rows, {s.workload, s.workload, size, s.out_size, 1024});
    for (std::size_t size : threaded_sizes)
        for (unsigned n : thread_counts) add(rows, {"kt128 threads", "kt128 threads", size, 32, 1, n});
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
    const std::string than(g.than);
    switch (g.what) {
    case ns: print("<= %.4g ns"); break;
    case cycles: print("<= %.4g c"); break;
    case cycles_per_byte: print("<= %.4g c/B"); break;
    case gb_per_s: print(">= %.3g GB/s"); break;
    case times_peer: print("<= %.3gx %s", than.c_str()); break;
    case rate_of_row: print(">= %.3gx the rate of %s", than.c_str()); break;
    }
    return text.data();
}

}  // namespace bench
