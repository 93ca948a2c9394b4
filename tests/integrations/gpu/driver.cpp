// SPDX-License-Identifier: Apache-2.0 OR MIT
// A libcuda.so.1 without a device: the functions of the driver that hashlane_gpu uses, over memory of this process, with a
// loop over the grid. The environment says what it does:
// * HASHLANE_FAKE_FAULT=FUNCTION:N:CODE: call N of a function, from 1 on, and all later ones return CODE;
// * HASHLANE_FAKE_DEVICES: the number of devices, 1 without it;
// * HASHLANE_FAKE_ARCHITECTURE: 10 times the major number of the compute capability and the minor one, 70 without it;
// * HASHLANE_FAKE_FIRST_THREAD: the first thread of a grid that runs, 0 without it;
// * HASHLANE_FAKE_MEMORY: the bytes of memory that the device has, 1 GiB without it.
// Memory that is not freed when the context is released for the last time ends the process.
#include <elf.h>

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

enum : int {
    success = 0,
    invalid_value = 1,
    out_of_memory = 2,
    invalid_device = 101,
    no_binary = 209,
    not_found = 500
};

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
    return std::strcmp(name, function) == 0 && at <= number ? code : success;
}

std::uint64_t setting(const char* name, std::uint64_t without) {
    const char* text = std::getenv(name);
    return text == nullptr ? without : std::strtoull(text, nullptr, 10);
}

int architecture() { return static_cast<int>(setting("HASHLANE_FAKE_ARCHITECTURE", 70)); }

#define MAY_FAIL                                                                                                       \
    if (const int code = fault(__func__); code != 0) return code

// ---- memory, by its address

std::map<std::uint64_t, std::size_t> memory;
std::map<std::uint64_t, std::size_t> copied;  // bytes from the host that are in this memory
int retained = 0, pushed = 0, not_wiped = 0;

bool is_within(std::uint64_t address, std::size_t size) {
    auto above = memory.upper_bound(address);
    if (above == memory.begin()) return false;
    const auto& [begin, length] = *--above;
    return address - begin <= length && size <= length - (address - begin);
}

void* pointer(std::uint64_t address) { return reinterpret_cast<void*>(address); }

std::size_t used() {
    std::size_t sum = 0;
    for (const auto& [address, size] : memory) sum += size;
    return sum;
}

// Tells whether bytes from the host are in this memory still.
bool holds_copies(std::uint64_t address) {
    const auto found = copied.find(address);
    if (found == copied.end()) return false;
    const auto* begin = static_cast<const unsigned char*>(pointer(address));
    return std::any_of(begin, begin + found->second, [](unsigned char byte) { return byte != 0; });
}

// ---- modules: text in PTX, or machine code in a file of ELF

int loaded_machine_code = 0;

bool is_elf(const char* image) { return std::memcmp(image, ELFMAG, SELFMAG) == 0; }

// The bytes of an image. The tables of a file of ELF stand behind its sections.
std::string_view bytes_of(const char* image) {
    if (!is_elf(image)) return image;
    Elf64_Ehdr head;
    std::memcpy(&head, image, sizeof head);
    return {image, std::max(head.e_shoff + std::uint64_t{head.e_shentsize} * head.e_shnum,
                            head.e_phoff + std::uint64_t{head.e_phentsize} * head.e_phnum)};
}

// Tells whether the device runs this image. The low byte of the flags of machine code is its architecture.
bool runs(const char* image) {
    if (!is_elf(image)) return bytes_of(image).find(".entry") != std::string_view::npos;
    Elf64_Ehdr head;
    std::memcpy(&head, image, sizeof head);
    const int code = static_cast<int>(head.e_flags & 0xff);
    return code / 10 == architecture() / 10 && code <= architecture();
}

// What stands in an image for a kernel.
std::string entry(const char* image, const char* name) {
    if (is_elf(image)) return std::string(".text.") + name + '\0';
    return std::string(".entry ") + name + "(";
}

}  // namespace

extern "C" {

// The calls are counted from 1 again.
void hashlane_fake_reset() {
    calls.clear();
    not_wiped = 0;
    loaded_machine_code = 0;
}

// Returns how often memory was freed that held bytes from the host, and how many blocks of memory hold some now.
int hashlane_fake_not_wiped() {
    const auto holds = [](const auto& block) { return holds_copies(block.first); };
    return not_wiped + static_cast<int>(std::count_if(copied.begin(), copied.end(), holds));
}

// Returns how many modules were loaded as machine code.
int hashlane_fake_machine_code() { return loaded_machine_code; }

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
    *value = number == 16   ? 2
             : number == 13 ? 1'000'000
             : number == 75 ? architecture() / 10
             : number == 76 ? architecture() % 10
                            : 0;
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
    ++retained;
    return success;
}

int cuDevicePrimaryCtxRelease_v2(int) {
    if (--retained == 0 && (!memory.empty() || pushed != 0)) {
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

// A module is its image.
int cuModuleLoadData(void** module, const void* image) {
    MAY_FAIL;
    if (!runs(static_cast<const char*>(image))) return no_binary;
    loaded_machine_code += is_elf(static_cast<const char*>(image));
    *module = const_cast<void*>(image);
    return success;
}

int cuModuleUnload(void*) { return success; }

// The image has the kernel too.
int cuModuleGetFunction(void** function, void* module, const char* name) {
    MAY_FAIL;
    static const auto all = kernels();
    const auto found = all.find(name);
    const auto* image = static_cast<const char*>(module);
    if (found == all.end() || bytes_of(image).find(entry(image, name)) == std::string_view::npos) return not_found;
    *function = reinterpret_cast<void*>(found->second);
    return success;
}

int cuMemAlloc_v2(std::uint64_t* address, std::size_t size) {
    MAY_FAIL;
    const std::uint64_t all = setting("HASHLANE_FAKE_MEMORY", 1u << 30);
    void* made = size == 0 || size > all - std::min<std::uint64_t>(all, used()) ? nullptr : std::malloc(size);
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

// Memory of the host is that of the device.
int cuMemHostAlloc(void** made, std::size_t size, unsigned flags) {
    MAY_FAIL;
    if (pushed == 0 || size == 0 || flags != 2) return invalid_value;
    *made = std::malloc(size);
    memory[reinterpret_cast<std::uint64_t>(*made)] = size;
    return success;
}

int cuMemHostGetDevicePointer_v2(std::uint64_t* address, void* memory_of_host, unsigned flags) {
    MAY_FAIL;
    *address = reinterpret_cast<std::uint64_t>(memory_of_host);
    return flags == 0 && memory.count(*address) == 1 ? success : invalid_value;
}

int cuMemFreeHost(void* made) {
    if (memory.erase(reinterpret_cast<std::uint64_t>(made)) != 1) std::abort();
    std::free(made);
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
    for (std::uint64_t i = setting("HASHLANE_FAKE_FIRST_THREAD", 0); i < threads; ++i) {
        hashlane::gpu::simulated_thread = i;
        reinterpret_cast<launcher>(function)(arguments);
    }
    return success;
}
}
