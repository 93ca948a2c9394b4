// SPDX-License-Identifier: Apache-2.0 OR MIT
// A libcuda.so.1 without a device: the functions of the driver that hashlane_gpu uses, over memory of this process, with a
// loop over the grid. HASHLANE_FAKE_FAULT=FUNCTION:N:CODE in the environment makes call N of a function, from 1 on, return
// CODE. Memory that is not freed when the context is released ends the process.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#define HASHLANE_GPU_HASH sha256
#include "kernels/kernels.cpp"
#undef HASHLANE_GPU_HASH
#define HASHLANE_GPU_HASH sha512
#include "kernels/kernels.cpp"
#undef HASHLANE_GPU_HASH
#define HASHLANE_GPU_HASH sha3_256
#include "kernels/kernels.cpp"
#undef HASHLANE_GPU_HASH
#define HASHLANE_GPU_HASH keccak_256
#include "kernels/kernels.cpp"
#undef HASHLANE_GPU_HASH
#define HASHLANE_GPU_HASH shake128
#include "kernels/kernels.cpp"
#undef HASHLANE_GPU_HASH
#define HASHLANE_GPU_HASH shake256
#include "kernels/kernels.cpp"
#undef HASHLANE_GPU_HASH
#define HASHLANE_GPU_HASH turboshake128
#include "kernels/kernels.cpp"
#undef HASHLANE_GPU_HASH
#define HASHLANE_GPU_HASH kt128
#include "kernels/kernels.cpp"
#undef HASHLANE_GPU_HASH
#define HASHLANE_GPU_HASH ascon_hash256
#include "kernels/kernels.cpp"
#undef HASHLANE_GPU_HASH
#define HASHLANE_GPU_HASH kt128_leaf
#define HASHLANE_GPU_PART
#include "kernels/kernels.cpp"

