// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A state as portable bytes. A construction lists its fields once, in fields(archive); the three archives below count,
// write and read them. Words are little-endian on every machine.

#include <cstddef>
#include <cstdint>

#include "../lanes/bytes.hpp"

namespace hashlane::inline HASHLANE_ABI {

struct field_counter {
    std::size_t size = 0;
    constexpr void word(std::uint64_t&) { size += 8; }
    constexpr void word(std::uint32_t&) { size += 4; }
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
    constexpr void word(std::uint64_t& w) {
        store<std::endian::little>(p, w);
        p += 8;
    }
    constexpr void word(std::uint32_t& w) {
        store<std::endian::little>(p, w);
        p += 4;
    }
    constexpr void bytes(std::uint8_t* from, std::size_t n) {
        copy_bytes(p, from, n);
        p += n;
    }
    template <class W>
    constexpr void below(W& value, std::uint64_t) {
        store<std::endian::little>(p, static_cast<std::uint64_t>(value));
        p += 8;
    }
    constexpr void between(std::uint8_t& value, std::uint8_t, std::uint8_t) { *p++ = value; }
    constexpr void require(bool) {}
};

struct field_reader {
    const std::uint8_t* p;
    bool valid = true;
    constexpr void word(std::uint64_t& w) {
        w = load<std::endian::little, std::uint64_t>(p);
        p += 8;
    }
    constexpr void word(std::uint32_t& w) {
        w = load<std::endian::little, std::uint32_t>(p);
        p += 4;
    }
    constexpr void bytes(std::uint8_t* to, std::size_t n) {
        copy_bytes(to, p, n);
        p += n;
    }
    // Reads a count, which must be below a limit. Otherwise a damaged state would lead to an index past the end of an
    // array.
    template <class W>
    constexpr void below(W& value, std::uint64_t limit) {
        const auto w = load<std::endian::little, std::uint64_t>(p);
        p += 8;
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
