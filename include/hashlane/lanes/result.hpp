// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The results of functions that make something by name, such as hashes and transcript suites: an object, or the reason
/// why there is none.
///
///     auto hash = hl::any_hash::create("sha26");
///     if (!hash) print(hash.error().message());       no such algorithm: sha26; did you mean sha256?
///     else hash->update(message);

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "config.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// The reason why nothing was made.
enum class any_problem : std::uint8_t {
    none,                     ///< nothing went wrong
    unknown_name,             ///< no algorithm has this name
    wrong_kind,               ///< the name is that of another kind of algorithm, such as an AEAD where a hash is wanted
    key_missing,              ///< the algorithm needs a key
    key_unwanted,             ///< the algorithm takes no key
    key_size,                 ///< the key has a size that the algorithm does not take
    nonce_size,               ///< the nonce has a size that the algorithm does not take
    customization_unwanted,   ///< the algorithm takes no customization string
    customization_too_long,   ///< the customization string is longer than the algorithm or the object allows
    function_name_unwanted,   ///< the algorithm takes no function name, the N of cSHAKE
    parallel_block_unwanted,  ///< the algorithm takes no block size, the B of ParallelHash
    parallel_block_zero,      ///< the block size of ParallelHash is 0 bytes
    domain_unwanted,          ///< the algorithm takes no domain separation byte, the D of TurboSHAKE
    domain_out_of_range,      ///< the domain separation byte is not in 0x01..0x7f
    output_size,              ///< the digest or tag has a size that is not accepted
    elements,                 ///< the algorithm hashes tuples, and a Merkle tree needs a hash of one message
    tree_digest_size,         ///< a Merkle tree cannot have digests of this size
};

/// A problem, and a message about it for people. It is a value without a heap; several threads may read one object at
/// the same time.
class any_error {
  public:
    /// Holds any_problem::none and an empty message.
    constexpr any_error() = default;
    /// Holds the problem `what` and an empty message, to which add() appends.
    constexpr explicit any_error(any_problem what) noexcept : reason(what) {}

    /// Returns the problem; any_problem::none when nothing went wrong.
    constexpr any_problem problem() const noexcept { return reason; }

    /// Returns the message: one line of printable ASCII of at most 160 bytes, with the sizes and the nearest name where
    /// these help. A longer message is cut, and each byte of a name that is not printable is shown as '?'. The text
    /// lives as long as this object, and a zero follows it. It is empty when nothing went wrong.
    constexpr std::string_view message() const noexcept { return {text, size}; }
    /// Returns message().
    constexpr operator std::string_view() const noexcept { return message(); }

    /// Appends `more` to the message. What goes beyond 160 bytes is cut, and a byte that is not printable becomes '?'.
    /// Returns this object.
    constexpr any_error& add(std::string_view more) noexcept {
        for (const char c : more) {
            if (size == longest) return *this;
            text[size] = c >= ' ' && c <= '~' ? c : '?';
            ++size;
        }
        return *this;
    }
    /// Appends `number` in decimal. Returns this object.
    constexpr any_error& add(std::size_t number) noexcept {
        char digits[20]{};
        std::size_t first = sizeof digits;
        do {
            --first;
            digits[first] = static_cast<char>('0' + number % 10);
            number /= 10;
        } while (number != 0);
        return add(std::string_view(digits + first, sizeof digits - first));
    }
    /// Appends a `name` that comes from outside. Of a name of more than 48 bytes it appends the first 48 and "...".
    /// Returns this object.
    constexpr any_error& add_name(std::string_view name) noexcept {
        constexpr std::size_t most = 48;
        add(name.substr(0, most));
        return name.size() > most ? add("...") : *this;
    }

  private:
    static constexpr std::size_t longest = 160;
    char text[longest + 1]{};
    std::uint8_t size = 0;
    any_problem reason = any_problem::none;
};

/// An object, or the reason why there is none. It converts to true when there is an object, as `std::expected` of C++23
/// does, and holds the object itself, without a heap.
///
/// Several threads may read one result at the same time.
template <class T>
class [[nodiscard]] any_result {
  public:
    /// The type of the object.
    using value_type = T;

    /// Holds a copy of `made`.
    any_result(const T& made) noexcept : object(made) {}
    /// Holds the error `error`, and no object.
    any_result(const any_error& error) noexcept : why(error) {}

    /// Holds an object that is made in place, so that it need not be copied.
    /// \param arguments the arguments of its constructor
    template <class... Arguments>
    explicit any_result(std::in_place_t, Arguments&&... arguments)
        : object(std::in_place, std::forward<Arguments>(arguments)...) {}

    explicit operator bool() const noexcept { return object.has_value(); }
    /// Tells whether there is an object, as the conversion to bool does.
    bool has_value() const noexcept { return object.has_value(); }

    /// Returns the object. There must be one: without it the behaviour is undefined, as of `std::optional`.
    T& operator*() noexcept { return *object; }
    const T& operator*() const noexcept { return *object; }
    T* operator->() noexcept { return &*object; }
    const T* operator->() const noexcept { return &*object; }

    /// Returns the reason why there is no object. When there is one, the problem is any_problem::none and the message
    /// is empty.
    const any_error& error() const noexcept { return why ? *why : no_error; }

  private:
    static constexpr any_error no_error{};
    std::optional<T> object;
    std::optional<any_error> why;
};

}  // namespace hashlane::inline HASHLANE_ABI
