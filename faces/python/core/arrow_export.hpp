// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Digests as capsules of Arrow, which share their memory.

#include "digests.hpp"

namespace hashlane_python {

PyObject* export_schema(const digest_table& table);
PyObject* export_array(const digest_table& table);

}  // namespace hashlane_python
