// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The files under a directory, always in the same order: names sorted as bytes, each directory where its name stands.

#include <functional>
#include <string>

namespace hashlane::cli {

// A file, or with a reason a name that cannot be looked into.
using found_file = std::function<void(const std::string& path, const std::string& reason)>;

// Symbolic links to files are files, those to directories are left alone. What is neither file nor directory (pipes,
// sockets, devices) is reported with a reason.
void walk(const std::string& directory, const found_file& found);

bool is_directory(const std::string& path);

}  // namespace hashlane::cli
