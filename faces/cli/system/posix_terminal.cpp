// SPDX-License-Identifier: Apache-2.0 OR MIT
// Standard files, the terminal, and what is put right when a signal ends the program, for Linux and macOS.

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "../common.hpp"
#include "../undo.hpp"
#include "system.hpp"

namespace hashlane::cli {
namespace undo {
namespace {

std::array<char, PATH_MAX> path{};
volatile sig_atomic_t has_path = 0, terminal = -1;
termios settings_before{};
void* volatile secrets = nullptr;
volatile std::size_t secrets_size = 0;

// These do not end a program that leaves them as they are, or cannot be handled. All others do.
constexpr int not_for_us[] = {SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT, SIGCHLD, SIGURG, SIGWINCH,
#if defined(__APPLE__)
                              SIGIO,   SIGINFO
#endif
};

sigset_t ending_signals() {
    sigset_t ending;
    sigfillset(&ending);
    for (int signal : not_for_us) sigdelset(&ending, signal);
    return ending;
}

// Ends the program within raise(): nothing that was interrupted goes on.
void put_right(int signal) {
    if (has_path != 0) unlink(path.data());
    if (terminal >= 0) tcsetattr(terminal, TCSAFLUSH, &settings_before);
    if (secrets != nullptr) sys::zero(secrets, secrets_size);
    raise(signal);
    _exit(128 + signal);
}

// A signal that is ignored, or that another part of the process handles, stays as it is.
void listen() {
    static const bool done = [] {
        struct sigaction before = {}, ours = {};
        ours.sa_handler = put_right;
        ours.sa_flags = static_cast<int>(SA_RESETHAND) | SA_NODEFER;
        const sigset_t ending = ending_signals();
        for (int signal = 1; signal < NSIG; ++signal)
            if (sigismember(&ending, signal) == 1 && sigaction(signal, nullptr, &before) == 0 &&
                before.sa_handler == SIG_DFL)
                sigaction(signal, &ours, nullptr);
        return true;
    }();
    static_cast<void>(done);
}

// One terminal at a time; -1 takes it back.
void restore_terminal(int descriptor, const termios& settings) {
    listen();
    terminal = -1;
    settings_before = settings;
    terminal = descriptor;
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

struct hold::state {
    sigset_t before;
};

hold::hold() : self(std::make_unique<state>()) {
    const sigset_t ending = ending_signals();
    pthread_sigmask(SIG_BLOCK, &ending, &self->before);
}

hold::~hold() { pthread_sigmask(SIG_SETMASK, &self->before, nullptr); }

}  // namespace undo

namespace sys {
namespace {

void fill(int descriptor, int flags) {
    if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) return;
    const int opened = open("/dev/null", flags);
    if (opened >= 0 && opened != descriptor) {
        dup2(opened, descriptor);
        close(opened);
    }
}

}  // namespace

void prepare_standard_files() {
    fill(standard_input, O_WRONLY);   // reading fails
    fill(standard_output, O_RDONLY);  // writing fails
    fill(standard_error, O_WRONLY);
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

bool is_terminal(int descriptor) { return isatty(descriptor) == 1; }

std::size_t columns(int terminal) {
    winsize size{};
    return ioctl(terminal, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

struct quiet_terminal::settings {
    int descriptor = -1;
    termios before{};
};

quiet_terminal::quiet_terminal() : self(std::make_unique<settings>()) {
    self->descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (self->descriptor < 0 || tcgetattr(self->descriptor, &self->before) != 0)
        throw failure("no terminal to ask for the passphrase: give --passphrase-file or --key-file");
    undo::restore_terminal(self->descriptor, self->before);
    termios quiet = self->before;
    quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    quiet.c_lflag |= ECHONL;
    tcsetattr(self->descriptor, TCSAFLUSH, &quiet);
}

quiet_terminal::~quiet_terminal() {
    tcsetattr(self->descriptor, TCSAFLUSH, &self->before);
    undo::restore_terminal(-1, self->before);
    close(self->descriptor);
}

std::size_t quiet_terminal::ask(std::string_view question, std::span<std::uint8_t> line) const {
    write_all(self->descriptor, question.data(), question.size());
    for (std::size_t length = 0;;) {
        std::uint8_t byte = 0;
        const std::ptrdiff_t n = read(self->descriptor, &byte, 1);
        if (n < 0) throw failure("the terminal: " + reason(errno));
        if (n == 0 || byte == '\n') return length;
        if (length == line.size()) throw failure("the passphrase is too long");
        line[length++] = byte;
    }
}

}  // namespace sys
}  // namespace hashlane::cli
