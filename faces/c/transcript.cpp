// SPDX-License-Identifier: Apache-2.0 OR MIT
// The functions of hashlane_transcript.h, over the public headers.

#include "hashlane_transcript.h"

#include "contexts.hpp"

#include <hashlane/transcript.hpp>

using namespace hashlane_c;

namespace {

using transcript_context = context<hl::any_duplex, hashlane_transcript>;
using party = hl::fiat_shamir::resumed<hl::any_duplex>;

constexpr std::size_t most_challenge = hl::modular::longest_modulus;

// nullptr: no suite is called that.
const hl::duplex_operations* find_suite(const char* name) {
    if (name == nullptr) return nullptr;
    for (std::size_t i = 0;; ++i) {
        const hl::duplex_operations* suite = hl::suite_at(i);
        if (suite == nullptr || suite->suite == name) return suite;
    }
}

hl::session_id to_session(const void* bytes) {
    hl::session_id id{};
    hl::copy_bytes(id.bytes.data(), static_cast<const std::uint8_t*>(bytes), id.bytes.size());
    return id;
}

int derive(const hl::duplex_operations* suite, const void* tag, std::size_t size, void* session) {
    if (suite == nullptr) return HASHLANE_ERROR_ALGORITHM;
    if (!readable(tag, size) || session == nullptr) return HASHLANE_ERROR_NULL;
    const hl::session_id id = hl::derive_session_id(*suite, as_octets(tag, size));
    hl::copy_bytes(static_cast<std::uint8_t*>(session), id.bytes.data(), id.bytes.size());
    return HASHLANE_OK;
}

int begin(hashlane_transcript* t, const hl::duplex_operations* suite, const void* session, const void* instance,
          std::size_t size) {
    if (suite == nullptr) return HASHLANE_ERROR_ALGORITHM;
    if (t == nullptr || session == nullptr || !readable(instance, size)) return HASHLANE_ERROR_NULL;
    if (size == 0) return HASHLANE_ERROR_SIZE;
    hl::any_duplex sponge(*suite, to_session(session));
    sponge.absorb(static_cast<const std::uint8_t*>(instance), size);
    transcript_context::fill(t, sponge);
    return HASHLANE_OK;
}

// Calls f(sponge) after the usual checks.
template <class F>
int with(hashlane_transcript* t, const void* data, std::size_t size, F&& f) {
    hl::any_duplex* sponge = transcript_context::open(t);
    if (sponge == nullptr) return HASHLANE_ERROR_STATE;
    if (!readable(data, size)) return HASHLANE_ERROR_NULL;
    return f(*sponge);
}

// The same for one that draws from the transcript.
template <class F>
int drawn(hashlane_transcript* t, const void* out, F&& f) {
    return with(t, out, 1, [&](hl::any_duplex& sponge) {
        party p(sponge);
        const int result = f(p);
        sponge = p.sponge();
        return result;
    });
}

bool good(const hashlane_proof* proof) {
    return proof != nullptr && proof->used <= proof->size && readable(proof->bytes, proof->size);
}

// A message: absorbed and written, or nothing of it.
template <class Codec, class V>
int send(hashlane_transcript* t, hashlane_proof* proof, std::size_t size, const V& value) {
    return with(t, proof, 1, [&](hl::any_duplex& sponge) -> int {
        if (!good(proof)) return HASHLANE_ERROR_NULL;
        if (proof->size - proof->used < size) return HASHLANE_ERROR_SIZE;
        hl::proof_buffer room({proof->bytes + proof->used, size});
        hl::fiat_shamir::encoder<hl::any_duplex, hl::fiat_shamir::appender<hl::proof_buffer>> out{sponge, {room}};
        Codec::encode(out, value);
        proof->used += size;
        return HASHLANE_OK;
    });
}

int refused(hl::refusal why) {
    constexpr int codes[] = {
        HASHLANE_OK,     HASHLANE_REFUSED_TRUNCATED, HASHLANE_REFUSED_CANONICAL, HASHLANE_REFUSED_TRAILING,
        HASHLANE_FORGED, HASHLANE_REFUSED_WORK};
    return codes[static_cast<std::size_t>(why)];
}

// decode(reader) is a message, or why there is none; keep(message) takes it.
template <class Decode, class Keep>
int receive(hashlane_transcript* t, hashlane_proof* proof, Decode&& decode, Keep&& keep) {
    return with(t, proof, 1, [&](hl::any_duplex& sponge) -> int {
        if (!good(proof)) return HASHLANE_ERROR_NULL;
        hl::proof_reader reader(as_octets(proof->bytes, proof->size).subspan(proof->used));
        const auto value = decode(reader);
        if (!value) return refused(value.why());
        const std::size_t end = proof->size - reader.unread().size();
        sponge.absorb(proof->bytes + proof->used, end - proof->used);
        proof->used = end;
        keep(*value);
        return HASHLANE_OK;
    });
}

// Fixed bytes of a length that is known at run time.
struct raw {
    template <class Out>
    static void encode(Out& out, octets data) {
        out.bytes(data.data(), data.size());
    }
};
hl::received<octets> take(hl::proof_reader& in, std::size_t n) {
    const std::uint8_t* p = in.take(n);
    if (p == nullptr) return hl::refusal::truncated;
    return octets(p, n);
}

// An integer of so many bytes, the low one first.
int send_bytes_of(hashlane_transcript* t, hashlane_proof* proof, std::uint64_t value, std::size_t size) {
    std::array<std::uint8_t, 8> bytes;
    hl::store<std::endian::little>(bytes.data(), value);
    return send<raw>(t, proof, size, octets(bytes).first(size));
}

// The same read, when canonical(integer).
template <class F>
int receive_bytes_of(hashlane_transcript* t, hashlane_proof* proof, std::uint64_t* value, std::size_t size,
                     F&& canonical) {
    if (value == nullptr) return HASHLANE_ERROR_NULL;
    const auto decode = [&](hl::proof_reader& in) -> hl::received<std::uint64_t> {
        const auto read = take(in, size);
        if (!read) return read.why();
        const auto x = hl::load_partial<std::endian::little, std::uint64_t>(read->data(), read->size());
        if (!canonical(x)) return hl::refusal::not_canonical;
        return x;
    };
    return receive(t, proof, decode, [&](std::uint64_t read) { *value = read; });
}

using nonce_codec = hl::integer_codec<std::uint64_t>;

template <class D>
struct table_of {
    static const hl::duplex_operations* suite() { return &hl::fiat_shamir::operations_of<D>::table; }
    static hashlane_transcript* self(void* context) { return static_cast<hashlane_transcript*>(context); }

