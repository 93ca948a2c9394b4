// SPDX-License-Identifier: Apache-2.0 OR MIT
// The functions of one row. An argument NULL gives NULL, but for the values of hashlane_row.
#include <array>
#include <new>

#include "extension.hpp"
#include "kinds.hpp"

namespace hashlane::sqlite {
namespace {

using engine::longest_digest;

template <class T>
void destroy(void* object) noexcept {
    static_cast<T*>(object)->~T();
    sqlite3_free(object);
}

// Keeps a copy of an object for the other rows of the statement: SQLite drops it where argument `number` is no constant, or
// where memory is lacking.
template <class T>
void keep(sqlite3_context* context, int number, const T& object) noexcept {
    static_assert(alignof(T) <= 8);
    void* const where = sqlite3_malloc64(sizeof(T));
    if (where != nullptr) sqlite3_set_auxdata(context, number, ::new (where) T(object), destroy<T>);
}

// The hash or XOF that the first argument names; nothing after an error or where it is NULL. What was kept comes first, since
// every row of most statements ends there.
std::optional<any_digest> hash_of(sqlite3_context* context, sqlite3_value* name) noexcept {
    if (const void* const kept = sqlite3_get_auxdata(context, 0)) return *static_cast<const any_digest*>(kept);
    if (is_null(name)) return std::nullopt;
    const any_result<any_digest> found = engine::find_hash(name_in(name));
    if (!found) {
        fail(context, found.error().message());
        return std::nullopt;
    }
    keep(context, 0, *found);
    return *found;
}

// The bytes of an argument; nothing after an error or where it is NULL.
std::optional<octets_in> message_in(sqlite3_context* context, sqlite3_value* value) noexcept {
    const int type = sqlite3_value_type(value);
    if (type == SQLITE_NULL) return std::nullopt;
    if (type != SQLITE_TEXT && type != SQLITE_BLOB) {
        fail(context, no_bytes);
        return std::nullopt;
    }
    const std::optional<octets_in> octets = octets_of(value, type);
    if (!octets) fail(context, no_memory);
    return octets;
}

void give_bytes(sqlite3_context* context, octets_in bytes) noexcept {
    sqlite3_result_blob(context, bytes.data(), static_cast<int>(bytes.size()), SQLITE_TRANSIENT);
}

// The digest of the second argument, in memory of the caller; no bytes after an error or where an argument is NULL.
octets_in digest_of(sqlite3_context* context, sqlite3_value** arguments, octets_out out) noexcept {
    if (is_null(arguments[1])) return {};
    const auto hash = hash_of(context, arguments[0]);
    if (!hash) return {};
    const auto message = message_in(context, arguments[1]);
    if (!message) return {};
    const octets_out digest = out.first(hash->digest_size());
    (void)hash->digest_into(*message, digest);  // the size is right
    return digest;
}

void hashlane_digest(sqlite3_context* context, int, sqlite3_value** arguments) {
    std::array<std::uint8_t, longest_digest> out;
    const octets_in digest = digest_of(context, arguments, out);
    if (!digest.empty()) give_bytes(context, digest);
}

void hashlane_hex(sqlite3_context* context, int, sqlite3_value** arguments) {
    std::array<std::uint8_t, longest_digest> out;
    const octets_in digest = digest_of(context, arguments, out);
    if (digest.empty()) return;
    std::array<char, 2 * longest_digest> text;
    engine::write_hex(digest, text.data());
    sqlite3_result_text(context, text.data(), static_cast<int>(2 * digest.size()), SQLITE_TRANSIENT);
}

void hashlane_xof(sqlite3_context* context, int, sqlite3_value** arguments) {
    for (int i = 0; i < 3; ++i)
        if (is_null(arguments[i])) return;
    if (sqlite3_value_type(arguments[2]) != SQLITE_INTEGER) return fail(context, "the length is no integer");
    const sqlite3_int64 length = sqlite3_value_int64(arguments[2]);
    const any_result<any_digest> xof = engine::find_xof(name_in(arguments[0]), length);
    if (!xof) return fail(context, xof.error().message());
    const auto message = message_in(context, arguments[1]);
    if (!message) return;
    const auto size = static_cast<std::size_t>(length);
    auto* const out = static_cast<std::uint8_t*>(sqlite3_malloc64(size + 1));
    if (out == nullptr) return sqlite3_result_error_nomem(context);
    (void)xof->digest_into(*message, octets_out(out, size));  // an XOF gives any size
    sqlite3_result_blob64(context, out, size, sqlite3_free);
}

// A MAC with its key, and what it was made from.
struct kept_mac {
    any_mac mac;
    std::uint64_t keys_read;
};

// The MAC that was kept for argument 1, when it is still what the arguments name.
const any_mac* mac_kept(sqlite3_context* context, std::string_view algorithm) noexcept {
    const auto* const kept = static_cast<const kept_mac*>(sqlite3_get_auxdata(context, 1));
    if (kept == nullptr || kept->mac.info().name != algorithm) return nullptr;
    return kept->keys_read == settings_of(context).keys_read ? &kept->mac : nullptr;
}

void give_tag(sqlite3_context* context, any_mac mac, octets_in message) noexcept {
    std::array<std::uint8_t, longest_digest> out;
    const octets_out tag = std::span(out).first(mac.tag_size());
    (void)mac.update(message).tag_into(tag);  // the size is right
    give_bytes(context, tag);
}

// key_of(key) gives the bytes of the key, or nothing after an error.
template <class F>
void give_mac(sqlite3_context* context, sqlite3_value** arguments, F&& key_of) noexcept {
    for (int i = 0; i < 3; ++i)
        if (is_null(arguments[i])) return;
    const auto message = message_in(context, arguments[2]);
    if (!message) return;
    const std::string_view algorithm = name_in(arguments[0]);
    if (const any_mac* const kept = mac_kept(context, algorithm)) return give_tag(context, *kept, *message);
    const std::optional<octets_in> key = key_of(arguments[1]);
    if (!key) return;
    const any_result<any_mac> mac = engine::find_mac(algorithm, *key);
    if (!mac) return fail(context, mac.error().message());
    keep(context, 1, kept_mac{*mac, settings_of(context).keys_read});
    give_tag(context, *mac, *message);
}

void hashlane_mac(sqlite3_context* context, int, sqlite3_value** arguments) {
    give_mac(context, arguments, [&](sqlite3_value* key) -> std::optional<octets_in> {
        if (has_bytes(key)) return message_in(context, key);
        fail(context, "the key is a number, not text or a blob");
        return std::nullopt;
    });
}

// Reads the key file that the environment names, unless keys have been read or a statement has named a file.
failure ensure_keys(settings& shared) noexcept {
    if (shared.has_keys) return {};
    if (shared.file_was_named)
        return failure(any_problem::key_missing)
            .add("the file that hashlane_key_file named was refused: call it again");
    const char* const path = std::getenv("HASHLANE_KEYS");
    if (path == nullptr)
        return failure(any_problem::key_missing).add("no key file: set HASHLANE_KEYS or call hashlane_key_file");
    failure why = shared.keys.read(path);
    shared.has_keys = why.message().empty();
    return why;
}

void hashlane_mac_named(sqlite3_context* context, int, sqlite3_value** arguments) {
    engine::named_key key;
    give_mac(context, arguments, [&](sqlite3_value* name) -> std::optional<octets_in> {
        settings& shared = settings_of(context);
        failure why = ensure_keys(shared);
        if (why.message().empty()) why = shared.keys.find(name_in(name), key);
        if (why.message().empty()) return key.view();
        fail(context, why.message());
        return std::nullopt;
    });
}

void hashlane_key_file(sqlite3_context* context, int, sqlite3_value** arguments) {
    if (is_null(arguments[0])) return;
    settings& shared = settings_of(context);
    shared.file_was_named = true;
    shared.has_keys = false;
    ++shared.keys_read;
    const std::string_view path = name_in(arguments[0]);
    if (path.empty() || path.find('\0') != path.npos) return fail(context, "the name of the key file is no text");
    const failure why = shared.keys.read(path.data());  // SQLite ends text with a NUL
    shared.has_keys = why.message().empty();
    if (!shared.has_keys) fail(context, why.message());
}

// Writes the row of the arguments; false after an error.
template <class Sink>
bool encode_row(sqlite3_context* context, int count, sqlite3_value** values, Sink& to) noexcept {
    engine::row_encoder row(to);
    row.start_row(static_cast<std::uint64_t>(count));
    for (int i = 0; i < count; ++i) {
        const failure why = encode(values[i], row);
        if (why.message().empty()) continue;
        fail(context, why.message());
        return false;
    }
    return true;
}

void give_digest(sqlite3_context* context, engine::message_hasher& message) noexcept {
    std::array<std::uint8_t, longest_digest> out;
    const octets_out digest = std::span(out).first(message.hash().digest_size());
    message.finish(digest);
    give_bytes(context, digest);
}

void hashlane_row(sqlite3_context* context, int count, sqlite3_value** arguments) {
    if (count == 0) return fail(context, "hashlane_row needs an algorithm");
    const auto hash = hash_of(context, arguments[0]);
    if (!hash) return;
    engine::message_hasher to(*hash);
    if (encode_row(context, count - 1, arguments + 1, to)) give_digest(context, to);
}

// Writes each value as one of the kind that the list names; a failure with an empty message when all could be written.
failure encode_row_as(std::string_view kinds, std::span<sqlite3_value*> values, engine::message_hasher& to) noexcept {
    engine::row_encoder row(to);
    row.start_row(values.size());
    bool more_kinds = !kinds.empty();
    for (sqlite3_value* const value : values) {
        if (!more_kinds) return failure(any_problem::none).add("there are more values than kinds");
        more_kinds = kinds.find(',') != kinds.npos;
        failure why = encode_as(next_kind(kinds), value, row);
        if (!why.message().empty()) return why;
    }
    if (more_kinds) return failure(any_problem::none).add("there are more kinds than values");
    return {};
}

void hashlane_row_as(sqlite3_context* context, int count, sqlite3_value** arguments) {
    if (count < 2) return fail(context, "hashlane_row_as needs an algorithm and a list of kinds");
    if (is_null(arguments[0]) || is_null(arguments[1])) return;
    const auto hash = hash_of(context, arguments[0]);
    if (!hash) return;
    engine::message_hasher to(*hash);
    const std::span values(arguments + 2, static_cast<std::size_t>(count - 2));
    const failure why = encode_row_as(name_in(arguments[1]), values, to);
    if (why.message().empty())
        give_digest(context, to);
    else
        fail(context, why.message());
}

// Collects a message in memory.
struct collector {
    engine::byte_buffer all;
    void put(const std::uint8_t* p, std::size_t n) noexcept { all.append(p, n); }
};

void hashlane_row_bytes(sqlite3_context* context, int count, sqlite3_value** arguments) {
    collector to;
    if (!encode_row(context, count, arguments, to)) return;
    if (!to.all.complete()) return sqlite3_result_error_nomem(context);
    sqlite3_result_blob64(context, to.all.view().data(), to.all.size(), SQLITE_TRANSIENT);
}

void hashlane_version(sqlite3_context* context, int, sqlite3_value**) {
    sqlite3_result_text(context, HASHLANE_VERSION, -1, SQLITE_STATIC);
}

// The result depends on the arguments alone, so that an index or a generated column may have it; and a view or a trigger of
// a file from outside can do no harm with it.
constexpr int pure = SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
// The result depends on a file: only statements of the program itself may call it, no view and no trigger.
constexpr int of_program = SQLITE_DIRECTONLY;

constexpr scalar_function functions[] = {
    {"hashlane_digest", 2, pure, hashlane_digest},
    {"hashlane_hex", 2, pure, hashlane_hex},
    {"hashlane_xof", 3, pure, hashlane_xof},
    {"hashlane_mac", 3, pure, hashlane_mac},
    {"hashlane_row", -1, pure, hashlane_row},
    {"hashlane_row_as", -1, pure, hashlane_row_as},
    {"hashlane_row_bytes", -1, pure, hashlane_row_bytes},
    {"hashlane_version", 0, SQLITE_INNOCUOUS, hashlane_version},
    {"hashlane_mac_named", 3, of_program, hashlane_mac_named},
    {"hashlane_key_file", 1, of_program, hashlane_key_file},
};

}  // namespace

std::span<const scalar_function> scalar_functions() noexcept { return functions; }

}  // namespace hashlane::sqlite
