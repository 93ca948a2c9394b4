// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Which Merkle trees a call is about.

#include <optional>

#include <hashlane/by_name/merkle.hpp>

#include "state.hpp"

namespace hashlane_python {

// name= and scheme=, or nothing and an exception.
std::optional<hl::any_tree> get_trees(const module_state& state, PyObject* name, PyObject* scheme);
// The name of a scheme, as an object and as text that lives as long as the process.
PyObject* scheme_name(const hl::any_tree& trees);
const char* scheme_text(const hl::any_tree& trees);

bool add_merkle_stream(PyObject* module, module_state& state);

}  // namespace hashlane_python
