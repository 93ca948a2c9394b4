// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "errors.hpp"

#include "server.hpp"

namespace hashlane::postgresql {

void report(const failure& why, int sqlstate) {
    ereport(ERROR, errcode(sqlstate), errmsg("hashlane: %s", why.message().data()));
}

void report(const failure& why) {
    report(why, why.problem() == any_problem::key_missing ? ERRCODE_UNDEFINED_OBJECT : ERRCODE_INVALID_PARAMETER_VALUE);
}

}  // namespace hashlane::postgresql
