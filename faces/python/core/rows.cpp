// SPDX-License-Identifier: Apache-2.0 OR MIT
// row_digest(algorithm, columns): the digest of each row of several columns of Arrow, as docs/ROW.md says.

#include <algorithm>
#include <cstring>

#include "arguments.hpp"
#include "arrow_arrays.hpp"
#include "arrow_import.hpp"
#include "digest_column.hpp"
#include "functions.hpp"
#include "options.hpp"
#include "row_columns.hpp"

namespace hashlane_python {

namespace {

constexpr std::size_t most_rows = 256;  // that are digested side by side

// Takes in one array after the other.
class row_digester {
  public:
    explicit row_digester(const hl::any_digest& hash)
        : batch(hash, most_rows * engine::longest_digest), table(hash.digest_size()) {}

    [[nodiscard]] bool open(const ArrowSchema& schema) { return columns.open(schema); }
    [[nodiscard]] bool add(const ArrowArray& array) {
        if (!columns.bind(array) || !table.make_room(columns.size(), columns.has_nulls())) return false;
        const char* why = nullptr;
        std::size_t row = 0;
        without_gil([&] { why = digest_rows(row); });
        if (why != nullptr) return failed(PyExc_ValueError, "row: row %zu: %s", table.size() + row, why);
        if (!batch.complete()) return no_memory();
        table.take(columns.size(), [&](std::size_t i) { return columns.is_null(i); });
        return true;
    }
    digest_table&& end() { return table.end(); }

  private:
    // Returns what is wrong with a value of `row`, or nullptr.
    const char* digest_rows(std::size_t& row) {
        std::uint8_t* to = table.room(columns.size()).data();
        for (std::size_t first = 0; first < columns.size(); first += most_rows) {
            const std::size_t end = std::min(columns.size(), first + most_rows);
            for (row = first; row < end; ++row)
                if (const char* const why = columns.encode(row, batch)) return why;
            const octets digests = batch.all();
            if (!batch.complete()) return nullptr;
            std::memcpy(to, digests.data(), digests.size());
            to += digests.size();
            batch.clear();
        }
        return nullptr;
    }

    row_columns columns;
    engine::digest_batch batch;
    growing_table table;
};

PyObject* row_digest(PyObject* module, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"", ""};
    const module_state& state = state_of(module);
    PyObject* given[std::size(names)];
    if (!parse({"row_digest", names, 2, 2}, args, nargs, kwnames, given)) return nullptr;
    const entry* const what = find_digesting(state, given[0]);
    if (what == nullptr || !needs_none(*what)) return nullptr;
    const auto hash = engine::find_hash(what->info.name);
    if (!hash) return fail(PyExc_TypeError, "%s", hash.error().message().data());
    if (!is_arrow(given[1])) {
        wrong_type("columns", "a table or an array of structs of Arrow", given[1]);
        return nullptr;
    }
    row_digester rows(*hash);
    if (!read_arrays(given[1], rows)) return nullptr;
    return make_digests(state, rows.end());
}

}  // namespace

const PyMethodDef row_digest_method =
    method("row_digest", row_digest,
           "row_digest(algorithm, columns, /)\n--\n\n"
           "The digest of each row of several columns, the same for the same values in every engine: docs/ROW.md.\n\n"
           "columns: what exports a table, a record batch or structs of Arrow: pyarrow, Polars, DuckDB. A struct that\n"
           "  is null has no digest, and a value that is null is a value.\n"
           "Gives Digests, of the algorithm's usual size. The GIL is released.\n"
           "TypeError for a column whose type has no kind in a row, which is named, and for an algorithm that takes a\n"
           "key or a tuple; ValueError for a malformed array and for text that is no valid UTF-8.");

}  // namespace hashlane_python
