// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A device that is open: its context, the modules that were loaded, its memory, and the launch of a kernel.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "driver.hpp"
#include "hashlane_gpu.h"
#include "modules.hpp"

namespace hashlane::gpu {

// Stores the reason for this thread, and returns the error.
int fail(int error, std::string why) noexcept;

// What a call needs memory of the device for. There is one block for each use: a call takes it, and gives it back at its end.
enum memory_use { for_messages, for_offsets, for_digests, for_nodes, for_results, for_nonce };
inline constexpr std::size_t memory_uses = 6;

// Memory of the device that the object keeps until it is closed.
struct kept_memory {
    device_address address = 0;
    std::size_t size = 0;
    bool taken = false;
};

// Memory of the host that the device can write, kept likewise.
struct mapped_memory {
    void* host = nullptr;
    device_address address = 0;
    std::size_t size = 0;
};

}  // namespace hashlane::gpu

struct hashlane_gpu {
    struct loaded_module {
        hashlane::gpu::module_handle module = nullptr;
        std::array<hashlane::gpu::function_handle, hashlane::gpu::kernel_names.size()> kernels{};
    };

    const hashlane::gpu::driver* driver = nullptr;
    int device = 0;
    int architecture = 0;  // 10 times the major number of the compute capability, and the minor one
    hashlane::gpu::context_handle context = nullptr;
    std::array<loaded_module, hashlane::gpu::module_count> modules{};
    std::array<hashlane::gpu::kept_memory, hashlane::gpu::memory_uses> memory{};
    std::array<hashlane::gpu::mapped_memory, 2> mapped{};
    // The first error of a wipe in the call that runs.
    hashlane::gpu::result wiped = hashlane::gpu::result::success;

    // Returns HASHLANE_GPU_OK for success, otherwise the error that belongs to a result of the driver.
    int check(hashlane::gpu::result found, const char* doing) const;
    // Loads the module of a hash, unless it is loaded.
    int load(std::size_t hash);
    // Makes the memory for a use at least `size` bytes large, and takes it.
    int take(hashlane::gpu::memory_use use, std::size_t size);
    // Makes mapped[i] at least `size` bytes large.
    int map(std::size_t i, std::size_t size);
    // Frees memory that no call has taken. Returns whether there was any.
    bool release_unused();
    void release(hashlane::gpu::kept_memory& kept);
    void release(hashlane::gpu::mapped_memory& kept);
    // Starts a kernel with `count` threads or a few more.
    int start(std::size_t hash, hashlane::gpu::kernel kernel, std::uint64_t count, void** arguments) const;
    // Waits for the end of what was started.
    int wait() const;
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

// The memory for a use, given back at the end. Into what was copied here from the host zeros are written first: it may be
// secret. If that fails, the memory is freed.
class device_memory {
  public:
    device_memory(hashlane_gpu& gpu, memory_use use) : gpu_(gpu), use_(use) {}
    device_memory(const device_memory&) = delete;
    device_memory& operator=(const device_memory&) = delete;
    ~device_memory() {
        if (copied_ != 0) wipe();
        kept().taken = false;
    }
    // Takes `size` bytes, or one for none. A second call takes the same memory, larger.
    int allocate(std::size_t size) {
        if (copied_ != 0) wipe();
        copied_ = 0;
        return gpu_.take(use_, size + (size == 0));
    }
    int copy_in(const void* from, std::size_t size) {
        if (size == 0) return HASHLANE_GPU_OK;
        copied_ = std::max(copied_, size);
        return gpu_.check(gpu_.driver->copy_in(address(), from, size), "a copy to it");
    }
    device_address address() const { return gpu_.memory[use_].address; }

  private:
    kept_memory& kept() const { return gpu_.memory[use_]; }

    void wipe() const {
        const result found = gpu_.driver->fill(address(), 0, copied_);
        if (found != result::success) gpu_.release(kept());
        if (gpu_.wiped == result::success) gpu_.wiped = found;
    }

    hashlane_gpu& gpu_;
    memory_use use_;
    std::size_t copied_ = 0;
};

}  // namespace hashlane::gpu
