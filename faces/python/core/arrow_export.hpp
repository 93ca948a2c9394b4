// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Digests as capsules of Arrow, which share their memory, but for a slice with a step.

#include "digests.hpp"

namespace hashlane_python {

PyObject* export_schema(const digest_view& view);
PyObject* export_array(const digest_view& view);

// The same digests one after the other: a copy where they are not. False with MemoryError.
[[nodiscard]] bool contiguous(const digest_view& view, digest_view& out);

}  // namespace hashlane_python
