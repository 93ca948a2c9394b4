// SPDX-License-Identifier: Apache-2.0 OR MIT
// How the sets for SP 800-185 name their fields.
#pragma once

#include "mac_records.hpp"

namespace kat {

// pycryptodome: lengths in bits, nothing written as 00.
inline hash_case cshake_text(const record& r) {
    hash_case c = cavp(r);
    c.function_name = bit_string(r.hex("N"), r.number("NLen")).data;
    c.customization = bit_string(r.hex("S"), r.number("SLen"));
    return c;
}

// NIST ACVP: the customization string as text or in hexadecimal; odd bits high, but those of a key as they are (the
// vectors' README, trap 2).
inline hash_case acvp_sp800_185(const record& r) {
    hash_case c;
    c.where = r.where;
    const bool mac = r.has("macLen");
    if (r.has("msg")) c.message = shifted_down(bit_string(r.hex("msg"), r.number(mac ? "msgLen" : "len")));
    c.output = shifted_down(bit_string(r.hex(mac ? "mac" : "md"), r.number(mac ? "macLen" : "outLen")));
    c.customization =
        bit_string(r.has("customizationHex") ? r.hex("customizationHex") : vectors::from_text(r.text("customization")));
    c.function_name = vectors::from_text(r.text_or("functionName", ""));
    if (mac) c.key = bit_string(r.hex("key"), r.number("keyLen"));
    if (r.has("blockSize")) c.parallel_block = r.number("blockSize");
    for (const std::string& element : r.all("tuple")) c.tuple.push_back(vectors::from_hex(element));
    c.valid = r.text_or("testPassed", "true") == "true";
    return c;
}

// The examples of NIST's own documents.
inline hash_case nist_sample(const record& r) {
    hash_case c;
    c.where = r.where;
    c.message = bit_string(r.hex_or_empty("msg"));
    c.output = bit_string(r.hex("out"));
    c.customization = bit_string(vectors::from_text(r.text("custom")));
    c.key = bit_string(r.hex_or_empty("key"));
    if (r.has("blockBytes")) c.parallel_block = r.number("blockBytes");
    for (const std::string& element : r.all("tuple")) c.tuple.push_back(vectors::from_hex(element));
    return c;
}

// NIST ACVP: SP 800-108r1 s.4.4, KMAC(key, context, bits, label).
inline hash_case acvp_kmac_kdf(const record& r) {
    hash_case c;
    c.where = r.where;
    c.key = bit_string(r.hex("keyDerivationKey"));
    c.message = bit_string(r.hex("context"));
    c.customization = bit_string(r.hex("label"));
    c.output = bit_string(r.hex("derivedKey"), r.number("derivedKeyLength"));
    return c;
}

}  // namespace kat
