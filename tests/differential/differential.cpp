// SPDX-License-Identifier: Apache-2.0 OR MIT
// Random messages through Hashlane and through every independent implementation that this program was linked with.
//   differential SEED CASES SECONDS FIRST ROUNDS [planted]
// Rounds from FIRST on, until there were as many CASES, SECONDS or ROUNDS as were asked for. 0: no bound. The same seed and round give the same messages, whatever ran before.
// A case is one digest of ours: of one message, on one target, by one way (whole; side by side with others, in three
// orders and groups; in random pieces), compared with the digest on which the peers agree. Prints JSON; differential.py makes a table of it.
#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <hashlane/hashlane.hpp>
#include <numeric>
#include <string>
#include <utility>

#include "peer.hpp"

namespace {

namespace hl = hashlane;
using differential::digest_function;
using view = std::span<const std::uint8_t>;
using room = std::span<std::uint8_t>;

// xorshift64*: the same on every machine, and quicker than what it is to test.
class random_source {
  public:
    explicit random_source(std::uint64_t seed) : x(seed * 0x9e3779b97f4a7c15 | 1) {
        for (int i = 0; i < 8; ++i) next();
    }
    std::uint64_t next() {
        x ^= x >> 12;
        x ^= x << 25;
        x ^= x >> 27;
        return x * 0x2545f4914f6cdd1d;
    }
    std::size_t up_to(std::size_t most) { return static_cast<std::size_t>((next() >> 32) * (most + 1) >> 32); }

  private:
    std::uint64_t x;
};

struct result {
    std::string_view algorithm;
    std::vector<std::string_view> peers;
    std::uint64_t messages = 0, cases = 0, wrong = 0, peers_disagree = 0;
};

struct settings {
    std::uint64_t seed = 1, cases = 0;
    double seconds = 0;
    std::uint64_t first = 0, rounds = 0;
    bool planted = false;
};

// A batch of messages of one algorithm, and what their digests must be.
struct batch {
    static constexpr std::size_t most = 96;
    std::uint8_t pool[16384], key[200];
    std::vector<view> messages, shuffled;
    std::vector<std::size_t> order;
    view own_key;
    std::size_t size = 0;  // of a digest
    std::vector<std::uint8_t> want, got, of_shuffled;

    // Round the edges of blocks, all of one length, or anything; now and then long.
    void fill(random_source& random, std::size_t block, std::size_t digest_size) {
        for (std::size_t i = 0; i < sizeof pool; i += 8) {
            const std::uint64_t w = random.next();
            std::memcpy(pool + i, &w, 8);
        }
        std::memcpy(key, pool + 100, sizeof key);
        own_key = view(key, 1 + random.up_to(sizeof key - 1));
        size = digest_size;
        messages.resize(1 + random.up_to(most - 1));
        const bool some_long = random.up_to(31) == 0;
        const std::size_t manner = random.up_to(7), one_length = random.up_to(block);
        for (view& m : messages) {
            std::size_t n = random.up_to(some_long ? 4096 : manner < 7 ? block : 2 * block + 1);
            if (manner == 0) n = one_length;
            if (manner == 1) n = block * random.up_to(2) + 1 - random.up_to(2) % (block + 1);
            if (n > sizeof pool) n = 0;
            m = view(pool + random.up_to(sizeof pool - n), n);
        }
        want.resize(messages.size() * size);
        got.resize(want.size());
        of_shuffled.resize(want.size());
    }
    // Each message in another lane, beside others.
    void shuffle(random_source& random) {
        shuffled = messages;
        order.resize(messages.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        for (std::size_t i = messages.size(); i > 1; --i) {
            const std::size_t j = random.up_to(i - 1);
            std::swap(shuffled[i - 1], shuffled[j]);
            std::swap(order[i - 1], order[j]);
        }
    }
    // The digests of the shuffled messages to where they belong.
    void put_back() {
        for (std::size_t i = 0; i < order.size(); ++i)
            std::memcpy(given(order[i]).data(), of_shuffled.data() + i * size, size);
    }
    room wanted(std::size_t i) { return room(want).subspan(i * size, size); }
    room given(std::size_t i) { return room(got).subspan(i * size, size); }
};

template <class Row>
class contest {
    using T = typename Row::type;
    static constexpr bool mac = Row::info().kind == hl::kind::mac;
    static constexpr bool any_length = Row::info().any_length;

