// SPDX-License-Identifier: Apache-2.0 OR MIT
// Every number of lanes, every edge of a block, every mixture.
#include "batch.hpp"

using namespace batch_test;

namespace {

template <class H>
struct algorithm {
    static constexpr std::size_t L = [] {
        if constexpr (requires { H::digest_size; })
            return H::digest_size;
        else
            return 2 * H::block_size + 13;
    }();
};

#define ALGORITHMS                                                                                                     \
    hl::sha256, hl::sha224, hl::sha512, hl::sha384, hl::sha512_224, hl::sha3_256, hl::sha3_224, hl::sha3_512,          \
        hl::keccak_256, hl::shake128, hl::turboshake256, hl::ascon_hash256, hl::ascon_xof128, hl::ascon_hash,          \
        hl::ascon_hasha, hl::ascon_xofa

template <class H>
void check(const std::vector<view>& messages) {
    batch_test::check(H{}, messages, algorithm<H>::L);
}

}  // namespace

TEST_CASE_TEMPLATE("1 to 33 messages of one length, at the edges of blocks", H, ALGORITHMS) {
    constexpr std::size_t block = H::block_size;
    each_target_and_all([] {
        for (std::size_t count = 0; count <= 33; ++count)
            for (const std::size_t n : {std::size_t{0}, std::size_t{1}, block - 1, block, block + 1, block * 7 / 8 - 1,
                                        block * 7 / 8, block / 2, 2 * block - 8, 3 * block}) {
                CAPTURE(count);
                CAPTURE(n);
                std::vector<view> messages;
                for (std::size_t i = 0; i < count; ++i) messages.push_back(message(i, n));
                check<H>(messages);
            }
    });
}

// SHA-256 in vectors of 64 bytes copies blocks ahead where the first two rows lie so.
TEST_CASE_TEMPLATE("messages that lie 4096 bytes apart, and two such before others", H, hl::sha256, hl::sha224,
                   hl::sha512, hl::sha3_256) {
    constexpr std::size_t block = H::block_size, apart = 4096;
    each_target_and_all([] {
        for (const std::size_t count : {2u, 15u, 16u, 17u, 32u, 50u})
            for (const std::size_t n : {std::size_t{0}, block - 1, block, block + 1, 2 * block - 1, 2 * block,
                                        2 * block + 5, 3 * block + block / 2, 5 * block, apart}) {
                CAPTURE(count);
                CAPTURE(n);
                std::vector<view> rows, others;
                for (std::size_t i = 0; i < count; ++i) {
                    rows.push_back(view(source()).subspan(i * apart + 3, n));
                    others.push_back(i < 2 ? rows[i] : message(i, n));
                }
                check<H>(rows);
                check<H>(others);
            }
    });
}

TEST_CASE_TEMPLATE("mixtures of lengths", H, ALGORITHMS) {
    each_target_and_all([] {
        std::mt19937 random(3);
        for (const std::size_t longest : {1u, 20u, 300u, 3000u})
            for (const std::size_t count : {1u, 2u, 3u, 5u, 7u, 8u, 9u, 15u, 16u, 17u, 31u, 32u, 33u, 200u}) {
                CAPTURE(longest);
                CAPTURE(count);
                std::vector<view> messages;
                for (std::size_t i = 0; i < count; ++i) messages.push_back(message(i, random() % (longest + 1)));
                check<H>(messages);
            }
    });
}

TEST_CASE_TEMPLATE("every length, longest first and last, and one long message among short ones", H, ALGORITHMS) {
    each_target_and_all([] {
        std::vector<view> messages;
        for (std::size_t n = 0; n <= 3 * H::block_size + 1; ++n) messages.push_back(message(n, n));
        check<H>(messages);
        std::ranges::reverse(messages);
        check<H>(messages);
        for (const std::size_t place : {std::size_t{0}, std::size_t{7}, std::size_t{39}}) {
            messages.assign(40, view{});
            messages[place] = message(1, 20000);
            check<H>(messages);
        }
    });
}

