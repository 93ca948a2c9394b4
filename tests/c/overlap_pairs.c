/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* overlap_pairs FUNCTION...: every output of every function of the headers over every other argument, for all algorithms
   (pairs.h). The words are the functions of the headers: one without a row here is a failure, and a row without one. */
#include "overlap_calls.h"
#include "overlap_fips202.h"
#include "overlap_others.h"
#include "overlap_transcripts.h"

#define NO_RULES {{END, 0, 0}}

static const call calls[] = {
    {"hashlane_digest", without_key, NULL, run_digest, {{"message", 100, 0}, {"out", 0, 1}}, NO_RULES},
    {"hashlane_digest_with", digesting, fill_options, run_digest_with, {MESSAGE_AND_OPTIONS}, NO_RULES},
    {"hashlane_digest_bits", in_bits, fill_options, run_digest_bits, {MESSAGE_AND_OPTIONS}, NO_RULES},
    {"hashlane_tag", mac, NULL, run_tag, {{"key", 20, 0}, {"message", 100, 0}, {"tag", 0, 1}}, NO_RULES},
    {"hashlane_tag_with", mac, fill_options, run_tag_with, {MESSAGE_AND_OPTIONS}, NO_RULES},
    {"hashlane_hash_digest", digesting, fill_options, run_hash_digest, {MESSAGE_AND_OPTIONS}, NO_RULES},
    {"hashlane_reader_squeeze", reading, fill_options, run_squeeze, {MESSAGE_AND_OPTIONS}, NO_RULES},
    {"hashlane_hash_export", without_key, NULL, run_export, {{"message", 100, 0}, {"state", STATE, 1}}, NO_RULES},

    {"hashlane_digest_many",
     digesting,
     fill_many,
     run_many,
     {{"messages", EACH* COUNT, 0},
      {"pointers", COUNT * sizeof(void*), 0},
      {"sizes", COUNT * sizeof(size_t), 0},
      {"options", sizeof(hashlane_options), 0},
      {"key", 20, 0},
      {"digests", DIGESTS(COUNT), 1}},
     {{REFUSED, 5, 0}, {REFUSED, 5, 1}, {REFUSED, 5, 2}, {END, 0, 0}}},
    {"hashlane_digest_rows",
     digesting,
     fill_rows,
     run_rows,
     {{"data", EACH* COUNT, 0},
      {"options", sizeof(hashlane_options), 0},
      {"key", 20, 0},
      {"digests", DIGESTS(COUNT), 1}},
     {{REFUSED, 3, 0}, {END, 0, 0}}},
    {"hashlane_digest_offsets",
     digesting,
     fill_by_offsets,
     run_offsets,
     {{"data", EACH* COUNT, 0},
      {"offsets", (COUNT + 1) * sizeof(int64_t), 0},
      {"options", sizeof(hashlane_options), 0},
      {"key", 20, 0},
      {"digests", DIGESTS(COUNT), 1}},
     {{REFUSED, 4, 0}, {REFUSED, 4, 1}, {END, 0, 0}}},
    {"hashlane_digest_offsets32",
     digesting,
     fill_by_offsets32,
     run_offsets32,
     {{"data", EACH* COUNT, 0},
      {"offsets", (COUNT + 1) * sizeof(int32_t), 0},
      {"options", sizeof(hashlane_options), 0},
      {"key", 20, 0},
      {"digests", DIGESTS(COUNT), 1}},
     {{REFUSED, 4, 0}, {REFUSED, 4, 1}, {END, 0, 0}}},

    {"hashlane_aead_encrypt",
     aead,
     NULL,
     run_encrypt,
     {{"key", 32, 0},
      {"nonce", 16, 0},
      {"associated_data", ASSOCIATED, 0},
      {"text", TEXT, 0},
      {"cipher", TEXT, 1},
      {"tag", 16, 1}},
     {{SAME, 4, 3}, {REFUSED, 4, 5}, {REFUSED, 5, 4}, {END, 0, 0}}},
    {"hashlane_aead_decrypt",
     aead,
     fill_cipher,
     run_decrypt,
     {{"key", 32, 0},
      {"nonce", 16, 0},
      {"associated_data", ASSOCIATED, 0},
      {"cipher", TEXT, 0},
      {"tag", 16, 0},
      {"text", TEXT, 1}},
     {{SAME, 5, 3}, {END, 0, 0}}},
    {"hashlane_aead_encrypt_many",
     aead,
     fill_records,
     run_encrypt_many,
     {{"key", 32, 0},
      {"nonce", 16, 0},
      {"associated_data", ASSOCIATED, 0},
      {"in", TEXT, 0},
      {"records", RECORDS * sizeof(hashlane_record), 0},
      {"out", TEXT, 1},
      {"tag", 16, 1}},
     {{SAME, 5, 3}, {REFUSED, 5, 4}, {REFUSED, 5, 6}, {REFUSED, 6, 4}, {REFUSED, 6, 5}, {END, 0, 0}}},
    {"hashlane_aead_decrypt_many",
     aead,
     fill_sealed_records,
     run_decrypt_many,
     {{"key", 32, 0},
      {"nonce", 16, 0},
      {"associated_data", ASSOCIATED, 0},
      {"in", TEXT, 0},
      {"records", RECORDS * sizeof(hashlane_record), 0},
      {"tag", 16, 0},
      {"out", TEXT, 1}},
     {{SAME, 6, 3}, {REFUSED, 6, 4}, {END, 0, 0}}},
    {"hashlane_aead_stream_encrypt",
     aead,
     NULL,
     run_stream_encrypt,
     {{"key", 32, 0}, {"nonce", 16, 0}, {"associated_data", ASSOCIATED, 0}, {"text", TEXT, 0}, {"cipher", TEXT, 1}},
     {{SAME, 4, 3}, {END, 0, 0}}},
    {"hashlane_aead_stream_decrypt",
     aead,
     NULL,
     run_stream_decrypt,
     {{"key", 32, 0}, {"nonce", 16, 0}, {"associated_data", ASSOCIATED, 0}, {"cipher", TEXT, 0}, {"text", TEXT, 1}},
     {{SAME, 4, 3}, {END, 0, 0}}},
    {"hashlane_aead_stream_finish",
     aead,
     NULL,
     run_stream_finish,
     {{"key", 32, 0}, {"nonce", 16, 0}, {"associated_data", ASSOCIATED, 0}, {"text", TEXT, 0}, {"tag", 16, 1}},
     NO_RULES},

    {"hashlane_hkdf_derive",
     hkdf,
     NULL,
     run_hkdf,
     {{"key", 32, 0}, {"salt", 16, 0}, {"info", 24, 0}, {"out", 150, 1}},
     NO_RULES},
    {"hashlane_hkdf_extract",
     hkdf,
     NULL,
     run_extract,
     {{"key", 32, 0}, {"salt", 16, 0}, {"out", DIGESTS(1), 1}},
     NO_RULES},
    {"hashlane_hkdf_expand",
     hkdf,
     NULL,
     run_expand,
     {{"pseudorandom_key", 32, 0}, {"info", 24, 0}, {"out", 150, 1}},
     NO_RULES},
    {"hashlane_pbkdf2_derive",
     pbkdf2,
     NULL,
     run_pbkdf2,
     {{"password", 32, 0}, {"salt", 16, 0}, {"out", 150, 1}},
     NO_RULES},
    {"hashlane_pbkdf2_derive_many",
     pbkdf2,
     fill_passwords,
     run_pbkdf2_many,
     {{"passwords", EACH* COUNT, 0},
      {"password pointers", COUNT * sizeof(void*), 0},
      {"password_sizes", COUNT * sizeof(size_t), 0},
      {"salts", EACH* COUNT, 0},
      {"salt pointers", COUNT * sizeof(void*), 0},
      {"salt_sizes", COUNT * sizeof(size_t), 0},
      {"keys", 24 * COUNT, 1}},
     {{REFUSED, 6, -1}, {END, 0, 0}}},

#define ALL_REFUSED {{REFUSED, -1, -1}, {END, 0, 0}}
#define TREE {"nodes", DIGESTS(NODES), 1}
#define ROOT {"root", DIGESTS(1), 1}
    {"hashlane_merkle_build", leaf_hash, fill_leaves, run_build, {LEAVES_BY_POINTERS, TREE}, ALL_REFUSED},
    {"hashlane_merkle_build_rows", leaf_hash, NULL, run_build_rows, {{"data", EACH* COUNT, 0}, TREE}, ALL_REFUSED},
    {"hashlane_merkle_build_offsets",
     leaf_hash,
     fill_leaf_offsets,
     run_build_offsets,
     {LEAVES_BY_OFFSETS, TREE},
     ALL_REFUSED},
    {"hashlane_merkle_build_progress", leaf_hash, fill_leaves, run_progress, {LEAVES_BY_POINTERS, TREE}, ALL_REFUSED},
    {"hashlane_merkle_build_rows_progress",
     leaf_hash,
     NULL,
     run_rows_progress,
     {{"data", EACH* COUNT, 0}, TREE},
     ALL_REFUSED},
    {"hashlane_merkle_build_offsets_progress",
     leaf_hash,
     fill_leaf_offsets,
     run_offsets_progress,
     {LEAVES_BY_OFFSETS, TREE},
     ALL_REFUSED},
    {"hashlane_merkle_root", leaf_hash, fill_leaves, run_root, {LEAVES_BY_POINTERS, ROOT}, NO_RULES},
    {"hashlane_merkle_root_rows", leaf_hash, NULL, run_root_rows, {{"data", EACH* COUNT, 0}, ROOT}, NO_RULES},
    {"hashlane_merkle_root_offsets",
     leaf_hash,
     fill_leaf_offsets,
     run_root_offsets,
     {LEAVES_BY_OFFSETS, ROOT},
     NO_RULES},
    {"hashlane_merkle_stream_root", leaf_hash, NULL, run_stream_root, {{"data", EACH* COUNT, 0}, ROOT}, NO_RULES},
    {"hashlane_ranges_leaves",
     ranged,
     NULL,
     run_range,
     {{"data", 100, 0}, {"out", RANGE, 1}},
     {{REFUSED, 1, 0}, {END, 0, 0}}},
    {"hashlane_merkle_prove",
     leaf_hash,
     fill_nodes,
     run_prove,
     {{"nodes", DIGESTS(NODES), 0}, {"proof", DIGESTS(3), 1}},
     NO_RULES},
    {"hashlane_merkle_prove_consistency",
     leaf_hash,
     fill_nodes,
     run_prove_consistency,
     {{"nodes", DIGESTS(NODES), 0}, {"proof", DIGESTS(4), 1}},
     NO_RULES},

    {"hashlane_transcript_session",
     once,
     NULL,
     run_session,
     {{"tag", 50, 0}, {"session", HASHLANE_SESSION_BYTES, 1}},
     NO_RULES},
    {"hashlane_transcript_challenge", once, NULL, run_challenge, {{"data", 50, 0}, {"out", 40, 1}}, NO_RULES},
    {"hashlane_transcript_challenge_mod",
     once,
     fill_modulus,
     run_challenge_mod,
     {{"modulus", 32, 0}, {"out", 32, 1}},
     NO_RULES},
    {"hashlane_transcript_send", once, NULL, run_send, {{"data", 40, 0}, {"proof", 40, 1}}, NO_RULES},
    {"hashlane_transcript_receive", once, NULL, run_receive, {{"proof", 60, 0}, {"data", 40, 1}}, NO_RULES},
    CALLS_OF_FIPS202};
