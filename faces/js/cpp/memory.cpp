// SPDX-License-Identifier: Apache-2.0 OR MIT
// The four functions of C that clang calls for copies and comparisons which it does not put into the code. With them a
// module needs no C library, so that no code of one is part of the package. They go forward or backward in words of 64
// bits, which WebAssembly loads and stores at any address. The file is compiled with -fno-builtin, so that no loop
// becomes a call of the function that it is in.

#include <cstddef>
#include <cstdint>

namespace {

using word = std::uint64_t;

word load(const unsigned char* from) {
    word value;
    __builtin_memcpy(&value, from, sizeof value);
    return value;
}

void store(unsigned char* to, word value) { __builtin_memcpy(to, &value, sizeof value); }

void copy_forward(unsigned char* to, const unsigned char* from, std::size_t size) {
    std::size_t at = 0;
    for (; size - at >= 2 * sizeof(word); at += 2 * sizeof(word)) {
        const word first = load(from + at);
        const word second = load(from + at + sizeof(word));
        store(to + at, first);
        store(to + at + sizeof(word), second);
    }
    if (size - at >= sizeof(word)) {
        store(to + at, load(from + at));
        at += sizeof(word);
    }
    for (; at < size; ++at) to[at] = from[at];
}

void copy_backward(unsigned char* to, const unsigned char* from, std::size_t size) {
    for (; size >= sizeof(word); size -= sizeof(word))
        store(to + size - sizeof(word), load(from + size - sizeof(word)));
    for (; size != 0; --size) to[size - 1] = from[size - 1];
}

}  // namespace

extern "C" {

void* memcpy(void* to, const void* from, std::size_t size) {
    copy_forward(static_cast<unsigned char*>(to), static_cast<const unsigned char*>(from), size);
    return to;
}

void* memmove(void* to, const void* from, std::size_t size) {
    const auto distance = reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from);
    const bool forward = distance >= size;  // the output begins before the input, or behind its end
    (forward ? copy_forward : copy_backward)(static_cast<unsigned char*>(to), static_cast<const unsigned char*>(from),
                                             size);
    return to;
}

void* memset(void* to, int value, std::size_t size) {
    auto* out = static_cast<unsigned char*>(to);
    const auto byte = static_cast<unsigned char>(value);
    const word all = byte * word{0x0101010101010101};
    for (; size >= sizeof(word); size -= sizeof(word)) {
        store(out, all);
        out += sizeof(word);
    }
    for (std::size_t i = 0; i < size; ++i) out[i] = byte;
    return to;
}

int memcmp(const void* left, const void* right, std::size_t size) {
    const auto* a = static_cast<const unsigned char*>(left);
    const auto* b = static_cast<const unsigned char*>(right);
    for (; size >= sizeof(word) && load(a) == load(b); size -= sizeof(word)) {
        a += sizeof(word);
        b += sizeof(word);
    }
    for (std::size_t i = 0; i < size; ++i) {
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    }
    return 0;
}

}  // extern "C"
