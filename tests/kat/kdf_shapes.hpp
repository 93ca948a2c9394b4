// SPDX-License-Identifier: Apache-2.0 OR MIT
// Known answers of HKDF and PBKDF2.
#pragma once

#include "evp_records.hpp"

namespace kat {

struct kdf_case {
    bytes secret, salt, info, output;
    bytes pseudorandom_key;  // HKDF's, where it is given
    std::size_t size = 0;    // of the output
    std::uint64_t iterations = 0;
    bool extract = true, expand = true, valid = true;
    std::string where;
};

struct kdf_file {
    const char* path;
    vectors::format format;
    kdf_case (*read)(const record&);
    void (*check)(const kdf_case&, tally&);
    const char *field = nullptr, *value = nullptr;  // only the cases that have this field so
};

inline void check_file(const kdf_file& f) {
    tally count(std::string(f.path) + (f.field ? std::string(" ") + f.value : ""));
    for (const record& r : vectors::load(f.format, f.path)) {
        if (f.field && r.text_or(f.field, "") != f.value) continue;
        const kdf_case c = f.read(r);
        if (!c.valid) count.must_reject();
        each_target([&] {
            count.vector();
            f.check(c, count);
        });
    }
}

inline kdf_case wycheproof_hkdf(const record& r) {
    kdf_case c;
    c.where = r.where;
    c.secret = r.hex("ikm");
    c.salt = r.hex("salt");
    c.info = r.hex("info");
    c.output = r.hex("okm");
    c.size = r.number("size");
    c.valid = r.text("result") == "valid";
    return c;
}

inline kdf_case rfc5869(const record& r) {
    kdf_case c;
    c.where = r.where;
    c.secret = r.hex("IKM");
    c.salt = r.hex("salt");
    c.info = r.hex("info");
    c.output = r.hex("OKM");
    c.pseudorandom_key = r.hex("PRK");
    c.size = r.number("L");
    return c;
}

// "hexsalt:00ff" or "salt:text"; a control may be given several times, one value after the other.
inline bytes evp_control(const record& r, std::string_view name) {
    bytes out;
    for (const std::string& value : r.all(name)) {
        const std::string text = value.substr(value.find(':') + 1);
        const bytes part = value.starts_with("hex") ? vectors::from_hex(text) : vectors::from_text(text);
        out.insert(out.end(), part.begin(), part.end());
    }
    return out;
}

inline kdf_case evp_hkdf(const record& r) {
    kdf_case c;
    c.where = r.where;
    c.secret = evp_control(r, "Ctrl.IKM");
    c.salt = evp_control(r, "Ctrl.salt");
    c.info = evp_control(r, "Ctrl.info");
    c.output = r.hex("Output");
    c.size = c.output.size();
    c.extract = r.text_or("Ctrl.mode", "") != "mode:EXPAND_ONLY";
    c.expand = r.text_or("Ctrl.mode", "") != "mode:EXTRACT_ONLY";
    return c;
}

inline kdf_case wycheproof_pbkdf2(const record& r) {
    kdf_case c;
    c.where = r.where;
    c.secret = r.hex("password");
    c.salt = r.hex("salt");
    c.output = r.hex("dk");
    c.iterations = r.number("iterationCount");
    return c;
}

inline kdf_case acvp_pbkdf2(const record& r) {
    kdf_case c;
    c.where = r.where;
    c.secret = vectors::from_text(r.text("password"));
    c.salt = r.hex("salt");
    c.output = r.hex("derivedKey");
    c.iterations = r.number("iterationCount");
    return c;
}

inline kdf_case evp_pbkdf2(const record& r) {
    kdf_case c;
    c.where = r.where;
    c.secret = evp_control(r, r.has("Ctrl.hexpass") ? "Ctrl.hexpass" : "Ctrl.pass");
    c.salt = evp_control(r, r.has("Ctrl.hexsalt") ? "Ctrl.hexsalt" : "Ctrl.salt");
    c.output = r.hex("Output");
    c.iterations = std::stoull(r.text("Ctrl.iter").substr(5));
    return c;
}

template <class K>
void check_hkdf(const kdf_case& c, tally& count) {
    bytes out(c.size, 0xEE);
    if (!c.valid) {
        count.check(!hashlane::derive_into<K>(c.salt, c.secret, c.info, out) && out == bytes(c.size), c.where,
                    "refused, output zero");
        return;
    }
    if (c.extract) {
        const auto key = hashlane::tag<typename K::prf>(c.salt, c.secret);
        if (!c.expand) count.check(same(key, c.output), c.where, "extract");
        if (!c.pseudorandom_key.empty()) count.check(same(key, c.pseudorandom_key), c.where, "extract");
    }
    if (!c.expand) return;
    const bool good = c.extract ? hashlane::derive_into<K>(c.salt, c.secret, c.info, out)
                                : K::expand_into(c.secret, c.info, std::span(out));
    count.check(good && out == c.output, c.where, c.extract ? "derive" : "expand");
}

template <class K>
void check_pbkdf2(const kdf_case& c, tally& count) {
    bytes out(c.output.size());
    count.check(hashlane::derive_into<K>(c.secret, c.salt, c.iterations, out), c.where, "derived");
    count.check(out == c.output, c.where, "derive");
}

}  // namespace kat
