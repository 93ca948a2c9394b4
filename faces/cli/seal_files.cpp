// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "seal_files.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "console.hpp"
#include "names.hpp"
#include "progress.hpp"
#include "walk.hpp"

namespace hashlane::cli {
namespace {

std::string shown(const std::string& input) { return input == "-" ? "standard input" : in_message(input); }

void require_readable(const std::string& path) {
    if (path == "-") return;
    if (sys::may_read(path) != 0) throw failure(reason(errno));
    if (is_directory(path)) throw failure(reason(EISDIR));
}

// Refuses an input that standard output goes to: the program would read what it writes, and might not come to an end.
void require_another_file(const std::string& input, const std::string& output) {
    sys::file_status status;
    const bool known = sys::status_of_input(input, status) == 0;
    if (output == "-" && known && console::is_output(status)) throw failure("the output goes there");
}

}  // namespace

void seal_files::declare(command_line& line) {
    line.value("-o,--output", output, "write to this file; - is standard output", "FILE");
    line.flag("-f,--force", force, "replace a file that exists");
}

void seal_files::settle(const std::vector<std::string>& operands,
                        const std::function<std::string(const std::string&)>& named) {
    inputs = operands.empty() ? std::vector<std::string>{"-"} : operands;
    if (!output.empty() && inputs.size() > 1) throw wrong_use("--output is for one file");
    for (const std::string& path : inputs)
        outputs.push_back(!output.empty() ? output : path == "-" ? "-" : named(path));
}

void seal_files::drop_hopeless(to_stdout how) {
    std::vector<std::string> usable_inputs, usable_outputs;
    for (std::size_t i = 0; i < inputs.size(); ++i) try {
            require_readable(inputs[i]);
            require_another_file(inputs[i], outputs[i]);
            output_file::require_possible(outputs[i], force, how);
            usable_inputs.push_back(inputs[i]);
            usable_outputs.push_back(outputs[i]);
        } catch (const failure& error) {
            console::complain(shown(inputs[i]) + ": " + error.what());
            dropped = true;
        }
    inputs = std::move(usable_inputs);
    outputs = std::move(usable_outputs);
}

bool seal_files::to_terminal() const {
    return console::output_is_terminal() && std::find(outputs.begin(), outputs.end(), "-") != outputs.end();
}

int seal_files::each(const std::function<void(input_file&, const std::string&)>& act) const {
    int status = dropped ? bad : good;
    for (std::size_t i = 0; i < inputs.size(); ++i) try {
            const progress::file named(inputs[i]);
            input_file in(inputs[i]);
            act(in, outputs[i]);
        } catch (const failure& error) {
            console::complain(shown(inputs[i]) + ": " + error.what());
            status = bad;
        }
    return status;
}

}  // namespace hashlane::cli
