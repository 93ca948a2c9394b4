// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "walk.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

#include "common.hpp"
#include "system/system.hpp"

namespace hashlane::cli {
namespace {

using identity = std::pair<std::uint64_t, std::uint64_t>;

const char* what_it_is(sys::file_kind kind) {
    if (kind == sys::file_kind::pipe) return "it is a named pipe, which is not read";
    if (kind == sys::file_kind::socket) return "it is a socket, which is not read";
    return "it is a device, which is not read";
}

class walker {
  public:
    explicit walker(const found_file& callback) : found(callback) {}

    void enter(const std::string& directory, const sys::file_status& status) {
        const identity self{status.device, status.file};
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
        const bool whole = sys::list_directory(directory, names) == 0;
        if (!whole) found(directory, reason(errno));
        std::sort(names.begin(), names.end());
        // What was listed before the error is a part of the directory only, but it is there.
        return whole || !names.empty();
    }

    void visit(const std::string& path) {
        sys::file_status status;
        if (sys::status_of_link(path, status) != 0) return found(path, reason(errno));
        if (status.directory()) return enter(path, status);
        if (status.kind == sys::file_kind::link) {
            if (sys::status(path, status) != 0) return found(path, reason(errno));
            if (status.directory()) return;
        }
        found(path, status.regular() ? "" : what_it_is(status.kind));
    }

    const found_file& found;
    std::vector<identity> above;
};

}  // namespace

void walk(const std::string& directory, const found_file& found) {
    sys::file_status status;
    if (sys::status(directory, status) != 0) return found(directory, reason(errno));
    walker(found).enter(directory, status);
}

bool is_directory(const std::string& path) {
    sys::file_status status;
    return sys::status(path, status) == 0 && status.directory();
}

}  // namespace hashlane::cli
