// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Values of PostgreSQL's types as values of a row: docs/ROW.md.

#include "row.hpp"
#include "values.hpp"

namespace hashlane::postgresql {

// A sink of row_encoder of any type.
class any_sink {
  public:
    template <class Sink>
    explicit any_sink(Sink& sink) noexcept
        : to(&sink),
          append([](void* s, const std::uint8_t* p, std::size_t n) noexcept { static_cast<Sink*>(s)->put(p, n); }) {}
    void put(const std::uint8_t* p, std::size_t n) noexcept { append(to, p, n); }

  private:
    void* to;
    void (*append)(void* sink, const std::uint8_t* p, std::size_t n) noexcept;
};
using writer = engine::row_encoder<any_sink>;

class known_types;

// How values of a type are written.
struct value_type {
    Oid oid;
    void (*put)(Datum value, const value_type& type, known_types& types, writer to);
    const value_type* element;  // of an array
    std::int16_t length;
    bool by_value;
    char alignment;
    value_type* next;
};

// The types that a call site has seen, in memory of a context.
class known_types {
  public:
    // The type with this identifier; an error where it has no encoding.
    const value_type& find(MemoryContext context, Oid oid);

    MemoryContext memory = nullptr;  // set by find()

  private:
    value_type* first = nullptr;
};

// Writes a value, which may be NULL.
inline void put_value(bool is_null, Datum value, const value_type& type, known_types& types, writer to) {
    if (is_null)
        to.null();
    else
        type.put(value, type, types, to);
}

// The type of argument i of a call; an error where it is not known.
const value_type& argument_type(FunctionCallInfo fcinfo, int i, known_types& types);

}  // namespace hashlane::postgresql
