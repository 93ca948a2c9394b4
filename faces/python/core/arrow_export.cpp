// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "arrow_export.hpp"

#include <cstdlib>
#include <new>

#include "arrow.hpp"

namespace hashlane_python {

namespace {

constexpr std::int64_t nullable = 2;  // ARROW_FLAG_NULLABLE

struct exported {
    shared_bytes digests, present;
    const void* buffers[2];
};

// A capsule of a structure that nobody has taken over still has its release callback.
template <class T>
void end(PyObject* capsule) {
    auto* const structure = static_cast<T*>(PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule)));
    if (structure == nullptr) return;
    if (structure->release != nullptr) structure->release(structure);
    std::free(structure);
}

template <class T>
PyObject* in_capsule(const T& value, const char* name) {
    T* const structure = static_cast<T*>(std::malloc(sizeof(T)));
    T whole = value;
    if (structure == nullptr) {
        whole.release(&whole);
        return PyErr_NoMemory();
    }
    *structure = whole;
    PyObject* const capsule = PyCapsule_New(structure, name, end<T>);
    if (capsule == nullptr) {
        structure->release(structure);
        std::free(structure);
    }
    return capsule;
}

// May be called by any thread, without the GIL.
void release_schema(ArrowSchema* schema) {
    std::free(schema->private_data);
    schema->release = nullptr;
}

void release_array(ArrowArray* array) {
    auto* const memory = static_cast<exported*>(array->private_data);
    memory->~exported();
    std::free(memory);
    array->release = nullptr;
}

}  // namespace

PyObject* export_schema(const digest_view& view) {
    constexpr std::size_t room = 32;
    char* const format = static_cast<char*>(std::malloc(room));
    if (format == nullptr) return PyErr_NoMemory();
    PyOS_snprintf(format, room, "w:%zu", view.table.width);
    return in_capsule(ArrowSchema{.format = format,
                                  .name = "",
                                  .metadata = nullptr,
                                  .flags = nullable,
                                  .n_children = 0,
                                  .children = nullptr,
                                  .dictionary = nullptr,
                                  .release = release_schema,
                                  .private_data = format},
                      "arrow_schema");
}

PyObject* export_array(const digest_view& view) {
    digest_view all;
    if (!contiguous(view, all)) return nullptr;
    void* const room = std::malloc(sizeof(exported));
    if (room == nullptr) return PyErr_NoMemory();
    auto* const memory = ::new (room) exported{all.table.digests, all.table.present, {}};
    memory->buffers[0] = all.table.present.data();
    memory->buffers[1] = all.table.digests.data();
    return in_capsule(ArrowArray{.length = static_cast<std::int64_t>(all.count),
                                 .null_count = static_cast<std::int64_t>(all.missing),
                                 .offset = static_cast<std::int64_t>(all.first),
                                 .n_buffers = 2,
                                 .n_children = 0,
                                 .buffers = memory->buffers,
                                 .children = nullptr,
                                 .dictionary = nullptr,
                                 .release = release_array,
                                 .private_data = memory},
                      "arrow_array");
}

}  // namespace hashlane_python
