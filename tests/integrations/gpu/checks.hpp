// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// For checks.cpp: random messages, their digests on the processor, an open device, and the driver's memory.

#include <algorithm>
#include <cstdio>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <dlfcn.h>
#include <hashlane/any.hpp>

#include "hashlane_gpu.h"

#include "../../support/check.h"

namespace gpu_checks {

using octets = std::vector<std::uint8_t>;

inline std::vector<std::string> algorithms() {
    std::vector<std::string> all;
    for (std::size_t i = 0; hashlane_gpu_algorithm(i) != nullptr; ++i) all.emplace_back(hashlane_gpu_algorithm(i));
    return all;
}

// The digest of the processor.
inline octets digest_of(const std::string& name, std::initializer_list<octets> pieces) {
    auto hash = hashlane::any_hash::create(name);
    octets out(hashlane_gpu_digest_size(name.c_str()));
    if (!hash) return out;
    for (const octets& piece : pieces) hash->update(piece);
    if (!hash->digest(out)) out.clear();
    return out;
}

inline octets part(const octets& all, std::size_t from, std::size_t size) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(from);
    return {begin, begin + static_cast<std::ptrdiff_t>(size)};
}

inline octets random_bytes(std::size_t size) {
    static std::mt19937_64 source(1);
    octets made(size);
    std::generate(made.begin(), made.end(), [] { return static_cast<std::uint8_t>(source()); });
    return made;
}

struct device {
    hashlane_gpu* gpu = nullptr;
    device() { CHECK(hashlane_gpu_open(&gpu, 0) == HASHLANE_GPU_OK); }
    ~device() { hashlane_gpu_close(gpu); }
};

inline bool reason_has(std::string_view text) {
    const bool has = std::string_view(hashlane_gpu_reason()).find(text) != std::string_view::npos;
    if (!has) printf("the reason is: %s\n", hashlane_gpu_reason());
    return has;
}

// Memory of the device, and the program's own call of the driver.
struct driver_memory {
    int (*allocate)(std::uint64_t*, std::size_t);
    int (*release)(std::uint64_t);
    int (*copy_in)(std::uint64_t, const void*, std::size_t);
    int (*copy_out)(void*, std::uint64_t, std::size_t);
    int (*retain)(void**, int);
    int (*unretain)(int);
    int (*push)(void*);
    int (*pop)(void**);

    driver_memory() {
        void* library = dlopen("libcuda.so.1", RTLD_NOW);
        const auto find = [&](auto& to, const char* name) {
            to = reinterpret_cast<std::remove_reference_t<decltype(to)>>(dlsym(library, name));
        };
        find(allocate, "cuMemAlloc_v2");
        find(release, "cuMemFree_v2");
        find(copy_in, "cuMemcpyHtoD_v2");
        find(copy_out, "cuMemcpyDtoH_v2");
        find(retain, "cuDevicePrimaryCtxRetain");
        find(unretain, "cuDevicePrimaryCtxRelease_v2");
        find(push, "cuCtxPushCurrent_v2");
        find(pop, "cuCtxPopCurrent_v2");
    }
};

}  // namespace gpu_checks
