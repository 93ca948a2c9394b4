// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A state as portable bytes. A construction lists its fields once, in fields(archive); the three archives below count,
// write and read them. Words are little-endian on every machine.

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "../lanes/bytes.hpp"

namespace hashlane::inline HASHLANE_ABI {

struct field_counter {
    std::size_t size = 0;
    constexpr void word(std::unsigned_integral auto& w) { size += sizeof w; }
    constexpr void bytes(std::uint8_t*, std::size_t n) { size += n; }
    template <class W>
    constexpr void below(W&, std::uint64_t) {
        size += 8;
    }
    constexpr void between(std::uint8_t&, std::uint8_t, std::uint8_t) { size += 1; }
    constexpr void require(bool) {}
};

struct field_writer {
    std::uint8_t* p;
    constexpr void word(std::unsigned_integral auto& w) {
        store<std::endian::little>(p, w);
        p += sizeof w;
    }
    constexpr void bytes(std::uint8_t* from, std::size_t n) {
        copy_bytes(p, from, n);
        p += n;
    }
    template <class W>
    constexpr void below(W& value, std::uint64_t) {
        auto w = static_cast<std::uint64_t>(value);
        word(w);
    }
    constexpr void between(std::uint8_t& value, std::uint8_t, std::uint8_t) { *p++ = value; }
    constexpr void require(bool) {}
};

struct field_reader {
    const std::uint8_t* p;
    bool valid = true;
    template <std::unsigned_integral W>
    constexpr void word(W& w) {
        w = load<std::endian::little, W>(p);
        p += sizeof w;
    }
    constexpr void bytes(std::uint8_t* to, std::size_t n) {
        copy_bytes(to, p, n);
        p += n;
    }
    // Reads a count, which must be below a limit. Otherwise a damaged state would lead to an index past the end of an
    // array.
    template <class W>
    constexpr void below(W& value, std::uint64_t limit) {
        std::uint64_t w = 0;
        word(w);
        valid = valid && w < limit;
        value = static_cast<W>(w < limit ? w : 0);
    }
    constexpr void between(std::uint8_t& value, std::uint8_t least, std::uint8_t most) {
        value = *p++;
        valid = valid && value >= least && value <= most;
    }
    // Requires a relation between fields that holds in every state.
    constexpr void require(bool holds) { valid = valid && holds; }
};

}  // namespace hashlane::inline HASHLANE_ABI
