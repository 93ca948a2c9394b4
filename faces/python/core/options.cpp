// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "options.hpp"

namespace hashlane_python {

namespace {

template <class Out>  // octets, or an optional of them
bool hold_if_given(PyObject* given, const char* what, held_bytes& held, Out& out) {
    if (given == nullptr || given == Py_None) return true;
    if (!held.hold(given, what)) return false;
    out = held.get();
    return true;
}

// Not -1, which means that none is given.
bool get_domain(PyObject* given, int& out) {
    if (given == nullptr || given == Py_None) return true;
    const long domain = PyLong_AsLong(given);
    if (domain == -1 && PyErr_Occurred() != nullptr) return false;
    out = domain < 0 || domain > 0xff ? 0 : static_cast<int>(domain);
    return true;
}

bool get_block(PyObject* given, std::size_t& out) {
    if (!get_size(given, "block_size", out)) return false;
    if (given == nullptr || given == Py_None || out != 0) return true;
    fail(PyExc_ValueError, "block_size must not be 0");
    return false;
}

// An argument too many or too few is a TypeError, one out of its range a ValueError.
bool fits(const entry& what, const hl::any_options& options, bool whole = false) {
    std::string_view error;
    hl::algorithm info = what.info;
    if (whole && what.at_once != nullptr && what.at_once->digest_customized != nullptr)
        info.longest_customization = PTRDIFF_MAX;
    if (hl::options_fit(info, options, error)) return true;
    const bool arguments = error.starts_with("it takes no ") || error.starts_with("it needs ");
    PyErr_Format(arguments ? PyExc_TypeError : PyExc_ValueError, "%.40s: %.200s", what.info.name.data(), error.data());
    return false;
}

}  // namespace

bool held_options::take(const entry& what, PyObject* const* given, bool whole) {
    return hold_if_given(given[0], "key", key, options.key) &&
           hold_if_given(given[1], "customization", customization, options.customization) &&
           hold_if_given(given[2], "name", function_name, options.function_name) &&
           get_domain(given[3], options.domain) && get_block(given[4], options.parallel_block) &&
           fits(what, options, whole);
}

bool needs_none(const entry& what) { return !what.takes(hl::parameter::key) || fits(what, {}); }

bool get_length(const entry& what, PyObject* given, std::size_t& out) {
    out = what.info.digest_size;
    if (!get_size(given, "length", out)) return false;
    if (what.info.any_length || out == what.info.digest_size) return true;
    PyErr_Format(PyExc_ValueError, "%.40s: its digest has %zu bytes", what.info.name.data(), what.info.digest_size);
    return false;
}

}  // namespace hashlane_python
