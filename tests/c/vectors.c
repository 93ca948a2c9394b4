/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Published vectors through libhashlane on every target: at once, in pieces, as a stream, side by side. The argument is
   what tests/support/sets.py writes. Prints `checks FOLDER N` for each folder of them. */
#include <hashlane.h>

#include <string.h>

#include "../support/check.h"
#include "shake_table.h"

enum { WORD = 5000000, POOL = 30000000, OUT = 140000, BESIDE = 9, ELEMENTS = 64, FOLDERS = 20 };

typedef struct {
    uint8_t* bytes;
    size_t n;
} octets;

static struct {
    char kind[8], folder[24], algorithm[40];
    int valid;
    unsigned long bits, output_bits, size, skip, number;
    octets key, custom, name, message, output, elements[ELEMENTS];
    size_t elements_given;
} v;
static hashlane_algorithm algorithm;
static hashlane_options options;

static char word[WORD + 1];
static uint8_t pool[POOL], got[BESIDE * OUT], again[OUT];
static size_t pool_used;

/* ---- reading */

static unsigned nibble(char c) { return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10); }

static octets from_hex(const char* text, size_t digits) {
    octets o = {pool + pool_used, digits / 2};
    size_t i;
    for (i = 0; i < o.n; i++) o.bytes[i] = (uint8_t)(nibble(text[2 * i]) << 4 | nibble(text[2 * i + 1]));
    pool_used += o.n;
    return o;
}

static int next(FILE* f, octets* to) {
    unsigned long n = 0, i;
    if (fscanf(f, "%5000000s", word) != 1) return 0;
    if (sscanf(word, "ptn:%lu", &n) != 1) {
        *to = from_hex(word, strcmp(word, "-") == 0 ? 0 : strlen(word));
        return 1;
    }
    to->bytes = pool + pool_used;
    to->n = n;
    for (i = 0; i < n; i++) to->bytes[i] = (uint8_t)(i % 251);
    pool_used += n;
    return 1;
}

static int next_elements(FILE* f) {
    const char *at = word, *comma;
    if (fscanf(f, "%5000000s", word) != 1) return 0;
    v.elements_given = 0;
    for (; (comma = strchr(at, ',')) != NULL; at = comma + 1)
        v.elements[v.elements_given++] = from_hex(at, (size_t)(comma - at));
    return 1;
}

static int next_vector(FILE* f) {
    pool_used = 0;
    return fscanf(f, "%7s %23s %39s %d %lu %lu %lu %lu %lu", v.kind, v.folder, v.algorithm, &v.valid, &v.bits,
                  &v.output_bits, &v.size, &v.skip, &v.number) == 9 &&
           next(f, &v.key) && next(f, &v.custom) && next(f, &v.name) && next(f, &v.message) && next(f, &v.output) &&
           next_elements(f) && v.size <= OUT;
}

/* ---- hashes, xofs, macs */

static int is_right(const uint8_t* digest) {
    const size_t whole = v.output_bits / 8;
    const unsigned mask = (1u << v.output_bits % 8) - 1;
    int same = v.skip + v.output.n <= v.size && memcmp(digest + v.skip, v.output.bytes, whole) == 0;
    if (same && mask != 0) same = ((digest[v.skip + whole] ^ v.output.bytes[whole]) & mask) == 0;
    return same == v.valid;
}

/* May a message end within a byte? */
static int takes_bits(const hashlane_info* info) {
    return !(info->parameters & HASHLANE_TAKES_ELEMENTS) && strcmp(info->family, "KangarooTwelve") != 0 &&
           strcmp(info->family, "HMAC") != 0;
}

/* Published tags are of any length. */
static int in_pieces(hashlane_hash* h) {
    const hashlane_info* info = hashlane_describe(algorithm);
    const size_t half = info->digest_size / 2, shortest = info->any_length ? 4 : half < 10 ? 10 : half;
    hashlane_options o = options;
    const size_t first = v.bits / 8 / 3;
    size_t i;
    if (info->kind == HASHLANE_KIND_MAC) o.shortest_tag = &shortest;
    if (hashlane_hash_init(h, algorithm, &o) != HASHLANE_OK) return 0;
    for (i = 0; i < v.elements_given; i++)
        if (hashlane_hash_update(h, v.elements[i].bytes, v.elements[i].n) != HASHLANE_OK) return 0;
    if (info->parameters & HASHLANE_TAKES_ELEMENTS) return 1;
    if (hashlane_hash_update(h, v.message.bytes, first) != HASHLANE_OK) return 0;
    if (hashlane_hash_update(h, NULL, 0) != HASHLANE_OK) return 0;
    if (!takes_bits(info)) return hashlane_hash_update(h, v.message.bytes + first, v.message.n - first) == HASHLANE_OK;
    return hashlane_hash_update_bits(h, v.message.bytes + first, v.bits - 8 * first) == HASHLANE_OK;
}

