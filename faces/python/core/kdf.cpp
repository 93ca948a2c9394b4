// SPDX-License-Identifier: Apache-2.0 OR MIT
// HKDF and PBKDF2. Their keys are bytes objects, which Python does not wipe.

#include <algorithm>

#include "arguments.hpp"
#include "functions.hpp"
#include "held_list.hpp"

namespace hashlane_python {

namespace {

// Held if given, else empty: for a salt and an info that may be absent.
bool hold_optional(held_bytes& held, PyObject* given, const char* what) {
    return given == nullptr || given == Py_None || held.hold(given, what);
}

// One column as n messages.
struct numbered {
    const held_column* column;
    std::size_t n;

    std::size_t size() const { return n; }
    octets operator[](std::size_t i) const { return (*column)[i]; }
};

// What f writes into n bytes. The caller has checked n; f returns false where the standard does not allow so many.
template <class F>
PyObject* filled(std::size_t n, F&& f) {
    fresh_bytes out(n);
    bool good = false;
    if (!out) return nullptr;
    without_gil([&] { good = f(out.room); });
    return good ? out.object.release() : fail(PyExc_ValueError, "more bytes than the standard allows");
}

// RFC 5869 s.2.3: L <= 255*HashLen.
range hkdf_lengths(const entry& what) { return {0, 255 * what.info.digest_size}; }

// RFC 8018 s.5.2: 1 <= dkLen <= (2^32 - 1) * hLen.
range pbkdf2_lengths(const entry& what) {
    return {1, std::min(std::uint64_t{0xffffffff} * what.info.digest_size, most_bytes)};
}
constexpr range any_iterations{1, PTRDIFF_MAX};

PyObject* hkdf_over(const entry& what, PyObject* const* given) {
    std::size_t n = 0;
    held_bytes key, salt, info;
    if (!key.hold(given[0], "key") || !get_size(given[1], "length", n, hkdf_lengths(what)) ||
        !hold_optional(salt, given[2], "salt") || !hold_optional(info, given[3], "info"))
        return nullptr;
    return filled(n, [&](output out) { return what.kdf->hkdf(key.get(), salt.get(), info.get(), out); });
}

PyObject* pbkdf2_over(const entry& what, PyObject* const* given) {
    std::size_t n = what.info.digest_size, iterations = 0;
    held_bytes password, salt;
    if (!password.hold(given[0], "password") || !salt.hold(given[1], "salt") ||
        !get_size(given[2], "iterations", iterations, any_iterations) ||
        !get_optional(given[3], "dklen", n, pbkdf2_lengths(what)))
        return nullptr;
    return filled(n, [&](output out) { return what.kdf->pbkdf2(password.get(), salt.get(), iterations, out); });
}

#define HKDF_NAMES "key", "length", "salt", "info"
#define PBKDF2_NAMES "password", "salt", "iterations", "dklen"

PyObject* hkdf(PyObject* module, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"hash_name", HKDF_NAMES};
    PyObject* given[std::size(names)];
    if (!parse({"hkdf", names, 3, 3}, args, nargs, kwnames, given)) return nullptr;
    const entry* what = find_entry_over(state_of(module), "hkdf-", given[0]);
    return what == nullptr ? nullptr : hkdf_over(*what, given + 1);
}

PyObject* hkdf_extract(PyObject* module, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"hash_name", "key", "salt"};
    PyObject* given[std::size(names)];
    held_bytes key, salt;
    if (!parse({"hkdf_extract", names, 3, 2}, args, nargs, kwnames, given)) return nullptr;
    const entry* what = find_entry_over(state_of(module), "hkdf-", given[0]);
    if (what == nullptr || !key.hold(given[1], "key") || !hold_optional(salt, given[2], "salt")) return nullptr;
    return filled(what->info.digest_size, [&](output out) {
        what->kdf->hkdf_extract(key.get(), salt.get(), out);
        return true;
    });
}

PyObject* hkdf_expand(PyObject* module, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"hash_name", "pseudorandom_key", "info", "length"};
    PyObject* given[std::size(names)];
    held_bytes key, info;
    std::size_t n = 0;
    if (!parse({"hkdf_expand", names, 4, 4}, args, nargs, kwnames, given)) return nullptr;
    const entry* what = find_entry_over(state_of(module), "hkdf-", given[0]);
    if (what == nullptr || !key.hold(given[1], "pseudorandom_key") || !info.hold(given[2], "info") ||
        !get_size(given[3], "length", n, hkdf_lengths(*what)))
        return nullptr;
    return filled(n, [&](output out) { return what->kdf->hkdf_expand(key.get(), info.get(), out); });
}

