// SPDX-License-Identifier: Apache-2.0 OR MIT
// What the command line zeroes after it has worked with a passphrase: the stack, and the registers of memcpy.
#include "../../faces/cli/secret.hpp"
#include "residue.hpp"

#if defined(HASHLANE_X86)

using namespace residues;

namespace {

constexpr std::size_t high_registers = 16 * 64;

// zmm16 to zmm31, through which memcpy of the C library copies where the processor has AVX-512. They stay zero elsewhere.
[[gnu::noinline]] void write_down_high(std::uint8_t* to) {
    if (!__builtin_cpu_supports("avx512f")) return;
    asm volatile("vmovdqu64 %%zmm16, 0(%0)\n vmovdqu64 %%zmm17, 64(%0)\n vmovdqu64 %%zmm18, 128(%0)\n"
                 "vmovdqu64 %%zmm19, 192(%0)\n vmovdqu64 %%zmm20, 256(%0)\n vmovdqu64 %%zmm21, 320(%0)\n"
                 "vmovdqu64 %%zmm22, 384(%0)\n vmovdqu64 %%zmm23, 448(%0)\n vmovdqu64 %%zmm24, 512(%0)\n"
                 "vmovdqu64 %%zmm25, 576(%0)\n vmovdqu64 %%zmm26, 640(%0)\n vmovdqu64 %%zmm27, 704(%0)\n"
                 "vmovdqu64 %%zmm28, 768(%0)\n vmovdqu64 %%zmm29, 832(%0)\n vmovdqu64 %%zmm30, 896(%0)\n"
                 "vmovdqu64 %%zmm31, 960(%0)"
                 :
                 : "r"(to)
                 : "memory");
}

// A function that works with a secret: a copy lies in each quarter of the 31 KiB of its frame, and the last one goes
// through the registers of memcpy.
[[gnu::noinline]] void leave_behind(const bytes& secret) {
    std::uint8_t frame[31 << 10];
    for (std::size_t place = 0; place + secret.size() <= sizeof frame; place += sizeof frame / 4) {
        const volatile std::size_t known_at_run_time = secret.size();
        std::memcpy(frame + place, secret.data(), known_at_run_time);
    }
    asm volatile("" : : "r"(frame) : "memory");
}

struct places {
    bool stack, registers;
};

places left_by(const bytes& secret, bool wiped) {
    bytes high(high_registers);
    const unsigned left = residue(secret, [&] {
        leave_behind(secret);
        if (wiped) hashlane::cli::wipe_left_behind();
        write_down_high(high.data());
    });
    const bool in_high = holds(high.data(), high.size(), secret);
    return {(left & on_the_stack) != 0, (left & (in_vectors | in_general)) != 0 || in_high};
}

}  // namespace

TEST_CASE("the command line zeroes the stack and the registers that a passphrase went through") {
    // The first call of a function of the C library is bound, which saves the registers on the stack. hashlane(1) is linked
    // so that all of them are bound when it starts.
    hashlane::cli::wipe_left_behind();
    for (const std::size_t size : {16u, 24u, 40u, 100u, 200u, 400u, 1000u, 2000u, 4000u}) {
        const bytes secret = planted_key(size);
        const places before = left_by(secret, false);
        CHECK_MESSAGE(before.stack, size, " bytes: the control leaves nothing on the stack");
        CHECK_MESSAGE(before.registers, size, " bytes: the control leaves nothing in registers");
        const places after = left_by(secret, true);
        CHECK_MESSAGE(!after.stack, size, " bytes are left on the stack");
        CHECK_MESSAGE(!after.registers, size, " bytes are left in registers");
    }
}

#endif
