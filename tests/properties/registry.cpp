// SPDX-License-Identifier: Apache-2.0 OR MIT
// The registry and any_hash: names, sizes, options, and agreement with the types behind the names.
#include <algorithm>
#include <cctype>
#include <hashlane/any.hpp>
#include <hashlane/by_name/digest.hpp>
#include <set>

#include "algorithms.hpp"

using namespace properties;
using kat::tally;

namespace {

// Options with which an algorithm of the registry can be made.
struct sample_options {
    bytes key = random_bytes(32, 21), text = random_bytes(9, 22);

    hl::any_options of(const hl::algorithm& a) const {
        hl::any_options o;
        if (a.parameters & hl::parameter::key) o.key = key;
        if (a.parameters & hl::parameter::customization) o.customization = text;
        return o;
    }
};

bool digesting(const hl::algorithm& a) { return a.kind != hl::kind::aead && a.kind != hl::kind::kdf; }

bytes digest_of(const hl::any_hash& h) {
    bytes out(h.output_size());
    REQUIRE(h.digest(out));
    return out;
}

}  // namespace

TEST_CASE("names are unique, lower case, and found exactly") {
    std::set<std::string_view> names;
    for (const hl::algorithm& a : hl::algorithms()) {
        CAPTURE(std::string(a.name));
        CHECK(names.insert(a.name).second);
        CHECK(!a.family.empty());
        CHECK(!a.standard.empty());
        CHECK(a.digest_size > 0);
        CHECK(a.security_strength >= 64);
        for (const char c : a.name) CHECK((std::islower(c) || std::isdigit(c) || c == '-'));
        REQUIRE(hl::find_algorithm(a.name) != nullptr);
        CHECK(hl::find_algorithm(a.name)->name == a.name);
        const std::string name(a.name);
        std::string upper = name;
        for (char& c : upper) c = static_cast<char>(std::toupper(c));
        for (const std::string& wrong : {upper, " " + name, name + " ", name + "x", name + '\0', "x" + name})
            CHECK_FALSE(hl::find_algorithm(wrong));
        // "sha384" begins with "sha3": a beginning is found only if it is another's whole name
        for (std::size_t n = 0; n < name.size(); ++n) {
            const hl::algorithm* found = hl::find_algorithm(name.substr(0, n));
            if (found) CHECK(found->name == name.substr(0, n));
        }
    }
    CHECK(hl::algorithms().size() == names.size());
}

TEST_CASE("any_hash gives what the type behind the name gives") {
    each_plain([]<class H>() {
        tally count("any_hash " + std::string(H::name));
        const bytes data = random_bytes(3 * H::block_size + 1, 31);
        kat::each_target([&] {
            count.vector();
            auto h = hl::any_hash::create(H::name);
            count.check(h.has_value(), "create", "by name");
            if (!h) return;
            for (const kat::cut& way : kat::cuts(data.size(), {H::block_size})) {
                auto other = *hl::any_hash::create(H::name);
                kat::feed(data, way, [&](auto piece) { other.update(piece); });
                bytes got(is_xof<H> ? 2 * H::block_size + 3 : other.output_size());
                count.check(other.digest(got) && got == as_hash<H>::of(data), way.how, "digest");
            }
        });
    });
}

