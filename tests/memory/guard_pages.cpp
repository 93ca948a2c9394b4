// SPDX-License-Identifier: Apache-2.0 OR MIT
// Messages, outputs and AEAD buffers of every length and alignment between pages that may not be touched, on every
// target: an access of one byte too many ends the program. What the sanitizers do not see (gathers, scatters, assembler)
// shows here. All lengths 0..4096 at all 64 alignments with --large; else lengths round the edges, and a third of the
// alignments.
#include <doctest/doctest.h>

#include <cstring>
#include <hashlane/hashlane.hpp>
#include <string>
#include <vector>

#include "each_target.hpp"
#include "guarded.hpp"
#include "hl_test.hpp"
#include "raises.hpp"

namespace {

namespace hl = hashlane;
using bytes = std::vector<std::uint8_t>;
using span = std::span<std::uint8_t>;
using hl_test::each_target;
using hl_test::guarded;

constexpr std::size_t longest = 4096;

bytes pattern(std::size_t n) {
    bytes out(n);
    for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<std::uint8_t>(i * 151 + (i >> 8) + 3);
    return out;
}

// How many bytes an algorithm takes at a time: only round those do lengths differ.
std::vector<std::size_t> lengths(std::size_t block) {
    std::vector<std::size_t> out;
    for (std::size_t n = 0; n <= longest; ++n) {
        const std::size_t beyond = block == 0 ? 0 : n % block;
        const bool edge = n <= 2 * block + 2 || beyond <= 1 || beyond + 1 == block || n + 66 > longest;
        if (hl_test::large() || (edge && (n < 600 || n % 7 == 0 || n + 2 > longest))) out.push_back(n);
    }
    return out;
}

std::vector<std::size_t> alignments() {
    std::vector<std::size_t> out;
    for (std::size_t a = 0; a < 64; ++a)
        if (hl_test::large() || a < 9 || a % 8 == 0 || a == 63) out.push_back(a);
    return out;
}

// Calls f(buffer) with n bytes at either end of the memory, `a` bytes from the page that may not be touched.
template <class F>
void at_both_ends(const guarded& memory, std::size_t n, std::size_t a, F&& f) {
    f(memory.at_end(n, a));
    if (a + n <= memory.whole().size()) f(memory.at_start(n, a));
}

struct tally {
    std::uint64_t good = 0, bad = 0;
    void operator()(bool ok) { ok ? ++good : ++bad; }
    ~tally() {
        CHECK(bad == 0);
        hl_test::count(good, bad);
    }
};

hl::any_options options_of(const hl::algorithm& a, const bytes& key) {
    hl::any_options o;
    if ((a.parameters & hl::parameter::key) != 0) o.key = std::span(key).first(32);
    if ((a.parameters & hl::parameter::customization) != 0) o.customization = std::span(key).first(5);
    if ((a.parameters & hl::parameter::parallel_block) != 0) o.parallel_block = 64;
    return o;
}

bool digesting(const hl::algorithm& a) { return a.kind != hl::kind::aead && a.kind != hl::kind::kdf; }

// One algorithm of each family and block size stands for all: the others differ by constants.
bool stands_for_its_family(const hl::algorithm& a) {
    static std::vector<std::string> seen;
    static std::vector<std::string_view> chosen;
    if (hl_test::large()) return true;
    if (std::find(chosen.begin(), chosen.end(), a.name) != chosen.end()) return true;
    const std::string id =
        std::string(a.family) + " " + std::to_string(a.block_size) + " " + std::to_string(int(a.kind));
    if (std::find(seen.begin(), seen.end(), id) != seen.end()) return false;
    seen.push_back(id);
    chosen.push_back(a.name);
    return true;
}

template <class F>
bool touches_a_guard(F&& f) {
    return hl_test::raises(SIGSEGV, f);
}

}  // namespace

TEST_CASE("a byte before and a byte behind are seen") {
    const guarded memory(100);
    volatile std::uint8_t* const p = memory.whole().data();
    const std::size_t n = memory.whole().size();
    CHECK(touches_a_guard([&] { p[n] = 1; }));
    CHECK(touches_a_guard([&] { (void)p[-1]; }));
    CHECK_FALSE(touches_a_guard([&] { p[n - 1] = p[0]; }));
}

TEST_CASE("messages") {
    tally count;
    const guarded memory(longest + 64);
    const bytes data = pattern(longest), key = pattern(32);
    for (const hl::algorithm& a : hl::algorithms()) {
        if (!digesting(a) || !stands_for_its_family(a)) continue;
        const auto fresh = hl::any_hash::create(a.name, options_of(a, key));
        REQUIRE_MESSAGE(fresh.has_value(), std::string(a.name), std::string(fresh.error().message()));
        each_target([&] {
            for (const std::size_t n : lengths(a.block_size)) {
                bytes want(a.digest_size), got(a.digest_size);
                auto h = *fresh;
                REQUIRE(h.update(std::span(data).first(n)).digest(want));
                for (const std::size_t at : alignments()) {
                    if (n > 300 && at % 16 > 1 && !hl_test::large()) continue;
                    at_both_ends(memory, n, at, [&](span m) {
                        std::memcpy(m.data(), data.data(), n);
                        auto other = *fresh;
                        count(other.update(m).digest(got) && got == want);
                    });
                }
            }
        });
    }
}