enum { CALLS = sizeof calls / sizeof *calls };

enum { OTHERS = sizeof others / sizeof *others };

/* ---- the tables and the headers */

enum { KNOWN = CALLS + OTHERS + 2 * COUNT_TYPED };
static name_of_function known[KNOWN];
static int known_given;

static void know(const char* name) {
    CHECK(known_given < KNOWN && strlen(name) < sizeof known[0]);
    strcpy(known[known_given++], name);
}

static void know_all(void) {
    char name[64];
    size_t i;
    for (i = 0; i < CALLS; i++) know(calls[i].function);
    for (i = 0; i < OTHERS; i++) know(others[i][0]);
    for (i = 0; i < COUNT_TYPED; i++) {
        sprintf(name, "hashlane_%s_%s", all[i].name, all[i].verify != NULL ? "tag" : "digest");
        know(name);
        sprintf(name, "hashlane_%s_reader_squeeze", all[i].name);
        if (all[i].squeeze != NULL) know(name);
    }
}

/* ---- the walk */

static int tried;

static void walk(const call* c) {
    int used = 0;
    CHECK(faults_with_all(c, &used, &tried) == 0);
    CHECK(used > 0);
}

static void walk_typed(void) {
    call c = {"a typed state", once, NULL, run_typed, {{"message", 100, 0}, {"result", OUT, 1}}, NO_RULES};
    size_t i;
    for (i = 0; i < COUNT_TYPED; i++) {
        now = &all[i];
        c.function = now->name;
        c.run = run_typed;
        c.buffers[1].size = now->result_size;
        walk(&c);
        if (now->squeeze == NULL) continue;
        c.run = run_typed_reader;
        walk(&c);
    }
}

