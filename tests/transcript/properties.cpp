// SPDX-License-Identifier: Apache-2.0 OR MIT
// What binds: no two different sequences of calls share a challenge, but where the draft says that they do.
#include <doctest/doctest.h>

#include <algorithm>
#include <hashlane/transcript.hpp>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace {

namespace hl = hashlane;
using namespace std::string_view_literals;
using bytes = std::vector<std::uint8_t>;
using challenge = std::array<std::uint8_t, 32>;

template <class D>
[[gnu::noinline]] hl::statement<D> begun() {
    return hl::session<D>(hl::session_id{{1, 2, 3}}).template instance<hl::string_codec>("instance"sv);
}

// Calls of one kind each, as a protocol makes them.
struct call {
    enum { string, label, integer, field } what;
    std::string text;
    std::uint32_t number;
    bool operator==(const call&) const = default;
    auto operator<=>(const call&) const = default;
};

template <class P>
void make(P& prover, const call& c) {
    switch (c.what) {
    case call::string: return prover.template send<hl::string_codec>(c.text);
    case call::label: return prover.bind(c.text);
    case call::integer: return prover.template send<hl::integer_codec<std::uint32_t>>(c.number);
    case call::field: return prover.template send<hl::field_codec<hl::mersenne31>>(c.number);
    }
}

template <class D>
[[gnu::noinline]] challenge after(const std::vector<call>& calls) {
    bytes proof;
    hl::prover prover(begun<D>(), proof);
    for (const call& c : calls) make(prover, c);
    return prover.template challenge<32>();
}

// The suites that a few properties are tried on; the vectors hold all of them to their definitions.
#define SUITES                                                                                                         \
    hl::shake128_duplex, hl::turboshake128_duplex, hl::own_sha256_duplex, hl::own_sha512_duplex,                       \
        hl::own_sha3_256_duplex, hl::own_kt128_duplex, hl::own_ascon_xof128_duplex

// Block i of the output of a suite over a hash is the digest of the root and i (8 bytes, the lowest first).
template <class H, class D>
bytes output_defined(const D& input, std::size_t blocks) {
    const auto root = input.prefix().digest();
    bytes out;
    for (std::uint64_t i = 0; i < blocks; ++i) {
        H h;
        std::array<std::uint8_t, 8> number{};
        hl::store<std::endian::little>(number.data(), i);
        const auto block = h.update(root).update(number).digest();
        out.insert(out.end(), block.begin(), block.end());
    }
    return out;
}

template <class H, class D>
void check_long_output() {
    const std::size_t blocks = 2 * 256 + 3;
    const auto s = begun<D>();
    const bytes want = output_defined<H>(s.sponge(), blocks);
    bytes proof, at_once(want.size()), in_pieces(want.size());
    hl::prover whole(s, proof), pieces(s, proof);
    whole.challenge(std::span(at_once));
    CHECK(at_once == want);
    for (std::size_t i = 0; i < in_pieces.size(); i += 100)
        pieces.challenge(std::span(in_pieces).subspan(i, std::min<std::size_t>(100, in_pieces.size() - i)));
    CHECK(in_pieces == want);
}

const call ab{call::string, "ab", 0}, c{call::string, "c", 0}, a{call::string, "a", 0}, bc{call::string, "bc", 0},
    empty{call::string, "", 0};

}  // namespace

TEST_CASE_TEMPLATE("strings do not run into each other", D, SUITES) {
    CHECK(after<D>({ab, c}) != after<D>({a, bc}));
    CHECK(after<D>({ab, c}) != after<D>({{call::string, "abc", 0}}));
    CHECK(after<D>({empty}) != after<D>({}));
    CHECK(after<D>({empty, empty}) != after<D>({empty}));
    CHECK(after<D>({a, empty}) != after<D>({empty, a}));
}

TEST_CASE_TEMPLATE("labels are bound", D, SUITES) {
    const auto with = [](const char* label) { return after<D>({{call::label, label, 0}, a}); };
    CHECK(with("round 1") != with("round 2"));
    CHECK(with("") != after<D>({a}));
    bytes proof;
    hl::prover prover(begun<D>(), proof);
    prover.bind("round 1"sv);
    CHECK(proof.empty());  // both sides know it
}

