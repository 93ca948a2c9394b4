// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "seal_keys.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <string_view>

#include <hashlane/mac.hpp>
#include <hashlane/sha2.hpp>

#include "console.hpp"
#include "input.hpp"
#include "names.hpp"
#include "secret.hpp"
#include "undo.hpp"

namespace hashlane::cli {
namespace {

constexpr std::size_t most_passphrase = 4096;

// All secrets of the program, in one place that can be wiped whatever ends it.
struct secrets {
    std::array<std::uint8_t, most_passphrase> secret{};  // the passphrase, or the bytes of the key file
    std::array<std::uint8_t, most_passphrase> again{};   // the passphrase typed once more
    seal_key key{};

    void wipe_all() {
        wipe(secret);
        wipe(again);
        wipe(key);
    }
};
secrets held;

// Do the first n bytes differ? One byte at a time: memcmp leaves what it compared in vector registers, which whatever
// is called next may save on the stack.
bool differ_within(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b, std::size_t n) {
    const volatile std::uint8_t* const first = a.data();
    const volatile std::uint8_t* const second = b.data();
    unsigned difference = 0;
    for (std::size_t i = 0; i < n; ++i) difference |= static_cast<unsigned>(first[i] ^ second[i]);
    return difference != 0;
}

// They put a passphrase into held.secret and give its length.
std::size_t asked_passphrase(bool is_new) {
    const sys::quiet_terminal terminal;
    const std::size_t length = terminal.ask("Passphrase: ", held.secret);
    if (!is_new) return length;
    const std::size_t second = terminal.ask("Once more: ", held.again);
    const bool differ = length != second || differ_within(held.secret, held.again, length);
    wipe(held.again);
    if (differ) throw failure("the passphrases differ");
    return length;
}

// The whole file is the passphrase, except for LF or CRLF at its end, which an editor may have put there. A CR that no
// LF follows belongs to the passphrase.
std::size_t passphrase_of(const std::string& path) {
    secret_bytes text = read_secret(path, most_passphrase + std::string_view("\r\n").size());
    if (!text.empty() && text.back() == '\n') {
        text.pop_back();
        if (!text.empty() && text.back() == '\r') text.pop_back();
    }
    if (std::find(text.begin(), text.end(), '\n') != text.end())
        throw failure(in_message(path) + ": it has more than one line, and a passphrase is one line");
    if (text.size() > most_passphrase)
        throw failure(in_message(path) + ": a passphrase has at most " + std::to_string(most_passphrase) + " bytes");
    std::copy(text.begin(), text.end(), held.secret.begin());
    return text.size();
}

}  // namespace

void fill_random(std::span<std::uint8_t> out) {
    if (sys::fill_random(out) != 0) throw failure("no random numbers: " + reason(errno));
}

// What used the key has returned, so what it left on the stack can be wiped.
key_options::~key_options() {
    held.wipe_all();
    wipe_left_behind();
}

void key_options::declare(command_line& line) {
    line.value("--key-file", key_file, "the key is the 16 bytes of this file", "FILE");
    line.value("--passphrase-file", passphrase_file, "the passphrase is the one line of this file", "FILE");
}

void key_options::load(bool is_new) {
    if (!key_file.empty() && !passphrase_file.empty())
        throw wrong_use("--key-file and --passphrase-file exclude each other");
    sys::leave_no_core_dump();
    undo::wipe_memory(&held, sizeof held);
    if (!key_file.empty()) return load_key_file();
    length = passphrase_file.empty() ? asked_passphrase(is_new) : passphrase_of(passphrase_file);
    if (length == 0) throw failure("the passphrase is empty");
}

void key_options::load_key_file() {
    const secret_bytes key = read_secret(key_file, 1 << 16);
    if (key.size() != sizeof(seal_key))
        throw failure(in_message(key_file) + ": " + std::to_string(key.size()) + " bytes, and a key has 16");
    std::copy(key.begin(), key.end(), held.secret.begin());
    length = key.size();
}

chunk_aead key_options::aead_for(const seal_header& header) const {
    if (header.source != source())
        throw failure(header.source == key_source::raw ? "it was sealed with a key file, not with a passphrase"
                                                       : "it was sealed with a passphrase, not with a key file");
    const std::span<const std::uint8_t> secret(held.secret.data(), length);
    if (source() == key_source::raw)
        std::copy(secret.begin(), secret.end(), held.key.begin());
    else if (!hashlane::derive_into<pbkdf2<sha256>>(secret, header.salt, header.iterations, held.key))
        throw failure("the number of iterations is 0");
    wipe_left_behind();
    chunk_aead aead(held.key, header);
    wipe(held.key);
    return aead;
}

}  // namespace hashlane::cli
