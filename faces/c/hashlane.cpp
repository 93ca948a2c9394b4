// SPDX-License-Identifier: Apache-2.0 OR MIT
// The functions of hashlane.h, over the public headers. No heap, no exceptions, no C++ runtime.

#include "hashlane.h"

#include "contexts.hpp"

#include <algorithm>

#include <hashlane/hashlane.hpp>

using namespace hashlane_c;

namespace {

constexpr const char* sentences[] = {
    "no error",
    "no such algorithm, or not one of the kind wanted here",
    "a null pointer with a length, or a length above PTRDIFF_MAX",
    "an output, tag or digest of a size that the algorithm does not have",
    "the key is missing, not taken by this algorithm, or of a wrong size",
    "the nonce has a wrong size",
    "an option that the algorithm does not take, or out of its range",
    "the context was not initialised, was wiped, or is in another phase",
    "the exported state is damaged or of another algorithm",
    "offsets decrease or lead outside the data",
    "buffers overlap that must not",
    "an instruction set that is unknown or not of this processor",
    "forged: the tag is not that of these data",
    "the proof ends within a message",
    "the proof has an integer that is not below its modulus",
    "the proof goes on after its last message",
    "the proof has a nonce that does not do its work",
    "this library is damaged: it gives wrong answers",
};
static_assert(std::size(sentences) == 1 - HASHLANE_ERROR_SELFTEST);

constexpr std::size_t longest_fixed = 64;                    // bytes of a digest of one length
constexpr std::uint64_t no_memory = std::uint64_t{1} << 60;  // bytes; no process has so many

// The first bytes of a tag that has one length.
HASHLANE_NOINLINE int truncated(const hl::any_hash& hash, output out) {
    std::array<std::uint8_t, longest_fixed> whole;
    if (!hash.digest({whole.data(), hash.info().digest_size})) return HASHLANE_ERROR_SIZE;
    hl::copy_bytes(out.data(), whole.data(), out.size());
    hl::wipe(&whole);
    return HASHLANE_OK;
}

int digest_of_bits(const hl::any_hash& hash, hl::partial_byte last, output out) {
    return hash.digest(out, last) ? HASHLANE_OK : HASHLANE_ERROR_SIZE;
}

// What is rare is in functions of its own, so that the usual case has no memory on the stack. `last` is a reference, since
// its two members would be loaded at once, and a load waits for several fresh stores.
int digest(const hl::any_hash& hash, const hl::partial_byte& last, std::size_t shortest_tag, void* out, std::size_t n) {
    if (!readable(out, n)) return HASHLANE_ERROR_NULL;
    if (last.bits != 0) return digest_of_bits(hash, last, as_output(out, n));
    if (hash.digest(as_output(out, n))) return HASHLANE_OK;
    const bool shortened = n < hash.info().digest_size && n >= shortest_tag;
    return shortened ? truncated(hash, as_output(out, n)) : HASHLANE_ERROR_SIZE;
}

int verify(const hl::any_hash& hash, const hl::partial_byte& last, std::size_t shortest_tag, const void* tag,
           std::size_t n) {
    const std::size_t most = hash.info().any_length ? longest_tag : hash.info().digest_size;
    if (tag == nullptr) return HASHLANE_ERROR_NULL;
    if (n < shortest_tag || n > most) return HASHLANE_ERROR_SIZE;
    std::array<std::uint8_t, longest_tag> right;
    if (const int error = digest(hash, last, shortest_tag, right.data(), n)) return error;
    const bool equal = hl::equal_in_constant_time(right.data(), as_octets(tag, n).data(), n);
    hl::wipe(&right);
    return equal ? HASHLANE_OK : HASHLANE_FORGED;
}

// More of the message. Nothing is absorbed when it would become longer than the algorithm allows.
HASHLANE_NOINLINE int update(hl::any_hash& hash, octets data) {
    if (data.size() > hash.bytes_left()) return HASHLANE_ERROR_SIZE;
    hash.update(data);
    return HASHLANE_OK;
}

// The longest message where size_t has 32 bits.
static_assert(readable_bits(sentences, std::uint64_t{8} * INT32_MAX, INT32_MAX));
static_assert(!readable_bits(sentences, std::uint64_t{8} * INT32_MAX + 1, INT32_MAX));
static_assert(!readable_bits(sentences, UINT64_MAX, INT32_MAX) && readable_bits(sentences, UINT64_MAX, INT64_MAX));
static_assert(readable_bits(nullptr, 0) && !readable_bits(nullptr, 1));

// More of the message, and where it ends within a byte.
int update(hl::any_hash& hash, const void* data, std::uint64_t bits, hl::partial_byte& last) {
    if (!readable_bits(data, bits)) return HASHLANE_ERROR_NULL;
    if (!hash.takes_bits()) return HASHLANE_ERROR_ALGORITHM;
    const auto bytes = static_cast<std::size_t>(bits / 8);
    const auto more = static_cast<unsigned>(bits % 8);
    if (const int error = update(hash, as_octets(data, bytes))) return error;
    if (more != 0) last = {static_cast<const std::uint8_t*>(data)[bytes], more};
    return HASHLANE_OK;
}

// A message at once: end(hash, size of the shortest tag) gives or checks the result.
template <class F>
int whole(hashlane_algorithm algorithm, const hashlane_options* options, const void* message, std::size_t size,
          F&& end) {
    return with_checked_hash(algorithm, options, [&](const checked_hash& checked) -> int {
        if (!readable(message, size)) return HASHLANE_ERROR_NULL;
        hl::any_hash hash = checked.make();
        if (const int error = update(hash, as_octets(message, size))) return error;
        return end(hash, checked.shortest_tag);
    });
}

bool is_mac(hashlane_algorithm algorithm) {
    const entry* e = find(algorithm);
    return e != nullptr && e->info.kind == HASHLANE_KIND_MAC;
}

hashlane_options with_key(const void* key, std::size_t size) {
    hashlane_options options = HASHLANE_OPTIONS;
    options.key = key;
    options.key_size = size;
    return options;
}

}  // namespace

