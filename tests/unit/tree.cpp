// SPDX-License-Identifier: Apache-2.0 OR MIT
// KangarooTwelve and ParallelHash against their definitions, at the edges of chunks and of groups of lanes.
#include <hashlane/kangarootwelve.hpp>
#include <hashlane/sp800_185.hpp>
#include <hashlane/threads.hpp>
#include <hashlane/turboshake.hpp>

#include "edges.hpp"

using namespace edges;

namespace {

constexpr std::size_t chunk_size = 8192;

bytes length_encode(std::size_t x) {
    bytes out;
    for (; x != 0; x >>= 8) out.insert(out.begin(), static_cast<std::uint8_t>(x));
    out.push_back(static_cast<std::uint8_t>(out.size()));
    return out;
}

// RFC 9861 s.3.2, word for word.
template <class TurboSHAKE, std::size_t cv_size>
bytes kt_defined(view M, view C, std::size_t L) {
    const bytes S = bytes(M.begin(), M.end()) + C + length_encode(C.size());
    if (S.size() <= chunk_size) return digest<TurboSHAKE>(S, L, 0x07);
    bytes final_node = bytes(S.begin(), S.begin() + chunk_size) + bytes{3, 0, 0, 0, 0, 0, 0, 0};
    std::size_t leaves = 0;
    for (std::size_t at = chunk_size; at < S.size(); at += chunk_size, ++leaves)
        final_node =
            final_node + digest<TurboSHAKE>(view(S).subspan(at, std::min(chunk_size, S.size() - at)), cv_size, 0x0b);
    return digest<TurboSHAKE>(final_node + length_encode(leaves) + bytes{0xff, 0xff}, L, 0x06);
}

bytes defined(const hl::kt128&, view M, view C) { return kt_defined<hl::turboshake128, 32>(M, C, 100); }
bytes defined(const hl::kt256&, view M, view C) { return kt_defined<hl::turboshake256, 64>(M, C, 100); }

template <class KT>
void edges_of_chunks() {
    const bytes C = message(100);
    for (const std::size_t chunks : {0u, 1u, 2u, 3u, 7u, 8u, 9u, 10u, 15u, 16u, 17u, 18u, 66u})
        for (const int off : {-102, -101, -1, 0, 1, 4096}) {
            if (chunks == 0 && off < 0) continue;
            const bytes M = message(chunks * chunk_size + static_cast<std::size_t>(off));
            const bytes want = defined(KT{}, M, {}), customised = defined(KT{}, M, C);
            CAPTURE(M.size());
            each_target([&] {
                CHECK(digest<KT>(M, 100) == want);
                CHECK(digest<KT>(M, 100, C) == customised);
                CHECK(squeezed(fed(KT{}, M, chunk_size), 100) == want);
                CHECK(squeezed(fed(KT{C}, M, 2 * chunk_size + 1), 100) == customised);
            });
        }
}

template <class KT>
void every_split() {
    const bytes M = message(20 * chunk_size + 5), want = defined(KT{}, M, {});
    each_target([&] {
        for (const std::size_t cut : {std::size_t{1}, chunk_size - 1, chunk_size, chunk_size + 1, 2 * chunk_size,
                                      9 * chunk_size + 7, 20 * chunk_size}) {
            KT x;
            x.absorb(view(M).first(cut)).absorb(view()).absorb(view(M).subspan(cut));
            CHECK(squeezed(x, 100) == want);
        }
        for (const std::size_t piece :
             {std::size_t{1000}, chunk_size - 1, chunk_size + 1, 3 * chunk_size, 8 * chunk_size, 9 * chunk_size + 1})
            CHECK(squeezed(fed(KT{}, M, piece), 100) == want);
    });
}

template <class Tree>
void threads_agree(const Tree& fresh, std::size_t n, auto&& result) {
    const bytes M = message(n);
    const bytes want = result(fed(fresh, M, n));
    for (const unsigned count : {0u, 1u, 2u, 3u, 100u})
        for (const std::size_t head : {0u, 10u}) {
            CAPTURE(count);
            CAPTURE(head);
            Tree x = fresh;
            hl::absorb_with_threads(x, view(M).first(head), hl::threads{count});
            hl::absorb_with_threads(x, view(M).subspan(head), hl::threads{count});
            CHECK(result(x) == want);
        }
}

constexpr auto squeeze_50 = [](const auto& x) { return squeezed(x, 50); };

}  // namespace

TEST_CASE("KT128 round chunks") { edges_of_chunks<hl::kt128>(); }
TEST_CASE("KT256 round chunks") { edges_of_chunks<hl::kt256>(); }
TEST_CASE("KT128 in pieces") { every_split<hl::kt128>(); }
TEST_CASE("KT256 in pieces") { every_split<hl::kt256>(); }

TEST_CASE("a customization string of any length, at either end") {
    const bytes M = message(3 * chunk_size);
    for (const std::size_t n : {0u, 1u, 255u, 256u, 257u, 8191u, 8192u, 70000u}) {
        const bytes C = message(n), want = defined(hl::kt128{}, M, C);
        bytes late(100);
        hl::kt128("another"sv).absorb(M).customized_reader(C).squeeze(late);
        CHECK(late == want);
        CHECK(digest<hl::kt128>(M, 100, C) == want);
        hl::digest_into<hl::kt128>(M, late, C, hl::threads{2});
        CHECK(late == want);
        if (n <= hl::kt128::longest_customization) CHECK(squeezed(fed(hl::kt128{C}, M, 999), 100) == want);
    }
}

TEST_CASE("KT states go on in the middle of any chunk") {
    const bytes M = message(11 * chunk_size), want = defined(hl::kt128{}, M, text("C"));
    for (const std::size_t n :
         {std::size_t{0}, std::size_t{1}, chunk_size, chunk_size + 1, 2 * chunk_size, 10 * chunk_size + 9}) {
        auto x = hl::kt128::import_state(fed(hl::kt128{"C"sv}, view(M).first(n), 5000).export_state());
        REQUIRE(x.has_value());
        CHECK(squeezed(x->absorb(view(M).subspan(n)), 100) == want);
    }
}

TEST_CASE("HopMAC is its two trees") {
    const bytes K = message(40), C = message(9), M = message(10 * chunk_size + 3);
    const bytes inner = digest<hl::kt128>(M, 32, C), inner256 = digest<hl::kt256>(M, 64, C);
    each_target([&] {
        const auto tag = hl::tag<hl::hopmac128, 100>(K, M, C);
        CHECK(bytes(tag.begin(), tag.end()) == digest<hl::kt128>(K, 100, inner));
        CHECK(fed(hl::hopmac256(K, C), M, 777).verify(digest<hl::kt256>(K, 70, inner256)));
        CHECK(!fed(hl::hopmac256(K), M, 777).verify(digest<hl::kt256>(K, 70, inner256)));
        CHECK(hl::verify<hl::hopmac128>(K, M, tag, C));
    });
}

TEST_CASE("threads change nothing") {
    threads_agree(hl::kt128{"C"sv}, (5 << 20) + 17, squeeze_50);
    threads_agree(hl::kt256{}, 3 << 20, squeeze_50);
    threads_agree(hl::parallelhashxof128(1 << 20), 9 << 20, squeeze_50);
    threads_agree(hl::parallelhash256(100), 2 << 20, [](const auto& x) {
        const auto d = x.template digest<40>();
        return bytes(d.begin(), d.end());
    });
    threads_agree(hl::hopmac128("key"sv), 2 << 20, [](const auto& x) {
        const auto d = x.template tag<40>();
        return bytes(d.begin(), d.end());
    });
}
