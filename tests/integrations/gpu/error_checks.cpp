// SPDX-License-Identifier: Apache-2.0 OR MIT
// The errors of hashlane_gpu: `error_checks arguments`, `error_checks memory` (a device with too little memory),
// `error_checks lost` (a device that was lost: a driver of NVIDIA alone), `error_checks driver` (there is none). With the
// driver of driver.cpp alone: `error_checks faults`, `error_checks code ARCHITECTURE...`.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <dlfcn.h>
#include <hashlane/any.hpp>

#include "checks.hpp"

using namespace gpu_checks;

namespace {

// Every MAC, KDF and AEAD is refused by its name, with the reason, in every function.
void check_keyed(const device& d) {
    std::size_t keyed = 0;
    std::uint64_t nonce = 0;
    for (const hashlane::algorithm& a : hashlane::algorithms()) {
        if (a.kind == hashlane::kind::hash || a.kind == hashlane::kind::xof) continue;
        const std::string name(a.name);
        const std::int64_t offsets[] = {0, 1};
        octets out(200);
        ++keyed;
        for (const int error : {hashlane_gpu_digest_rows(d.gpu, name.c_str(), 0, "x", 1, 1, out.data()),
                                hashlane_gpu_digest_offsets(d.gpu, name.c_str(), 0, "x", 1, offsets, 1, out.data()),
                                hashlane_gpu_hash_pairs(d.gpu, name.c_str(), 0, "xy", 1, out.data()),
                                hashlane_gpu_merkle_root(d.gpu, name.c_str(), 0, "x", 1, 1, out.data()),
                                hashlane_gpu_merkle_levels(d.gpu, name.c_str(), 0, "x", 1, 1, out.data()),
                                hashlane_gpu_grind(d.gpu, name.c_str(), "x", 1, 1, 0, 1, &nonce)})
            CHECK(error == HASHLANE_GPU_ERROR_ALGORITHM && reason_has(name + " takes a secret"));
        CHECK(hashlane_gpu_digest_size(name.c_str()) == 0 && out == octets(200));
    }
    CHECK(keyed > 30);
}

void check_arguments() {
    device d;
    octets out(64);
    std::uint64_t nonce = 0;
    const std::uint8_t byte = 0;
    const std::int64_t falling[] = {0, 2, 1}, beyond[] = {0, 1, 9}, below[] = {-1, 0, 0};
    CHECK(hashlane_gpu_open(nullptr, 0) == HASHLANE_GPU_ERROR_ARGUMENT);
    hashlane_gpu* none = nullptr;
    for (int number : {-1, 1000}) {
        CHECK(hashlane_gpu_open(&none, number) == HASHLANE_GPU_ERROR_DEVICE && none == nullptr);
        CHECK(reason_has("there is no device " + std::to_string(number)));
    }
    for (const char* name : {"md5", "", "SHA256", "sha384"}) {
        CHECK(hashlane_gpu_digest_rows(d.gpu, name, 0, &byte, 1, 1, out.data()) == HASHLANE_GPU_ERROR_ALGORITHM);
        CHECK(hashlane_gpu_digest_size(name) == 0 && reason_has("there is no " + std::string(name) + " for a device"));
    }
    check_keyed(d);
    CHECK(hashlane_gpu_kt128(nullptr, 0, &byte, 1, nullptr, 0, out.data(), 32) == HASHLANE_GPU_ERROR_ARGUMENT);
    CHECK(hashlane_gpu_kt128(d.gpu, 2, &byte, 1, nullptr, 0, out.data(), 32) == HASHLANE_GPU_ERROR_ARGUMENT);
    CHECK(hashlane_gpu_kt128(d.gpu, 0, nullptr, 1, nullptr, 0, out.data(), 32) == HASHLANE_GPU_ERROR_ARGUMENT);
    CHECK(hashlane_gpu_kt128(d.gpu, 0, &byte, 1, nullptr, 1, out.data(), 32) == HASHLANE_GPU_ERROR_ARGUMENT);
    CHECK(hashlane_gpu_kt128(d.gpu, 0, &byte, 1, nullptr, 0, nullptr, 32) == HASHLANE_GPU_ERROR_ARGUMENT);
    CHECK(hashlane_gpu_kt128(d.gpu, 0, &byte, SIZE_MAX, nullptr, 0, out.data(), 32) == HASHLANE_GPU_ERROR_ARGUMENT);
    CHECK(reason_has("2^63 bytes or more"));
    CHECK(hashlane_gpu_digest_rows(nullptr, "sha256", 0, &byte, 1, 1, out.data()) == HASHLANE_GPU_ERROR_ARGUMENT);
    CHECK(hashlane_gpu_digest_rows(d.gpu, nullptr, 0, &byte, 1, 1, out.data()) == HASHLANE_GPU_ERROR_ARGUMENT);
    CHECK(hashlane_gpu_digest_rows(d.gpu, "sha256", 2, &byte, 1, 1, out.data()) == HASHLANE_GPU_ERROR_ARGUMENT);
    CHECK(hashlane_gpu_digest_rows(d.gpu, "sha256", 0, nullptr, 1, 1, out.data()) == HASHLANE_GPU_ERROR_ARGUMENT);
    CHECK(hashlane_gpu_digest_rows(d.gpu, "sha256", 0, &byte, 1, 1, nullptr) == HASHLANE_GPU_ERROR_ARGUMENT);
    CHECK(hashlane_gpu_digest_rows(d.gpu, "sha256", 0, &byte, SIZE_MAX, 2, out.data()) == HASHLANE_GPU_ERROR_ARGUMENT);
    for (const std::int64_t* offsets : {falling, beyond, below}) {
        CHECK(hashlane_gpu_digest_offsets(d.gpu, "sha256", 0, out.data(), 4, offsets, 2, out.data()) ==
              HASHLANE_GPU_ERROR_ARGUMENT);
        CHECK(reason_has("offset "));
    }
    CHECK(hashlane_gpu_digest_offsets(d.gpu, "sha256", 0, out.data(), 4, nullptr, 2, out.data()) ==
          HASHLANE_GPU_ERROR_ARGUMENT);
    CHECK(hashlane_gpu_merkle_root(d.gpu, "sha256", 0, &byte, 1, 0, out.data()) == HASHLANE_GPU_ERROR_ARGUMENT);
    CHECK(hashlane_gpu_merkle_root(d.gpu, "sha256", 0, &byte, 1, 1, nullptr) == HASHLANE_GPU_ERROR_ARGUMENT);
    CHECK(hashlane_gpu_grind(d.gpu, "sha256", &byte, 1, 257, 0, 1, &nonce) == HASHLANE_GPU_ERROR_ARGUMENT);
    CHECK(hashlane_gpu_grind(d.gpu, "sha256", &byte, 1, 8, UINT64_MAX - 1, 2, &nonce) == HASHLANE_GPU_ERROR_ARGUMENT);
    CHECK(hashlane_gpu_grind(d.gpu, "sha256", &byte, 1, 8, 0, 1, nullptr) == HASHLANE_GPU_ERROR_ARGUMENT);
}

// A function of driver.cpp.
template <class F>
F* of_driver(const char* name) {
    return reinterpret_cast<F*>(dlsym(dlopen("libcuda.so.1", RTLD_NOW), name));
}

// KT128 of a message in memory of the simulated device.
int kt128_within(hashlane_gpu* gpu, const octets& message) {
    octets out(32);
    void* memory = of_driver<void*(std::size_t)>("hashlane_fake_memory")(message.size());
    std::memcpy(memory, message.data(), message.size());
    const int error = hashlane_gpu_kt128(gpu, HASHLANE_GPU_DEVICE, memory, message.size(), "c", 1, out.data(), 32);
    driver_memory().release(reinterpret_cast<std::uint64_t>(memory));
    return error;
}

// Everything that a program may do, once; the first error, or HASHLANE_GPU_OK.
int all_calls() {
    hashlane_gpu* gpu = nullptr;
    int error = hashlane_gpu_open(&gpu, 0);
    const octets rows = random_bytes(300);
    const std::int64_t offsets[] = {0, 100, 300};
    octets out(64 * 20);
    std::uint64_t nonce = 0;
    if (error == 0) error = hashlane_gpu_digest_rows(gpu, "sha256", 0, rows.data(), 30, 10, out.data());
    if (error == 0) error = hashlane_gpu_digest_offsets(gpu, "sha256", 0, rows.data(), 300, offsets, 2, out.data());
    if (error == 0) error = hashlane_gpu_merkle_root(gpu, "sha256", 0, rows.data(), 100, 3, out.data());
    if (error == 0) error = hashlane_gpu_grind(gpu, "sha256", rows.data(), 300, 1, 1, 1000, &nonce);
    const octets message = random_bytes(3 * 8192 + 5);
    if (error == 0) error = hashlane_gpu_kt128(gpu, 0, message.data(), message.size(), "c", 1, out.data(), 32);
    if (error == 0) error = kt128_within(gpu, message);
    hashlane_gpu_close(gpu);
    return error;
}

// Each call of each function of the driver fails in turn, and all later ones with it: too little memory, or a device that is
// lost. What was copied from the host is wiped before the call ends, unless that fails itself.
void check_faults() {
    auto* reset = of_driver<void()>("hashlane_fake_reset");
    auto* not_wiped = of_driver<int()>("hashlane_fake_not_wiped");
    for (const char* function :
         {"cuInit", "cuDeviceGetCount", "cuDeviceGet", "cuDevicePrimaryCtxRetain", "cuCtxPushCurrent_v2",
          "cuDeviceGetAttribute", "cuCtxSynchronize", "cuModuleLoadData", "cuModuleGetFunction", "cuMemAlloc_v2",
          "cuMemcpyHtoD_v2", "cuMemHostAlloc", "cuMemHostGetDevicePointer_v2", "cuMemcpyDtoH_v2", "cuMemcpyDtoD_v2",
          "cuMemsetD8_v2", "cuLaunchKernel"}) {
        unsetenv("HASHLANE_FAKE_FAULT");
        const bool wipe = std::string_view(function) == "cuMemsetD8_v2";
        int number = 1;
        for (;; ++number) {
            reset();
            const bool memory = number % 2 == 0;
            const std::string fault = std::string(function) + ":" + std::to_string(number) + (memory ? ":2" : ":719");
            setenv("HASHLANE_FAKE_FAULT", fault.c_str(), 1);
            const int error = all_calls();
            if (error == HASHLANE_GPU_OK) break;
            CHECK(wipe ? not_wiped() != 0 : not_wiped() == 0);
            CHECK(std::string_view(function) == "cuInit"
                      ? error == HASHLANE_GPU_ERROR_DRIVER
                      : error == (memory ? HASHLANE_GPU_ERROR_MEMORY : HASHLANE_GPU_ERROR_DEVICE));
            CHECK(reason_has(memory ? "CUDA_ERROR_OUT_OF_MEMORY" : "CUDA_ERROR_LAUNCH_FAILED"));
        }
        CHECK(number > 1);
    }
    unsetenv("HASHLANE_FAKE_FAULT");
    reset();
    CHECK(all_calls() == HASHLANE_GPU_OK && not_wiped() == 0);
}

void check_no_driver() {
    hashlane_gpu* gpu = nullptr;
    CHECK(hashlane_gpu_open(&gpu, 0) == HASHLANE_GPU_ERROR_DRIVER && gpu == nullptr);
    CHECK(reason_has("the driver of NVIDIA cannot be loaded: libcuda.so.1"));
    hashlane_gpu_close(gpu);
}

// ---- too little memory

// All memory of the device that can be had, but for `rest` bytes.
class nearly_all_memory {
  public:
    explicit nearly_all_memory(std::size_t rest) {
        void* context = nullptr;
        CHECK(cuda_.retain(&context, 0) == 0 && cuda_.push(context) == 0);
        std::uint64_t left = 0;
        CHECK(cuda_.allocate(&left, rest) == 0);
        for (std::size_t size = std::size_t{1} << 38; size >= std::size_t{1} << 20; size /= 2)
            for (std::uint64_t made = 0; cuda_.allocate(&made, size) == 0;) blocks_.push_back(made);
        CHECK(cuda_.release(left) == 0);
    }
    nearly_all_memory(const nearly_all_memory&) = delete;
    nearly_all_memory& operator=(const nearly_all_memory&) = delete;
    ~nearly_all_memory() {
        release();
        void* context = nullptr;
        CHECK(cuda_.pop(&context) == 0 && cuda_.unretain(0) == 0);
    }
    void release() {
        for (const std::uint64_t block : blocks_) CHECK(cuda_.release(block) == 0);
        blocks_.clear();
    }

