// SPDX-License-Identifier: Apache-2.0 OR MIT
// Tests of SP 800-232: Ascon-AEAD128, Ascon-Hash256, Ascon-XOF128, Ascon-CXOF128. The odd bits of every string are the
// low ones of its last byte, for ACVP as for the library.

#include <algorithm>
#include <array>
#include <utility>

#include <hashlane/ascon.hpp>

#include "acvp.hpp"

namespace hashlane::cli::acvp {
namespace {

void require_functional(const group& g) {
    if (g.test_type != "AFT") g.refuse_type();
}

unsigned bits_of_last_byte(const bit_string& s) { return s.odd() == 0 ? 8u : static_cast<unsigned>(s.odd()); }

std::array<std::uint8_t, 16> sixteen(const node& value) {
    const bytes data = value.hex();
    if (data.size() != 16) value.refuse("this has " + std::to_string(data.size()) + " bytes, not 16");
    std::array<std::uint8_t, 16> out{};
    std::copy(data.begin(), data.end(), out.begin());
    return out;
}

// What a test of Ascon-AEAD128 gives, in either direction.
struct aead_test {
    std::array<std::uint8_t, 16> nonce;
    bit_string associated, input;  // the text or the ciphertext
    std::size_t tag_bits;

    last_byte_bits bits() const { return {bits_of_last_byte(associated), bits_of_last_byte(input)}; }
};

template <class Aead>
void encrypt(const Aead& aead, const aead_test& t, answer& out) {
    bytes cipher(t.input.data.size());
    const auto tag = aead.encrypt(t.nonce, t.associated.data, t.input.data, cipher, t.bits());
    bit_string cut{bytes(tag.begin(), tag.begin() + static_cast<std::ptrdiff_t>(bytes_of(t.tag_bits))), t.tag_bits};
    out.hex("ct", cipher).hex("tag", cut_low(std::move(cut)).data);
}

template <class Aead>
void decrypt(const Aead& aead, const aead_test& t, const bit_string& tag, answer& out) {
    bytes text(t.input.data.size());
    const truncated_tag given(tag.data, shortest_tag, bits_of_last_byte(tag));
    const bool good = aead.decrypt(t.nonce, t.associated.data, t.input.data, given, text, t.bits());
    out.truth("testPassed", good);
    if (good) out.hex("pt", text);
}

template <class Aead>
void answer_with(const group& g, const bytes& key, const node& test, answer& out) {
    const std::string direction = g.object.at("direction").text();
    const bool encrypting = direction == "encrypt";
    if (!encrypting && direction != "decrypt") g.object.at("direction").not_answered("this direction is unknown");
    const aead_test t{sixteen(test.at("nonce")), bits_of(g, test, "ad", "adLen"),
                      bits_of(g, test, encrypting ? "pt" : "ct", "payloadLen"),
                      static_cast<std::size_t>(g.member(test, "tagLen").number_within(8 * shortest_tag, 128))};
    const auto aead = Aead::create(key);
    if (!aead) test.at("key").refuse("no such key");
    if (encrypting) return encrypt(*aead, t, out);
    decrypt(*aead, t, bits_of(g, test, "tag", "tagLen"), out);
}

}  // namespace

void answer_ascon_aead(const group& g, const node& test, answer& out) {
    require_functional(g);
    const auto key = sixteen(test.at("key"));
    bytes both(key.begin(), key.end());
    if (!g.object.at("supportsNonceMasking").truth()) return answer_with<ascon_aead128>(g, both, test, out);
    const auto second = sixteen(test.at("secondKey"));
    both.insert(both.end(), second.begin(), second.end());
    answer_with<ascon_aead128_masked>(g, both, test, out);
}

void answer_ascon_hash(const group& g, const node& test, answer& out) {
    require_functional(g);
    out.hex("md", digest_of(created(g, g.algorithm.ours), bits_of(g, test, "msg", "len"), 256).data);
}

void answer_ascon_xof(const group& g, const node& test, answer& out) {
    require_functional(g);
    const std::size_t bits = output_bits(g, test, "outLen");
    out.hex("md", digest_of(created(g, g.algorithm.ours), bits_of(g, test, "msg", "len"), bits).data);
}

void answer_ascon_cxof(const group& g, const node& test, answer& out) {
    require_functional(g);
    const bit_string custom = bits_of(g, test, "cs", "csLen");
    const bit_string message = bits_of(g, test, "msg", "len");
    auto made = ascon_cxof128::create(custom.whole(), partial(custom));
    if (!made) g.member(test, "csLen").refuse("a customization string has at most 2048 bits");
    const std::size_t bits = output_bits(g, test, "outLen");
    bit_string md{bytes(bytes_of(bits)), bits};
    made->absorb(message.whole()).reader(partial(message)).squeeze(md.data);
    out.hex("md", cut_low(std::move(md)).data);
}

}  // namespace hashlane::cli::acvp
