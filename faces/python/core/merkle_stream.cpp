// SPDX-License-Identifier: Apache-2.0 OR MIT
// MerkleStream: the root of leaves that come one after the other.

#include <hashlane/by_name/merkle_stream.hpp>

#include "arguments.hpp"
#include "copying.hpp"
#include "many.hpp"
#include "merkle_trees.hpp"

namespace hashlane_python {

namespace {

struct stream_object {
    PyObject ob_base;
    state_lock lock;
    alignas(hl::any_merkle_stream) std::uint8_t room[sizeof(hl::any_merkle_stream)];

    hl::any_merkle_stream& stream() { return *std::launder(reinterpret_cast<hl::any_merkle_stream*>(room)); }
};

static_assert(alignof(stream_object) <= alignof(std::max_align_t));

stream_object& self_of(PyObject* self) { return *reinterpret_cast<stream_object*>(self); }

PyObject* make(PyTypeObject* type, const hl::any_merkle_stream& from) {
    auto* const self = PyObject_New(stream_object, type);
    if (self == nullptr) return nullptr;
    ::new (&self->lock) state_lock;
    ::new (static_cast<void*>(self->room)) hl::any_merkle_stream(from);
    return reinterpret_cast<PyObject*>(self);
}

PyObject* create(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    static char name[] = "name", scheme[] = "scheme";
    static char* names[] = {name, scheme, nullptr};
    PyObject* given[2] = {};
    if (PyArg_ParseTupleAndKeywords(args, kwargs, "|OO", names, given, given + 1) == 0) return nullptr;
    const auto trees = get_trees(state_of_type(type), given[0], given[1]);
    return trees ? make(type, hl::any_merkle_stream(*trees)) : nullptr;
}

void dealloc(PyObject* object) {
    self_of(object).stream().~any_merkle_stream();
    self_of(object).lock.~state_lock();
    free_object(object);
}

PyObject* too_many_leaves() { return fail(PyExc_ValueError, "a tree has at most 2**64 - 1 leaves"); }

PyObject* push(PyObject* object, PyObject* leaf) {
    stream_object& self = self_of(object);
    held_bytes bytes;
    if (!bytes.hold(leaf, "leaf")) return nullptr;
    bool full = false;
    self.lock.with(bytes.get().size() > brief, [&] {
        full = self.stream().leaves_left() == 0;
        if (!full) self.stream().push(bytes.get());
    });
    return full ? too_many_leaves() : Py_NewRef(Py_None);
}

PyObject* extend(PyObject* object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"leaves", "width", "threads"};
    stream_object& self = self_of(object);
    PyObject* given[std::size(names)];
    std::optional<std::size_t> width;
    hl::threads wanted;
    if (!parse({"extend", names, 1, 1}, args, nargs, kwnames, given) ||
        !get_optional(given[1], "width", width, any_width) || !get_threads(given[2], wanted.count))
        return nullptr;
    const hl::any_tree trees = self.stream().trees();
    digest_table table;
    bool listed = false;
    if (!digest_form(given[0], "leaves", width, {nullptr, trees.digest_size(), wanted, &trees, {}}, table, listed))
        return nullptr;
    if (table.missing != 0) return fail(PyExc_ValueError, "leaves: a null is no leaf");
    const octets digests(table.digests.data(), table.count * table.width);
    bool pushed = false;
    self.lock.with(true, [&] { pushed = self.stream().push_digests(digests, wanted); });
    return pushed ? Py_NewRef(Py_None) : too_many_leaves();  // the digests are whole ones
}

PyObject* push_subtree(PyObject* object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"root", "leaves"};
    stream_object& self = self_of(object);
    PyObject* given[std::size(names)];
    held_bytes root;
    std::uint64_t leaves = 0;
    if (!parse({"push_subtree", names, 2, 2}, args, nargs, kwnames, given) || !root.hold(given[0], "root") ||
        !get_integer(given[1], "leaves", any_count, leaves))
        return nullptr;
    const std::size_t size = self.stream().trees().digest_size();
    if (root.get().size() != size)
        return fail(PyExc_ValueError, "root has %zu bytes; a digest has %zu", root.get().size(), size);
    bool pushed = false;
    self.lock.with(false, [&] { pushed = self.stream().push_subtree(root.get(), leaves); });
    if (pushed) return Py_NewRef(Py_None);
    return fail(PyExc_ValueError, "leaves must be 1 or a power of the arity that divides the number of leaves so far");
}

