// SPDX-License-Identifier: Apache-2.0 OR MIT
// The functions of hashlane.h that derive keys.

#include "messages.hpp"

using namespace hashlane_c;

namespace {

// What is computed by the HKDF of that number; nullptr: it is no HKDF.
const hl::kdf_operations* find_hkdf(hashlane_algorithm algorithm) {
    const entry* e = find(algorithm);
    const bool found = e != nullptr && e->kdf() != nullptr && e->kdf()->hkdf != nullptr;
    return found ? e->kdf() : nullptr;
}

int sized(bool good) { return good ? HASHLANE_OK : HASHLANE_ERROR_SIZE; }

}  // namespace

int hashlane_hkdf_derive(hashlane_algorithm algorithm, const void* key, size_t key_size, const void* salt,
                         size_t salt_size, const void* info, size_t info_size, void* out, size_t out_size) {
    const hl::kdf_operations* kdf = find_hkdf(algorithm);
    if (kdf == nullptr) return HASHLANE_ERROR_ALGORITHM;
    if (!readable(key, key_size) || !readable(salt, salt_size)) return HASHLANE_ERROR_NULL;
    if (!readable(info, info_size) || !readable(out, out_size)) return HASHLANE_ERROR_NULL;
    return sized(kdf->hkdf(as_octets(key, key_size), as_octets(salt, salt_size), as_octets(info, info_size),
                           as_output(out, out_size)));
}

int hashlane_hkdf_extract(hashlane_algorithm algorithm, const void* key, size_t key_size, const void* salt,
                          size_t salt_size, void* out, size_t out_size) {
    const hl::kdf_operations* kdf = find_hkdf(algorithm);
    if (kdf == nullptr) return HASHLANE_ERROR_ALGORITHM;
    if (!readable(key, key_size) || !readable(salt, salt_size) || !readable(out, out_size)) return HASHLANE_ERROR_NULL;
    if (out_size != find(algorithm)->info.digest_size) return HASHLANE_ERROR_SIZE;
    kdf->hkdf_extract(as_octets(key, key_size), as_octets(salt, salt_size), as_output(out, out_size));
    return HASHLANE_OK;
}

int hashlane_hkdf_expand(hashlane_algorithm algorithm, const void* pseudorandom_key, size_t key_size, const void* info,
                         size_t info_size, void* out, size_t out_size) {
    const hl::kdf_operations* kdf = find_hkdf(algorithm);
    if (kdf == nullptr) return HASHLANE_ERROR_ALGORITHM;
    if (!readable(pseudorandom_key, key_size) || !readable(info, info_size)) return HASHLANE_ERROR_NULL;
    if (!readable(out, out_size)) return HASHLANE_ERROR_NULL;
    return sized(
        kdf->hkdf_expand(as_octets(pseudorandom_key, key_size), as_octets(info, info_size), as_output(out, out_size)));
}

int hashlane_pbkdf2_derive(hashlane_algorithm algorithm, const void* password, size_t password_size, const void* salt,
                           size_t salt_size, uint64_t iterations, void* out, size_t out_size) {
    const entry* e = find(algorithm);
    if (e == nullptr || e->kdf() == nullptr || e->kdf()->pbkdf2 == nullptr) return HASHLANE_ERROR_ALGORITHM;
    if (!readable(password, password_size) || !readable(salt, salt_size) || !readable(out, out_size))
        return HASHLANE_ERROR_NULL;
    if (iterations == 0) return HASHLANE_ERROR_OPTION;
    if (out_size == 0) return HASHLANE_ERROR_SIZE;  // RFC 8018 s.5.2: dkLen is positive
    const bool good = e->kdf()->pbkdf2(as_octets(password, password_size), as_octets(salt, salt_size), iterations,
                                       as_output(out, out_size));
    return good ? HASHLANE_OK : HASHLANE_ERROR_SIZE;
}

int hashlane_pbkdf2_derive_many(hashlane_algorithm algorithm, const void* const* passwords,
                                const size_t* password_sizes, const void* const* salts, const size_t* salt_sizes,
                                size_t count, uint64_t iterations, void* keys, size_t key_size, unsigned threads) {
    const entry* e = find(algorithm);
    if (e == nullptr || e->kdf() == nullptr || e->kdf()->pbkdf2 == nullptr) return HASHLANE_ERROR_ALGORITHM;
    std::size_t all = 0;
    if (__builtin_mul_overflow(count, key_size, &all)) return HASHLANE_ERROR_SIZE;
    if (!readable(keys, all)) return HASHLANE_ERROR_NULL;
    if (iterations == 0) return HASHLANE_ERROR_OPTION;
    if (key_size == 0 && count != 0) return HASHLANE_ERROR_SIZE;
    return with_pointers(passwords, password_sizes, count, [=](const auto& password) {
        return with_pointers(salts, salt_sizes, count, [=](const auto& salt) -> int {
            const output out = as_output(keys, all);
            if (password.overlaps(out) || salt.overlaps(out)) return HASHLANE_ERROR_OVERLAP;
            const numbered_messages from{password, count};
            const numbered_messages with{salt, count};
            const bool good = e->kdf()->pbkdf2_many(hl::any_messages(from), hl::any_messages(with), iterations, out,
                                                    hl::threads{threads});
            return good ? HASHLANE_OK : HASHLANE_ERROR_SIZE;
        });
    });
}
