// SPDX-License-Identifier: Apache-2.0 OR MIT
// Whole messages: apart and in place, to the byte and to the bit, on every target; one change, and nothing comes out.
#include "fuzz.hpp"

using namespace fuzz;

namespace {

template <class A>
struct box_of {
    std::array<std::uint8_t, A::key_size> key{};
    std::array<std::uint8_t, A::nonce_size> nonce{};
    std::array<std::uint8_t, A::tag_size> tag{};
    bytes associated, text, cipher;
    hl::last_byte_bits bits{};

    explicit box_of(input& in) {
        for (auto& b : key) b = in.ConsumeIntegral<std::uint8_t>();
        for (auto& b : nonce) b = in.ConsumeIntegral<std::uint8_t>();
        if (in.ConsumeProbability<float>() > 0.8f)
            bits = {in.ConsumeIntegralInRange(1u, 8u), in.ConsumeIntegralInRange(1u, 8u)};
        associated = some_bytes(in, 100);
        text = some_bytes(in, 300);
        cipher.resize(text.size());
    }
    void seal() { tag = A(key).encrypt(nonce, associated, text, cipher, bits); }
    bool open(std::span<std::uint8_t> out) const { return A(key).decrypt(nonce, associated, cipher, tag, out, bits); }

    // The bytes that are authentic: where the bit of that number lies.
    std::uint8_t& byte(std::size_t i) {
        for (std::span<std::uint8_t> part : {std::span<std::uint8_t>(key), {nonce}, {tag}, {associated}, {cipher}}) {
            if (i < part.size()) return part[i];
            i -= part.size();
        }
        std::abort();
    }
    std::size_t size() const { return key.size() + nonce.size() + tag.size() + associated.size() + cipher.size(); }
};

template <class A>
void check(input& in) {
    box_of<A> aead(in);
    use_baseline();
    aead.seal();
    use_some_target(in);
    bytes out = aead.text;
    const auto tag = A(aead.key).encrypt(aead.nonce, aead.associated, out, out, aead.bits);
    require(tag == aead.tag && out == aead.cipher, "in place, on every target");
    bytes text(out.size(), 0xa5);
    require(aead.open(text), "what was sealed opens");
    require(A(aead.key).decrypt(aead.nonce, aead.associated, out, tag, out, aead.bits) && out == text, "and in place");
    if (aead.bits.text == 8) require(text == aead.text, "it is the text");
    if (aead.bits.associated_data != 8 || aead.bits.text != 8) return;
    const std::size_t bit = in.ConsumeIntegralInRange<std::size_t>(0, 8 * aead.size() - 1);
    aead.byte(bit / 8) = static_cast<std::uint8_t>(aead.byte(bit / 8) ^ 1u << bit % 8);
    require(!aead.open(text) && text == bytes(text.size()), "a forgery, and no byte of the text");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    int count = 0, chosen = in.ConsumeIntegral<std::uint8_t>();
    hl::any_detail::each_aead([&]<class A>() { ++count; });
    chosen %= count;
    hl::any_detail::each_aead([&]<class A>() {
        if (chosen-- == 0) check<A>(in);
    });
    return 0;
}
