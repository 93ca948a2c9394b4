// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The functions of the module.

#include "state.hpp"

namespace hashlane_python {

PyObject* construct(PyObject* module, const entry& what, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames);
PyObject* derive_hkdf(const entry& what, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames);
PyObject* derive_pbkdf2(const entry& what, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames);

// The methods __reduce__ and export_state of hashes without a key.
PyObject* reduce_hash(PyObject* object, PyObject*);
PyObject* export_hash(PyObject* object, PyObject*);

extern const PyMethodDef new_method, digest_method, digest_many_method, digest_files_method, row_digest_method,
    hkdf_method, hkdf_extract_method, hkdf_expand_method, pbkdf2_hmac_method, pbkdf2_hmac_many_method, targets_method,
    target_method, use_target_method, merkle_root_method, merkle_verify_method, merkle_verify_consistency_method,
    transcript_session_method, import_state_method, restore_digests_method, find_algorithm_method;

}  // namespace hashlane_python
