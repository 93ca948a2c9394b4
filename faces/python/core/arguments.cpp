// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "arguments.hpp"

#include <algorithm>

namespace hashlane_python {

namespace {

constexpr std::size_t most_threads = 1024;

constexpr std::size_t longest_shown = 256;  // bits of a number whose digits a message shows

// The exception of an exporter, with the name of the argument before its words. NumPy says ValueError where others say
// BufferError: it becomes one too.
void name_buffer_error(argument_name name) {
    if (!PyErr_ExceptionMatches(PyExc_ValueError) && !PyErr_ExceptionMatches(PyExc_BufferError)) return;
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    const owned<> first(type), why(value), last(trace);
    const owned<> words(why ? PyObject_Str(why.get()) : text(""));
    const owned<> argument(name.text());
    if (words && argument) PyErr_Format(PyExc_BufferError, "%U: %U", argument.get(), words.get());
}

bool out_of_range(argument_name name, range allowed, PyObject* number) {
    const owned<> argument(name.text());
    const owned<> digits(shown(number));
    if (!argument || !digits) return false;
    return failed(PyExc_ValueError, "%U must be in %llu..%llu, not %U", argument.get(),
                  static_cast<unsigned long long>(allowed.least), static_cast<unsigned long long>(allowed.most),
                  digits.get());
}

Py_ssize_t index_of(const signature& s, PyObject* keyword) {
    for (std::size_t i = 0; i < s.names.size(); ++i)
        if (*s.names[i] != '\0' && PyUnicode_CompareWithASCIIString(keyword, s.names[i]) == 0)
            return static_cast<Py_ssize_t>(i);
    return -1;
}

bool take_keyword(const signature& s, PyObject* keyword, PyObject* value, PyObject** given) {
    const Py_ssize_t i = index_of(s, keyword);
    if (i < 0) return failed(PyExc_TypeError, "%s() takes no keyword argument '%U'", s.function, keyword);
    if (given[i] != nullptr) return failed(PyExc_TypeError, "%s() got '%U' twice", s.function, keyword);
    given[i] = value;
    return true;
}

}  // namespace

owned<> argument_name::text() const {
    return owned<>(index < 0 ? PyUnicode_FromString(what) : PyUnicode_FromFormat("%s[%zd]", what, index));
}

bool wrong_type(argument_name name, const char* wanted, PyObject* given) {
    const owned<> argument(name.text());
    const owned<> type(PyType_GetName(Py_TYPE(given)));
    if (!argument || !type) return false;
    return failed(PyExc_TypeError, "%U: %s is required, not %U", argument.get(), wanted, type.get());
}

bool get_buffer(PyObject* object, Py_buffer* view, int flags, argument_name name) {
    if (PyUnicode_Check(object)) {
        const owned<> argument(name.text());
        if (argument) PyErr_Format(PyExc_TypeError, "%U: strings must be encoded before hashing", argument.get());
        return false;
    }
    if (!PyObject_CheckBuffer(object)) return wrong_type(name, "a bytes-like object", object);
    if (PyObject_GetBuffer(object, view, flags) == 0) return true;
    name_buffer_error(name);
    return false;
}

bool held_bytes::hold_buffer(PyObject* object, argument_name name) {
    if (!get_buffer(object, &buffer, PyBUF_SIMPLE, name)) return false;
    held = true;
    bytes = {static_cast<const std::uint8_t*>(buffer.buf), static_cast<std::size_t>(buffer.len)};
    return true;
}

owned<> as_tuple(PyObject* iterable, argument_name name, const char* wanted) {
    if (PyTuple_Check(iterable) || PyList_Check(iterable)) return owned<>(PySequence_Tuple(iterable));
    const owned<> iterator(PyUnicode_Check(iterable) ? nullptr : PyObject_GetIter(iterable));
    if (iterator) return owned<>(PySequence_Tuple(iterator.get()));
    if (PyErr_Occurred() == nullptr || PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Clear();
        wrong_type(name, wanted, iterable);
    }
    return {};
}

bool parse(const signature& s, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames, PyObject** given) {
    const auto positional = static_cast<std::size_t>(nargs);
    if (positional > s.positional) {
        return failed(PyExc_TypeError, "%s() takes at most %zu positional arguments (%zu given)", s.function,
                      s.positional, positional);
    }
    std::copy_n(args, positional, given);
    std::fill(given + positional, given + s.names.size(), nullptr);
    const Py_ssize_t keywords = kwnames == nullptr ? 0 : PyTuple_Size(kwnames);
    for (Py_ssize_t i = 0; i < keywords; ++i)
        if (!take_keyword(s, PyTuple_GetItem(kwnames, i), args[nargs + i], given)) return false;
    for (std::size_t i = 0; i < s.required; ++i)
        if (given[i] == nullptr) {
            return failed(PyExc_TypeError, "%s() needs at least %zu arguments", s.function, s.required);
        }
    return true;
}

std::optional<std::size_t> bit_length(PyObject* number) {
    const owned<> bits(PyObject_CallMethod(number, "bit_length", nullptr));
    if (!bits) return {};
    const std::size_t n = PyLong_AsSize_t(bits.get());
    if (n == static_cast<std::size_t>(-1) && PyErr_Occurred() != nullptr) return {};
    return n;
}

owned<> shown(PyObject* number) {
    const auto bits = bit_length(number);
    if (!bits) return {};
    if (*bits <= longest_shown) return owned<>(PyObject_Repr(number));
    return owned<>(PyUnicode_FromFormat("a number of %zu bits", *bits));
}

bool get_index(PyObject* given, argument_name name, owned<>& out) {
    if (PyIndex_Check(given) == 0) return wrong_type(name, "an integer", given);
    out = owned<>(PyNumber_Index(given));
    return static_cast<bool>(out);
}

bool get_integer(PyObject* given, argument_name name, range allowed, std::uint64_t& out) {
    owned<> number;
    if (!get_index(given, name, number)) return false;
    const std::uint64_t n = PyLong_AsUnsignedLongLong(number.get());
    if (n == UINT64_MAX && PyErr_Occurred() != nullptr) {
        if (!PyErr_ExceptionMatches(PyExc_OverflowError)) return false;
        PyErr_Clear();
        return out_of_range(name, allowed, number.get());
    }
    if (n < allowed.least || n > allowed.most) return out_of_range(name, allowed, number.get());
    out = n;
    return true;
}

bool get_size(PyObject* given, const char* what, std::size_t& out, range allowed) {
    std::uint64_t n = 0;
    if (!get_integer(given, what, allowed, n)) return false;
    out = static_cast<std::size_t>(n);
    return true;
}

bool get_optional(PyObject* given, const char* what, std::size_t& out, range allowed) {
    return given == nullptr || given == Py_None || get_size(given, what, out, allowed);
}

bool get_optional(PyObject* given, const char* what, std::optional<std::size_t>& out, range allowed) {
    if (given == nullptr || given == Py_None) return true;
    return get_size(given, what, out.emplace(), allowed);
}

bool get_threads(PyObject* given, unsigned& out) {
    std::size_t n = out;
    if (!get_optional(given, "threads", n, {0, most_threads})) return false;
    out = static_cast<unsigned>(n);
    return true;
}

}  // namespace hashlane_python
