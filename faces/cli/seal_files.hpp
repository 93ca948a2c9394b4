// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What goes in and what comes out of seal and open.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app.hpp"
#include "common.hpp"
#include "input.hpp"
#include "output_file.hpp"

namespace hashlane::cli {

inline constexpr std::size_t most_iterations = 10'000'000;

struct seal_files {
    static constexpr std::string_view suffix = ".hlseal";

    std::string output;
    bool force = false;
    std::vector<std::string> inputs, outputs;

    void declare(command_line&);

    // Chooses the inputs and the outputs; named(input) is the name of an output without --output. Throws wrong_use.
    void settle(const std::vector<std::string>& operands, const std::function<std::string(const std::string&)>& named);

    // Names the inputs that cannot be read, those whose outputs cannot be written, and those that standard output goes to
    // as well, and takes them out, so that nobody is asked for a passphrase in vain.
    void drop_hopeless(to_stdout how);

    bool to_terminal() const;

    // Calls act() for one file after the other, reports those that fail, and returns the exit status.
    int each(const std::function<void(input_file&, const std::string& output)>& act) const;

  private:
    bool dropped = false;
};

}  // namespace hashlane::cli