/* Each of these must be found at one distance or more. */
static void planted(void) {
    static const call faulty[] = {
        {"planted: cleared first", once, NULL, run_clearing, {{"message", 100, 0}, {"out", 0, 1}}, NO_RULES},
        {"planted: read late", once, NULL, run_late, {{"message", 100, 0}, {"out", 0, 1}}, NO_RULES},
        {"planted: not refused", once, NULL, run_digest, {{"message", 100, 0}, {"out", 0, 1}}, ALL_REFUSED},
        {"planted: refused late", once, NULL, run_writing, {{"message", 100, 0}, {"out", 0, 1}}, ALL_REFUSED},
        {"planted: refused at one byte", once, NULL, run_writing, {{"message", 100, 0}, {"out", 0, 1}}, NO_RULES},
    };
    size_t i;
    int used = 0;
    for (i = 0; i < sizeof faulty / sizeof *faulty; i++) CHECK(faults_with_all(&faulty[i], &used, &tried) > 0);
    CHECK(used == sizeof faulty / sizeof *faulty);
}

int main(int argc, char** argv) {
    size_t i;
    fill_message();
    know_all();
    CHECK(argc > 1 && differences(argv + 1, argc - 1, known, known_given) == 0);
    if (argc > 1) CHECK(differences(argv + 2, argc - 2, known, known_given) == 1); /* a header that lacks one */
    planted();
    for (i = 0; i < CALLS; i++) walk(&calls[i]);
    walk_typed();
    masked = 1;
    for (i = 0; i < CALLS; i++)
        if (calls[i].usable == aead) walk(&calls[i]);
    printf("%d calls with arguments that touch\n", tried);
    checks_passed += tried;
    return closing_line();
}
