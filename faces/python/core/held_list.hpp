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
        return p != nullptr || no_memory();
    }
    T* get() const { return p; }

  private:
    T* p = nullptr;
};

// The buffers of the elements of a list, all held: the list may change meanwhile.
class held_list {
  public:
    held_list() = default;
    held_list(const held_list&) = delete;
    ~held_list() {
        for (std::size_t i = 0; buffers != nullptr && i < count; ++i)
            if (buffers[i].obj != nullptr) PyBuffer_Release(&buffers[i]);
        PyMem_Free(buffers);
    }

    // False with an exception: TypeError for what cannot be iterated and for an element without bytes, BufferError for
    // an element in pieces; both name the element by its index.
    [[nodiscard]] bool hold(PyObject* iterable, const char* what) {
        elements = as_tuple(iterable, what, "a list of bytes-like objects");
        if (!elements) return false;
        const auto n = static_cast<std::size_t>(PyTuple_Size(elements.get()));
        if (!bytes.reserve(n)) return false;
        for (count = 0; count < n; ++count) {
            PyObject* const one = PyTuple_GetItem(elements.get(), static_cast<Py_ssize_t>(count));
            if (!hold_one(one, {what, count}, n)) return false;
        }
        return true;
    }
    std::size_t size() const { return count; }
    octets operator[](std::size_t i) const { return bytes.get()[i]; }
    messages get() const { return messages::list({bytes.get(), count}); }

  private:
    bool hold_one(PyObject* one, argument_name name, std::size_t n) {
        octets& out = bytes.get()[count];
        if (Py_TYPE(one) == &PyBytes_Type) {  // immutable, and the tuple has a reference
            char* first = nullptr;
            Py_ssize_t size = 0;
            if (PyBytes_AsStringAndSize(one, &first, &size) != 0) return false;
            out = {reinterpret_cast<const std::uint8_t*>(first), static_cast<std::size_t>(size)};
            return true;
        }
        if (buffers == nullptr) buffers = static_cast<Py_buffer*>(PyMem_Calloc(n, sizeof(Py_buffer)));
        if (buffers == nullptr) return no_memory();
        Py_buffer& view = buffers[count];
        if (!get_buffer(one, &view, PyBUF_SIMPLE, name)) {
            view.obj = nullptr;
            return false;
        }
        out = {static_cast<const std::uint8_t*>(view.buf), static_cast<std::size_t>(view.len)};
        return true;
    }

    owned<> elements;  // a tuple
    room_for<octets> bytes;
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
    // Without `expected` there are as many as there are. Until it is called there is an empty buffer for all.
    [[nodiscard]] bool hold(PyObject* given, const char* what, bool shareable,
                            std::optional<std::size_t> expected = {}) {
        if (shareable && PyObject_CheckBuffer(given)) return shared.hold(given, what);
        if (PyUnicode_Check(given) || PyObject_CheckBuffer(given))
            return wrong_type(what, "a list of bytes-like objects", given);
        if (!list.emplace().hold(given, what)) return false;
        if (!expected || list->size() == *expected) return true;
        return failed(PyExc_ValueError, "%s: %zu are required, one for each, not %zu", what, *expected, list->size());
    }
    bool one_for_all() const { return !list; }
    std::size_t size() const { return list ? list->size() : 0; }
    octets operator[](std::size_t i) const { return list ? (*list)[i] : shared.get(); }

  private:
    std::optional<held_list> list;
    held_bytes shared;
};

}  // namespace hashlane_python
