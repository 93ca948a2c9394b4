/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Goes through every pair (what a call writes, anything else that it is given): each output is laid over each other
   argument at every distance at which the two touch. The call must then give what it gives with its arguments apart, or
   refuse and write nothing, as its row says. */
#ifndef HASHLANE_TESTS_PAIRS_H
#define HASHLANE_TESTS_PAIRS_H

#include "samples.h"

enum { MOST_BUFFERS = 9, PLACE = 2048, MOST_RULES = 8 };
enum rule {
    ALLOWED,     /* the result is right */
    REFUSED,     /* HASHLANE_ERROR_OVERLAP, and nothing is written */
    SAME,        /* allowed when both begin at the same byte, otherwise refused */
    NOT_ALLOWED, /* the header says that it gives wrong results: not tried */
    END          /* after the last rule of a row */
};

#define DIGESTS(number) (SIZE_MAX / 2 + (number)) /* so many of the algorithm's digest_size */

typedef struct buffer {
    const char* name; /* NULL after the last */
    size_t size;      /* bytes; 0: the result of the algorithm; or DIGESTS(number) */
    int written;
} buffer;

typedef struct call {
    const char* function;
    int (*usable)(const hashlane_info* info); /* with which algorithms */
    void (*fill)(uint8_t** at);               /* arguments with a form, such as pointers; the rest are any bytes */
    int (*run)(uint8_t** at);
    buffer buffers[MOST_BUFFERS + 1];
    struct {
        enum rule rule;
        int output, other; /* numbers of buffers; -1: every one */
    } rules[MOST_RULES];   /* the first that fits; ALLOWED where none does */
} call;

static hashlane_algorithm algorithm; /* what the functions of a row use */
static const hashlane_info* about;
static uint64_t aligned_arena[(MOST_BUFFERS + 2) * PLACE / 8];
static uint8_t* const arena = (uint8_t*)aligned_arena;
static uint8_t before[sizeof aligned_arena], right[MOST_BUFFERS][PLACE];

static size_t size_of(const buffer* b) {
    if (b->size >= DIGESTS(0)) return (b->size - DIGESTS(0)) * about->digest_size;
    return b->size != 0 ? b->size : output_size(about);
}

/* Each argument in a place of its own, all inputs filled. */
static void prepare(const call* c, uint8_t** at) {
    int i;
    size_t k;
    memset(arena, 0x5a, sizeof aligned_arena);
    for (i = 0; c->buffers[i].name != NULL; i++)
        for (k = 0; !c->buffers[i].written && k < size_of(&c->buffers[i]); k++)
            at[i][k] = (uint8_t)(k * 7 + (size_t)i * 31 + k / 100 + 1);
    if (c->fill != NULL) c->fill(at);
    memcpy(before, arena, sizeof before);
}

static void apart(const call* c, uint8_t** at) {
    int i;
    for (i = 0; c->buffers[i].name != NULL; i++) at[i] = arena + (i + 1) * PLACE;
}

static enum rule rule_for(const call* c, int output, int other) {
    int i;
    for (i = 0; i < MOST_RULES && c->rules[i].rule != END; i++)
        if ((c->rules[i].output == output || c->rules[i].output == -1) &&
            (c->rules[i].other == other || c->rules[i].other == -1))
            return c->rules[i].rule;
    return ALLOWED;
}

static int all_right(const call* c, uint8_t** at) {
    int i, good = 1;
    for (i = 0; c->buffers[i].name != NULL; i++)
        if (c->buffers[i].written) good &= memcmp(at[i], right[i], size_of(&c->buffers[i])) == 0;
    return good;
}

/* Of one output over one other argument: at how many distances the call does not do what the rule says. */
static int faults_of_pair(const call* c, int output, int other, int* tried) {
    const enum rule rule = rule_for(c, output, other);
    const ptrdiff_t n = (ptrdiff_t)size_of(&c->buffers[output]), m = (ptrdiff_t)size_of(&c->buffers[other]);
    ptrdiff_t distance;
    int faults = 0;
    if (rule == NOT_ALLOWED) return 0;
    for (distance = 1 - n; distance < m; distance++) {
        uint8_t* at[MOST_BUFFERS];
        const int refused = rule == REFUSED || (rule == SAME && distance != 0);
        int result;
        apart(c, at);
        at[output] = at[other] + distance;
        prepare(c, at);
        result = c->run(at);
        ++*tried;
        if (refused)
            faults += result != HASHLANE_ERROR_OVERLAP || memcmp(arena, before, sizeof before) != 0;
        else
            faults += result != HASHLANE_OK || !all_right(c, at);
    }
    if (faults != 0)
        printf("%s with %s: %s over %s, wrong at %d distances\n", c->function, about->name, c->buffers[output].name,
               c->buffers[other].name, faults);
    return faults;
}

/* Of all pairs of a call. */
static int faults_of(const call* c, int* tried) {
    uint8_t* at[MOST_BUFFERS];
    int i, j, faults = 0;
    apart(c, at);
    prepare(c, at);
    if (c->run(at) != HASHLANE_OK) return printf("%s with %s: fails\n", c->function, about->name);
    for (i = 0; c->buffers[i].name != NULL; i++) memcpy(right[i], at[i], size_of(&c->buffers[i]));
    for (i = 0; c->buffers[i].name != NULL; i++)
        for (j = 0; c->buffers[i].written && c->buffers[j].name != NULL; j++)
            if (i != j) faults += faults_of_pair(c, i, j, tried);
    return faults;
}

/* Of a call with each algorithm that it is usable with; how many there were is added to *used. */
static int faults_with_all(const call* c, int* used, int* tried) {
    int faults = 0;
    for (algorithm = 1; algorithm <= HASHLANE_LAST; algorithm++) {
        about = hashlane_describe(algorithm);
        if (about == NULL || !c->usable(about)) continue;
        ++*used;
        faults += faults_of(c, tried);
    }
    return faults;
}

typedef char name_of_function[64];

/* The functions of the headers that no row has, and those that a row has and no header. */
static int differences(char** functions, int count, name_of_function* known, int rows) {
    int i, j, found = 0;
    for (i = 0; i < count; i++) {
        for (j = 0; j < rows && strcmp(functions[i], known[j]) != 0;) j++;
        if (j == rows) {
            found++;
            printf("%s is in a header and has no row\n", functions[i]);
        }
    }
    for (j = 0; j < rows; j++) {
        for (i = 0; i < count && strcmp(functions[i], known[j]) != 0;) i++;
        if (i == count) {
            found++;
            printf("%s has a row and is in no header\n", known[j]);
        }
    }
    return found;
}

#endif
