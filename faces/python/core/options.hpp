// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// key=, customization=, function_name=, domain=, parallel_block=: the options of any.hpp as keywords.

#include "arguments.hpp"
#include "entries.hpp"

namespace hashlane_python {

// Their names, to be put at the end of a signature's.
#define HASHLANE_OPTION_NAMES "key", "customization", "function_name", "domain", "parallel_block"
inline constexpr std::size_t option_count = 5;

class held_options {
  public:
    // False, and an exception, when one has the wrong type or does not fit the algorithm.
    // `whole`: a message at once, where a customization string may have any length.
    [[nodiscard]] bool take(const entry& what, PyObject* const* given, bool whole = false);
    const hl::any_options& get() const { return options; }

  private:
    hl::any_options options;
    held_bytes key, customization, function_name;
};

// The same for an algorithm that gets no options.
[[nodiscard]] bool needs_none(const entry& what);

// What a digest of that algorithm has: the usual size unless another one is given and allowed.
[[nodiscard]] bool get_length(const entry& what, PyObject* given, std::size_t& out);

}  // namespace hashlane_python
