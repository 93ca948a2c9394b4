// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "arrow_import.hpp"

#include <cstring>

#include "arrow_layout.hpp"
#include "held_list.hpp"

namespace hashlane_python {

namespace {

// Takes in one array after the other.
class column {
  public:
    column(const many_digester& how, column_type of) : digester(how), type(of) { table.width = how.width; }

    [[nodiscard]] bool add(const ArrowArray& array) {
        return type.index == 0 ? add_plain(array) : add_dictionary(array);
    }
    digest_table&& end() { return std::move(table); }

  private:
    bool add_plain(const ArrowArray& array) {
        messages all = messages::list({});
        if (!read_messages(array, type, all)) return false;
        const std::uint8_t* const nulls = nulls_of(array);
        const auto from = static_cast<std::size_t>(array.offset);
        if (!make_room(all.size(), nulls != nullptr) || !digester.run(all, room(all.size()), false)) return false;
        take(all.size(), [=](std::size_t i) { return nulls != nullptr && !is_set(nulls, from + i); });
        return true;
    }

    // Where there are more rows than values, each value is digested once. progress= counts the digests of rows, so it
    // is told of rows alone.
    bool add_dictionary(const ArrowArray& array) {
        dictionary_rows rows;
        if (!rows.read(array, type) || !make_room(rows.size(), true)) return false;
        const bool once = rows.values().size() < rows.size() && !digester.told.wanted();
        if (!(once ? digest_values(rows) : digest_rows(rows))) return false;
        take(rows.size(), [&](std::size_t i) { return rows.is_null(i); });
        return true;
    }

    bool digest_values(const dictionary_rows& rows) {
        const std::size_t width = table.width;
        std::size_t bytes = 0;
        shared_bytes digests;
        if (__builtin_mul_overflow(rows.values().size(), width, &bytes) || !digests.reserve(bytes)) return no_memory();
        if (!digester.run(rows.values(), {digests.data(), bytes}, false)) return false;
        const output out = room(rows.size());
        without_gil([&] {
            for (std::size_t i = 0; i < rows.size(); ++i)
                if (!rows.is_null(i))
                    std::memcpy(out.data() + i * width, digests.data() + rows.index_of(i) * width, width);
        });
        return true;
    }

    bool digest_rows(const dictionary_rows& rows) {
        room_for<octets> all;
        if (!all.reserve(rows.size())) return false;
        for (std::size_t i = 0; i < rows.size(); ++i) all.get()[i] = rows[i];
        return digester.run(messages::list({all.get(), rows.size()}), room(rows.size()), false);
    }

    // Where the digests of the next n rows go.
    output room(std::size_t n) const { return {table.digests.data() + table.count * table.width, n * table.width}; }

    bool make_room(std::size_t n, bool with_nulls) {
        std::size_t bytes = 0;
        const std::size_t count = table.count + n;
        if (__builtin_mul_overflow(count, table.width, &bytes))
            return failed(PyExc_ValueError, "arrow: too many digests");
        if (!table.digests.reserve(bytes, table.count * table.width)) return false;
        if (!with_nulls && !table.present) return true;
        const bool first = !table.present;
        if (!table.present.reserve(count / 8 + 1, first ? 0 : table.count / 8 + 1)) return false;
        if (first) std::memset(table.present.data(), 0xff, table.count / 8 + 1);
        return true;
    }

    // Counts n rows that are digested. The digest of a null is all zero.
    template <class IsNull>
    void take(std::size_t n, IsNull&& is_null) {
        if (table.present)
            without_gil([&] {
                for (std::size_t i = 0; i < n; ++i) mark(table.count + i, !is_null(i));
            });
        table.count += n;
    }

    void mark(std::size_t row, bool present) {
        const auto bit = static_cast<std::uint8_t>(1u << row % 8);
        std::uint8_t& octet = table.present.data()[row / 8];
        octet = static_cast<std::uint8_t>(present ? octet | bit : octet & ~bit);
        if (present) return;
        ++table.missing;
        std::memset(table.digests.data() + row * table.width, 0, table.width);
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
        return failed(PyExc_TypeError, "arrow: __arrow_c_array__() gave no two capsules");
    const auto* schema = static_cast<ArrowSchema*>(PyCapsule_GetPointer(PyTuple_GetItem(pair, 0), "arrow_schema"));
    const auto* array = static_cast<ArrowArray*>(
        schema == nullptr ? nullptr : PyCapsule_GetPointer(PyTuple_GetItem(pair, 1), "arrow_array"));
    if (array == nullptr) return false;
    if (schema->release == nullptr || array->release == nullptr)
        return failed(PyExc_ValueError, "arrow: a structure that was released before");
    column_type type{};
    if (!read_type(*schema, type)) return false;
    column all(digester, type);
    if (!all.add(*array)) return false;
    out = all.end();
    return true;
}

// What the stream says of its failure.
bool stream_failed(ArrowArrayStream& stream, int error) {
    const char* const why = stream.get_last_error(&stream);
    return failed(PyExc_OSError, "arrow: the stream failed: %s", why == nullptr ? std::strerror(error) : why);
}

bool digest_stream(PyObject* capsule, const many_digester& digester, digest_table& out) {
    auto* const stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, "arrow_array_stream"));
    if (stream == nullptr) return false;
    if (stream->release == nullptr) return failed(PyExc_ValueError, "arrow: a stream that was released before");
    released<ArrowSchema> schema;
    column_type type{};
    if (const int error = stream->get_schema(stream, &schema.value)) return stream_failed(*stream, error);
    if (!read_type(schema.value, type)) return false;
    column all(digester, type);
    for (;;) {
        released<ArrowArray> array;
        if (const int error = stream->get_next(stream, &array.value)) return stream_failed(*stream, error);
        if (array.value.release == nullptr) {
            out = all.end();
            return true;
        }
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
