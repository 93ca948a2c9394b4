// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane targets

#include <algorithm>
#include <string>

#include <hashlane/registry.hpp>

#include "app.hpp"
#include "console.hpp"
#include "lines.hpp"
#include "verbs.hpp"

namespace hashlane::cli {

int targets_verb(const words& arguments) {
    bool json = false;
    command_line line("Lists the instruction sets that this program knows. Each algorithm runs on the best one in use.",
                      "hashlane targets [--json]");
    line.flag("--json", json, "write a JSON array of objects");
    if (!line.read(arguments)) return good;
    line.refuse_operands();
    const auto available = available_targets();
    std::string text;
    for (std::string_view name : known_targets()) {
        const bool here = std::find(available.begin(), available.end(), name) != available.end();
        const bool used = target_in_use(name);
        const auto truth = [](bool b) { return b ? "true" : "false"; };
        if (json)
            text += (text.empty() ? "[\n" : ",\n") + ("{\"name\": " + json_string(name)) +
                    ", \"available\": " + truth(here) + ", \"used\": " + truth(used) + "}";
        else
            text += std::string(name) + std::string(12 - name.size(), ' ') +
                    (used   ? "in use"
                     : here ? "available, not in use"
                            : "not on this processor") +
                    "\n";
    }
    console::write(json ? text + "\n]\n" : text);
    return good;
}

}  // namespace hashlane::cli
