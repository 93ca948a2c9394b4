// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Keys by name, from a file, for engines whose statements reach logs.
///
///     # a comment
///     customers = 7f3a...
///     orders.2026 = 00112233...
///
/// A line has a name of 1 to 64 letters, digits, `_`, `.` and `-`, a `=`, and the key of 1 to 1024 bytes in hexadecimal
/// digits. Spaces around them do not count. Lines without anything and lines that begin with `#` are ignored.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "algorithm.hpp"
#include "byte_buffer.hpp"

namespace hashlane::engine {

/// The memory of one key. It is zeroed when the object ends.
class named_key {
  public:
    named_key() noexcept = default;
    named_key(const named_key&) = delete;
    named_key& operator=(const named_key&) = delete;
    ~named_key() { explicit_bzero(octets.data(), octets.size()); }

    /// Returns the key.
    octets_in view() const noexcept { return std::span(octets).first(size); }

  private:
    friend class key_file;
    std::array<std::uint8_t, longest_key> octets{};
    std::size_t size = 0;
};

/// The keys of one file, in memory that is zeroed when the object ends. No message of an error shows what the file holds.
class key_file {
  public:
    /// The largest file in bytes.
    static constexpr std::size_t largest = 1 << 20;

    key_file() noexcept = default;
    key_file(const key_file&) = delete;
    key_file& operator=(const key_file&) = delete;
    ~key_file() { text.wipe(); }

    /// Reads a file in the place of the one that was read before.
    /// \param path its name, which ends with a NUL
    /// \return an error when it cannot be read, when others than its owner may read or write it, or when a line is wrong;
    /// there are no keys then
    failure read(const char* path) noexcept;

    /// Finds a key.
    /// \param name the name, exactly
    /// \param key where it is written
    /// \return an error when no key has that name, or more than one
    failure find(std::string_view name, named_key& key) const noexcept;

  private:
    failure check_lines() const noexcept;

    byte_buffer text;
};

}  // namespace hashlane::engine
