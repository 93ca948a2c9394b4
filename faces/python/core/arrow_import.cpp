// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "arrow_import.hpp"

#include <cstring>

#include "arrow_layout.hpp"

namespace hashlane_python {

namespace {

// Takes in one array after the other.
class column {
  public:
    column(const many_digester& how, column_type of) : digester(how), type(of) { table.width = how.width; }

    [[nodiscard]] bool add(const ArrowArray& array) {
        messages all = messages::list({});
        if (!read_messages(array, type, all) || !make_room(all.size(), nulls_of(array) != nullptr)) return false;
        const output out(table.digests.data() + table.count * table.width, all.size() * table.width);
        if (!digester.run(all, out, false)) return false;
        if (table.present)
            without_gil([&] { mark(nulls_of(array), static_cast<std::size_t>(array.offset), all.size()); });
        table.count += all.size();
        return true;
    }
    digest_table&& end() { return std::move(table); }

  private:
    bool make_room(std::size_t n, bool with_nulls) {
        std::size_t bytes = 0;
        const std::size_t count = table.count + n;
        if (__builtin_mul_overflow(count, table.width, &bytes))
            return fail(PyExc_ValueError, "arrow: too many digests"), false;
        if (!table.digests.reserve(bytes, table.count * table.width)) return false;
        if (!with_nulls && !table.present) return true;
        const bool first = !table.present;
        if (!table.present.reserve(count / 8 + 1, first ? 0 : table.count / 8 + 1)) return false;
        if (first) std::memset(table.present.data(), 0xff, table.count / 8 + 1);
        return true;
    }

    // A digest that is missing is all zero.
    void mark(const std::uint8_t* nulls, std::size_t from, std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t row = table.count + i;
            const bool present = nulls == nullptr || (nulls[(from + i) / 8] >> (from + i) % 8 & 1) != 0;
            const auto bit = static_cast<std::uint8_t>(1u << row % 8);
            std::uint8_t& octet = table.present.data()[row / 8];
            octet = static_cast<std::uint8_t>(present ? octet | bit : octet & ~bit);
            if (present) continue;
            ++table.missing;
            std::memset(table.digests.data() + row * table.width, 0, table.width);
        }
    }

    const many_digester& digester;
    const column_type type;
    digest_table table;
};

template <class T>
struct released {
    T value{};
    released() = default;
    released(const released&) = delete;
    ~released() {
        if (value.release != nullptr) value.release(&value);
    }
};

bool digest_array(PyObject* pair, const many_digester& digester, digest_table& out) {
    if (!PyTuple_Check(pair) || PyTuple_Size(pair) != 2)
        return fail(PyExc_TypeError, "arrow: __arrow_c_array__() gave no two capsules"), false;
    const auto* schema = static_cast<ArrowSchema*>(PyCapsule_GetPointer(PyTuple_GetItem(pair, 0), "arrow_schema"));
    const auto* array = static_cast<ArrowArray*>(
        schema == nullptr ? nullptr : PyCapsule_GetPointer(PyTuple_GetItem(pair, 1), "arrow_array"));
    if (array == nullptr) return false;
    if (schema->release == nullptr || array->release == nullptr)
        return fail(PyExc_ValueError, "arrow: a structure that was released before"), false;
    column_type type{};
    if (!read_type(*schema, type)) return false;
    column all(digester, type);
    if (!all.add(*array)) return false;
    out = all.end();
    return true;
}

// What the stream says of its failure.
bool failed(ArrowArrayStream& stream, int error) {
    const char* const why = stream.get_last_error(&stream);
    PyErr_Format(PyExc_OSError, "arrow: the stream failed: %s", why == nullptr ? std::strerror(error) : why);
    return false;
}

bool digest_stream(PyObject* capsule, const many_digester& digester, digest_table& out) {
    auto* const stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, "arrow_array_stream"));
    if (stream == nullptr) return false;
    if (stream->release == nullptr) return fail(PyExc_ValueError, "arrow: a stream that was released before"), false;
    released<ArrowSchema> schema;
    column_type type{};
    if (const int error = stream->get_schema(stream, &schema.value)) return failed(*stream, error);
    if (!read_type(schema.value, type)) return false;
    column all(digester, type);
    for (;;) {
        released<ArrowArray> array;
        if (const int error = stream->get_next(stream, &array.value)) return failed(*stream, error);
        if (array.value.release == nullptr) return out = all.end(), true;
        if (!all.add(array.value)) return false;
    }
}

}  // namespace

bool digest_column(PyObject* column, const many_digester& digester, digest_table& out) {
    const bool whole = PyObject_HasAttrString(column, "__arrow_c_array__") == 1;
    const owned<> exported(PyObject_CallMethod(column, whole ? "__arrow_c_array__" : "__arrow_c_stream__", nullptr));
    return exported && (whole ? digest_array : digest_stream)(exported.get(), digester, out);
}

}  // namespace hashlane_python
