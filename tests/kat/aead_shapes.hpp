// SPDX-License-Identifier: Apache-2.0 OR MIT
// Known answers of authenticated encryption: out of place, in place, in pieces, both ways; what must be rejected is, and
// leaves zeros only.
#pragma once

#include <hashlane/classes/aead.hpp>

#include "hash_shapes.hpp"

namespace kat {

struct aead_case {
    bytes key, nonce, cipher;
    bit_string associated, text, tag;
    bool valid = true;
    std::string where;
};

struct aead_file {
    const char* path;
    vectors::format format;
    aead_case (*read)(const record&);
    void (*check)(const aead_case&, tally&);
    condition only = {};
};

inline void check_file(const aead_file& f) {
    tally count(std::string(f.path) + (f.only.field ? std::string(" ") + f.only.field + " " + f.only.value : ""));
    for (const record& r : vectors::load(f.format, f.path)) {
        if (!f.only.holds(r)) continue;
        const aead_case c = f.read(r);
        if (!c.valid) count.must_reject();
        each_target([&] {
            count.vector();
            f.check(c, count);
        });
    }
}

// ---- fields of the files

// LWC: the tag ends CT. ACVP as text: a Tag of its own, Key2 for nonce masking, lengths in bits where they are counted.
inline aead_case aead_text(const record& r) {
    const auto bits = [&](const char* name, const char* count) {
        const bytes data = r.hex(name);
        return bit_string(data, r.has(count) ? r.number(count) : data.size() * 8);
    };
    aead_case c;
    c.where = r.where;
    c.key = r.hex("Key");
    c.nonce = r.hex("Nonce");
    c.cipher = r.hex("CT");
    const bytes mask = r.hex_or_empty("Key2");
    c.key.insert(c.key.end(), mask.begin(), mask.end());
    c.associated = bits("AD", "ADBits");
    c.text = bits("PT", "PTBits");
    if (r.has("Tag")) {
        c.tag = bits("Tag", "TagBits");
    } else {
        c.tag = bit_string(bytes(c.cipher.end() - 16, c.cipher.end()));
        c.cipher.resize(c.cipher.size() - 16);
    }
    c.valid = r.text_or("Result", "valid") == "valid" && r.text_or("TestPassed", "True") == "True";
    return c;
}

inline aead_case acvp_aead(const record& r) {
    aead_case c;
    c.where = r.where;
    c.key = r.hex("key");
    c.nonce = r.hex("nonce");
    c.cipher = r.hex("ct");
    const bytes mask = r.hex_or_empty("secondKey");
    c.key.insert(c.key.end(), mask.begin(), mask.end());
    c.associated = bit_string(r.hex("ad"), r.number("adLen"));
    c.text = bit_string(r.hex("pt"), r.number("payloadLen"));
    c.tag = bit_string(r.hex("tag"), r.number("tagLen"));
    c.cipher.resize(c.text.data.size());
    c.valid = r.text_or("testPassed", "true") == "true";
    return c;
}

inline aead_case wycheproof_aead(const record& r) {
    aead_case c;
    c.where = r.where;
    c.key = r.hex("key");
    c.nonce = r.hex("iv");
    c.cipher = r.hex("ct");
    c.associated = bit_string(r.hex("aad"));
    c.text = bit_string(r.hex("msg"));
    c.tag = bit_string(r.hex("tag"));
    c.valid = r.text("result") == "valid";
    return c;
}

// ---- checks

template <class A>
struct aead_checker {
    const aead_case& c;
    tally& count;
    A aead = *A::create(c.key);
    std::array<std::uint8_t, A::nonce_size> nonce = [this] {
        std::array<std::uint8_t, A::nonce_size> n{};
        std::ranges::copy(c.nonce, n.begin());
        return n;
    }();
    std::size_t size = c.cipher.size();

    static unsigned last_bits(const bit_string& s) { return s.odd() ? static_cast<unsigned>(s.odd()) : 8u; }
    hl::last_byte_bits bits() const { return {last_bits(c.associated), last_bits(c.text)}; }
    bool whole_bytes() const { return !c.associated.odd() && !c.text.odd(); }

    hl::truncated_tag tag() const { return changed_tag(0); }
    hl::truncated_tag changed_tag(int mask) const {
        bytes t = c.tag.data;
        t.front() = static_cast<std::uint8_t>(t.front() ^ mask);
        return hl::truncated_tag(t, hl::shortest_tag, last_bits(c.tag));
    }
    bool begins(const std::array<std::uint8_t, A::tag_size>& whole) const {
        return same_bits(std::span(whole).first(c.tag.data.size()), c.tag);
    }
    // The bits of the last byte beyond a text count for nothing.
    bytes cut_to_text(bytes b) const {
        if (c.text.odd()) b.back() = static_cast<std::uint8_t>(b.back() & ((1 << c.text.odd()) - 1));
        return b;
    }