TEST_CASE_TEMPLATE("session, instance and suite are bound", D, SUITES) {
    const auto challenge_of = [](const hl::statement<D>& s) {
        return hl::verifier(s, std::span<const std::uint8_t>{}).template challenge<32>();
    };
    const auto of = [](auto tag) { return hl::session<D>::of(tag); };
    const auto one = of("tag 1"sv).template instance<hl::string_codec>("x"sv);
    CHECK(challenge_of(one) == challenge_of(of("tag 1"sv).template instance<hl::string_codec>("x"sv)));
    CHECK(challenge_of(one) != challenge_of(of("tag 2"sv).template instance<hl::string_codec>("x"sv)));
    CHECK(challenge_of(one) != challenge_of(of("tag 1"sv).template instance<hl::string_codec>("y"sv)));
    CHECK(challenge_of(one) !=
          challenge_of(of("tag 1"sv).template instance<hl::string_codec, hl::string_codec>("x"sv, ""sv)));
    std::map<challenge, std::string> of_suites;
    hl::for_each_suite([&]<class E>() {
        const auto s = hl::session<E>(hl::session_id{}).template instance<hl::string_codec>("x"sv);
        CHECK(of_suites
                  .emplace(hl::verifier(s, std::span<const std::uint8_t>{}).template challenge<32>(),
                           std::string(E::suite()))
                  .second);
    });
    CHECK(of_suites.size() == 7);
}

// Random sequences of strings and labels, of few and short ones, so that many are near each other.
TEST_CASE_TEMPLATE("different sequences of calls, different challenges", D, SUITES) {
    std::minstd_rand random(5);
    std::map<std::vector<call>, challenge> seen;
    std::map<challenge, std::vector<call>> back;
    for (int i = 0; i < 400; ++i) {
        std::vector<call> calls(random() % 4);
        for (call& one : calls) {
            one = {call::string, std::string(random() % 3, 'a'), 0};
            for (char& x : one.text) x = static_cast<char>('a' + random() % 2);
        }
        const challenge drawn = after<D>(calls);
        if (const auto known = seen.find(calls); known != seen.end()) {
            CHECK(known->second == drawn);
            continue;
        }
        seen.emplace(calls, drawn);
        CHECK(back.emplace(drawn, calls).second);
    }
    CHECK(seen.size() > 100);
}

// Of one protocol: the kinds of its calls are fixed, their values are not.
TEST_CASE_TEMPLATE("different values, different challenges", D, SUITES) {
    std::minstd_rand random(6);
    for (int protocol = 0; protocol < 10; ++protocol) {
        std::vector<call> shape(1 + random() % 5);
        for (call& one : shape) one.what = static_cast<decltype(one.what)>(random() % 4);
        std::map<challenge, std::vector<call>> back;
        for (int i = 0; i < 40; ++i) {
            std::vector<call> calls = shape;
            for (call& one : calls) {
                one.text = std::string(random() % 3, static_cast<char>('a' + random() % 2));
                one.number = static_cast<std::uint32_t>(random() % 3);
                if (one.what <= call::label)
                    one.number = 0;
                else
                    one.text.clear();
            }
            const auto [place, fresh] = back.emplace(after<D>(calls), calls);
            CHECK((fresh || place->second == calls));
        }
    }
}

// s.3.1, s.3.2: pieces of any size, and challenges in pieces, against everything at once.
TEST_CASE_TEMPLATE("absorbing and squeezing are associative", D, SUITES) {
    std::minstd_rand random(7);
    bytes data(1000);
    for (auto& b : data) b = static_cast<std::uint8_t>(random());
    for (int i = 0; i < 50; ++i) {
        D whole(hl::session_id{}), pieces(hl::session_id{});
        const std::size_t n = random() % data.size();
        whole.absorb(data.data(), n);
        for (std::size_t at = 0; at < n;) {
            const std::size_t now = std::min<std::size_t>(n - at, random() % (i % 2 ? 9 : 200));
            pieces.absorb(data.data() + at, now);
            if (random() % 4 == 0) {  // squeezing leaves no trace in the input
                std::uint8_t thrown[40];
                pieces.squeeze(thrown, random() % sizeof thrown);
                pieces.absorb(data.data(), 0);
                if (at + now == n) {  // but goes on: start anew
                    pieces = D(hl::session_id{});
                    pieces.absorb(data.data(), n);
                }
            }
            at += now;
        }
        bytes once(300), again(300);
        whole.squeeze(once.data(), once.size());
        for (std::size_t at = 0; at < again.size();) {
            const std::size_t now = std::min<std::size_t>(again.size() - at, random() % 50);
            pieces.squeeze(again.data() + at, now);
            at += now;
        }
        CHECK(once == again);
    }
}

