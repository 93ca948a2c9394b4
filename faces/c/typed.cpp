// SPDX-License-Identifier: Apache-2.0 OR MIT
// The functions of hashlane_typed.h: each state holds an object of the C++ class of its algorithm.

#include "hashlane_typed.h"

#include "contexts.hpp"

#include <hashlane/hashlane.hpp>

using namespace hashlane_c;

namespace {

// The classes by the names of the tables in hashlane_typed.h.
namespace classes {

using hl::ascon_cxof128;
using hl::ascon_hash256;
using hl::ascon_xof128;
using hl::cshake128;
using hl::cshake256;
using hl::kmac128;
using hl::kmac256;
using hl::kt128;
using hl::kt256;
using hl::sha224;
using hl::sha256;
using hl::sha384;
using hl::sha3_224;
using hl::sha3_256;
using hl::sha3_384;
using hl::sha3_512;
using hl::sha512;
using hl::sha512_224;
using hl::sha512_256;
using hl::shake128;
using hl::shake256;
using ascon_hash = hl::ascon_hash;
using ascon_hasha = hl::ascon_hasha;
using ascon_xof = hl::ascon_xof;
using ascon_xofa = hl::ascon_xofa;
using keccak_224 = hl::keccak_224;
using keccak_256 = hl::keccak_256;
using keccak_384 = hl::keccak_384;
using keccak_512 = hl::keccak_512;
using hmac_sha224 = hl::hmac<sha224>;
using hmac_sha256 = hl::hmac<sha256>;
using hmac_sha384 = hl::hmac<sha384>;
using hmac_sha512 = hl::hmac<sha512>;
using hmac_sha512_224 = hl::hmac<sha512_224>;
using hmac_sha512_256 = hl::hmac<sha512_256>;
using hmac_sha3_224 = hl::hmac<sha3_224>;
using hmac_sha3_256 = hl::hmac<sha3_256>;
using hmac_sha3_384 = hl::hmac<sha3_384>;
using hmac_sha3_512 = hl::hmac<sha3_512>;
using turboshake128 = hl::turboshake128;
using turboshake256 = hl::turboshake256;

}  // namespace classes

constexpr std::size_t longest_tag = 1024;  // bytes that are verified

// What all states have. The size in the header is that of the object behind its mark, to within a word.
template <class Object, class State>
struct typed : context<Object, State, number_of(Object::name)> {
    using base = context<Object, State, number_of(Object::name)>;
    static_assert(number_of(Object::name) != 0);
    static_assert(sizeof(State) <= sizeof(typename base::contents) + sizeof(std::uint64_t),
                  "the type of C is larger than the object of C++ and its mark of 8 bytes");

    template <class... Arguments>
    static int init(State* state, const Arguments&... arguments) {
        if (state == nullptr) return HASHLANE_ERROR_NULL;
        base::fill(state, arguments...);
        return HASHLANE_OK;
    }

    static int update(State* state, const void* data, std::size_t size) {
        Object* const h = base::open(state);
        if (h == nullptr) return HASHLANE_ERROR_STATE;
        if (!readable(data, size)) return HASHLANE_ERROR_NULL;
        if constexpr (requires { h->update(octets{}); })
            h->update(as_octets(data, size));
        else
            h->absorb(as_octets(data, size));
        return HASHLANE_OK;
    }

    // write(object, out) fills n bytes.
    template <class F>
    static int result(const State* state, void* out, std::size_t n, F&& write) {
        const Object* const h = base::open(state);
        if (h == nullptr) return HASHLANE_ERROR_STATE;
        if (!readable(out, n)) return HASHLANE_ERROR_NULL;
        write(*h, as_output(out, n));
        return HASHLANE_OK;
    }
};

template <class Object, class State>
struct typed_hash : typed<Object, State> {
    static int digest(const State* state, std::uint8_t* out) {
        // The array is made in its place: a copy would load as vectors what was just stored as words, and wait.
        return typed_hash::result(state, out, Object::digest_size, [](const Object& h, output to) {
            ::new (static_cast<void*>(to.data())) typename Object::digest_type(h.digest());
        });
    }
};

template <class Object, class State, class Reader>
struct typed_xof : typed<Object, State> {
    using reading = context<typename Object::reader_type, Reader, number_of(Object::name)>;

    static int init_with_domain(State* state, unsigned domain) {
        if (!hl::is_turboshake_domain(domain)) return HASHLANE_ERROR_OPTION;
        return typed_xof::init(state, static_cast<std::uint8_t>(domain));
    }

    static int init_customized(State* state, const void* customization, std::size_t n) {
        if (!readable(customization, n)) return HASHLANE_ERROR_NULL;
        if (n > Object::longest_customization) return HASHLANE_ERROR_OPTION;
        return typed_xof::init(state, as_octets(customization, n));
    }

