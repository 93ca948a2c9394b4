// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "arguments.hpp"

#include <algorithm>

namespace hashlane_python {

namespace {

constexpr std::size_t most_threads = 1024;

// NumPy says ValueError where others say BufferError.
void as_buffer_error() {
    if (!PyErr_ExceptionMatches(PyExc_ValueError)) return;
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_SetObject(PyExc_BufferError, value);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
}

Py_ssize_t index_of(const signature& s, PyObject* keyword) {
    for (std::size_t i = 0; i < s.names.size(); ++i)
        if (*s.names[i] != '\0' && PyUnicode_CompareWithASCIIString(keyword, s.names[i]) == 0)
            return static_cast<Py_ssize_t>(i);
    return -1;
}

bool take_keyword(const signature& s, PyObject* keyword, PyObject* value, PyObject** given) {
    const Py_ssize_t i = index_of(s, keyword);
    if (i < 0 || given[i] != nullptr) {
        PyErr_Format(PyExc_TypeError, i < 0 ? "%s() takes no keyword argument '%U'" : "%s() got '%U' twice", s.function,
                     keyword);
        return false;
    }
    given[i] = value;
    return true;
}

}  // namespace

bool get_buffer(PyObject* object, Py_buffer* view, int flags, const char* what) {
    if (PyUnicode_Check(object)) {
        PyErr_Format(PyExc_TypeError, "%s: strings must be encoded before hashing", what);
        return false;
    }
    if (!PyObject_CheckBuffer(object)) {
        PyErr_Format(PyExc_TypeError, "%s: a bytes-like object is required, not %R", what, Py_TYPE(object));
        return false;
    }
    if (PyObject_GetBuffer(object, view, flags) == 0) return true;
    as_buffer_error();
    return false;
}

bool held_bytes::hold_buffer(PyObject* object, const char* what) {
    if (!get_buffer(object, &buffer, PyBUF_SIMPLE, what)) return false;
    held = true;
    bytes = {static_cast<const std::uint8_t*>(buffer.buf), static_cast<std::size_t>(buffer.len)};
    return true;
}

bool parse(const signature& s, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames, PyObject** given) {
    const auto positional = static_cast<std::size_t>(nargs);
    if (positional > s.positional) {
        PyErr_Format(PyExc_TypeError, "%s() takes at most %zu positional arguments (%zu given)", s.function,
                     s.positional, positional);
        return false;
    }
    std::copy_n(args, positional, given);
    std::fill(given + positional, given + s.names.size(), nullptr);
    const Py_ssize_t keywords = kwnames == nullptr ? 0 : PyTuple_Size(kwnames);
    for (Py_ssize_t i = 0; i < keywords; ++i)
        if (!take_keyword(s, PyTuple_GetItem(kwnames, i), args[nargs + i], given)) return false;
    for (std::size_t i = 0; i < s.required; ++i)
        if (given[i] == nullptr) {
            PyErr_Format(PyExc_TypeError, "%s() needs at least %zu arguments", s.function, s.required);
            return false;
        }
    return true;
}

bool get_size(PyObject* given, const char* what, std::optional<std::size_t>& out) {
    if (given == nullptr || given == Py_None) return true;
    const Py_ssize_t n = PyNumber_AsSsize_t(given, PyExc_OverflowError);
    if (n == -1 && PyErr_Occurred() != nullptr) return false;
    if (n < 0) {
        PyErr_Format(PyExc_ValueError, "%s must not be negative", what);
        return false;
    }
    out = static_cast<std::size_t>(n);
    return true;
}

bool get_size(PyObject* given, const char* what, std::size_t& out) {
    std::optional<std::size_t> n;
    if (!get_size(given, what, n)) return false;
    out = n.value_or(out);
    return true;
}

bool get_threads(PyObject* given, unsigned& out) {
    std::size_t n = out;
    if (!get_size(given, "threads", n)) return false;
    if (n > most_threads) {
        PyErr_Format(PyExc_ValueError, "threads must be in 0..%zu", most_threads);
        return false;
    }
    out = static_cast<unsigned>(n);
    return true;
}

}  // namespace hashlane_python
