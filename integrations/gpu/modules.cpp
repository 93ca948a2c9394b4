// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "modules.hpp"

#include <hashlane/registry.hpp>

#include "kernels/hashes.hpp"

// The texts of modules.S.
extern "C" {
#define HASHLANE_GPU_PTX(name, registry, ...) extern const char hashlane_gpu_ptx_##name[];
HASHLANE_GPU_HASHES(HASHLANE_GPU_PTX)
HASHLANE_GPU_PARTS(HASHLANE_GPU_PTX)
#undef HASHLANE_GPU_PTX
}

namespace hashlane::gpu {

#define HASHLANE_GPU_ROW(name, registry, ...) hash_module{registry, #name, types::name::size, hashlane_gpu_ptx_##name},
const std::array<hash_module, module_count> hash_modules{HASHLANE_GPU_HASHES(HASHLANE_GPU_ROW)
                                                             HASHLANE_GPU_PARTS(HASHLANE_GPU_ROW)};
#undef HASHLANE_GPU_ROW

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
