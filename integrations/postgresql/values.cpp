// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "values.hpp"

#include <cstring>

namespace hashlane::postgresql {

octets_in octets_of(Datum value) {
    const auto* const whole = PG_DETOAST_DATUM_PACKED(value);
    return {reinterpret_cast<const std::uint8_t*>(VARDATA_ANY(whole)),
            static_cast<std::size_t>(VARSIZE_ANY_EXHDR(whole))};
}

octets_in utf8_of(octets_in text) {
    const auto* const first = reinterpret_cast<const char*>(text.data());
    const char* const converted = pg_server_to_any(first, static_cast<int>(text.size()), PG_UTF8);
    if (converted == first) return text;
    return {reinterpret_cast<const std::uint8_t*>(converted), std::strlen(converted)};  // text has no NUL
}
octets_in utf8_of(Datum value) { return utf8_of(octets_of(value)); }

std::string_view name_in(Datum value) {
    const octets_in octets = octets_of(value);
    return {reinterpret_cast<const char*>(octets.data()), octets.size()};
}

result make_result(std::size_t n) {
    auto* const made = static_cast<bytea*>(palloc(VARHDRSZ + n));
    SET_VARSIZE(made, VARHDRSZ + n);
    return {PointerGetDatum(made), {reinterpret_cast<std::uint8_t*>(VARDATA(made)), n}};
}

const any_digest& hash_named(chosen_hash& last, Datum name) {
    const std::string_view wanted = name_in(name);
    if (last.hash && last.hash->info().name == wanted) return *last.hash;
    const any_result<any_digest> found = engine::find_hash(wanted);
    if (!found) report(found.error());
    return last.hash.emplace(*found);
}

void digest_message(const any_digest& hash, octets_in message, octets_out out) {
    // The size of `out` is right, so that neither call returns false.
    if (message.size() <= piece) return (void)hash.digest_into(message, out);
    absorb_long(
        message, [&]() noexcept { return engine::in_pieces(hash); },
        [&](const any_hash& all) noexcept { (void)all.digest(out); });
}

}  // namespace hashlane::postgresql
