// SPDX-License-Identifier: Apache-2.0 OR MIT
// What holds for every AEAD of the registry: it opens what it sealed, on any target, and nothing else.
#include <hashlane/classes/aead.hpp>

#include "algorithms.hpp"

using namespace properties;
using kat::tally;

namespace {

template <class F>
void each_aead(F&& f) {
    hl::registry::for_each([&]<class Row>(Row) {
        if constexpr (Row::info().kind == hl::kind::aead) apart<typename Row::type>(f);
    });
}

template <std::size_t N>
std::array<std::uint8_t, N> random_array(std::uint32_t seed) {
    std::array<std::uint8_t, N> out;
    std::ranges::copy(random_bytes(N, seed), out.begin());
    return out;
}

template <class A>
struct sealed {
    std::array<std::uint8_t, A::key_size> key = random_array<A::key_size>(81);
    std::array<std::uint8_t, A::nonce_size> nonce = random_array<A::nonce_size>(82);
    bytes associated, text, cipher;
    std::array<std::uint8_t, A::tag_size> tag{};

    sealed(std::size_t associated_size, std::size_t text_size)
        : associated(random_bytes(associated_size, 83)), text(random_bytes(text_size, 84)), cipher(text_size) {
        tag = A(key).encrypt(nonce, associated, text, cipher);
    }
    bool opens() const {
        bytes out(cipher.size(), 0xEE);
        const bool good = A(key).decrypt(nonce, associated, cipher, tag, out);
        return good && out == text;
    }
};

// Each bit of some bytes flipped in turn.
template <class Bytes, class F>
void each_flip(Bytes& b, F&& f) {
    for (std::size_t bit = 0; bit < 8 * b.size(); ++bit) {
        b[bit / 8] = static_cast<std::uint8_t>(b[bit / 8] ^ 1u << bit % 8);
        f(bit);
        b[bit / 8] = static_cast<std::uint8_t>(b[bit / 8] ^ 1u << bit % 8);
    }
}

}  // namespace

TEST_CASE("what is sealed is opened, at every length") {
    each_aead([]<class A>() {
        tally count("round trips " + std::string(A::name));
        for (std::size_t n = 0; n <= 4 * A::block_size + 1; ++n)
            for (const std::size_t associated : {std::size_t{0}, std::size_t{1}, A::block_size, n}) {
                kat::each_target([&] {
                    count.vector();
                    count.check(sealed<A>(associated, n).opens(), std::to_string(associated) + ", " + std::to_string(n),
                                "apart");
                });
            }
    });
}

TEST_CASE("every target seals alike") {
    each_aead([]<class A>() {
        tally count("targets agree " + std::string(A::name));
        for (std::size_t n = 1000; n < 70000; n = n * 2 + 1) {
            const sealed<A> widest(n / 3, n);
            kat::each_target([&] {
                const sealed<A> here(n / 3, n);
                count.vector();
                count.check(here.cipher == widest.cipher && here.tag == widest.tag && widest.opens(), std::to_string(n),
                            "seal and open");
            });
        }
    });
}

TEST_CASE("one flipped bit anywhere: refused, and zeros only") {
    each_aead([]<class A>() {
        tally count("forgeries " + std::string(A::name));
        for (const std::size_t n : {std::size_t{0}, std::size_t{1}, A::block_size, 2 * A::block_size + 3}) {
            sealed<A> s(n, n);
            kat::each_target([&] {
                const auto refused = [&](std::string_view what) {
                    return [&, what](std::size_t bit) {
                        bytes out(n, 0xEE);
                        const bool opened = A(s.key).decrypt(s.nonce, s.associated, s.cipher, s.tag, out);
                        count.vector();
                        count.check(!opened && out == bytes(n), std::to_string(n) + " bit " + std::to_string(bit),
                                    what);
                    };
                };
                each_flip(s.tag, refused("tag"));
                each_flip(s.cipher, refused("ciphertext"));
                each_flip(s.associated, refused("associated data"));
                each_flip(s.nonce, refused("nonce"));
                each_flip(s.key, refused("key"));
                count.check(s.opens(), std::to_string(n), "unharmed");
            });
        }
    });
}

TEST_CASE("associated data and text are not mixed up") {
    each_aead([]<class A>() {
        const sealed<A> s(5, 11);
        for (std::size_t n = 0; n <= 5; ++n) {  // associated data cut short, its rest before the ciphertext
            bytes cipher(s.associated.begin() + static_cast<std::ptrdiff_t>(n), s.associated.end());
            cipher.insert(cipher.end(), s.cipher.begin(), s.cipher.end());
            bytes out(cipher.size());
            const auto associated = std::span(s.associated).first(n);
            CHECK(A(s.key).decrypt(s.nonce, associated, cipher, s.tag, out) == (n == 5));
        }
    });
}

TEST_CASE("a key of another size makes no aead") {
    each_aead([]<class A>() {
        for (std::size_t n = 0; n <= 40; ++n) CHECK(A::create(bytes(n)).has_value() == (n == A::key_size));
    });
}
