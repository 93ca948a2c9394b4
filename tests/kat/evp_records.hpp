// SPDX-License-Identifier: Apache-2.0 OR MIT
// Values of OpenSSL's evp_test files: "text" in quotes, or hexadecimal.
#pragma once

#include "kat.hpp"

namespace kat {

inline bytes evp_value(const std::string& value) {
    if (value.empty() || value.front() != '"') return vectors::from_hex(value);
    return vectors::from_text(std::string_view(value).substr(1, value.size() - 2));
}

}  // namespace kat
