// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "undo.hpp"

#include <array>
#include <climits>
#include <cstring>

#include <unistd.h>

namespace hashlane::cli::undo {
namespace {

std::array<char, PATH_MAX> path{};
volatile sig_atomic_t has_path = 0, terminal = -1;
termios settings_before{};
void* volatile secrets = nullptr;
volatile std::size_t secrets_size = 0;

constexpr int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2};

// Ends the program within raise(): nothing that was interrupted goes on.
void put_right(int signal) {
    if (has_path != 0) unlink(path.data());
    if (terminal >= 0) tcsetattr(terminal, TCSAFLUSH, &settings_before);
    if (secrets != nullptr) explicit_bzero(secrets, secrets_size);
    raise(signal);
    _exit(128 + signal);
}

// A signal that is ignored, or that another part of the process handles, stays as it is.
void listen() {
    static const bool done = [] {
        struct sigaction before = {}, ours = {};
        ours.sa_handler = put_right;
        ours.sa_flags = static_cast<int>(SA_RESETHAND) | SA_NODEFER;
        for (int signal : ending)
            if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_DFL)
                sigaction(signal, &ours, nullptr);
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

void wipe_memory(void* data, std::size_t size) {
    listen();
    secrets = nullptr;
    secrets_size = size;
    secrets = data;
}

hold::hold() {
    sigset_t all;
    sigemptyset(&all);
    for (int signal : ending) sigaddset(&all, signal);
    pthread_sigmask(SIG_BLOCK, &all, &before);
}

hold::~hold() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }

void restore_terminal(int descriptor, const termios& settings) {
    listen();
    terminal = -1;
    settings_before = settings;
    terminal = descriptor;
}

}  // namespace hashlane::cli::undo
