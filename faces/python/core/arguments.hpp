// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Arguments as METH_FASTCALL brings them: names, buffers, numbers. Everything here returns false with an exception set.

#include <optional>

#include "python.hpp"

namespace hashlane_python {

// The bytes of an argument: held while this lives, however long the GIL is away.
class held_bytes {
  public:
    held_bytes() = default;
    held_bytes(const held_bytes&) = delete;
    held_bytes& operator=(const held_bytes&) = delete;
    ~held_bytes() {
        if (held) PyBuffer_Release(&buffer);
    }

    [[nodiscard]] bool hold(PyObject* object, const char* what = "data") {
        if (Py_TYPE(object) == &PyBytes_Type) {  // immutable, and the caller has a reference
            bytes = {reinterpret_cast<const std::uint8_t*>(PyBytes_AsString(object)),
                     static_cast<std::size_t>(PyBytes_Size(object))};
            return true;
        }
        return hold_buffer(object, what);
    }
    octets get() const { return bytes; }

  private:
    [[nodiscard]] bool hold_buffer(PyObject* object, const char* what);

    Py_buffer buffer;
    bool held = false;
    octets bytes{};
};

// Fills `view` with the bytes of anything that has them in one piece.
[[nodiscard]] bool get_buffer(PyObject* object, Py_buffer* view, int flags, const char* what);

struct signature {
    const char* function;
    std::span<const char* const> names;  // "" for one that has no keyword
    std::size_t positional, required;
};

// One of `given` for each name, nullptr where nothing came. A name that follows `positional` is for keywords only.
[[nodiscard]] bool parse(const signature& s, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames,
                         PyObject** given);

// Not given, or None: `out` stays as it is.
[[nodiscard]] bool get_size(PyObject* given, const char* what, std::size_t& out);
[[nodiscard]] bool get_size(PyObject* given, const char* what, std::optional<std::size_t>& out);
[[nodiscard]] bool get_threads(PyObject* given, unsigned& out);

}  // namespace hashlane_python
