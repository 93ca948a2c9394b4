// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "contestants.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace bench {
namespace {

// The entries for the row's own workload or, when there is none, for what may stand in for it.
std::vector<const bench_entry*> entries_for(const bench_contestant& who, std::string_view workload) {
    for (; !workload.empty(); workload = instead_of(workload)) {
        std::vector<const bench_entry*> found;
        for (std::size_t i = 0; i < who.count; ++i)
            if (who.entries[i].workload == workload) found.push_back(&who.entries[i]);
        if (!found.empty()) return found;
    }
    return {};
}

std::vector<std::string> targets_of(const bench_module& module) {
    std::vector<std::string> names;
    for (auto name = module.targets; name != nullptr && *name != nullptr; ++name) names.emplace_back(*name);
    return names;
}

// NAME.env beside NAME.so: "VARIABLE=value", set while it is loaded; OpenSSL looks at its own only then.
class surroundings {
  public:
    explicit surroundings(std::filesystem::path file) {
        std::ifstream in(file.replace_extension(".env"));
        std::string value;
        if (std::getline(in, variable, '=') && std::getline(in, value)) setenv(variable.c_str(), value.c_str(), 1);
    }
    surroundings(const surroundings&) = delete;
    ~surroundings() {
        if (!variable.empty()) unsetenv(variable.c_str());
    }

  private:
    std::string variable;
};

}  // namespace

std::string contestant::label() const {
    // Hashlane's version is this one; that of a collection is a list, and stands in the head of the table.
    std::string text = name;
    if (!hashlane() && version.find(' ') == std::string::npos) text += ' ' + version;
    for (const std::string& more : {variant, target})
        if (!more.empty()) text += ' ' + more;
    return text;
}

void field::load(const std::filesystem::path& file) {
    // Local and bound to itself first: several libraries here define the same names.
    const surroundings set_for_loading(file);
    void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    if (handle == nullptr) throw std::runtime_error(dlerror());
    const auto* module = static_cast<const bench_module*>(dlsym(handle, "bench_contestants"));
    if (module == nullptr || module->abi != BENCH_ABI)
        throw std::runtime_error(file.string() + ": no bench_contestants of this version");
    modules.push_back(module);
}

void field::load_folder(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".so") files.push_back(entry.path());
    std::ranges::sort(files);
    for (const auto& file : files) try {
            load(file);
        } catch (const std::runtime_error& e) { std::fprintf(stderr, "hashlane_bench: left out: %s\n", e.what()); }
}

bool field::keep_compiler(std::string_view compiler) {
    const auto other = [&](const bench_module* m) {
        return m->use_target != nullptr && m->contestants[0].name != "Hashlane " + std::string(compiler);
    };
    std::erase_if(modules, other);
    return std::ranges::any_of(modules, [](const bench_module* m) { return m->use_target != nullptr; });
}

std::vector<entered> field::enter(const row& r, const std::vector<std::string>& targets) const {
    const bool own_choice = targets == std::vector<std::string>{"auto"};
    std::vector<entered> in;
    for (const bench_module* module : modules) {
        const bool hashlane = module->use_target != nullptr;
        if (r.against_itself && !hashlane) continue;
        const auto known = targets_of(*module);
        for (std::size_t i = 0; i < module->count; ++i)
            for (const bench_entry* e : entries_for(module->contestants[i], r.workload))
                for (const std::string& target : hashlane ? targets : std::vector<std::string>{""}) {
                    if (hashlane && target != "auto" && std::ranges::find(known, target) == known.end()) continue;
                    const bench_contestant& who = module->contestants[i];
                    const contestant c{who.name, who.version, e->variant, target, module, &who};
                    if (c.held_back() && own_choice) continue;
                    in.push_back({c, e->job, e->rival != 0});
                    if (!r.against_itself) continue;
                    in.push_back(in.back());
                    in.back().who.variant = itself;
                }
    }
    return in;
}

std::vector<std::string> field::targets() const {
    std::vector<std::string> all;
    for (const bench_module* module : modules)
        for (const std::string& name : targets_of(*module))
            if (std::ranges::find(all, name) == all.end()) all.push_back(name);
    return all;
}

std::vector<std::string> field::names() const {
    std::vector<std::string> all;
    for (const bench_module* module : modules)
        for (std::size_t i = 0; i < module->count; ++i)
            all.push_back(std::string(module->contestants[i].name) + ' ' + module->contestants[i].version);
    return all;
}

bool use_target(const contestant& who) {
    return !who.hashlane() || who.module->use_target(who.target == "auto" ? "" : who.target.c_str()) != 0;
}

}  // namespace bench
