// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// How other parts of the library (HMAC, batches, transcripts) reach the construction inside an object, and what a
/// compiler says of a constructor argument that a class does not take. Programs need not use anything of this file.

#include <concepts>
#include <string_view>
#include <type_traits>
#include <utility>

#include "../lanes/arguments.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// Gives other parts of the library access to private members of the classes.
struct access {
    /// Returns a reference to the construction inside `object`, a hash, XOF or MAC: the algorithm without its public
    /// functions. The reference is const where `object` is const.
    template <class T>
    static constexpr auto construction(T& object) -> decltype((object.construction)) {
        return object.construction;
    }

    /// Returns a reference to the key inside `object`, an AEAD, as a duplex_key. The reference is const where `object`
    /// is const.
    template <class T>
    static constexpr auto key(T& object) -> decltype((object.key)) {
        return object.key;
    }
};

/// The type of the construction inside an object of class T.
template <class T>
using construction_of = std::remove_cvref_t<decltype(access::construction(std::declval<T&>()))>;

/// The parameter of constructors that answer a wrong argument. hash_base declares such constructors. An argument that
/// no other constructor takes is converted to this type, and that conversion does not compile. The compiler then prints
/// one message, which names the remedy and only two types: H and that of the argument.
/// \tparam H the class that was to be made
/// \tparam N the place of the argument: 0 for the only one, 1 and 2 for the first and the second of two
template <class H, int N>
class no_parameter {
  public:
    /// Does not compile. The message says what to write instead.
    template <class T>
    no_parameter(const T&) {
        constexpr bool text = arguments::is_text<T> && fits<std::string_view>();
        constexpr bool parameter = text || fits<T>();
        static_assert(!text, HASHLANE_NOT_BYTES);
        static_assert(parameter, "not a parameter of H; a message comes by digest<H>(message), update() or absorb()");
    }

  private:
    // Tells whether a constructor takes a T in this place.
    template <class T>
    static consteval bool fits() {
        using C = construction_of<H>;
        using text = std::string_view;
        if constexpr (N == 0) return std::constructible_from<C, const T&>;
        if constexpr (N == 1) return std::constructible_from<C, const T&, text>;
        return std::constructible_from<C, text, const T&> || std::constructible_from<C, int, const T&>;
    }
};

}  // namespace hashlane::inline HASHLANE_ABI
