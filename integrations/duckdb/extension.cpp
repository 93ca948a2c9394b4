// SPDX-License-Identifier: Apache-2.0 OR MIT
// The entry point that DuckDB calls when it loads hashlane.duckdb_extension. README.md is the manual.
#define DUCKDB_EXTENSION_NAME hashlane
#include "api.hpp"
#include "functions.hpp"

DUCKDB_EXTENSION_ENTRYPOINT(duckdb_connection connection, duckdb_extension_info info,
                            struct duckdb_extension_access* access) {
    using namespace hashlane::duckdb;
    if (register_functions(connection) && register_rows(connection) && register_aggregates(connection)) return true;
    access->set_error(info, "hashlane: DuckDB refuses a function");
    return false;
}
