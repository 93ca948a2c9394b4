// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "params.hpp"

#include <algorithm>

namespace hashlane::openssl {

bool read(const OSSL_PARAM* params, const char* name, std::size_t& value) noexcept {
    const OSSL_PARAM* const p = OSSL_PARAM_locate_const(params, name);
    return p == nullptr || OSSL_PARAM_get_size_t(p, &value) == 1;
}

bool read(const OSSL_PARAM* params, const char* name, int& value) noexcept {
    const OSSL_PARAM* const p = OSSL_PARAM_locate_const(params, name);
    return p == nullptr || OSSL_PARAM_get_int(p, &value) == 1;
}

bool read(const OSSL_PARAM* params, const char* name, const char*& text) noexcept {
    const OSSL_PARAM* const p = OSSL_PARAM_locate_const(params, name);
    return p == nullptr || OSSL_PARAM_get_utf8_string_ptr(p, &text) == 1;
}

found_bytes find_bytes(const OSSL_PARAM* params, const char* name) noexcept {
    const OSSL_PARAM* const p = OSSL_PARAM_locate_const(params, name);
    if (p == nullptr) return {};
    const bool typed = p->data_type == OSSL_PARAM_OCTET_STRING || p->data_type == OSSL_PARAM_UTF8_STRING;
    if (!typed || (p->data == nullptr && p->data_size != 0)) return {.there = true, .good = false};
    return {.there = true, .bytes = {static_cast<const std::uint8_t*>(p->data), p->data_size}};
}

bool write(OSSL_PARAM* params, const char* name, std::size_t value) noexcept {
    OSSL_PARAM* const p = OSSL_PARAM_locate(params, name);
    return p == nullptr || OSSL_PARAM_set_size_t(p, value) == 1;
}

bool write(OSSL_PARAM* params, const char* name, int value) noexcept {
    OSSL_PARAM* const p = OSSL_PARAM_locate(params, name);
    return p == nullptr || OSSL_PARAM_set_int(p, value) == 1;
}

bool short_string::assign(octets_in from) noexcept {
    if (from.size() > longest) return false;
    std::ranges::copy(from, text);
    if (size > from.size()) wipe(text + from.size(), size - from.size());
    size = from.size();
    return true;
}

void short_string::clear() noexcept {
    wipe(text, size);
    size = 0;
}

bool secret_bytes::assign(octets_in from) noexcept {
    auto* const place = static_cast<std::uint8_t*>(OPENSSL_malloc(from.size() + 1));
    if (place == nullptr) return false;
    std::ranges::copy(from, place);
    clear();
    data = place;
    size = from.size();
    return true;
}

bool secret_bytes::append(octets_in more) noexcept {
    auto* const place = static_cast<std::uint8_t*>(OPENSSL_malloc(size + more.size() + 1));
    if (place == nullptr) return false;
    std::ranges::copy(bytes(), place);
    std::ranges::copy(more, place + size);
    const std::size_t sum = size + more.size();
    clear();
    data = place;
    size = sum;
    return true;
}

void secret_bytes::clear() noexcept {
    OPENSSL_clear_free(data, size);
    data = nullptr;
    size = 0;
}

}  // namespace hashlane::openssl
