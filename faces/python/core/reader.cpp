// SPDX-License-Identifier: Apache-2.0 OR MIT
// The output of an xof as a stream.

#include "arguments.hpp"
#include "copying.hpp"
#include "state.hpp"

namespace hashlane_python {

namespace {

struct reader_object {
    PyObject ob_base;
    state_lock lock;
    const entry* what;
    alignas(hl::any_reader) std::uint8_t room[sizeof(hl::any_reader)];

    bool keyed() const { return what->takes(hl::parameter::key); }
    hl::any_reader& reader() { return *std::launder(reinterpret_cast<hl::any_reader*>(room)); }
};

reader_object& self_of(PyObject* self) { return *reinterpret_cast<reader_object*>(self); }

void squeeze(reader_object& self, output out) {
    self.lock.with(out.size() > brief, [&] { self.reader().squeeze(out); });
}

PyObject* read(PyObject* self, PyObject* length) {
    std::size_t n = 0;
    if (!get_size(length, "length", n)) return nullptr;
    fresh_bytes out(n);
    if (!out) return nullptr;
    squeeze(self_of(self), out.room);
    return out.object.release();
}

PyObject* readinto(PyObject* self, PyObject* buffer) {
    Py_buffer view;
    if (!get_buffer(buffer, &view, PyBUF_WRITABLE, "buffer")) return nullptr;
    squeeze(self_of(self), {static_cast<std::uint8_t*>(view.buf), static_cast<std::size_t>(view.len)});
    PyObject* const n = PyLong_FromSsize_t(view.len);
    PyBuffer_Release(&view);
    return n;
}

PyObject* copy(PyObject* object, PyObject*) {
    std::optional<hl::any_reader> twin;
    self_of(object).lock.with(false, [&] { twin.emplace(self_of(object).reader()); });
    return make_reader(state_of_type(Py_TYPE(object)), *self_of(object).what, *twin);
}

// For the module copy.
PyObject* copy_unasked(PyObject* object, PyObject*) {
    if (!self_of(object).keyed()) return copy(object, nullptr);
    return fail(PyExc_TypeError,
                "the Reader of a Mac tells its key: it is not copied unasked; its copy() makes a second one");
}

constexpr char no_pickle[] =
    "the state of a Reader is not exported: pickle the Xof that it comes from, and how many bytes were read";

void dealloc(PyObject* object) {
    self_of(object).reader().~any_reader();
    self_of(object).lock.~state_lock();
    free_object(object);
}

PyObject* repr(PyObject* object) {
    return PyUnicode_FromFormat("<hashlane.Reader of %s at %p>", self_of(object).what->info.name.data(), object);
}

PyMethodDef methods[] = {
    {"read", read, METH_O,
     "read($self, length, /)\n--\n\nReturns the next `length` bytes. Two reads of n give the same as one of 2n."},
    {"readinto", readinto, METH_O,
     "readinto($self, buffer, /)\n--\n\nFills a writable buffer with the next bytes; returns how many."},
    {"copy", copy, METH_NOARGS, "copy($self, /)\n--\n\nReturns a second reader at the same place."},
    copying::by_method<copy_unasked>[0],
    copying::by_method<copy_unasked>[1],
    copying::no_pickle<no_pickle>,
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

PyObject* make_reader(const module_state& state, const entry& what, const hl::any_reader& reader) {
    auto* self = PyObject_New(reader_object, state.reader);
    if (self == nullptr) return nullptr;
    ::new (&self->lock) state_lock;
    self->what = &what;
    ::new (static_cast<void*>(self->room)) hl::any_reader(reader);
    return reinterpret_cast<PyObject*>(self);
}

bool add_reader(PyObject* module, module_state& state) {
    state.reader = add_type(module, {"hashlane.Reader", "The output of an Xof, from where the last read ended.",
                                     sizeof(reader_object), dealloc, methods, nullptr, nullptr, repr});
    return state.reader != nullptr;
}

}  // namespace hashlane_python
