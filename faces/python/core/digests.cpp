// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "digests.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>

#include "arrow_export.hpp"

namespace hashlane_python {

shared_bytes::shared_bytes(const shared_bytes& other) : b(other.b) {
    if (b != nullptr) std::atomic_ref(b->owners).fetch_add(1, std::memory_order_relaxed);
}

shared_bytes::~shared_bytes() {
    if (b != nullptr && std::atomic_ref(b->owners).fetch_sub(1, std::memory_order_acq_rel) == 1) std::free(b);
}

bool shared_bytes::reserve(std::size_t n, std::size_t kept) {
    if (b != nullptr && b->capacity >= n) return true;
    const std::size_t capacity = b == nullptr ? std::max<std::size_t>(n, 64) : std::max(n, 2 * b->capacity);
    void* room = nullptr;
    if (capacity > PTRDIFF_MAX - 256 || posix_memalign(&room, 64, sizeof(block) + capacity) != 0)
        return PyErr_NoMemory(), false;
    auto* const larger = ::new (room) block;
    larger->owners = 1;
    larger->capacity = capacity;
    if (kept != 0) std::memcpy(larger->data, b->data, kept);
    shared_bytes old;
    std::swap(old.b, b);
    b = larger;
    return true;
}

namespace {

struct digests_object {
    PyObject ob_base;
    digest_table table;
    Py_ssize_t shape[2], strides[2];
};

digests_object& self_of(PyObject* self) { return *reinterpret_cast<digests_object*>(self); }

Py_ssize_t length(PyObject* self) { return static_cast<Py_ssize_t>(self_of(self).table.count); }

PyObject* item(PyObject* self, Py_ssize_t i) {
    const digest_table& table = self_of(self).table;
    if (i < 0 || i >= length(self)) return fail(PyExc_IndexError, "there are not so many digests");
    const auto index = static_cast<std::size_t>(i);
    if (!table.has(index)) return Py_NewRef(Py_None);
    const auto* p = reinterpret_cast<const char*>(table.digests.data() + index * table.width);
    return PyBytes_FromStringAndSize(p, static_cast<Py_ssize_t>(table.width));
}

int get_buffer(PyObject* object, Py_buffer* view, int flags) {
    static char format[] = "B";
    digests_object& self = self_of(object);
    if ((flags & PyBUF_WRITABLE) == PyBUF_WRITABLE) {
        view->obj = nullptr;
        return PyErr_SetString(PyExc_BufferError, "digests are read-only"), -1;
    }
    view->buf = self.table.digests.data();
    view->obj = Py_NewRef(object);
    view->len = self.shape[0] * self.shape[1];
    view->itemsize = 1;
    view->readonly = 1;
    view->ndim = 2;
    view->format = (flags & PyBUF_FORMAT) == PyBUF_FORMAT ? format : nullptr;
    view->shape = (flags & PyBUF_ND) == PyBUF_ND ? self.shape : nullptr;
    view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? self.strides : nullptr;
    view->suboffsets = nullptr;
    view->internal = nullptr;
    return 0;
}

PyObject* arrow_schema(PyObject* self, PyObject*) { return export_schema(self_of(self).table); }

PyObject* arrow_array(PyObject* self, PyObject* const*, Py_ssize_t nargs, PyObject* kwnames) {
    const Py_ssize_t given = nargs + (kwnames == nullptr ? 0 : PyTuple_Size(kwnames));
    if (given > 1) return fail(PyExc_TypeError, "__arrow_c_array__() takes a requested schema and nothing else");
    const owned<> schema(export_schema(self_of(self).table)), array(export_array(self_of(self).table));
    return schema && array ? PyTuple_Pack(2, schema.get(), array.get()) : nullptr;
}

PyObject* get_digest_size(PyObject* self, void*) { return PyLong_FromSize_t(self_of(self).table.width); }
PyObject* get_null_count(PyObject* self, void*) { return PyLong_FromSize_t(self_of(self).table.missing); }

void dealloc(PyObject* self) {
    self_of(self).table.~digest_table();
    free_object(self);
}

PyMethodDef methods[] = {
    {"__arrow_c_schema__", arrow_schema, METH_NOARGS, "fixed_size_binary(digest_size) as a capsule of Arrow."},
    method("__arrow_c_array__", arrow_array,
           "__arrow_c_array__($self, requested_schema=None)\n--\n\n"
           "The digests as a fixed_size_binary array of Arrow, without a copy; always of that type."),
    {nullptr, nullptr, 0, nullptr}};

PyGetSetDef attributes[] = {
    {"digest_size", get_digest_size, nullptr, "Bytes of each.", nullptr},
    {"null_count", get_null_count, nullptr, "How many are missing, since their message was null.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

}  // namespace

PyObject* make_digests(const module_state& state, digest_table&& table) {
    if (!table.digests && !table.digests.reserve(0)) return nullptr;
    auto* const self = PyObject_New(digests_object, state.digests);
    if (self == nullptr) return nullptr;
    self->shape[0] = static_cast<Py_ssize_t>(table.count);
    self->shape[1] = self->strides[0] = static_cast<Py_ssize_t>(table.width);
    self->strides[1] = 1;
    ::new (&self->table) digest_table(std::move(table));
    return reinterpret_cast<PyObject*>(self);
}

bool add_digests(PyObject* module, module_state& state) {
    constexpr const char* doc =
        "The digests of a table or column, in one piece of memory.\n\n"
        "A sequence of bytes objects, None for a null; a read-only buffer of two dimensions, count and digest_size,\n"
        "that NumPy takes without a copy (nulls are zero there); a fixed_size_binary array for Arrow.";
    const PyType_Slot sequence_and_buffer[] = {{Py_sq_length, reinterpret_cast<void*>(length)},
                                               {Py_sq_item, reinterpret_cast<void*>(item)},
                                               {Py_bf_getbuffer, reinterpret_cast<void*>(get_buffer)}};
    state.digests = add_type(module, {"hashlane.Digests", doc, sizeof(digests_object), dealloc, methods, attributes,
                                      nullptr, nullptr, sequence_and_buffer});
    return state.digests != nullptr;
}

}  // namespace hashlane_python
