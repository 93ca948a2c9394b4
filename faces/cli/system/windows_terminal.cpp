// SPDX-License-Identifier: Apache-2.0 OR MIT
// Standard files, the console, and what is put right when Ctrl-C ends the program, for Windows.

#include <algorithm>
#include <array>
#include <cerrno>
#include <mutex>

#include <fcntl.h>
#include <io.h>

#include "../common.hpp"
#include "../undo.hpp"
#include "windows.hpp"

namespace hashlane::cli {
namespace undo {
namespace {

// Windows calls put_right in a thread of its own, which waits for the lock.
struct {
    std::recursive_mutex mutex;
    std::string path;
    void* secrets = nullptr;
    std::size_t secrets_size = 0;
    HANDLE console = INVALID_HANDLE_VALUE;
    DWORD mode_before = 0;
} held;

// Ends the program: nothing that was interrupted goes on.
BOOL WINAPI put_right(DWORD) {
    constexpr UINT ended_by_control_c = 0xC000013A;
    const std::lock_guard lock(held.mutex);
    if (!held.path.empty()) sys::remove(held.path);
    if (held.console != INVALID_HANDLE_VALUE) SetConsoleMode(held.console, held.mode_before);
    if (held.secrets != nullptr) sys::zero(held.secrets, held.secrets_size);
    TerminateProcess(GetCurrentProcess(), ended_by_control_c);
    return TRUE;
}

void listen() {
    static const bool done = SetConsoleCtrlHandler(put_right, TRUE) != 0;
    static_cast<void>(done);
}

// One console at a time; INVALID_HANDLE_VALUE takes it back.
void restore_console(HANDLE console, DWORD mode) {
    listen();
    const std::lock_guard lock(held.mutex);
    held.console = console;
    held.mode_before = mode;
}

}  // namespace

void remove_file(const std::string& path) {
    listen();
    const std::lock_guard lock(held.mutex);
    held.path = path;
}

void wipe_memory(void* data, std::size_t size) {
    listen();
    const std::lock_guard lock(held.mutex);
    held.secrets = data;
    held.secrets_size = size;
}

struct hold::state {
    std::lock_guard<std::recursive_mutex> lock{held.mutex};
};

hold::hold() : self(std::make_unique<state>()) {}

hold::~hold() = default;

}  // namespace undo

namespace sys {
namespace {

void fill(int descriptor, int flags) {
    const HANDLE file = handle_of(descriptor);
    if (file != INVALID_HANDLE_VALUE && file != nullptr && GetFileType(file) != FILE_TYPE_UNKNOWN) return;
    const int opened = _wopen(L"NUL", flags | _O_BINARY);
    if (opened >= 0 && opened != descriptor) {
        _dup2(opened, descriptor);
        _close(opened);
    }
}

// Lets the console understand the sequences that progress is drawn with. Returns false if it cannot.
bool understands_sequences(HANDLE console) {
    DWORD mode = 0;
    return GetConsoleMode(console, &mode) && SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

// How many of the bytes are whole characters of UTF-8, if the text is cut after that many.
std::size_t whole_characters(std::string_view text) {
    std::size_t end = text.size();
    while (end != 0 && text.size() - end < 4 && (text[end - 1] & 0xc0) == 0x80) --end;
    if (end != 0 && (text[end - 1] & 0x80) != 0) --end;  // the first byte of the last character
    return end == 0 ? text.size() : end;
}

}  // namespace

void prepare_standard_files() {
    fill(standard_input, _O_WRONLY);   // reading fails
    fill(standard_output, _O_RDONLY);  // writing fails
    fill(standard_error, _O_WRONLY);
    for (const int descriptor : {standard_input, standard_output, standard_error}) _setmode(descriptor, _O_BINARY);
}

bool is_terminal(int descriptor) {
    DWORD mode = 0;
    const HANDLE file = handle_of(descriptor);
    if (!GetConsoleMode(file, &mode)) return false;
    return descriptor != standard_error || understands_sequences(file);
}

std::size_t columns(int terminal) {
    CONSOLE_SCREEN_BUFFER_INFO info{};
    if (!GetConsoleScreenBufferInfo(handle_of(terminal), &info)) return 0;
    return static_cast<std::size_t>(std::max(0, info.srWindow.Right - info.srWindow.Left + 1));
}

int write_to_console(HANDLE console, std::string_view text) {
    constexpr std::size_t most = 8192;  // bytes of one call: older consoles take few
    while (!text.empty()) {
        const std::size_t taken = text.size() <= most ? text.size() : whole_characters(text.substr(0, most));
        const std::optional<std::wstring> wide = to_utf16(text.substr(0, taken));
        if (!wide) return errno;
        DWORD written = 0;
        if (!WriteConsoleW(console, wide->data(), static_cast<DWORD>(wide->size()), &written, nullptr)) {
            note_last_error();
            return errno;
        }
        text.remove_prefix(taken);
    }
    return 0;
}

struct quiet_terminal::settings {
    HANDLE in = INVALID_HANDLE_VALUE, out = INVALID_HANDLE_VALUE;
    DWORD mode = 0;
};

quiet_terminal::quiet_terminal() : self(std::make_unique<settings>()) {
    const DWORD access = GENERIC_READ | GENERIC_WRITE, share = FILE_SHARE_READ | FILE_SHARE_WRITE;
    self->in = CreateFileW(L"CONIN$", access, share, nullptr, OPEN_EXISTING, 0, nullptr);
    self->out = CreateFileW(L"CONOUT$", access, share, nullptr, OPEN_EXISTING, 0, nullptr);
    if (self->out == INVALID_HANDLE_VALUE || !GetConsoleMode(self->in, &self->mode))
        throw failure("no terminal to ask for the passphrase: give --passphrase-file or --key-file");
    undo::restore_console(self->in, self->mode);
    const DWORD quiet =
        (self->mode & ~static_cast<DWORD>(ENABLE_ECHO_INPUT)) | ENABLE_LINE_INPUT | ENABLE_PROCESSED_INPUT;
    SetConsoleMode(self->in, quiet);
}

quiet_terminal::~quiet_terminal() {
    SetConsoleMode(self->in, self->mode);
    undo::restore_console(INVALID_HANDLE_VALUE, 0);
    CloseHandle(self->in);
    CloseHandle(self->out);
}

// The passphrase is UTF-8, as it is in a file and on other systems.
std::size_t quiet_terminal::ask(std::string_view question, std::span<std::uint8_t> line) const {
    write_to_console(self->out, question);
    std::array<wchar_t, 4096> wide;
    DWORD count = 0;
    const bool good = ReadConsoleW(self->in, wide.data(), static_cast<DWORD>(wide.size()), &count, nullptr);
    write_to_console(self->out, "\r\n");
    const bool whole = good && count != 0 && wide[count - 1] == L'\n';
    while (count != 0 && (wide[count - 1] == L'\n' || wide[count - 1] == L'\r')) --count;
    const int length =
        WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, wide.data(), static_cast<int>(count),
                            reinterpret_cast<char*>(line.data()), static_cast<int>(line.size()), nullptr, nullptr);
    const bool fits = count == 0 || length != 0;
    zero(wide.data(), sizeof wide);
    if (!good) {
        note_last_error();
        throw failure("the terminal: " + reason(errno));
    }
    if (!whole || !fits) throw failure("the passphrase is too long, or is not text");
    return static_cast<std::size_t>(length);
}

}  // namespace sys
}  // namespace hashlane::cli
