// SPDX-License-Identifier: Apache-2.0 OR MIT
// Any number of threads gives the same digests.
#include <pthread.h>

#include "batch.hpp"

using namespace batch_test;

static_assert(hl::threads{}.count == 1);  // who asks for none gets none

TEST_CASE_TEMPLATE("threads", H, hl::sha256, hl::sha3_256, hl::ascon_hash256) {
    std::mt19937 random(2);
    for (const std::size_t longest : {0u, 100u, 20000u})
        for (const std::size_t count : {1u, 2u, 9u, 33u, 3000u}) {
            if (longest * count > 4000000) continue;
            std::vector<view> messages;
            for (std::size_t i = 0; i < count; ++i) messages.push_back(message(i, random() % (longest + 1)));
            for (unsigned n = 0; n <= 8; ++n) {
                CAPTURE(count);
                CAPTURE(n);
                check(H{}, messages, 32, hl::threads{n});
            }
        }
}

TEST_CASE("tags and pairs over threads") {
    std::vector<view> messages;
    for (std::size_t i = 0; i < 5000; ++i) messages.push_back(message(i, i % 700));
    const hl::hmac<hl::sha256> mac(message(1, 20));
    bytes tags(5000 * 32), digests = one_by_one(hl::sha256(), messages, 32), parents(2500 * 32), want(2500 * 32);
    hl::tag_many(mac, messages, tags, hl::threads{4});
    CHECK(tags == one_by_one(mac, messages, 32));
    hl::hash_pairs<hl::sha256>(digests, want);
    hl::hash_pairs<hl::sha256>(digests, parents, hl::threads{4});
    CHECK(parents == want);
}

TEST_CASE("the leaves of one message") {
    const view all(source());
    const auto agree = [&]<class Tree>(const Tree& fresh) {
        bytes want(40);
        Tree(fresh).absorb(all).reader().squeeze(want);
        for (unsigned n = 0; n <= 8; ++n) {
            Tree tree = fresh;
            bytes out(40);
            hl::absorb_with_threads(tree, all, hl::threads{n}).reader().squeeze(out);
            CHECK(out == want);
        }
    };
    agree(hl::kt128{});
    agree(hl::kt256{});
    agree(hl::parallelhashxof128(8192));
    agree(hl::parallelhashxof256(16));
}

// So many leaves that all pieces whose order is kept are in use.
TEST_CASE("the leaves of a message of 16 MiB and a chunk") {
    bytes all((16 << 20) + 8192), want(40);
    for (std::size_t i = 0; i < all.size(); i += source().size())
        std::copy_n(source().begin(), std::min(source().size(), all.size() - i),
                    all.begin() + static_cast<std::ptrdiff_t>(i));
    for (std::size_t i = 0; i < all.size(); i += 8192) hl::store<std::endian::little>(&all[i], std::uint64_t{i});
    hl::kt128().absorb(all).reader().squeeze(want);
    for (const unsigned n : {2u, 3u}) {
        hl::kt128 tree;
        bytes out(40);
        hl::absorb_with_threads(tree, all, hl::threads{n}).reader().squeeze(out);
        CHECK(out == want);
    }
}

TEST_CASE("the leaves of one message, on a thread with 128 KiB of stack") {
    struct of_a_thread {
        static void* hash(void* self) {
            auto& out = *static_cast<bytes*>(self);
            hl::kt256 tree;
            hl::absorb_with_threads(tree, view(source()), hl::threads{2}).reader().squeeze(out);
            return nullptr;
        }
    };
    bytes out(40), want(40);
    hl::kt256().absorb(view(source())).reader().squeeze(want);
    pthread_attr_t small;
    pthread_t thread;
    REQUIRE(pthread_attr_init(&small) == 0);
    REQUIRE(pthread_attr_setstacksize(&small, 128 << 10) == 0);
    REQUIRE(pthread_create(&thread, &small, of_a_thread::hash, &out) == 0);
    CHECK(pthread_join(thread, nullptr) == 0);
    pthread_attr_destroy(&small);
    CHECK(out == want);
}
