// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "tracer.hpp"

#include <cpuid.h>
#include <csignal>
#include <cstring>
#include <elf.h>
#include <sched.h>
#include <stdexcept>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

namespace machine {
namespace {

// Where a component of the XSAVE area lies (Intel SDM vol. 1, s.13.4.3), and whether it is there at all.
struct component {
    unsigned number;
    std::size_t offset, size;
    explicit component(unsigned n) : number(n) {
        unsigned a = 0, b = 0, c = 0, d = 0;
        __get_cpuid_count(0xd, n, &a, &b, &c, &d);
        size = a;
        offset = b;
    }
    bool in(const std::uint8_t* area) const {
        std::uint64_t present;
        std::memcpy(&present, area + 512, sizeof present);
        return size != 0 && (present >> number & 1) != 0;
    }
};

void fetch_vectors(const std::uint8_t* area, registers& r) {
    r.vector = {};
    r.mask = {};  // what the area lacks is zero
    static const component high_of_ymm(2), mask(5), high_of_zmm(6), upper_zmm(7);
    for (std::size_t i = 0; i < 16; ++i) {
        std::memcpy(&r.vector[i][0], area + 160 + 16 * i, 16);
        if (high_of_ymm.in(area)) std::memcpy(&r.vector[i][16], area + high_of_ymm.offset + 16 * i, 16);
        if (high_of_zmm.in(area)) std::memcpy(&r.vector[i][32], area + high_of_zmm.offset + 32 * i, 32);
        if (upper_zmm.in(area)) std::memcpy(&r.vector[16 + i][0], area + upper_zmm.offset + 64 * i, 64);
    }
    for (std::size_t i = 0; i < 8 && mask.in(area); ++i) std::memcpy(&r.mask[i], area + mask.offset + 8 * i, 8);
}

// Parent and child take turns: on one processor each step is several times faster.
void stay_here() {
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET(sched_getcpu(), &here);
    sched_setaffinity(0, sizeof here, &here);
}

// The child stays on the processor that this process runs on.
pid_t fork_on_one_processor() {
    stay_here();
    return fork();
}

}  // namespace

child::child(void (*body)(void*), void* argument, bool vectors) : pid(fork_on_one_processor()), with_vectors(vectors) {
    if (pid < 0) throw std::runtime_error("fork");
    if (pid == 0) {
        ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
        std::raise(SIGSTOP);
        body(argument);
        _exit(0);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    fetch();
    while (current.rip() != reinterpret_cast<std::uint64_t>(body)) go();
    read(current.rsp(), &end, sizeof end);
}

child::~child() {
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
}

bool child::step() {
    go();
    return current.rip() != end;
}

void child::go() {
    int status = 0;
    if (ptrace(PTRACE_SINGLESTEP, pid, nullptr, nullptr) != 0 || waitpid(pid, &status, 0) != pid ||
        !WIFSTOPPED(status) || WSTOPSIG(status) != SIGTRAP)
        throw std::runtime_error("the child does not step");
    fetch();
}

void child::fetch() {
    user_regs_struct u{};
    if (ptrace(PTRACE_GETREGS, pid, nullptr, &u) != 0) throw std::runtime_error("no registers");
    current.general = {u.rax, u.rcx, u.rdx, u.rbx, u.rsp, u.rbp, u.rsi, u.rdi,     u.r8,    u.r9,
                       u.r10, u.r11, u.r12, u.r13, u.r14, u.r15, u.rip, u.fs_base, u.eflags};
    if (!with_vectors) return;
    alignas(64) std::uint8_t area[16384] = {};
    iovec place{area, sizeof area};
    if (ptrace(PTRACE_GETREGSET, pid, NT_X86_XSTATE, &place) != 0) throw std::runtime_error("no vector registers");
    fetch_vectors(area, current);
}

void child::read(std::uint64_t from, void* to, std::size_t n) const {
    const iovec here{to, n}, there{reinterpret_cast<void*>(from), n};
    if (process_vm_readv(pid, &here, 1, &there, 1, 0) != static_cast<ssize_t>(n)) throw std::runtime_error("no memory");
}

}  // namespace machine
