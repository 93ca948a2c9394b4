/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The states of hashlane_typed.h against hashlane_hash: every split at the edges of blocks, copies, readers, tags, and
   everything that is refused. */
#include <hashlane_typed.h>

#include "samples.h"

/* An algorithm of the tables, with the options of samples.h. */
typedef struct typed {
    const char* name; /* as in the tables */
    size_t state_size, reader_size, result_size;
    int (*init)(void* state);
    int (*update)(void* state, const void* data, size_t size);
    int (*result)(const void* state, uint8_t* out, size_t size); /* a digest, a tag, or the first bytes */
    void (*wipe)(void* state);
    int (*verify)(const void* state, const void* tag, size_t size); /* NULL: no mac */
    int (*reader_init)(void* reader, const void* state);            /* NULL: no xof */
    int (*squeeze)(void* reader, void* out, size_t size);
    void (*reader_wipe)(void* reader);
} typed;

#define WRAP_COMMON(NAME, UPDATE)                                                                                      \
    static int update_##NAME(void* s, const void* p, size_t n) { return hashlane_##NAME##_##UPDATE(s, p, n); }         \
    static void wipe_##NAME(void* s) { hashlane_##NAME##_wipe(s); }

#define WRAP_HASH(NAME, DIGEST, STATE)                                                                                 \
    WRAP_COMMON(NAME, update)                                                                                          \
    static int init_##NAME(void* s) { return hashlane_##NAME##_init(s); }                                              \
    static int result_##NAME(const void* s, uint8_t* out, size_t n) {                                                  \
        (void)n;                                                                                                       \
        return hashlane_##NAME##_digest(s, out);                                                                       \
    }

#define WRAP_XOF(NAME, ...)                                                                                            \
    WRAP_COMMON(NAME, absorb)                                                                                          \
    static int init_##NAME(void* s) { return hashlane_##NAME##_init(__VA_ARGS__); }                                    \
    static int result_##NAME(const void* s, uint8_t* out, size_t n) { return hashlane_##NAME##_digest(s, out, n); }    \
    static int reader_init_##NAME(void* r, const void* s) { return hashlane_##NAME##_reader_init(r, s); }              \
    static int squeeze_##NAME(void* r, void* out, size_t n) { return hashlane_##NAME##_reader_squeeze(r, out, n); }    \
    static void reader_wipe_##NAME(void* r) { hashlane_##NAME##_reader_wipe(r); }
#define WRAP_PLAIN_XOF(NAME, STATE) WRAP_XOF(NAME, s)
#define WRAP_TURBOSHAKE(NAME, STATE) WRAP_XOF(NAME, s, 0x0b)
#define WRAP_CUSTOMIZED_XOF(NAME, STATE) WRAP_XOF(NAME, s, "tests", 5)
#define WRAP_CSHAKE(NAME, STATE) WRAP_XOF(NAME, s, "f", 1, "tests", 5)

#define KEY "0123456789abcdef", 16
#define WRAP_MAC(NAME)                                                                                                 \
    WRAP_COMMON(NAME, update)                                                                                          \
    static int verify_##NAME(const void* s, const void* tag, size_t n) { return hashlane_##NAME##_verify(s, tag, n); }
#define WRAP_HMAC(NAME, TAG, STATE)                                                                                    \
    WRAP_MAC(NAME)                                                                                                     \
    static int init_##NAME(void* s) { return hashlane_##NAME##_init(s, KEY); }                                         \
    static int result_##NAME(const void* s, uint8_t* out, size_t n) {                                                  \
        (void)n;                                                                                                       \
        return hashlane_##NAME##_tag(s, out);                                                                          \
    }
#define WRAP_KMAC(NAME, TAG, STATE)                                                                                    \
    WRAP_MAC(NAME)                                                                                                     \
    static int init_##NAME(void* s) { return hashlane_##NAME##_init(s, KEY, "tests", 5); }                             \
    static int result_##NAME(const void* s, uint8_t* out, size_t n) { return hashlane_##NAME##_tag(s, out, n); }

