// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Many buffers, held while the GIL is away.

#include <optional>

#include "arguments.hpp"
#include "messages.hpp"

namespace hashlane_python {

// Memory of the interpreter's, for n of T.
template <class T>
class room_for {
  public:
    room_for() = default;
    room_for(const room_for&) = delete;
    ~room_for() { PyMem_Free(p); }

    [[nodiscard]] bool reserve(std::size_t n) {
        p = static_cast<T*>(PyMem_Calloc(n == 0 ? 1 : n, sizeof(T)));
        return p != nullptr || (PyErr_NoMemory(), false);
    }
    T* get() const { return p; }

  private:
    T* p = nullptr;
};

// The buffers of a list, all held: the list may change while the GIL is away.
class held_list {
  public:
    held_list() = default;
    held_list(const held_list&) = delete;
    ~held_list() {
        for (std::size_t i = 0; i < count; ++i) {
            if (buffers != nullptr && buffers[i].obj != nullptr) PyBuffer_Release(&buffers[i]);
            Py_XDECREF(owners.get()[i]);
        }
        PyMem_Free(buffers);
    }

    [[nodiscard]] bool hold(PyObject* sequence, std::size_t n) {
        if (!bytes.reserve(n) || !owners.reserve(n)) return false;
        for (count = 0; count < n; ++count) {
            PyObject* const one = PySequence_GetItem(sequence, static_cast<Py_ssize_t>(count));
            if (one == nullptr) return false;
            owners.get()[count] = one;
            if (!hold_one(one, n)) {
                ++count;
                return false;
            }
        }
        return true;
    }
    messages get() const { return messages::list({bytes.get(), count}); }

  private:
    bool hold_one(PyObject* one, std::size_t n) {
        octets& out = bytes.get()[count];
        if (Py_TYPE(one) == &PyBytes_Type) {
            out = {reinterpret_cast<const std::uint8_t*>(PyBytes_AsString(one)),
                   static_cast<std::size_t>(PyBytes_Size(one))};
            return true;
        }
        if (buffers == nullptr) buffers = static_cast<Py_buffer*>(PyMem_Calloc(n, sizeof(Py_buffer)));
        if (buffers == nullptr) return PyErr_NoMemory(), false;
        Py_buffer& view = buffers[count];
        if (!get_buffer(one, &view, PyBUF_SIMPLE, "message")) return view.obj = nullptr, false;
        out = {static_cast<const std::uint8_t*>(view.buf), static_cast<std::size_t>(view.len)};
        return true;
    }

    room_for<octets> bytes;
    room_for<PyObject*> owners;
    Py_buffer* buffers = nullptr;
    std::size_t count = 0;
};

// How one digest after the other becomes an object of its own.
inline PyObject* list_of(const std::uint8_t* digests, std::size_t n, std::size_t width) {
    owned<> out(PyList_New(static_cast<Py_ssize_t>(n)));
    for (std::size_t i = 0; out && i < n; ++i) {
        const auto* const p = reinterpret_cast<const char*>(digests + i * width);
        PyObject* const one = PyBytes_FromStringAndSize(p, static_cast<Py_ssize_t>(width));
        if (one == nullptr || PyList_SetItem(out.get(), static_cast<Py_ssize_t>(i), one) != 0) return nullptr;
    }
    return out.release();
}

// A buffer for each of n: a list of them, or where that is allowed one for all.
class held_column {
  public:
    // Without `expected` there are as many as there are.
    [[nodiscard]] bool hold(PyObject* given, const char* what, bool shareable,
                            std::optional<std::size_t> expected = {}) {
        if (given == nullptr || given == Py_None) return true;
        if (shareable && PyObject_CheckBuffer(given)) return shared.hold(given, what);
        if (PyUnicode_Check(given) || PyObject_CheckBuffer(given))
            return PyErr_Format(PyExc_TypeError, "%s: a list of bytes-like objects is wanted", what), false;
        sequence = owned<>(PySequence_Tuple(given));
        if (!sequence) return false;
        const auto n = static_cast<std::size_t>(PyTuple_Size(sequence.get()));
        if (expected && n != *expected)
            return PyErr_Format(PyExc_ValueError, "%s: %zu are wanted, one for each, not %zu", what, *expected, n),
                   false;
        return list.emplace().hold(sequence.get(), n);
    }
    bool one_for_all() const { return !list; }
    std::size_t size() const { return list ? list->get().size() : 0; }
    octets operator[](std::size_t i) const { return list ? list->get()[i] : shared.get(); }

  private:
    owned<> sequence;
    std::optional<held_list> list;
    held_bytes shared;
};

}  // namespace hashlane_python
