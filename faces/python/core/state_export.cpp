// SPDX-License-Identifier: Apache-2.0 OR MIT
// The state of a hash as bytes: export_state(), import_state(), and pickle through them.

#include "copying.hpp"
#include "functions.hpp"
#include "hash.hpp"

namespace hashlane_python {

namespace {

hash_object& self_of(PyObject* self) { return *reinterpret_cast<hash_object*>(self); }

// With the bits after the last whole byte, if the message has ended within one.
PyObject* exported(hash_object& self, hl::partial_byte& last) {
    const hl::any_operations& any = *self.what->any;
    fresh_bytes out(any.state_size);
    if (!out) return nullptr;
    self.lock.with(false, [&] {
        any.export_state(self.state(), out.room.data());
        last = self.last;
    });
    return out.object.release();
}

// Nothing, with an exception: states of that algorithm are not exported.
bool is_exportable(const entry& what) {
    if (what.any != nullptr && what.any->state_size != 0) return true;
    return failed(PyExc_TypeError, "%.40s: a state that holds a key is not exported", what.info.name.data());
}

// The bits after the last whole byte, as update_bits() would take them.
bool get_last(const entry& what, PyObject* const* given, hl::partial_byte& out) {
    std::size_t bits = 0;
    held_bytes last;
    if ((given[0] != nullptr && !last.hold(given[0], "last")) || !get_optional(given[1], "bits", bits, {0, 7}))
        return false;
    const std::size_t size = last.get().size();
    if (size != (bits == 0 ? 0 : 1))
        return failed(PyExc_ValueError, "last has %zu bytes; bits, which is %zu, takes %d", size, bits,
                      bits == 0 ? 0 : 1);
    if (bits == 0) return true;
    if (what.any->digest_bits == nullptr)
        return failed(PyExc_ValueError, "%.40s: messages are of whole bytes", what.info.name.data());
    out = {last.get()[0], static_cast<unsigned>(bits)};
    return true;
}

PyObject* import_state(PyObject* module, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"", "", "last", "bits"};
    PyObject* given[std::size(names)];
    held_bytes bytes;
    hl::partial_byte last;
    if (!parse({"import_state", names, 4, 2}, args, nargs, kwnames, given)) return nullptr;
    const entry* const what = find_digesting(state_of(module), given[0]);
    if (what == nullptr || !is_exportable(*what) || !bytes.hold(given[1], "state") || !get_last(*what, given + 2, last))
        return nullptr;
    const hl::any_operations& any = *what->any;
    if (bytes.get().size() != any.state_size)
        return fail(PyExc_ValueError, "the state has %zu bytes; one of %.40s has %zu", bytes.get().size(),
                    what->info.name.data(), any.state_size);
    owned<hash_object> made(make_hash(state_of(module), *what, {}));
    if (!made) return nullptr;
    if (!any.import_state(made->state(), bytes.get().data(), bytes.get().size()))
        return fail(PyExc_ValueError, "the state is damaged, or that of another algorithm than %.40s",
                    what->info.name.data());
    made->last = last;
    return reinterpret_cast<PyObject*>(made.release());
}

}  // namespace

PyObject* export_hash(PyObject* object, PyObject*) {
    hash_object& self = self_of(object);
    hl::partial_byte last;
    owned<> state(exported(self, last));
    if (state && last.bits != 0)
        return fail(PyExc_ValueError, "the message has ended within a byte: its state is no longer exported");
    return state.release();
}

PyObject* reduce_hash(PyObject* object, PyObject*) {
    hash_object& self = self_of(object);
    hl::partial_byte last;
    const owned<> import(copying::function_of(Py_TYPE(object), "import_state"));
    const owned<> state(import ? exported(self, last) : nullptr);
    if (!state) return nullptr;
    const char* const name = self.what->info.name.data();
    if (last.bits == 0) return Py_BuildValue("O(sO)", import.get(), name, state.get());
    const char byte = static_cast<char>(last.value);
    return Py_BuildValue("O(sOy#I)", import.get(), name, state.get(), &byte, Py_ssize_t{1}, last.bits);
}

const PyMethodDef import_state_method =
    method("import_state", import_state,
           "import_state(algorithm, state, /, last=b'', bits=0)\n--\n\n"
           "The object whose export_state() gave these bytes, on any machine, in this version or an earlier one.\n\n"
           "last, bits: of a message that has ended within a byte, as for update_bits(): pickle gives them.\n"
           "ValueError for bytes that are damaged, of another algorithm, or the state of no message. They are not\n"
           "signed: who can change them can choose the digest. TypeError for algorithms with a key.");

}  // namespace hashlane_python
