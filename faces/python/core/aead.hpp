// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// An object of authenticated encryption: what its methods have in common.

#include <array>

#include <hashlane/by_name/aead_batch.hpp>

#include "state.hpp"

namespace hashlane_python {

inline constexpr std::size_t longest_key = 32;

struct aead_object {
    PyObject ob_base;
    const hl::aead_operations* operations;
    std::string_view name;
    std::size_t tag_size;
    std::array<std::uint8_t, longest_key> key;

    octets key_bytes() const { return octets(key).first(operations->key_size); }
};

inline aead_object& aead_of(PyObject* self) { return *reinterpret_cast<aead_object*>(self); }

PyObject* encrypt_many(PyObject* object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames);
PyObject* decrypt_many(PyObject* object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames);

}  // namespace hashlane_python
