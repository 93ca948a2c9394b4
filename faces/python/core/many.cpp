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
    if (__builtin_mul_overflow(table.count, table.width, &bytes)) return no_memory();
    return table.digests.reserve(bytes);
}

bool digest_all(const many_digester& how, const messages& all, const digest_table& table) {
    return how.run(all, {table.digests.data(), table.count * table.width}, true);
}

bool digest_list(PyObject* iterable, const char* what, const many_digester& how, digest_table& table) {
    held_list all;
    if (!all.hold(iterable, what)) return false;
    table.count = all.size();
    table.width = how.width;
    return make_room(table) && digest_all(how, all.get(), table);
}

// What the format of a buffer (PEP 3118) says of an element.
struct element_format {
    bool has_objects = false;  // pointers to objects of Python, 'O'
    bool is_string = false;    // of NumPy's type S: "5s"

    explicit element_format(const char* format) {
        if (format == nullptr) return;
        bool in_name = false;  // of a field, between colons
        for (const char* p = format; *p != '\0'; ++p) {
            if (*p == ':') in_name = !in_name;
            if (*p == 'O' && !in_name) has_objects = true;
        }
        const char* const type = format + std::strspn(format, "0123456789");
        is_string = std::strcmp(type, "s") == 0;
    }
};

// The rows of a buffer: as its shape says, or of `width` bytes; or the elements of an array of strings.
class held_rows {
  public:
    held_rows() = default;
    held_rows(const held_rows&) = delete;
    ~held_rows() {
        if (held) PyBuffer_Release(&view);
    }

    [[nodiscard]] bool hold(PyObject* object, const char* name, std::optional<std::size_t> wanted) {
        what = name;
        if (!get_buffer(object, &view, PyBUF_FORMAT | PyBUF_ND, what)) return false;
        held = true;
        const element_format format(view.format);
        if (format.has_objects) return wrong("%s: an array of objects has no bytes of its own; give a list");
        if (wanted) return divide(*wanted);
        strings = format.is_string && view.ndim == 1;
        return by_shape();
    }
    messages get() const {
        const auto* const first = static_cast<const std::uint8_t*>(view.buf);
        return strings ? messages::strings(first, width, count) : messages::rows(first, width, count);
    }

  private:
    // TypeError; %s is what the messages are called.
    bool wrong(const char* format) const { return failed(PyExc_TypeError, format, what); }

    bool divide(std::size_t wanted) {
        const auto bytes = static_cast<std::size_t>(view.len);
        width = wanted;
        count = bytes / width;
        if (bytes % width == 0) return true;
        return failed(PyExc_ValueError, "%s: %zu bytes are no whole rows of width %zu", what, bytes, width);
    }
    bool by_shape() {
        if (view.ndim != 2 && !strings)
            return wrong("%s: one buffer needs width=, or two dimensions, or NumPy's type S; or give a list");
        const auto columns = static_cast<std::size_t>(strings ? 1 : view.shape[1]);
        count = static_cast<std::size_t>(view.shape[0]);
        width = columns * static_cast<std::size_t>(view.itemsize);
        return true;
    }

    const char* what = nullptr;
    Py_buffer view;
    bool held = false, strings = false;
    std::size_t width = 0, count = 0;
};

bool digest_rows(PyObject* object, const char* what, std::optional<std::size_t> width, const many_digester& how,
                 digest_table& table) {
    held_rows rows;
    if (!rows.hold(object, what, width)) return false;
    table.count = rows.get().size();
    table.width = how.width;
    return make_room(table) && digest_all(how, rows.get(), table);
}

}  // namespace

bool digest_form(PyObject* all, const char* what, std::optional<std::size_t> width, const many_digester& how,
                 digest_table& table, bool& listed) {
    const bool sequence = PyList_Check(all) || PyTuple_Check(all);
    listed = false;
    if (sequence && width) return failed(PyExc_TypeError, "width is for one buffer; %s is a list", what);
    if (!sequence && !width && is_arrow(all)) return digest_column(all, how, table);
    if (!sequence && (width || PyObject_CheckBuffer(all))) return digest_rows(all, what, width, how, table);
    listed = true;
    return digest_list(all, what, how, table);
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
    const entry* what = find_digesting(state, given[0]);
    if (what == nullptr) return nullptr;
    if (!get_length(*what, given[2], length) || !get_optional(given[3], "width", width, any_width) ||
        !get_threads(given[4], wanted.count) || !options.take(*what, given + 5))
        return nullptr;
    const auto prefix = hl::any_hash::create(*what->any, options.get());  // the options were checked
    digest_table table;
    bool listed = false;
    if (!digest_form(given[1], "messages", width, {&*prefix, length, wanted}, table, listed)) return nullptr;
    return listed ? list_of(table.digests.data(), table.count, table.width) : make_digests(state, std::move(table));
}

}  // namespace

const PyMethodDef digest_many_method = method(
    "digest_many", digest_many,
    "digest_many(algorithm, /, messages, length=None, *, width=None, threads=1, key=None, customization=None, "
    "function_name=None, domain=None, parallel_block=None)\n--\n\n"
    "The digests of many messages, a lane of a vector for each; those of digest() on one after the other.\n\n"
    "messages: a list, tuple or iterable of bytes-like objects: gives a list of bytes;\n"
    "  a contiguous buffer of two dimensions (NumPy), a message in each row, or with width= a buffer of rows of\n"
    "  `width` bytes: gives Digests;\n"
    "  an array of NumPy of one dimension and type S: the elements as NumPy gives them, without the zero bytes that\n"
    "  end them (width=itemsize hashes those too): gives Digests;\n"
    "  what exports a binary, string (also large_ and _view) or fixed_size_binary column of Arrow, or a dictionary\n"
    "  of one: gives Digests, which are a fixed_size_binary column themselves, with the nulls kept.\n"
    "length: bytes of each digest, where the algorithm leaves a choice.\n"
    "threads: how many may work at once; 0 means one for each core. The GIL is released.\n"
    "TypeError, ValueError or BufferError before the first message is digested; a stream of Arrow is read as "
    "it comes.");

}  // namespace hashlane_python
