// SPDX-License-Identifier: Apache-2.0 OR MIT
// Opening, reading, writing and renaming files, for Windows.

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdio>

#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>

#include "windows.hpp"

namespace hashlane::cli::sys {
namespace {

constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
constexpr std::size_t most_at_once = std::size_t{1} << 30;  // bytes of one call

int descriptor_of(HANDLE file, int flags) {
    if (file == INVALID_HANDLE_VALUE) return note_last_error();
    const int descriptor = _open_osfhandle(reinterpret_cast<std::intptr_t>(file), flags | _O_BINARY | _O_NOINHERIT);
    if (descriptor < 0) CloseHandle(file);
    return descriptor;
}

bool is_console(HANDLE file) {
    DWORD mode = 0;
    return GetConsoleMode(file, &mode) != 0;
}

// A name that nobody guesses, in place of the last six characters.
int choose_name(std::string& path) {
    static constexpr char letters[] = "abcdefghijklmnopqrstuvwxyz012345";
    std::array<std::uint8_t, 6> random{};
    if (fill_random(random) != 0) return -1;
    for (std::size_t i = 0; i < random.size(); ++i) path[path.size() - random.size() + i] = letters[random[i] % 32];
    return 0;
}

int try_open(const std::string& path, DWORD access, DWORD share, DWORD how, DWORD flags) {
    const std::optional<std::wstring> name = system_path(path);
    if (!name) return -1;
    const HANDLE file = CreateFileW(name->c_str(), access, share, nullptr, how, flags, nullptr);
    return descriptor_of(file, access == GENERIC_READ ? _O_RDONLY : _O_RDWR);
}

int rename_file(const std::string& from, const std::string& to, DWORD flags) {
    const std::optional<std::wstring> old_name = system_path(from), new_name = system_path(to);
    if (!old_name || !new_name) return -1;
    return MoveFileExW(old_name->c_str(), new_name->c_str(), flags | MOVEFILE_WRITE_THROUGH) ? 0 : note_last_error();
}

int append_name(const wchar_t* found, std::vector<std::string>& names) {
    const std::wstring_view wide(found);
    if (wide == L"." || wide == L"..") return 0;
    const std::optional<std::string> name = to_utf8(wide);
    if (!name) return -1;
    names.push_back(*name);
    return 0;
}

}  // namespace

// Directories too can be opened so: status() then tells what it is.
int open_to_read(const std::string& path, bool) {
    return try_open(path, GENERIC_READ, share_all, OPEN_EXISTING,
                    FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_SEQUENTIAL_SCAN);
}

std::ptrdiff_t read(int descriptor, void* data, std::size_t size) {
    return _read(descriptor, data, static_cast<unsigned>(std::min(size, most_at_once)));
}

int write_all(int descriptor, const void* data, std::size_t size) {
    const char* p = static_cast<const char*>(data);
    const HANDLE file = handle_of(descriptor);
    if (is_console(file)) return write_to_console(file, {p, size});
    while (size != 0) {
        DWORD written = 0;
        const auto asked = static_cast<DWORD>(std::min(size, most_at_once));
        if (!WriteFile(file, p, asked, &written, nullptr)) {
            note_last_error();
            return errno;
        }
        if (written == 0) return EIO;
        p += written;
        size -= written;
    }
    return 0;
}

int close(int descriptor) { return _close(descriptor); }

std::int64_t position(int descriptor) { return _lseeki64(descriptor, 0, SEEK_CUR); }

int move_to(int descriptor, std::int64_t position) { return _lseeki64(descriptor, position, SEEK_SET) < 0 ? -1 : 0; }

// Files are read here, not mapped.
file_mapping::~file_mapping() = default;

std::span<const std::uint8_t> file_mapping::map(int, std::int64_t, std::size_t) { return {}; }

bool file_mapping::damaged() const { return false; }

void will_read_to_the_end(int) {}  // open_to_read has told it

// The rights are those that the directory gives its files.
int create_temporary(std::string& path) {
    for (int tries = 0; tries < 100; ++tries) {
        if (choose_name(path) != 0) return -1;
        const int descriptor = try_open(path, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE,
                                        CREATE_NEW, FILE_ATTRIBUTE_NORMAL);
        if (descriptor >= 0 || errno != EEXIST) return descriptor;
    }
    return -1;
}

void set_mode(int, unsigned) {}

unsigned mode_of_new_file(unsigned mode) { return mode; }

int synchronise(int descriptor) { return FlushFileBuffers(handle_of(descriptor)) ? 0 : note_last_error(); }

int remove(const std::string& path) {
    const std::optional<std::wstring> name = system_path(path);
    if (!name) return -1;
    return DeleteFileW(name->c_str()) ? 0 : note_last_error();
}

int rename_over(const std::string& from, const std::string& to) {
    return rename_file(from, to, MOVEFILE_REPLACE_EXISTING);
}

int rename_to_new(const std::string& from, const std::string& to) { return rename_file(from, to, 0); }

int may_read(const std::string& path) {
    const int descriptor = open_to_read(path, true);
    return descriptor < 0 ? -1 : close(descriptor);
}

// Makes a file and removes it: what the rights of a directory allow is hard to tell otherwise.
int may_create_in(const std::string& directory) {
    file_status found;
    if (status(directory, found) != 0) return -1;
    if (!found.directory()) {
        errno = ENOTDIR;
        return -1;
    }
    std::string path = directory + "/.hashlane-XXXXXX";
    const int descriptor = create_temporary(path);
    if (descriptor < 0) return -1;
    close(descriptor);
    return remove(path);
}

int list_directory(const std::string& path, std::vector<std::string>& names) {
    const std::optional<std::wstring> pattern = system_path(path + "/*");
    if (!pattern) return -1;
    WIN32_FIND_DATAW entry{};
    const HANDLE search =
        FindFirstFileExW(pattern->c_str(), FindExInfoBasic, &entry, FindExSearchNameMatch, nullptr, 0);
    if (search == INVALID_HANDLE_VALUE) return note_last_error();
    int result = 0, error = 0;
    do
        if (append_name(entry.cFileName, names) != 0) {
            result = -1;
            error = errno;
        }
    while (FindNextFileW(search, &entry));
    if (GetLastError() != ERROR_NO_MORE_FILES) {
        result = note_last_error();
        error = errno;
    }
    FindClose(search);
    errno = error;
    return result;
}

std::string temporary_directory() {
    std::array<wchar_t, MAX_PATH + 2> place{};
    const DWORD length = GetTempPathW(static_cast<DWORD>(place.size()), place.data());
    return to_utf8({place.data(), length}).value_or(".");
}

int fill_random(std::span<std::uint8_t> data) {
    const auto size = static_cast<ULONG>(data.size());
    if (BCryptGenRandom(nullptr, data.data(), size, BCRYPT_USE_SYSTEM_PREFERRED_RNG) == 0) return 0;
    errno = EIO;
    return -1;
}

void zero(void* data, std::size_t size) { SecureZeroMemory(data, size); }

// Windows then asks no debugger, and sends no report, when the program crashes.
void leave_no_core_dump() { SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX); }

}  // namespace hashlane::cli::sys