    static constexpr hashlane_transcript_functions functions{
        D::suite().data(),
        sizeof(hashlane_transcript),
        [](const void* tag, size_t size, void* session) { return derive(suite(), tag, size, session); },
        [](void* context, const void* session, const void* instance, size_t size) {
            return begin(self(context), suite(), session, instance, size);
        },
        [](void* context, const void* data, size_t size) {
            return hashlane_transcript_absorb(self(context), data, size);
        },
        [](void* context, const void* data, size_t size) {
            return hashlane_transcript_absorb_string(self(context), data, size);
        },
        [](void* context, void* out, size_t size) { return hashlane_transcript_challenge(self(context), out, size); }};
};

}  // namespace

const char* hashlane_transcript_suite(size_t index) {
    const hl::duplex_operations* suite = hl::suite_at(index);
    return suite == nullptr ? nullptr : suite->suite.data();
}

const hashlane_transcript_functions* hashlane_transcript_find(const char* name) {
    const hashlane_transcript_functions* found = nullptr;
    if (name == nullptr) return nullptr;
    hl::for_each_suite([&]<class D>() {
        if (D::suite() == name) found = &table_of<D>::functions;
    });
    return found;
}

int hashlane_transcript_session(const char* suite, const void* tag, size_t size, void* session) {
    return derive(find_suite(suite), tag, size, session);
}

int hashlane_transcript_init(hashlane_transcript* t, const char* suite, const void* session, const void* instance,
                             size_t size) {
    return begin(t, find_suite(suite), session, instance, size);
}

size_t hashlane_transcript_statebytes(void) { return sizeof(hashlane_transcript); }

int hashlane_transcript_copy(hashlane_transcript* to, const hashlane_transcript* from) {
    return transcript_context::copy(to, from);
}

void hashlane_transcript_wipe(hashlane_transcript* t) { transcript_context::wipe(t); }

int hashlane_transcript_absorb(hashlane_transcript* t, const void* data, size_t size) {
    return with(t, data, size, [&](hl::any_duplex& sponge) {
        sponge.absorb(static_cast<const std::uint8_t*>(data), size);
        return HASHLANE_OK;
    });
}

int hashlane_transcript_absorb_string(hashlane_transcript* t, const void* data, size_t size) {
    if (size > 0xffffffff) return HASHLANE_ERROR_SIZE;
    return with(t, data, size, [&](hl::any_duplex& sponge) {
        hl::fiat_shamir::encoder<hl::any_duplex> out{sponge};
        hl::string_codec::encode(out, as_octets(data, size));
        return HASHLANE_OK;
    });
}

int hashlane_transcript_challenge(hashlane_transcript* t, void* out, size_t size) {
    return with(t, out, size, [&](hl::any_duplex& sponge) {
        sponge.squeeze(static_cast<std::uint8_t*>(out), size);
        return HASHLANE_OK;
    });
}

int hashlane_transcript_challenge_bits(hashlane_transcript* t, unsigned bits, uint64_t* out) {
    if (bits < 1 || bits > 64) return HASHLANE_ERROR_SIZE;
    return drawn(t, out, [&](party& p) {
        *out = p.challenge_bits(bits);
        return HASHLANE_OK;
    });
}

int hashlane_transcript_challenge_below(hashlane_transcript* t, uint64_t modulus, uint64_t* out) {
    if (modulus < 2) return HASHLANE_ERROR_OPTION;
    return drawn(t, out, [&](party& p) {
        *out = p.challenge_below(modulus);
        return HASHLANE_OK;
    });
}

