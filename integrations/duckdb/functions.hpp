// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The functions that are registered with a connection. Each returns false when DuckDB refuses one.

#include "api.hpp"

namespace hashlane::duckdb {

bool register_functions(duckdb_connection connection) noexcept;
bool register_rows(duckdb_connection connection) noexcept;
bool register_aggregates(duckdb_connection connection) noexcept;

// A type of the API, which is destroyed at the end.
class type_of {
  public:
    explicit type_of(duckdb_type type) noexcept : logical(duckdb_create_logical_type(type)) {}
    type_of(const type_of&) = delete;
    type_of& operator=(const type_of&) = delete;
    ~type_of() { duckdb_destroy_logical_type(&logical); }
    duckdb_logical_type get() const noexcept { return logical; }

  private:
    duckdb_logical_type logical;
};

}  // namespace hashlane::duckdb
