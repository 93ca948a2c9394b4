// SPDX-License-Identifier: Apache-2.0 OR MIT
// The type Digests: an immutable sequence over memory that its slices, NumPy and Arrow share.

#include "digests.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "arguments.hpp"
#include "arrow_export.hpp"
#include "copying.hpp"
#include "functions.hpp"

namespace hashlane_python {

namespace {

struct digests_object {
    PyObject ob_base;
    digest_view view;
    Py_ssize_t shape[2], strides[2];  // of the buffer
};

const digest_view& view_of(PyObject* self) { return reinterpret_cast<digests_object*>(self)->view; }

PyObject* make(PyTypeObject* type, digest_view&& view) {
    auto* const self = PyObject_New(digests_object, type);
    if (self == nullptr) return nullptr;
    const auto width = static_cast<Py_ssize_t>(view.table.width);
    self->shape[0] = static_cast<Py_ssize_t>(view.count);
    self->shape[1] = width;
    self->strides[0] = view.is_contiguous() ? width : view.step * width;
    self->strides[1] = 1;
    ::new (&self->view) digest_view(std::move(view));
    return reinterpret_cast<PyObject*>(self);
}

std::size_t count_missing(const digest_view& view) {
    std::size_t missing = 0;
    for (std::size_t i = 0; view.table.present && i < view.count; ++i) missing += view.has(i) ? 0 : 1;
    return missing;
}

Py_ssize_t length(PyObject* self) { return static_cast<Py_ssize_t>(view_of(self).count); }

// None for a null.
PyObject* object_of(const digest_view& view, std::size_t i) {
    if (!view.has(i)) return Py_NewRef(Py_None);
    return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(view[i].data()),
                                     static_cast<Py_ssize_t>(view.table.width));
}

// i: not negative, as sequences are asked when one iterates over them.
PyObject* item(PyObject* self, Py_ssize_t i) {
    if (i >= 0 && i < length(self)) return object_of(view_of(self), static_cast<std::size_t>(i));
    return fail(PyExc_IndexError, "index %zd is past the end of %zd digests", i, length(self));
}

PyObject* slice(PyObject* self, PyObject* wanted) {
    const digest_view& all = view_of(self);
    Py_ssize_t start = 0, stop = 0, step = 0;
    if (PySlice_Unpack(wanted, &start, &stop, &step) != 0) return nullptr;
    digest_view some = all;
    some.count = static_cast<std::size_t>(PySlice_AdjustIndices(length(self), &start, &stop, step));
    some.first = some.count == 0 ? all.first : all.row(static_cast<std::size_t>(start));
    some.step = some.count < 2 ? 1 : all.step * step;
    some.missing = count_missing(some);
    return make(Py_TYPE(self), std::move(some));
}

PyObject* subscript(PyObject* self, PyObject* key) {
    if (PySlice_Check(key)) return slice(self, key);
    if (PyIndex_Check(key) == 0) {
        wrong_type("index", "an integer or a slice", key);
        return nullptr;
    }
    const Py_ssize_t i = PyNumber_AsSsize_t(key, PyExc_IndexError);
    if (i == -1 && PyErr_Occurred() != nullptr) return nullptr;
    if (i < -length(self)) {
        return fail(PyExc_IndexError, "index %zd is before the first of %zd digests", i, length(self));
    }
    return item(self, i < 0 ? i + length(self) : i);
}

int no_buffer(const char* why) {
    PyErr_SetString(PyExc_BufferError, why);
    return -1;
}

// As memoryview does it: a consumer that asks for no strides gets memory without gaps or BufferError, and one that asks
// for no shape gets one dimension.
int give_buffer(PyObject* object, Py_buffer* out, int flags) {
    static char format[] = "B";
    auto& self = *reinterpret_cast<digests_object*>(object);
    const bool shaped = (flags & PyBUF_ND) == PyBUF_ND, strided = (flags & PyBUF_STRIDES) == PyBUF_STRIDES;
    const bool rows = (flags & PyBUF_C_CONTIGUOUS) == PyBUF_C_CONTIGUOUS ||
                      (flags & PyBUF_ANY_CONTIGUOUS) == PyBUF_ANY_CONTIGUOUS || !strided;
    const bool columns = (flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS;
    const bool thin = self.view.count < 2 || self.view.table.width < 2;  // in both orders
    out->obj = nullptr;
    if ((flags & PyBUF_WRITABLE) == PyBUF_WRITABLE) return no_buffer("digests are read-only");
    if ((rows || columns) && !self.view.is_contiguous())
        return no_buffer("a slice of digests with a step is not contiguous");
    if (columns && !thin) return no_buffer("digests are not Fortran contiguous");
    out->buf = self.view.count == 0 ? self.view.table.digests.data() : const_cast<std::uint8_t*>(self.view[0].data());
    out->obj = Py_NewRef(object);
    out->len = self.shape[0] * self.shape[1];
    out->itemsize = 1;
    out->readonly = 1;
    out->ndim = shaped ? 2 : 1;
    out->format = (flags & PyBUF_FORMAT) == PyBUF_FORMAT ? format : nullptr;
    out->shape = shaped ? self.shape : nullptr;
    out->strides = strided ? self.strides : nullptr;
    out->suboffsets = nullptr;
    out->internal = nullptr;
    return 0;
}

// In a time that does not depend on the digests, which may be tags.
bool equal(const digest_view& a, const digest_view& b) {
    if (a.count != b.count || a.table.width != b.table.width || a.missing != b.missing) return false;
    bool same = true;
    for (std::size_t i = 0; i < a.count; ++i) {
        same &= a.has(i) == b.has(i);
        same &= hl::equal_in_constant_time(a[i].data(), b[i].data(), a.table.width);
    }
    return same;
}

PyObject* compare(PyObject* a, PyObject* b, int operation) {
    if ((operation != Py_EQ && operation != Py_NE) || Py_TYPE(a) != Py_TYPE(b)) return Py_NewRef(Py_NotImplemented);
    return PyBool_FromLong(equal(view_of(a), view_of(b)) == (operation == Py_EQ));
}

// Equal ones have equal bytes, since a null is all zero.
Py_hash_t hash(PyObject* self) {
    const owned<> bytes(PyBytes_FromObject(self));
    return bytes ? PyObject_Hash(bytes.get()) : -1;
}

PyObject* repr(PyObject* self) {
    const digest_view& view = view_of(self);
    return PyUnicode_FromFormat("<hashlane.Digests: %zu of %zu bytes, %zu missing>", view.count, view.table.width,
                                view.missing);
}

PyObject* hex(PyObject* self, PyObject*) {
    const digest_view& view = view_of(self);
    owned<> out(PyList_New(0));
    for (std::size_t i = 0; out && i < view.count; ++i) {
        const owned<> digest(object_of(view, i));
        if (!digest) return nullptr;
        const owned<> digits(view.has(i) ? PyObject_CallMethod(digest.get(), "hex", nullptr) : Py_NewRef(Py_None));
        if (!digits || PyList_Append(out.get(), digits.get()) != 0) return nullptr;
    }
    return out.release();
}

// The bits of the digests of a view that are present.
bool copy_bits(const digest_view& view, digest_table& out) {
    if (!out.present.reserve(view.count / 8 + 1)) return false;
    std::memset(out.present.data(), 0, view.count / 8 + 1);
    for (std::size_t i = 0; i < view.count; ++i)
        if (view.has(i)) out.present.data()[i / 8] |= static_cast<std::uint8_t>(1u << i % 8);
    return true;
}

// The same, where any is missing.
bool copy_present(const digest_view& view, digest_table& out) { return view.missing == 0 || copy_bits(view, out); }

// A table of its own with the digests of a view.
bool copy_of(const digest_view& view, digest_table& out) {
    out.count = view.count;
    out.width = view.table.width;
    out.missing = view.missing;
    if (!out.digests.reserve(view.count * view.table.width)) return false;
    for (std::size_t i = 0; i < view.count; ++i) std::ranges::copy(view[i], out.digests.data() + i * out.width);
    return copy_present(view, out);
}

// Writes the eight hexadecimal digits of four bytes. No address and no branch depends on the bytes, which may be those of
// tags.
void write_eight_digits(const std::uint8_t* bytes, std::uint8_t* to) {
    constexpr std::uint64_t each = 0x0101010101010101;
    constexpr bool swapped = std::endian::native == std::endian::big;
    std::uint32_t four = 0;
    std::memcpy(&four, bytes, sizeof four);
    std::uint64_t spread = swapped ? __builtin_bswap32(four) : four;  // the first byte is the lowest one
    spread = (spread | spread << 16) & 0x0000ffff0000ffff;
    spread = (spread | spread << 8) & 0x00ff00ff00ff00ff;
    const std::uint64_t nibbles = (spread >> 4 & 0x000f000f000f000f) | (spread & 0x000f000f000f000f) << 8;
    const std::uint64_t letters = (nibbles + 6 * each) >> 4 & each;  // 1 for each nibble above 9
    std::uint64_t digits = nibbles + '0' * each + ('a' - '9' - 1) * letters;
    if (swapped) digits = __builtin_bswap64(digits);
    std::memcpy(to, &digits, sizeof digits);
}

void write_digits(octets digest, std::uint8_t* to) {
    std::size_t done = 0;
    for (; digest.size() - done >= 4; done += 4) write_eight_digits(digest.data() + done, to + 2 * done);
    const std::size_t rest = digest.size() - done;
    std::uint8_t last[4] = {};
    std::uint8_t digits[8];
    std::memcpy(last, digest.data() + done, rest);
    write_eight_digits(last, digits);
    std::memcpy(to + 2 * done, digits, 2 * rest);
}

PyObject* hex_rows(PyObject* self, PyObject*) {
    const digest_view& view = view_of(self);
    digest_table out;
    out.count = view.count;
    out.width = 2 * view.table.width;
    out.missing = view.missing;
    std::size_t bytes = 0;
    if (__builtin_mul_overflow(out.count, out.width, &bytes)) return PyErr_NoMemory();
    if (!out.digests.reserve(bytes) || !copy_present(view, out)) return nullptr;
    without_gil([&] {
        for (std::size_t i = 0; i < view.count; ++i) {
            std::uint8_t* const to = out.digests.data() + i * out.width;
            if (view.has(i))
                write_digits(view[i], to);
            else
                std::memset(to, 0, out.width);
        }
    });
    return make_digests(state_of_type(Py_TYPE(self)), std::move(out));
}

// What the method of that name of a tuple of the digests gives: index(value, start, stop), count(value).
PyObject* as_of_tuple(PyObject* self, const char* name, PyObject* args) {
    const owned<> all(PySequence_Tuple(self));
    const owned<> bound(all ? PyObject_GetAttrString(all.get(), name) : nullptr);
    return bound ? PyObject_CallObject(bound.get(), args) : nullptr;
}
PyObject* index(PyObject* self, PyObject* args) { return as_of_tuple(self, "index", args); }
PyObject* count(PyObject* self, PyObject* args) { return as_of_tuple(self, "count", args); }

PyObject* arrow_schema(PyObject* self, PyObject*) { return export_schema(view_of(self)); }

PyObject* arrow_array(PyObject* self, PyObject* const*, Py_ssize_t nargs, PyObject* kwnames) {
    const Py_ssize_t given = nargs + (kwnames == nullptr ? 0 : PyTuple_Size(kwnames));
    if (given > 1) return fail(PyExc_TypeError, "__arrow_c_array__() takes a requested schema and nothing else");
    const owned<> schema(export_schema(view_of(self)));
    const owned<> array(schema ? export_array(view_of(self)) : nullptr);
    return array ? PyTuple_Pack(2, schema.get(), array.get()) : nullptr;
}

// (_restore_digests, (count, digest_size, bytes, bits of those that are present or None)). There are bits where a digest
// is missing, and where the digests have no bytes: a pickle is as long as its count is large.
PyObject* reduce(PyObject* self, PyObject*) {
    const digest_view& view = view_of(self);
    digest_table table;
    if (!copy_of(view, table)) return nullptr;
    if (!table.present && table.width == 0 && !copy_bits(view, table)) return nullptr;
    const owned<> restore(copying::function_of(Py_TYPE(self), "_restore_digests"));
    const auto* const digests = reinterpret_cast<const char*>(table.digests.data());
    const owned<> bytes(PyBytes_FromStringAndSize(digests, static_cast<Py_ssize_t>(table.count * table.width)));
    const auto* const bits = reinterpret_cast<const char*>(table.present.data());
    const owned<> present(table.present ? PyBytes_FromStringAndSize(bits, static_cast<Py_ssize_t>(table.count / 8 + 1))
                                        : Py_NewRef(Py_None));
    if (!restore || !bytes || !present) return nullptr;
    return Py_BuildValue("O(nnOO)", restore.get(), static_cast<Py_ssize_t>(table.count),
                         static_cast<Py_ssize_t>(table.width), bytes.get(), present.get());
}

// Do so many bytes, and so many bytes of bits where there are any, hold this count of digests? They bound the count.
bool sizes_fit(const digest_table& table, std::size_t bytes, const std::size_t* bits) {
    std::size_t size = 0;
    if (__builtin_mul_overflow(table.count, table.width, &size) || size != bytes) return false;
    return bits != nullptr ? *bits == table.count / 8 + 1 : table.width != 0 || table.count == 0;
}

// Takes the bits over. The digests that are missing become zero, whatever the pickle had in their place.
bool restore_present(octets bits, digest_table& table) {
    if (!table.present.reserve(bits.size())) return false;
    std::ranges::copy(bits, table.present.data());
    digest_view all;
    all.table = table;
    all.count = table.count;
    table.missing = count_missing(all);
    for (std::size_t i = 0; i < all.count; ++i)
        if (!all.has(i)) std::memset(table.digests.data() + i * table.width, 0, table.width);
    return true;
}

// What reduce() gave. ValueError for sizes that do not fit together: a pickle may come from anywhere.
PyObject* restore_digests(PyObject* module, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"", "", "", ""};
    PyObject* given[std::size(names)];
    digest_table table;
    held_bytes bytes, present;
    if (!parse({"_restore_digests", names, 4, 4}, args, nargs, kwnames, given) ||
        !get_size(given[0], "count", table.count) || !get_size(given[1], "digest_size", table.width) ||
        !bytes.hold(given[2], "digests") || (given[3] != Py_None && !present.hold(given[3], "present")))
        return nullptr;
    const bool has_bits = given[3] != Py_None;
    const std::size_t bits = present.get().size();
    if (!sizes_fit(table, bytes.get().size(), has_bits ? &bits : nullptr))
        return fail(PyExc_ValueError, "digests: their sizes do not fit together");
    if (!table.digests.reserve(bytes.get().size())) return nullptr;
    std::ranges::copy(bytes.get(), table.digests.data());
    if (has_bits && !restore_present(present.get(), table)) return nullptr;
    return make_digests(state_of(module), std::move(table));
}

PyObject* get_digest_size(PyObject* self, void*) { return PyLong_FromSize_t(view_of(self).table.width); }
PyObject* get_null_count(PyObject* self, void*) { return PyLong_FromSize_t(view_of(self).missing); }

void dealloc(PyObject* self) {
    reinterpret_cast<digests_object*>(self)->view.~digest_view();
    free_object(self);
}

PyMethodDef methods[] = {
    {"hex", hex, METH_NOARGS, "hex($self, /)\n--\n\nReturns the digests in hexadecimal as a list, None for a null."},
    {"hex_rows", hex_rows, METH_NOARGS,
     "hex_rows($self, /)\n--\n\nReturns Digests of twice the size, which hold the hexadecimal digits as ASCII."},
    {"index", index, METH_VARARGS,
     "index($self, value, start=0, stop=9223372036854775807, /)\n--\n\nReturns the index of the first such "
     "digest; raises ValueError if there is none."},
    {"count", count, METH_VARARGS, "count($self, value, /)\n--\n\nReturns how many such digests there are."},
    {"__arrow_c_schema__", arrow_schema, METH_NOARGS, "fixed_size_binary(digest_size) as a capsule of Arrow."},
    method("__arrow_c_array__", arrow_array,
           "__arrow_c_array__($self, requested_schema=None)\n--\n\n"
           "The digests as a fixed_size_binary array of Arrow, always of that type, without a copy unless they are a\n"
           "slice with a step."),
    copying::itself[0],
    copying::itself[1],
    {"__reduce__", reduce, METH_NOARGS, "__reduce__($self, /)\n--\n\nFor pickle."},
    {nullptr, nullptr, 0, nullptr}};

PyGetSetDef attributes[] = {
    {"digest_size", get_digest_size, nullptr, "Bytes of each.", nullptr},
    {"null_count", get_null_count, nullptr, "How many are missing, since their message was null.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

template <class F>
PyType_Slot slot(int number, F* function) {
    return {number, reinterpret_cast<void*>(function)};
}

}  // namespace

bool contiguous(const digest_view& view, digest_view& out) {
    if (view.is_contiguous()) {
        out = view;
        return true;
    }
    if (!copy_of(view, out.table)) return false;
    out.first = 0;
    out.count = view.count;
    out.missing = view.missing;
    return true;
}

PyObject* make_digests(const module_state& state, digest_table&& table) {
    if (!table.digests && !table.digests.reserve(0)) return nullptr;
    digest_view all;
    all.count = table.count;
    all.missing = table.missing;
    all.table = std::move(table);
    return make(state.digests, std::move(all));
}

const PyMethodDef restore_digests_method =
    method("_restore_digests", restore_digests,
           "_restore_digests(count, digest_size, digests, present, /)\n--\n\nWhat a pickle of Digests calls.");

bool add_digests(PyObject* module, module_state& state) {
    constexpr const char* doc =
        "The digests of a table or column, in one piece of memory that nothing changes.\n\n"
        "A sequence of bytes objects, None for a null, whose slices share its memory; equal to Digests of the same\n"
        "bytes and nulls. hex() gives a list of strings.\n\n"
        "A read-only buffer of two dimensions, count and digest_size, that NumPy takes without a copy (nulls are zero\n"
        "there); a fixed_size_binary array for Arrow, without a copy unless it is a slice with a step.";
    const PyType_Slot more[] = {slot(Py_sq_length, length),
                                slot(Py_sq_item, item),
                                slot(Py_mp_length, length),
                                slot(Py_mp_subscript, subscript),
                                slot(Py_bf_getbuffer, give_buffer),
                                slot(Py_tp_richcompare, compare),
                                slot(Py_tp_hash, hash)};
    state.digests = add_type(
        module, {"hashlane.Digests", doc, sizeof(digests_object), dealloc, methods, attributes, nullptr, repr, more});
    return state.digests != nullptr;
}

}  // namespace hashlane_python
