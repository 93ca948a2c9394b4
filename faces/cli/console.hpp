// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Standard output and standard error.

#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include <sys/stat.h>

#include "common.hpp"

namespace hashlane::cli::console {

// Descriptors 0..2 that are closed would be given to the next file opened: they are filled with ones that fail.
// A closed pipe and a file that may not grow shall be errors to report, not signals.
void prepare(std::string_view program);

// The name in front of every message.
std::string_view program();

bool output_is_terminal();
bool error_is_terminal();

// Is this the status of the regular file that standard output goes to? Its content is not known before the end.
bool is_output(const struct stat& status);

// Holds the text back, and writes it with what comes after it, up to 64 KiB at a time. Whatever else is written, to either
// output, comes after it. Throws output_lost.
void write_later(std::string_view text);

// Writes what was held back, or throws output_lost.
void flush();

// Writes all of it at once, or throws output_lost.
void write(std::string_view text);
void write(std::span<const std::uint8_t> data);

// Whatever was held back comes out here, also by the system, or throws output_lost.
void finish();

// "program: message\n". Not a place for raw file names: see in_message().
void complain(std::string_view message);

// Draws the status over the terminal's last line (progress), and behind it as much of the name's end as the line has room
// for; or wipes the line when the status is empty. It is wiped before anything else is written, and not drawn over a line
// of output that has not ended, nor while somebody types. The name is printable.
void draw(std::string_view status, std::string_view name = {});

// Between these two, which may be nested, somebody types at a terminal what the program reads.
void typing_begins();
void typing_ends();

// Writes everything to a descriptor; an errno, or 0.
int write_all(int descriptor, const void* data, std::size_t size);

}  // namespace hashlane::cli::console
