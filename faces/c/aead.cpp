// SPDX-License-Identifier: Apache-2.0 OR MIT
// The functions of hashlane.h that encrypt.

#include "contexts.hpp"

#include <initializer_list>

#include <hashlane/by_name/aead_batch.hpp>

using namespace hashlane_c;

namespace {

using stream_context = context<hl::any_aead_stream, hashlane_aead_stream>;

// The two buffers of a text are one and the same, or apart.
bool apart(const void* in, const void* out, std::size_t n) {
    const auto a = reinterpret_cast<std::uintptr_t>(in), b = reinterpret_cast<std::uintptr_t>(out);
    return a == b || (a < b ? b - a : a - b) >= n;
}

// The ciphertext and the tag are both written: they must be apart.
int check_written(const void* cipher, std::size_t n, const void* tag, std::size_t tag_size) {
    return hl::overlap(cipher, n, tag, tag_size) ? HASHLANE_ERROR_OVERLAP : HASHLANE_OK;
}

int check_texts(const void* in, const void* out, std::size_t n) {
    if (!readable(in, n) || !readable(out, n)) return HASHLANE_ERROR_NULL;
    return apart(in, out, n) ? HASHLANE_OK : HASHLANE_ERROR_OVERLAP;
}

template <class Aead>  // const aead_operations*, any_aead_stream*
int check_tag(Aead* aead, const void* tag, std::size_t n) {
    if (tag == nullptr) return HASHLANE_ERROR_NULL;
    return aead->takes_tag(n) ? HASHLANE_OK : HASHLANE_ERROR_SIZE;
}

int find_aead(hashlane_algorithm n, const void* key, std::size_t key_size, const void* nonce, std::size_t nonce_size,
              const hl::aead_operations*& aead) {
    const bool short_tags = n == HASHLANE_ASCON_AEAD128 + HASHLANE_SHORT_TAGS;
    const entry* e = find(short_tags ? HASHLANE_ASCON_AEAD128 : n);
    if (e == nullptr || e->info.kind != HASHLANE_KIND_AEAD) return HASHLANE_ERROR_ALGORITHM;
    if (!readable(key, key_size) || !readable(nonce, nonce_size)) return HASHLANE_ERROR_NULL;
    const auto made = hl::any_aead::create(e->info.name, {.key_size = key_size, .short_tags = short_tags});
    if (!made) return HASHLANE_ERROR_KEY;
    aead = &made->functions();
    return nonce_size == aead->nonce_size ? HASHLANE_OK : HASHLANE_ERROR_NONCE;
}

// The first error of several checks.
template <class... Errors>
int first(Errors... errors) {
    int found = HASHLANE_OK;
    for (const int error : std::initializer_list<int>{errors...})
        if (found == HASHLANE_OK) found = error;
    return found;
}

constexpr std::size_t whole_tag = 16;  // bytes

// What is wrong with a record, alone. The array of records is read while outputs are written, so no output lies over it.
int check_record(const hashlane_record& r, octets array, bool encrypts) {
    if (r.nonce == nullptr || r.tag == nullptr || !readable(r.associated_data, r.associated_size))
        return HASHLANE_ERROR_NULL;
    if (const int error = check_texts(r.in, r.out, r.size)) return error;
    if (hl::overlap(array.data(), array.size(), r.out, r.size)) return HASHLANE_ERROR_OVERLAP;
    if (!encrypts) return HASHLANE_OK;
    if (hl::overlap(array.data(), array.size(), r.tag, whole_tag)) return HASHLANE_ERROR_OVERLAP;
    return check_written(r.out, r.size, r.tag, whole_tag);
}

// The batch of an algorithm, or what is wrong with one of the records.
int find_batch(hashlane_algorithm n, const void* key, std::size_t key_size, const hashlane_record* records,
               std::size_t count, bool encrypts, std::optional<hl::any_aead>& aead) {
    const entry* e = find(n);
    if (e == nullptr || e->info.kind != HASHLANE_KIND_AEAD) return HASHLANE_ERROR_ALGORITHM;
    if (!readable(key, key_size) || !readable_array(records, count)) return HASHLANE_ERROR_NULL;
    const auto made = hl::any_aead::create(e->info.name, {.key_size = key_size});
    if (!made) return HASHLANE_ERROR_KEY;
    aead = *made;
    const octets array = as_octets(records, count * sizeof *records);
    for (const hashlane_record& r : std::span(records, count))
        if (const int error = check_record(r, array, encrypts)) return error;
    return HASHLANE_OK;
}

static_assert(sizeof(bool) == sizeof(hashlane_record::authentic));

struct translated_records {
    std::span<hashlane_record> all;

    std::size_t size() const { return all.size(); }
    hl::aead_record operator[](std::size_t i) const {
        hashlane_record& r = all[i];
        return {static_cast<const std::uint8_t*>(r.nonce),
                static_cast<const std::uint8_t*>(r.associated_data),
                r.associated_size,
                static_cast<const std::uint8_t*>(r.in),
                static_cast<std::uint8_t*>(r.out),
                r.size,
                static_cast<std::uint8_t*>(r.tag),
                reinterpret_cast<bool*>(&r.authentic)};
    }
};

int in_phase(bool good) { return good ? HASHLANE_OK : HASHLANE_ERROR_STATE; }

}  // namespace