TEST_CASE("outputs") {
    tally count;
    const guarded memory(longest + 64);
    const bytes key = pattern(32);
    for (const hl::algorithm& a : hl::algorithms()) {
        if (!digesting(a) || !stands_for_its_family(a)) continue;
        const auto h = hl::any_hash::create(a.name, options_of(a, key));
        REQUIRE(h.has_value());
        each_target([&] {
            const auto sizes = a.any_length ? lengths(a.block_size) : std::vector{a.digest_size};
            for (const std::size_t n : sizes) {
                bytes want(n);
                REQUIRE(h->digest(want));
                for (const std::size_t at : alignments()) {
                    if (n > 300 && at % 16 > 1 && !hl_test::large()) continue;
                    at_both_ends(memory, n, at, [&](span out) {
                        count(h->digest(out) && std::equal(out.begin(), out.end(), want.begin()));
                    });
                }
            }
        });
    }
}

TEST_CASE("associated data, text and ciphertext") {
    tally count;
    const guarded texts(longest + 64), ciphers(longest + 64), all_associated(longest + 64), small(256);
    const bytes data = pattern(longest), key_bytes = pattern(32);
    hl::any_detail::each_aead([&]<class A>() {
        const A aead{std::span<const std::uint8_t, A::key_size>(key_bytes.data(), A::key_size)};
        const auto nonce = small.at_end(16, 0).template first<16>();
        each_target([&] {
            for (const std::size_t n : lengths(A::block_size)) {
                bytes want(n), associated(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(n % 77));
                const auto tag = aead.encrypt(nonce, associated, std::span(data).first(n), want);
                for (const std::size_t at : alignments()) {
                    if (n > 300 && at % 16 > 1 && !hl_test::large()) continue;
                    const auto h = all_associated.at_end(associated.size(), at);
                    std::copy(associated.begin(), associated.end(), h.begin());
                    at_both_ends(texts, n, at, [&](span text) {
                        std::memcpy(text.data(), data.data(), n);
                        at_both_ends(ciphers, n, 63 - at, [&](span cipher) {
                            bool good = aead.encrypt(nonce, h, text, cipher) == tag;
                            good = good && std::equal(cipher.begin(), cipher.end(), want.begin());
                            good = good && aead.decrypt(nonce, h, cipher, tag, cipher);
                            count(good && std::equal(cipher.begin(), cipher.end(), data.begin()));
                        });
                    });
                }
            }
        });
    });
}

TEST_CASE("many messages, each up to the last byte before a page") {
    tally count;
    std::vector<guarded*> memory;
    for (int i = 0; i < 17; ++i) memory.push_back(new guarded(longest + 64));
    const guarded outputs(17 * 64);
    const bytes data = pattern(longest);
    hl::registry::for_each([&]<class Row>(Row) {
        if constexpr (Row::info().parameters == 0 && Row::info().kind == hl::kind::hash) {
            using H = typename Row::type;
            if (!stands_for_its_family(Row::info())) return;
            each_target([&] {
                for (std::size_t n = 0; n <= 5 * H::block_size + 1; n += hl_test::large() ? 1 : 3) {
                    std::vector<std::span<const std::uint8_t>> messages;
                    for (std::size_t i = 0; i < memory.size(); ++i) {
                        const auto m = memory[i]->at_end((n + i * (n % 2)) % longest, i % 3 == 0 ? 0 : i);
                        std::memcpy(m.data(), data.data(), m.size());
                        messages.push_back(m);
                    }
                    const auto out = outputs.at_end(17 * H::digest_size, 0);
                    hl::digest_many<H>(messages, out);
                    for (std::size_t i = 0; i < messages.size(); ++i)
                        count(std::ranges::equal(out.subspan(i * H::digest_size, H::digest_size),
                                                 hl::digest<H>(messages[i])));
                }
            });
        }
    });
    for (guarded* m : memory) delete m;
}

// The last message ends before a page that may not be touched.
TEST_CASE("16 messages of SHA-256 that lie 4096 bytes apart") {
    tally count;
    constexpr std::size_t messages = 16, apart = 4096, block = hl::sha256::block_size;
    const guarded memory(messages * apart);
    each_target([&] {
        for (std::size_t n = 0; n <= 5 * block + 1; ++n) {
            const auto all = memory.at_end((messages - 1) * apart + n, 0);
            std::ranges::copy(pattern(all.size()), all.begin());
            std::vector<std::span<const std::uint8_t>> rows;
            for (std::size_t i = 0; i < messages; ++i) rows.push_back(all.subspan(i * apart, n));
            bytes out(messages * hl::sha256::digest_size);
            hl::digest_many<hl::sha256>(rows, out);
            for (std::size_t i = 0; i < messages; ++i)
                count(std::ranges::equal(span(out).subspan(i * hl::sha256::digest_size, hl::sha256::digest_size),
                                         hl::digest<hl::sha256>(rows[i])));
        }
    });
}