static int squeezed(hashlane_reader* r) {
    size_t at, n;
    memset(got, 0, v.size);
    for (at = 0; at < v.size; at += n) {
        n = v.size - at < 13 + at / 2 ? v.size - at : 13 + at / 2;
        if (hashlane_reader_squeeze(r, got + at, n) != HASHLANE_OK) return 0;
    }
    return is_right(got);
}

static int side_by_side(void) {
    const void* messages[BESIDE];
    size_t sizes[BESIDE], i, good = 0;
    for (i = 0; i < BESIDE; i++) {
        messages[i] = v.message.bytes;
        sizes[i] = v.message.n;
    }
    memset(got, 0, BESIDE * v.size);
    if (hashlane_digest_many(algorithm, &options, messages, sizes, BESIDE, got, v.size, 1) != HASHLANE_OK) return 0;
    for (i = 0; i < BESIDE; i++) good += (size_t)is_right(got + i * v.size);
    return good == BESIDE;
}

/* By hashlane_fips202.h, a whole number of bytes. */
static int by_fips202(void) {
    const void* messages[MOST_LANES];
    void* outputs[MOST_LANES];
    size_t i, k, good = 0, lanes = 0;
    memset(got, 0, MOST_LANES * v.size);
    if (algorithm == HASHLANE_SHA3_256)
        return hashlane_sha3_256_once(v.message.bytes, v.message.n, got) == HASHLANE_OK && is_right(got);
    if (algorithm == HASHLANE_SHA3_384)
        return hashlane_sha3_384_once(v.message.bytes, v.message.n, got) == HASHLANE_OK && is_right(got);
    if (algorithm == HASHLANE_SHA3_512)
        return hashlane_sha3_512_once(v.message.bytes, v.message.n, got) == HASHLANE_OK && is_right(got);
    for (i = 0; i < MOST_LANES; i++) {
        messages[i] = v.message.bytes;
        outputs[i] = got + i * v.size;
    }
    for (k = 0; k < LANE_COUNTS; k++) {
        const unsigned strength = algorithm == HASHLANE_SHAKE128 ? 128 : 256;
        memset(got, 0, MOST_LANES * v.size);
        if (shakes[k].once(strength, messages, v.message.n, outputs, v.size) != HASHLANE_OK) return 0;
        for (i = 0; i < shakes[k].lanes; i++) good += (size_t)is_right(outputs[i]);
        lanes += shakes[k].lanes;
    }
    return good == lanes;
}

static int has_fips202(void) {
    return algorithm == HASHLANE_SHA3_256 || algorithm == HASHLANE_SHA3_384 || algorithm == HASHLANE_SHA3_512 ||
           algorithm == HASHLANE_SHAKE128 || algorithm == HASHLANE_SHAKE256;
}

static void set_options(void) {
    const unsigned takes = hashlane_describe(algorithm)->parameters;
    const hashlane_options none = HASHLANE_OPTIONS;
    static uint8_t domain;
    static size_t block;
    options = none;
    domain = (uint8_t)v.number;
    block = v.number;
    if (takes & HASHLANE_TAKES_KEY) {
        options.key = v.key.bytes;
        options.key_size = v.key.n;
    }
    if (takes & HASHLANE_TAKES_DOMAIN) options.domain = &domain;
    if (takes & HASHLANE_TAKES_PARALLEL_BLOCK) options.parallel_block = &block;
    options.customization = v.custom.bytes;
    options.customization_size = v.custom.n;
    options.function_name = v.name.bytes;
    options.function_name_size = v.name.n;
}

