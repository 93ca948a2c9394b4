// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "driver.hpp"

#include <dlfcn.h>

namespace hashlane::gpu {
namespace {

struct loading {
    driver functions;
    std::string why;
};

// Stores the function `name` in `to`; where it is missing, its name goes to `why`.
template <class F>
void find(void* library, F& to, const char* name, std::string& why) {
    to = reinterpret_cast<F>(dlsym(library, name));
    if (to == nullptr && why.empty()) why = std::string("the driver libcuda.so.1 lacks ") + name;
}

loading load() {
    loading made;
    void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        made.why = std::string("the driver of NVIDIA cannot be loaded: ") + dlerror();
        return made;
    }
    driver& d = made.functions;
    find(library, d.init, "cuInit", made.why);
    find(library, d.error_name, "cuGetErrorName", made.why);
    find(library, d.device_count, "cuDeviceGetCount", made.why);
    find(library, d.device_get, "cuDeviceGet", made.why);
    find(library, d.device_attribute, "cuDeviceGetAttribute", made.why);
    find(library, d.context_retain, "cuDevicePrimaryCtxRetain", made.why);
    find(library, d.context_release, "cuDevicePrimaryCtxRelease_v2", made.why);
    find(library, d.context_push, "cuCtxPushCurrent_v2", made.why);
    find(library, d.context_pop, "cuCtxPopCurrent_v2", made.why);
    find(library, d.context_wait, "cuCtxSynchronize", made.why);
    find(library, d.module_load, "cuModuleLoadData", made.why);
    find(library, d.module_unload, "cuModuleUnload", made.why);
    find(library, d.module_function, "cuModuleGetFunction", made.why);
    find(library, d.allocate, "cuMemAlloc_v2", made.why);
    find(library, d.release, "cuMemFree_v2", made.why);
    find(library, d.host_allocate, "cuMemHostAlloc", made.why);
    find(library, d.host_address, "cuMemHostGetDevicePointer_v2", made.why);
    find(library, d.host_release, "cuMemFreeHost", made.why);
    find(library, d.copy_in, "cuMemcpyHtoD_v2", made.why);
    find(library, d.copy_out, "cuMemcpyDtoH_v2", made.why);
    find(library, d.copy_within, "cuMemcpyDtoD_v2", made.why);
    find(library, d.fill, "cuMemsetD8_v2", made.why);
    find(library, d.launch, "cuLaunchKernel", made.why);
    return made;
}

}  // namespace

const driver* loaded_driver(std::string& why) {
    static const loading made = load();
    why = made.why;
    return made.why.empty() ? &made.functions : nullptr;
}

}  // namespace hashlane::gpu
