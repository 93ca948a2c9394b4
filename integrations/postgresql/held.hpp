// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// C++ objects in memory of PostgreSQL. PostgreSQL destroys them with the memory, also after an error.

#include <new>
#include <type_traits>

#include "server.hpp"

namespace hashlane::postgresql {

template <class T>
struct held {
    MemoryContextCallback on_reset;
    alignas(T) unsigned char place[sizeof(T)];
};

// Makes an object that lives as long as the memory of a context. make() returns the object; it must be noexcept.
template <class F>
auto* make_in(MemoryContext context, F&& make) {
    using T = std::invoke_result_t<F>;
    static_assert(noexcept(make()) && alignof(held<T>) <= MAXIMUM_ALIGNOF);
    auto* const memory = static_cast<held<T>*>(MemoryContextAlloc(context, sizeof(held<T>)));
    T* const object = ::new (memory->place) T(make());
    memory->on_reset.func = [](void* made) { static_cast<T*>(made)->~T(); };
    memory->on_reset.arg = object;
    MemoryContextRegisterResetCallback(context, &memory->on_reset);
    return object;
}

// What a place in a statement that calls a function keeps from row to row. It is made by T() at the first row.
template <class T>
T& kept_by(FunctionCallInfo fcinfo) {
    FmgrInfo* const caller = fcinfo->flinfo;
    if (caller->fn_extra == nullptr) caller->fn_extra = make_in(caller->fn_mcxt, []() noexcept { return T(); });
    return *static_cast<T*>(caller->fn_extra);
}

}  // namespace hashlane::postgresql
