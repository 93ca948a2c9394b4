// SPDX-License-Identifier: Apache-2.0 OR MIT
// What comes into a hash: buffers, the elements of a tuple, and bits.

#include "hash.hpp"
#include "held_list.hpp"

namespace hashlane_python {

namespace {

hash_object& self_of(PyObject* self) { return *reinterpret_cast<hash_object*>(self); }

// May the message become longer by so many bytes? SHA-2 has a limit, FIPS 180-4 s.1, which only an imported state comes
// near to. A part of a byte may follow the last of them.
bool has_room(hash_object& self, std::size_t bytes) {
    const hl::any_operations& any = *self.what->any;
    return any.bytes_left == nullptr || bytes <= any.bytes_left(self.state());
}

// Takes `bytes` more in with f(), and perhaps a part of another. False with an exception, and nothing is taken in, when the
// message has ended within a byte or would become too long.
template <class F>
bool take_in(hash_object& self, std::size_t bytes, F&& f) {
    bool ended = false, room = false;
    self.lock.with(bytes > brief, [&] {
        ended = self.last.bits != 0;
        room = has_room(self, bytes);
        if (!ended && room) f();
    });
    if (ended) return failed(PyExc_ValueError, "the message has ended within a byte: nothing can follow");
    if (room) return true;
    return failed(PyExc_ValueError, "%.40s: the message would be longer than the standard allows",
                  self.what->info.name.data());
}

bool absorb(hash_object& self, octets message, hl::threads wanted) {
    const entry& what = *self.what;
    return take_in(self, message.size(), [&] {
        if (wanted.count != 1 && what.absorb_tree != nullptr)
            what.absorb_tree(self.state(), message, wanted);
        else
            what.any->update(self.state(), message.data(), message.size());
    });
}

// All elements are held before the first is absorbed, so that an error changes nothing.
bool update_elements(hash_object* self, PyObject* sequence) {
    held_list elements;
    if (!elements.hold(sequence, "data")) return false;
    for (std::size_t i = 0; i < elements.size(); ++i)
        if (!absorb(*self, elements[i], {})) return false;
    return true;
}

// Has `data` the bytes of so many bits, and can the algorithm end a message there?
bool bits_fit(const entry& what, std::size_t bits, octets data) {
    if (bits % 8 != 0 && what.any->digest_bits == nullptr) {
        return failed(PyExc_TypeError, "%.40s: messages are of whole bytes, not of %zu bits", what.info.name.data(),
                      bits);
    }
    const std::size_t bytes = bits / 8 + (bits % 8 != 0);
    if (data.size() == bytes) return true;
    PyErr_Format(PyExc_ValueError, "data has %zu bytes; bits, which is %zu, takes %zu", data.size(), bits, bytes);
    return false;
}

}  // namespace

bool update_hash(hash_object* self, PyObject* data, hl::threads wanted) {
    if (self->what->takes(hl::parameter::elements) && (PyTuple_Check(data) || PyList_Check(data)))
        return update_elements(self, data);
    held_bytes held;
    if (!held.hold(data)) return false;
    return absorb(*self, held.get(), wanted);
}

PyObject* update_hash(PyObject* self, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"data", "threads"};
    PyObject* given[2] = {nargs == 1 ? args[0] : nullptr, nullptr};
    hl::threads wanted;
    if (nargs != 1 || kwnames != nullptr) {
        if (!parse({"update", names, 1, 1}, args, nargs, kwnames, given)) return nullptr;
        if (!get_threads(given[1], wanted.count)) return nullptr;
    }
    if (!update_hash(&self_of(self), given[0], wanted)) return nullptr;
    return Py_NewRef(Py_None);
}

PyObject* update_hash_bits(PyObject* object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"", "bits"};
    PyObject* given[2];
    hash_object& self = self_of(object);
    held_bytes held;
    std::size_t bits = 0;
    if (!parse({"update_bits", names, 2, 2}, args, nargs, kwnames, given) || !held.hold(given[0]) ||
        !get_size(given[1], "bits", bits, {0, UINT64_MAX}))
        return nullptr;
    const octets data = held.get();
    if (!bits_fit(*self.what, bits, data)) return nullptr;
    const std::size_t whole = bits / 8;
    const bool taken = take_in(self, whole, [&] {
        self.what->any->update(self.state(), data.data(), whole);
        if (bits % 8 != 0) self.last = {data[whole], static_cast<unsigned>(bits % 8)};
    });
    return taken ? Py_NewRef(Py_None) : nullptr;
}

}  // namespace hashlane_python