namespace {

enum : int { success = 0, invalid_value = 1, out_of_memory = 2, invalid_device = 101, not_found = 500 };

// ---- kernels

template <class... Arguments, std::size_t... i>
void call(void (*kernel)(Arguments...), void** arguments, std::index_sequence<i...>) {
    kernel(*static_cast<Arguments*>(arguments[i])...);
}

template <auto kernel, class... Arguments>
void unpacked(void (*)(Arguments...), void** arguments) {
    call(kernel, arguments, std::index_sequence_for<Arguments...>{});
}

using launcher = void (*)(void**);

std::map<std::string_view, launcher> kernels() {
    std::map<std::string_view, launcher> all;
#define ROWS(name, registry, ...) all[#name "_rows"] = [](void** a) { unpacked<name##_rows>(name##_rows, a); };
#define OTHERS(name, registry, ...)                                                                                    \
    all[#name "_leaves"] = [](void** a) { unpacked<name##_leaves>(name##_leaves, a); };                                \
    all[#name "_offsets"] = [](void** a) { unpacked<name##_offsets>(name##_offsets, a); };                             \
    all[#name "_nodes"] = [](void** a) { unpacked<name##_nodes>(name##_nodes, a); };                                   \
    all[#name "_grind"] = [](void** a) { unpacked<name##_grind>(name##_grind, a); };
    HASHLANE_GPU_HASHES(ROWS)
    HASHLANE_GPU_HASHES(OTHERS)
    HASHLANE_GPU_PARTS(ROWS)
    return all;
}

// ---- faults

std::map<std::string, int> calls;

int fault(const char* function) {
    const int number = ++calls[function];
    const char* asked = std::getenv("HASHLANE_FAKE_FAULT");
    if (asked == nullptr) return success;
    char name[64] = {};
    int at = 0, code = 0;
    if (std::sscanf(asked, "%63[^:]:%d:%d", name, &at, &code) != 3) std::abort();
    return std::strcmp(name, function) == 0 && at == number ? code : success;
}

// With HASHLANE_PLANTED the first thread of a grid does not run.
#if defined(HASHLANE_PLANTED)
constexpr std::uint64_t first_thread = 1;
#else
constexpr std::uint64_t first_thread = 0;
#endif

#define MAY_FAIL                                                                                                       \
    if (const int code = fault(__func__); code != 0) return code

// ---- memory, by its address

std::map<std::uint64_t, std::size_t> memory;
std::map<std::uint64_t, std::size_t> copied;  // bytes from the host that are in this memory
int pushed = 0, not_wiped = 0;

bool is_within(std::uint64_t address, std::size_t size) {
    auto above = memory.upper_bound(address);
    if (above == memory.begin()) return false;
    const auto& [begin, length] = *--above;
    return address - begin <= length && size <= length - (address - begin);
}

void* pointer(std::uint64_t address) { return reinterpret_cast<void*>(address); }

// Tells whether bytes from the host are in this memory still.
bool holds_copies(std::uint64_t address) {
    const auto found = copied.find(address);
    if (found == copied.end()) return false;
    const auto* begin = static_cast<const unsigned char*>(pointer(address));
    return std::any_of(begin, begin + found->second, [](unsigned char byte) { return byte != 0; });
}

}  // namespace

extern "C" {

// The calls are counted from 1 again.
void hashlane_fake_reset() {
    calls.clear();
    not_wiped = 0;
}

// Returns how often memory was freed that held bytes from the host.
int hashlane_fake_not_wiped() { return not_wiped; }

// Allocates memory without a fault. The program can read and write it.
void* hashlane_fake_memory(std::size_t size) {
    void* made = std::malloc(size);
    memory[reinterpret_cast<std::uint64_t>(made)] = size;
    return made;
}

int cuInit(unsigned) {
    MAY_FAIL;
    return success;
}

int cuGetErrorName(int error, const char** name) {
    *name = error == out_of_memory ? "CUDA_ERROR_OUT_OF_MEMORY" : error == 719 ? "CUDA_ERROR_LAUNCH_FAILED" : nullptr;
    return *name == nullptr ? invalid_value : success;
}

int cuDeviceGetCount(int* count) {
    MAY_FAIL;
    const char* number = std::getenv("HASHLANE_FAKE_DEVICES");
    *count = number == nullptr ? 1 : std::atoi(number);
    return success;
}

int cuDeviceGet(int* device, int number) {
    MAY_FAIL;
    *device = number;
    return success;
}

// A device of 2 multiprocessors, with a clock of 1 GHz.
int cuDeviceGetAttribute(int* value, int number, int) {
    MAY_FAIL;
    *value = number == 16 ? 2 : number == 13 ? 1'000'000 : number == 75 ? 7 : 0;
    return success;
}

int cuDeviceGetName(char* name, int size, int) {
    MAY_FAIL;
    std::snprintf(name, static_cast<std::size_t>(size), "a simulated device");
    return success;
}

int cuDevicePrimaryCtxRetain(void** context, int) {
    MAY_FAIL;
    *context = &memory;
    return success;
}

int cuDevicePrimaryCtxRelease_v2(int) {
    if (!memory.empty() || pushed != 0) {
        std::fputs("memory or a context is left over\n", stderr);
        std::abort();
    }
    return success;
}

int cuCtxPushCurrent_v2(void*) {
    MAY_FAIL;
    ++pushed;
    return success;
}

int cuCtxPopCurrent_v2(void** context) {
    --pushed;
    *context = nullptr;
    return success;
}

int cuCtxSynchronize() {
    MAY_FAIL;
    return success;
}

// A module is its text.
int cuModuleLoadData(void** module, const void* image) {
    MAY_FAIL;
    if (std::strstr(static_cast<const char*>(image), ".entry") == nullptr) return invalid_value;
    *module = const_cast<void*>(image);
    return success;
}

int cuModuleUnload(void*) { return success; }

// The text has the kernel too.
int cuModuleGetFunction(void** function, void* module, const char* name) {
    MAY_FAIL;
    static const auto all = kernels();
    const auto found = all.find(name);
    const std::string entry = std::string(".entry ") + name + "(";
    if (found == all.end() || std::strstr(static_cast<const char*>(module), entry.c_str()) == nullptr) return not_found;
    *function = reinterpret_cast<void*>(found->second);
    return success;
}

int cuMemAlloc_v2(std::uint64_t* address, std::size_t size) {
    MAY_FAIL;
    void* made = size == 0 ? nullptr : std::malloc(size);
    if (made == nullptr) return size == 0 ? invalid_value : out_of_memory;
    std::memset(made, 0xa5, size);
    *address = reinterpret_cast<std::uint64_t>(made);
    memory[*address] = size;
    return success;
}

int cuMemFree_v2(std::uint64_t address) {
    if (memory.erase(address) != 1) std::abort();
    not_wiped += holds_copies(address);
    copied.erase(address);
    std::free(pointer(address));
    return success;
}

int cuMemcpyHtoD_v2(std::uint64_t to, const void* from, std::size_t size) {
    MAY_FAIL;
    if (pushed == 0 || !is_within(to, size)) return invalid_value;
    std::memcpy(pointer(to), from, size);
    copied[to] = std::max(copied[to], size);
    return success;
}

int cuMemsetD8_v2(std::uint64_t to, unsigned char byte, std::size_t size) {
    MAY_FAIL;
    if (pushed == 0 || !is_within(to, size)) return invalid_value;
    std::memset(pointer(to), byte, size);
    return success;
}

int cuMemcpyDtoH_v2(void* to, std::uint64_t from, std::size_t size) {
    MAY_FAIL;
    if (pushed == 0 || !is_within(from, size)) return invalid_value;
    std::memcpy(to, pointer(from), size);
    return success;
}

int cuMemcpyDtoD_v2(std::uint64_t to, std::uint64_t from, std::size_t size) {
    MAY_FAIL;
    if (pushed == 0 || !is_within(to, size) || !is_within(from, size)) return invalid_value;
    std::memcpy(pointer(to), pointer(from), size);
    return success;
}

int cuLaunchKernel(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                   unsigned block_y, unsigned block_z, unsigned, void*, void** arguments, void**) {
    MAY_FAIL;
    if (pushed == 0 || grid_x == 0 || grid_y != 1 || grid_z != 1 || block_x == 0 || block_y != 1 || block_z != 1)
        return invalid_value;
    const std::uint64_t threads = std::uint64_t{grid_x} * block_x;
    for (std::uint64_t i = 0; i < threads; ++i) {
        hashlane::gpu::simulated_thread = i + first_thread;
        reinterpret_cast<launcher>(function)(arguments);
    }
    return success;
}
}