// More than one window of the scheduler: it goes from equal ones to mixed ones and back.
TEST_CASE_TEMPLATE("runs of equal lengths between others", H, hl::sha256, hl::sha512, hl::sha3_256, hl::ascon_hash256) {
    each_target_and_all([] {
        std::vector<view> messages;
        std::mt19937 random(5);
        for (const std::size_t n : {40u, 64u, 0u, 33u})
            for (std::size_t i = 0; i < 300; ++i)
                messages.push_back(message(messages.size(), i < 11 ? random() % 99 : n));
        check<H>(messages);
        messages.insert(messages.begin(), message(1, 500));
        check<H>(messages);
    });
}

TEST_CASE_TEMPLATE("duplicates, overlaps, every alignment, every order", H, hl::sha256, hl::sha512, hl::sha3_256,
                   hl::shake256, hl::ascon_hash256) {
    each_target_and_all([] {
        std::vector<view> messages(50, message(1, 100));
        check<H>(messages);
        messages.clear();
        for (std::size_t i = 0; i < 70; ++i) messages.push_back(view(source()).subspan(i, 200 + i % 3));
        check<H>(messages);
        std::mt19937 random(11);
        for (int turn = 0; turn < 5; ++turn) {
            std::ranges::shuffle(messages, random);
            check<H>(messages);
        }
    });
}

TEST_CASE_TEMPLATE("a common beginning of any length", H, hl::sha256, hl::sha512, hl::sha3_256, hl::shake128,
                   hl::ascon_hash256, hl::ascon_hasha) {
    each_target_and_all([] {
        for (const std::size_t n : {std::size_t{1}, H::block_size - 1, H::block_size, H::block_size + 5}) {
            CAPTURE(n);
            H prefix;
            if constexpr (requires { prefix.update(view{}); })
                prefix.update(message(77, n));
            else
                prefix.absorb(message(77, n));
            std::vector<view> messages;
            for (std::size_t i = 0; i < 45; ++i)
                messages.push_back(message(i, i < 20 ? 40 : i * 7 % (2 * H::block_size)));
            batch_test::check(prefix, messages, algorithm<H>::L);
        }
    });
}

TEST_CASE("keys and customizations") {
    std::vector<view> messages;
    for (std::size_t i = 0; i < 90; ++i) messages.push_back(message(i, i < 40 ? 165 : i * 13 % 400));
    const auto tags = [&](const auto& mac, std::size_t L) {
        bytes out(messages.size() * L);
        hl::tag_many(mac, messages, out);
        CHECK(out == one_by_one(mac, messages, L));
    };
    each_target_and_all([&] {
        for (const std::size_t L : {1u, 16u, 32u, 200u}) {
            tags(hl::kmac128(message(1, 30)), L);
            tags(hl::kmac256(message(2, 300), message(3, 7)), L);
        }
        tags(hl::hmac<hl::sha256>(message(1, 30)), 32);
        tags(hl::hmac<hl::sha512>(message(1, 300)), 64);
        tags(hl::hmac<hl::sha3_256>(message(1, 30)), 32);
        batch_test::check(hl::cshake128(message(1, 3), message(2, 9)), messages, 50);
        batch_test::check(hl::cshake256(), messages, 500);
        batch_test::check(hl::kmacxof128(message(5, 5)), messages, 40);
        batch_test::check(hl::ascon_cxof128(message(2, 9)), messages, 50);
        batch_test::check(hl::turboshake128(std::uint8_t{0x33}), messages, 50);
        batch_test::check(hl::kt128(), messages, 50);
        batch_test::check(hl::kt256(message(1, 9)), messages, 50);  // with a customization string they go one by one
        batch_test::check(hl::sha512_t<9>(), messages, 2);
    });
}

// The padding of KMAC128 is four bytes or more, so that of 165 bytes or more takes a block of its own.
TEST_CASE("1 to 20 tags of rows, whose padding ends in the block of the message or in the next") {
    const hl::kmac128 mac(message(1, 30));
    each_target_and_all([&] {
        for (const std::size_t width : {100u, 163u, 164u, 165u, 167u})
            for (std::size_t count = 1; count <= 20; ++count) {
                CAPTURE(width);
                CAPTURE(count);
                const auto rows = hl::fixed_width(message(3, width * count), width);
                std::vector<view> messages;
                for (std::size_t i = 0; i < count; ++i) messages.push_back(rows[i]);
                const bytes want = one_by_one(mac, messages, 32);
                bytes of_rows(want.size()), of_messages(want.size());
                hl::tag_many(mac, rows, of_rows);
                CHECK(of_rows == want);
                hl::tag_many(mac, messages, of_messages);
                CHECK(of_messages == want);
            }
    });
}

