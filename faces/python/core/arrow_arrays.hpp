// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The arrays of an object that exports them: one of __arrow_c_array__, or one after the other of __arrow_c_stream__.

#include <cstring>

#include "arrow.hpp"
#include "python.hpp"

namespace hashlane_python {

template <class T>
struct released {
    T value{};
    released() = default;
    released(const released&) = delete;
    ~released() {
        if (value.release != nullptr) value.release(&value);
    }
};

// What the stream says of its failure.
inline bool stream_failed(ArrowArrayStream& stream, int error) {
    const char* const why = stream.get_last_error(&stream);
    return failed(PyExc_OSError, "arrow: the stream failed: %s", why == nullptr ? std::strerror(error) : why);
}

template <class Sink>
bool read_array(PyObject* pair, Sink& to) {
    if (!PyTuple_Check(pair) || PyTuple_Size(pair) != 2)
        return failed(PyExc_TypeError, "arrow: __arrow_c_array__() gave no two capsules");
    const auto* schema = static_cast<ArrowSchema*>(PyCapsule_GetPointer(PyTuple_GetItem(pair, 0), "arrow_schema"));
    const auto* array = static_cast<ArrowArray*>(
        schema == nullptr ? nullptr : PyCapsule_GetPointer(PyTuple_GetItem(pair, 1), "arrow_array"));
    if (array == nullptr) return false;
    if (schema->release == nullptr || array->release == nullptr)
        return failed(PyExc_ValueError, "arrow: a structure that was released before");
    return to.open(*schema) && to.add(*array);
}

template <class Sink>
bool read_stream(PyObject* capsule, Sink& to) {
    auto* const stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, "arrow_array_stream"));
    if (stream == nullptr) return false;
    if (stream->release == nullptr) return failed(PyExc_ValueError, "arrow: a stream that was released before");
    released<ArrowSchema> schema;
    if (const int error = stream->get_schema(stream, &schema.value)) return stream_failed(*stream, error);
    if (!to.open(schema.value)) return false;
    for (;;) {
        released<ArrowArray> array;
        if (const int error = stream->get_next(stream, &array.value)) return stream_failed(*stream, error);
        if (array.value.release == nullptr) return true;
        if (!to.add(array.value)) return false;
    }
}

// Calls to.open(schema) once and to.add(array) for each array, until one of them returns false with an exception.
// The schema lives as long as the call.
template <class Sink>
[[nodiscard]] bool read_arrays(PyObject* object, Sink& to) {
    const bool whole = PyObject_HasAttrString(object, "__arrow_c_array__") == 1;
    const owned<> exported(PyObject_CallMethod(object, whole ? "__arrow_c_array__" : "__arrow_c_stream__", nullptr));
    if (!exported) return false;
    return whole ? read_array(exported.get(), to) : read_stream(exported.get(), to);
}

}  // namespace hashlane_python
