// SPDX-License-Identifier: Apache-2.0 OR MIT
// The entry point that SQLite calls when it loads hashlane.so. README.md is the manual.
#include "extension.hpp"

#include <cstdlib>
#include <new>

SQLITE_EXTENSION_INIT1

namespace hashlane::sqlite {
namespace {

constexpr int oldest_version = 3031000;  // SQLITE_INNOCUOUS

void release(void* shared) noexcept {
    auto* const all = static_cast<settings*>(shared);
    --all->references;
    if (all->references != 0) return;
    all->~settings();
    sqlite3_free(all);
}

// The limit in bytes that HASHLANE_SET_LIMIT has, or the usual one where the environment has none. Nothing where it is no
// number.
std::optional<std::size_t> limit_of_sets() noexcept {
    const char* const wish = std::getenv("HASHLANE_SET_LIMIT");
    if (wish == nullptr) return engine::set_digest::usual_limit;
    char* end = nullptr;
    const unsigned long long bytes = std::strtoull(wish, &end, 10);
    if (*wish < '0' || *wish > '9' || *end != '\0') return std::nullopt;
    return static_cast<std::size_t>(bytes);
}

settings* make_settings(std::size_t set_limit) noexcept {
    void* const where = sqlite3_malloc64(sizeof(settings));
    if (where == nullptr) return nullptr;
    auto* const made = ::new (where) settings;
    made->set_limit = set_limit;
    return made;
}

// SQLite calls release() also when it refuses a function.
int register_all(sqlite3* connection, settings* shared) noexcept {
    for (const scalar_function& f : scalar_functions()) {
        ++shared->references;
        const int status = sqlite3_create_function_v2(connection, f.name, f.arguments, SQLITE_UTF8 | f.flags, shared,
                                                      f.call, nullptr, nullptr, release);
        if (status != SQLITE_OK) return status;
    }
    for (const aggregate_function& f : aggregate_functions()) {
        ++shared->references;
        const int status =
            sqlite3_create_function_v2(connection, f.name, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                                       shared, nullptr, f.step, f.final, release);
        if (status != SQLITE_OK) return status;
    }
    return SQLITE_OK;
}

}  // namespace

int start(sqlite3* connection, char** message) noexcept {
    if (sqlite3_libversion_number() < oldest_version) {
        *message = sqlite3_mprintf("hashlane needs SQLite 3.31.0 or later");
        return SQLITE_ERROR;
    }
    const std::optional<std::size_t> set_limit = limit_of_sets();
    if (!set_limit) {
        *message = sqlite3_mprintf("HASHLANE_SET_LIMIT is no number of bytes");
        return SQLITE_ERROR;
    }
    settings* const shared = make_settings(*set_limit);
    if (shared == nullptr) return SQLITE_NOMEM;
    const int status = register_all(connection, shared);
    release(shared);
    return status;
}

}  // namespace hashlane::sqlite

extern "C" [[gnu::visibility("default")]] int sqlite3_hashlane_init(sqlite3* connection, char** message,
                                                                    const sqlite3_api_routines* api) {
    SQLITE_EXTENSION_INIT2(api);
    return hashlane::sqlite::start(connection, message);
}
