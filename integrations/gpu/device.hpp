// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A device that is open: its context, the modules that were loaded, its memory, and the launch of a kernel.

#include <algorithm>
#include <array>
#include <string>

#include "driver.hpp"
#include "hashlane_gpu.h"
#include "modules.hpp"

namespace hashlane::gpu {

// Stores the reason for this thread, and returns the error.
int fail(int error, std::string why) noexcept;

}  // namespace hashlane::gpu

struct hashlane_gpu {
    struct loaded_module {
        hashlane::gpu::module_handle module = nullptr;
        std::array<hashlane::gpu::function_handle, hashlane::gpu::kernel_names.size()> kernels{};
    };

    const hashlane::gpu::driver* driver = nullptr;
    int device = 0;
    hashlane::gpu::context_handle context = nullptr;
    std::array<loaded_module, hashlane::gpu::module_count> modules{};
    // The first error of a wipe in the call that runs.
    hashlane::gpu::result wiped = hashlane::gpu::result::success;

    // Returns HASHLANE_GPU_OK for success, otherwise the error that belongs to a result of the driver.
    int check(hashlane::gpu::result found, const char* doing) const;
    // Loads the module of a hash, unless it is loaded.
    int load(std::size_t hash);
    // Starts a kernel with `count` threads or a few more.
    int start(std::size_t hash, hashlane::gpu::kernel kernel, std::uint64_t count, void** arguments) const;
    // Waits for the end of what was started.
    int wait() const;
    // Starts a kernel and waits for its end.
    int run(std::size_t hash, hashlane::gpu::kernel kernel, std::uint64_t count, void** arguments) const;
};

namespace hashlane::gpu {

// Makes the context of a device the current one of this thread for a while.
class current_context {
  public:
    explicit current_context(const hashlane_gpu& gpu)
        : gpu_(gpu), error_(gpu.check(gpu.driver->context_push(gpu.context), "its context")) {}
    current_context(const current_context&) = delete;
    current_context& operator=(const current_context&) = delete;
    ~current_context() {
        context_handle before = nullptr;
        if (error_ == HASHLANE_GPU_OK) static_cast<void>(gpu_.driver->context_pop(&before));
    }
    int error() const { return error_; }

  private:
    const hashlane_gpu& gpu_;
    int error_;
};

// Memory of a device, freed at the end. Into what was copied here from the host zeros are written first: it may be secret.
class device_memory {
  public:
    explicit device_memory(hashlane_gpu& gpu) : gpu_(gpu) {}
    device_memory(const device_memory&) = delete;
    device_memory& operator=(const device_memory&) = delete;
    ~device_memory() {
        if (address_ == 0) return;
        if (copied_ != 0) wipe();
        static_cast<void>(gpu_.driver->release(address_));
    }
    // Allocates `size` bytes, or one for none.
    int allocate(std::size_t size) {
        return gpu_.check(gpu_.driver->allocate(&address_, size + (size == 0)), "memory");
    }
    int copy_in(const void* from, std::size_t size) {
        if (size == 0) return HASHLANE_GPU_OK;
        copied_ = std::max(copied_, size);
        return gpu_.check(gpu_.driver->copy_in(address_, from, size), "a copy to it");
    }
    device_address address() const { return address_; }

  private:
    void wipe() const {
        const result found = gpu_.driver->fill(address_, 0, copied_);
        if (gpu_.wiped == result::success) gpu_.wiped = found;
    }

    hashlane_gpu& gpu_;
    device_address address_ = 0;
    std::size_t copied_ = 0;
};

}  // namespace hashlane::gpu
