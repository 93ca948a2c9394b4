// SPDX-License-Identifier: Apache-2.0 OR MIT
// How the sets for Ascon name their fields.
#pragma once

#include "hash_shapes.hpp"

namespace kat {

// LWC files and ACVP's as text: MsgBits, ZBits and OutBits where bits are counted, first bit lowest.
inline hash_case ascon_text(const record& r) {
    const auto bits = [&](const char* name, const char* count) {
        const bytes data = r.hex(name);
        return bit_string(data, r.has(count) ? r.number(count) : data.size() * 8);
    };
    hash_case c;
    c.where = r.where;
    c.message = bits("Msg", "MsgBits");
    c.output = bits("MD", "OutBits");
    if (r.has("Z")) c.customization = bits("Z", "ZBits");
    return c;
}

}  // namespace kat
