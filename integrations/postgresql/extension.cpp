// SPDX-License-Identifier: Apache-2.0 OR MIT
// What PostgreSQL reads and calls when it loads hashlane.so. README.md is the manual.
#include <climits>

#include "aggregates.hpp"
#include "settings.hpp"

#include "server.hpp"

extern "C" {
PG_MODULE_MAGIC;
PGDLLEXPORT void _PG_init(void);
}

namespace hashlane::postgresql {
namespace {

char* key_file = nullptr;
int set_limit_in_kib = 0;

}  // namespace

const char* key_file_name() noexcept { return key_file; }
std::size_t set_limit() noexcept { return static_cast<std::size_t>(set_limit_in_kib) * 1024; }

HASHLANE_SQL_FUNCTION(hashlane_pg_version) {
    (void)fcinfo;
    PG_RETURN_TEXT_P(cstring_to_text(HASHLANE_VERSION));
}

}  // namespace hashlane::postgresql

void _PG_init(void) {
    using namespace hashlane::postgresql;
    DefineCustomStringVariable("hashlane.key_file", "The file with the keys of hashlane_mac_named.", nullptr, &key_file,
                               "", PGC_SUSET, GUC_SUPERUSER_ONLY, nullptr, nullptr, nullptr);
    DefineCustomIntVariable("hashlane.set_limit", "How much memory the digests of one hashlane_set_agg may have.",
                            nullptr, &set_limit_in_kib, hashlane::engine::set_digest::usual_limit / 1024, 1, INT_MAX,
                            PGC_USERSET, GUC_UNIT_KB, nullptr, nullptr, nullptr);
    MarkGUCPrefixReserved("hashlane");
}
