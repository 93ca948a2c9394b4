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
    int major = 0, minor = 0;
    if (const int error = gpu.check(d.device_attribute(&major, attribute_major, gpu.device), "an attribute"))
        return error;
    if (const int error = gpu.check(d.device_attribute(&minor, attribute_minor, gpu.device), "an attribute"))
        return error;
    gpu.architecture = 10 * major + minor;
    return gpu.check(d.context_retain(&gpu.context, gpu.device), "its context");
}

// Loads the machine code of a module where there is some for this device, and otherwise its text.
result load_image(const hashlane_gpu& gpu, const hash_module& wanted, module_handle& made) {
    const void* code = find_code(wanted, gpu.architecture);
    if (code != nullptr && gpu.driver->module_load(&made, code) == result::success) return result::success;
    return gpu.driver->module_load(&made, wanted.ptx);
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
    if (const int error = check(load_image(*this, hash_modules[hash], made.module), "a module")) return error;
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

int hashlane_gpu::take(memory_use use, std::size_t size) {
    kept_memory& kept = memory[use];
    kept.taken = true;
    if (kept.size >= size) return HASHLANE_GPU_OK;
    release(kept);
    result found = driver->allocate(&kept.address, size);
    if (found == result::out_of_memory && release_unused()) found = driver->allocate(&kept.address, size);
    if (found == result::success)
        kept.size = size;
    else
        kept.address = 0;
    return check(found, "memory");
}

int hashlane_gpu::map(std::size_t i, std::size_t size) {
    mapped_memory& kept = mapped[i];
    if (kept.size >= size) return HASHLANE_GPU_OK;
    release(kept);
    if (const int error = check(driver->host_allocate(&kept.host, size, mapped_to_device), "memory of the host")) {
        kept.host = nullptr;
        return error;
    }
    kept.size = size;
    const int error = check(driver->host_address(&kept.address, kept.host, 0), "memory of the host");
    if (error != HASHLANE_GPU_OK) release(kept);
    return error;
}

bool hashlane_gpu::release_unused() {
    bool any = false;
    for (kept_memory& kept : memory) {
        if (kept.taken || kept.address == 0) continue;
        release(kept);
        any = true;
    }
    return any;
}

void hashlane_gpu::release(kept_memory& kept) {
    if (kept.address != 0) static_cast<void>(driver->release(kept.address));
    kept.address = 0;
    kept.size = 0;
}

void hashlane_gpu::release(mapped_memory& kept) {
    if (kept.host != nullptr) static_cast<void>(driver->host_release(kept.host));
    kept = {};
}

int hashlane_gpu::start(std::size_t hash, kernel kernel, std::uint64_t count, void** arguments) const {
    if (count == 0) return HASHLANE_GPU_OK;
    const auto blocks = static_cast<unsigned>((count + threads_of_block - 1) / threads_of_block);
    return check(driver->launch(modules[hash].kernels[kernel], blocks, 1, 1, threads_of_block, 1, 1, 0, nullptr,
                                arguments, nullptr),
                 "the start of a kernel");
}

int hashlane_gpu::wait() const { return check(driver->context_wait(), "the end of a kernel"); }

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
        static_cast<void>(gpu->release_unused());
        for (mapped_memory& kept : gpu->mapped) gpu->release(kept);
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