int hashlane_transcript_challenge_mod(hashlane_transcript* t, const void* modulus, size_t size, void* out) {
    if (modulus == nullptr) return HASHLANE_ERROR_NULL;
    const octets m = as_octets(modulus, size);
    if (size == 0 || size > most_challenge || m.back() == 0 || (size == 1 && m[0] < 2)) return HASHLANE_ERROR_OPTION;
    return drawn(t, out, [&](party& p) {
        std::array<std::uint8_t, most_challenge + 16> bytes;
        const std::span uniform = std::span(bytes).first(hl::modular::serialized_size(m) + 16);
        p.challenge(uniform);
        hl::modular::remainder(uniform, m, as_output(out, size));
        return HASHLANE_OK;
    });
}

int hashlane_transcript_send(hashlane_transcript* t, hashlane_proof* proof, const void* data, size_t size) {
    if (!readable(data, size)) return HASHLANE_ERROR_NULL;
    return send<raw>(t, proof, size, as_octets(data, size));
}

int hashlane_transcript_send_string(hashlane_transcript* t, hashlane_proof* proof, const void* data, size_t size) {
    if (!readable(data, size)) return HASHLANE_ERROR_NULL;
    if (size > 0xffffffff) return HASHLANE_ERROR_SIZE;
    constexpr std::size_t length_size = 4;  // written before the string is read
    if (good(proof) && proof->size - proof->used >= length_size &&
        hl::overlap(data, size, proof->bytes + proof->used, length_size))
        return HASHLANE_ERROR_OVERLAP;
    return send<hl::string_codec>(t, proof, 4 + size, as_octets(data, size));
}

int hashlane_transcript_send_u64(hashlane_transcript* t, hashlane_proof* proof, uint64_t value) {
    return send_bytes_of(t, proof, value, sizeof value);
}

int hashlane_transcript_send_integer(hashlane_transcript* t, hashlane_proof* proof, uint64_t value, uint64_t modulus) {
    if (modulus < 2 || value >= modulus) return HASHLANE_ERROR_OPTION;
    return send_bytes_of(t, proof, value, hl::modular::serialized_size(modulus));
}

int hashlane_transcript_receive(hashlane_transcript* t, hashlane_proof* proof, void* data, size_t size) {
    if (!readable(data, size)) return HASHLANE_ERROR_NULL;
    return receive(
        t, proof, [&](hl::proof_reader& in) { return take(in, size); },
        [&](octets read) { hl::copy_bytes(static_cast<std::uint8_t*>(data), read.data(), read.size()); });
}

int hashlane_transcript_receive_string(hashlane_transcript* t, hashlane_proof* proof, const uint8_t** data,
                                       size_t* size) {
    if (data == nullptr || size == nullptr) return HASHLANE_ERROR_NULL;
    return receive(t, proof, hl::string_codec::decode, [&](octets read) {
        *data = read.data();
        *size = read.size();
    });
}

int hashlane_transcript_receive_u64(hashlane_transcript* t, hashlane_proof* proof, uint64_t* value) {
    return receive_bytes_of(t, proof, value, sizeof *value, [](std::uint64_t) { return true; });
}

int hashlane_transcript_receive_integer(hashlane_transcript* t, hashlane_proof* proof, uint64_t modulus,
                                        uint64_t* value) {
    if (modulus < 2) return HASHLANE_ERROR_OPTION;
    const std::size_t size = hl::modular::serialized_size(modulus);
    return receive_bytes_of(t, proof, value, size, [=](std::uint64_t x) { return x < modulus; });
}

int hashlane_transcript_check_eof(const hashlane_proof* proof) {
    if (!good(proof)) return HASHLANE_ERROR_NULL;
    return proof->used == proof->size ? HASHLANE_OK : HASHLANE_REFUSED_TRAILING;
}

int hashlane_transcript_grind(hashlane_transcript* t, hashlane_proof* proof, unsigned bits, unsigned threads) {
    if (bits > 64) return HASHLANE_ERROR_SIZE;
    std::uint64_t nonce = 0;
    const int searched = with(t, proof, 1, [&](hl::any_duplex& sponge) -> int {
        if (!good(proof)) return HASHLANE_ERROR_NULL;
        if (proof->size - proof->used < nonce_codec::size) return HASHLANE_ERROR_SIZE;
        nonce = hl::fiat_shamir::find_nonce(sponge, bits, hl::threads{threads});
        return HASHLANE_OK;
    });
    if (searched != HASHLANE_OK) return searched;
    if (const int sent = send<nonce_codec>(t, proof, nonce_codec::size, nonce)) return sent;
    return drawn(t, proof, [&](party& p) {
        (void)hl::fiat_shamir::draw_work(p, bits);
        return HASHLANE_OK;
    });
}

int hashlane_transcript_check_work(hashlane_transcript* t, hashlane_proof* proof, unsigned bits) {
    if (bits > 64) return HASHLANE_ERROR_SIZE;
    if (const int read = receive(t, proof, nonce_codec::decode, [](std::uint64_t) {})) return read;
    return drawn(t, proof,
                 [&](party& p) { return hl::fiat_shamir::draw_work(p, bits) ? HASHLANE_OK : HASHLANE_REFUSED_WORK; });
}
