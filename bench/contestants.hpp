// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Who is measured: Hashlane for each compiler and target, and the peers, each in a shared object of its own.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "peer.h"
#include "rows.hpp"

namespace bench {

struct contestant {
    std::string name, version, variant, target;  // target: Hashlane only
    const bench_module* module = nullptr;
    const bench_contestant* entries = nullptr;

    bool hashlane() const { return module->use_target != nullptr; }
    std::string label() const;
};

struct entered {
    contestant who;
    bench_job job;
    bool rival;
};

class field {
  public:
    // Every *.so there that can be loaded; the others are named on stderr.
    void load_folder(const std::filesystem::path&);
    // Throws when it cannot be loaded or speaks another version of peer.h.
    void load(const std::filesystem::path&);

    // Those who can do this row. Targets: of Hashlane; "auto" is its own choice.
    std::vector<entered> enter(const row&, const std::vector<std::string>& targets) const;

    std::vector<std::string> targets() const;  // all that some Hashlane here has
    std::vector<std::string> names() const;    // "OpenSSL 4.0.3" ..., Hashlane too
    bool empty() const { return modules.empty(); }

  private:
    std::vector<const bench_module*> modules;
};

// False when the processor lacks it.
bool use_target(const contestant&);

}  // namespace bench
