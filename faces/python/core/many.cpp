// SPDX-License-Identifier: Apache-2.0 OR MIT
// digest_many(name, messages): a list of buffers, the rows of one buffer, or a column of Arrow.

#include <cstring>

#include "arrow_import.hpp"
#include "functions.hpp"
#include "held_list.hpp"
#include "many.hpp"
#include "options.hpp"

namespace hashlane_python {

namespace {

bool make_room(digest_table& table) {
    std::size_t bytes = 0;
    if (__builtin_mul_overflow(table.count, table.width, &bytes)) return PyErr_NoMemory(), false;
    return table.digests.reserve(bytes);
}

bool digest_all(const many_digester& how, const messages& all, const digest_table& table) {
    return how.run(all, {table.digests.data(), table.count * table.width}, true);
}

bool digest_list(PyObject* sequence, const many_digester& how, digest_table& table) {
    const Py_ssize_t n = PySequence_Size(sequence);
    if (n < 0) return false;
    held_list all;
    table.count = static_cast<std::size_t>(n), table.width = how.width;
    if (!all.hold(sequence, table.count) || !make_room(table)) return false;
    return digest_all(how, all.get(), table);
}

// The rows of a buffer: as its shape says, or of `width` bytes.
class held_rows {
  public:
    held_rows() = default;
    held_rows(const held_rows&) = delete;
    ~held_rows() {
        if (held) PyBuffer_Release(&view);
    }

    [[nodiscard]] bool hold(PyObject* object, std::optional<std::size_t> wanted) {
        if (!get_buffer(object, &view, PyBUF_FORMAT | PyBUF_ND, "messages")) return false;
        held = true;
        if (view.format != nullptr && std::strchr(view.format, 'O') != nullptr)
            return fail(PyExc_TypeError, "messages: an array of objects has no bytes of its own; give a list"), false;
        return wanted ? divide(*wanted) : by_shape();
    }
    messages get() const { return messages::rows(static_cast<const std::uint8_t*>(view.buf), width, count); }

  private:
    bool divide(std::size_t wanted) {
        const auto bytes = static_cast<std::size_t>(view.len);
        width = wanted;
        if (width == 0) return fail(PyExc_ValueError, "width must not be 0"), false;
        count = bytes / width;
        return bytes % width == 0 || (fail(PyExc_ValueError, "messages: these bytes are no whole rows"), false);
    }
    bool by_shape() {
        if (view.ndim != 2)
            return fail(PyExc_TypeError, "messages: one buffer needs width=, or two dimensions; or give a list"), false;
        count = static_cast<std::size_t>(view.shape[0]);
        width = static_cast<std::size_t>(view.shape[1]) * static_cast<std::size_t>(view.itemsize);
        return true;
    }

    Py_buffer view;
    bool held = false;
    std::size_t width = 0, count = 0;
};

bool digest_rows(PyObject* object, std::optional<std::size_t> width, const many_digester& how, digest_table& table) {
    held_rows rows;
    if (!rows.hold(object, width)) return false;
    table.count = rows.get().size(), table.width = how.width;
    if (!make_room(table)) return false;
    return digest_all(how, rows.get(), table);
}

}  // namespace

bool digest_form(PyObject* all, std::optional<std::size_t> width, const many_digester& how, digest_table& table,
                 bool& listed) {
    listed = PyList_Check(all) || PyTuple_Check(all);
    if (listed) return digest_list(all, how, table);
    if (!width && is_arrow(all)) return digest_column(all, how, table);
    if (width || PyObject_CheckBuffer(all)) return digest_rows(all, width, how, table);
    if (PyUnicode_Check(all)) return fail(PyExc_TypeError, "messages: a string is none"), false;
    const owned<> list(PySequence_List(all));  // any iterable
    return listed = true, list && digest_list(list.get(), how, table);
}

namespace {

PyObject* digest_many(PyObject* module, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"", "messages", "length", "width", "threads", HASHLANE_OPTION_NAMES};
    const module_state& state = state_of(module);
    PyObject* given[std::size(names)];
    std::size_t length = 0;
    std::optional<std::size_t> width;
    hl::threads wanted;
    held_options options;
    if (!parse({"digest_many", names, 3, 2}, args, nargs, kwnames, given)) return nullptr;
    const entry* what = find_entry(state, given[0]);
    if (what == nullptr) return nullptr;
    if (what->any == nullptr) return fail(PyExc_ValueError, "digest_many: no hash, xof or mac");
    if (!get_length(*what, given[2], length) || !get_size(given[3], "width", width) ||
        !get_threads(given[4], wanted.count) || !options.take(*what, given + 5))
        return nullptr;
    std::string_view error;
    const auto prefix = hl::any_hash::create(*what->any, options.get(), error);  // the options were checked
    digest_table table;
    bool listed = false;
    if (!digest_form(given[1], width, {&*prefix, length, wanted}, table, listed)) return nullptr;
    return listed ? list_of(table.digests.data(), table.count, table.width) : make_digests(state, std::move(table));
}

}  // namespace

const PyMethodDef digest_many_method = method(
    "digest_many", digest_many,
    "digest_many(algorithm, /, messages, length=None, *, width=None, threads=1, key=None, customization=None, "
    "name=None, domain=None, block_size=None)\n--\n\n"
    "The digests of many messages, a lane of a vector for each; those of digest() on one after the other.\n\n"
    "messages: a list, tuple or iterable of bytes-like objects: gives a list of bytes;\n"
    "  a contiguous buffer of two dimensions (NumPy), a message in each row, or with width= a buffer of rows of\n"
    "  so many bytes: gives Digests;\n"
    "  what exports a binary, string (also large_ and _view) or fixed_size_binary column of Arrow: gives\n"
    "  Digests, which are such a column themselves, with the nulls kept.\n"
    "length: bytes of each digest, where the algorithm leaves a choice.\n"
    "threads: how many may work at once; 0 means one for each core. The GIL is released.\n"
    "TypeError, ValueError or BufferError before the first message is digested; a stream of Arrow is read as "
    "it comes.");

}  // namespace hashlane_python
