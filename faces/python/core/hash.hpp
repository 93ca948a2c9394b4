// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The objects that hash: Hash, SizedHash, Xof, Mac. Their state follows them in memory, at its own size.

#include "options.hpp"
#include "state.hpp"

namespace hashlane_python {

struct hash_object {
    PyVarObject ob_base;
    const entry* what;
    state_lock lock;
    hl::partial_byte last;  // with bits: the message has ended within this byte

    void* state();
};

inline constexpr std::size_t state_offset =
    (sizeof(hash_object) + alignof(std::max_align_t) - 1) / alignof(std::max_align_t) * alignof(std::max_align_t);
inline void* hash_object::state() { return reinterpret_cast<char*>(this) + state_offset; }

// A new one; nullptr and an exception when there is no memory for it.
hash_object* make_hash(const module_state& state, const entry& what, const hl::any_options& options);

// One that has absorbed what `from` has, which is of that algorithm.
hash_object* copy_hash(const module_state& state, const entry& what, const hl::any_hash& from);

// More of its message: False and an exception for what is no buffer, or after the message's end within a byte. For a
// tuple hash each element of a tuple or list.
[[nodiscard]] bool update_hash(hash_object* self, PyObject* data, hl::threads wanted = {});

// The methods update and update_bits.
PyObject* update_hash(PyObject* self, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames);
PyObject* update_hash_bits(PyObject* self, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames);

}  // namespace hashlane_python
