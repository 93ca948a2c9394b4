// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Arguments as METH_FASTCALL brings them: names, buffers, numbers. Everything here returns false with an exception set.

#include <optional>

#include "python.hpp"

namespace hashlane_python {

// How messages call an argument: "data", or "messages[3]" for an element of a list.
struct argument_name {
    const char* what;
    Py_ssize_t index = -1;  // of the element; negative for the argument itself

    argument_name(const char* name) : what(name) {}  // not explicit: most arguments are no element
    argument_name(const char* name, std::size_t element) : what(name), index(static_cast<Py_ssize_t>(element)) {}

    // As a string; nullptr with an exception when there is no memory.
    owned<> text() const;
};

// The bytes of an argument: held while this lives, however long the GIL is away.
class held_bytes {
  public:
    held_bytes() = default;
    held_bytes(const held_bytes&) = delete;
    held_bytes& operator=(const held_bytes&) = delete;
    ~held_bytes() {
        if (held) PyBuffer_Release(&buffer);
    }

    [[nodiscard]] bool hold(PyObject* object, argument_name name = "data") {
        if (Py_TYPE(object) == &PyBytes_Type) {  // immutable, and the caller has a reference
            bytes = {reinterpret_cast<const std::uint8_t*>(PyBytes_AsString(object)),
                     static_cast<std::size_t>(PyBytes_Size(object))};
            return true;
        }
        return hold_buffer(object, name);
    }
    octets get() const { return bytes; }

  private:
    [[nodiscard]] bool hold_buffer(PyObject* object, argument_name name);

    Py_buffer buffer;
    bool held = false;
    octets bytes{};
};

// Fills `view` with the bytes of anything that has them in one piece. TypeError for an object without bytes,
// BufferError for memory with gaps or that is not what `flags` ask for.
[[nodiscard]] bool get_buffer(PyObject* object, Py_buffer* view, int flags, argument_name name);

// TypeError: "NAME: WANTED is required, not TYPE", with the type of `given`. Always false.
bool wrong_type(argument_name name, const char* wanted, PyObject* given);

// The elements of an iterable at this moment. TypeError, as of wrong_type(), for what is none; what iterating raises.
owned<> as_tuple(PyObject* iterable, argument_name name, const char* wanted);

struct signature {
    const char* function;
    std::span<const char* const> names;  // "" for one that has no keyword
    std::size_t positional, required;
};

// One of `given` for each name, nullptr where nothing came. A name that follows `positional` is for keywords only.
[[nodiscard]] bool parse(const signature& s, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames,
                         PyObject** given);

// The numbers that an argument may be, both ends included.
struct range {
    std::uint64_t least, most;
};

// Bytes of memory, or elements of a list: what an object of Python can have, and its header.
inline constexpr std::uint64_t most_bytes = PTRDIFF_MAX / 2;
inline constexpr range any_size{0, most_bytes};
inline constexpr range any_width{1, most_bytes};
inline constexpr range any_count{0, UINT64_MAX};

// How many bits an integer has; nothing and an exception when that fails.
std::optional<std::size_t> bit_length(PyObject* number);

// A number as messages show it: its digits, or for a very long one how many bits it has.
owned<> shown(PyObject* number);

// The integer that `given` is. TypeError for what is no integer, None too; what its __index__ raises.
[[nodiscard]] bool get_index(PyObject* given, argument_name name, owned<>& out);

// The same within a range: ValueError, which names the argument, the range and the number, for one outside.
[[nodiscard]] bool get_integer(PyObject* given, argument_name name, range allowed, std::uint64_t& out);

// An argument that must be given.
[[nodiscard]] bool get_size(PyObject* given, const char* what, std::size_t& out, range allowed = any_size);

// One that need not be given, or may be None: `out` stays as it is then.
[[nodiscard]] bool get_optional(PyObject* given, const char* what, std::size_t& out, range allowed = any_size);
[[nodiscard]] bool get_optional(PyObject* given, const char* what, std::optional<std::size_t>& out,
                                range allowed = any_size);
[[nodiscard]] bool get_threads(PyObject* given, unsigned& out);

}  // namespace hashlane_python
