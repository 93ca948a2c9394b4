// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Standard output and standard error.

#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "common.hpp"
#include "system/system.hpp"

namespace hashlane::cli::console {

// Calls sys::prepare_standard_files(), and finds out what standard output and standard error are. It is called first.
void prepare(std::string_view program);

// The name in front of every message.
std::string_view program();

bool output_is_terminal();
bool error_is_terminal();

// Is this the status of the regular file that standard output goes to? It is complete only when the program ends.
bool is_output(const sys::file_status& status);

// Holds the text back, and writes it with what comes after it, up to 64 KiB at a time. Whatever else is written, to
// either output, comes after it. Throws output_lost.
void write_later(std::string_view text);

// Writes what was held back, or throws output_lost.
void flush();

// Writes all of it at once, or throws output_lost.
void write(std::string_view text);
void write(std::span<const std::uint8_t> data);

// Writes what was held back and closes standard output, since the system may report a failed write only then. Throws
// output_lost.
void finish();

// Writes "program: message\n" to standard error. Names of files in the message come from in_message().
void complain(std::string_view message);

// Draws the status over the terminal's last line (progress), and behind it as much of the name's end as the line has
// room for; or wipes the line when the status is empty. It is wiped before anything else is written, and not drawn over
// a line of output that has not ended, nor while somebody types. The name is printable.
void draw(std::string_view status, std::string_view name = {});

// Between these two, which may be nested, somebody types at a terminal what the program reads.
void typing_begins();
void typing_ends();

}  // namespace hashlane::cli::console
