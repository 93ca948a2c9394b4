// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// CPython's limited API, and an owned reference.

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace hashlane {}

namespace hashlane_python {

namespace hl = hashlane;
using octets = std::span<const std::uint8_t>;
using output = std::span<std::uint8_t>;

template <class T = PyObject>
class owned {
  public:
    owned() = default;
    explicit owned(T* reference) : p(reference) {}
    owned(owned&& other) noexcept : p(other.release()) {}
    owned& operator=(owned&& other) noexcept {
        std::swap(p, other.p);
        return *this;
    }
    ~owned() { Py_XDECREF(reinterpret_cast<PyObject*>(p)); }

    explicit operator bool() const { return p != nullptr; }
    T* get() const { return p; }
    T* operator->() const { return p; }
    T* release() { return std::exchange(p, nullptr); }

  private:
    T* p = nullptr;
};

// What waits without the GIL, or works longer than about a microsecond.
template <class F>
void without_gil(F&& f) {
    PyThreadState* const state = PyEval_SaveThread();
    f();
    PyEval_RestoreThread(state);
}

// The same with a way back to the interpreter for a moment.
class gil_away {
  public:
    gil_away() : state(PyEval_SaveThread()) {}
    gil_away(const gil_away&) = delete;
    ~gil_away() { PyEval_RestoreThread(state); }

    template <class F>
    bool back_for(F&& f) {
        PyEval_RestoreThread(state);
        const bool good = f();
        state = PyEval_SaveThread();
        return good;
    }

  private:
    PyThreadState* state;
};

inline constexpr std::size_t brief = 2048;  // bytes: for no more the GIL is kept

template <class F>
void without_gil_if(bool lengthy, F&& f) {
    if (lengthy)
        without_gil(f);
    else
        f();
}

inline PyObject* text(std::string_view s) {
    return PyUnicode_FromStringAndSize(s.data(), static_cast<Py_ssize_t>(s.size()));
}

// Sets an exception, of a message or of a format and what PyErr_Format() takes for it. fail() is for functions that
// return an object, failed() for those that return whether they have succeeded.
inline std::nullptr_t fail(PyObject* type, const char* message) {
    PyErr_SetString(type, message);
    return nullptr;
}
template <class... Args>
requires(sizeof...(Args) > 0)
std::nullptr_t fail(PyObject* type, const char* format, Args... args) {
    PyErr_Format(type, format, args...);
    return nullptr;
}
template <class... Args>
bool failed(PyObject* type, const char* format, Args... args) {
    fail(type, format, args...);
    return false;
}
inline bool no_memory() {
    PyErr_NoMemory();
    return false;
}

// A bytes object that is still to be filled, and where.
struct fresh_bytes {
    owned<> object;
    output room;

    explicit fresh_bytes(std::size_t n)
        : object(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(n))),
          room(object ? reinterpret_cast<std::uint8_t*>(PyBytes_AsString(object.get())) : nullptr, object ? n : 0) {}
    explicit operator bool() const { return static_cast<bool>(object); }
};

using fast_function = PyObject* (*)(PyObject* self, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames);

inline PyMethodDef method(const char* name, fast_function f, const char* doc, int more = 0) {
    const auto plain = reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(f));
    return {name, plain, METH_FASTCALL | METH_KEYWORDS | more, doc};
}

}  // namespace hashlane_python