const char* hashlane_strerror(int error) {
    const auto index = -static_cast<std::int64_t>(error);
    return index >= 0 && index < std::ssize(sentences) ? sentences[index] : "no error of hashlane";
}

hashlane_algorithm hashlane_find(const char* name) {
    const hashlane_algorithm n = name == nullptr ? 0 : number_of(name);
    return find(n) != nullptr ? n : 0;
}

const char* hashlane_nearest_name(const char* name) {
    const std::string_view nearest = name == nullptr ? std::string_view() : hl::nearest_name(name);
    return nearest.empty() ? nullptr : nearest.data();
}

const hashlane_info* hashlane_describe(hashlane_algorithm number) {
    const entry* e = find(number);
    return e == nullptr ? nullptr : &e->info;
}

const char* hashlane_version(void) { return HASHLANE_VERSION; }

const char* hashlane_target(void) { return hl::target_name().data(); }

const char* hashlane_available_target(size_t index) {
    const auto names = hl::available_targets();
    return index < names.size() ? names.begin()[index].data() : nullptr;
}

int hashlane_use_target(const char* name) {
    if (name == nullptr) return HASHLANE_ERROR_NULL;
    return hl::use_target(name) ? HASHLANE_OK : HASHLANE_ERROR_TARGET;
}

int hashlane_digest(hashlane_algorithm algorithm, const void* message, size_t size, void* out, size_t out_size) {
    const entry* e = find(algorithm);
    const hl::digest_operations* const at_once = e == nullptr ? nullptr : e->at_once();
    if (at_once == nullptr) return hashlane_digest_with(algorithm, nullptr, message, size, out, out_size);
    if (!readable(message, size) || !readable(out, out_size)) return HASHLANE_ERROR_NULL;
    if (!e->info.any_length && out_size != e->info.digest_size) return HASHLANE_ERROR_SIZE;
    at_once->digest(as_octets(message, size), as_output(out, out_size));
    return HASHLANE_OK;
}

int hashlane_digest_with(hashlane_algorithm algorithm, const hashlane_options* options, const void* message,
                         size_t size, void* out, size_t out_size) {
    return whole(algorithm, options, message, size,
                 [=](const hl::any_hash& h, std::size_t shortest) { return digest(h, {}, shortest, out, out_size); });
}

int hashlane_digest_bits(hashlane_algorithm algorithm, const hashlane_options* options, const void* message,
                         uint64_t bits, void* out, size_t out_size) {
    return with_checked_hash(algorithm, options, [&](const checked_hash& checked) -> int {
        hl::any_hash hash = checked.make();
        hl::partial_byte last;
        if (const int error = update(hash, message, bits, last)) return error;
        return digest(hash, last, checked.shortest_tag, out, out_size);
    });
}

int hashlane_tag(hashlane_algorithm algorithm, const void* key, size_t key_size, const void* message, size_t size,
                 void* tag, size_t tag_size) {
    const hashlane_options options = with_key(key, key_size);
    return hashlane_tag_with(algorithm, &options, message, size, tag, tag_size);
}

int hashlane_tag_with(hashlane_algorithm algorithm, const hashlane_options* options, const void* message, size_t size,
                      void* tag, size_t tag_size) {
    if (!is_mac(algorithm)) return HASHLANE_ERROR_ALGORITHM;
    return hashlane_digest_with(algorithm, options, message, size, tag, tag_size);
}

int hashlane_verify(hashlane_algorithm algorithm, const void* key, size_t key_size, const void* message, size_t size,
                    const void* tag, size_t tag_size) {
    const hashlane_options options = with_key(key, key_size);
    return hashlane_verify_with(algorithm, &options, message, size, tag, tag_size);
}

int hashlane_verify_with(hashlane_algorithm algorithm, const hashlane_options* options, const void* message,
                         size_t size, const void* tag, size_t tag_size) {
    if (!is_mac(algorithm)) return HASHLANE_ERROR_ALGORITHM;
    return whole(algorithm, options, message, size,
                 [=](const hl::any_hash& h, std::size_t shortest) { return verify(h, {}, shortest, tag, tag_size); });
}

size_t hashlane_hash_statebytes(void) { return sizeof(hashlane_hash); }

