// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Where seal and open write: a file that appears whole under its name or not at all, or standard output.

#include <cstdint>
#include <span>
#include <string>

#include "common.hpp"

namespace hashlane::cli {

enum class to_stdout { directly, once_whole };

class output_file {
  public:
    // path "-": standard output, either at once or, by way of an unnamed temporary file, when all is known to be good.
    // replace: a file of that name may be replaced. Throws failure naming the path, as all the others do.
    output_file(const std::string& path, bool replace, unsigned mode, to_stdout how);
    ~output_file();

    // Throws failure where the constructor would: a file of that name is there, or nothing can be written beside it. It
    // is called before somebody types a passphrase.
    static void require_possible(const std::string& path, bool replace, to_stdout how);
    output_file(const output_file&) = delete;
    output_file& operator=(const output_file&) = delete;

    void write(std::span<const std::uint8_t> data);
    void commit();

  private:
    void create(const std::string& directory, unsigned mode);
    void put_in_place();
    void copy_to_stdout();

    std::string path, temporary;
    bool replace = false, standard = false, spooled = false;
    int descriptor = -1;
};

}  // namespace hashlane::cli
