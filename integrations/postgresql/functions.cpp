// SPDX-License-Identifier: Apache-2.0 OR MIT
// The functions of one value. They are strict: PostgreSQL gives NULL where an argument is NULL.
#include <array>

#include <hashlane/hex.hpp>

#include "byte_buffer.hpp"
#include "key_file.hpp"
#include "settings.hpp"
#include "values.hpp"

namespace hashlane::postgresql {
namespace {

// The arguments are (algorithm, value).
Datum give_digest(FunctionCallInfo fcinfo, type t) {
    const any_digest& hash = hash_named(kept_by<chosen_hash>(fcinfo), PG_GETARG_DATUM(0));
    const octets_in message = octets_of(t, PG_GETARG_DATUM(1));
    const result made = make_result(hash.digest_size());
    digest_message(hash, message, made.bytes);
    return made.value;
}

Datum give_hex(FunctionCallInfo fcinfo, type t) {
    const any_digest& hash = hash_named(kept_by<chosen_hash>(fcinfo), PG_GETARG_DATUM(0));
    const octets_in message = octets_of(t, PG_GETARG_DATUM(1));
    std::array<std::uint8_t, engine::longest_digest> memory;
    const octets_out digest = std::span(memory).first(hash.digest_size());
    digest_message(hash, message, digest);
    const result made = make_result(2 * digest.size());
    engine::write_hex(digest, reinterpret_cast<char*>(made.bytes.data()));
    return made.value;
}

// The arguments are (algorithm, value, length).
Datum give_xof(FunctionCallInfo fcinfo, type t) {
    const std::int64_t length = PG_GETARG_INT64(2);
    const any_result<any_digest> xof = engine::find_xof(name_in(PG_GETARG_DATUM(0)), length);
    if (!xof) report(xof.error());
    const octets_in message = octets_of(t, PG_GETARG_DATUM(1));
    const result made = make_result(static_cast<std::size_t>(length));
    digest_message(*xof, message, made.bytes);
    return made.value;
}

// The MAC of the last call, and the key or the name of the key that it was made with.
class chosen_mac {
  public:
    chosen_mac() noexcept = default;
    chosen_mac(const chosen_mac&) = delete;
    chosen_mac& operator=(const chosen_mac&) = delete;
    ~chosen_mac() { made_with.wipe(); }

    // Returns the MAC of the last call, where the arguments are the same, and else nullptr.
    const any_mac* last(std::string_view algorithm, octets_in key_or_name) const noexcept {
        if (!mac || mac->info().name != algorithm) return nullptr;
        return equal_in_constant_time(made_with.view(), key_or_name) ? &*mac : nullptr;
    }
    // Makes a MAC and remembers what it was made with.
    failure make(std::string_view algorithm, octets_in key, octets_in key_or_name) noexcept {
        mac.reset();
        made_with.wipe();
        const any_result<any_mac> made = engine::find_mac(algorithm, key);
        if (!made) return made.error();
        made_with.append(key_or_name.data(), key_or_name.size());
        if (!made_with.complete()) return problem("out of memory");
        mac = *made;
        return {};
    }
    // The same with a key of a key file, which is read when this object makes its first MAC.
    failure make_named(std::string_view algorithm, octets_in name, const char* path) noexcept {
        if (!has_keys) {
            failure why = keys.read(path);
            if (!why.message().empty()) return why;
            has_keys = true;
        }
        engine::named_key key;
        failure why = keys.find({reinterpret_cast<const char*>(name.data()), name.size()}, key);
        return why.message().empty() ? make(algorithm, key.view(), name) : why;
    }

  private:
    std::optional<any_mac> mac;
    engine::byte_buffer made_with;
    engine::key_file keys;
    bool has_keys = false;
};

void write_tag(const any_mac& mac, octets_out tag) noexcept { (void)mac.tag_into(tag); }  // its size is right
void write_tag(const any_mac& mac, octets_in message, octets_out tag) noexcept {
    any_mac copy(mac);
    write_tag(copy.update(message), tag);
}

Datum give_tag(const any_mac& mac, octets_in message) {
    const result made = make_result(mac.tag_size());
    if (message.size() <= piece)
        write_tag(mac, message, made.bytes);
    else
        absorb_long(
            message, [&]() noexcept { return any_mac(mac); },
            [&](const any_mac& all) noexcept { write_tag(all, made.bytes); });
    return made.value;
}

// The arguments are (algorithm, key, value).
Datum give_mac(FunctionCallInfo fcinfo, type of_key, type of_value) {
    auto& kept = kept_by<chosen_mac>(fcinfo);
    const std::string_view algorithm = name_in(PG_GETARG_DATUM(0));
    const octets_in key = octets_of(of_key, PG_GETARG_DATUM(1));
    const octets_in message = octets_of(of_value, PG_GETARG_DATUM(2));
    if (kept.last(algorithm, key) == nullptr) require(kept.make(algorithm, key, key));
    return give_tag(*kept.last(algorithm, key), message);
}

// The arguments are (algorithm, name, value).
Datum give_named_mac(FunctionCallInfo fcinfo, type of_value) {
    auto& kept = kept_by<chosen_mac>(fcinfo);
    const std::string_view algorithm = name_in(PG_GETARG_DATUM(0));
    const octets_in name = octets_of(PG_GETARG_DATUM(1));
    const octets_in message = octets_of(of_value, PG_GETARG_DATUM(2));
    if (kept.last(algorithm, name) == nullptr) {
        const char* const path = key_file_name();
        if (path == nullptr || *path == '\0')
            report(failure(any_problem::key_missing).add("no key file: set hashlane.key_file"));
        require(kept.make_named(algorithm, name, path));
    }
    return give_tag(*kept.last(algorithm, name), message);
}

}  // namespace

HASHLANE_SQL_FUNCTION(hashlane_pg_digest_bytea) { return give_digest(fcinfo, type::bytes); }
HASHLANE_SQL_FUNCTION(hashlane_pg_digest_text) { return give_digest(fcinfo, type::text); }
HASHLANE_SQL_FUNCTION(hashlane_pg_hex_bytea) { return give_hex(fcinfo, type::bytes); }
HASHLANE_SQL_FUNCTION(hashlane_pg_hex_text) { return give_hex(fcinfo, type::text); }
HASHLANE_SQL_FUNCTION(hashlane_pg_xof_bytea) { return give_xof(fcinfo, type::bytes); }
HASHLANE_SQL_FUNCTION(hashlane_pg_xof_text) { return give_xof(fcinfo, type::text); }
HASHLANE_SQL_FUNCTION(hashlane_pg_mac_bytea_bytea) { return give_mac(fcinfo, type::bytes, type::bytes); }
HASHLANE_SQL_FUNCTION(hashlane_pg_mac_bytea_text) { return give_mac(fcinfo, type::bytes, type::text); }
HASHLANE_SQL_FUNCTION(hashlane_pg_mac_text_bytea) { return give_mac(fcinfo, type::text, type::bytes); }
HASHLANE_SQL_FUNCTION(hashlane_pg_mac_text_text) { return give_mac(fcinfo, type::text, type::text); }
HASHLANE_SQL_FUNCTION(hashlane_pg_mac_named_bytea) { return give_named_mac(fcinfo, type::bytes); }
HASHLANE_SQL_FUNCTION(hashlane_pg_mac_named_text) { return give_named_mac(fcinfo, type::text); }

}  // namespace hashlane::postgresql
