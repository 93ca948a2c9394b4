/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* hashlane_fips202.h on every target and for every number of messages: against hashlane.h, in pieces, what is refused. */
#include "samples.h"
#include "shake_table.h"

enum { ROW = 4000, MOST = 1400 };
static uint8_t got[MOST_LANES][ROW], want[MOST_LANES][ROW];
static const void* in[MOST_LANES];
static void* out[MOST_LANES];
static const unsigned strengths[] = {128, 256};

static hashlane_algorithm algorithm_of(unsigned strength) {
    return strength == 128 ? HASHLANE_SHAKE128 : HASHLANE_SHAKE256;
}
static size_t block_of(unsigned strength) {
    return strength == 128 ? HASHLANE_SHAKE128_BLOCK_BYTES : HASHLANE_SHAKE256_BLOCK_BYTES;
}

/* Message j begins at message + 37 j. */
static void point(size_t from, size_t at) {
    size_t j;
    for (j = 0; j < MOST_LANES; j++) {
        in[j] = message + 37 * j + from;
        out[j] = got[j] + at;
    }
}

static void expect(unsigned strength, size_t n, size_t size) {
    size_t j;
    memset(got, 0xee, sizeof got);
    for (j = 0; j < MOST_LANES; j++)
        CHECK(hashlane_digest(algorithm_of(strength), message + 37 * j, n, want[j], size) == HASHLANE_OK);
}

static int same(size_t lanes, size_t size) {
    size_t j, equal = 0;
    for (j = 0; j < lanes; j++) equal += memcmp(got[j], want[j], size) == 0 && got[j][size] == 0xee;
    return equal == lanes;
}

/* Published: the first lane of Keccak-f[1600] of zeros, once and twice (KeccakF-1600-IntermediateValues). */
static void permutations(const shake_functions* f) {
    uint64_t s[25 * MOST_LANES] = {0}, one[25];
    size_t i, j, equal = 0;
    CHECK(f->f1600(NULL) == HASHLANE_ERROR_NULL);
    CHECK(f->f1600(s) == HASHLANE_OK && s[f->lanes - 1] == UINT64_C(0xf1258f7940e1dde7));
    CHECK(f->f1600(s) == HASHLANE_OK && s[f->lanes - 1] == UINT64_C(0x2d5c954df96ecb3c));
    for (i = 0; i < 25 * f->lanes; i++) s[i] = UINT64_C(0x9e3779b97f4a7c15) * (i + 1);
    CHECK(f->f1600(s) == HASHLANE_OK);
    for (j = 0; j < f->lanes; j++) {
        for (i = 0; i < 25; i++) one[i] = UINT64_C(0x9e3779b97f4a7c15) * (i * f->lanes + j + 1);
        CHECK(hashlane_keccak_f1600_x1(one) == HASHLANE_OK);
        for (i = 0; i < 25; i++) equal += one[i] == s[i * f->lanes + j];
    }
    CHECK(equal == 25 * f->lanes);
}

static void at_once(const shake_functions* f, unsigned strength) {
    const size_t b = block_of(strength);
    const size_t sizes[] = {0, 1, 7, 8, 9, 33, 34, 64, 65, b - 1, b, b + 1, 2 * b - 1, 2 * b, 2 * b + 1, 5 * b + 3};
    size_t i, k;
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            expect(strength, sizes[i], sizes[k]);
            point(0, 0);
            CHECK(f->once(strength, in, sizes[i], out, sizes[k]) == HASHLANE_OK && same(f->lanes, sizes[k]));
        }
}