    static int init_named(State* state, const void* name, std::size_t name_size, const void* customization,
                          std::size_t customization_size) {
        if (!readable(name, name_size) || !readable(customization, customization_size)) return HASHLANE_ERROR_NULL;
        return typed_xof::init(state, as_octets(name, name_size), as_octets(customization, customization_size));
    }

    static int digest(const State* state, void* out, std::size_t n) {
        return typed_xof::result(state, out, n, [](const Object& x, output to) { x.reader().squeeze(to); });
    }

    static int read(Reader* reader, const State* state) {
        if (reader == nullptr) return HASHLANE_ERROR_NULL;
        const Object* const x = typed_xof::open(state);
        if (x == nullptr) return HASHLANE_ERROR_STATE;
        reading::fill(reader, x->reader());
        return HASHLANE_OK;
    }

    static int squeeze(Reader* reader, void* out, std::size_t n) {
        auto* const r = reading::open(reader);
        if (r == nullptr) return HASHLANE_ERROR_STATE;
        if (!readable(out, n)) return HASHLANE_ERROR_NULL;
        r->squeeze(as_output(out, n));
        return HASHLANE_OK;
    }
};

// A MAC. Its tags have TagSize bytes, and any other number where Object gives tags of any size.
template <class Object, class State, std::size_t TagSize>
struct typed_mac : typed<Object, State> {
    static constexpr bool any_size = requires { Object::usual_size; };

    static int init_keyed(State* state, const void* key, std::size_t key_size) {
        if (const int error = check_key(key, key_size)) return error;
        return typed_mac::init(state, as_octets(key, key_size));
    }

    static int init_customized(State* state, const void* key, std::size_t key_size, const void* customization,
                               std::size_t customization_size) {
        if (const int error = check_key(key, key_size)) return error;
        if (!readable(customization, customization_size)) return HASHLANE_ERROR_NULL;
        return typed_mac::init(state, as_octets(key, key_size), as_octets(customization, customization_size));
    }

    static int tag(const State* state, void* out, std::size_t n) { return typed_mac::result(state, out, n, write_tag); }

    static int verify(const State* state, const void* tag, std::size_t n) {
        const Object* const m = typed_mac::open(state);
        if (m == nullptr) return HASHLANE_ERROR_STATE;
        if (tag == nullptr) return HASHLANE_ERROR_NULL;
        if (n < TagSize || n > (any_size ? longest_tag : TagSize)) return HASHLANE_ERROR_SIZE;
        std::array<std::uint8_t, longest_tag> right;
        write_tag(*m, as_output(right.data(), n));
        const bool equal = hl::equal_in_constant_time(right.data(), as_octets(tag, n).data(), n);
        hl::wipe(right.data(), n);
        return equal ? HASHLANE_OK : HASHLANE_FORGED;
    }

  private:
    static int check_key(const void* key, std::size_t n) {
        if (!readable(key, n)) return HASHLANE_ERROR_NULL;
        return key == nullptr ? HASHLANE_ERROR_KEY : HASHLANE_OK;
    }

    static void write_tag(const Object& m, output to) { m.tag_into(to); }
};

}  // namespace

// The functions of the header, a row of its tables after the other.

#define HASHLANE_HASH(name) typed_hash<classes::name, hashlane_##name##_state>
#define HASHLANE_DEFINE_HASH(name, digest_bytes, state_bytes)                                                          \
    static_assert(classes::name::digest_size == (digest_bytes));                                                       \
    int hashlane_##name##_init(hashlane_##name##_state* state) { return HASHLANE_HASH(name)::init(state); }            \
    int hashlane_##name##_update(hashlane_##name##_state* state, const void* data, size_t size) {                      \
        return HASHLANE_HASH(name)::update(state, data, size);                                                         \
    }                                                                                                                  \
    int hashlane_##name##_digest(const hashlane_##name##_state* state, uint8_t* digest) {                              \
        return HASHLANE_HASH(name)::digest(state, digest);                                                             \
    }                                                                                                                  \
    void hashlane_##name##_wipe(hashlane_##name##_state* state) { HASHLANE_HASH(name)::wipe(state); }
HASHLANE_TYPED_HASHES(HASHLANE_DEFINE_HASH)

#define HASHLANE_XOF(name) typed_xof<classes::name, hashlane_##name##_state, hashlane_##name##_reader>
#define HASHLANE_DEFINE_XOF(name, bytes)                                                                               \
    int hashlane_##name##_absorb(hashlane_##name##_state* state, const void* data, size_t size) {                      \
        return HASHLANE_XOF(name)::update(state, data, size);                                                          \
    }                                                                                                                  \
    int hashlane_##name##_digest(const hashlane_##name##_state* state, void* out, size_t size) {                       \
        return HASHLANE_XOF(name)::digest(state, out, size);                                                           \
    }                                                                                                                  \
    void hashlane_##name##_wipe(hashlane_##name##_state* state) { HASHLANE_XOF(name)::wipe(state); }                   \
    int hashlane_##name##_reader_init(hashlane_##name##_reader* reader, const hashlane_##name##_state* state) {        \
        return HASHLANE_XOF(name)::read(reader, state);                                                                \
    }                                                                                                                  \
    int hashlane_##name##_reader_squeeze(hashlane_##name##_reader* reader, void* out, size_t size) {                   \
        return HASHLANE_XOF(name)::squeeze(reader, out, size);                                                         \
    }                                                                                                                  \
    void hashlane_##name##_reader_wipe(hashlane_##name##_reader* reader) { HASHLANE_XOF(name)::reading::wipe(reader); }
