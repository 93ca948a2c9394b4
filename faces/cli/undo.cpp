// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "undo.hpp"

#include <array>
#include <climits>
#include <csignal>
#include <cstring>

#include <unistd.h>

namespace hashlane::cli::undo {
namespace {

std::array<char, PATH_MAX> path{};
volatile std::sig_atomic_t has_path = 0, terminal = -1;
termios settings_before{};

void put_right(int signal) {
    if (has_path != 0) unlink(path.data());
    if (terminal >= 0) tcsetattr(terminal, TCSAFLUSH, &settings_before);
    std::signal(signal, SIG_DFL);
    raise(signal);
}

void listen() {
    static const bool done = [] {
        for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
            if (std::signal(signal, put_right) == SIG_IGN) std::signal(signal, SIG_IGN);
        return true;
    }();
    static_cast<void>(done);
}

}  // namespace

void remove_file(const std::string& name) {
    listen();
    has_path = 0;
    if (name.empty() || name.size() >= path.size()) return;
    std::memcpy(path.data(), name.c_str(), name.size() + 1);
    has_path = 1;
}

void restore_terminal(int descriptor, const termios& settings) {
    listen();
    terminal = -1;
    settings_before = settings;
    terminal = descriptor;
}

}  // namespace hashlane::cli::undo