/* Every split of a message of three blocks and some, and of as much output. */
static void in_pieces(const shake_functions* f, unsigned strength) {
    const size_t n = 3 * block_of(strength) + 5;
    any_shake s, copy;
    size_t cut;
    expect(strength, n, n);
    for (cut = 0; cut <= n; cut++) {
        CHECK(f->init(&s, strength) == HASHLANE_OK);
        point(0, 0);
        CHECK(f->absorb(&s, in, cut) == HASHLANE_OK);
        copy = s;
        CHECK(f->absorb(&s, in, n) == HASHLANE_OK); /* of no effect on the copy */
        point(cut, 0);
        CHECK(f->absorb(&copy, in, n - cut) == HASHLANE_OK && f->finish(&copy) == HASHLANE_OK);
        CHECK(f->squeeze(&copy, out, cut) == HASHLANE_OK);
        point(0, cut);
        CHECK(f->squeeze(&copy, out, n - cut) == HASHLANE_OK && same(f->lanes, n));
        memset(got, 0xee, sizeof got);
    }
}

/* Pieces of 1, 2, 3 ... bytes in and out. */
static void in_growing_pieces(const shake_functions* f, unsigned strength) {
    any_shake s;
    size_t at, n;
    expect(strength, MOST, MOST);
    CHECK(f->init(&s, strength) == HASHLANE_OK);
    for (at = 0, n = 1; at < MOST; at += n++) {
        point(at, 0);
        CHECK(f->absorb(&s, in, n < MOST - at ? n : MOST - at) == HASHLANE_OK);
    }
    CHECK(f->finish(&s) == HASHLANE_OK);
    for (at = 0, n = 1; at < MOST; at += n++) {
        point(0, at);
        CHECK(f->squeeze(&s, out, n < MOST - at ? n : MOST - at) == HASHLANE_OK);
    }
    CHECK(same(f->lanes, MOST));
}

static void in_blocks(const shake_functions* f, unsigned strength) {
    const size_t b = block_of(strength);
    any_shake s;
    size_t blocks;
    for (blocks = 0; blocks < 6; blocks++) {
        expect(strength, 34, (blocks + 1) * b + 10);
        point(0, 0);
        CHECK(f->absorb_once(&s, strength, in, 34) == HASHLANE_OK);
        CHECK(f->squeeze_blocks(&s, out, blocks) == HASHLANE_OK);
        point(0, blocks * b);
        CHECK(f->squeeze(&s, out, 10) == HASHLANE_OK);
        point(0, blocks * b + 10);
        CHECK(f->squeeze_blocks(&s, out, 1) == HASHLANE_OK && same(f->lanes, (blocks + 1) * b + 10));
    }
    CHECK(f->squeeze_blocks(&s, out, (size_t)PTRDIFF_MAX / b + 1) == HASHLANE_ERROR_SIZE);
    CHECK(f->squeeze_blocks(&s, out, SIZE_MAX) == HASHLANE_ERROR_SIZE);
}

static int all_zero(const void* p, size_t n) {
    size_t i, zeros = 0;
    for (i = 0; i < n; i++) zeros += ((const uint8_t*)p)[i] == 0;
    return zeros == n;
}

