// SPDX-License-Identifier: Apache-2.0 OR MIT
// Ranges: one message of a tree, in ranges that workers digest.

#include <hashlane/ranges.hpp>

#include "copying.hpp"
#include "functions.hpp"
#include "hash.hpp"

namespace hashlane_python {

namespace {

using tree_ranges = hl::tree_ranges<hl::any_hash>;

struct ranges_object {
    PyObject ob_base;
    const entry* what;
    state_lock lock;
    alignas(tree_ranges) std::uint8_t room[sizeof(tree_ranges)];

    tree_ranges& ranges() { return *std::launder(reinterpret_cast<tree_ranges*>(room)); }

    // A copy, with which a thread works for long while others use the object.
    tree_ranges copied() {
        std::optional<tree_ranges> copy;
        lock.with(false, [&] { copy.emplace(ranges()); });
        return *copy;
    }
};

static_assert(alignof(ranges_object) <= alignof(std::max_align_t));

ranges_object& self_of(PyObject* self) { return *reinterpret_cast<ranges_object*>(self); }

PyObject* make(PyTypeObject* type, const entry& what, const tree_ranges& from) {
    auto* const self = PyObject_New(ranges_object, type);
    if (self == nullptr) return nullptr;
    self->what = &what;
    ::new (&self->lock) state_lock;
    ::new (static_cast<void*>(self->room)) tree_ranges(from);
    return reinterpret_cast<PyObject*>(self);
}

PyObject* create(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    static char algorithm[] = "algorithm", size[] = "message_size", customization[] = "customization";
    static char parallel_block[] = "parallel_block";
    static char* names[] = {algorithm, size, customization, parallel_block, nullptr};
    PyObject *name = nullptr, *message_size = nullptr;
    PyObject* options[option_count] = {};  // key, customization, function_name, domain, parallel_block
    if (PyArg_ParseTupleAndKeywords(args, kwargs, "OO|$OO", names, &name, &message_size, options + 1, options + 4) == 0)
        return nullptr;
    constexpr range allowed{0, INT64_MAX};
    std::uint64_t n = 0;
    held_options held;
    const entry* const what = find_digesting(state_of_type(type), name);
    if (what == nullptr || !get_integer(message_size, size, allowed, n) || !held.take(*what, options)) return nullptr;
    const tree_ranges made(*hl::any_hash::create(*what->any, held.get()), n);
    if (made.state() == hl::range_result::incomplete) return make(type, *what, made);
    return fail(PyExc_ValueError, "%.40s: %s", what->info.name.data(), hl::range_reason(made.state()).data());
}

void dealloc(PyObject* object) {
    self_of(object).ranges().~tree_ranges();
    self_of(object).lock.~state_lock();
    free_object(object);
}

// InvalidRange with the reason, unless the range was accepted.
bool check(PyObject* object, hl::range_result r) {
    if (r == hl::range_result::accepted) return true;
    return failed(state_of_type(Py_TYPE(object)).invalid_range, "%s", hl::range_reason(r).data());
}

PyObject* leaves(PyObject* object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"place", "data", "threads"};
    PyObject* given[std::size(names)];
    std::uint64_t place = 0;
    hl::threads wanted;
    held_bytes data;
    if (!parse({"leaves", names, 2, 2}, args, nargs, kwnames, given) ||
        !get_integer(given[0], "place", any_count, place) || !data.hold(given[1]) ||
        !get_threads(given[2], wanted.count))
        return nullptr;
    const tree_ranges ranges = self_of(object).copied();
    fresh_bytes out(ranges.range_size(place, data.get().size()));
    if (!out) return nullptr;
    auto result = hl::range_result::accepted;
    without_gil_if(data.get().size() > brief, [&] { result = ranges.leaves(place, data.get(), out.room, wanted); });
    return check(object, result) ? out.object.release() : nullptr;
}

PyObject* add(PyObject* object, PyObject* range) {
    ranges_object& self = self_of(object);
    held_bytes bytes;
    if (!bytes.hold(range, "range")) return nullptr;
    auto result = hl::range_result::accepted;
    self.lock.with(bytes.get().size() > brief, [&] { result = self.ranges().add(bytes.get()); });
    return check(object, result) ? Py_NewRef(Py_None) : nullptr;
}

PyObject* place_of(PyObject* object, PyObject* range) {
    held_bytes bytes;
    if (!bytes.hold(range, "range")) return nullptr;
    const tree_ranges ranges = self_of(object).copied();
    std::uint64_t place = 0;
    auto result = hl::range_result::accepted;
    without_gil_if(bytes.get().size() > brief, [&] { result = ranges.read_place(bytes.get(), place); });
    return check(object, result) ? PyLong_FromUnsignedLongLong(place) : nullptr;
}

PyObject* whole(PyObject* object, PyObject*) {
    const tree_ranges ranges = self_of(object).copied();
    if (!check(object, ranges.state())) return nullptr;
    const hl::any_hash& tree = *ranges.whole();
    return reinterpret_cast<PyObject*>(copy_hash(state_of_type(Py_TYPE(object)), *self_of(object).what, tree));
}

PyObject* copy(PyObject* object, PyObject*) {
    return make(Py_TYPE(object), *self_of(object).what, self_of(object).copied());
}

PyObject* get_next(PyObject* object, void*) { return PyLong_FromUnsignedLongLong(self_of(object).copied().next()); }
PyObject* get_complete(PyObject* object, void*) { return PyBool_FromLong(self_of(object).copied().whole() != nullptr); }
PyObject* get_message_size(PyObject* object, void*) {
    return PyLong_FromUnsignedLongLong(self_of(object).copied().message_size());
}
PyObject* get_chunk_size(PyObject* object, void*) {
    return PyLong_FromUnsignedLongLong(self_of(object).copied().chunk_size());
}
PyObject* get_name(PyObject* object, void*) { return text(self_of(object).what->info.name); }

PyObject* repr(PyObject* object) {
    const tree_ranges ranges = self_of(object).copied();
    return PyUnicode_FromFormat("<hashlane.Ranges: %s, %llu of %llu bytes>", self_of(object).what->info.name.data(),
                                static_cast<unsigned long long>(ranges.next()),
                                static_cast<unsigned long long>(ranges.message_size()));
}

constexpr char no_pickle[] = "the state of Ranges is not exported: it is not pickled; its copy() makes a second one";

PyGetSetDef attributes[] = {
    {"next", get_next, nullptr, "The place of the range that add() wants next: how many bytes were added.", nullptr},
    {"complete", get_complete, nullptr, "Whether all of the message was added.", nullptr},
    {"message_size", get_message_size, nullptr, "The length of the message in bytes.", nullptr},
    {"chunk_size", get_chunk_size, nullptr,
     "The size of a chunk in bytes: a range begins at a multiple of it, and ends at one or at the end of the message.",
     nullptr},
    {"name", get_name, nullptr, "The algorithm.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyMethodDef methods[] = {
    method(
        "leaves", leaves,
        "leaves($self, /, place, data, *, threads=1)\n--\n\n"
        "Digests the range of the message that begins at `place`, and returns the bytes that add() takes.\n"
        "They are 104 bytes, a chaining value for each whole chunk (32 bytes of kt128 and parallelhash128, 64 of\n"
        "kt256 and parallelhash256), 208 if the range ends within a chunk, and of KangarooTwelve 208 in the place\n"
        "of the chaining value of the first chunk. Raises InvalidRange if the message has no such range. The object\n"
        "is not changed: any number of threads may call it at the same time."),
    {"add", add, METH_O,
     "add($self, range, /)\n--\n\nAbsorbs the leaves of the range that begins at `next`.\n"
     "Raises InvalidRange, which says why, for a range that is missing before this one, doubled, overlapping,\n"
     "damaged or of something else; nothing is changed then, and another range may follow."},
    {"place", place_of, METH_O,
     "place($self, range, /)\n--\n\nReturns where an exported range begins, so that a driver can keep it until its "
     "turn.\nRaises InvalidRange if add() would refuse the range at any place."},
    {"whole", whole, METH_NOARGS,
     "whole($self, /)\n--\n\nReturns the object that has absorbed the message, as if in one piece. It may absorb "
     "more.\nRaises InvalidRange while ranges are missing."},
    {"copy", copy, METH_NOARGS, "copy($self, /)\n--\n\nReturns a second object with the same ranges."},
    copying::by_method<copy>[0],
    copying::by_method<copy>[1],
    copying::no_pickle<no_pickle>,
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

bool add_ranges(PyObject* module, module_state& state) {
    constexpr const char* doc =
        "Ranges(algorithm, message_size, *, customization=None, parallel_block=None)\n--\n\n"
        "One message of KangarooTwelve or ParallelHash that workers digest in ranges, in any order.\n\n"
        "Workers and a driver each make such an object. A worker calls leaves(). The driver calls add() in the order\n"
        "of the places; the digest is that of the message in one piece.\n\n"
        "algorithm: kt128, kt256, parallelhash128, parallelhash256, parallelhashxof128 or parallelhashxof256.\n"
        "message_size: the length of the whole message in bytes, below 2**63.\n\n"
        "A range may come from outside: add() refuses what does not fit. It is no proof, though: its worker\n"
        "decides which digest results.";
    state.invalid_range = PyErr_NewExceptionWithDoc(
        "hashlane.InvalidRange", "A range of a message is refused; the message says why.", PyExc_ValueError, nullptr);
    if (state.invalid_range == nullptr || PyModule_AddObjectRef(module, "InvalidRange", state.invalid_range) != 0)
        return false;
    state.ranges =
        add_type(module, {"hashlane.Ranges", doc, sizeof(ranges_object), dealloc, methods, attributes, create, repr});
    return state.ranges != nullptr;
}

}  // namespace hashlane_python