HASHLANE_TYPED_XOFS(HASHLANE_DEFINE_XOF)
HASHLANE_TYPED_TURBOSHAKES(HASHLANE_DEFINE_XOF)
HASHLANE_TYPED_CUSTOMIZED_XOFS(HASHLANE_DEFINE_XOF)
HASHLANE_TYPED_CSHAKES(HASHLANE_DEFINE_XOF)

#define HASHLANE_DEFINE_INIT(name, bytes)                                                                              \
    int hashlane_##name##_init(hashlane_##name##_state* state) { return HASHLANE_XOF(name)::init(state); }
HASHLANE_TYPED_XOFS(HASHLANE_DEFINE_INIT)

#define HASHLANE_DEFINE_DOMAIN_INIT(name, bytes)                                                                       \
    int hashlane_##name##_init(hashlane_##name##_state* state, unsigned domain) {                                      \
        return HASHLANE_XOF(name)::init_with_domain(state, domain);                                                    \
    }
HASHLANE_TYPED_TURBOSHAKES(HASHLANE_DEFINE_DOMAIN_INIT)

#define HASHLANE_DEFINE_CUSTOMIZED_INIT(name, bytes)                                                                   \
    int hashlane_##name##_init(hashlane_##name##_state* state, const void* customization, size_t customization_size) { \
        return HASHLANE_XOF(name)::init_customized(state, customization, customization_size);                          \
    }
HASHLANE_TYPED_CUSTOMIZED_XOFS(HASHLANE_DEFINE_CUSTOMIZED_INIT)

#define HASHLANE_DEFINE_CSHAKE_INIT(name, bytes)                                                                       \
    int hashlane_##name##_init(hashlane_##name##_state* state, const void* function_name, size_t function_name_size,   \
                               const void* customization, size_t customization_size) {                                 \
        return HASHLANE_XOF(name)::init_named(state, function_name, function_name_size, customization,                 \
                                              customization_size);                                                     \
    }
HASHLANE_TYPED_CSHAKES(HASHLANE_DEFINE_CSHAKE_INIT)

#define HASHLANE_MAC(name) typed_mac<classes::name, hashlane_##name##_state, hashlane_##name##_tag_size>
#define HASHLANE_DEFINE_MAC(name, tag_bytes, state_bytes)                                                              \
    int hashlane_##name##_update(hashlane_##name##_state* state, const void* data, size_t size) {                      \
        return HASHLANE_MAC(name)::update(state, data, size);                                                          \
    }                                                                                                                  \
    int hashlane_##name##_verify(const hashlane_##name##_state* state, const void* tag, size_t tag_size) {             \
        return HASHLANE_MAC(name)::verify(state, tag, tag_size);                                                       \
    }                                                                                                                  \
    void hashlane_##name##_wipe(hashlane_##name##_state* state) { HASHLANE_MAC(name)::wipe(state); }
HASHLANE_TYPED_HMACS(HASHLANE_DEFINE_MAC)
HASHLANE_TYPED_KMACS(HASHLANE_DEFINE_MAC)

#define HASHLANE_DEFINE_HMAC(name, tag_bytes, state_bytes)                                                             \
    static_assert(classes::name::digest_size == (tag_bytes));                                                          \
    int hashlane_##name##_init(hashlane_##name##_state* state, const void* key, size_t key_size) {                     \
        return HASHLANE_MAC(name)::init_keyed(state, key, key_size);                                                   \
    }                                                                                                                  \
    int hashlane_##name##_tag(const hashlane_##name##_state* state, uint8_t* tag) {                                    \
        return HASHLANE_MAC(name)::tag(state, tag, tag_bytes);                                                         \
    }
HASHLANE_TYPED_HMACS(HASHLANE_DEFINE_HMAC)

#define HASHLANE_DEFINE_KMAC(name, tag_bytes, state_bytes)                                                             \
    static_assert(classes::name::usual_size == (tag_bytes));                                                           \
    int hashlane_##name##_init(hashlane_##name##_state* state, const void* key, size_t key_size,                       \
                               const void* customization, size_t customization_size) {                                 \
        return HASHLANE_MAC(name)::init_customized(state, key, key_size, customization, customization_size);           \
    }                                                                                                                  \
    int hashlane_##name##_tag(const hashlane_##name##_state* state, void* tag, size_t tag_size) {                      \
        return HASHLANE_MAC(name)::tag(state, tag, tag_size);                                                          \
    }
HASHLANE_TYPED_KMACS(HASHLANE_DEFINE_KMAC)
