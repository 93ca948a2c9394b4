// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <botan/hash.h>
#include <botan/version.h>

#include <memory>
#include <string>

#include "peer.hpp"

namespace {

constexpr const char* names[] = {"SHA-256", "SHA-512", "SHA-3(256)", "SHA-3(512)"};

// Kept until the process is gone: Botan's own memory may go before an object that is destroyed at exit.
Botan::HashFunction& made(const std::string& name) { return *Botan::HashFunction::create_or_throw(name).release(); }

template <int Index>
void hash(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t) {
    static Botan::HashFunction& h = made(names[Index]);
    h.update(in, n);
    h.final(out);
}

// The length of an XOF's output is part of its name.
template <int Strength>
void shake(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t out_size) {
    static Botan::HashFunction* h = nullptr;
    if (h == nullptr || h->output_length() != out_size)
        h = &made("SHAKE-" + std::to_string(Strength) + "(" + std::to_string(8 * out_size) + ")");
    h->update(in, n);
    h->final(out);
}

const bench_entry entries[] = {
    {"sha256", "", bench::each<hash<0>>, 0},      {"sha512", "", bench::each<hash<1>>, 0},
    {"sha3-256", "", bench::each<hash<2>>, 0},    {"sha3-512", "", bench::each<hash<3>>, 0},
    {"shake128", "", bench::each<shake<128>>, 0}, {"shake256", "", bench::each<shake<256>>, 0},
};

}  // namespace

BENCH_PEER("Botan", Botan::short_version_cstr(), entries);
