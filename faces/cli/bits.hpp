// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// --bits N: messages that end within a byte. A file is such a message as a whole, or there is no digest of it.

#include <cstddef>
#include <span>
#include <vector>

#include <hashlane/any.hpp>

#include "app.hpp"
#include "input.hpp"

namespace hashlane::cli {

void add_bits_option(command_line&, std::size_t& bits);

// The bits of the last byte are its high ones (FIPS 180-4 s.3.1, Ascon v1.2), or its low ones (FIPS 202 s.B.1).
bool takes_high_bits(const algorithm&);

// Throws wrong_use: one of them takes whole bytes alone, or they take the last bits from different ends of a byte.
void require_bits(const std::vector<any_hash>& hashes, std::size_t bits);

// A file as the whole bytes of the message, and then its end.
class message_file {
  public:
    message_file(input_file& from, std::size_t n) : file(from), bits(n), left(n == whole_file ? n : n / 8) {}

    // Fills the buffer; fewer bytes only at the end of the message.
    std::size_t read(std::span<std::uint8_t> buffer);

    // As next() of input_file.
    std::span<const std::uint8_t> next(std::span<std::uint8_t> buffer);

    bool is_mapped() const { return bits == whole_file && file.is_mapped(); }

    // What is left of the message after these. Throws failure unless the file ends with it.
    partial_byte end(const algorithm&);

  private:
    input_file& file;
    std::size_t bits, left;
};

}  // namespace hashlane::cli
