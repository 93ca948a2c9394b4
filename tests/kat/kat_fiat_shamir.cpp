// SPDX-License-Identifier: Apache-2.0 OR MIT
// draft-irtf-cfrg-fiat-shamir-03: duplex sponge, sessions, codecs, what must be refused, and its sumcheck; spongefish.
#include <hashlane/transcript.hpp>

#include "kat.hpp"
#include "sumcheck.hpp"

namespace {

using namespace kat;

// 2^256 - 189, of the codec vectors.
struct below_2_256 {
    static constexpr std::array<std::uint64_t, 4> modulus{0xffffffffffffff43, ~std::uint64_t{0}, ~std::uint64_t{0},
                                                          ~std::uint64_t{0}};
};

// 0x...: the words of an integer, low first.
template <class F>
typename hl::field_of<F>::integer integer(const std::string& text) {
    std::array<std::uint64_t, 8> w{};
    const std::string_view digits = std::string_view(text).substr(2);
    for (std::size_t i = 0; i < digits.size(); ++i)
        w[i / 16] |= std::uint64_t(std::stoul(std::string(1, digits[digits.size() - 1 - i]), nullptr, 16))
                     << 4 * (i % 16);
    typename hl::field_of<F>::integer out{};
    if constexpr (requires { out.size(); })
        std::copy_n(w.begin(), out.size(), out.begin());
    else
        out = static_cast<typename hl::field_of<F>::integer>(w[0]);
    return out;
}

template <class F>
bool is_modulus(const record& r) {
    const auto m = integer<F>(r.text("Modulus"));
    if constexpr (requires { m.size(); })
        return m == F::modulus;
    else
        return m == F::modulus[0];
}

// Calls f.operator()<F>() for the field that the record names by its modulus; false: there is none such.
template <class F>
bool with_field(const record& r, F&& f) {
    const auto try_one = [&]<class Field>() {
        if (!is_modulus<Field>(r)) return false;
        f.template operator()<Field>();
        return true;
    };
    return try_one.template operator()<below_2_256>() || try_one.template operator()<hl::p256_scalar>() ||
           try_one.template operator()<hl::mersenne31>();
}

template <class D>
bytes replay(D sponge, const record& r, bool only_last) {
    bytes out;
    for (const record& step : r.lists.at("Operations")) {
        if (step.text("type") == "absorb") {
            const bytes data = step.has("ptn") ? vectors::ptn(step.number("ptn")) : step.hex_or_empty("data");
            sponge.absorb(data.data(), data.size());
        } else {
            bytes squeezed(step.number("length"));
            sponge.squeeze(squeezed.data(), squeezed.size());
            if (only_last) out.clear();
            out.insert(out.end(), squeezed.begin(), squeezed.end());
        }
    }
    return out;
}

hl::session_id id_of(const record& r) {
    hl::session_id id{};
    const bytes b = r.hex("SessionId");
    REQUIRE(b.size() == id.bytes.size());
    std::ranges::copy(b, id.bytes.begin());
    return id;
}

struct vector_encoder {
    std::vector<std::uint8_t> out;
    template <class B>
    void bytes(const B* p, std::size_t n) {
        for (; n != 0; --n) out.push_back(static_cast<std::uint8_t>(*p++));
    }
    template <class W>
    void integer(W w) {
        for (std::size_t i = 0; i < sizeof w; ++i) out.push_back(static_cast<std::uint8_t>(w >> 8 * i));
    }
};

template <class C, class V>
bytes encoded(const V& value) {
    vector_encoder e;
    C::encode(e, value);
    return e.out;
}

template <class C>
void check_refused(const record& r, tally& count, hl::refusal expected) {
    count.must_reject();
    count.check(r.text("Expected") == "reject", r.where, "is a case to refuse");
    count.check(hl::deserialize<C>(r.hex("Input")).why() == expected, r.where, "refused, and why");
}

template <class D>
void check_sponge(const record& r, tally& count) {
    count.check(replay(D(id_of(r)), r, false) == r.hex("Output"), r.where, "duplex");
    const auto any = hl::any_duplex::create(r.text("Hash"), id_of(r));
    count.check(any && replay(*any, r, false) == r.hex("Output"), r.where, "chosen by name");
}

template <class D>
void check_session(const record& r, tally& count) {
    const bytes want = r.hex("Output"), tag = r.hex("Tag");
    count.check(std::ranges::equal(hl::derive_session_id<D>(tag).bytes, want), r.where, "session");
    const auto chosen = hl::derive_session_id(r.text("Hash"), tag);
    count.check(chosen && std::ranges::equal(chosen->bytes, want), r.where, "by name");
}

void check_decode_uint(const record& r, const bytes& squeezed, tally& count) {
    const bool known = with_field(r, [&]<class F>() {
        using C = hl::field_codec<F>;
        const auto challenge = integer<F>(r.text("Challenge"));
        count.check(squeezed.size() == C::template sampled<16>, r.where, "Ns + 16 bytes");
        count.check(C::template sample<16>(squeezed.data()) == challenge, r.where, "LE2IP mod p");
    });
    count.check(known, r.where, "a known modulus");
}

template <class D>
void check_decode_uint_squeezed(const record& r, tally& count) {
    check_sponge<D>(r, count);
    check_decode_uint(r, r.hex("Output"), count);
    // The same by a verifier whose instance is the string "instance".
    const auto& first = r.lists.at("Operations").front();
    const auto started = hl::session<D>(id_of(r)).encoded_instance(first.hex("data"));
    const auto typed = hl::session<D>(id_of(r)).template instance<hl::string_codec>(std::string_view("instance"));
    const bool known = with_field(r, [&]<class F>() {
        for (const auto& s : {started, typed}) {
            hl::verifier v(s, std::span<const std::uint8_t>{});
            count.check(v.template challenge_in<F>() == integer<F>(r.text("Challenge")), r.where, "challenge");
        }
    });
    count.check(known, r.where, "a known modulus");
}

// ---- sumcheck

using sumcheck_test::outcome;

template <class D>
void check_sumcheck(const record& r, tally& count) {
    const bytes narg = r.hex("Narg");
    const auto v = static_cast<std::uint32_t>(r.number("NumVariables"));
    const auto sum = integer<hl::mersenne31>(r.text("ClaimedSum"));
    count.check(is_modulus<hl::mersenne31>(r), r.where, "Mersenne31");
    if (r.has("Tag")) count.check(hl::derive_session_id<D>(r.hex("Tag")) == id_of(r), r.where, "session");
    const hl::session<D> s(id_of(r));
    if (r.text_or("Expected", "") == "reject") {
        count.must_reject();
        const outcome end = sumcheck_test::verify<D>(s, v, sum, narg);
        const hl::refusal expected = r.text("Id").ends_with("trailing_bytes")   ? hl::refusal::trailing_bytes
                                     : r.text("Id").ends_with("round_identity") ? hl::refusal::check_failed
                                                                                : hl::refusal::not_canonical;
        count.check(end.why == expected, r.where, hl::reason(end.why));
        return;
    }
    std::vector<std::uint32_t> witness;
    for (const std::string& w : r.all("Witness")) witness.push_back(static_cast<std::uint32_t>(std::stoul(w)));
    const auto final_evaluation = integer<hl::mersenne31>(r.text("FinalEvaluation"));
    const auto [proof, value] = sumcheck_test::prove<D>(s, v, witness);
    count.check(proof == narg, r.where, "the proof");
    count.check(value == final_evaluation, r.where, "the final evaluation");
    const outcome end = sumcheck_test::verify<D>(s, v, sum, narg);
    count.check(end.why == hl::refusal::none && end.value == final_evaluation, r.where, "verifies");
}

// ---- records

template <class D>
void check_record(const record& r, tally& count) {
    const std::string& function = r.text("Function");
    if (function == "DuplexSponge") return check_sponge<D>(r, count);
    if (function == "DeriveSessionID") return check_session<D>(r, count);
    if (function == "DecodeUint") return check_decode_uint_squeezed<D>(r, count);
    if (function == "Sumcheck") return check_sumcheck<D>(r, count);
    count.check(false, r.where, "an unknown function");
}

template <class F>
void check_field(const record& r, tally& count) {
    using C = hl::field_codec<F>;
    const auto value = integer<F>(r.text("Value"));
    count.check(encoded<C>(value) == r.hex("Output"), r.where, "serialized");
    const bytes out = r.hex("Output");
    const auto back = hl::deserialize<C>(out);
    count.check(back && *back == value, r.where, "deserialized");
}

void check_extension(const record& r, tally& count) {
    using C = hl::field_codec<hl::extension_field<below_2_256, 2>>;
    count.check(r.number("ExtensionDegree") == 2 && is_modulus<below_2_256>(r), r.where, "degree and modulus");
    if (r.has("Expected")) return check_refused<C>(r, count, hl::refusal::not_canonical);
    const bytes in = r.hex("Input");
    const auto value = hl::deserialize<C>(in);
    count.check(value && encoded<C>(*value) == in, r.where, "there and back");
    for (std::size_t i = 0; i < 2; ++i)
        count.check(value && (*value)[i] == integer<below_2_256>(r.all("Coordinates").at(i)), r.where, "a coordinate");
}

void check_string(const record& r, tally& count) {
    const bytes out = r.hex("Output"), in = r.hex_or_empty("Input");
    count.check(encoded<hl::string_codec>(in) == out, r.where, "serialized");
    const auto back = hl::deserialize<hl::string_codec>(out);
    count.check(back && std::ranges::equal(*back, in), r.where, "deserialized");
}

void check_codec(const record& r, tally& count) {
    const std::string& function = r.text("Function");
    const bool too_short = r.text("Id").ends_with("short");
    if (function == "SerializeVarLenString") return check_string(r, count);
    if (function == "DeserializeVarLenString") return check_refused<hl::string_codec>(r, count, hl::refusal::truncated);
    if (function == "DeserializeField") return check_extension(r, count);
    if (function == "DecodeUint") return check_decode_uint(r, r.hex("Input"), count);
    if (function == "Sumcheck") {  // of no suite: refused in each
        check_sumcheck<hl::shake128_duplex>(r, count);
        return check_sumcheck<hl::turboshake128_duplex>(r, count);
    }
    const bool known = with_field(r, [&]<class F>() {
        if (function == "DeserializeUint")
            check_refused<hl::field_codec<F>>(r, count,
                                              too_short ? hl::refusal::truncated : hl::refusal::not_canonical);
        else
            check_field<F>(r, count);
        const bool big = r.text_or("ByteOrder", "") == "big-endian";
        count.check(big == (hl::field_of<F>::order == std::endian::big), r.where, "byte order");
    });
    count.check(known, r.where, "a known modulus");
}

void check_spongefish(const record& r, tally& count) {
    const bytes iv = r.hex("IV"), want = r.hex("Expected");
    if (r.text("HashFunction") == "SHAKE128") {
        // Its first block begins with 64 bytes where the draft has 32; the last 32 are zero in all of them.
        hl::session_id id{};
        std::copy_n(iv.begin(), id.bytes.size(), id.bytes.begin());
        count.check(std::ranges::all_of(std::span(iv).subspan(32), [](auto b) { return b == 0; }), r.where, "zeros");
        return count.check(replay(hl::shake128_duplex(id), r, true) == want, r.where, "SHAKE128");
    }
    hl::keccak_overwrite_duplex::initial_value block{};
    REQUIRE(iv.size() == block.size());
    std::ranges::copy(iv, block.begin());
    count.check(replay(hl::keccak_overwrite_duplex(block), r, true) == want, r.where, "overwrite mode");
}

void check_all(const char* path, void (*check)(const record&, tally&), std::size_t expected) {
    tally count(path);
    const records all = vectors::load(vectors::format::json, path);
    CHECK(all.size() == expected);
    for (const record& r : all)
        each_target([&] {
            count.vector();
            check(r, count);
        });
}

}  // namespace

TEST_CASE("the draft's vectors") {
    check_all("fiat-shamir/fiatShamirCodecVectors.json", check_codec, 13);
    check_all("fiat-shamir/fiatShamirShake128Vectors.json", check_record<hl::shake128_duplex>, 13);
    check_all("fiat-shamir/fiatShamirTurboShake128Vectors.json", check_record<hl::turboshake128_duplex>, 13);
}

// From tests/transcript/own_suites.py, which transcribes their definition.
TEST_CASE("the vectors of Hashlane's own suites") {
    const records all = vectors::read_json(HASHLANE_SOURCE_DIR "/tests/transcript/own_suites.json");
    std::size_t checked = 0;
    hl::for_each_suite([&]<class D>() {
        if (D::origin != hl::suite_origin::own) return;
        tally count{std::string(D::suite())};
        for (const record& r : all)
            if (r.text("Hash") == D::suite()) {
                ++checked;
                each_target([&] {
                    count.vector();
                    check_record<D>(r, count);
                });
            }
    });
    CHECK(checked == all.size());
    CHECK(checked == 5 * 15);
}

TEST_CASE("spongefish's vectors") { check_all("fiat-shamir/duplexSpongeVectors.json", check_spongefish, 18); }
