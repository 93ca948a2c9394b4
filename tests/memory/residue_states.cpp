// SPDX-License-Identifier: Apache-2.0 OR MIT
// What stays behind of keyed states and of tags: each wipe of the library, alone, where no other one is behind it. Vector
// registers are cleared when an object is destroyed: where it lives on, they are not looked at.
// tests/memory/wipes.py leaves each of them out in turn.
#include <hashlane/batch.hpp>
#include <hashlane/by_name/aead_batch.hpp>
#include <hashlane/by_name/kdf.hpp>
#include <hashlane/hashlane.hpp>

#include <new>

#include "residue.hpp"

#if defined(HASHLANE_X86)

using namespace residues;

namespace {

// An object that is made on the stack of the call and never destroyed.
template <class T>
struct undestroyed {
    alignas(T) unsigned char room[sizeof(T)];
    template <class... Args>
    T& make(const Args&... args) {
        return *::new (static_cast<void*>(room)) T(args...);
    }
    ~undestroyed() { asm volatile("" : : "r"(room) : "memory"); }
};

// The same in memory that is not searched.
template <class T, class... Args>
T& elsewhere(const Args&... args) {
    alignas(T) static unsigned char room[sizeof(T)];
    return *::new (static_cast<void*>(room)) T(args...);
}

// What `make` gives, in memory that was zero and is not searched: its padding is zero, and words_in() leaves it out.
template <class F>
auto& in_zeroed_memory(F make) {
    using T = decltype(make());
    alignas(T) static unsigned char room[sizeof(T)];
    std::memset(room, 0, sizeof room);
    return *::new (static_cast<void*>(room)) T(make());
}

template <class T>
void keep(const T& object) {
    asm volatile("" : : "r"(&object) : "memory");
}

void append(bytes& to, std::span<const std::uint8_t> more) { to.insert(to.end(), more.begin(), more.end()); }

// The words of an object that chance does not make again: no counts, no flags.
template <class T>
bytes words_in(const T& object) {
    std::array<std::uint8_t, sizeof(T)> all;
    std::memcpy(all.data(), static_cast<const void*>(&object), sizeof(T));
    bytes found;
    for (std::size_t i = 0; i + 8 <= all.size(); i += 8)
        if (std::count(all.begin() + static_cast<std::ptrdiff_t>(i), all.begin() + static_cast<std::ptrdiff_t>(i) + 8,
                       std::uint8_t{0}) < 2)
            append(found, std::span(all).subspan(i, 8));
    return found;
}

// Big-endian words of 4 bytes as this processor stores them.
bytes turned(std::span<const std::uint8_t> in) {
    bytes out(in.begin(), in.end());
    for (std::size_t i = 0; i + 4 <= out.size(); i += 4)
        std::reverse(out.begin() + static_cast<std::ptrdiff_t>(i), out.begin() + static_cast<std::ptrdiff_t>(i) + 4);
    return out;
}

// A digest, as bytes and as words.
template <class H>
bytes digest_of(std::span<const std::uint8_t> message) {
    const auto digest = hl::digest<H>(message);
    bytes out(digest.begin(), digest.end());
    append(out, turned(digest));
    return out;
}

template <class F>
void each_aead_type(F&& f) {
    hl::any_detail::each_aead([&]<class A>() {
        static const bytes key = planted_key(A::key_size);
        f.template operator()<A>(key, A(std::span(key).template first<A::key_size>()), std::string(A::name));
    });
}

constexpr std::array<std::uint8_t, 16> nonce{1, 77, 3, 200, 5, 61, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

}  // namespace

template <class H>
void kept_objects_of(const std::string& name) {
    using mac = hl::hmac<H>;
    const bytes key = planted_key(40), long_key = planted_key(300);
    check("HMAC-" + name, key, [&] { keep(elsewhere<mac>(key)); }, in_vectors);
    check("HMAC-" + name + ", a long key", long_key, [&] { keep(elsewhere<mac>(long_key)); }, in_vectors);
    check(
        "HMAC-" + name + ", a hashed key", digest_of<H>(long_key), [&] { keep(elsewhere<mac>(long_key)); }, in_vectors);
}

TEST_CASE("HMAC: the padded key of an object that lives on") {
    kept_objects_of<hl::sha256>("SHA-256");
    kept_objects_of<hl::sha512>("SHA-512");
    kept_objects_of<hl::sha3_256>("SHA3-256");
}

TEST_CASE("HMAC: what a truncated tag leaves out, and the right tag of a forgery") {
    using mac = hl::hmac<hl::sha512>;
    const mac keyed(planted_key(40));
    const auto whole = keyed.tag();
    check(
        "the rest of a tag", bytes(whole.begin() + 8, whole.end()), [&] { keep(keyed.tag<8>()); },
        in_general | in_vectors);
    const mac::digest_type wrong{};
    check(
        "the right tag", bytes(whole.begin(), whole.end()), [&] { (void)!keyed.verify(wrong); },
        in_general | in_vectors);
}

TEST_CASE("keyed objects that are destroyed: all their words") {
    const auto destroyed = []<class Mac>(const std::string& name) {
        const bytes message = planted_key(90);
        auto& keyed = elsewhere<Mac>(planted_key(40));
        check(name, words_in(keyed), [&] {
            auto copy = keyed;
            keep(copy);
        });
        keyed.update(message);
        check(name + " fed", words_in(keyed), [&] {
            auto copy = keyed;
            keep(copy);
        });
    };
    destroyed.operator()<hl::hmac<hl::sha512>>("HMAC-SHA-512");
    destroyed.operator()<hl::hmac<hl::sha3_256>>("HMAC-SHA3-256");
    destroyed.operator()<hl::kmac128>("KMAC128");
    destroyed.operator()<hl::hopmac128>("HopMAC128");
}

// The state of a sponge that has ended can be run backwards.
TEST_CASE("HMAC over a sponge: the state of the outer hash") {
    const bytes key = planted_key(40), message(20, 4);
    hl::keccak_sponge<136, 0x06> inner, outer;
    for (std::size_t i = 0; i < 136; ++i) {
        const std::uint8_t k = i < key.size() ? key[i] : std::uint8_t{0};
        inner.absorb_byte(k ^ 0x36);
        outer.absorb_byte(k ^ 0x5c);
    }
    std::array<std::uint8_t, 32> digest;
    inner.absorb(message.data(), message.size());
    inner.finish();
    inner.squeeze(digest.data(), digest.size());
    outer.absorb(digest.data(), digest.size());
    outer.finish();
    bytes secret = words_in(outer.A);
    secret.erase(secret.begin(), secret.begin() + 32);
    // It lives on, so that no destructor clears the frames of tag().
    auto& keyed = elsewhere<hl::hmac<hl::sha3_256>>(key);
    keyed.update(message);
    check("HMAC-SHA3-256", secret, [&] { keep(keyed.tag()); });
}

TEST_CASE("MACs of any length: the right tag of a forgery") {
    const auto forged = []<class Mac>(const std::string& name) {
        const Mac& keyed = elsewhere<Mac>(planted_key(40));
        bytes right(48), wrong(48);
        if constexpr (requires { keyed.reader(); }) {
            keyed.reader().squeeze(right);
            check(name, right, [&] { (void)!keyed.reader().verify(wrong); }, in_general | in_vectors);
        } else {
            keyed.tag_into(right);
            check(name, right, [&] { (void)!keyed.verify(wrong); }, in_general | in_vectors);
        }
    };
    forged.operator()<hl::kmac128>("KMAC128");
    forged.operator()<hl::kmacxof256>("KMACXOF256");
    forged.operator()<hl::hopmac128>("HopMAC128");
}

template <class H>
void few_messages_of(const std::string& name) {
    using mac = hl::hmac<H>;
    const bytes key = planted_key(40);
    const mac& keyed = elsewhere<mac>(key);
    for (const std::size_t count : {1u, 2u, 3u}) {
        std::vector<bytes> messages;
        bytes secret, tags(count * H::digest_size);
        for (std::size_t i = 0; i < count; ++i) {
            bytes padded(H::block_size, 0x36);
            for (std::size_t k = 0; k < key.size(); ++k) padded[k] ^= key[k];
            messages.emplace_back(30 + i, std::uint8_t{5});
            append(padded, messages[i]);
            append(secret, digest_of<H>(padded));
        }
        check("HMAC-" + name + " of " + std::to_string(count), secret, [&] { hl::tag_many(keyed, messages, tags); });
    }
}

TEST_CASE("HMAC of few messages: the inner digests") {
    few_messages_of<hl::sha256>("SHA-256");
    few_messages_of<hl::sha512>("SHA-512");
}

TEST_CASE("AEAD in pieces, by type: the states of both directions") {
    each_aead_type([]<class A>(const bytes&, const A& aead, const std::string& name) {
        const bytes associated(20, 2), text(32, 3);
        bytes cipher(32), started, encrypting, decrypting;
        auto& encryptor = in_zeroed_memory([&] { return aead.encryptor(nonce, associated); });
        started = words_in(encryptor);
        encrypting = words_in(encryptor.update(text, cipher));
        auto& decryptor = in_zeroed_memory([&] { return aead.decryptor(nonce, associated); });
        decrypting = words_in(decryptor.update(cipher, cipher));
        check(name + ", associated data", started, [&] {
            auto e = aead.encryptor(nonce, associated);
            keep(e);
        });
        check(name + ", associated data in pieces", started, [&] {
            auto e = aead.encryptor(nonce, [&](auto& a) {
                a.absorb(std::span(associated).first(9)).absorb(std::span(associated).last(11));
            });
            keep(e);
        });
        check(name + ", encryptor", encrypting, [&] {
            auto e = aead.encryptor(nonce, associated);
            e.update(text, cipher);
            keep(e);
        });
        check(name + ", decryptor", decrypting, [&] {
            auto d = aead.decryptor(nonce, associated);
            d.update(cipher, cipher);
            keep(d);
        });
    });
}

// The state lies below the frame of the callable then, far from that of the message.
TEST_CASE("AEAD in pieces, by type: associated data that a callable with a large frame absorbs") {
    each_aead_type([]<class A>(const bytes& key, const A& aead, const std::string& name) {
        const bytes associated(37, 2);
        bytes absorbed = key;
        using state = hl::aead_state<typename A::variant>;
        const hl::duplex_key<typename A::variant> words(key.data());
        auto& s = in_zeroed_memory([&] { return state(words, nonce.data()); });
        s.absorb(associated);
        append(absorbed, words_in(s));
        check(name, absorbed, [&] {
            auto e = aead.encryptor(nonce, [&](auto& data) {
                std::uint8_t large[8000];
                asm volatile("" : : "r"(large) : "memory");
                data.absorb(associated);
                asm volatile("" : : "r"(large) : "memory");
            });
            keep(e);
        });
    });
}

TEST_CASE("AEAD in pieces, by type: the right tag of a forgery") {
    each_aead_type([]<class A>(const bytes&, const A& aead, const std::string& name) {
        const bytes associated(20, 2);
        bytes cipher(32, 3), text(32);
        const std::array<std::uint8_t, 16> wrong{};
        const auto right = aead.encrypt(nonce, associated, text, cipher);
        check(name, bytes(right.begin(), right.end()), [&] {
            struct {
                typename A::decryptor_type d;
                std::array<std::uint8_t, 512> above{};  // what comes after the call writes over it, not over d
            } held{aead.decryptor(nonce, associated)};
            held.d.update(cipher, text);
            (void)!held.d.finish(wrong);
            keep(held);
        });
    });
}

TEST_CASE("AEAD in pieces, by name: a stream that has ended and lives on") {
    each_aead_type([]<class A>(const bytes& key, const A& aead, const std::string& name) {
        const std::string_view own = A::key_size == 32 ? hl::ascon_aead128::name : A::name;
        const auto chosen = hl::any_aead::create(own, {.key_size = A::key_size});
        REQUIRE(chosen);
        const bytes text(32, 3), tag(16, 4);
        bytes cipher(32), out(32), made(16);
        const auto right = aead.encrypt(nonce, bytes(), text, cipher);
        bytes secret = key;
        for (std::size_t i = 0; i < 16; ++i) secret.push_back(right[i] ^ key[A::key_size % 16 + i]);
        check(name + ", encryption", secret, [&] {
            undestroyed<hl::any_aead_stream> s;
            auto& stream = s.make(*chosen, hl::octets_in(key), hl::octets_in(nonce));
            (void)!stream.encrypt(text, cipher);
            (void)!stream.finish(made);
        });
        check(name + ", decryption", secret, [&] {
            undestroyed<hl::any_aead_stream> s;
            auto& stream = s.make(*chosen, hl::octets_in(key), hl::octets_in(nonce));
            bool in_order = false;
            (void)!stream.decrypt(cipher, out);
            (void)!stream.verify(tag, in_order);
        });
    });
}

TEST_CASE("nonce masking: the masked nonce") {
    using A = hl::ascon_aead128_masked;
    const bytes key = planted_key(32), text(40, 3);
    const A& aead = elsewhere<A>(std::span(key).first<32>());
    bytes masked(16), cipher(40);
    for (std::size_t i = 0; i < 16; ++i) masked[i] = nonce[i] ^ key[16 + i];
    check("at once", masked, [&] { (void)!aead.encrypt(nonce, bytes(), text, cipher)[0]; });
    std::array<std::array<std::uint8_t, 16>, 1> tags{}, nonces{nonce};
    std::vector<bytes> texts{text}, ciphers{cipher};
    check("a record", masked, [&] { hl::encrypt_many(aead, nonces, bytes(), texts, ciphers, tags); });
}

TEST_CASE("many records: key, states and tags") {
    each_aead_type([]<class A>(const bytes& key, const A& aead, const std::string& name) {
        const bytes associated(20, 2);
        for (const bool equal : {true, false})
            for (const std::size_t count : {1u, 3u, 17u}) {
                std::vector<std::array<std::uint8_t, 16>> nonces(count, nonce), tags(count), wrong(count);
                std::vector<bytes> texts, ciphers;
                bytes secret = key, right;
                for (std::size_t i = 0; i < count; ++i) {
                    nonces[i][3] = static_cast<std::uint8_t>(i);
                    texts.emplace_back(equal ? 48 : 16 * i, std::uint8_t{3});
                    ciphers.emplace_back(texts[i].size());
                    tags[i] = aead.encrypt(nonces[i], associated, texts[i], ciphers[i]);
                    if (i >= 3) continue;  // three are enough to look for
                    append(right, tags[i]);
                    for (std::size_t k = 0; k < 16; ++k) secret.push_back(tags[i][k] ^ key[A::key_size % 16 + k]);
                    auto& e = in_zeroed_memory([&] { return aead.encryptor(nonces[i], associated); });
                    e.update(texts[i], ciphers[i]);
                    append(secret, words_in(e));
                }
                const std::string what = name + ", " + std::to_string(count) + (equal ? " equal" : " mixed");
                check(what, secret, [&] { hl::encrypt_many(aead, nonces, associated, texts, ciphers, tags); });
                auto out = ciphers;
                check(what + ", forged", right,
                      [&] { (void)!hl::decrypt_many(aead, nonces, associated, ciphers, wrong, out); });
            }
    });
}

// Of two iterations both are secret, and their sum is the key.
template <class H>
void many_keys_of(const std::string& name) {
    constexpr std::size_t n = H::digest_size;
    for (const std::size_t count : {1u, 3u, 20u}) {
        std::vector<bytes> passwords, salts, keys;
        bytes secret;
        for (std::size_t i = 0; i < count; ++i) {
            passwords.push_back(planted_key(40));
            passwords[i][0] = static_cast<std::uint8_t>(i);
            salts.emplace_back(16, std::uint8_t{7});
            keys.emplace_back(n - 20);
            bytes first(n), both(n);
            (void)hl::derive_into<hl::pbkdf2<H>>(passwords[i], salts[i], 1, first);
            (void)hl::derive_into<hl::pbkdf2<H>>(passwords[i], salts[i], 2, both);
            if (i >= 3) continue;
            append(secret, std::span(both).last(16));
            for (std::size_t k = 0; k < n; ++k) both[k] ^= first[k];
            append(secret, first);
            append(secret, both);
        }
        append(secret, turned(secret));
        check(name + ", " + std::to_string(count), secret, [&] { hl::derive_many<H>(passwords, salts, 2, keys); });
    }
}

TEST_CASE("many derived keys: the iterations, and what is not given of a key") {
    many_keys_of<hl::sha512>("PBKDF2-SHA-512");
    many_keys_of<hl::sha256>("PBKDF2-SHA-256");
    many_keys_of<hl::sha3_256>("PBKDF2-SHA3-256");
}

TEST_CASE("HKDF by name, and over its info") {
    const auto kdf = hl::any_kdf::create("hkdf-sha512");
    REQUIRE(kdf);
    const bytes key = planted_key(40), salt(16, 7);
    bytes out(64), memory(200, 3);
    REQUIRE(kdf->hkdf_extract(key, salt, out));
    check("extract", out, [&] { (void)!kdf->hkdf_extract(key, salt, out); }, in_general | in_vectors);
    const bytes extracted = out;
    check("derive", extracted, [&] { (void)!kdf->hkdf(key, salt, memory, std::span(out).first(20)); });
    REQUIRE(kdf->hkdf_expand(key, memory, out));
    check(
        "expand over info", out,
        [&] {
            std::ranges::fill(memory, std::uint8_t{3});
            (void)!kdf->hkdf_expand(key, memory, std::span(memory).first(64));
        },
        in_general | in_vectors);
    CHECK(std::ranges::equal(std::span(memory).first(64), out));
}

#endif
