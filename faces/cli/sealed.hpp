// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The sealed file of docs/SEAL.md: its header, and what is bound into each of its chunks.

#include <array>
#include <cstdint>
#include <span>

#include <hashlane/ascon.hpp>

#include "common.hpp"

namespace hashlane::cli {

using seal_key = std::array<std::uint8_t, 16>;
using header_bytes = std::array<std::uint8_t, 48>;

enum class key_source : std::uint8_t { raw = 0, pbkdf2_hmac_sha256 = 1 };

struct seal_header {
    key_source source = key_source::raw;
    unsigned chunk_log2 = 16;
    std::uint32_t iterations = 0;
    std::array<std::uint8_t, 16> salt{}, nonce{};

    static constexpr unsigned least_log2 = 12, most_log2 = 24;
    static constexpr std::size_t tag_size = 16;
    std::size_t chunk_size() const { return std::size_t{1} << chunk_log2; }

    header_bytes encode() const;
    static seal_header decode(std::span<const std::uint8_t>);  // throws failure
};

// The AEAD of one file. Text is encrypted and decrypted in its place.
class chunk_aead {
  public:
    chunk_aead(const seal_key&, const seal_header&);

    std::array<std::uint8_t, 16> seal(std::uint64_t counter, bool last, std::span<std::uint8_t> text) const;

    // Returns false, and the text is all zero, when this is not the chunk `counter` of this file.
    [[nodiscard]] bool open(std::uint64_t counter, bool last, std::span<std::uint8_t> text,
                            std::span<const std::uint8_t, 16> tag) const;

  private:
    std::array<std::uint8_t, 16> nonce_of(std::uint64_t counter) const;
    std::array<std::uint8_t, 57> associated(std::uint64_t counter, bool last) const;

    ascon_aead128 aead;
    header_bytes header;
    std::array<std::uint8_t, 16> first_nonce;
};

}  // namespace hashlane::cli
