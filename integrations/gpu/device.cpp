// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "device.hpp"

#include <memory>
#include <new>

namespace hashlane::gpu {
namespace {

constexpr unsigned threads_of_block = 128;

thread_local std::string reason;

int error_of(result found) {
    if (found == result::out_of_memory) return HASHLANE_GPU_ERROR_MEMORY;
    return HASHLANE_GPU_ERROR_DEVICE;
}

// Opens the device `number`. The object is complete after HASHLANE_GPU_OK alone.
int open(hashlane_gpu& gpu, int number) {
    std::string why;
    gpu.driver = loaded_driver(why);
    if (gpu.driver == nullptr) return fail(HASHLANE_GPU_ERROR_DRIVER, why);
    const driver& d = *gpu.driver;
    const result started = d.init(0);
    if (started != result::success && started != result::no_device) {
        static_cast<void>(gpu.check(started, "the start of the driver"));
        return HASHLANE_GPU_ERROR_DRIVER;
    }
    int count = 0;
    if (started == result::success)
        if (const int error = gpu.check(d.device_count(&count), "the number of devices")) return error;
    if (number < 0 || number >= count)
        return fail(HASHLANE_GPU_ERROR_DEVICE,
                    "there is no device " + std::to_string(number) + "; devices: " + std::to_string(count));
    if (const int error = gpu.check(d.device_get(&gpu.device, number), "the device")) return error;
    return gpu.check(d.context_retain(&gpu.context, gpu.device), "its context");
}

}  // namespace

int fail(int error, std::string why) noexcept {
    reason = std::move(why);
    return error;
}

}  // namespace hashlane::gpu

using namespace hashlane::gpu;

int hashlane_gpu::check(result found, const char* doing) const {
    if (found == result::success) return HASHLANE_GPU_OK;
    const char* name = nullptr;
    if (driver->error_name(found, &name) != result::success || name == nullptr) name = "an unknown error";
    return fail(error_of(found), std::string("the device refuses ") + doing + ": " + name);
}

int hashlane_gpu::load(std::size_t hash) {
    loaded_module& wanted = modules[hash];
    if (wanted.module != nullptr) return HASHLANE_GPU_OK;
    loaded_module made;
    if (const int error = check(driver->module_load(&made.module, hash_modules[hash].ptx), "a module")) return error;
    for (std::size_t i = 0; i < hash_modules[hash].kernels(); ++i) {
        const std::string name = std::string(hash_modules[hash].prefix) + kernel_names[i];
        const int error = check(driver->module_function(&made.kernels[i], made.module, name.c_str()), name.c_str());
        if (error != HASHLANE_GPU_OK) {
            static_cast<void>(driver->module_unload(made.module));
            return error;
        }
    }
    wanted = made;
    return HASHLANE_GPU_OK;
}

int hashlane_gpu::start(std::size_t hash, kernel kernel, std::uint64_t count, void** arguments) const {
    if (count == 0) return HASHLANE_GPU_OK;
    const auto blocks = static_cast<unsigned>((count + threads_of_block - 1) / threads_of_block);
    return check(driver->launch(modules[hash].kernels[kernel], blocks, 1, 1, threads_of_block, 1, 1, 0, nullptr,
                                arguments, nullptr),
                 "the start of a kernel");
}

int hashlane_gpu::wait() const { return check(driver->context_wait(), "the end of a kernel"); }

int hashlane_gpu::run(std::size_t hash, kernel kernel, std::uint64_t count, void** arguments) const {
    if (const int error = start(hash, kernel, count, arguments)) return error;
    return wait();
}

extern "C" {

int hashlane_gpu_open(hashlane_gpu** gpu, int number) try {
    if (gpu == nullptr) return fail(HASHLANE_GPU_ERROR_ARGUMENT, "the place for the device is null");
    *gpu = nullptr;
    auto made = std::make_unique<hashlane_gpu>();
    const int error = open(*made, number);
    if (error == HASHLANE_GPU_OK) *gpu = made.release();
    return error;
} catch (const std::bad_alloc&) { return fail(HASHLANE_GPU_ERROR_MEMORY, "out of memory"); }

void hashlane_gpu_close(hashlane_gpu* gpu) {
    if (gpu == nullptr) return;
    {
        const current_context context(*gpu);
        for (const hashlane_gpu::loaded_module& loaded : gpu->modules)
            if (loaded.module != nullptr) static_cast<void>(gpu->driver->module_unload(loaded.module));
    }
    static_cast<void>(gpu->driver->context_release(gpu->device));
    delete gpu;
}

const char* hashlane_gpu_reason(void) { return reason.empty() ? "no error" : reason.c_str(); }

size_t hashlane_gpu_digest_size(const char* algorithm) try {
    const std::size_t hash = find_hash(algorithm == nullptr ? "" : algorithm);
    if (hash != hash_count) return hash_modules[hash].size;
    static_cast<void>(fail(HASHLANE_GPU_ERROR_ALGORITHM, why_no_hash(algorithm == nullptr ? "" : algorithm)));
    return 0;
} catch (const std::bad_alloc&) { return 0; }

const char* hashlane_gpu_algorithm(size_t i) { return i < hash_count ? hash_modules[i].name : nullptr; }
}
