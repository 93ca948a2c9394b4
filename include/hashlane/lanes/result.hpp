// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What the functions give that make something by name, hashes and suites of transcripts alike: an object, or the reason why
// there is none.
//
//   auto hash = hl::any_hash::create("sha26");
//   if (!hash) print(hash.error().message());       no such algorithm: sha26; did you mean sha256?
//   else hash->update(message);

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "config.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// Why nothing was made.
enum class any_problem : std::uint8_t {
    none,
    unknown_name,
    wrong_kind,  // the name is of an algorithm that does something else
    key_missing,
    key_unwanted,
    key_size,
    nonce_size,
    customization_unwanted,
    customization_too_long,
    function_name_unwanted,
    parallel_block_unwanted,
    parallel_block_zero,
    domain_unwanted,
    domain_out_of_range,
    output_size,
    elements,  // it hashes tuples
    tree_digest_size,
};

// A problem, and what to tell a person about it.
class any_error {
  public:
    constexpr any_error() = default;
    constexpr explicit any_error(any_problem what) noexcept : reason(what) {}

    // any_problem::none when nothing went wrong.
    constexpr any_problem problem() const noexcept { return reason; }

    // One line of printable ASCII, at most 160 bytes, with the sizes and the nearest name. A longer name is cut, and bytes
    // of it that are not printable are shown as '?'. It lives as long as this object, and a NUL follows it. "" when nothing
    // went wrong.
    constexpr std::string_view message() const noexcept { return {text, size}; }
    constexpr operator std::string_view() const noexcept { return message(); }

    // Appends to the message.
    constexpr any_error& add(std::string_view more) noexcept {
        for (const char c : more) {
            if (size == longest) return *this;
            text[size] = c >= ' ' && c <= '~' ? c : '?';
            ++size;
        }
        return *this;
    }
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
    // A name from outside, of which 48 bytes are shown.
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

// An object, or an error. Like std::expected of C++23.
template <class T>
class [[nodiscard]] any_result {
  public:
    using value_type = T;

    any_result(const T& made) noexcept : object(made) {}
    any_result(const any_error& error) noexcept : why(error) {}

    // An object that is made here, of these arguments: for one that cannot be copied.
    template <class... Arguments>
    explicit any_result(std::in_place_t, Arguments&&... arguments)
        : object(std::in_place, std::forward<Arguments>(arguments)...) {}

    explicit operator bool() const noexcept { return object.has_value(); }
    bool has_value() const noexcept { return object.has_value(); }

    // The object, which must be there.
    T& operator*() noexcept { return *object; }
    const T& operator*() const noexcept { return *object; }
    T* operator->() noexcept { return &*object; }
    const T* operator->() const noexcept { return &*object; }

    // Where there is an object: its problem is none, and its message "".
    const any_error& error() const noexcept { return why ? *why : no_error; }

  private:
    static constexpr any_error no_error{};
    std::optional<T> object;
    std::optional<any_error> why;
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