int hashlane_aead_encrypt(hashlane_algorithm algorithm, const void* key, size_t key_size, const void* nonce,
                          size_t nonce_size, const void* associated_data, size_t associated_size, const void* text,
                          size_t size, void* cipher, void* tag, size_t tag_size) {
    const hl::aead_operations* aead = nullptr;
    if (const int error = find_aead(algorithm, key, key_size, nonce, nonce_size, aead)) return error;
    if (const int error = first(readable(associated_data, associated_size) ? HASHLANE_OK : HASHLANE_ERROR_NULL,
                                check_texts(text, cipher, size), check_tag(aead, tag, tag_size),
                                check_written(cipher, size, tag, tag_size)))
        return error;
    aead->encrypt(as_octets(key, key_size), as_octets(nonce, nonce_size), as_octets(associated_data, associated_size),
                  as_octets(text, size), as_output(cipher, size), as_output(tag, tag_size));
    return HASHLANE_OK;
}

int hashlane_aead_decrypt(hashlane_algorithm algorithm, const void* key, size_t key_size, const void* nonce,
                          size_t nonce_size, const void* associated_data, size_t associated_size, const void* cipher,
                          size_t size, void* text, const void* tag, size_t tag_size) {
    const hl::aead_operations* aead = nullptr;
    if (const int error = find_aead(algorithm, key, key_size, nonce, nonce_size, aead)) return error;
    if (const int error = first(readable(associated_data, associated_size) ? HASHLANE_OK : HASHLANE_ERROR_NULL,
                                check_texts(cipher, text, size), check_tag(aead, tag, tag_size)))
        return error;
    const bool good = aead->decrypt(as_octets(key, key_size), as_octets(nonce, nonce_size),
                                    as_octets(associated_data, associated_size), as_octets(cipher, size),
                                    as_octets(tag, tag_size), as_output(text, size));
    return good ? HASHLANE_OK : HASHLANE_FORGED;
}

int hashlane_aead_encrypt_many(hashlane_algorithm algorithm, const void* key, size_t key_size, hashlane_record* records,
                               size_t count, unsigned threads) {
    std::optional<hl::any_aead> aead;
    if (const int error = find_batch(algorithm, key, key_size, records, count, true, aead)) return error;
    const translated_records all{{records, count}};
    const bool done = hl::encrypt_many(*aead, as_octets(key, key_size), hl::any_records(all), hl::threads{threads});
    return done ? HASHLANE_OK : HASHLANE_ERROR_KEY;
}

int hashlane_aead_decrypt_many(hashlane_algorithm algorithm, const void* key, size_t key_size, hashlane_record* records,
                               size_t count, unsigned threads) {
    std::optional<hl::any_aead> aead;
    if (const int error = find_batch(algorithm, key, key_size, records, count, false, aead)) return error;
    const translated_records all{{records, count}};
    const bool good = hl::decrypt_many(*aead, as_octets(key, key_size), hl::any_records(all), hl::threads{threads});
    return good ? HASHLANE_OK : HASHLANE_FORGED;
}

size_t hashlane_aead_stream_statebytes(void) { return sizeof(hashlane_aead_stream); }

int hashlane_aead_stream_init(hashlane_aead_stream* stream, hashlane_algorithm algorithm, const void* key,
                              size_t key_size, const void* nonce, size_t nonce_size) {
    if (stream == nullptr) return HASHLANE_ERROR_NULL;
    const hl::aead_operations* aead = nullptr;
    if (const int error = find_aead(algorithm, key, key_size, nonce, nonce_size, aead)) return error;
    stream_context::fill(stream, *aead, as_octets(key, key_size), as_octets(nonce, nonce_size));
    return HASHLANE_OK;
}

int hashlane_aead_stream_absorb(hashlane_aead_stream* stream, const void* piece, size_t size) {
    auto* s = stream_context::open(stream);
    if (s == nullptr) return HASHLANE_ERROR_STATE;
    if (!readable(piece, size)) return HASHLANE_ERROR_NULL;
    return in_phase(s->absorb(as_octets(piece, size)));
}

int hashlane_aead_stream_encrypt(hashlane_aead_stream* stream, const void* text, size_t size, void* cipher) {
    auto* s = stream_context::open(stream);
    if (s == nullptr) return HASHLANE_ERROR_STATE;
    if (const int error = check_texts(text, cipher, size)) return error;
    return in_phase(s->encrypt(as_octets(text, size), as_output(cipher, size)));
}

int hashlane_aead_stream_decrypt(hashlane_aead_stream* stream, const void* cipher, size_t size, void* text) {
    auto* s = stream_context::open(stream);
    if (s == nullptr) return HASHLANE_ERROR_STATE;
    if (const int error = check_texts(cipher, text, size)) return error;
    return in_phase(s->decrypt(as_octets(cipher, size), as_output(text, size)));
}

int hashlane_aead_stream_finish(hashlane_aead_stream* stream, void* tag, size_t tag_size) {
    auto* s = stream_context::open(stream);
    if (s == nullptr) return HASHLANE_ERROR_STATE;
    if (const int error = check_tag(s, tag, tag_size)) return error;
    const bool done = s->finish(as_output(tag, tag_size));
    if (done) stream_context::wipe(stream);
    return in_phase(done);
}

int hashlane_aead_stream_verify(hashlane_aead_stream* stream, const void* tag, size_t tag_size) {
    auto* s = stream_context::open(stream);
    if (s == nullptr) return HASHLANE_ERROR_STATE;
    if (const int error = check_tag(s, tag, tag_size)) return error;
    bool in_order = false;
    const bool good = s->verify(as_octets(tag, tag_size), in_order);
    if (!in_order) return HASHLANE_ERROR_STATE;
    stream_context::wipe(stream);
    return good ? HASHLANE_OK : HASHLANE_FORGED;
}

void hashlane_aead_stream_wipe(hashlane_aead_stream* stream) { stream_context::wipe(stream); }
