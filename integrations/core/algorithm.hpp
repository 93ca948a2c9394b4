// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The algorithms of an engine's functions, by name: digests, MACs, output of any length. What cannot be is an error with
/// one line of text, which the engine reports in its own way.
///
///     const auto hash = find_hash("sha3-256");      if (!hash) ... hash.error().message()
///     if (!hash->digest_into(value, out)) ...       out has hash->digest_size() bytes

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <hashlane/any.hpp>
#include <hashlane/by_name/batch.hpp>

namespace hashlane::engine {

/// An error with a text. Its message is empty where nothing went wrong.
using failure = any_error;

/// No digest and no tag has more bytes than this.
inline constexpr std::size_t longest_digest = 64;
/// How many bytes hashlane_xof gives at most.
inline constexpr std::size_t longest_output = 65536;
/// How many bytes a key has at most.
inline constexpr std::size_t longest_key = 1024;

/// Finds what hashlane_digest takes: a hash or an XOF that needs neither a key nor a tuple.
any_result<any_digest> find_hash(std::string_view name) noexcept;

/// Finds what hashlane_xof takes.
/// \param name the name of an XOF that needs neither a key nor a tuple
/// \param length the number of bytes that are wanted, which may be any number
/// \return the XOF, or an error, also when the length is below 0 or above longest_output
any_result<any_digest> find_xof(std::string_view name, std::int64_t length) noexcept;

/// Finds what hashlane_mac takes.
/// \param name the name of a MAC
/// \param key 1 to longest_key bytes
/// \return the MAC with its key, which has absorbed nothing, or an error. Its tag has at most longest_digest bytes.
any_result<any_mac> find_mac(std::string_view name, octets_in key) noexcept;

/// Makes an object that absorbs a message in pieces.
/// \param hash what find_hash() has found
any_hash in_pieces(const any_digest& hash) noexcept;

/// Writes two digits for each byte, in lower case.
/// \param to 2 * bytes.size() characters
void write_hex(octets_in bytes, char* to) noexcept;

}  // namespace hashlane::engine
