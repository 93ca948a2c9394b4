// SPDX-License-Identifier: Apache-2.0 OR MIT
// The digest section of OpenSSL's evp_test files: an input is text or hexadecimal, copied Ncopy times into one buffer,
// which is given Count times; several inputs follow one another.
#pragma once

#include "evp_records.hpp"

namespace kat {

struct evp_piece {
    bytes data;
    std::size_t times = 1;
};

inline std::vector<evp_piece> evp_message(const record& r) {
    std::vector<evp_piece> out;
    for (const auto& [name, value] : r.fields) {
        if (name == "Input") {
            out.push_back({evp_value(value), 1});
        } else if (name == "Ncopy") {
            const bytes once = out.back().data;
            for (std::size_t n = std::stoul(value); n > 1; --n)
                out.back().data.insert(out.back().data.end(), once.begin(), once.end());
        } else if (name == "Count") {
            out.back().times = std::stoul(value);
        }
    }
    return out;
}

struct evp_digest {
    const char* name;  // OpenSSL's
    bytes (*compute)(const std::vector<evp_piece>&, std::size_t size);
};

template <class H>
bytes evp_hash(const std::vector<evp_piece>& message, std::size_t) {
    H h;
    for (const evp_piece& p : message)
        for (std::size_t i = 0; i < p.times; ++i) h.update(p.data);
    const auto d = h.digest();
    return bytes(d.begin(), d.end());
}

template <class X>
bytes evp_xof(const std::vector<evp_piece>& message, std::size_t size) {
    X x;
    for (const evp_piece& p : message)
        for (std::size_t i = 0; i < p.times; ++i) x.absorb(p.data);
    bytes out(size);
    x.reader().squeeze(std::span(out));
    return out;
}

inline void check_evp_digests(std::span<const evp_digest> digests) {
    constexpr const char* path = "openssl-3.0.20/evpmd_sha.txt";
    for (const evp_digest& d : digests) {
        tally count(std::string(path) + " " + d.name);
        for (const record& r : vectors::load(vectors::format::text, path)) {
            if (r.text_or("Digest", "") != d.name || r.has("Result")) continue;
            const bytes want = r.hex("Output");
            const auto message = evp_message(r);
            each_target([&] {
                count.vector();
                count.check(d.compute(message, want.size()) == want, r.where, "as evp_test feeds it");
            });
        }
    }
}

}  // namespace kat
