// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "walk.hpp"

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>
#include <vector>

#include <dirent.h>
#include <sys/stat.h>

#include "common.hpp"

namespace hashlane::cli {
namespace {

using identity = std::pair<dev_t, ino_t>;

const char* kind_of(mode_t mode) {
    return S_ISFIFO(mode)   ? "it is a named pipe, which is not read"
           : S_ISSOCK(mode) ? "it is a socket, which is not read"
                            : "it is a device, which is not read";
}

class walker {
  public:
    explicit walker(const found_file& callback) : found(callback) {}

    void enter(const std::string& directory, const struct stat& status) {
        const identity self{status.st_dev, status.st_ino};
        if (std::find(above.begin(), above.end(), self) != above.end())
            return found(directory, "it is a directory within itself");
        std::vector<std::string> names;
        if (!list(directory, names)) return;
        above.push_back(self);
        std::string path = directory;
        if (!path.ends_with('/')) path += '/';
        for (const std::string& name : names) visit(path + name);
        above.pop_back();
    }

  private:
    bool list(const std::string& directory, std::vector<std::string>& names) {
        const std::unique_ptr<DIR, int (*)(DIR*)> stream(opendir(directory.c_str()), closedir);
        if (!stream) {
            found(directory, reason(errno));
            return false;
        }
        for (;;) {
            errno = 0;
            const dirent* entry = readdir(stream.get());
            if (entry == nullptr) break;
            const std::string name = entry->d_name;
            if (name != "." && name != "..") names.push_back(name);
        }
        // What was listed before the error is a part of the directory only, but it is there.
        if (errno != 0) found(directory, reason(errno));
        std::sort(names.begin(), names.end());
        return true;
    }

    void visit(const std::string& path) {
        struct stat status{};
        if (lstat(path.c_str(), &status) != 0) return found(path, reason(errno));
        if (S_ISDIR(status.st_mode)) return enter(path, status);
        if (S_ISLNK(status.st_mode)) {
            if (stat(path.c_str(), &status) != 0) return found(path, reason(errno));
            if (S_ISDIR(status.st_mode)) return;
        }
        found(path, S_ISREG(status.st_mode) ? "" : kind_of(status.st_mode));
    }

    const found_file& found;
    std::vector<identity> above;
};

}  // namespace

void walk(const std::string& directory, const found_file& found) {
    struct stat status{};
    if (stat(directory.c_str(), &status) != 0) return found(directory, reason(errno));
    walker(found).enter(directory, status);
}

bool is_directory(const std::string& path) {
    struct stat status{};
    return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

}  // namespace hashlane::cli
