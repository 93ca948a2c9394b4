/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Must not compile with -Werror: whoever verifies must look at the answer. */
#include <hashlane.h>

void f(const hashlane_hash* h, const void* tag) { hashlane_hash_verify(h, tag, 32); }