// As many keys as passwords.
PyObject* pbkdf2_hmac_many(PyObject* module, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"hash_name", "passwords", "salts", "iterations", "dklen", "threads"};
    PyObject* given[std::size(names)];
    std::size_t iterations = 0, all = 0;
    hl::threads wanted;
    held_column passwords, salts;
    if (!parse({"pbkdf2_hmac_many", names, 5, 4}, args, nargs, kwnames, given)) return nullptr;
    const entry* what = find_entry_over(state_of(module), "pbkdf2-", given[0]);
    if (what == nullptr) return nullptr;
    std::size_t n = what->info.digest_size;
    if (!passwords.hold(given[1], "passwords", false) || !salts.hold(given[2], "salts", true, passwords.size()) ||
        !get_size(given[3], "iterations", iterations, any_iterations) ||
        !get_optional(given[4], "dklen", n, pbkdf2_lengths(*what)) || !get_threads(given[5], wanted.count))
        return nullptr;
    if (__builtin_mul_overflow(passwords.size(), n, &all)) return PyErr_NoMemory();
    room_for<std::uint8_t> keys;
    if (!keys.reserve(all)) return nullptr;
    const numbered with{&salts, passwords.size()};
    bool good = false;
    without_gil([&] {
        good = what->kdf->pbkdf2_many(hl::any_messages(passwords), hl::any_messages(with), iterations,
                                      {keys.get(), all}, wanted);
    });
    PyObject* const out =
        good ? list_of(keys.get(), passwords.size(), n) : fail(PyExc_ValueError, "more bytes than the standard allows");
    hl::wipe(keys.get(), all);
    return out;
}

PyObject* pbkdf2_hmac(PyObject* module, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"hash_name", PBKDF2_NAMES};
    PyObject* given[std::size(names)];
    if (!parse({"pbkdf2_hmac", names, 5, 4}, args, nargs, kwnames, given)) return nullptr;
    const entry* what = find_entry_over(state_of(module), "pbkdf2-", given[0]);
    return what == nullptr ? nullptr : pbkdf2_over(*what, given + 1);
}

}  // namespace

PyObject* derive_hkdf(const entry& what, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {HKDF_NAMES};
    PyObject* given[std::size(names)];
    if (!parse({what.identifier.data(), names, 2, 2}, args, nargs, kwnames, given)) return nullptr;
    return hkdf_over(what, given);
}

PyObject* derive_pbkdf2(const entry& what, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {PBKDF2_NAMES};
    PyObject* given[std::size(names)];
    if (!parse({what.identifier.data(), names, 4, 3}, args, nargs, kwnames, given)) return nullptr;
    return pbkdf2_over(what, given);
}

const PyMethodDef hkdf_method =
    method("hkdf", hkdf,
           "hkdf(hash_name, key, length, *, salt=None, info=None)\n--\n\n"
           "RFC 5869: `length` bytes derived from a key; ValueError for more than 255 digests.");
const PyMethodDef hkdf_extract_method =
    method("hkdf_extract", hkdf_extract,
           "hkdf_extract(hash_name, key, salt=None)\n--\n\nRFC 5869 s.2.2: the pseudorandom key, a digest long.");
const PyMethodDef hkdf_expand_method =
    method("hkdf_expand", hkdf_expand,
           "hkdf_expand(hash_name, pseudorandom_key, info, length)\n--\n\nRFC 5869 s.2.3: `length` bytes of it.");
const PyMethodDef pbkdf2_hmac_many_method =
    method("pbkdf2_hmac_many", pbkdf2_hmac_many,
           "pbkdf2_hmac_many(hash_name, passwords, salts, iterations, dklen=None, *, threads=1)\n--\n\n"
           "pbkdf2_hmac() of each of a list of passwords, side by side: a list of keys. salts: a list, or bytes for\n"
           "all. threads: as in digest_many.");
const PyMethodDef pbkdf2_hmac_method =
    method("pbkdf2_hmac", pbkdf2_hmac,
           "pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None)\n--\n\n"
           "RFC 8018 s.5.2, with hashlib's arguments: `dklen` bytes, a digest long if None.");

}  // namespace hashlane_python
