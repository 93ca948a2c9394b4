// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "seal_files.hpp"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "console.hpp"
#include "names.hpp"

namespace hashlane::cli {

void seal_files::declare(command_line& line) {
    line.value("-o,--output", output, "write to this file, -: standard output", "FILE");
    line.flag("-f,--force", force, "replace a file that exists");
}

void seal_files::settle(const std::vector<std::string>& operands,
                        const std::function<std::string(const std::string&)>& named) {
    inputs = operands.empty() ? std::vector<std::string>{"-"} : operands;
    if (!output.empty() && inputs.size() > 1) throw wrong_use("--output is for one file");
    for (const std::string& path : inputs)
        outputs.push_back(!output.empty() ? output : path == "-" ? "-" : named(path));
}

void seal_files::drop_unreadable() {
    for (std::size_t i = 0; i < inputs.size();) {
        if (inputs[i] == "-" || faccessat(AT_FDCWD, inputs[i].c_str(), R_OK, AT_EACCESS) == 0) {
            ++i;
            continue;
        }
        console::complain(in_message(inputs[i]) + ": " + reason(errno));
        inputs.erase(inputs.begin() + static_cast<std::ptrdiff_t>(i));
        outputs.erase(outputs.begin() + static_cast<std::ptrdiff_t>(i));
        dropped = true;
    }
}

bool seal_files::to_terminal() const {
    return console::output_is_terminal() && std::find(outputs.begin(), outputs.end(), "-") != outputs.end();
}

int seal_files::each(const std::function<void(input_file&, const std::string&)>& act) const {
    int status = dropped ? bad : good;
    for (std::size_t i = 0; i < inputs.size(); ++i) try {
            input_file in(inputs[i]);
            act(in, outputs[i]);
        } catch (const failure& error) {
            console::complain((inputs[i] == "-" ? "standard input" : in_message(inputs[i])) + ": " + error.what());
            status = bad;
        }
    return status;
}

}  // namespace hashlane::cli
