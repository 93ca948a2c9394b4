// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "console.hpp"

#include <cerrno>
#include <utility>

#include "names.hpp"

namespace hashlane::cli::console {
namespace {

struct {
    std::string program = "hashlane";
    bool output_terminal = false, error_terminal = false, written = false, drawn = false;
    bool line_begun = false;  // the output on the terminal does not end with a newline
    int typing = 0;           // terminals that are being read
    sys::file_status output;  // of standard output; of no kind if it has none
    std::string held_back;    // for standard output
    int lost = 0;             // the error that a write of it met, until somebody is told
    std::mutex mutex;
} self;

void wipe_drawn() {
    if (!self.drawn) return;
    static constexpr std::string_view wipe = "\r\033[K";
    sys::write_all(sys::standard_error, wipe.data(), wipe.size());
    self.drawn = false;
}

// How much fits on one line of the terminal of standard error.
std::size_t columns() {
    const std::size_t known = sys::columns(sys::standard_error);
    return known == 0 ? 80 : known - 1;
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
    const int error = sys::write_all(sys::standard_output, self.held_back.data(), self.held_back.size());
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
    sys::prepare_standard_files();
    self.program = program;
    if (sys::status(sys::standard_output, self.output) != 0) self.output = {};
    self.output_terminal = sys::is_terminal(sys::standard_output);
    self.error_terminal = sys::is_terminal(sys::standard_error);
}

std::string_view program() { return self.program; }
bool output_is_terminal() { return self.output_terminal; }
bool error_is_terminal() { return self.error_terminal; }

bool is_output(const sys::file_status& status) { return self.output.regular() && status.same_file(self.output); }

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
    if (const int error = sys::write_all(sys::standard_output, text.data(), text.size())) lost(error);
}

void write(std::span<const std::uint8_t> data) {
    write(std::string_view(reinterpret_cast<const char*>(data.data()), data.size()));
}

void finish() {
    flush();
    draw({});
    // A network file system may say only at the end that there was no room.
    if (self.written && sys::close(sys::standard_output) != 0) lost(errno);
}

void complain(std::string_view message) {
    const std::lock_guard lock(self.mutex);
    write_held_back();
    wipe_drawn();
    const std::string line = std::string(self.program).append(": ").append(message).append("\n");
    sys::write_all(sys::standard_error, line.data(), line.size());
}

void draw(std::string_view status, std::string_view name) {
    const std::lock_guard lock(self.mutex);
    if (status.empty()) return wipe_drawn();
    if (self.line_begun || self.typing != 0) return;
    const std::string line = std::string("\r").append(within_line(status, name)).append("\033[K");
    sys::write_all(sys::standard_error, line.data(), line.size());
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

}  // namespace hashlane::cli::console