static void refused(const shake_functions* f) {
    any_shake s;
    memset(&s, 0x5a, sizeof s);
    point(0, 0);
    CHECK(f->init(NULL, 128) == HASHLANE_ERROR_NULL && f->init(&s, 127) == HASHLANE_ERROR_OPTION);
    CHECK(f->absorb(&s, in, 1) == HASHLANE_ERROR_STATE && f->finish(&s) == HASHLANE_ERROR_STATE);
    CHECK(f->squeeze(&s, out, 1) == HASHLANE_ERROR_STATE && f->squeeze_blocks(&s, out, 1) == HASHLANE_ERROR_STATE);
    CHECK(f->absorb(NULL, in, 1) == HASHLANE_ERROR_STATE && f->squeeze(NULL, out, 1) == HASHLANE_ERROR_STATE);
    CHECK(f->finish(NULL) == HASHLANE_ERROR_STATE && f->squeeze_blocks(NULL, out, 1) == HASHLANE_ERROR_STATE);
    CHECK(f->init(&s, 256) == HASHLANE_OK && f->squeeze(&s, out, 1) == HASHLANE_ERROR_STATE);
    CHECK(f->absorb(&s, NULL, 1) == HASHLANE_ERROR_NULL && f->absorb(&s, NULL, 0) == HASHLANE_OK);
    CHECK(f->absorb(&s, in, (size_t)PTRDIFF_MAX + 1) == HASHLANE_ERROR_NULL);
    in[f->lanes - 1] = NULL;
    CHECK(f->absorb(&s, in, 1) == HASHLANE_ERROR_NULL && f->once(128, in, 1, out, 1) == HASHLANE_ERROR_NULL);
    CHECK(f->absorb_once(&s, 128, in, 1) == HASHLANE_ERROR_NULL);
    CHECK(f->absorb(&s, in, 0) == HASHLANE_OK && f->finish(&s) == HASHLANE_OK);
    CHECK(f->finish(&s) == HASHLANE_ERROR_STATE && f->absorb(&s, in, 0) == HASHLANE_ERROR_STATE);
    CHECK(f->squeeze(&s, NULL, 0) == HASHLANE_OK && f->squeeze(&s, NULL, 1) == HASHLANE_ERROR_NULL);
    point(0, 0);
    CHECK(f->absorb_once(NULL, 128, in, 1) == HASHLANE_ERROR_NULL);
    CHECK(f->absorb_once(&s, 129, in, 1) == HASHLANE_ERROR_OPTION &&
          f->once(0, in, 1, out, 1) == HASHLANE_ERROR_OPTION);
    f->wipe(NULL);
    f->wipe(&s);
    CHECK(all_zero(&s, f->state_size) && f->squeeze(&s, out, 1) == HASHLANE_ERROR_STATE);
}

/* An output over the messages, over the arrays of addresses and over another output. */
static void overlap(const shake_functions* f) {
    static uint8_t memory[2 * ROW];
    void* addresses[2 * MOST_LANES];
    any_shake s;
    size_t at, j;
    expect(128, 300, 200);
    for (at = 0; at <= 600; at += 41) {
        for (j = 0; j < MOST_LANES; j++) {
            in[j] = memcpy(memory + 600 + 300 * j, message + 37 * j, 300);
            out[j] = memory + at + 250 * j;
        }
        CHECK(f->once(128, in, 300, out, 200) == HASHLANE_OK);
        for (j = 0; j < f->lanes; j++) CHECK(memcmp(out[j], want[j], 200) == 0);
    }
    point(0, 0);
    CHECK(f->absorb_once(&s, 128, in, 300) == HASHLANE_OK);
    for (j = 0; j < f->lanes; j++) addresses[j] = got[j];
    addresses[0] = addresses;
    CHECK(f->squeeze(&s, addresses, sizeof(void*)) == HASHLANE_OK);
    CHECK(memcmp(addresses, want[0], sizeof(void*)) == 0);
    for (j = 1; j < f->lanes; j++) CHECK(memcmp(got[j], want[j], sizeof(void*)) == 0);
    for (j = 1; j < f->lanes; j++) {
        point(0, 0);
        out[j] = got[j - 1] + 99;
        CHECK(f->squeeze(&s, out, 100) == HASHLANE_ERROR_OVERLAP && f->squeeze(&s, out, 0) == HASHLANE_OK);
        CHECK(f->once(128, in, 300, out, 100) == HASHLANE_ERROR_OVERLAP);
        CHECK(f->squeeze_blocks(&s, out, 1) == HASHLANE_ERROR_OVERLAP);
        out[j] = got[j - 1] + 100;
        CHECK(f->once(128, in, 300, out, 100) == HASHLANE_OK && memcmp(out[j], want[j], 100) == 0);
    }
}

