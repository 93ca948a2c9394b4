// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Errors as PostgreSQL has them.

#include <string_view>
#include <type_traits>

#include "algorithm.hpp"

namespace hashlane::postgresql {

using engine::failure;

// The objects that may be in the frame of a function that ends with an error.
static_assert(std::is_trivially_destructible_v<failure> && std::is_trivially_destructible_v<any_result<any_digest>>);

// A failure with this message.
inline failure problem(std::string_view what) noexcept { return failure(any_problem::none).add(what); }

// Ends the statement with an error whose text is "hashlane: " and the message, and whose SQLSTATE follows from the problem:
// 42704 where a key is missing, else 22023.
[[noreturn]] void report(const failure& why);
// The same with another SQLSTATE, which is a number of ERRCODE_.
[[noreturn]] void report(const failure& why, int sqlstate);
// Ends the statement when there is a message.
inline void require(const failure& why) {
    if (!why.message().empty()) report(why);
}

}  // namespace hashlane::postgresql