static void check_digest(void) {
    const hashlane_info* info = hashlane_describe(algorithm);
    const size_t size = info->any_length ? v.size : info->digest_size;
    hashlane_hash h;
    hashlane_reader r;
    set_options();
    if (!(info->parameters & HASHLANE_TAKES_ELEMENTS)) {
        if (takes_bits(info))
            CHECK(hashlane_digest_bits(algorithm, &options, v.message.bytes, v.bits, got, size) == HASHLANE_OK &&
                  is_right(got));
        if (v.bits % 8 == 0) {
            CHECK(hashlane_digest_with(algorithm, &options, v.message.bytes, v.message.n, got, size) == HASHLANE_OK &&
                  is_right(got));
            CHECK(side_by_side());
            if (has_fips202()) CHECK(by_fips202());
        }
    }
    CHECK(in_pieces(&h));
    CHECK(hashlane_hash_digest(&h, got, size) == HASHLANE_OK && is_right(got));
    if (hashlane_reader_init(&r, &h) == HASHLANE_OK) CHECK(squeezed(&r));
    if (info->kind == HASHLANE_KIND_MAC && v.output.n == size && v.output_bits % 8 == 0)
        CHECK(hashlane_hash_verify(&h, v.output.bytes, size) == (v.valid ? HASHLANE_OK : HASHLANE_FORGED));
}

/* ---- keys */

static void check_hkdf(void) {
    memset(got, 0, v.size);
    CHECK((hashlane_hkdf_derive(algorithm, v.message.bytes, v.message.n, v.custom.bytes, v.custom.n, v.name.bytes,
                                v.name.n, got, v.size) == HASHLANE_OK) == v.valid);
    if (v.valid) CHECK(is_right(got));
}

static void check_pbkdf2(void) {
    const void *passwords[2] = {v.message.bytes, v.message.bytes}, *salts[2] = {v.custom.bytes, v.custom.bytes};
    const size_t sizes[2] = {v.message.n, v.message.n}, salt_sizes[2] = {v.custom.n, v.custom.n};
    CHECK(hashlane_pbkdf2_derive(algorithm, v.message.bytes, v.message.n, v.custom.bytes, v.custom.n, v.number, got,
                                 v.size) == HASHLANE_OK &&
          is_right(got));
    if (v.number <= 5000)
        CHECK(hashlane_pbkdf2_derive_many(algorithm, passwords, sizes, salts, salt_sizes, 2, v.number, got, v.size,
                                          1) == HASHLANE_OK &&
              is_right(got) && is_right(got + v.size));
}

/* ---- authenticated encryption */

typedef struct {
    const octets *nonce, *header, *text, *cipher, *tag;
} sealed;

static int is_text(const sealed* s, const uint8_t* text) {
    size_t i, zeros = 0;
    if (v.valid) return memcmp(text, s->text->bytes, s->cipher->n) == 0;
    for (i = 0; i < s->cipher->n; i++) zeros += text[i] == 0;
    return zeros == s->cipher->n;
}

static int is_sealed(const sealed* s, const uint8_t* cipher, const uint8_t* tag) {
    return memcmp(cipher, s->cipher->bytes, s->cipher->n) == 0 && memcmp(tag, s->tag->bytes, s->tag->n) == 0;
}

static int encrypted(const sealed* s, uint8_t* in) {
    uint8_t tag[16] = {0};
    return hashlane_aead_encrypt(algorithm, v.key.bytes, v.key.n, s->nonce->bytes, s->nonce->n, s->header->bytes,
                                 s->header->n, in, s->text->n, got, tag, s->tag->n) == HASHLANE_OK &&
           is_sealed(s, got, tag);
}

static int decrypted(const sealed* s, const uint8_t* in) {
    const int done =
        hashlane_aead_decrypt(algorithm, v.key.bytes, v.key.n, s->nonce->bytes, s->nonce->n, s->header->bytes,
                              s->header->n, in, s->cipher->n, got, s->tag->bytes, s->tag->n);
    return (done == HASHLANE_OK) == v.valid && (v.valid || done == HASHLANE_FORGED || done == HASHLANE_ERROR_NONCE) &&
           (done == HASHLANE_ERROR_NONCE || is_text(s, got));
}

