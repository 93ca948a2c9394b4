// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "hash.hpp"

#include <algorithm>

#include "copying.hpp"
#include "functions.hpp"

namespace hashlane_python {

namespace {

hash_object& self_of(PyObject* self) { return *reinterpret_cast<hash_object*>(self); }

PyTypeObject* type_of(const module_state& state, const hl::algorithm& info) {
    if (info.kind == hl::kind::mac) return state.mac;
    if (info.kind == hl::kind::xof) return state.xof;
    return info.any_length ? state.sized_hash : state.hash;
}

hash_object* allocate(PyTypeObject* type, const entry& what) {
    auto* self = PyObject_NewVar(hash_object, type, static_cast<Py_ssize_t>(what.state_size));
    if (self == nullptr) return nullptr;
    self->what = &what;
    ::new (&self->lock) state_lock;
    self->last = {};
    return self;
}

void read_digest(hash_object& self, output out) {
    const hl::any_operations& any = *self.what->any;
    self.lock.with(out.size() > brief, [&] {
        if (self.last.bits == 0)
            any.digest(self.state(), out.data(), out.size());
        else
            any.digest_bits(self.state(), out.data(), out.size(), self.last);
    });
}

PyObject* digest_of(hash_object& self, std::size_t n) {
    fresh_bytes out(n);
    if (!out) return nullptr;
    read_digest(self, out.room);
    return out.object.release();
}

PyObject* hexdigest_of(hash_object& self, std::size_t n) {
    std::array<std::uint8_t, 64> digest;
    if (n > digest.size()) {
        const owned long_one(digest_of(self, n));
        return long_one ? PyObject_CallMethod(long_one.get(), "hex", nullptr) : nullptr;
    }
    std::array<char, 2 * digest.size()> digits;
    read_digest(self, output(digest).first(n));
    for (std::size_t i = 0; i < 2 * n; ++i) digits[i] = "0123456789abcdef"[digest[i / 2] >> (i % 2 == 0 ? 4 : 0) & 15];
    return text({digits.data(), 2 * n});
}

PyObject* digest(PyObject* self, PyObject*) { return digest_of(self_of(self), self_of(self).what->info.digest_size); }
PyObject* hexdigest(PyObject* self, PyObject*) {
    return hexdigest_of(self_of(self), self_of(self).what->info.digest_size);
}

// digest(length=None) of whatever gives any length, or knows only one.
bool parse_length(PyObject* self, const char* function, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames,
                  std::size_t& n) {
    static constexpr const char* names[] = {"length"};
    PyObject* given[1];
    return parse({function, names, 1, 0}, args, nargs, kwnames, given) && get_length(*self_of(self).what, given[0], n);
}

PyObject* digest_any(PyObject* self, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    std::size_t n = 0;
    return parse_length(self, "digest", args, nargs, kwnames, n) ? digest_of(self_of(self), n) : nullptr;
}
PyObject* hexdigest_any(PyObject* self, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    std::size_t n = 0;
    return parse_length(self, "hexdigest", args, nargs, kwnames, n) ? hexdigest_of(self_of(self), n) : nullptr;
}

// SP 800-185 s.8.4.2: at least 32 bits. RFC 2104 s.5: of an HMAC at least half, and 80 bits.
std::size_t shortest_tag(const hl::algorithm& info) {
    return info.any_length ? 4 : std::max<std::size_t>(info.digest_size / 2, 10);
}

// The sizes of tags: those of digest_size and more, or the one that the caller names. A sender who may choose a short
// one would have to guess only so few bytes.
bool is_tag_size(const hl::algorithm& info, PyObject* length, std::size_t given) {
    constexpr std::size_t longest = 1024;
    const std::size_t whole = info.digest_size, most = info.any_length ? longest : whole;
    if (length == nullptr || length == Py_None) {
        if (given >= whole && given <= most) return true;
        return failed(PyExc_ValueError,
                      "the tag has %zu bytes; %.40s gives %zu%s, and a shorter one needs length=", given,
                      info.name.data(), whole, info.any_length ? " or more" : "");
    }
    std::size_t wanted = 0;
    if (!get_size(length, "length", wanted, {shortest_tag(info), most})) return false;
    return given == wanted || failed(PyExc_ValueError, "the tag has %zu bytes; length is %zu", given, wanted);
}

PyObject* verify(PyObject* object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"", "length"};
    PyObject* given[std::size(names)];
    hash_object& self = self_of(object);
    const hl::algorithm& info = self.what->info;
    held_bytes held;
    if (!parse({"verify", names, 2, 1}, args, nargs, kwnames, given) || !held.hold(given[0], "tag")) return nullptr;
    const std::size_t n = held.get().size();
    if (!is_tag_size(info, given[1], n)) return nullptr;
    const owned right(digest_of(self, info.any_length ? n : info.digest_size));
    if (!right) return nullptr;
    const auto* p = reinterpret_cast<const std::uint8_t*>(PyBytes_AsString(right.get()));
    if (!hl::equal_in_constant_time(p, held.get().data(), n))
        return fail(state_of_type(Py_TYPE(object)).invalid_tag, "the tag is not that of this message");
    return Py_NewRef(Py_None);
}

PyObject* copy(PyObject* object, PyObject*) {
    hash_object& self = self_of(object);
    hash_object* const twin = allocate(Py_TYPE(object), *self.what);
    if (twin == nullptr) return nullptr;
    self.lock.with(false, [&] {
        self.what->any->copy(twin->state(), self.state());
        twin->last = self.last;
    });
    return reinterpret_cast<PyObject*>(twin);
}

PyObject* reader(PyObject* object, PyObject*) {
    hash_object& self = self_of(object);
    if (!self.what->readable) {
        return fail(PyExc_TypeError, "%.40s: the length is part of its input: no reader", self.what->info.name.data());
    }
    std::optional<hl::any_reader> made;
    const hl::any_operations& any = *self.what->any;
    self.lock.with(false, [&] {
        made = self.last.bits == 0 ? any.reader(self.state()) : any.reader_bits(self.state(), self.last);
    });
    return make_reader(state_of_type(Py_TYPE(object)), *self.what, *made);
}

void dealloc(PyObject* object) {
    hash_object& self = self_of(object);
    self.what->any->destroy(self.state());
    self.lock.~state_lock();
    free_object(object);
}

PyObject* repr(PyObject* self) {
    return PyUnicode_FromFormat("<hashlane %s object at %p>", self_of(self).what->info.name.data(), self);
}

PyObject* get_name(PyObject* self, void*) { return text(self_of(self).what->info.name); }
PyObject* get_digest_size(PyObject* self, void*) { return PyLong_FromSize_t(self_of(self).what->info.digest_size); }
PyObject* get_block_size(PyObject* self, void*) { return PyLong_FromSize_t(self_of(self).what->info.block_size); }

PyGetSetDef attributes[] = {
    {"name", get_name, nullptr, "The algorithm's name, as in hashlane.algorithms.", nullptr},
    {"digest_size", get_digest_size, nullptr,
     "The size of a digest in bytes; where any length can be had, the default.", nullptr},
    {"block_size", get_block_size, nullptr, "The size of a block, or of the rate of a sponge, in bytes.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

const PyMethodDef update_method =
    method("update", update_hash,
           "update($self, data, /, *, threads=1)\n--\n\n"
           "Absorbs more of the message, any contiguous buffer. A tuple hash takes one element, or a list of them.\n"
           "`threads` of them hash the leaves of KangarooTwelve and ParallelHash; 0 means one for each core.");
const PyMethodDef update_bits_method = method(
    "update_bits", update_hash_bits,
    "update_bits($self, data, /, bits)\n--\n\n"
    "Absorbs the first `bits` bits of `data`, which must have as many bytes as they need. If they end within a "
    "byte, the message\nends there: another update() raises ValueError, and digest(), hexdigest(), reader(), "
    "verify() and copy() are of that message.\nThe bits of the last byte are its high ones in SHA-2 (FIPS 180-4 "
    "s.3.1) and Ascon v1.2, and its low ones in all others\n(FIPS 202 s.B.1); its other bits are ignored. Raises "
    "TypeError for algorithms that take whole bytes only:\nKangarooTwelve, HopMAC, tuple hashes, HMAC.");
const PyMethodDef copy_method = {"copy", copy, METH_NOARGS,
                                 "copy($self, /)\n--\n\nReturns a second object that has absorbed the same."};
const PyMethodDef sized_digest_method = method(
    "digest", digest_any,
    "digest($self, length=None)\n--\n\n"
    "Returns the digest of what was absorbed so far: `length` bytes, digest_size if it is None. More may follow.");
const PyMethodDef sized_hexdigest_method =
    method("hexdigest", hexdigest_any, "hexdigest($self, length=None)\n--\n\nReturns digest(length) in hexadecimal.");
const PyMethodDef reader_method = {"reader", reader, METH_NOARGS,
                                   "reader($self, /)\n--\n\n"
                                   "Returns a Reader, which gives the output for what was absorbed so far: read(n) "
                                   "returns the next n bytes.\nRaises TypeError where the length is part of the input "
                                   "(kmac128)."};
const PyMethodDef export_method = {
    "export_state", export_hash, METH_NOARGS,
    "export_state($self, /)\n--\n\n"
    "Returns the state as bytes, from which import_state() makes an object that goes on, "
    "on any machine.\nThey are not encrypted and show the end of the message. "
    "Raises ValueError after a message that has ended within a byte."};
const PyMethodDef reduce_method = {"__reduce__", reduce_hash, METH_NOARGS,
                                   "__reduce__($self, /)\n--\n\nFor pickle: the exported state."};
constexpr char keyed[] = "a Mac holds its key: it is neither pickled nor copied unasked; its copy() makes a second one";
const PyMethodDef none = {nullptr, nullptr, 0, nullptr};

PyMethodDef of_hash[] = {
    update_method,
    update_bits_method,
    {"digest", digest, METH_NOARGS,
     "digest($self, /)\n--\n\nReturns the digest of what was absorbed so far. More may follow."},
    {"hexdigest", hexdigest, METH_NOARGS, "hexdigest($self, /)\n--\n\nReturns digest() in hexadecimal."},
    copy_method,
    copying::by_method<copy>[0],
    copying::by_method<copy>[1],
    export_method,
    reduce_method,
    none};
PyMethodDef of_sized_hash[] = {update_method,
                               update_bits_method,
                               sized_digest_method,
                               sized_hexdigest_method,
                               copy_method,
                               copying::by_method<copy>[0],
                               copying::by_method<copy>[1],
                               export_method,
                               reduce_method,
                               none};
PyMethodDef of_xof[] = {
    update_method, update_bits_method,          sized_digest_method,         sized_hexdigest_method, reader_method,
    copy_method,   copying::by_method<copy>[0], copying::by_method<copy>[1], export_method,          reduce_method,
    none};
PyMethodDef of_mac[] = {update_method,
                        update_bits_method,
                        sized_digest_method,
                        sized_hexdigest_method,
                        reader_method,
                        method("verify", verify,
                               "verify($self, tag, /, length=None)\n--\n\n"
                               "Returns if `tag` is that of everything so far, compared in constant time; raises "
                               "InvalidTag if not.\n\n"
                               "length: the bytes of a tag, from 4 on (SP 800-185 s.8.4.2); of an HMAC its leftmost "
                               "bytes, at least half\n"
                               "of them and 10 (RFC 2104 s.5). If it is None, tags have digest_size bytes or more, "
                               "up to 1024.\n"
                               "ValueError for a tag of another size: a short one is easier to guess, so the sender of "
                               "a tag must not choose its size."),
                        copy_method,
                        copying::no_copy<keyed>[0],
                        copying::no_copy<keyed>[1],
                        copying::no_pickle<keyed>,
                        none};

PyTypeObject* add(PyObject* module, const char* name, const char* doc, PyMethodDef* methods) {
    type_parts parts{name, doc, state_offset, dealloc, methods, attributes, nullptr, repr};
    parts.item_size = 1;
    return add_type(module, parts);
}

}  // namespace

hash_object* make_hash(const module_state& state, const entry& what, const hl::any_options& options) {
    hash_object* const self = allocate(type_of(state, what.info), what);
    if (self != nullptr) what.any->create(self->state(), options);
    return self;
}

hash_object* copy_hash(const module_state& state, const entry& what, const hl::any_hash& from) {
    hash_object* const self = allocate(type_of(state, what.info), what);
    if (self != nullptr) what.any->copy(self->state(), from.object());
    return self;
}

bool add_hashes(PyObject* module, module_state& state) {
    state.hash =
        add(module, "hashlane.Hash", "A hash with a digest of one size, in the way of hashlib (PEP 452).", of_hash);
    state.sized_hash =
        add(module, "hashlane.SizedHash",
            "A hash with a digest of any length, which is part of its input (SP 800-185).", of_sized_hash);
    state.xof = add(module, "hashlane.Xof", "An extendable-output function: as many bytes as are asked for.", of_xof);
    state.mac = add(module, "hashlane.Mac", "A message authentication code: a keyed hash, with verify(tag).", of_mac);
    return state.hash != nullptr && state.sized_hash != nullptr && state.xof != nullptr && state.mac != nullptr;
}

}  // namespace hashlane_python
