// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Arrays and exceptions of Java, over JNI. Where a function here leaves an exception pending, it says so; the caller then
/// returns to Java at once.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <jni.h>

#include "algorithm.hpp"

namespace hashlane::spark {

/// Throws the IllegalArgumentException "hashlane: " and the reason.
void fail(JNIEnv* java, const engine::failure& why) noexcept;
/// Throws an OutOfMemoryError.
void fail_no_memory(JNIEnv* java) noexcept;

/// Makes an array of bytes.
/// \return the array, or nullptr, and an OutOfMemoryError is pending
jbyteArray array_of(JNIEnv* java, octets_in bytes) noexcept;

/// A range of bytes of an array. The caller has checked that it lies within the array.
struct range {
    jbyteArray array;
    jint first;
    jint size;
};

/// Copies a range.
/// \param out r.size bytes
inline void copy(JNIEnv* java, const range& r, std::uint8_t* out) noexcept {
    java->GetByteArrayRegion(r.array, r.first, r.size, reinterpret_cast<jbyte*>(out));
}

/// How many bytes of an array are copied at once.
inline constexpr jint piece_size = 4096;

/// Calls use(piece) with copies of all pieces of a range, in order; once for a range of piece_size bytes or fewer.
template <class F>
void each_piece(JNIEnv* java, const range& r, F&& use) noexcept {
    std::array<std::uint8_t, piece_size> piece;
    jint done = 0;
    do {
        const jint n = std::min(r.size - done, piece_size);
        copy(java, {r.array, r.first + done, n}, piece.data());
        use(octets_in(piece.data(), static_cast<std::size_t>(n)));
        done += n;
    } while (done != r.size);
}

/// The bytes of a short array, such as a name or a key. They are zeroed when the object ends.
class short_bytes {
  public:
    /// Copies an array. Of one that is longer than a key may be, it keeps one byte more than that.
    short_bytes(JNIEnv* java, jbyteArray array) noexcept
        : size(std::min(java->GetArrayLength(array), static_cast<jint>(octets.size()))) {
        copy(java, {array, 0, size}, octets.data());
    }
    short_bytes(const short_bytes&) = delete;
    short_bytes& operator=(const short_bytes&) = delete;
    ~short_bytes() { explicit_bzero(octets.data(), octets.size()); }

    /// Returns the bytes.
    octets_in bytes() const noexcept { return std::span(octets).first(static_cast<std::size_t>(size)); }
    /// Returns the bytes as text.
    std::string_view text() const noexcept {
        return {reinterpret_cast<const char*>(octets.data()), static_cast<std::size_t>(size)};
    }

  private:
    std::array<std::uint8_t, engine::longest_key + 1> octets;
    jint size;
};

}  // namespace hashlane::spark
