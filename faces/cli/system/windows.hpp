// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What the windows*.cpp share: text in UTF-16, errors, handles.

#include <optional>
#include <string>
#include <string_view>

#include <windows.h>

#include <bcrypt.h>
#include <shellapi.h>

#include "system.hpp"

namespace hashlane::cli::sys {

// Sets errno to the code of GetLastError(): to that of POSIX where there is one, else to its negative. Returns -1.
int note_last_error();

// Nothing, and errno is EILSEQ, where the text is not valid UTF-8 or UTF-16.
std::optional<std::wstring> to_utf16(std::string_view text);
std::optional<std::string> to_utf8(std::wstring_view text);

// The path as the system takes it, also where it is longer than 260 characters.
std::optional<std::wstring> system_path(const std::string& path);

// The handle of a descriptor of the C library.
HANDLE handle_of(int descriptor);

// Writes UTF-8 text to a console. Returns 0 or the error.
int write_to_console(HANDLE console, std::string_view text);

}  // namespace hashlane::cli::sys
