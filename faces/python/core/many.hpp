// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Many messages in any form that Python has them in, digested.

#include <optional>

#include "digests.hpp"
#include "messages.hpp"

namespace hashlane_python {

// Fills `table`, which is empty before; `listed`: they were objects one by one. False with an exception, which calls
// them `what`.
[[nodiscard]] bool digest_form(PyObject* all, const char* what, std::optional<std::size_t> width,
                               const many_digester& how, digest_table& table, bool& listed);

}  // namespace hashlane_python
