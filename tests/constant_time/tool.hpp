// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// How a secret is marked for the tool that watches this build, and that it is none any more.
// Must come before any header of the library.

#include <cstddef>

#if defined(WITH_MSAN)
#include <sanitizer/msan_interface.h>
inline void mark_secret(void* p, std::size_t n) { __msan_allocated_memory(p, n); }
inline void mark_public(const void* p, std::size_t n) { __msan_unpoison(p, n); }
#else
#include <valgrind/memcheck.h>
inline void mark_secret(void* p, std::size_t n) { VALGRIND_MAKE_MEM_UNDEFINED(p, n); }
inline void mark_public(const void* p, std::size_t n) { VALGRIND_MAKE_MEM_DEFINED(p, n); }
#endif

constexpr bool declassified(bool b) {
    if (!__builtin_is_constant_evaluated()) mark_public(&b, sizeof b);
    return b;
}
#define HASHLANE_DECLASSIFY(x) declassified(x)
