// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// HKDF, RFC 5869.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "hmac.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

template <class H>
requires has_room_for_digest<H>
class hkdf_construction {
    using hmac = hmac_construction<H>;

  public:
    static constexpr auto full_name = prefixed<"hkdf-", H::name.size()>(H::name);
    static constexpr std::string_view name = full_name.view();
    static constexpr unsigned security_strength = hmac::security_strength;
    static constexpr std::size_t key_size = H::digest_size;        // bytes of the pseudorandom key
    static constexpr std::size_t longest_output = 255 * key_size;  // bytes
    using key_type = std::array<std::uint8_t, key_size>;

    // s.2.2. No salt is the same as an empty one.
    template <byte_range S, byte_range K>
    [[nodiscard]] static constexpr key_type extract(const S& salt, const K& input_key) {
        return hmac::tag(salt, input_key);
    }

    // s.2.3. False, and the output zero, when it is longer than longest_output. `out` may overlap the pseudorandom key and
    // `info`: expand(chain_key, info, chain_key) is a ratchet.
    template <byte_range K, byte_range I>
    [[nodiscard]] static constexpr bool expand(const K& pseudorandom_key, const I& info, std::span<std::uint8_t> out) {
        if (out.size() > longest_output) {
            std::ranges::fill(out, std::uint8_t{0});
            return false;
        }
        const hmac keyed(pseudorandom_key);
        if (overlap(std::data(info), std::size(info), out.data(), out.size()))
            expand_over_info(keyed, info, out);
        else
            expand_apart(keyed, info, out);
        return true;
    }
    template <std::size_t N, byte_range K, byte_range I>
    requires(N <= longest_output)
    [[nodiscard]] static constexpr std::array<std::uint8_t, N> expand(const K& pseudorandom_key, const I& info) {
        std::array<std::uint8_t, N> out{};
        (void)expand(pseudorandom_key, info, out);
        return out;
    }

    // Both steps. False, and the output zero, when it is longer than longest_output. `out` may overlap every input.
    template <byte_range S, byte_range K, byte_range I>
    [[nodiscard]] static constexpr bool derive(const S& salt, const K& input_key, const I& info,
                                               std::span<std::uint8_t> out) {
        auto pseudorandom_key = extract(salt, input_key);
        const bool good = expand(pseudorandom_key, info, out);
        wipe(&pseudorandom_key);
        return good;
    }
    template <std::size_t N, byte_range S, byte_range K, byte_range I>
    requires(N <= longest_output)
    [[nodiscard]] static constexpr std::array<std::uint8_t, N> derive(const S& salt, const K& input_key,
                                                                      const I& info) {
        std::array<std::uint8_t, N> out{};
        (void)derive(salt, input_key, info, out);
        return out;
    }

  private:
    // `out` and `info` do not overlap.
    template <byte_range I>
    static constexpr void expand_apart(const hmac& keyed, const I& info, std::span<std::uint8_t> out) {
        hmac h = keyed;
        key_type T{};
        for (std::uint8_t i = 1; !out.empty(); ++i) {
            if (i != 1) (h = keyed).update(T);
            h.update(info).update(std::array{i}).tag_into(T.data());
            const std::size_t n = std::min(out.size(), key_size);
            copy_bytes(out.data(), T.data(), n);
            out = out.subspan(n);
        }
        wipe(&T);
    }

    // Every block reads the whole of `info`, so the output is put together in memory of its own: longest_output bytes on
    // the stack, 16320 at most. Not inlined, so that no other call reserves them.
    template <byte_range I>
    HASHLANE_NOINLINE static constexpr void expand_over_info(const hmac& keyed, const I& info,
                                                             std::span<std::uint8_t> out) {
        std::array<std::uint8_t, longest_output> whole{};
        expand_apart(keyed, info, std::span(whole).first(out.size()));
        copy_bytes(out.data(), whole.data(), out.size());
        wipe(whole.data(), out.size());
    }
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
