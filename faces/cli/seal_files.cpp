// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "seal_files.hpp"

#include <algorithm>

#include <sys/stat.h>

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

bool seal_files::to_terminal() const {
    return console::output_is_terminal() && std::find(outputs.begin(), outputs.end(), "-") != outputs.end();
}

int seal_files::each(const std::function<void(input_file&, const std::string&)>& act) const {
    int status = good;
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
