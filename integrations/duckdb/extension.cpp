// SPDX-License-Identifier: Apache-2.0 OR MIT
// The entry point that DuckDB calls when it loads hashlane.duckdb_extension. README.md is the manual.
#define DUCKDB_EXTENSION_NAME hashlane
#include "api.hpp"
#include "functions.hpp"

#include <cstdlib>

namespace {

// Whether this DuckDB gives an aggregate a state for each row, as its API says. Before 2.0 it gives one state alone where an
// aggregate has an ORDER BY, and the extension would read past it.
bool has_states_for_rows() {
    const char* const version = duckdb_library_version();  // "v2.0.0", or a hash of a build in between
    return version != nullptr && version[0] == 'v' && std::strtoul(version + 1, nullptr, 10) >= 2;
}

}  // namespace

DUCKDB_EXTENSION_ENTRYPOINT(duckdb_connection connection, duckdb_extension_info info,
                            struct duckdb_extension_access* access) {
    using namespace hashlane::duckdb;
    const bool aggregates = !has_states_for_rows() || register_aggregates(connection);
    if (register_functions(connection) && register_rows(connection) && aggregates) return true;
    access->set_error(info, "hashlane: DuckDB refuses a function");
    return false;
}
