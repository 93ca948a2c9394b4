// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What the program asks of the operating system. posix*.cpp, linux.cpp, macos.cpp and windows*.cpp answer; no other file of
// the program calls the system. CMakeLists.txt chooses among them.
//
// Paths are UTF-8 on Windows and any bytes elsewhere. A function that fails returns -1 and sets errno, as those of POSIX
// do; the Windows ones may also set it to the negative of an error code of Windows. reason() of common.hpp names both.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hashlane::cli::sys {

inline constexpr int standard_input = 0, standard_output = 1, standard_error = 2;

enum class file_kind { none, regular, directory, link, characters, pipe, socket, device };

struct moment {
    std::int64_t seconds = 0, nanoseconds = 0;
    bool operator==(const moment&) const = default;
};

struct file_status {
    file_kind kind = file_kind::none;
    std::int64_t size = 0;               // in bytes
    std::uint64_t device = 0, file = 0;  // two files that exist at one time differ in one of them
    moment written, changed;             // the last change of the content; the last change of any kind

    bool regular() const { return kind == file_kind::regular; }
    bool directory() const { return kind == file_kind::directory; }
    bool same_file(const file_status& other) const { return device == other.device && file == other.file; }
};

int status(int descriptor, file_status&);
int status(const std::string& path, file_status&);          // of what a symbolic link leads to
int status_of_link(const std::string& path, file_status&);  // of the link itself

// The status of an input as it is named on the command line: "-" is standard input.
inline int status_of_input(const std::string& name, file_status& found) {
    return name == "-" ? status(standard_input, found) : status(name, found);
}

// Can a change that comes now leave the time of the last change as it is, since the clock of the files is coarse?
bool next_change_may_be_unseen(const file_status&);

// Is this a file that is made up as it is read, so that its size says nothing?
bool is_made_up(int descriptor);

// Does its file system hold the file in pages of 4 KiB, as tmpfs does? Mapping each of them takes longer than a copy of it.
bool has_small_pages(int descriptor);

// never_wait: opening a pipe does not wait for a writer. Programs that are started do not have the descriptor.
int open_to_read(const std::string& path, bool never_wait);

// Returns how many bytes were read, at least one before the end of the file. Waits where there are none yet.
std::ptrdiff_t read(int descriptor, void* data, std::size_t size);

// Writes all of it. Returns 0 or the error.
int write_all(int descriptor, const void* data, std::size_t size);

// A file in memory, a piece at a time. The system reads a piece when its bytes are looked at, which needs no copy of them.
class file_mapping {
  public:
    static constexpr std::size_t most = std::size_t{1} << 24;  // bytes of a piece

    file_mapping() = default;
    ~file_mapping();
    file_mapping(const file_mapping&) = delete;
    file_mapping& operator=(const file_mapping&) = delete;

    // The `size` bytes from `offset` on, a multiple of `most`, in place of the piece before. size: at most `most`, and not
    // beyond the end of the file. Empty: the system cannot map this file now.
    std::span<const std::uint8_t> map(int descriptor, std::int64_t offset, std::size_t size);

    // Could bytes of a piece not be read, since the file was cut short or its disk has failed? They were zeros then.
    bool damaged() const;

    struct place;

  private:
    bool take_place();
    void unmap();

    place* held = nullptr;  // null: nothing was mapped yet
};

int close(int descriptor);
std::int64_t position(int descriptor);
int move_to(int descriptor, std::int64_t position);
void will_read_to_the_end(int descriptor);

// Makes a file that only this user may read; the last six characters of the path, XXXXXX, become others.
int create_temporary(std::string& path);
// Where a file system has no modes, the file stays as it is.
void set_mode(int descriptor, unsigned mode);
// The mode without the bits that the user lets no new file have.
unsigned mode_of_new_file(unsigned mode);
// Returns after the content has reached the disk.
int synchronise(int descriptor);
int remove(const std::string& path);

// Renames a file. One that has the new name is replaced, at once.
int rename_over(const std::string& from, const std::string& to);
// Renames a file, and fails with EEXIST if one has the new name. ENOSYS or EINVAL: this file system cannot.
int rename_to_new(const std::string& from, const std::string& to);

// 0: this user may read the file, or make files in the directory.
int may_read(const std::string& path);
int may_create_in(const std::string& directory);

// Appends the names in a directory, in no order. On failure those that were found so far are there.
int list_directory(const std::string& path, std::vector<std::string>& names);

std::string temporary_directory();
std::string directory_of(const std::string& path);
// What follows the last separator.
std::string_view last_part(std::string_view path);
// Paths with the same key are the same name in the same directory. They lead to one file.
std::string key_of_path(const std::string& path);
// How a list of digests writes a path: with slashes, which every system reads.
std::string path_for_list(const std::string& path);

// Fills `data` from the system's generator of random numbers.
int fill_random(std::span<std::uint8_t> data);

// Zeroes the memory. The compiler does not leave it out.
void zero(void* data, std::size_t size);

// From here on the program leaves no copy of its memory when it crashes.
void leave_no_core_dump();

// The words of the command line, the program's name first.
std::vector<std::string> command_line(int argc, char** argv);

// Descriptors 0..2 that are closed would be given to the next file opened: they are filled with ones that fail.
// A closed pipe and a file that may not grow become errors. Bytes pass as they are; a terminal takes UTF-8.
void prepare_standard_files();

bool is_terminal(int descriptor);

// How many characters fit on one line; 0: nobody knows.
std::size_t columns(int terminal);

// The terminal of the user, which does not show what is typed while this lives. Throws failure if there is none.
class quiet_terminal {
  public:
    quiet_terminal();
    ~quiet_terminal();
    quiet_terminal(const quiet_terminal&) = delete;
    quiet_terminal& operator=(const quiet_terminal&) = delete;

    // Reads one line into `line` and gives its length. Throws failure.
    std::size_t ask(std::string_view question, std::span<std::uint8_t> line) const;

  private:
    struct settings;
    std::unique_ptr<settings> self;
};

}  // namespace hashlane::cli::sys
