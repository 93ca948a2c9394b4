// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Runs a function in a child process one instruction at a time, and shows the registers between them.
// x86-64 and Linux only.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <sys/types.h>

namespace machine {

struct registers {
    // rax rcx rdx rbx rsp rbp rsi rdi r8 .. r15, then rip, the base of fs and the flags
    std::array<std::uint64_t, 19> general{};
    std::array<std::uint64_t, 8> mask{};
    std::array<std::array<std::uint8_t, 64>, 32> vector{};

    std::uint64_t rip() const { return general[16]; }
    std::uint64_t rsp() const { return general[4]; }
};

class child {
  public:
    // Forks; the child stops at the first instruction of `body`, which is called with `argument`. vectors: read the
    // vector registers too, which takes longer.
    child(void (*body)(void*), void* argument, bool vectors);
    ~child();
    child(const child&) = delete;
    child& operator=(const child&) = delete;

    // One instruction further. False: the body has returned.
    bool step();
    const registers& now() const { return current; }
    void read(std::uint64_t from, void* to, std::size_t n) const;
    pid_t id() const { return pid; }

  private:
    pid_t pid;
    bool with_vectors;
    std::uint64_t end = 0;
    registers current;

    void go();
    void fetch();
};

}  // namespace machine
