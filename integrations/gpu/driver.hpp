// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The functions of the CUDA driver that are used, loaded at run time. Their names, types and results are those of NVIDIA's
// "CUDA Driver API" reference.

#include <cstddef>
#include <cstdint>
#include <string>

namespace hashlane::gpu {

using device_address = std::uint64_t;  // CUdeviceptr
using context_handle = void*;          // CUcontext
using module_handle = void*;           // CUmodule
using function_handle = void*;         // CUfunction

// Results of the driver (CUresult).
enum class result : int {
    success = 0,
    out_of_memory = 2,
    no_device = 100,
    invalid_device = 101,
};

// CUdevice_attribute: the compute capability.
inline constexpr int attribute_major = 75, attribute_minor = 76;
// A flag of cuMemHostAlloc: the device can read and write the memory.
inline constexpr unsigned mapped_to_device = 2;

struct driver {
    result (*init)(unsigned flags) = nullptr;
    result (*error_name)(result error, const char** name) = nullptr;
    result (*device_count)(int* count) = nullptr;
    result (*device_get)(int* device, int number) = nullptr;
    result (*device_attribute)(int* value, int attribute, int device) = nullptr;
    result (*context_retain)(context_handle* context, int device) = nullptr;
    result (*context_release)(int device) = nullptr;
    result (*context_push)(context_handle context) = nullptr;
    result (*context_pop)(context_handle* context) = nullptr;
    result (*context_wait)() = nullptr;
    result (*module_load)(module_handle* module, const void* image) = nullptr;
    result (*module_unload)(module_handle module) = nullptr;
    result (*module_function)(function_handle* function, module_handle module, const char* name) = nullptr;
    result (*allocate)(device_address* address, std::size_t size) = nullptr;
    result (*release)(device_address address) = nullptr;
    result (*host_allocate)(void** memory, std::size_t size, unsigned flags) = nullptr;
    result (*host_address)(device_address* address, void* memory, unsigned flags) = nullptr;
    result (*host_release)(void* memory) = nullptr;
    result (*copy_in)(device_address to, const void* from, std::size_t size) = nullptr;
    result (*copy_out)(void* to, device_address from, std::size_t size) = nullptr;
    result (*copy_within)(device_address to, device_address from, std::size_t size) = nullptr;
    result (*fill)(device_address address, unsigned char byte, std::size_t size) = nullptr;
    result (*launch)(function_handle function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                     unsigned block_y, unsigned block_z, unsigned shared_bytes, void* stream, void** arguments,
                     void** extra) = nullptr;
};

// Returns the loaded driver, or null with the reason in `why`. It is loaded once and stays loaded.
const driver* loaded_driver(std::string& why);

}  // namespace hashlane::gpu
