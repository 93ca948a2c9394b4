// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The older classes ignore every call in the wrong order without a word: absorb after finalize, finalize twice, digest
// twice, read before finalize. Programs may lean on it, so these classes keep it; it lives here and nowhere else.

// Some of these stand here for users alone: the older headers brought them in.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include <hashlane/classes/hash.hpp>

namespace hashlane_compat {

using octets = std::span<const std::uint8_t>;

template <class H>
class silent_hash {
  public:
    constexpr void absorb(octets message) {
        if (stage == absorbing) state.update(message);
    }
    constexpr void finalize() {
        if (stage == absorbing) stage = finalized;
    }
    constexpr void digest(std::span<std::uint8_t, H::digest_size> out) {
        if (std::exchange(stage, stage == finalized ? digested : stage) != finalized) return;
        std::ranges::copy(state.digest(), out.begin());
    }
    constexpr void reset() { *this = {}; }

  private:
    H state{};
    enum { absorbing, finalized, digested } stage = absorbing;
};

template <class X>
class silent_xof {
  public:
    constexpr void absorb(octets message) {
        if (!reader) state.absorb(message);
    }
    constexpr void finalize(hashlane::partial_byte last = {}) {
        if (!reader) reader = state.reader(last);
    }
    constexpr void squeeze(std::span<std::uint8_t> out) {
        if (reader) reader->squeeze(out);
    }
    constexpr void reset() { *this = {}; }

  private:
    X state{};
    std::optional<typename X::reader_type> reader{};
};

// The first generation: pointers and lengths; a whole message by hash(), or pieces when incremental.
template <class Silent, bool incremental>
class by_pointer {
  public:
    constexpr void hash(const std::uint8_t* message, std::size_t n)
    requires(!incremental)
    {
        state.absorb({message, n});
        state.finalize();
    }
    constexpr void absorb(const std::uint8_t* message, std::size_t n)
    requires(incremental)
    {
        state.absorb({message, n});
    }
    constexpr void finalize()
    requires(incremental)
    {
        state.finalize();
    }

  protected:
    Silent state{};
};

template <class H, bool incremental>
struct hash_by_pointer : by_pointer<silent_hash<H>, incremental> {
    constexpr void digest(std::uint8_t* out) {
        this->state.digest(std::span<std::uint8_t, H::digest_size>(out, H::digest_size));
    }
};

template <class X, bool incremental>
struct xof_by_pointer : by_pointer<silent_xof<X>, incremental> {
    constexpr void read(std::uint8_t* out, std::size_t n) { this->state.squeeze({out, n}); }
};

}  // namespace hashlane_compat