    void encrypt() {
        bytes out(size, 0xEE), in_place = c.text.data;
        const auto apart = aead.encrypt(nonce, c.associated.data, c.text.data, out, bits());
        count.check(begins(apart) && out == cut_to_text(c.cipher), c.where, "encrypt");
        const auto together = aead.encrypt(nonce, c.associated.data, in_place, in_place, bits());
        count.check(begins(together) && in_place == cut_to_text(c.cipher), c.where, "encrypt in place");
    }

    void decrypt() {
        const bytes want = c.valid ? cut_to_text(c.text.data) : bytes(size);
        bytes out(size, 0xEE), in_place = c.cipher;
        const bool apart = aead.decrypt(nonce, c.associated.data, c.cipher, tag(), out, bits());
        count.check(apart == c.valid && out == want, c.where, "decrypt");
        const bool together = aead.decrypt(nonce, c.associated.data, in_place, tag(), in_place, bits());
        count.check(together == c.valid && in_place == want, c.where, "decrypt in place");
    }

    void in_pieces() {
        for (const cut& associated : cuts(c.associated.data.size(), {A::block_size}))
            for (const cut& text : {cut{"at once", {size}}, random_cut(size, A::block_size, 3)})
                one_way(associated, text);
        for (const cut& text : cuts(size, {A::block_size})) one_way(cut{"at once", {c.associated.data.size()}}, text);
    }

    auto in_pieces_of(const cut& associated) const {
        return [&](auto& associated_data) {
            feed(c.associated.data, associated, [&](auto piece) { associated_data.absorb(piece); });
        };
    }

    void one_way(const cut& associated, const cut& text) {
        const std::string how = "associated data " + associated.how + ", text " + text.how;
        bytes out(size, 0xEE);
        if (c.valid) {
            auto e = aead.encryptor(nonce, in_pieces_of(associated));
            std::size_t at = 0;
            feed(c.text.data, text, [&](auto piece) {
                e.update(piece, std::span(out).subspan(at, piece.size()));
                at += piece.size();
            });
            count.check(begins(e.finish()) && out == c.cipher, c.where, "encrypt, " + how);
        }
        out = c.cipher;
        auto d = aead.decryptor(nonce, in_pieces_of(associated));
        std::size_t at = 0;
        feed(c.cipher, text, [&](auto piece) {
            const auto place = std::span(out).subspan(at, piece.size());
            d.update(place, place);
            at += piece.size();
        });
        const bool good = d.finish(tag());
        count.check(good == c.valid && (!good || out == c.text.data), c.where, "decrypt in place, " + how);
    }

    // One bit of the tag, the ciphertext, the associated data or the nonce.
    void forge() {
        const auto refuses = [&](const auto& n, const bytes& associated, const bytes& cipher,
                                 const hl::truncated_tag& t, std::string_view how) {
            bytes out(size, 0xEE);
            count.check(!aead.decrypt(n, associated, cipher, t, out, bits()) && out == bytes(size), c.where, how);
        };
        refuses(nonce, c.associated.data, c.cipher, changed_tag(1), "forged tag");
        bytes cipher = c.cipher, associated = c.associated.data;
        auto other_nonce = nonce;
        other_nonce[15] = static_cast<std::uint8_t>(other_nonce[15] ^ 0x80);
        refuses(other_nonce, associated, cipher, tag(), "another nonce");
        if (!cipher.empty()) {
            cipher.back() = static_cast<std::uint8_t>(cipher.back() ^ 1);
            refuses(nonce, associated, cipher, tag(), "forged ciphertext");
        }
        if (!associated.empty()) {
            associated.back() = static_cast<std::uint8_t>(associated.back() ^ 1);
            refuses(nonce, associated, c.cipher, tag(), "forged associated data");
        }
    }
};

template <class A>
void check_aead(const aead_case& c, tally& count) {
    REQUIRE(c.key.size() == A::key_size);
    REQUIRE(c.nonce.size() == A::nonce_size);
    aead_checker<A> checker{c, count};
    checker.decrypt();
    if (c.valid) {
        checker.encrypt();
        checker.forge();
    }
    if (checker.whole_bytes()) checker.in_pieces();
}

}  // namespace kat
