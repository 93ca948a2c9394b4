// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Parameters of OpenSSL (OSSL_PARAM), and memory for what they set.

#include "provider.hpp"

namespace hashlane::openssl {

// The functions that read leave the value as it is where the parameter is absent, and return true. They return false where
// it is there and has a wrong type or range.
bool read(const OSSL_PARAM* params, const char* name, std::size_t& value) noexcept;
bool read(const OSSL_PARAM* params, const char* name, int& value) noexcept;
bool read(const OSSL_PARAM* params, const char* name, const char*& text) noexcept;

// The bytes of a parameter that is an octet string or a text.
struct found_bytes {
    bool there = false;
    bool good = true;  // false: it is there and of another type
    octets_in bytes{};
};
found_bytes find_bytes(const OSSL_PARAM* params, const char* name) noexcept;

// The functions that write do nothing where the parameter is not asked for, and return true. They return false where the
// value does not fit.
bool write(OSSL_PARAM* params, const char* name, std::size_t value) noexcept;
bool write(OSSL_PARAM* params, const char* name, int value) noexcept;

inline octets_in bytes_of(const unsigned char* p, std::size_t n) noexcept { return {p, p == nullptr ? 0 : n}; }

// A string of at most 512 bytes, as OpenSSL's KMAC has it. Its destructor wipes it.
class short_string {
  public:
    static constexpr std::size_t longest = 512;

    short_string() noexcept {}  // the bytes are not initialised
    short_string(const short_string& from) noexcept { (void)assign(from.bytes()); }
    short_string& operator=(const short_string& from) noexcept {
        if (this != &from) (void)assign(from.bytes());
        return *this;
    }
    ~short_string() { clear(); }

    // False, and nothing changes, where it has more than `longest` bytes.
    bool assign(octets_in from) noexcept;
    void clear() noexcept;
    octets_in bytes() const noexcept { return {text, size}; }

  private:
    std::size_t size = 0;
    std::uint8_t text[longest];
};

// Bytes of any number in memory of their own, such as a key. The destructor wipes them.
class secret_bytes {
  public:
    secret_bytes() noexcept = default;
    secret_bytes(const secret_bytes&) = delete;
    secret_bytes& operator=(const secret_bytes&) = delete;
    ~secret_bytes() { clear(); }

    // False, and nothing changes, where there is no memory.
    bool assign(octets_in from) noexcept;
    // Appends `more`. False, and nothing changes, where there is no memory.
    bool append(octets_in more) noexcept;
    void clear() noexcept;
    bool is_set() const noexcept { return data != nullptr; }
    octets_in bytes() const noexcept { return {data, size}; }

  private:
    std::uint8_t* data = nullptr;
    std::size_t size = 0;
};

}  // namespace hashlane::openssl
