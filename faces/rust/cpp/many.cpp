// SPDX-License-Identifier: Apache-2.0 OR MIT
// The functions of states.h for many messages, passwords and records: the feature `many`.

#include "states.h"

#include "families.hpp"
#include "messages.hpp"
#include "workers.hpp"

#include "c/contexts.hpp"

using namespace hashlane_c;

namespace {

using digest_many_function = decltype(hashlane_rust::digest_many<hl::sha256>);

// The function of each algorithm for many messages, by the numbers of hashlane.h.
constexpr auto many_table = [] {
    std::array<digest_many_function*, HASHLANE_LAST + 1> out{};
    hl::registry::for_each([&]<class Row>(Row) {
        if constexpr (hl::any_detail::digesting<Row> && hashlane_rust::built(Row::type::name))
            if (const int n = number_of(Row::type::name))
                out[static_cast<std::size_t>(n)] = hashlane_rust::digest_many<typename Row::type>;
    });
    return out;
}();

}  // namespace

void hashlane_state_digest_many(hashlane_algorithm algorithm, const void* state, const void* context,
                                hashlane_fetch* fetch, size_t count, void* digests, size_t digest_size,
                                const hashlane_workers* workers) {
    hashlane_rust::with_threads(*workers, [=](hl::threads wanted) {
        many_table[static_cast<std::size_t>(algorithm)](state, {context, fetch, count},
                                                        as_output(digests, count * digest_size), wanted);
    });
}

#if HASHLANE_CRATE_HMAC
int hashlane_derive_many(hashlane_algorithm algorithm, const void* passwords, hashlane_fetch* fetch_password,
                         const void* salts, hashlane_fetch* fetch_salt, size_t count, uint64_t iterations, void* keys,
                         size_t size, const hashlane_workers* workers) {
    const hl::kdf_operations& kdf = *entries[static_cast<std::size_t>(algorithm)].kdf();
    const hashlane_rust::messages from{passwords, fetch_password, count}, with{salts, fetch_salt, count};
    bool good = false;
    hashlane_rust::with_threads(*workers, [&](hl::threads wanted) {
        good =
            kdf.pbkdf2_many(hl::any_messages(from), hl::any_messages(with), iterations, as_output(keys, size), wanted);
    });
    return good ? HASHLANE_OK : HASHLANE_ERROR_SIZE;
}
#endif

#if HASHLANE_CRATE_ASCON
int hashlane_crypt_many(hashlane_algorithm algorithm, const void* key, size_t key_size, int decrypt, const void* texts,
                        hashlane_fetch_texts* fetch, size_t count, const hashlane_workers* workers) {
    const auto aead =
        hl::any_aead::create(entries[static_cast<std::size_t>(algorithm)].info.name, {.key_size = key_size});
    if (!aead) return HASHLANE_ERROR_KEY;
    const hashlane_rust::texts all{texts, fetch, count};
    bool good = true;
    hashlane_rust::with_threads(*workers, [&](hl::threads wanted) {
        if (decrypt != 0)
            good = hl::decrypt_many(*aead, as_octets(key, key_size), hl::any_records(all), wanted);
        else
            good = hl::encrypt_many(*aead, as_octets(key, key_size), hl::any_records(all), wanted);
    });
    return good ? HASHLANE_OK : HASHLANE_FORGED;
}
#endif