TEST_CASE("every hash, XOF and MAC by name: cuts, copies and states") {
    const sample_options options;
    for (const hl::algorithm& a : hl::algorithms()) {
        if (!digesting(a) || (a.parameters & hl::parameter::elements)) continue;
        CAPTURE(std::string(a.name));
        const auto fresh = hl::any_hash::create(a.name, options.of(a));
        REQUIRE_MESSAGE(fresh.has_value(), std::string(fresh.error().message()));
        CHECK(fresh->output_size() == a.digest_size);
        // As the interfaces of other languages make it.
        const auto made = hl::any_detail::hash_maker::make(fresh->functions(), options.of(a));
        CHECK(made.info().name == a.name);
        CHECK(digest_of(made) == digest_of(*fresh));
        tally count("by name " + std::string(a.name));
        const bytes data = random_bytes(2 * a.block_size + 3, 41);
        kat::each_target([&] {
            auto whole = *fresh;
            whole.update(data);
            const bytes want = digest_of(whole);
            count.vector();
            for (const kat::cut& way : kat::cuts(data.size(), {a.block_size})) {
                auto h = *fresh;
                kat::feed(data, way, [&](auto piece) {
                    h.update(piece);
                    const auto copy = h;
                    h = copy;
                    digest_of(h);
                });
                count.check(digest_of(h) == want, way.how, "pieces, copies and digests between them");
            }
            if (const auto reader = whole.reader()) {
                bytes got(want.size());
                auto copy = *reader, other = copy;
                other.squeeze(got);
                copy = other = *reader;
                copy.squeeze(std::span(got).first(5)).squeeze(std::span(got).subspan(5));
                count.check(got == want, "reader", "pieces and copies");
            }
            bytes state(fresh->state_size());
            if (state.empty()) return;
            auto half = *fresh, other = *fresh;
            half.update(std::span(data).first(a.block_size + 1));
            count.check(half.export_state(state), "export", "state");
            count.check(other.import_state(state), "import", "state");
            other.update(std::span(data).subspan(a.block_size + 1));
            count.check(digest_of(other) == want, "import", "went on");
            const bytes before = digest_of(half);
            state.back() = static_cast<std::uint8_t>(state.back() ^ 1);
            count.check(!half.import_state(state) && digest_of(half) == before, "damaged", "nothing changed");
        });
    }
}

TEST_CASE("messages that end within a byte, by name") {
    const hl::partial_byte last{0xa5, 3};
    each_plain([&]<class H>() {
        CAPTURE(std::string(H::name));
        constexpr bool reads = requires(const H& h, hl::partial_byte p) { h.reader(p); };
        constexpr bool bits = reads || requires(const H& h, hl::partial_byte p) { h.digest(p); };
        const auto h = hl::any_hash::create(H::name);
        REQUIRE(h.has_value());
        CHECK(h->takes_bits() == bits);
        bytes got(h->output_size(), 0xAA), want = got, other(got.size() + 1);
        if constexpr (reads)
            H().reader(last).squeeze(want);
        else if constexpr (bits)
            std::ranges::copy(H().digest(last), want.begin());
        CHECK(h->digest(got, last) == bits);
        CHECK(got == want);
        CHECK(h->digest(other, last) == (bits && h->info().any_length));
        CHECK(h->digest(got, {0xff, 0}));
        CHECK(got == digest_of(*h));
        auto reader = h->reader(last);
        REQUIRE(reader.has_value() == (bits && h->reader().has_value()));
        if (!reader) return;
        reader->squeeze(got);
        CHECK(got == want);
    });
}

TEST_CASE("states have one size, and no object is lost in itself") {
    auto h = *hl::any_hash::create("sha3-256");
    const bytes empty = digest_of(h);
    const auto& same = h;
    h = same;
    CHECK(digest_of(h) == empty);
    bytes state(h.state_size() + 1, 0xAA);
    CHECK_FALSE(h.export_state(state));
    CHECK_FALSE(h.export_state(std::span(state).first(h.state_size() - 1)));
    CHECK(state == bytes(state.size(), 0xAA));
    const auto keyed = hl::any_hash::create("kmac128", {.key = empty});
    REQUIRE(keyed.has_value());
    CHECK_FALSE(keyed->export_state(std::span(state).first(0)));
    const auto longer = hl::any_hash::create("shake128", {.output_size = 77});
    REQUIRE(longer.has_value());
    CHECK(longer->output_size() == 77);
}

TEST_CASE("a reader of a keyed state wipes itself") {
    const bytes key = random_bytes(32, 51);
    const auto mac = hl::any_hash::create("kmacxof128", {.key = key});
    REQUIRE(mac.has_value());
    alignas(hl::any_reader) static unsigned char place[sizeof(hl::any_reader)];
    const auto set = [] {
        std::size_t n = 0;
        for (const volatile unsigned char& b : place) n += b != 0;
        return n;
    };
    auto* reader = ::new (static_cast<void*>(place)) hl::any_reader(*mac->reader());
    CHECK(set() > 150);
    reader->~any_reader();
    CHECK(set() < 32);  // which functions, the position in the block
}