  private:
    driver_memory cuda_;
    std::vector<std::uint64_t> blocks_;
};

// A call that needs too much is an error. One that needs what an earlier call has left is none.
void check_memory() {
    device d;
    constexpr std::size_t mebibyte = 1 << 20, width = 1024;
    const octets rows = random_bytes(24 * mebibyte);
    octets digests(32 * rows.size() / width), root(32);
    std::vector<std::int64_t> offsets(2 * mebibyte + 1);
    const auto digest = [&](std::size_t size) {
        return hashlane_gpu_digest_rows(d.gpu, "sha256", HASHLANE_GPU_HOST, rows.data(), width, size / width,
                                        digests.data());
    };
    CHECK(digest(width) == HASHLANE_GPU_OK);  // the module is loaded
    nearly_all_memory all(32 * mebibyte);
    CHECK(digest(8 * mebibyte) == HASHLANE_GPU_OK);
    octets many(32 * (offsets.size() - 1));
    CHECK(hashlane_gpu_digest_offsets(d.gpu, "sha256", HASHLANE_GPU_HOST, nullptr, 0, offsets.data(),
                                      offsets.size() - 1, many.data()) == HASHLANE_GPU_ERROR_MEMORY);
    CHECK(reason_has("CUDA_ERROR_OUT_OF_MEMORY"));
    CHECK(digest(rows.size()) == HASHLANE_GPU_OK);  // the memory for offsets is in the way
    CHECK(part(digests, 32, 32) == digest_of("sha256", {part(rows, width, width)}));
    all.release();
    CHECK(hashlane_gpu_digest_offsets(d.gpu, "sha256", HASHLANE_GPU_HOST, nullptr, 0, offsets.data(),
                                      offsets.size() - 1, many.data()) == HASHLANE_GPU_OK);
    CHECK(part(many, many.size() - 32, 32) == digest_of("sha256", {octets{}}));
}

// ---- a device that is lost

// A kernel reads from an address that no memory has. Everything in this process fails afterwards, and nothing crashes.
void check_lost() {
    device d;
    const driver_memory cuda;
    octets out(32);
    void* wrong = reinterpret_cast<void*>(std::uint64_t{1} << 60);
    CHECK(hashlane_gpu_merkle_root(d.gpu, "sha256", HASHLANE_GPU_DEVICE, wrong, 64, 1, wrong) ==
          HASHLANE_GPU_ERROR_DEVICE);
    CHECK(reason_has("CUDA_ERROR_"));
    const octets rows = random_bytes(640);
    CHECK(hashlane_gpu_digest_rows(d.gpu, "sha256", HASHLANE_GPU_HOST, rows.data(), 640, 1, out.data()) ==
          HASHLANE_GPU_ERROR_DEVICE);
    CHECK(hashlane_gpu_kt128(d.gpu, HASHLANE_GPU_HOST, octets(100'000).data(), 100'000, nullptr, 0, out.data(), 32) ==
          HASHLANE_GPU_ERROR_DEVICE);
}

// ---- machine code

// A device loads the machine code for it, and otherwise the text. `with_code` are the architectures that have some.
void check_code(const std::vector<std::string>& with_code) {
    auto* reset = of_driver<void()>("hashlane_fake_reset");
    auto* loaded = of_driver<int()>("hashlane_fake_machine_code");
    for (const char* architecture : {"61", "70", "75", "80", "86", "90", "100", "120"}) {
        setenv("HASHLANE_FAKE_ARCHITECTURE", architecture, 1);
        reset();
        const device d;
        octets out(32);
        CHECK(hashlane_gpu_digest_rows(d.gpu, "sha256", 0, "abc", 3, 1, out.data()) == HASHLANE_GPU_OK);
        CHECK(out == digest_of("sha256", {octets{'a', 'b', 'c'}}));
        CHECK(loaded() == std::count(with_code.begin(), with_code.end(), architecture));
    }
    unsetenv("HASHLANE_FAKE_ARCHITECTURE");
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view what = argc > 1 ? argv[1] : "";
    if (what == "arguments") check_arguments();
    if (what == "memory") check_memory();
    if (what == "lost") check_lost();
    if (what == "driver") check_no_driver();
    if (what == "faults") check_faults();
    if (what == "code") check_code({argv + 2, argv + argc});
    return closing_line();
}
