/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Callers that are cancelled, fork, end or exit within a call with threads: the call ends first, and the next is right. */
#define _GNU_SOURCE
#include <hashlane_merkle.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../support/check.h"

enum { SIZE = 3 << 20, STACK = 1 << 20, MOST_SECONDS = 60, LEAVES = 5000 };
static uint8_t message[SIZE], right[32];
static uint8_t nodes[(2 * LEAVES + 64) * 32];
static volatile int begun, done, stop;

static int digest_is_right(void) {
    uint8_t out[32] = {0};
    hashlane_hash h;
    return hashlane_hash_init(&h, HASHLANE_KT128, NULL) == 0 &&
           hashlane_hash_update_threads(&h, message, SIZE, 8) == 0 && hashlane_hash_digest(&h, out, 32) == 0 &&
           memcmp(out, right, 32) == 0;
}

static int in_child(int (*f)(void)) {
    int status = -1;
    const pid_t child = fork();
    if (child == 0) {
        alarm(MOST_SECONDS);
        _exit(f() ? 0 : 1);
    }
    return waitpid(child, &status, 0) == child && status == 0;
}

/* A thread on memory of its own, which is taken away when the thread has ended: who used it would crash. */
static void* stack;
static pthread_t start(void* (*f)(void*)) {
    pthread_t thread;
    pthread_attr_t attributes;
    stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED || pthread_attr_init(&attributes) != 0 ||
        pthread_attr_setstack(&attributes, stack, STACK) != 0 || pthread_create(&thread, &attributes, f, NULL) != 0)
        abort();
    pthread_attr_destroy(&attributes);
    return thread;
}

static void* end_of(pthread_t thread) {
    void* result = NULL;
    if (pthread_join(thread, &result) != 0 || mprotect(stack, STACK, PROT_NONE) != 0) abort();
    return result;
}

static void* calls_until_cancelled(void* unused) {
    for (;;) {
        begun++;
        done += digest_is_right();
        if (begun % 50 == 0) pthread_testcancel();
    }
    return unused;
}

static void test_cancel(void) {
    int i;
    for (i = 0; i < 20; i++) {
        pthread_t thread;
        begun = done = 0;
        thread = start(calls_until_cancelled);
        usleep((useconds_t)(1000 + 700 * i));
        CHECK(pthread_cancel(thread) == 0);
        CHECK(end_of(thread) == PTHREAD_CANCELED);
        CHECK(begun > 0 && begun == done); /* no call ended in the middle */
        CHECK(digest_is_right());
    }
}

static void* calls_until_stopped(void* unused) {
    while (!stop) done += digest_is_right();
    return unused;
}

static int exits_during_calls(void) {
    pthread_t a, b;
    stop = 0;
    if (pthread_create(&a, NULL, calls_until_stopped, NULL) != 0 ||
        pthread_create(&b, NULL, calls_until_stopped, NULL) != 0)
        return 0;
    usleep(5000);
    exit(0);
}

static void test_fork_and_exit(void) {
    int i;
    pthread_t thread;
    stop = 0;
    thread = start(calls_until_stopped);
    for (i = 0; i < 20; i++) CHECK(in_child(digest_is_right));
    stop = 1;
    end_of(thread);
    for (i = 0; i < 5; i++) CHECK(in_child(exits_during_calls));
    CHECK(digest_is_right());
}

/* Called on the caller's own thread between the pieces of its work. */
static int ends_thread(void* context, uint64_t nodes_done, uint64_t total) {
    (void)context;
    if (nodes_done <= total) pthread_exit(NULL);
    return 0;
}

static int calls_again(void* context, uint64_t nodes_done, uint64_t total) {
    *(int*)context += digest_is_right() && nodes_done <= total;
    return 0;
}

static int build(hashlane_merkle_progress progress, void* context) {
    const size_t size = hashlane_merkle_nodes(HASHLANE_MERKLE_RFC9162, LEAVES) * 32;
    return size <= sizeof nodes
               ? hashlane_merkle_build_rows_progress(HASHLANE_SHA256, HASHLANE_MERKLE_RFC9162, message, 100, 100,
                                                     LEAVES, nodes, size, 3, progress, context)
               : HASHLANE_ERROR_SIZE;
}

static void* ends_within_a_build(void* unused) {
    (void)build(ends_thread, NULL);
    return unused;
}

static void test_progress(void) {
    int good = 0;
    end_of(start(ends_within_a_build));
    CHECK(digest_is_right());
    CHECK(build(calls_again, &good) == HASHLANE_OK);
    CHECK(good > 0);
}

int main(void) {
    alarm(5 * MOST_SECONDS);
    memset(message, 1, sizeof message);
    CHECK(hashlane_digest(HASHLANE_KT128, message, SIZE, right, 32) == HASHLANE_OK);
    test_cancel();
    test_fork_and_exit();
    test_progress();
    return closing_line();
}
