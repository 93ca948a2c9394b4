// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "boxes.hpp"

namespace ascon {

// (key, nonce, data, dlen, cipher, ctlen, text, tag); false, and text all zero, when the tag is wrong
inline constexpr auto& decrypt_128 = hashlane_compat::decrypt<hashlane::ascon_v12::aead128>;
inline constexpr auto& decrypt_128a = hashlane_compat::decrypt<hashlane::ascon_v12::aead128a>;
inline constexpr auto& decrypt_80pq = hashlane_compat::decrypt<hashlane::ascon_v12::aead80pq>;

}  // namespace ascon
