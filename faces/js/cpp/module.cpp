// SPDX-License-Identifier: Apache-2.0 OR MIT
// The functions that the WebAssembly module exports. JavaScript owns the memory: it gives the addresses of states, inputs
// and outputs, and checks sizes before it calls. An algorithm is a number below hashlane_count().

#include "rows.hpp"

using namespace hashlane_js;

// Exports a function under its own name.
#define HASHLANE_JS_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace {

// What JavaScript reads of an algorithm: words of 32 bits.
struct description {
    const char* name;
    std::size_t name_size;
    const char* family;
    std::size_t family_size;
    const char* standard;
    std::size_t standard_size;
    unsigned kind, any_length, digest_size, block_size, security_strength, parameters, reads, takes_bits,
        customized_last;
    std::size_t key_size, nonce_size;
};
description described;

// The options of hashlane_create() as JavaScript writes them: words of 32 bits. A pointer of 0 stands for an option that
// is not given; so does -1 in a number.
struct options_given {
    octets_in key, customization, function_name;
    std::int32_t parallel_block, domain, output_size;
};
options_given given;

// The message of the last error.
hl::any_error problem(hl::any_problem::none);

template <class T>
void set(std::optional<T>& option, std::int32_t value) {
    if (value >= 0) option = static_cast<T>(value);
}
void set(std::optional<octets_in>& option, octets_in value) {
    if (value.data() != nullptr) option = value;
}

hl::any_options translate() {
    hl::any_options options;
    set(options.key, given.key);
    set(options.customization, given.customization);
    set(options.function_name, given.function_name);
    set(options.parallel_block, given.parallel_block);
    set(options.domain, given.domain);
    set(options.output_size, given.output_size);
    return options;
}

bool out_of_range(hl::any_problem found) {
    using enum hl::any_problem;
    return found == customization_too_long || found == parallel_block_zero || found == domain_out_of_range ||
           found == output_size;
}

// Digests the messages one after the other, each in a copy of the state.
void one_by_one(const hash_functions& functions, const void* state, const messages& all, octets_out digests,
                const ending& end) {
    alignas(8) std::uint8_t copy[state_room];
    const std::size_t size = all.empty() ? 0 : digests.size() / all.size();
    for (std::size_t i = 0; i < all.size(); ++i) {
        functions.copy(copy, state);
        functions.update(copy, all[i]);
        functions.digest(copy, digests.subspan(i * size, size), end);
        functions.destroy(copy);
    }
    hl::wipe(&copy);
}

}  // namespace

// How many algorithms this module has.
HASHLANE_JS_EXPORT(hashlane_count) std::size_t hashlane_count() { return entries.size(); }

// The address of the description of algorithm i, which the next call overwrites.
HASHLANE_JS_EXPORT(hashlane_describe) const void* hashlane_describe(std::size_t i) {
    const entry& e = entries[i];
    const hl::algorithm& a = e.info;
    described = {a.name.data(),
                 a.name.size(),
                 a.family.data(),
                 a.family.size(),
                 a.standard.data(),
                 a.standard.size(),
                 static_cast<unsigned>(a.kind),
                 a.any_length,
                 a.digest_size,
                 a.block_size,
                 a.security_strength,
                 a.parameters,
                 e.hash != nullptr && e.hash->reader != nullptr,
                 e.hash != nullptr && e.hash->takes_bits,
                 e.hash != nullptr && e.hash->customized_last,
                 e.aead == nullptr ? 0 : e.aead->key_size,
                 e.aead == nullptr ? 0 : e.aead->nonce_size};
    return &described;
}

// The name of the instruction set that the module was compiled for.
HASHLANE_JS_EXPORT(hashlane_target) const char* hashlane_target() { return hl::target_name().data(); }

// The size of a state in bytes. Readers are smaller.
HASHLANE_JS_EXPORT(hashlane_state_size) std::size_t hashlane_state_size() {
    static_assert(sizeof(hl::any_reader) <= state_room);
    return state_room;
}

// Where JavaScript writes the options of the next hashlane_create().
HASHLANE_JS_EXPORT(hashlane_options) void* hashlane_options() { return &given; }

// The message of the last error, and its size.
HASHLANE_JS_EXPORT(hashlane_message) const char* hashlane_message() { return problem.message().data(); }
HASHLANE_JS_EXPORT(hashlane_message_size) std::size_t hashlane_message_size() { return problem.message().size(); }

// Makes a state of algorithm i. 0, or a message: 1 when an option is missing or not taken, 2 when it is out of its range.
HASHLANE_JS_EXPORT(hashlane_create) int hashlane_create(std::size_t i, void* state) {
    const hl::any_options options = translate();
    const hl::algorithm& a = entries[i].info;
    const hl::any_problem found = hl::problem_with(a, options);
    if (found != hl::any_problem::none) {
        problem = hl::explain(a, options, found);
        return out_of_range(found) ? 2 : 1;
    }
    entries[i].hash->create(state, options);
    return 0;
}

HASHLANE_JS_EXPORT(hashlane_copy) void hashlane_copy(std::size_t i, void* state, const void* other) {
    entries[i].hash->copy(state, other);
}

