// SPDX-License-Identifier: Apache-2.0 OR MIT
// Many texts under one key.

#include "aead.hpp"
#include "held_list.hpp"

namespace hashlane_python {

namespace {

constexpr std::size_t nonce_size = 16, whole_tag = 16;

// The arguments, and a bytes object for each output: a range for by_name/aead_batch.hpp.
template <bool decrypting>
class batch {
  public:
    [[nodiscard]] bool take(const aead_object& self, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
        static constexpr const char* function = decrypting ? "decrypt_many" : "encrypt_many";
        static constexpr const char* names[] = {"nonces", "data", "associated_data", "threads"};
        PyObject* given[std::size(names)];
        if (!parse({function, names, 3, 2}, args, nargs, kwnames, given)) return false;
        if (self.tag_size != whole_tag)
            return failed(PyExc_ValueError, "%s: whole tags only: tag_length must be 16, not %zu", function,
                          self.tag_size);
        return data.hold(given[1], "data", false) && nonces.hold(given[0], "nonces", true, size()) &&
               check_nonces(self) && hold_headers(given[2]) && get_threads(given[3], wanted.count) && make_room();
    }

    void run(const aead_object& self) {
        const auto aead = hl::any_aead::create(self.name, {.key_size = self.operations->key_size});  // it was made so
        const hl::any_records all(*this);
        without_gil([&] {
            if constexpr (decrypting)
                (void)hl::decrypt_many(*aead, self.key_bytes(), all, wanted);  // results() looks at each
            else
                (void)hl::encrypt_many(*aead, self.key_bytes(), all, wanted);  // the key has that size
        });
    }

    // None in the place of what is forged.
    PyObject* results() {
        for (std::size_t i = 0; decrypting && i < size(); ++i) {
            if (good.get()[i] && data[i].size() >= whole_tag) continue;
            Py_INCREF(Py_None);
            if (PyList_SetItem(list.get(), static_cast<Py_ssize_t>(i), Py_None) != 0) return nullptr;
        }
        return list.release();
    }

    std::size_t size() const { return data.size(); }
    hl::aead_record operator[](std::size_t i) const {
        const octets in = data[i], header = headers[i];
        const std::size_t n = decrypting ? size_of_text(in) : in.size();
        const std::uint8_t* const nonce = nonces[i].data() + (nonces.one_for_all() ? nonce_size * i : 0);
        std::uint8_t* const out = outputs.get()[i];
        if constexpr (decrypting) {
            static constexpr std::uint8_t none[whole_tag] = {};
            const std::uint8_t* const tag = in.size() < whole_tag ? none : in.data() + n;
            return {nonce,         header.data(), header.size(), in.data(), out, n, const_cast<std::uint8_t*>(tag),
                    good.get() + i};
        } else {
            return {nonce, header.data(), header.size(), in.data(), out, n, out + n, nullptr};
        }
    }

  private:
    held_column data, nonces, headers;
    hl::threads wanted;
    owned<> list;
    room_for<std::uint8_t*> outputs;
    room_for<bool> good;

    static std::size_t size_of_text(octets sealed) { return sealed.size() < whole_tag ? 0 : sealed.size() - whole_tag; }

    bool hold_headers(PyObject* given) {
        return given == nullptr || given == Py_None || headers.hold(given, "associated_data", true, size());
    }

    // Nonces are not secret: how many bytes they have, as a buffer for all or one by one.
    bool check_nonces(const aead_object& self) const {
        if (nonces.one_for_all()) {
            const std::size_t given = nonces[0].size();
            if (given % nonce_size == 0 && given / nonce_size == size()) return true;
            PyErr_Format(PyExc_ValueError, "nonces: %zu bytes for %zu texts; %.40s takes %zu for each", given, size(),
                         self.name.data(), nonce_size);
            return false;
        }
        for (std::size_t i = 0; i < size(); ++i) {
            if (nonces[i].size() == nonce_size) continue;
            PyErr_Format(PyExc_ValueError, "nonces[%zu] has %zu bytes; %.40s takes %zu", i, nonces[i].size(),
                         self.name.data(), nonce_size);
            return false;
        }
        return true;
    }

    bool make_room() {
        list = owned<>(PyList_New(static_cast<Py_ssize_t>(size())));
        if (!list || !outputs.reserve(size()) || !good.reserve(size())) return false;
        for (std::size_t i = 0; i < size(); ++i) {
            const std::size_t n = decrypting ? size_of_text(data[i]) : data[i].size() + whole_tag;
            fresh_bytes one(n);
            if (!one) return false;
            outputs.get()[i] = one.room.data();
            if (PyList_SetItem(list.get(), static_cast<Py_ssize_t>(i), one.object.release()) != 0) return false;
        }
        return true;
    }
};

template <bool decrypting>
PyObject* crypt_many(PyObject* object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    const aead_object& self = aead_of(object);
    batch<decrypting> all;
    if (!all.take(self, args, nargs, kwnames)) return nullptr;
    all.run(self);
    return all.results();
}

}  // namespace

PyObject* encrypt_many(PyObject* object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    return crypt_many<false>(object, args, nargs, kwnames);
}
PyObject* decrypt_many(PyObject* object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    return crypt_many<true>(object, args, nargs, kwnames);
}

}  // namespace hashlane_python
