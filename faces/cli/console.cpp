// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "console.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "names.hpp"

namespace hashlane::cli {

std::string reason(int error) { return std::strerror(error); }

namespace console {
namespace {

struct {
    std::string program = "hashlane";
    bool output_terminal = false, error_terminal = false, written = false, drawn = false;
    bool line_begun = false;  // the output on the terminal does not end with a newline
    int typing = 0;           // terminals that are being read
    struct stat output{};     // of standard output; all zero if it has none
    std::string held_back;    // for standard output
    int lost = 0;             // the error that a write of it met, until somebody is told
    std::mutex mutex;
} self;

void wipe_drawn() {
    if (!self.drawn) return;
    static constexpr std::string_view wipe = "\r\033[K";
    write_all(STDERR_FILENO, wipe.data(), wipe.size());
    self.drawn = false;
}

// How much fits on one line of the terminal of standard error.
std::size_t columns() {
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
    return size.ws_col - 1u;
}

// As much of both as stands on one line.
std::string within_line(std::string_view status, std::string_view name) {
    static constexpr std::string_view between = "  ";
    const std::size_t room = columns();
    std::string line(status.substr(0, room));
    if (name.empty() || line.size() + between.size() >= room) return line;
    const std::string shown = end_within(name, room - line.size() - between.size());
    return shown.empty() ? line : line.append(between).append(shown);
}

void fill(int descriptor, int flags) {
    if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) return;
    const int opened = open("/dev/null", flags);
    if (opened >= 0 && opened != descriptor) {
        dup2(opened, descriptor);
        close(opened);
    }
}

constexpr std::size_t most_held_back = std::size_t{1} << 16;

void note_end_of_line(std::string_view text) {
    if (self.output_terminal && !text.empty()) self.line_begun = text.back() != '\n';
}

// Writes what was held back. An error is kept for flush_or_throw. The mutex is held.
void write_held_back() {
    if (self.held_back.empty()) return;
    wipe_drawn();
    self.written = true;
    note_end_of_line(self.held_back);
    const int error = write_all(STDOUT_FILENO, self.held_back.data(), self.held_back.size());
    if (error != 0) self.lost = error;
    self.held_back.clear();
}

[[noreturn]] void lost(int error) { throw output_lost("standard output: " + reason(error)); }

// The mutex is held.
void flush_or_throw() {
    write_held_back();
    if (self.lost != 0) lost(std::exchange(self.lost, 0));
}

}  // namespace

void prepare(std::string_view program) {
    fill(STDIN_FILENO, O_WRONLY);   // reading fails
    fill(STDOUT_FILENO, O_RDONLY);  // writing fails
    fill(STDERR_FILENO, O_WRONLY);
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    self.program = program;
    if (fstat(STDOUT_FILENO, &self.output) != 0) self.output = {};
    self.output_terminal = isatty(STDOUT_FILENO) == 1;
    self.error_terminal = isatty(STDERR_FILENO) == 1;
}

std::string_view program() { return self.program; }
bool output_is_terminal() { return self.output_terminal; }
bool error_is_terminal() { return self.error_terminal; }

int write_all(int descriptor, const void* data, std::size_t size) {
    const char* p = static_cast<const char*>(data);
    while (size != 0) {
        const ssize_t n = ::write(descriptor, p, size);
        if (n > 0) {
            p += n;
            size -= static_cast<std::size_t>(n);
        } else if (n == 0) {
            return EIO;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            pollfd waiting{descriptor, POLLOUT, 0};
            poll(&waiting, 1, -1);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

bool is_output(const struct stat& status) {
    if (!S_ISREG(self.output.st_mode)) return false;
    return status.st_ino == self.output.st_ino && status.st_dev == self.output.st_dev;
}

void write_later(std::string_view text) {
    const std::lock_guard lock(self.mutex);
    self.held_back += text;
    if (self.held_back.size() >= most_held_back) flush_or_throw();
}

void flush() {
    const std::lock_guard lock(self.mutex);
    flush_or_throw();
}

void write(std::string_view text) {
    const std::lock_guard lock(self.mutex);
    flush_or_throw();
    wipe_drawn();
    self.written = true;
    note_end_of_line(text);
    if (const int error = write_all(STDOUT_FILENO, text.data(), text.size())) lost(error);
}

void write(std::span<const std::uint8_t> data) {
    write(std::string_view(reinterpret_cast<const char*>(data.data()), data.size()));
}

void finish() {
    flush();
    draw({});
    // A network file system may say only at the end that there was no room.
    if (self.written && close(STDOUT_FILENO) != 0 && errno != EINTR) lost(errno);
}

void complain(std::string_view message) {
    const std::lock_guard lock(self.mutex);
    write_held_back();
    wipe_drawn();
    const std::string line = std::string(self.program).append(": ").append(message).append("\n");
    write_all(STDERR_FILENO, line.data(), line.size());
}

void draw(std::string_view status, std::string_view name) {
    const std::lock_guard lock(self.mutex);
    if (status.empty()) return wipe_drawn();
    if (self.line_begun || self.typing != 0) return;
    const std::string line = std::string("\r").append(within_line(status, name)).append("\033[K");
    write_all(STDERR_FILENO, line.data(), line.size());
    self.drawn = true;
}

void typing_begins() {
    const std::lock_guard lock(self.mutex);
    wipe_drawn();
    ++self.typing;
}

void typing_ends() {
    const std::lock_guard lock(self.mutex);
    --self.typing;
}

}  // namespace console
}  // namespace hashlane::cli
