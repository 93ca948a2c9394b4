// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "jobs.hpp"

#include <algorithm>
#include <thread>

#include "system/system.hpp"
#include "walk.hpp"

namespace hashlane::cli {
namespace {

constexpr std::size_t most_jobs = 1024;

}  // namespace

void add_jobs_option(command_line& line, std::size_t& jobs) {
    const auto store = [&jobs](const std::string& text) {
        jobs = parse_number("-j", text);
        if (jobs > most_jobs) throw wrong_use("-j: at most " + std::to_string(most_jobs));
        if (jobs == 0) jobs = std::max(1u, std::thread::hardware_concurrency());
    };
    line.value("-j,--jobs", store, "use N threads; 0 is one for each processor", "N");
}

std::uint64_t total_size(const std::vector<std::string>& operands, bool recursive, const std::atomic<bool>& stop) {
    std::uint64_t total = 0;
    bool known = true;
    const auto add = [&](const std::string& path) {
        sys::file_status status;
        if (stop || path == "-" || sys::status(path, status) != 0) return;
        if (status.regular()) total += static_cast<std::uint64_t>(status.size);
    };
    for (const std::string& path : operands) {
        known = known && path != "-";
        if (recursive && is_directory(path))
            walk(path, [&](const std::string& found, const std::string& why) {
                if (why.empty()) add(found);
            });
        else
            add(path);
    }
    return known ? total : 0;
}

}  // namespace hashlane::cli
