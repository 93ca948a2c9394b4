// SPDX-License-Identifier: Apache-2.0 OR MIT
// Errors, paths and what is known of a file, for Windows.

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <io.h>

#include "../common.hpp"
#include "windows.hpp"

namespace hashlane::cli {
namespace {

std::string text_of(DWORD code) {
    std::array<wchar_t, 512> wide{};
    const DWORD flags = FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS;
    const DWORD length = FormatMessageW(flags, nullptr, code, 0, wide.data(), static_cast<DWORD>(wide.size()), nullptr);
    std::string text = sys::to_utf8({wide.data(), length}).value_or("");
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == '.')) text.pop_back();
    return text.empty() ? "error " + std::to_string(code) + " of Windows" : text;
}

}  // namespace

std::string reason(int error) { return error < 0 ? text_of(static_cast<DWORD>(-error)) : std::strerror(error); }

namespace sys {
namespace {

constexpr std::pair<DWORD, int> known_errors[] = {
    {ERROR_FILE_NOT_FOUND, ENOENT},      {ERROR_PATH_NOT_FOUND, ENOENT}, {ERROR_INVALID_NAME, ENOENT},
    {ERROR_BAD_PATHNAME, ENOENT},        {ERROR_BAD_NETPATH, ENOENT},    {ERROR_ACCESS_DENIED, EACCES},
    {ERROR_ALREADY_EXISTS, EEXIST},      {ERROR_FILE_EXISTS, EEXIST},    {ERROR_DISK_FULL, ENOSPC},
    {ERROR_HANDLE_DISK_FULL, ENOSPC},    {ERROR_DIRECTORY, ENOTDIR},     {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
    {ERROR_TOO_MANY_OPEN_FILES, EMFILE}, {ERROR_BROKEN_PIPE, EPIPE},     {ERROR_NO_DATA, EPIPE}};

// From 100 ns since 1601.
moment moment_of(std::int64_t ticks) { return {ticks / 10'000'000, ticks % 10'000'000 * 100}; }

std::uint64_t join(DWORD high, DWORD low) { return static_cast<std::uint64_t>(high) << 32 | low; }

// Junctions and symbolic links lead elsewhere; other reparse points (files kept in a cloud) are files.
bool is_link(HANDLE file) {
    FILE_ATTRIBUTE_TAG_INFO info{};
    if (!GetFileInformationByHandleEx(file, FileAttributeTagInfo, &info, sizeof info)) return false;
    const bool leads = info.ReparseTag == IO_REPARSE_TAG_SYMLINK || info.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT;
    return (info.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 && leads;
}

int status_of_disk_file(HANDLE file, file_status& found) {
    BY_HANDLE_FILE_INFORMATION info{};
    if (!GetFileInformationByHandle(file, &info)) return note_last_error();
    const bool directory = (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    found.kind = is_link(file) ? file_kind::link : directory ? file_kind::directory : file_kind::regular;
    found.size = static_cast<std::int64_t>(join(info.nFileSizeHigh, info.nFileSizeLow));
    found.device = info.dwVolumeSerialNumber;
    found.file = join(info.nFileIndexHigh, info.nFileIndexLow);
    FILE_BASIC_INFO times{};
    if (!GetFileInformationByHandleEx(file, FileBasicInfo, &times, sizeof times)) return note_last_error();
    found.written = moment_of(times.LastWriteTime.QuadPart);
    found.changed = moment_of(times.ChangeTime.QuadPart);
    return 0;
}

int status_of(HANDLE file, file_status& found) {
    found = {};
    switch (GetFileType(file)) {
    case FILE_TYPE_DISK: return status_of_disk_file(file, found);
    case FILE_TYPE_CHAR: found.kind = file_kind::characters; return 0;
    case FILE_TYPE_PIPE: found.kind = file_kind::pipe; return 0;
    default: errno = EBADF; return -1;
    }
}

int status_by_name(const std::string& path, DWORD flags, file_status& found) {
    const std::optional<std::wstring> name = system_path(path);
    if (!name) return -1;
    const DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    const HANDLE file = CreateFileW(name->c_str(), FILE_READ_ATTRIBUTES, share, nullptr, OPEN_EXISTING,
                                    FILE_FLAG_BACKUP_SEMANTICS | flags, nullptr);
    if (file == INVALID_HANDLE_VALUE) return note_last_error();
    const int result = status_of(file, found);
    CloseHandle(file);
    return result;
}

std::optional<std::wstring> whole_path(const std::wstring& name) {
    std::wstring whole(GetFullPathNameW(name.c_str(), 0, nullptr, nullptr), L'\0');
    const DWORD length = GetFullPathNameW(name.c_str(), static_cast<DWORD>(whole.size()), whole.data(), nullptr);
    if (length == 0 || length >= whole.size()) {
        note_last_error();
        return std::nullopt;
    }
    whole.resize(length);
    return whole;
}

}  // namespace

int note_last_error() {
    const DWORD code = GetLastError();
    const auto same = [code](const auto& known) { return known.first == code; };
    const auto* const known = std::find_if(std::begin(known_errors), std::end(known_errors), same);
    errno = known != std::end(known_errors) ? known->second : -static_cast<int>(code);
    return -1;
}

std::optional<std::wstring> to_utf16(std::string_view text) {
    if (text.empty()) return L"";
    const int size = static_cast<int>(text.size());
    std::wstring wide(text.size(), L'\0');
    const int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text.data(), size, wide.data(), size);
    if (length == 0) {
        errno = EILSEQ;
        return std::nullopt;
    }
    wide.resize(static_cast<std::size_t>(length));
    return wide;
}

std::optional<std::string> to_utf8(std::wstring_view text) {
    if (text.empty()) return "";
    const int size = static_cast<int>(text.size());
    std::string narrow(text.size() * 3, '\0');  // a unit of UTF-16 is three bytes at most
    const int length = WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, text.data(), size, narrow.data(),
                                           static_cast<int>(narrow.size()), nullptr, nullptr);
    if (length == 0) {
        errno = EILSEQ;
        return std::nullopt;
    }
    narrow.resize(static_cast<std::size_t>(length));
    return narrow;
}

std::optional<std::wstring> system_path(const std::string& path) {
    constexpr std::size_t long_path = 240;  // with room for a name of 8.3 in a directory
    const std::optional<std::wstring> name = to_utf16(path);
    if (!name || name->empty() || name->starts_with(L"\\\\?\\")) return name;
    const std::optional<std::wstring> whole = whole_path(*name);
    if (!whole) return std::nullopt;
    if (whole->size() < long_path) return name;
    return whole->starts_with(L"\\\\") ? L"\\\\?\\UNC\\" + whole->substr(2) : L"\\\\?\\" + *whole;
}

HANDLE handle_of(int descriptor) { return reinterpret_cast<HANDLE>(_get_osfhandle(descriptor)); }

int status(int descriptor, file_status& found) { return status_of(handle_of(descriptor), found); }

int status(const std::string& path, file_status& found) { return status_by_name(path, 0, found); }

int status_of_link(const std::string& path, file_status& found) {
    return status_by_name(path, FILE_FLAG_OPEN_REPARSE_POINT, found);
}

// NTFS stamps changes with the time that this call gives, whose ticks are 16 ms apart at most.
bool next_change_may_be_unseen(const file_status& found) {
    constexpr std::int64_t longest_tick = 20'000'000;
    FILETIME raw{};
    GetSystemTimeAsFileTime(&raw);
    const moment now = moment_of(static_cast<std::int64_t>(join(raw.dwHighDateTime, raw.dwLowDateTime)));
    const std::int64_t seconds = std::clamp<std::int64_t>(found.changed.seconds - now.seconds, -2, 2);
    const std::int64_t ahead = seconds * 1'000'000'000 + found.changed.nanoseconds - now.nanoseconds;
    return ahead >= -longest_tick && ahead <= longest_tick;
}

bool is_made_up(int) { return false; }

bool has_small_pages(int) { return false; }

std::string directory_of(const std::string& path) {
    const std::size_t end = path.find_last_of("/\\:");
    if (end == std::string::npos) return ".";
    if (path[end] == ':') return path.substr(0, end + 1) + ".";  // where the drive's current directory is
    const bool root = end == 0 || path[end - 1] == ':';
    return path.substr(0, root ? end + 1 : end);
}

std::string_view last_part(std::string_view path) { return path.substr(path.find_last_of("/\\:") + 1); }

// The key is in lower case, because names that differ only in the case of letters name one file.
std::string key_of_path(const std::string& path) {
    const std::optional<std::wstring> name = to_utf16(path);
    std::optional<std::wstring> whole = name && !name->empty() ? whole_path(*name) : std::nullopt;
    if (!whole) return path;
    CharLowerBuffW(whole->data(), static_cast<DWORD>(whole->size()));
    return to_utf8(*whole).value_or(path);
}

std::string path_for_list(const std::string& path) {
    std::string slashes = path;
    if (!path.starts_with("\\\\?\\")) std::replace(slashes.begin(), slashes.end(), '\\', '/');
    return slashes;
}

// Not those of main(), which are in the code page of the system. The name of the program loses its ".exe".
std::vector<std::string> command_line(int, char**) {
    int count = 0;
    wchar_t** const wide = CommandLineToArgvW(GetCommandLineW(), &count);
    std::vector<std::string> words;
    for (int i = 0; i < count; ++i) {
        const std::optional<std::string> word = to_utf8(wide[i]);
        // What is not UTF-16 cannot be a name that is looked for; this byte is no UTF-8.
        words.push_back(word.value_or("\xff"));
    }
    LocalFree(wide);
    if (words.empty()) return words;
    std::string& program = words.front();
    if (program.size() > 4 && CompareStringA(LOCALE_INVARIANT, NORM_IGNORECASE, program.data() + program.size() - 4, 4,
                                             ".exe", 4) == CSTR_EQUAL)
        program.resize(program.size() - 4);
    return words;
}

}  // namespace sys
}  // namespace hashlane::cli
