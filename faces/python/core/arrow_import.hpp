// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Columns of Arrow as messages.

#include "digests.hpp"
#include "messages.hpp"

namespace hashlane_python {

inline bool is_arrow(PyObject* object) {
    return PyObject_HasAttrString(object, "__arrow_c_array__") == 1 ||
           PyObject_HasAttrString(object, "__arrow_c_stream__") == 1;
}

// Fills `out`, or false with an exception: TypeError for another type of column, ValueError for a malformed one.
[[nodiscard]] bool digest_column(PyObject* column, const many_digester& digester, digest_table& out);

}  // namespace hashlane_python
