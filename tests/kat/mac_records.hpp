// SPDX-License-Identifier: Apache-2.0 OR MIT
// How the sets for message authentication codes name their fields.
#pragma once

#include "evp_records.hpp"
#include "hash_shapes.hpp"

namespace kat {

inline hash_case wycheproof_mac(const record& r) {
    hash_case c;
    c.where = r.where;
    c.key = bit_string(r.hex("key"));
    c.message = bit_string(r.hex("msg"));
    c.output = bit_string(r.hex("tag"));
    c.valid = r.text("result") == "valid";
    return c;
}

// RFC 4231, as cryptography_vectors has it.
inline hash_case rfc4231(const record& r) {
    hash_case c = cavp(r);
    c.key = bit_string(r.hex("Key"));
    return c;
}

inline hash_case acvp_mac(const record& r) {
    hash_case c;
    c.where = r.where;
    c.key = bit_string(r.hex("key"));
    c.message = bit_string(r.hex("msg"));
    c.output = bit_string(r.hex("mac"), r.number("macLen"));
    return c;
}

inline hash_case evp_mac(const record& r) {
    hash_case c;
    c.where = r.where;
    c.key = bit_string(evp_value(r.text("Key")));
    c.message = bit_string(evp_value(r.text("Input")));
    c.customization = bit_string(evp_value(r.text_or("Custom", "")));
    c.output = bit_string(r.hex("Output"));
    return c;
}

}  // namespace kat