TEST_CASE("options that do not fit are refused, with a reason") {
    const sample_options options;
    for (const hl::algorithm& a : hl::algorithms()) {
        if (!digesting(a)) continue;
        CAPTURE(std::string(a.name));
        const auto refused = [&](auto&& change) {
            hl::any_options o = options.of(a);
            change(o);
            const auto made = hl::any_hash::create(a.name, o);
            return !made && made.error().message().starts_with(a.name);
        };
        const bool keyed = a.parameters & hl::parameter::key;
        if (keyed)
            CHECK(refused([](auto& o) { o.key = {}; }));
        else
            CHECK(refused([&](auto& o) { o.key = options.key; }));
        if (!(a.parameters & hl::parameter::customization))
            CHECK(refused([&](auto& o) { o.customization = options.text; }));
        if (!(a.parameters & hl::parameter::function_name))
            CHECK(refused([&](auto& o) { o.function_name = options.text; }));
        if (!(a.parameters & hl::parameter::parallel_block)) CHECK(refused([](auto& o) { o.parallel_block = 64; }));
        if (a.parameters & hl::parameter::domain) {
            CHECK(refused([](auto& o) { o.domain = 0x80; }));
            CHECK(refused([](auto& o) { o.domain = 0x00; }));
        } else {
            CHECK(refused([](auto& o) { o.domain = 0x1f; }));
        }
        if (!a.any_length) {
            CHECK(refused([&](auto& o) { o.output_size = a.digest_size - 1; }));
            const auto h = hl::any_hash::create(a.name);
            if (h) {
                bytes wrong(a.digest_size + 1, 0xAA);
                CHECK_FALSE(h->digest(wrong));
                CHECK(wrong == bytes(a.digest_size + 1, 0xAA));
            }
        }
    }
}

TEST_CASE("one message at once, by name") {
    const bytes data = random_bytes(20000, 51), text = random_bytes(1000, 52);
    for (const hl::algorithm& a : hl::algorithms()) {
        CAPTURE(std::string(a.name));
        const auto found = hl::any_digest::create(a.name);
        const bool needs_more = (a.parameters & (hl::parameter::key | hl::parameter::elements)) != 0;
        REQUIRE(found.has_value() == (digesting(a) && !needs_more));
        if (!found) continue;
        CHECK(found->info().name == a.name);
        auto h = *hl::any_hash::create(a.name);
        for (const std::size_t n : {std::size_t{0}, a.block_size, data.size()}) {
            bytes got(a.any_length ? 333 : a.digest_size), want(got.size());
            REQUIRE(found->digest_into(std::span(data).first(n), got));
            auto other = h;
            REQUIRE(other.update(std::span(data).first(n)).digest(want));
            CHECK(got == want);
        }
        if (!a.any_length) {
            bytes wrong(a.digest_size + 1, 0xaa);
            CHECK_FALSE(found->digest_into(data, wrong));
            CHECK(wrong == bytes(a.digest_size + 1, 0xaa));
        }
        bytes got(a.any_length ? 100 : a.digest_size), want(100);
        REQUIRE(found->digest_into(data, text, got) == (a.family == "KangarooTwelve"));
        if (a.family != "KangarooTwelve") continue;
        (a.name == "kt128" ? hl::digest_into<hl::kt128>(data, want, text)
                           : hl::digest_into<hl::kt256>(data, want, text));
        CHECK(got == want);
    }
    CHECK_FALSE(hl::any_digest::create("sha3"));
}

TEST_CASE("an empty key is a key") {
    const auto hmac = hl::any_hash::create("hmac-sha256", {.key = bytes{}});
    REQUIRE(hmac);
    CHECK(digest_of(*hmac) == vectors::from_hex("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"));
    const bytes none;
    const auto kmac = hl::any_hash::create("kmac128", {.key = none});
    REQUIRE(kmac);
    bytes want(32);
    hl::kmac128(none).tag_into(want);
    CHECK(digest_of(*kmac) == want);
}

TEST_CASE("any_hash of nothing known") {
    CHECK(hl::any_hash::create("sha3").error().message() == "no such algorithm: sha3");
    CHECK_FALSE(hl::any_hash::create("").has_value());
}