// Destroys a state, which wipes one with a key, and overwrites its memory.
HASHLANE_JS_EXPORT(hashlane_destroy) void hashlane_destroy(std::size_t i, void* state) {
    entries[i].hash->destroy(state);
    hl::wipe(static_cast<std::uint8_t*>(state), state_room);
}

HASHLANE_JS_EXPORT(hashlane_update)
void hashlane_update(std::size_t i, void* state, const std::uint8_t* p, std::size_t n) {
    entries[i].hash->update(state, {p, n});
}

// The output for everything that was absorbed, for the first `bits` bits of `last`, 0 to 7, and for the customization
// string at `custom`, which is empty unless the algorithm is customized last.
HASHLANE_JS_EXPORT(hashlane_digest)
void hashlane_digest(std::size_t i, const void* state, std::uint8_t* p, std::size_t n, std::uint8_t last, unsigned bits,
                     const std::uint8_t* custom, std::size_t custom_size) {
    entries[i].hash->digest(state, {p, n}, {{last, bits}, {custom, custom_size}});
}

// The digests of `count` messages, side by side. At `all` stand the address and the size of each. The customization
// string is that of hashlane_digest().
HASHLANE_JS_EXPORT(hashlane_many)
void hashlane_many(std::size_t i, const void* state, const octets_in* all, std::size_t count, std::uint8_t* digests,
                   std::size_t size, const std::uint8_t* custom, std::size_t custom_size) {
    const hash_functions& functions = *entries[i].hash;
    if (functions.many != nullptr && custom_size == 0)
        functions.many(state, {all, count}, {digests, size});
    else
        one_by_one(functions, state, {all, count}, {digests, size}, {{}, {custom, custom_size}});
}

// A reader of what hashlane_digest() gives.
HASHLANE_JS_EXPORT(hashlane_reader)
void hashlane_reader(std::size_t i, const void* state, void* reader, std::uint8_t last, unsigned bits,
                     const std::uint8_t* custom, std::size_t custom_size) {
    entries[i].hash->reader(state, reader, {{last, bits}, {custom, custom_size}});
}
HASHLANE_JS_EXPORT(hashlane_squeeze) void hashlane_squeeze(void* reader, std::uint8_t* p, std::size_t n) {
    as<hl::any_reader>(reader).squeeze({p, n});
}
HASHLANE_JS_EXPORT(hashlane_reader_destroy) void hashlane_reader_destroy(void* reader) {
    as<hl::any_reader>(reader).~any_reader();
    hl::wipe(static_cast<std::uint8_t*>(reader), state_room);
}

HASHLANE_JS_EXPORT(hashlane_aead_start)
void hashlane_aead_start(std::size_t i, bool encrypts, void* state, const std::uint8_t* key, std::size_t key_size,
                         const std::uint8_t* nonce, std::size_t nonce_size, const std::uint8_t* p, std::size_t n) {
    entries[i].aead->start(encrypts, state, {key, key_size}, {nonce, nonce_size}, {p, n});
}
// Encrypts or decrypts n bytes in their place.
HASHLANE_JS_EXPORT(hashlane_aead_update)
void hashlane_aead_update(std::size_t i, bool encrypts, void* state, std::uint8_t* p, std::size_t n) {
    entries[i].aead->update(encrypts, state, {p, n}, {p, n});
}
HASHLANE_JS_EXPORT(hashlane_aead_finish)
void hashlane_aead_finish(std::size_t i, void* state, std::uint8_t* tag, std::size_t n) {
    entries[i].aead->finish(state, {tag, n});
}
HASHLANE_JS_EXPORT(hashlane_aead_verify)
bool hashlane_aead_verify(std::size_t i, void* state, const std::uint8_t* tag, std::size_t n) {
    return entries[i].aead->verify(state, {tag, n});
}
HASHLANE_JS_EXPORT(hashlane_aead_destroy) void hashlane_aead_destroy(std::size_t i, bool encrypts, void* state) {
    entries[i].aead->destroy(encrypts, state);
    hl::wipe(static_cast<std::uint8_t*>(state), state_room);
}

// PBKDF2. `iterations` is an integer. False: the output is too long, or there is no iteration.
HASHLANE_JS_EXPORT(hashlane_pbkdf2)
bool hashlane_pbkdf2(std::size_t i, const std::uint8_t* password, std::size_t password_size, const std::uint8_t* salt,
                     std::size_t salt_size, double iterations, std::uint8_t* out, std::size_t n) {
    return entries[i].pbkdf2({password, password_size}, {salt, salt_size}, static_cast<std::uint64_t>(iterations),
                             {out, n});
}

// Tells in constant time whether two ranges of n bytes hold the same.
HASHLANE_JS_EXPORT(hashlane_equal)
bool hashlane_equal(const std::uint8_t* a, const std::uint8_t* b, std::size_t n) {
    return hl::equal_in_constant_time(a, b, n);
}

HASHLANE_JS_EXPORT(hashlane_wipe) void hashlane_wipe(std::uint8_t* p, std::size_t n) { hl::wipe(p, n); }
