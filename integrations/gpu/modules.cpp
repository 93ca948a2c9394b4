// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "modules.hpp"

#include <hashlane/registry.hpp>

#include "kernels/hashes.hpp"
#include "machine_code.hpp"

// The texts of modules.S.
extern "C" {
#define HASHLANE_GPU_PTX(name, registry, ...) extern const char hashlane_gpu_ptx_##name[];
HASHLANE_GPU_HASHES(HASHLANE_GPU_PTX)
HASHLANE_GPU_PARTS(HASHLANE_GPU_PTX)
#undef HASHLANE_GPU_PTX
#define HASHLANE_GPU_CODE(name, architecture) extern const char hashlane_gpu_code_##name##_##architecture[];
#define HASHLANE_GPU_CODES(name, ...) HASHLANE_GPU_MACHINE_CODE(HASHLANE_GPU_CODE, name)
HASHLANE_GPU_HASHES(HASHLANE_GPU_CODES)
HASHLANE_GPU_PARTS(HASHLANE_GPU_CODES)
#undef HASHLANE_GPU_CODE
#undef HASHLANE_GPU_CODES
}

namespace hashlane::gpu {
namespace {

// name_codes for each module.
#define HASHLANE_GPU_CODE(name, architecture) {architecture, hashlane_gpu_code_##name##_##architecture},
#define HASHLANE_GPU_CODES(name, ...)                                                                                  \
    constexpr machine_code name##_codes[] = {HASHLANE_GPU_MACHINE_CODE(HASHLANE_GPU_CODE, name){0, nullptr}};
HASHLANE_GPU_HASHES(HASHLANE_GPU_CODES)
HASHLANE_GPU_PARTS(HASHLANE_GPU_CODES)
#undef HASHLANE_GPU_CODE
#undef HASHLANE_GPU_CODES

}  // namespace

#define HASHLANE_GPU_ROW(name, registry, ...)                                                                          \
    hash_module{registry, #name, types::name::size, hashlane_gpu_ptx_##name, name##_codes},
const std::array<hash_module, module_count> hash_modules{HASHLANE_GPU_HASHES(HASHLANE_GPU_ROW)
                                                             HASHLANE_GPU_PARTS(HASHLANE_GPU_ROW)};
#undef HASHLANE_GPU_ROW

const void* find_code(const hash_module& module, int architecture) {
    const machine_code* found = nullptr;
    for (const machine_code* code = module.codes; code->architecture != 0; ++code) {
        const bool runs = code->architecture / 10 == architecture / 10 && code->architecture <= architecture;
        if (runs && (found == nullptr || found->architecture < code->architecture)) found = code;
    }
    return found == nullptr ? nullptr : found->image;
}

std::size_t find_hash(std::string_view name) {
    std::size_t i = 0;
    while (i < hash_count && hash_modules[i].name != name) ++i;
    return i;
}

std::string why_no_hash(std::string_view name) {
    const algorithm* known = find_algorithm(name);
    if (known != nullptr && known->kind != kind::hash && known->kind != kind::xof)
        return std::string(name) + " takes a secret, and none goes to a device: what its kernels keep is not wiped";
    return "there is no " + std::string(name) + " for a device";
}

}  // namespace hashlane::gpu
