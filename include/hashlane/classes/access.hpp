// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The one way past the private members of the classes, for what works on their constructions (HMAC, batches,
// transcripts), and what the constructors say of arguments that the construction does not take.

#include <concepts>
#include <string_view>
#include <type_traits>
#include <utility>

#include "../lanes/arguments.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

struct access {
    template <class T>
    static constexpr auto construction(T& object) -> decltype((object.construction)) {
        return object.construction;
    }

    // Of an AEAD: a duplex_key.
    template <class T>
    static constexpr auto key(T& object) -> decltype((object.key)) {
        return object.key;
    }
};

template <class T>
using construction_of = std::remove_cvref_t<decltype(access::construction(std::declval<T&>()))>;

// The answer to an argument that no constructor of H takes: one message, which names the remedy and no type but H and that
// of the argument. I is its place: 0 for the only argument, 1 and 2 for the first and the second of two.
template <class H, int I>
class no_parameter {
  public:
    template <class T>
    no_parameter(const T&) {
        constexpr bool text = arguments::is_text<T> && fits<std::string_view>();
        constexpr bool parameter = text || fits<T>();
        static_assert(!text, HASHLANE_NOT_BYTES);
        static_assert(parameter, "not a parameter of H; a message comes by digest<H>(message), update() or absorb()");
    }

  private:
    // May a T stand in this place?
    template <class T>
    static consteval bool fits() {
        using C = construction_of<H>;
        using text = std::string_view;
        if constexpr (I == 0) return std::constructible_from<C, const T&>;
        if constexpr (I == 1) return std::constructible_from<C, const T&, text>;
        return std::constructible_from<C, text, const T&> || std::constructible_from<C, int, const T&>;
    }
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