TEST_CASE_TEMPLATE("integers are absorbed as their bytes", D, SUITES) {
    for (std::size_t before = 0; before < 170; ++before) {
        const bytes head(before, 7);
        D one(hl::session_id{}), other(hl::session_id{});
        one.absorb(head.data(), before);
        other.absorb(head.data(), before);
        hl::fiat_shamir::encoder<D> out{one};
        const std::uint64_t w = 0x0807060504030201;
        const std::array<std::uint8_t, 8> b{1, 2, 3, 4, 5, 6, 7, 8};
        out.integer(w);
        other.absorb(b.data(), 8);
        out.integer(static_cast<std::uint32_t>(w));
        other.absorb(b.data(), 4);
        out.integer(std::uint16_t{0x0201});
        other.absorb(b.data(), 2);
        out.integer(std::uint8_t{1});
        other.absorb(b.data(), 1);
        out.integer(true);
        other.absorb(b.data(), 1);
        std::array<std::uint8_t, 16> x{}, y{};
        one.squeeze(x.data(), 16);
        other.squeeze(y.data(), 16);
        CHECK(x == y);
    }
}

template <std::size_t N, class D>
[[gnu::noinline]] bool known_size_is_its_bytes(std::size_t before) {
    const bytes head(before, 7);
    D one(hl::session_id{}), other(hl::session_id{});
    one.absorb(head.data(), before);
    other.absorb(head.data(), before);
    std::array<std::uint8_t, N> text{};
    for (std::size_t i = 0; i < N; ++i) text[i] = static_cast<std::uint8_t>(i + 1);
    hl::fiat_shamir::encoder<D> out{one};
    for (int twice = 0; twice < 2; ++twice) {
        hl::bytes_codec<N>::encode(out, text);
        for (const std::uint8_t& b : text) other.absorb(&b, 1);
    }
    std::array<std::uint8_t, 16> x{}, y{};
    one.squeeze(x.data(), 16);
    other.squeeze(y.data(), 16);
    return x == y;
}

TEST_CASE_TEMPLATE("a few bytes of a known number are absorbed as any", D, SUITES) {
    for (std::size_t before = 0; before < 170; ++before) {
        CHECK(known_size_is_its_bytes<3, D>(before));
        CHECK(known_size_is_its_bytes<13, D>(before));
        CHECK(known_size_is_its_bytes<32, D>(before));
        CHECK(known_size_is_its_bytes<63, D>(before));
    }
}

// A whole block ends where it began: that too is more input.
TEST_CASE_TEMPLATE("absorbing after a squeeze begins new output", D, SUITES) {
    for (std::size_t more = 1; more <= 200; ++more) {
        D resumed(hl::session_id{}), other(hl::session_id{});
        std::array<std::uint8_t, 16> x{}, y{};
        resumed.squeeze(x.data(), 16);
        hl::fiat_shamir::encoder<D> out{resumed};
        for (std::size_t i = 0; i < more; ++i) out.integer(std::uint8_t{9});
        const bytes input(more, 9);
        other.absorb(input.data(), more);
        resumed.squeeze(x.data(), 16);
        other.squeeze(y.data(), 16);
        CHECK(x == y);
    }
}

TEST_CASE("a suite by its name is the suite") {
    const auto error = [](std::string_view name) {
        const auto made = hl::any_duplex::create(name, {});
        CHECK(!made);
        CHECK(made.error().problem() == hl::any_problem::unknown_name);
        const auto id = hl::derive_session_id(name, "tag"sv);
        CHECK(!id);
        CHECK(id.error().message() == made.error().message());
        return std::string(made.error().message());
    };
    CHECK(error("shake128") == "no such suite: shake128; did you mean SHAKE128?");
    CHECK(error("TurboSHAKE256") == "no such suite: TurboSHAKE256");
    CHECK(error("TurboSHAK128") == "no such suite: TurboSHAK128; did you mean TurboSHAKE128?");
    CHECK(error("hashlane-ascon-xof-128") ==
          "no such suite: hashlane-ascon-xof-128; did you mean hashlane-Ascon-XOF128?");
    CHECK(error("") == "no such suite: ");
    hl::for_each_suite([]<class D>() {
        const hl::session_id id = hl::derive_session_id<D>("tag"sv);
        CHECK(*hl::derive_session_id(D::suite(), "tag"sv) == id);
        const hl::session<D> typed(id);
        const hl::session<hl::any_duplex> chosen(*hl::any_duplex::create(D::suite(), id));
        bytes one, other;
        hl::prover p(typed.template instance<hl::string_codec>("x"sv), one);
        hl::prover q(chosen.instance<hl::string_codec>("x"sv), other);
        p.template send<hl::field_codec<hl::goldilocks>>(5u);
        q.template send<hl::field_codec<hl::goldilocks>>(5u);
        CHECK(p.template challenge_in<hl::bn254_scalar>() == q.template challenge_in<hl::bn254_scalar>());
        CHECK(p.challenge_below(1000) == q.challenge_below(1000));
        CHECK(one == other);
        CHECK(p.suite() == q.suite());
    });
}