PyObject* copy(PyObject* object, PyObject*) {
    stream_object& self = self_of(object);
    std::optional<hl::any_merkle_stream> twin;
    self.lock.with(false, [&] { twin.emplace(self.stream()); });
    return make(Py_TYPE(object), *twin);
}

PyObject* get_root(PyObject* object, void*) {
    stream_object& self = self_of(object);
    fresh_bytes out(self.stream().trees().digest_size());
    if (!out) return nullptr;
    self.lock.with(false, [&] { (void)self.stream().root(out.room); });
    return out.object.release();
}

PyObject* get_size_so_far(PyObject* object, void*) {
    stream_object& self = self_of(object);
    std::uint64_t n = 0;
    self.lock.with(false, [&] { n = self.stream().size(); });
    return PyLong_FromUnsignedLongLong(n);
}

PyObject* get_digest_size(PyObject* object, void*) {
    return PyLong_FromSize_t(self_of(object).stream().trees().digest_size());
}
PyObject* get_name(PyObject* object, void*) { return text(self_of(object).stream().trees().hash_name()); }
PyObject* get_scheme_name(PyObject* object, void*) { return scheme_name(self_of(object).stream().trees()); }

PyObject* repr(PyObject* object) {
    unsigned long long leaves = 0;
    self_of(object).lock.with(false, [&] { leaves = self_of(object).stream().size(); });
    const hl::any_tree& trees = self_of(object).stream().trees();
    return PyUnicode_FromFormat("<hashlane.MerkleStream: %llu leaves, %s, %s>", leaves, trees.hash_name().data(),
                                scheme_text(trees));
}

constexpr char no_pickle[] =
    "the state of a MerkleStream is not exported: it is not pickled; its copy() makes a second one";

PyGetSetDef attributes[] = {{"root", get_root, nullptr, "That of a MerkleTree over all leaves so far.", nullptr},
                            {"size", get_size_so_far, nullptr, "How many leaves came so far.", nullptr},
                            {"digest_size", get_digest_size, nullptr, "Bytes of the root.", nullptr},
                            {"name", get_name, nullptr, "The hash.", nullptr},
                            {"scheme", get_scheme_name, nullptr, "How nodes come from those below them.", nullptr},
                            {nullptr, nullptr, nullptr, nullptr, nullptr}};

}  // namespace

bool add_merkle_stream(PyObject* module, module_state& state) {
    static PyMethodDef methods[] = {
        {"push", push, METH_O, "push($self, leaf, /)\n--\n\nAdds a leaf."},
        method("extend", extend,
               "extend($self, leaves, *, width=None, threads=1)\n--\n\n"
               "Many more, in any form that MerkleTree() takes, which is quicker than one by one."),
        method("push_subtree", push_subtree,
               "push_subtree($self, root, leaves)\n--\n\n"
               "Adds `leaves` leaves that were digested elsewhere: `root` is that of a tree of just these leaves.\n"
               "ValueError unless their number is 1 or a power of the arity of the scheme (of plain4 4, else 2), and\n"
               "divides size."),
        {"copy", copy, METH_NOARGS, "copy($self, /)\n--\n\nReturns a second stream with the same leaves."},
        copying::by_method<copy>[0],
        copying::by_method<copy>[1],
        copying::no_pickle<no_pickle>,
        {nullptr, nullptr, 0, nullptr}};
    constexpr const char* doc =
        "MerkleStream(name='sha256', scheme='rfc9162')\n--\n\n"
        "The root of leaves that come one after the other, at any time, in memory of a fixed size.\n\n"
        "name, scheme: as MerkleTree() has them.";
    state.merkle_stream = add_type(
        module, {"hashlane.MerkleStream", doc, sizeof(stream_object), dealloc, methods, attributes, create, repr});
    return state.merkle_stream != nullptr;
}

}  // namespace hashlane_python