static int streamed(const sealed* s, int encrypt) {
    const octets* in = encrypt ? s->text : s->cipher;
    const size_t cut = s->header->n / 2, third = in->n / 3;
    uint8_t tag[16] = {0};
    hashlane_aead_stream t;
    int (*piece)(hashlane_aead_stream*, const void*, size_t, void*) =
        encrypt ? hashlane_aead_stream_encrypt : hashlane_aead_stream_decrypt;
    if (hashlane_aead_stream_init(&t, algorithm, v.key.bytes, v.key.n, s->nonce->bytes, s->nonce->n) != HASHLANE_OK)
        return !v.valid;
    if (hashlane_aead_stream_absorb(&t, s->header->bytes, cut) != HASHLANE_OK ||
        hashlane_aead_stream_absorb(&t, s->header->bytes + cut, s->header->n - cut) != HASHLANE_OK ||
        piece(&t, in->bytes, third, again) != HASHLANE_OK ||
        piece(&t, in->bytes + third, in->n - third, again + third) != HASHLANE_OK)
        return 0;
    if (encrypt) return hashlane_aead_stream_finish(&t, tag, s->tag->n) == HASHLANE_OK && is_sealed(s, again, tag);
    return (hashlane_aead_stream_verify(&t, s->tag->bytes, s->tag->n) == HASHLANE_OK) == v.valid &&
           (!v.valid || is_text(s, again));
}

static int many(const sealed* s) {
    hashlane_record records[3];
    uint8_t tags[3][16];
    size_t i, good = 0;
    for (i = 0; i < 3; i++) {
        const hashlane_record r = {s->nonce->bytes, s->header->bytes, s->header->n, s->text->bytes,
                                   got + i * OUT,   s->text->n,       tags[i],      0};
        records[i] = r;
    }
    if (hashlane_aead_encrypt_many(algorithm, v.key.bytes, v.key.n, records, 3, 1) != HASHLANE_OK) return 0;
    for (i = 0; i < 3; i++) good += (size_t)is_sealed(s, got + i * OUT, tags[i]);
    return good == 3;
}

static void check_aead(void) {
    const octets* e = v.elements;
    const sealed s = {e, e + 1, e + 2, e + 3, e + 4};
    CHECK(decrypted(&s, s.cipher->bytes));
    memcpy(got, s.cipher->bytes, s.cipher->n);
    CHECK(decrypted(&s, got));
    CHECK(streamed(&s, 0));
    if (!v.valid) return;
    CHECK(encrypted(&s, s.text->bytes));
    memcpy(got, s.text->bytes, s.text->n);
    CHECK(encrypted(&s, got));
    CHECK(streamed(&s, 1));
    if (s.tag->n == 16) CHECK(many(&s));
}

/* ---- all of them */

static void count(const char* folder, int checks) {
    static char names[FOLDERS][24];
    static long sums[FOLDERS];
    size_t i;
    for (i = 0; i < FOLDERS && names[i][0] != 0 && strcmp(names[i], folder) != 0; i++) {}
    if (i == FOLDERS) return;
    strcpy(names[i], folder);
    sums[i] += checks;
    if (folder[0] == 0)
        for (i = 0; names[i][0] != 0; i++) printf("checks %s %ld\n", names[i], sums[i]);
}

int main(int argc, char** argv) {
    static const struct {
        const char* kind;
        void (*check)(void);
    } kinds[] = {{"digest", check_digest}, {"hkdf", check_hkdf}, {"pbkdf2", check_pbkdf2}, {"aead", check_aead}};
    FILE* f = argc == 2 ? fopen(argv[1], "r") : NULL;
    const char* target;
    size_t k, i;
    if (f == NULL) return 2;
    while (next_vector(f)) {
        const int before = checks_passed;
        algorithm = hashlane_find(v.algorithm);
        for (k = 0; k < 4 && strcmp(kinds[k].kind, v.kind) != 0; k++) {}
        if (k == 4 || algorithm == 0) return 2;
        for (i = 0; (target = hashlane_available_target(i)) != NULL; i++) {
            CHECK(hashlane_use_target(target) == HASHLANE_OK);
            kinds[k].check();
        }
        if (checks_failed != 0) {
            printf("%s %s\n", v.folder, v.algorithm);
            return closing_line();
        }
        count(v.folder, checks_passed - before - (int)i);
    }
    if (!feof(f)) return 2;
    count("", 0);
    fclose(f);
    return closing_line();
}