HASHLANE_TYPED_HASHES(WRAP_HASH)
HASHLANE_TYPED_XOFS(WRAP_PLAIN_XOF)
HASHLANE_TYPED_TURBOSHAKES(WRAP_TURBOSHAKE)
HASHLANE_TYPED_CUSTOMIZED_XOFS(WRAP_CUSTOMIZED_XOF)
HASHLANE_TYPED_CSHAKES(WRAP_CSHAKE)
HASHLANE_TYPED_HMACS(WRAP_HMAC)
HASHLANE_TYPED_KMACS(WRAP_KMAC)

#define COMMON(NAME) init_##NAME, update_##NAME, result_##NAME, wipe_##NAME
#define HASH(NAME, DIGEST, STATE) {#NAME, STATE, 0, DIGEST, COMMON(NAME), NULL, NULL, NULL, NULL},
#define XOF(NAME, STATE)                                                                                               \
    {#NAME, STATE, STATE, OUT, COMMON(NAME), NULL, reader_init_##NAME, squeeze_##NAME, reader_wipe_##NAME},
#define MAC(NAME, TAG, STATE) {#NAME, STATE, 0, TAG, COMMON(NAME), verify_##NAME, NULL, NULL, NULL},
static const typed all[] = {
    /* clang-format off */
    HASHLANE_TYPED_HASHES(HASH)
    HASHLANE_TYPED_XOFS(XOF) HASHLANE_TYPED_TURBOSHAKES(XOF) HASHLANE_TYPED_CUSTOMIZED_XOFS(XOF) HASHLANE_TYPED_CSHAKES(XOF)
    HASHLANE_TYPED_HMACS(MAC) HASHLANE_TYPED_KMACS(MAC)
    /* clang-format on */
};
enum { COUNT = sizeof all / sizeof *all };

/* Room for any state, and one that was never initialised. */
typedef union room {
    uint64_t words[128];
    uint8_t bytes[1024];
} room;

#define SIZED(NAME, STATE) &&sizeof(hashlane_##NAME##_state) == (STATE) && sizeof(hashlane_##NAME##_reader) == (STATE)
#define SIZED_RESULT(NAME, RESULT, STATE) &&sizeof(hashlane_##NAME##_state) == (STATE)
static void sizes(void) {
    CHECK(1 HASHLANE_TYPED_HASHES(SIZED_RESULT) HASHLANE_TYPED_HMACS(SIZED_RESULT) HASHLANE_TYPED_KMACS(SIZED_RESULT));
    CHECK(1 HASHLANE_TYPED_XOFS(SIZED) HASHLANE_TYPED_TURBOSHAKES(SIZED) HASHLANE_TYPED_CUSTOMIZED_XOFS(SIZED)
              HASHLANE_TYPED_CSHAKES(SIZED));
    CHECK(hashlane_sha256_digest_size == 32 && hashlane_kmac256_tag_size == 64);
}

/* sha512_256 is sha512-256. */
static hashlane_algorithm number_of(const typed* t) {
    char name[64];
    size_t i;
    for (i = 0; i <= strlen(t->name); i++) name[i] = (char)(t->name[i] == '_' ? '-' : t->name[i]);
    return hashlane_find(name);
}

static int is_zero(const void* p, size_t n) {
    size_t i;
    for (i = 0; i < n; i++)
        if (((const uint8_t*)p)[i] != 0) return 0;
    return 1;
}

/* The message in two pieces, with a copy of the state between them. */
static void split(const typed* t, size_t n, size_t at, const uint8_t* want) {
    room s, copy;
    uint8_t got[OUT];
    CHECK(t->init(&s) == HASHLANE_OK && t->update(&s, message, at) == HASHLANE_OK);
    copy = s;
    CHECK(t->update(&s, "another message", 15) == HASHLANE_OK && t->result(&s, got, t->result_size) == HASHLANE_OK);
    CHECK(memcmp(got, want, t->result_size) != 0);
    CHECK(t->update(&copy, message + at, n - at) == HASHLANE_OK);
    CHECK(t->result(&copy, got, t->result_size) == HASHLANE_OK && memcmp(got, want, t->result_size) == 0);
    CHECK(t->result(&copy, got, t->result_size) == HASHLANE_OK && memcmp(got, want, t->result_size) == 0);
    if (t->verify != NULL) CHECK(t->verify(&copy, want, t->result_size) == HASHLANE_OK);
}

static void whole(hashlane_algorithm a, size_t n, uint8_t* want, size_t size) {
    const hashlane_options o = options_for(hashlane_describe(a));
    CHECK(hashlane_digest_with(a, &o, message, n, want, size) == HASHLANE_OK);
}

/* Totals around one block, two blocks and a chunk of KangarooTwelve, each split at every byte near such an edge. */
static void splits(const typed* t, hashlane_algorithm a) {
    const size_t block = hashlane_describe(a)->block_size, edges[] = {0, block, 2 * block, 8192, 16384};
    uint8_t want[OUT];
    size_t i, j, n, at;
    for (i = 0; i < sizeof edges / sizeof *edges; i++)
        for (n = edges[i] == 0 ? 0 : edges[i] - 1; n <= edges[i] + 1; n++) {
            whole(a, n, want, t->result_size);
            for (j = 0; j <= i; j++)
                for (at = edges[j] == 0 ? 0 : edges[j] - 1; at <= edges[j] + 1 && at <= n; at++) split(t, n, at, want);
        }
    for (n = 0; n <= block + 1; n++) {
        whole(a, block + 1, want, t->result_size);
        split(t, block + 1, n, want);
    }
}

static void readers(const typed* t, hashlane_algorithm a) {
    room s, r, copy;
    uint8_t want[OUT], got[OUT];
    size_t at;
    if (t->reader_init == NULL) return;
    whole(a, 500, want, OUT);
    CHECK(t->init(&s) == HASHLANE_OK && t->update(&s, message, 500) == HASHLANE_OK);
    for (at = 0; at <= OUT; at++) {
        CHECK(t->reader_init(&r, &s) == HASHLANE_OK && t->squeeze(&r, got, at) == HASHLANE_OK);
        copy = r;
        CHECK(t->squeeze(&copy, got + at, OUT - at) == HASHLANE_OK && memcmp(got, want, OUT) == 0);
    }
    CHECK(t->squeeze(&r, NULL, 1) == HASHLANE_ERROR_NULL && t->reader_init(NULL, &s) == HASHLANE_ERROR_NULL);
    t->reader_wipe(&r);
    CHECK(is_zero(&r, t->reader_size) && t->squeeze(&r, got, 1) == HASHLANE_ERROR_STATE);
    t->reader_wipe(NULL);
    t->wipe(&s);
    CHECK(t->reader_init(&r, &s) == HASHLANE_ERROR_STATE && is_zero(&r, t->reader_size));
}

static void tags(const typed* t, hashlane_algorithm a) {
    const int any_length = hashlane_describe(a)->any_length;
    room s;
    uint8_t tag[1025];
    size_t n;
    if (t->verify == NULL) return;
    CHECK(t->init(&s) == HASHLANE_OK && t->update(&s, message, 77) == HASHLANE_OK);
    for (n = 0; n < sizeof tag; n++) {
        const int taken = n == t->result_size || (any_length && n > t->result_size && n <= 1024);
        if (taken) CHECK(t->result(&s, tag, n) == HASHLANE_OK);
        CHECK(t->verify(&s, tag, n) == (taken ? HASHLANE_OK : HASHLANE_ERROR_SIZE));
        if (!taken) continue;
        tag[n - 1] ^= 0x80;
        CHECK(t->verify(&s, tag, n) == HASHLANE_FORGED);
    }
    CHECK(t->verify(&s, NULL, t->result_size) == HASHLANE_ERROR_NULL);
    t->wipe(&s);
    CHECK(t->verify(&s, tag, t->result_size) == HASHLANE_ERROR_STATE);
}

static void refused(const typed* t) {
    room s, never;
    uint8_t out[OUT] = {0};
    size_t i;
    memset(&never, 0, sizeof never), memset(&s, 0, sizeof s);
    CHECK(t->init(NULL) == HASHLANE_ERROR_NULL);
    CHECK(t->update(&never, "a", 1) == HASHLANE_ERROR_STATE && t->update(NULL, "a", 1) == HASHLANE_ERROR_STATE);
    CHECK(t->result(&never, out, t->result_size) == HASHLANE_ERROR_STATE && is_zero(out, OUT));
    CHECK(t->init(&s) == HASHLANE_OK && t->update(&s, NULL, 0) == HASHLANE_OK);
    CHECK(t->update(&s, NULL, 1) == HASHLANE_ERROR_NULL && t->update(&s, "a", SIZE_MAX) == HASHLANE_ERROR_NULL);
    CHECK(t->result(&s, NULL, t->result_size) == HASHLANE_ERROR_NULL);
    for (i = 0; i < COUNT; i++) /* the state of another algorithm */
        if (all[i].name != t->name) CHECK(all[i].update(&s, "a", 1) == HASHLANE_ERROR_STATE);
    for (i = t->state_size; i < sizeof s; i++) CHECK(s.bytes[i] == 0);
    t->wipe(&s), t->wipe(NULL);
    CHECK(is_zero(&s, sizeof s) && t->update(&s, "a", 1) == HASHLANE_ERROR_STATE);
}

static void parameters(void) {
    hashlane_turboshake128_state turbo;
    hashlane_kt256_state kt;
    hashlane_ascon_cxof128_state cxof;
    hashlane_cshake128_state cshake;
    hashlane_hmac_sha256_state hmac;
    hashlane_kmac128_state kmac;
    unsigned domain;
    for (domain = 0; domain < 600; domain++)
        CHECK(hashlane_turboshake128_init(&turbo, domain) ==
              (domain >= 1 && domain <= 127 ? HASHLANE_OK : HASHLANE_ERROR_OPTION));
    CHECK(hashlane_kt256_init(&kt, message, 256) == HASHLANE_OK);
    CHECK(hashlane_kt256_init(&kt, message, 257) == HASHLANE_ERROR_OPTION);
    CHECK(hashlane_kt256_init(&kt, NULL, 1) == HASHLANE_ERROR_NULL && hashlane_kt256_init(&kt, NULL, 0) == HASHLANE_OK);
    CHECK(hashlane_ascon_cxof128_init(&cxof, message, 256) == HASHLANE_OK);
    CHECK(hashlane_ascon_cxof128_init(&cxof, message, 257) == HASHLANE_ERROR_OPTION);
    CHECK(hashlane_cshake128_init(&cshake, NULL, 1, "", 0) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_cshake128_init(&cshake, "", 0, NULL, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_hmac_sha256_init(&hmac, NULL, 0) == HASHLANE_ERROR_KEY);
    CHECK(hashlane_hmac_sha256_init(&hmac, NULL, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_hmac_sha256_init(&hmac, "", 0) == HASHLANE_OK);
    CHECK(hashlane_kmac128_init(&kmac, NULL, 0, "", 0) == HASHLANE_ERROR_KEY);
    CHECK(hashlane_kmac128_init(&kmac, "", 0, NULL, 1) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_kmac128_init(&kmac, "", 0, NULL, 0) == HASHLANE_OK);
}

int main(void) {
    size_t i;
    fill_message();
    sizes();
    CHECK(COUNT == 41);
    for (i = 0; i < COUNT; i++) {
        const hashlane_algorithm a = number_of(&all[i]);
        CHECK(a != 0);
        splits(&all[i], a);
        readers(&all[i], a);
        tags(&all[i], a);
        refused(&all[i]);
    }
    parameters();
    return closing_line();
}
