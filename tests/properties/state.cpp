// SPDX-License-Identifier: Apache-2.0 OR MIT
// export_state() and import_state(): a message goes on where it stopped; what is not exactly a state is refused.
#include <hashlane/kangarootwelve.hpp>
#include <hashlane/turboshake.hpp>

#include "algorithms.hpp"

using namespace properties;
using kat::tally;

TEST_CASE("a message goes on from an exported state") {
    each_stateful([]<class H>() {
        tally count("export, import " + std::string(H::name));
        const bytes data = random_bytes(3 * H::block_size + 5, 11);
        const bytes want = as_hash<H>::of(data);
        kat::each_target([&] {
            for (std::size_t i = 0; i <= data.size(); ++i) {
                H h;
                as_hash<H>::feed(h, std::span(data).first(i));
                const auto state = h.export_state();
                auto again = H::import_state(state);
                count.vector();
                count.check(again.has_value(), std::to_string(i), "accepted");
                if (!again) continue;
                count.check(again->export_state() == state, std::to_string(i), "exported again");
                as_hash<H>::feed(*again, std::span(data).subspan(i));
                count.check(as_hash<H>::result(*again) == want, std::to_string(i), "went on");
            }
        });
    });
}

TEST_CASE("every flipped bit of a state is found") {
    each_stateful([]<class H>() {
        tally count("damaged states " + std::string(H::name));
        for (const std::size_t n : {std::size_t{0}, std::size_t{1}, H::block_size + 7}) {
            H h;
            as_hash<H>::feed(h, random_bytes(n, 12));
            auto state = h.export_state();
            count.vector();
            for (std::size_t bit = 0; bit < 8 * state.size(); ++bit) {
                state[bit / 8] = static_cast<std::uint8_t>(state[bit / 8] ^ 1u << bit % 8);
                count.check(!H::import_state(state), std::to_string(n), "bit " + std::to_string(bit));
                state[bit / 8] = static_cast<std::uint8_t>(state[bit / 8] ^ 1u << bit % 8);
            }
            count.must_reject();
        }
    });
}

// Its author knows how the check is computed. What is accepted must be a state that absorbing could have reached, or at
// least do no harm (the sanitizers see that).
TEST_CASE("a forged state is refused or harmless") {
    each_stateful([]<class H>() {
        tally count("forged states " + std::string(H::name));
        H h;
        as_hash<H>::feed(h, random_bytes(H::block_size + 7, 13));
        const auto good = h.export_state();
        const std::size_t checked = good.size() - 8;
        for (std::size_t i = 5 + H::name.size(); i < checked; ++i)
            for (const unsigned value : {0x00u, 0x01u, 0x7fu, 0x80u, 0xffu}) {
                auto forged = good;
                forged[i] = static_cast<std::uint8_t>(value);
                hl::digest_into<hl::turboshake128>(std::span(forged).first(checked), std::span(forged).last(8), 0x48);
                auto taken = H::import_state(forged);
                count.vector();
                if (forged == good) {
                    count.check(taken.has_value(), std::to_string(i), "the state itself");
                } else if (taken) {
                    as_hash<H>::feed(*taken, random_bytes(3 * H::block_size, 14));
                    count.check(!as_hash<H>::result(*taken).empty() && taken->export_state().size() == good.size(),
                                std::to_string(i), "used");
                } else {
                    count.must_reject();
                    count.check(true, std::to_string(i), "refused");
                }
            }
    });
}

// A tree takes whole chunks past its open leaf, and KangarooTwelve a long message past its node. What they hold before
// their first byte must then be nothing, or the digest would depend on how the message is cut.
TEST_CASE("a forged state of a tree takes a message in pieces as it takes it whole") {
    const bytes data = random_bytes(3 * 8192 + 5, 15);
    each_stateful([&]<class H>() {
        const std::string_view name = H::name;
        if (!name.starts_with("kt") && !name.starts_with("parallelhash")) return;
        tally count("forged states of trees " + std::string(name));
        for (const std::size_t absorbed : {0u, 1u, 8192u, 8193u, 2 * 8192u}) {
            H h;
            as_hash<H>::feed(h, std::span(data).first(absorbed));
            const auto good = h.export_state();
            const std::size_t checked = good.size() - 8;
            for (std::size_t i = 5 + name.size(); i < checked; i += 5) {
                auto forged = good;
                forged[i] ^= 0x01;
                hl::digest_into<hl::turboshake128>(std::span(forged).first(checked), std::span(forged).last(8), 0x48);
                auto whole = H::import_state(forged);
                count.vector();
                if (!whole) {
                    count.must_reject();
                    continue;
                }
                auto pieces = *whole;
                as_hash<H>::feed(*whole, data);
                as_hash<H>::feed(pieces, std::span(data).first(1));
                as_hash<H>::feed(pieces, std::span(data).subspan(1));
                count.check(as_hash<H>::result(*whole) == as_hash<H>::result(pieces), std::to_string(absorbed),
                            "field byte " + std::to_string(i));
            }
        }
    });
}

TEST_CASE("a state of another length is refused") {
    each_stateful([]<class H>() {
        const auto state = H{}.export_state();
        bytes longer(state.begin(), state.end());
        longer.push_back(0);
        CHECK_FALSE(H::import_state(longer).has_value());
        for (std::size_t n = 0; n < state.size(); ++n) {
            const bool accepted = H::import_state(std::span(state).first(n)).has_value();
            if (accepted) FAIL_CHECK(std::string(H::name), " accepts the first ", n, " bytes of a state");
        }
    });
}

TEST_CASE("a state of another algorithm is refused") {
    each_stateful([]<class H>() {
        const auto state = H{}.export_state();
        int accepted = 0, tried = 0;
        each_stateful([&]<class Other>() {
            ++tried;
            accepted += Other::import_state(state).has_value();
        });
        CHECK(tried > 1);
        CHECK_MESSAGE(accepted == 1, std::string(H::name), ": a state belongs to one algorithm");
    });
}

TEST_CASE("a state keeps its customization string, the longest too") {
    for (const std::size_t n : {0u, 1u, 254u, 255u, 256u}) {
        const bytes customization = random_bytes(n, 13), message = random_bytes(100, 14);
        hl::kt128 whole(customization);
        const auto again = hl::kt128::import_state(whole.export_state());
        REQUIRE(again.has_value());
        hl::kt128 h = *again;
        whole.absorb(message);
        h.absorb(message);
        CHECK(h.reader().squeeze<32>() == whole.reader().squeeze<32>());
    }
}

TEST_CASE("a state keeps its domain") {
    using any_domain = hl::turboshake128;
    for (const std::uint8_t D : {std::uint8_t{0x01}, std::uint8_t{0x0b}, std::uint8_t{0x7f}}) {
        const auto again = any_domain::import_state(any_domain(D).export_state());
        REQUIRE(again.has_value());
        CHECK(again->reader().squeeze<32>() == any_domain(D).reader().squeeze<32>());
    }
}
