// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "seal_keys.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/random.h>
#include <termios.h>
#include <unistd.h>

#include <hashlane/mac.hpp>
#include <hashlane/sha2.hpp>

#include "console.hpp"
#include "input.hpp"
#include "names.hpp"
#include "undo.hpp"

namespace hashlane::cli {
namespace {

constexpr std::size_t most_passphrase = 4096;

// The terminal of the user, with echo off while this lives.
class quiet_terminal {
  public:
    quiet_terminal() : descriptor(open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)) {
        if (descriptor < 0 || tcgetattr(descriptor, &before) != 0)
            throw failure("no terminal to ask for the passphrase: give --passphrase-file or --key-file");
        undo::restore_terminal(descriptor, before);
        termios quiet = before;
        quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        quiet.c_lflag |= ECHONL;
        tcsetattr(descriptor, TCSAFLUSH, &quiet);
    }
    ~quiet_terminal() {
        tcsetattr(descriptor, TCSAFLUSH, &before);
        undo::restore_terminal(-1, before);
        close(descriptor);
    }
    quiet_terminal(const quiet_terminal&) = delete;
    quiet_terminal& operator=(const quiet_terminal&) = delete;

    bytes ask(std::string_view question) const {
        console::write_all(descriptor, question.data(), question.size());
        bytes line;
        line.reserve(most_passphrase + 1);
        for (;;) {
            std::uint8_t byte = 0;
            const ssize_t n = read(descriptor, &byte, 1);
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) throw failure("the terminal: " + reason(errno));
            if (n == 0 || byte == '\n') return line;
            if (line.size() == most_passphrase) throw failure("the passphrase is too long");
            line.push_back(byte);
        }
    }

  private:
    int descriptor;
    termios before{};
};

bytes asked_passphrase(bool is_new) {
    const quiet_terminal terminal;
    bytes passphrase = terminal.ask("Passphrase: ");
    if (is_new) {
        bytes again = terminal.ask("Once more: ");
        const bool same = again == passphrase;
        wipe(again);
        if (!same) throw failure("the passphrases differ");
    }
    return passphrase;
}

// The first line; an editor may have ended it with LF or CRLF.
bytes passphrase_of(const std::string& path) {
    bytes text = read_whole(path, most_passphrase);
    if (!text.empty() && text.back() == '\n') text.pop_back();
    if (!text.empty() && text.back() == '\r') text.pop_back();
    if (std::find(text.begin(), text.end(), '\n') != text.end())
        throw failure(in_message(path) + ": more than one line; a passphrase is one");
    return text;
}

}  // namespace

void wipe(std::span<std::uint8_t> data) {
    if (!data.empty()) explicit_bzero(data.data(), data.size());
}

void fill_random(std::span<std::uint8_t> out) {
    while (!out.empty()) {
        const ssize_t n = getrandom(out.data(), out.size(), 0);
        if (n > 0)
            out = out.subspan(static_cast<std::size_t>(n));
        else if (errno != EINTR)
            throw failure("no random numbers: " + reason(errno));
    }
}

key_options::~key_options() { wipe(secret); }

void key_options::declare(command_line& line) {
    line.value("--key-file", key_file, "the key is the 16 bytes of this file", "FILE");
    line.value("--passphrase-file", passphrase_file, "the passphrase is the one line of this file", "FILE");
}

void key_options::load(bool is_new) {
    if (!key_file.empty() && !passphrase_file.empty())
        throw wrong_use("--key-file and --passphrase-file exclude each other");
    if (!key_file.empty()) {
        secret = read_whole(key_file, 1 << 16);
        if (secret.size() != sizeof(seal_key))
            throw failure(in_message(key_file) + ": " + std::to_string(secret.size()) + " bytes; a key has 16");
        return;
    }
    secret = passphrase_file.empty() ? asked_passphrase(is_new) : passphrase_of(passphrase_file);
    if (secret.empty()) throw failure("an empty passphrase");
}

seal_key key_options::key_for(const seal_header& header) const {
    if (header.source != source())
        throw failure(header.source == key_source::raw ? "sealed with a key file, not with a passphrase"
                                                       : "sealed with a passphrase, not with a key file");
    seal_key key{};
    if (source() == key_source::raw)
        std::copy(secret.begin(), secret.end(), key.begin());
    else
        pbkdf2<sha256>::derive(secret, header.salt, header.iterations, key);
    return key;
}

}  // namespace hashlane::cli