// A session and a statement are values.
TEST_CASE("proofs begin from one prefix") {
    const auto s = hl::session<hl::shake128_duplex>::of("tag"sv);
    const auto start = s.instance<hl::string_codec>("x"sv);
    bytes one, two;
    hl::prover p(start, one), q(start, two);
    p.send<hl::string_codec>("one"sv);
    q.send<hl::string_codec>("two"sv);
    CHECK(p.challenge<32>() != q.challenge<32>());
    hl::verifier v(start, one), copy(v);
    CHECK(v.receive<hl::string_codec>());
    CHECK(copy.receive<hl::string_codec>());
    CHECK(v.challenge<32>() == copy.challenge<32>());

    std::array<std::uint8_t, 100> memory{};
    hl::proof_buffer written(memory);
    hl::prover r(start, written);
    r.send<hl::string_codec>("one"sv);
    CHECK(std::ranges::equal(written.bytes(), one));
    CHECK(hl::keccak_overwrite_duplex::suite() == "spongefish-Keccak-f1600"sv);
}

template <class C>
void check_many_values(const std::vector<typename C::value_type>& values) {
    hl::for_each_suite([&]<class D>() {
        bytes together, apart;
        hl::prover p(begun<D>(), together), q(begun<D>(), apart);
        p.template bind_all<C>(values);
        for (const auto& value : values) q.template bind<C>(value);
        CHECK(p.template challenge<32>() == q.template challenge<32>());
        p.template send_all<C>(values);
        for (const auto& value : values) q.template send<C>(value);
        CHECK(p.template challenge<32>() == q.template challenge<32>());
        CHECK(together == apart);
    });
}

// The numbers take more than the 1344 bytes that are encoded at a time.
TEST_CASE("many values at once are the values one after the other") {
    check_many_values<hl::integer_codec<std::uint32_t>>({});
    const bytes none, one(1, 7), long_one(2000, 8);
    check_many_values<hl::string_codec>({none, one, long_one, none});
    check_many_values<hl::array_codec<hl::string_codec, 2>>({{none, one}, {long_one, none}});
    std::vector<std::uint64_t> numbers(1000);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i * i * i * i;
    check_many_values<hl::integer_codec<std::uint64_t>>(numbers);
    check_many_values<hl::field_codec<hl::goldilocks>>(numbers);
}

// At compile time: draft-irtf-cfrg-fiat-shamir-03, vector fiat-shamir/shake128/absorb_squeeze and a proof of ours.
constexpr auto squeezed = [] {
    hl::session_id id{};
    for (std::size_t i = 0; i < 32; ++i) id.bytes[i] = static_cast<std::uint8_t>(i);
    hl::shake128_duplex sponge(id);
    const auto text = "hello world"sv;
    sponge.absorb(text.data(), text.size());
    std::array<std::uint8_t, 4> out{};
    sponge.squeeze(out.data(), out.size());
    return out;
}();
static_assert(squeezed == std::array<std::uint8_t, 4>{0xf6, 0x27, 0xff, 0x34});

template <class D>
constexpr bool proves() {
    const auto s = hl::session<D>::of("tag"sv).template instance<hl::integer_codec<std::uint32_t>>(7u);
    std::array<std::uint8_t, 64> memory{};
    hl::proof_buffer proof(memory);
    hl::prover p(s, proof);
    p.template send<hl::field_codec<hl::goldilocks>, hl::below_codec<1000>>(5u, 999u);
    const auto drawn = p.template challenge_in<hl::bls12_381_scalar>();
    hl::verifier v(s, proof.bytes());
    const auto x = v.template receive<hl::field_codec<hl::goldilocks>>();
    const auto y = v.template receive<hl::below_codec<1000>>();
    return x && *x == 5 && y && *y == 999 && drawn == v.template challenge_in<hl::bls12_381_scalar>() &&
           v.check_eof() == hl::refusal::none;
}
static_assert(proves<hl::shake128_duplex>() && proves<hl::turboshake128_duplex>() && proves<hl::own_sha256_duplex>());
static_assert(proves<hl::own_kt128_duplex>() && proves<hl::own_ascon_xof128_duplex>());

TEST_CASE("the counter of a hash transcript goes on beyond 256 blocks") {
    check_long_output<hl::sha256, hl::own_sha256_duplex>();
    check_long_output<hl::sha512, hl::own_sha512_duplex>();
    check_long_output<hl::sha3_256, hl::own_sha3_256_duplex>();
}
