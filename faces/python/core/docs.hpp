// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The docstrings of what the registry brings.

#include "entries.hpp"

namespace hashlane_python {

// In the form that inspect.signature() reads; for as long as the process lives.
const char* doc_of(const entry& what);

}  // namespace hashlane_python