static void sha3(void) {
    const size_t sizes[] = {0, 1, 32, 64, 71, 72, 73, 135, 136, 137, 1184, 9000};
    uint8_t digest[64], expected_digest[64];
    size_t i;
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        CHECK(hashlane_digest(HASHLANE_SHA3_256, message, sizes[i], expected_digest, 32) == HASHLANE_OK);
        CHECK(hashlane_sha3_256_once(message, sizes[i], digest) == HASHLANE_OK && !memcmp(digest, expected_digest, 32));
        CHECK(hashlane_digest(HASHLANE_SHA3_512, message, sizes[i], expected_digest, 64) == HASHLANE_OK);
        CHECK(hashlane_sha3_512_once(message, sizes[i], digest) == HASHLANE_OK && !memcmp(digest, expected_digest, 64));
    }
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        CHECK(hashlane_digest(HASHLANE_SHA3_384, message, sizes[i], expected_digest, 48) == HASHLANE_OK);
        CHECK(hashlane_sha3_384_once(message, sizes[i], digest) == HASHLANE_OK && !memcmp(digest, expected_digest, 48));
    }
    CHECK(hashlane_sha3_384_once(NULL, 1, digest) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_sha3_256_once(NULL, 1, digest) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_sha3_256_once(message, 1, NULL) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_sha3_512_once(NULL, 1, digest) == HASHLANE_ERROR_NULL);
    CHECK(hashlane_sha3_512_once(message, (size_t)PTRDIFF_MAX + 1, digest) == HASHLANE_ERROR_NULL);
}

/* How often the stack below the caller has one of the words of 8 bytes at p. */
__attribute__((noinline)) static size_t found_below(const uint8_t* p, size_t words) {
    const uint8_t* const top = (const uint8_t*)__builtin_frame_address(0) - 256;
    size_t at, i, found = 0;
    for (at = 0; at < 12000; at += 8) {
        uint64_t word, wanted;
        memcpy(&word, top - 12000 + at, 8);
        for (i = 0; i < words; i++) {
            memcpy(&wanted, p + 8 * i, 8);
            found += word == wanted;
        }
    }
    return found;
}

__attribute__((noinline)) static void leave(const uint8_t* p, size_t n) {
    volatile uint8_t room[768];
    size_t i;
    for (i = 0; i < n; i++) room[i] = p[i];
    CHECK(room[0] == p[0]);
}

/* What is left on the stack of a message and its output: nothing after _once and _wipe. */
static void residue(const shake_functions* f) {
    any_shake s;
    point(0, 0);
    leave(message, 64);
    CHECK(found_below(message, 8) != 0); /* planted: it would be seen */
    CHECK(f->once(256, in, 64, out, 64) == HASHLANE_OK);
    CHECK(found_below(message, 8) == 0 && found_below(got[0], 8) == 0);
    leave(message, 64);
    CHECK(f->absorb_once(&s, 256, in, 64) == HASHLANE_OK && f->squeeze(&s, out, 64) == HASHLANE_OK);
    f->wipe(&s);
    CHECK(found_below(message, 8) == 0 && found_below(got[0], 8) == 0);
    leave(message, 64);
    CHECK(hashlane_sha3_512_once(message, 64, got[0]) == HASHLANE_OK);
    CHECK(found_below(message, 8) == 0 && found_below(got[0], 8) == 0);
}

static void all(const shake_functions* f) {
    size_t k;
    permutations(f);
    for (k = 0; k < 2; k++) {
        at_once(f, strengths[k]);
        in_pieces(f, strengths[k]);
        in_growing_pieces(f, strengths[k]);
        in_blocks(f, strengths[k]);
    }
    refused(f);
    overlap(f);
    residue(f);
}

/* A comparison that is not made finds nothing: with one bit of one output wrong, same() says so. */
static void planted(void) {
    expect(128, 10, 50);
    memcpy(got, want, sizeof got);
    memset(got[0] + 50, 0xee, 1);
    CHECK(same(1, 50));
    got[0][49] ^= 1;
    CHECK(!same(1, 50));
}

int main(void) {
    const char* target;
    size_t i, k;
    fill_message();
    planted();
    for (i = 0; (target = hashlane_available_target(i)) != NULL; i++) {
        CHECK(hashlane_use_target(target) == HASHLANE_OK);
        sha3();
        for (k = 0; k < LANE_COUNTS; k++) all(&shakes[k]);
    }
    CHECK(i != 0);
    return closing_line();
}