int hashlane_hash_init(hashlane_hash* hash, hashlane_algorithm algorithm, const hashlane_options* options) {
    if (hash == nullptr) return HASHLANE_ERROR_NULL;
    return with_checked_hash(algorithm, options, [hash](const checked_hash& checked) {
        hash_context::fill(hash, checked);
        return HASHLANE_OK;
    });
}

int hashlane_hash_update(hashlane_hash* hash, const void* data, size_t size) {
    auto* h = hash_context::open(hash);
    if (h == nullptr || h->last.bits != 0) return HASHLANE_ERROR_STATE;
    if (!readable(data, size)) return HASHLANE_ERROR_NULL;
    if (h->imported || std::uint64_t{size} >= no_memory) return update(h->current, as_octets(data, size));
    h->current.update(as_octets(data, size));
    return HASHLANE_OK;
}

int hashlane_hash_update_threads(hashlane_hash* hash, const void* data, size_t size, unsigned threads) {
    auto* h = hash_context::open(hash);
    if (threads == 1 || h == nullptr || h->last.bits != 0 || !readable(data, size))
        return hashlane_hash_update(hash, data, size);
    const octets message = as_octets(data, size);
    const bool absorbed = hl::absorb_with_threads(h->current, message, hl::threads{threads});
    return absorbed ? HASHLANE_OK : update(h->current, message);
}

int hashlane_hash_update_bits(hashlane_hash* hash, const void* data, uint64_t bits) {
    auto* h = hash_context::open(hash);
    if (h == nullptr || h->last.bits != 0) return HASHLANE_ERROR_STATE;
    return update(h->current, data, bits, h->last);
}

int hashlane_hash_digest(const hashlane_hash* hash, void* out, size_t out_size) {
    const auto* h = hash_context::open(hash);
    return h == nullptr ? HASHLANE_ERROR_STATE : digest(h->current, h->last, h->shortest_tag, out, out_size);
}

int hashlane_hash_verify(const hashlane_hash* hash, const void* tag, size_t tag_size) {
    const auto* h = hash_context::open(hash);
    return h == nullptr ? HASHLANE_ERROR_STATE : verify(h->current, h->last, h->shortest_tag, tag, tag_size);
}

int hashlane_hash_copy(hashlane_hash* to, const hashlane_hash* from) { return hash_context::copy(to, from); }

int hashlane_hash_reset(hashlane_hash* hash) {
    auto* h = hash_context::open(hash);
    if (h == nullptr) return HASHLANE_ERROR_STATE;
    h->reset();
    return HASHLANE_OK;
}

void hashlane_hash_wipe(hashlane_hash* hash) { hash_context::wipe(hash); }

hashlane_algorithm hashlane_hash_algorithm(const hashlane_hash* hash) {
    const auto* h = hash_context::open(hash);
    return h == nullptr ? 0 : number_of(h->current.info().name);
}

size_t hashlane_hash_state_size(const hashlane_hash* hash) {
    const auto* h = hash_context::open(hash);
    return h == nullptr ? 0 : h->current.state_size();
}

int hashlane_hash_export(const hashlane_hash* hash, void* state, size_t size) {
    const auto* h = hash_context::open(hash);
    if (h == nullptr || h->last.bits != 0) return HASHLANE_ERROR_STATE;
    if (!readable(state, size)) return HASHLANE_ERROR_NULL;
    return h->current.export_state(as_output(state, size)) ? HASHLANE_OK : HASHLANE_ERROR_SIZE;
}

int hashlane_hash_import(hashlane_hash* hash, const void* state, size_t size) {
    auto* h = hash_context::open(hash);
    if (h == nullptr) return HASHLANE_ERROR_STATE;
    if (!readable(state, size)) return HASHLANE_ERROR_NULL;
    if (!h->current.import_state(as_octets(state, size))) return HASHLANE_ERROR_IMPORT;
    h->last = {};
    h->imported = true;
    return HASHLANE_OK;
}

size_t hashlane_reader_statebytes(void) { return sizeof(hashlane_reader); }

int hashlane_reader_init(hashlane_reader* reader, const hashlane_hash* hash) {
    if (reader == nullptr) return HASHLANE_ERROR_NULL;
    const auto* h = hash_context::open(hash);
    if (h == nullptr) return HASHLANE_ERROR_STATE;
    const auto made = h->current.reader(h->last);
    if (!made) return HASHLANE_ERROR_ALGORITHM;
    reader_context::fill(reader, *made);
    return HASHLANE_OK;
}

int hashlane_reader_squeeze(hashlane_reader* reader, void* out, size_t size) {
    auto* r = reader_context::open(reader);
    if (r == nullptr) return HASHLANE_ERROR_STATE;
    if (!readable(out, size)) return HASHLANE_ERROR_NULL;
    r->squeeze(as_output(out, size));
    return HASHLANE_OK;
}

int hashlane_reader_copy(hashlane_reader* to, const hashlane_reader* from) { return reader_context::copy(to, from); }

void hashlane_reader_wipe(hashlane_reader* reader) { reader_context::wipe(reader); }
