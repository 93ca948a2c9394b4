// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What hashlane(1) does: each verb gets its words and gives the exit status.

#include <string>
#include <vector>

namespace hashlane::cli {

using words = std::vector<std::string>;

// algorithm: a name or a list with commas, "" when only -a says it. as_tool: called as sha256sum or the like.
int digest_verb(const std::string& algorithm, const words&, bool as_tool);

// as_tool: malformed lines make the exit status bad only with --strict, as with the tools of GNU coreutils.
struct check_defaults {
    std::string algorithm;
    bool as_tool = false;
};
int check_verb(const check_defaults&, const words&);

int list_verb(const words&);
int targets_verb(const words&);
int bench_verb(const words&);
int selftest_verb(const words&);
int seal_verb(const words&);
int open_verb(const words&);
int merkle_verb(const words&);
int acvp_verb(const words&);

}  // namespace hashlane::cli
