// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Where the key of a sealed file comes from: a file of 16 bytes, or a passphrase from a file or the terminal.
//
// Keys and passphrases stay in one place of static memory. It is zeroed when key_options ends, however it ends, and
// when a signal ends the program. Elsewhere keys are for the time of a call: in the AEAD and in PBKDF2, which wipe
// their own.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "app.hpp"
#include "common.hpp"
#include "sealed.hpp"

namespace hashlane::cli {

class key_options {
  public:
    key_options() = default;
    ~key_options();
    key_options(const key_options&) = delete;
    key_options& operator=(const key_options&) = delete;

    void declare(command_line&);

    // Reads the key file or the passphrase. The terminal is asked twice for a new one. From here on the program leaves
    // no core dump. Throws wrong_use or failure.
    void load(bool is_new);

    key_source source() const { return key_file.empty() ? key_source::pbkdf2_hmac_sha256 : key_source::raw; }

    // The AEAD for the file of this header; a passphrase is stretched. Throws failure when the header wants another
    // kind of key.
    chunk_aead aead_for(const seal_header&) const;

  private:
    void load_key_file();

    std::string key_file, passphrase_file;
    std::size_t length = 0;  // of the key or the passphrase, in bytes
};

// From the system's generator. Throws failure.
void fill_random(std::span<std::uint8_t>);

}  // namespace hashlane::cli
