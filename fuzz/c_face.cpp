// SPDX-License-Identifier: Apache-2.0 OR MIT
// The C interface: calls in any order on contexts in any phase, null pointers, sizes that do not fit. A digest is that of
// the message that the context was given; a call that fails writes nothing and changes nothing. Every buffer has its
// exact size, so that AddressSanitizer sees a byte before or after it.
#include "c_program.hpp"

using namespace fuzz;

namespace {

bytes exactly(input& in, std::size_t n) {
    bytes b = in.ConsumeBytes<std::uint8_t>(n);
    b.resize(n);
    return b;
}

void aead(input& in) {
    const hashlane_algorithm a = some_algorithm(in) ^ (in.ConsumeIntegralInRange(0, 9) == 0 ? HASHLANE_SHORT_TAGS : 0);
    constexpr std::size_t sizes[] = {16, 20, 32};
    const buffer key(in, exactly(in, sizes[in.ConsumeIntegralInRange(0, 2)])),
        nonce(in, exactly(in, in.ConsumeIntegralInRange(0, 9) == 0 ? 12 : 16)), header(in, some_bytes(in, 60)),
        text(in, some_bytes(in, 200));
    const buffer cipher(in, text.size), tag(in, in.ConsumeIntegralInRange<std::size_t>(0, 17));
    const int error = hashlane_aead_encrypt(a, key.p, key.size, nonce.p, nonce.size, header.p, header.size, text.p,
                                            text.size, cipher.p, tag.p, tag.size);
    require(done(error, cipher) == done(error, tag), "ciphertext and tag");
    if (error != HASHLANE_OK) return;
    const bool forged = in.ConsumeBool();
    bytes other(tag.content().begin(), tag.content().end());
    if (forged) other[in.ConsumeIntegralInRange<std::size_t>(0, other.size() - 1)] ^= 0x10;
    const buffer given(other), out(text.size);
    const int opened = hashlane_aead_decrypt(a, key.p, key.size, nonce.p, nonce.size, header.p, header.size, cipher.p,
                                             cipher.size, out.p, given.p, given.size);
    require(opened == (forged ? HASHLANE_FORGED : HASHLANE_OK),
            "what was encrypted is decrypted, what is forged is not");
    if (forged)
        require(std::ranges::all_of(out.content(), [](std::uint8_t b) { return b == 0; }), "forged text is zero");
    else
        require(std::ranges::equal(out.content(), text.content()), "to the same text");

    // in pieces
    const auto stream = std::make_unique<hashlane_aead_stream>();
    hashlane_aead_stream_wipe(stream.get());
    const buffer again(text.size), tag_again(tag.size);
    const std::size_t first = in.ConsumeIntegralInRange<std::size_t>(0, text.size);
    const bool started =
        hashlane_aead_stream_init(stream.get(), a, key.p, key.size, nonce.p, nonce.size) == HASHLANE_OK;
    if (!started) return;
    require(hashlane_aead_stream_absorb(stream.get(), header.p, header.size) == HASHLANE_OK, "a header");
    require(hashlane_aead_stream_encrypt(stream.get(), text.memory.get(), first, again.p) == HASHLANE_OK &&
                hashlane_aead_stream_encrypt(stream.get(), text.memory.get() + first, text.size - first,
                                             again.p + first) == HASHLANE_OK,
            "a text in two pieces");
    require(hashlane_aead_stream_absorb(stream.get(), header.p, header.size) == HASHLANE_ERROR_STATE,
            "no header after the text");
    if (hashlane_aead_stream_finish(stream.get(), tag_again.p, tag_again.size) != HASHLANE_OK) return;
    require(std::ranges::equal(again.content(), cipher.content()) &&
                std::ranges::equal(tag_again.content(), tag.content()),
            "a text in pieces is encrypted like the whole");
    require(hashlane_aead_stream_finish(stream.get(), tag_again.p, tag_again.size) == HASHLANE_ERROR_STATE,
            "a stream ends once");
}

void many(input& in) {
    const hashlane_algorithm a = some_algorithm(in);
    const options with(in, a);
    const hashlane_info* info = hashlane_describe(a);
    const std::size_t count = in.ConsumeIntegralInRange<std::size_t>(0, 20);
    const bool any = in.ConsumeBool() || info == nullptr;
    const std::size_t each = any ? in.ConsumeIntegralInRange<std::size_t>(0, 70) : info->digest_size;
    const buffer data(in, some_bytes(in, 600)), digests(in, count * each);
    std::vector<std::int64_t> offsets(count + 1);
    for (auto& o : offsets) o = in.ConsumeIntegralInRange<std::int64_t>(0, static_cast<std::int64_t>(data.size));
    if (in.ConsumeIntegralInRange(0, 5) != 0) std::ranges::sort(offsets);
    if (in.ConsumeIntegralInRange(0, 20) == 0) offsets[0] = in.ConsumeIntegral<std::int64_t>();
    const unsigned threads = in.ConsumeIntegralInRange(1u, 3u);
    const int error =
        hashlane_digest_offsets(a, &with.o, data.p, data.size, offsets.data(), count, digests.p, each, threads);
    if (!done(error, digests) || (info->parameters & HASHLANE_TAKES_ELEMENTS) != 0) return;
    for (std::size_t i = 0; i < count; ++i) {
        bytes one(each);
        const auto first = static_cast<std::size_t>(offsets[i]), last = static_cast<std::size_t>(offsets[i + 1]);
        const int alone = hashlane_digest_with(a, &with.o, data.memory.get() + first, last - first, one.data(), each);
        require(alone == HASHLANE_OK && std::ranges::equal(digests.content().subspan(i * each, each), one),
                "many are one after the other");
    }
}

// Both steps give what they give at once.
void hkdf(hashlane_algorithm a, const buffer& key, const buffer& salt, const buffer& info, const buffer& out) {
    if (!done(hashlane_hkdf_derive(a, key.p, key.size, salt.p, salt.size, info.p, info.size, out.p, out.size), out))
        return;
    const buffer extracted(hashlane_describe(a)->digest_size), again(out.size);
    require(done(hashlane_hkdf_extract(a, key.p, key.size, salt.p, salt.size, extracted.p, extracted.size), extracted),
            "what derives extracts");
    require(done(hashlane_hkdf_expand(a, extracted.p, extracted.size, info.p, info.size, again.p, again.size), again),
            "and expands");
    require(std::ranges::equal(again.content(), out.content()), "both steps are one after the other");
}

void keys(input& in) {
    const hashlane_algorithm a = some_algorithm(in);
    const buffer key(in, some_bytes(in, 150)), salt(in, some_bytes(in, 150)), info(in, some_bytes(in, 50)),
        out(in, in.ConsumeIntegralInRange<std::size_t>(0, 300));
    if (in.ConsumeBool()) return hkdf(a, key, salt, info, out);
    const std::uint64_t iterations = in.ConsumeIntegralInRange<std::uint64_t>(0, 3);
    if (!done(hashlane_pbkdf2_derive(a, key.p, key.size, salt.p, salt.size, iterations, out.p, out.size), out)) return;
    const void* const passwords[] = {key.p, key.p};
    const void* const salts[] = {salt.p, salt.p};
    const std::size_t key_sizes[] = {key.size, key.size}, salt_sizes[] = {salt.size, salt.size};
    const buffer both(2 * out.size);
    const int error =
        hashlane_pbkdf2_derive_many(a, passwords, key_sizes, salts, salt_sizes, 2, iterations, both.p, out.size, 1);
    if (!done(error, both)) return;
    require(std::ranges::equal(both.content().first(out.size), out.content()) &&
                std::ranges::equal(both.content().subspan(out.size), out.content()),
            "many passwords are one after the other");
}

// Any bytes as a proof, against what the verifier of hashlane/transcript.hpp says.
void transcript(input& in) {
    const buffer proof(some_bytes(in, 200));
    const std::uint8_t session[HASHLANE_SESSION_BYTES] = {1};
    const auto t = std::make_unique<hashlane_transcript>();
    require(hashlane_transcript_init(t.get(), "SHAKE128", session, "x", 1) == HASHLANE_OK, "a transcript begins");
    hl::session_id id{};
    id.bytes[0] = 1;
    const bytes instance = {'x'};
    hl::verifier<hl::shake128_duplex> v(hl::session<hl::shake128_duplex>(id).encoded_instance(instance),
                                        proof.content());
    hashlane_proof reading{proof.p, 0, proof.size};
    bool refused = false;
    for (int i = 0; i < 20 && in.remaining_bytes() > 0 && !refused; ++i) {
        const int what = in.ConsumeIntegralInRange(0, 3);
        const std::size_t before = reading.used;
        int error = HASHLANE_OK;
        if (what == 0) {
            const buffer out(33);
            error = hashlane_transcript_receive(t.get(), &reading, out.p, out.size);
            const auto value = v.receive<hl::bytes_codec<33>>();
            require(done(error, out) == static_cast<bool>(value), "bytes");
            if (value) require(std::ranges::equal(*value, out.content()), "the same bytes");
        } else if (what == 1) {
            const std::uint8_t* p = nullptr;
            std::size_t n = 0;
            error = hashlane_transcript_receive_string(t.get(), &reading, &p, &n);
            const auto value = v.receive<hl::string_codec>();
            require((error == HASHLANE_OK) == static_cast<bool>(value), "a string");
            if (value) require(value->data() == p && value->size() == n, "the same string");
        } else if (what == 2) {
            std::uint64_t x = 0;
            error = hashlane_transcript_receive_integer(t.get(), &reading, 0x10001, &x);
            const auto value = v.receive<hl::below_codec<0x10001>>();
            require((error == HASHLANE_OK) == static_cast<bool>(value), "an integer");
            if (value) require(*value == x, "the same integer");
        } else {
            bytes a(in.ConsumeIntegralInRange<std::size_t>(0, 200)), b(a.size());
            require(hashlane_transcript_challenge(t.get(), a.data(), a.size()) == HASHLANE_OK, "a challenge");
            v.challenge(b);
            require(a == b, "the same challenge");
        }
        well_formed(error);
        refused = error != HASHLANE_OK;
        require(!refused || reading.used == before, "what is refused is not read");
        require(reading.used <= reading.size, "no more is read than there is");
    }
    if (!refused)
        require((hashlane_transcript_check_eof(&reading) == HASHLANE_OK) == (v.check_eof() == hl::refusal::none),
                "the same verdict");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    use_some_target(in);
    switch (in.ConsumeIntegralInRange(0, 7)) {
    case 0: aead(in); break;
    case 1: many(in); break;
    case 2: keys(in); break;
    case 3: transcript(in); break;
    default: program(in).run();
    }
    return 0;
}
