// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The headers of PostgreSQL. They are C and define macros with common names, so that they come after all others: each file
// includes this one last.
//
// PostgreSQL reports an error by a longjmp. It must not pass a frame that has a C++ object with a destructor, and no
// exception may reach PostgreSQL. Nothing here throws. A function that calls PostgreSQL has only objects without destructors
// in its frame: an object with a destructor lives in memory of PostgreSQL (held.hpp), or in a function that is noexcept and
// does not call PostgreSQL.

#define PGDLLEXPORT __attribute__((visibility("default")))

extern "C" {
#include <postgres.h>

#include <access/htup_details.h>
#include <catalog/pg_type.h>
#include <fmgr.h>
#include <mb/pg_wchar.h>
#include <miscadmin.h>
#include <nodes/nodes.h>
#include <nodes/primnodes.h>
#include <utils/array.h>
#include <utils/builtins.h>
#include <utils/date.h>
#include <utils/guc.h>
#include <utils/lsyscache.h>
#include <utils/memutils.h>
#include <utils/timestamp.h>
#include <utils/typcache.h>
}

// Begins the definition of a function that SQL calls.
#define HASHLANE_SQL_FUNCTION(name)                                                                                    \
    extern "C" {                                                                                                       \
    PGDLLEXPORT Datum name(PG_FUNCTION_ARGS);                                                                          \
    PG_FUNCTION_INFO_V1(name);                                                                                         \
    }                                                                                                                  \
    Datum name(PG_FUNCTION_ARGS)
