/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The states of hashlane_typed.h against hashlane_hash: every split at the edges of blocks, copies, readers, tags, and
   everything that is refused. */
#include "typed_table.h"

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
    memset(&never, 0, sizeof never);
    memset(&s, 0, sizeof s);
    CHECK(t->init(NULL) == HASHLANE_ERROR_NULL);
    CHECK(t->update(&never, "a", 1) == HASHLANE_ERROR_STATE && t->update(NULL, "a", 1) == HASHLANE_ERROR_STATE);
    CHECK(t->result(&never, out, t->result_size) == HASHLANE_ERROR_STATE && is_zero(out, OUT));
    CHECK(t->init(&s) == HASHLANE_OK && t->update(&s, NULL, 0) == HASHLANE_OK);
    CHECK(t->update(&s, NULL, 1) == HASHLANE_ERROR_NULL && t->update(&s, "a", SIZE_MAX) == HASHLANE_ERROR_NULL);
    CHECK(t->result(&s, NULL, t->result_size) == HASHLANE_ERROR_NULL);
    for (i = 0; i < COUNT_TYPED; i++) /* the state of another algorithm */
        if (all[i].name != t->name) CHECK(all[i].update(&s, "a", 1) == HASHLANE_ERROR_STATE);
    for (i = t->state_size; i < sizeof s; i++) CHECK(s.bytes[i] == 0);
    t->wipe(&s);
    t->wipe(NULL);
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
    CHECK(COUNT_TYPED == 41);
    for (i = 0; i < COUNT_TYPED; i++) {
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
