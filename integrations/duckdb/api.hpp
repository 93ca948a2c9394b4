// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The stable C API of DuckDB's extensions, which DuckDB has had since version 1.2.

#define DUCKDB_EXTENSION_API_VERSION_MAJOR 1
#define DUCKDB_EXTENSION_API_VERSION_MINOR 2
#define DUCKDB_EXTENSION_API_VERSION_PATCH 0
#include <duckdb_extension.h>

DUCKDB_EXTENSION_EXTERN
