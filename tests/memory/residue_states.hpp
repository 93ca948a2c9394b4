// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Keyed states that are looked for: objects that live on, and the words in them.
#include <hashlane/by_name/aead_batch.hpp>
#include <hashlane/hashlane.hpp>

#include <cstring>
#include <new>

#include "residue.hpp"

#if defined(HASHLANE_X86)

namespace residues {

// An object that is made on the stack of the call and never destroyed.
template <class T>
struct undestroyed {
    alignas(T) unsigned char room[sizeof(T)];
    template <class... Args>
    T& make(const Args&... args) {
        return *::new (static_cast<void*>(room)) T(args...);
    }
    ~undestroyed() { asm volatile("" : : "r"(room) : "memory"); }
};

// The same in memory that is not searched.
template <class T, class... Args>
T& elsewhere(const Args&... args) {
    alignas(T) static unsigned char room[sizeof(T)];
    return *::new (static_cast<void*>(room)) T(args...);
}

// What `make` gives, in memory that was zero and is not searched: its padding is zero, and words_in() leaves it out.
template <class F>
auto& in_zeroed_memory(F make) {
    using T = decltype(make());
    alignas(T) static unsigned char room[sizeof(T)];
    std::memset(room, 0, sizeof room);
    return *::new (static_cast<void*>(room)) T(make());
}

template <class T>
void keep(const T& object) {
    asm volatile("" : : "r"(&object) : "memory");
}

inline void append(bytes& to, std::span<const std::uint8_t> more) { to.insert(to.end(), more.begin(), more.end()); }

// The words of an object that chance does not make again: no counts, no flags.
template <class T>
bytes words_in(const T& object) {
    std::array<std::uint8_t, sizeof(T)> all;
    std::memcpy(all.data(), static_cast<const void*>(&object), sizeof(T));
    bytes found;
    for (std::size_t i = 0; i + 8 <= all.size(); i += 8)
        if (std::count(all.begin() + static_cast<std::ptrdiff_t>(i), all.begin() + static_cast<std::ptrdiff_t>(i) + 8,
                       std::uint8_t{0}) < 2)
            append(found, std::span(all).subspan(i, 8));
    return found;
}

// Big-endian words of 4 bytes as this processor stores them.
inline bytes turned(std::span<const std::uint8_t> in) {
    bytes out(in.begin(), in.end());
    for (std::size_t i = 0; i + 4 <= out.size(); i += 4)
        std::reverse(out.begin() + static_cast<std::ptrdiff_t>(i), out.begin() + static_cast<std::ptrdiff_t>(i) + 4);
    return out;
}

// A digest, as bytes and as words.
template <class H>
bytes digest_of(std::span<const std::uint8_t> message) {
    const auto digest = hl::digest<H>(message);
    bytes out(digest.begin(), digest.end());
    append(out, turned(digest));
    return out;
}

template <class F>
void each_aead_type(F&& f) {
    hl::any_detail::each_aead([&]<class A>() {
        static const bytes key = planted_key(A::key_size);
        f.template operator()<A>(key, A(std::span(key).template first<A::key_size>()), std::string(A::name));
    });
}

inline constexpr std::array<std::uint8_t, 16> nonce{1, 77, 3, 200, 5, 61, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

}  // namespace residues

#endif
