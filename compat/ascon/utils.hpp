// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "../utilities.hpp"

namespace ascon_utils {
using hashlane_compat::from_hex;
using hashlane_compat::random_data;
using hashlane_compat::to_hex;

// 0xffffffff if the two arrays of `size` bytes are equal, 0 if they differ. Its time depends on the size alone.
constexpr std::uint32_t ct_eq_byte_array(const std::uint8_t* a, const std::uint8_t* b, std::size_t size) {
    std::uint32_t different = 0;
    for (std::size_t i = 0; i < size; ++i) different |= static_cast<std::uint32_t>(a[i] ^ b[i]);
    return 0 - (different - 1) / 0x8000'0000U;
}

// Sets `size` bytes to `value` if `condition` is 0xffffffff, and leaves them as they are if it is 0. Its time depends on
// the size alone.
constexpr void ct_conditional_memset(std::uint32_t condition, std::uint8_t* bytes, std::uint8_t value,
                                     std::size_t size) {
    const auto mask = static_cast<std::uint8_t>(condition);
    for (std::size_t i = 0; i < size; ++i) {
        const auto kept = static_cast<std::uint8_t>(bytes[i] & static_cast<std::uint8_t>(~mask));
        bytes[i] = static_cast<std::uint8_t>(kept | (value & mask));
    }
}

}  // namespace ascon_utils
