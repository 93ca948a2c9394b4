// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "arrow_import.hpp"

#include <cstring>

#include "arrow_arrays.hpp"
#include "arrow_layout.hpp"
#include "digest_column.hpp"
#include "held_list.hpp"

namespace hashlane_python {

namespace {

// Takes in one array after the other.
class column_digester {
  public:
    explicit column_digester(const many_digester& how) : digester(how), table(how.width) {}

    [[nodiscard]] bool open(const ArrowSchema& schema) { return read_type(schema, type); }
    [[nodiscard]] bool add(const ArrowArray& array) {
        return type.index == 0 ? add_plain(array) : add_dictionary(array);
    }
    digest_table&& end() { return table.end(); }

  private:
    bool add_plain(const ArrowArray& array) {
        messages all = messages::list({});
        if (!read_messages(array, type, all)) return false;
        const std::uint8_t* const nulls = nulls_of(array);
        const auto from = static_cast<std::size_t>(array.offset);
        if (!table.make_room(all.size(), nulls != nullptr) || !digester.run(all, table.room(all.size()), false))
            return false;
        table.take(all.size(), [=](std::size_t i) { return nulls != nullptr && !is_set(nulls, from + i); });
        return true;
    }

    // Where there are more rows than values, each value is digested once. progress= counts the digests of rows, so it
    // is told of rows alone.
    bool add_dictionary(const ArrowArray& array) {
        dictionary_rows rows;
        if (!rows.read(array, type) || !table.make_room(rows.size(), true)) return false;
        const bool once = rows.values().size() < rows.size() && !digester.told.wanted();
        if (!(once ? digest_values(rows) : digest_rows(rows))) return false;
        table.take(rows.size(), [&](std::size_t i) { return rows.is_null(i); });
        return true;
    }

    bool digest_values(const dictionary_rows& rows) {
        const std::size_t width = table.width();
        std::size_t bytes = 0;
        shared_bytes digests;
        if (__builtin_mul_overflow(rows.values().size(), width, &bytes) || !digests.reserve(bytes)) return no_memory();
        if (!digester.run(rows.values(), {digests.data(), bytes}, false)) return false;
        const output out = table.room(rows.size());
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
        return digester.run(messages::list({all.get(), rows.size()}), table.room(rows.size()), false);
    }

    const many_digester& digester;
    column_type type{};
    growing_table table;
};

}  // namespace

bool digest_column(PyObject* column, const many_digester& digester, digest_table& out) {
    column_digester all(digester);
    if (!read_arrays(column, all)) return false;
    out = all.end();
    return true;
}

}  // namespace hashlane_python