TEST_CASE_TEMPLATE("KangarooTwelve: one chunk and more, side by side", X, hl::kt128, hl::kt256) {
    std::vector<view> messages;
    for (std::size_t i = 0; i < 60; ++i)
        messages.push_back(message(i, i % 4 == 0 ? 8188 + i / 4 : i % 7 == 0 ? 17000 + i : i * 151 % 2000));
    each_target_and_all([&] {
        for (const std::size_t head : {0u, 1u, 168u, 8190u, 8191u, 8192u, 9000u}) {
            CAPTURE(head);
            X prefix;
            prefix.absorb(message(77, head));
            batch_test::check(prefix, messages, 70, hl::threads{head == 1 ? 2u : 1u});
            batch_test::check(prefix, {messages[0], messages[7]}, 200);
        }
    });
}

TEST_CASE_TEMPLATE("outputs of any lengths, each in its place", X, hl::shake128, hl::turboshake256, hl::cshake256,
                   hl::ascon_xof128, hl::ascon_xofa, hl::kt128) {
    each_target_and_all([] {
        std::mt19937 random(13);
        for (const std::size_t count : {1u, 2u, 9u, 40u, 300u})
            for (const std::size_t longest : {0u, 40u, 700u}) {
                std::vector<view> messages;
                std::vector<bytes> out, want;
                for (std::size_t i = 0; i < count; ++i) {
                    messages.push_back(message(i, longest == 40 ? 32 : random() % 400));
                    out.emplace_back(longest == 0 ? 0 : random() % longest);
                    want.push_back(one_by_one(X{}, {messages[i]}, out[i].size()));
                }
                hl::digest_many<X>(messages, out, hl::threads{longest == 40 ? 3u : 1u});
                CHECK(out == want);
            }
    });
}

TEST_CASE("outputs in places of their own: hashes, tags that depend on their length") {
    std::vector<view> messages;
    for (std::size_t i = 0; i < 40; ++i) messages.push_back(message(i, i * 11));
    std::vector<bytes> digests(40, bytes(32)), tags, want_tags;
    std::vector<std::span<std::uint8_t>> places(digests.begin(), digests.end());
    const hl::kmac256 mac(message(1, 30));
    for (std::size_t i = 0; i < 40; ++i) {
        tags.emplace_back(4 + i);
        want_tags.push_back(one_by_one(mac, {messages[i]}, 4 + i));
    }
    hl::digest_many<hl::sha256>(messages, places);
    for (std::size_t i = 0; i < 40; ++i) CHECK(std::ranges::equal(digests[i], hl::digest<hl::sha256>(messages[i])));
    hl::tag_many(mac, messages, tags);
    CHECK(tags == want_tags);
}

TEST_CASE_TEMPLATE("short messages of one length behind a short beginning", H, hl::sha256, hl::sha512, hl::sha384,
                   hl::sha3_256, hl::keccak_512, hl::shake128, hl::ascon_hash256, hl::ascon_hasha) {
    constexpr std::size_t block = H::block_size;
    each_target_and_all([] {
        for (const std::size_t head : {std::size_t{1}, block / 2, block - 1, block + 1})
            for (const std::size_t n :
                 {std::size_t{0}, std::size_t{1}, std::size_t{31}, std::size_t{32}, std::size_t{64}, block - 1, block,
                  2 * block - 18 - head % block, 2 * block - head % block})
                for (const std::size_t count : {1u, 8u, 17u, 45u}) {
                    CAPTURE(head);
                    CAPTURE(n);
                    CAPTURE(count);
                    H prefix;
                    if constexpr (requires { prefix.update(view{}); })
                        prefix.update(message(77, head));
                    else
                        prefix.absorb(message(77, head));
                    std::vector<view> messages;
                    for (std::size_t i = 0; i < count; ++i) messages.push_back(message(i, n % 3000));
                    batch_test::check(prefix, messages, algorithm<H>::L);
                }
    });
}
