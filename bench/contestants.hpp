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

// The variant of the second Hashlane in a row against itself.
inline constexpr const char* itself = "itself";

struct contestant {
    std::string name, version, variant, target;  // target: Hashlane only
    const bench_module* module = nullptr;
    const bench_contestant* entries = nullptr;

    bool hashlane() const { return module->use_target != nullptr; }
    // Kept from newer instructions: the name ends in "(avx2)" or "(baseline)".
    bool held_back() const { return name.ends_with("(avx2)") || name.ends_with("(baseline)"); }
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

    // Leaves Hashlane in by this compiler alone ("g++"). False when it is not there.
    bool keep_compiler(std::string_view);

    // Those who can do this row. Targets: of Hashlane; "auto" is its own choice, and without another one the peers that are
    // kept from newer instructions stay out too.
    std::vector<entered> enter(const row&, const std::vector<std::string>& targets) const;

    std::vector<std::string> targets() const;  // all that some Hashlane here has
    std::vector<std::string> names() const;    // "OpenSSL 4.0.3" ..., Hashlane too: "Hashlane g++ 0.2.0 by 12.2.0"
    bool empty() const { return modules.empty(); }

  private:
    std::vector<const bench_module*> modules;
};

// False when the processor lacks it.
bool use_target(const contestant&);

}  // namespace bench
