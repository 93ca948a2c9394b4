// SPDX-License-Identifier: Apache-2.0 OR MIT
// Messages in pieces, and calls in any order: what fits the phase works, what does not is refused and changes nothing.
#include "fuzz.hpp"

using namespace fuzz;

namespace {

enum class stage { associated_data, encryption, encrypted, decryption, decrypted };

struct session {
    input& in;
    const hl::any_aead& aead;
    bytes key, nonce, associated, taken, given, tag = bytes(16);
    hl::any_aead_stream stream;
    stage now = stage::associated_data;

    session(input& from, const hl::any_aead& chosen)
        : in(from), aead(chosen), key(exactly(chosen.key_size())), nonce(exactly(chosen.nonce_size())),
          stream(chosen.functions(), key, nonce) {}

    bytes exactly(std::size_t n) {
        bytes b = in.ConsumeBytes<std::uint8_t>(n);
        b.resize(n);
        return b;
    }

    bool may(stage wanted) const { return now == wanted || now == stage::associated_data; }

    void more_associated_data() {
        const bytes piece = some_bytes(in, 40);
        require(stream.absorb(piece) == (now == stage::associated_data), "associated data before the text only");
        if (now == stage::associated_data) associated.insert(associated.end(), piece.begin(), piece.end());
    }

    void more_text(stage wanted) {
        const bytes piece = some_bytes(in, 60), untouched(piece.size(), 0x3c);
        bytes out = untouched;
        const bool fits = wanted == stage::encryption ? stream.encrypt(piece, out) : stream.decrypt(piece, out);
        require(fits == may(wanted), "text in one direction only");
        if (!fits) return require(out == untouched, "a refused call writes nothing");
        now = wanted;
        taken.insert(taken.end(), piece.begin(), piece.end());
        given.insert(given.end(), out.begin(), out.end());
    }

    void finish() {
        const bool fits = stream.finish(tag);
        require(fits == (may(stage::encryption) || now == stage::encrypted), "only an encryption gives a tag");
        if (!fits) return;
        now = stage::encrypted;
        bytes cipher(taken.size()), whole(16);
        require(aead.encrypt(key, nonce, associated, taken, cipher, whole), "the sizes fit");
        require(cipher == given && whole == tag, "pieces are encrypted like the whole");
    }

    void verify() {
        bytes text(taken.size()), right(16);
        // the tag that this ciphertext would have: encrypt what it decrypts to
        require(aead.encrypt(key, nonce, associated, given, text, right), "the sizes fit");
        const bool forged = in.ConsumeBool();
        if (forged) right[in.ConsumeIntegralInRange<std::size_t>(0, 15)] ^= 1;
        bool in_order = false;
        const bool good = stream.verify(right, in_order);
        require(in_order == (may(stage::decryption) || now == stage::decrypted), "only a decryption compares a tag");
        if (!in_order) return require(!good, "what is out of order is not verified");
        now = stage::decrypted;
        require(good != forged, "the right tag and no other");
        require(aead.decrypt(key, nonce, associated, taken, right, text) == good,
                "pieces are decrypted like the whole");
        if (good) require(text == given, "to the same text");
    }

    void step() {
        switch (in.ConsumeIntegralInRange(0, 7)) {
        case 0:
        case 1: return more_associated_data();
        case 2:
        case 3: return more_text(stage::encryption);
        case 4:
        case 5: return more_text(stage::decryption);
        case 6: return finish();
        default: return verify();
        }
    }
};

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    const auto& a = choose(in, [](const auto& x) { return x.kind == hl::kind::aead; });
    const std::size_t key_size = in.ConsumeIntegralInRange<std::size_t>(0, 1) * 16 + 16;
    auto found = hl::any_aead::create(a.name, {.key_size = key_size});
    if (!found) found = hl::any_aead::create(a.name);
    use_some_target(in);
    session s(in, *found);
    for (int i = 0; i < 40 && in.remaining_bytes() > 0; ++i) s.step();
    return 0;
}
