// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Bytes as hexadecimal and base64 (RFC 4648 s.4).

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "common.hpp"

namespace hashlane::cli {

std::string to_hex(std::span<const std::uint8_t> data);
std::string to_base64(std::span<const std::uint8_t> data);

// Either case. Nothing when a character is no digit, or one is left over.
std::optional<bytes> from_hex(std::string_view text);

// Strict: padded, no other characters, no bits left over.
std::optional<bytes> from_base64(std::string_view text);

std::string lower(std::string_view text);
std::string upper(std::string_view text);

}  // namespace hashlane::cli
