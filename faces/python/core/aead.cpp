// SPDX-License-Identifier: Apache-2.0 OR MIT
// Authenticated encryption, in the shape of pyca/cryptography.

#include "aead.hpp"
#include "arguments.hpp"
#include "copying.hpp"
#include "docs.hpp"
#include "state.hpp"

namespace hashlane_python {

namespace {

const entry* entry_of(PyTypeObject* type) {
    for (const auto& aead : state_of_type(type).aeads)
        if (aead.type == type) return aead.what;
    return nullptr;
}

PyObject* create(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    static char key_name[] = "key", tag_name[] = "tag_length";
    static char* names[] = {key_name, tag_name, nullptr};
    PyObject *given_key = nullptr, *given_tag = nullptr;
    std::size_t tag_size = 16;
    held_bytes key;
    constexpr range tag_sizes{hl::recommended_tag, 16};
    if (PyArg_ParseTupleAndKeywords(args, kwargs, "O|$O", names, &given_key, &given_tag) == 0 ||
        !key.hold(given_key, "key") || !get_optional(given_tag, "tag_length", tag_size, tag_sizes))
        return nullptr;
    const auto aead = hl::any_aead::create(entry_of(type)->info.name, {.key_size = key.get().size()});
    if (!aead) return fail(PyExc_ValueError, "%.160s", aead.error().message().data());
    auto* const self = PyObject_New(aead_object, type);
    if (self == nullptr) return nullptr;
    self->operations = &aead->functions();
    self->name = entry_of(type)->info.name;
    self->tag_size = tag_size;
    self->key = {};
    std::ranges::copy(key.get(), self->key.begin());
    return reinterpret_cast<PyObject*>(self);
}

void dealloc(PyObject* self) {
    hl::wipe(&aead_of(self).key);
    free_object(self);
}

struct message {
    held_bytes nonce, data, header;

    [[nodiscard]] bool take(const char* function, const aead_object& self, PyObject* const* args, Py_ssize_t nargs,
                            PyObject* kwnames) {
        static constexpr const char* names[] = {"nonce", "data", "associated_data"};
        PyObject* given[3];
        if (!parse({function, names, 3, 2}, args, nargs, kwnames, given) || !nonce.hold(given[0], "nonce") ||
            !data.hold(given[1], "data"))
            return false;
        if (given[2] != nullptr && given[2] != Py_None && !header.hold(given[2], "associated_data")) return false;
        if (nonce.get().size() == self.operations->nonce_size) return true;
        PyErr_Format(PyExc_ValueError, "the nonce has %zu bytes; %.40s takes %zu", nonce.get().size(), self.name.data(),
                     self.operations->nonce_size);
        return false;
    }
    bool lengthy() const { return data.get().size() + header.get().size() > brief; }
};

PyObject* encrypt(PyObject* object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    const aead_object& self = aead_of(object);
    message m;
    if (!m.take("encrypt", self, args, nargs, kwnames)) return nullptr;
    const std::size_t n = m.data.get().size();
    fresh_bytes out(n + self.tag_size);
    if (!out) return nullptr;
    without_gil_if(m.lengthy(), [&] {
        self.operations->encrypt(self.key_bytes(), m.nonce.get(), m.header.get(), m.data.get(), out.room.first(n),
                                 out.room.subspan(n));
    });
    return out.object.release();
}

PyObject* decrypt(PyObject* object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    const aead_object& self = aead_of(object);
    PyObject* const invalid_tag = state_of_type(Py_TYPE(object)).invalid_tag;
    message m;
    if (!m.take("decrypt", self, args, nargs, kwnames)) return nullptr;
    if (m.data.get().size() < self.tag_size) return fail(invalid_tag, "the data are shorter than a tag");
    const std::size_t n = m.data.get().size() - self.tag_size;
    fresh_bytes out(n);
    if (!out) return nullptr;
    bool good = false;
    without_gil_if(m.lengthy(), [&] {
        good = self.operations->decrypt(self.key_bytes(), m.nonce.get(), m.header.get(), m.data.get().first(n),
                                        m.data.get().subspan(n), out.room);
    });
    return good ? out.object.release() : fail(invalid_tag, "the tag is not that of these data under this key");
}

PyObject* generate_key(PyObject* type, PyObject*) {
    const owned<> os(PyImport_ImportModule("os")), size(PyObject_GetAttrString(type, "key_size"));
    return os && size ? PyObject_CallMethod(os.get(), "urandom", "O", size.get()) : nullptr;
}

// Neither the key nor anything of it.
PyObject* repr(PyObject* self) {
    return PyUnicode_FromFormat("<hashlane %s object at %p>", aead_of(self).name.data(), self);
}

constexpr char keyed[] = "it holds a key: it is neither pickled nor copied; make another one of the same key";

PyMethodDef methods[] = {
    method("encrypt", encrypt,
           "encrypt($self, nonce, data, associated_data=None)\n--\n\n"
           "The ciphertext and its tag, len(data) + tag_length bytes."),
    method("decrypt", decrypt,
           "decrypt($self, nonce, data, associated_data=None)\n--\n\n"
           "The text of a ciphertext with its tag; InvalidTag if it is forged, and then no byte of text."),
    method("encrypt_many", encrypt_many,
           "encrypt_many($self, nonces, data, associated_data=None, *, threads=1)\n--\n\n"
           "encrypt() of each of a list of texts, side by side: a list of ciphertexts with their tags.\n\n"
           "nonces: a list, or the bytes of all, 16 for each; NO TWO ARE THE SAME.\n"
           "associated_data: a list, or bytes for all. threads: as in digest_many."),
    method("decrypt_many", decrypt_many,
           "decrypt_many($self, nonces, data, associated_data=None, *, threads=1)\n--\n\n"
           "The texts of a list of ciphertexts with their tags, None in the place of each that is forged."),
    {"generate_key", generate_key, METH_NOARGS | METH_CLASS,
     "generate_key($type, /)\n--\n\nkey_size random bytes of os.urandom()."},
    copying::no_copy<keyed>[0],
    copying::no_copy<keyed>[1],
    copying::no_pickle<keyed>,
    {nullptr, nullptr, 0, nullptr}};

bool set_size(PyTypeObject* type, const char* name, std::size_t n) {
    const owned<> size(PyLong_FromSize_t(n));
    return size && PyObject_SetAttrString(reinterpret_cast<PyObject*>(type), name, size.get()) == 0;
}

PyTypeObject* add(PyObject* module, const entry& what) {
    type_parts parts{what.type_name.data(), doc_of(what), sizeof(aead_object), dealloc, methods, nullptr, create, repr};
    parts.constant = false;  // the sizes follow
    PyTypeObject* const type = add_type(module, parts);
    const auto usual = hl::any_aead::create(what.info.name);
    const bool good = type != nullptr && set_size(type, "key_size", usual->key_size()) &&
                      set_size(type, "nonce_size", usual->nonce_size());
    return good ? type : nullptr;
}

}  // namespace

bool add_aeads(PyObject* module, module_state& state) {
    std::size_t n = 0;
    for (const entry& what : entries) {
        if (what.info.kind != hl::kind::aead) continue;
        if (n == most_aeads) return failed(PyExc_SystemError, "hashlane: too many aeads");
        state.aeads[n].what = &what;
        if ((state.aeads[n++].type = add(module, what)) == nullptr) return false;
    }
    return true;
}

}  // namespace hashlane_python