  public:
    result total{T::name, {}};

    contest() {
        for (const auto& peer : differential::peers())
            for (const auto& e : peer.entries)
                if (e.algorithm == T::name) {
                    functions.push_back(e.digest);
                    total.peers.push_back(peer.name);
                }
    }

    void round(batch& b, random_source& random, bool planted) {
        if (functions.empty()) return;
        b.fill(random, T::block_size, any_length ? 1 + random.up_to(2 * T::block_size) : Row::info().digest_size);
        ask_peers(b);
        const T fresh = make(b);
        for (const std::string_view target : hl::available_targets()) {
            // the instructions of SHA-256 change nothing for others
            if (target.starts_with("sha_ni") && (T::block_size != 64 || any_length)) continue;
            if (!hl::use_target(target)) std::abort();
            many(fresh, b.messages, b.got);
            if (planted) b.got[b.got.size() / 2] ^= 1;
            compare(b, "side by side", target);
            b.shuffle(random);
            many(fresh, b.shuffled, b.of_shuffled);
            b.put_back();
            compare(b, "side by side in another order", target);
            in_two_parts(fresh, b, random.up_to(b.messages.size()));
            compare(b, "side by side in two parts", target);
            for (std::size_t i = 0; i < b.messages.size(); ++i) whole(fresh, b.messages[i], b.given(i));
            compare(b, "whole", target);
            for (std::size_t i = 0; i < b.messages.size(); ++i) in_pieces(fresh, b.messages[i], b.given(i), random);
            compare(b, "in pieces", target);
        }
        total.messages += b.messages.size();
    }

  private:
    std::vector<digest_function> functions;

    static T make(const batch& b) {
        if constexpr (mac)
            return T(b.own_key);
        else
            return T();
    }

    static void many(const T& fresh, std::span<const view> messages, room out) {
        if constexpr (mac)
            hl::tag_many(fresh, messages, out);
        else
            hl::digest_many(fresh, messages, out);
    }

    static void in_two_parts(const T& fresh, batch& b, std::size_t first) {
        const std::span<const view> all(b.shuffled);
        std::fill(b.of_shuffled.begin(), b.of_shuffled.end(), std::uint8_t{0});
        many(fresh, all.first(first), room(b.of_shuffled).first(first * b.size));
        many(fresh, all.subspan(first), room(b.of_shuffled).subspan(first * b.size));
        b.put_back();
    }

    void ask_peers(batch& b) {
        for (std::size_t i = 0; i < b.messages.size(); ++i) functions[0](b.own_key, b.messages[i], b.wanted(i));
        for (std::size_t f = 1; f < functions.size(); ++f)
            for (std::size_t i = 0; i < b.messages.size(); ++i) {
                functions[f](b.own_key, b.messages[i], b.given(i));
                total.peers_disagree += std::memcmp(b.given(i).data(), b.wanted(i).data(), b.size) != 0;
            }
    }

    static void end(const T& h, room out) {
        if constexpr (any_length) {
            h.reader().squeeze(out);
        } else if constexpr (mac) {
            const auto tag = h.tag();
            std::memcpy(out.data(), tag.data(), out.size());
        } else {
            const auto digest = h.digest();
            std::memcpy(out.data(), digest.data(), out.size());
        }
    }

    static void take(T& h, view piece) {
        if constexpr (any_length)
            h.absorb(piece);
        else
            h.update(piece);
    }

    static void whole(const T& fresh, view message, room out) {
        if constexpr (mac) {
            T h = fresh;
            end(h.update(message), out);
        } else if constexpr (any_length) {
            hl::digest_into<T>(message, out);
        } else {
            hl::digest_into<T>(message, out.template first<T::digest_size>());
        }
    }

