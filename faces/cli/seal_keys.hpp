// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Where the key of a sealed file comes from: a file of 16 bytes, or a passphrase from a file or the terminal.

#include <cstdint>
#include <span>
#include <string>

#include "app.hpp"
#include "common.hpp"
#include "sealed.hpp"

namespace hashlane::cli {

class key_options {
  public:
    ~key_options();

    void declare(command_line&);

    // Reads the key file or the passphrase. The terminal is asked twice for a new one. Throws.
    void load(bool is_new);

    key_source source() const { return key_file.empty() ? key_source::pbkdf2_hmac_sha256 : key_source::raw; }

    // For this header; a passphrase is stretched. Throws failure when the header wants another kind of key.
    seal_key key_for(const seal_header&) const;

  private:
    std::string key_file, passphrase_file;
    bytes secret;
};

void wipe(std::span<std::uint8_t>);

// From the system's generator. Throws failure.
void fill_random(std::span<std::uint8_t>);

}  // namespace hashlane::cli