    static void in_pieces(const T& fresh, view message, room out, random_source& random) {
        T h = fresh;
        while (!message.empty()) {
            const std::size_t n = random.up_to(message.size());
            take(h, message.first(n));
            message = message.subspan(n);
        }
        if constexpr (any_length) {
            auto reader = h.reader();
            const std::size_t at = random.up_to(out.size());
            reader.squeeze(out.first(at)).squeeze(out.subspan(at));
        } else {
            end(h, out);
        }
    }

    void compare(batch& b, const char* way, std::string_view target) {
        total.cases += b.messages.size();
        if (b.got == b.want) return;
        for (std::size_t i = 0; i < b.messages.size(); ++i) {
            if (std::memcmp(b.given(i).data(), b.wanted(i).data(), b.size) == 0) continue;
            if (++total.wrong < 5)
                std::fprintf(stderr, "%s: message %zu of %zu, %zu bytes, %s on %s: another digest\n",
                             std::string(T::name).c_str(), i, b.messages.size(), b.messages[i].size(), way,
                             std::string(target).c_str());
        }
    }
};

// One algorithm after the other, in rounds.
template <class... Rows>
class all_contests {
  public:
    explicit all_contests(hl::rows<Rows...>) {}

    std::uint64_t run(const settings& s) {
        const auto start = std::chrono::steady_clock::now();
        batch b;
        for (std::uint64_t round = s.first;; ++round) {
            std::uint64_t cases = 0, number = 0;
            const auto one = [&](auto& contest) {
                random_source random(s.seed + (round << 20) + (number++ << 8));
                contest.round(b, random, s.planted && round == s.first);
                cases += contest.total.cases;
            };
            std::apply([&](auto&... contest) { (one(contest), ...); }, contests);
            const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
            const std::uint64_t rounds = round + 1 - s.first;
            if ((s.cases != 0 && cases >= s.cases) || (s.seconds != 0 && passed.count() >= s.seconds) ||
                rounds == s.rounds)
                return rounds;
        }
    }

    std::vector<result> results() {
        return std::apply([](auto&... contest) { return std::vector<result>{contest.total...}; }, contests);
    }

  private:
    std::tuple<contest<Rows>...> contests;
};

// What some peer can have: hashes and XOFs without parameters, and HMAC.
template <class Row>
constexpr bool comparable() {
    constexpr hl::algorithm a = Row::info();
    return (a.parameters == 0 && (a.kind == hl::kind::hash || a.kind == hl::kind::xof)) || a.family == "HMAC";
}

template <class... Rows>
auto chosen(hl::rows<Rows...>) {
    return hl::joined<std::conditional_t<comparable<Rows>(), hl::rows<Rows>, hl::rows<>>...>{};
}

void print(const settings& s, std::uint64_t rounds, const std::vector<result>& results) {
    std::printf("{\"seed\": %" PRIu64 ", \"rounds\": %" PRIu64 ", \"algorithms\": [", s.seed, rounds);
    const char* comma = "";
    for (const result& r : results) {
        if (r.peers.empty()) continue;
        std::printf("%s\n {\"name\": \"%s\", \"messages\": %" PRIu64 ", \"cases\": %" PRIu64 ", \"wrong\": %" PRIu64
                    ", \"peers_disagree\": %" PRIu64 ", \"peers\": [",
                    comma, std::string(r.algorithm).c_str(), r.messages, r.cases, r.wrong, r.peers_disagree);
        for (std::size_t i = 0; i < r.peers.size(); ++i)
            std::printf("%s\"%s\"", i != 0 ? ", " : "", std::string(r.peers[i]).c_str());
        std::printf("]}");
        comma = ",";
    }
    std::puts("\n]}");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 6) return 2;
    const auto number = [&](int i) { return std::strtoull(argv[i], nullptr, 10); };
    const settings s{number(1), number(2), std::strtod(argv[3], nullptr), number(4), number(5), argc > 6};
    all_contests contests(chosen(hl::registry{}));
    const std::uint64_t rounds = contests.run(s);
    std::uint64_t bad = 0;
    for (const result& r : contests.results()) bad += r.wrong + r.peers_disagree;
    print(s, rounds, contests.results());
    return bad != 0;
}
