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
    using prf = hmac;                                              // the pseudorandom function
    using key_type = std::array<std::uint8_t, key_size>;

    // s.2.3, for hkdf_expand_into.
    template <byte_range K, byte_range I>
    static constexpr bool expand_into(const K& pseudorandom_key, const I& info, octets_out out) {
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
    struct one_shot {
        template <class S, class K, class I>
        static constexpr bool takes = arguments::are_bytes<S> && arguments::are_bytes<K> && arguments::are_bytes<I>;

        // Both steps. False, and the output zero, when it is longer than longest_output.
        template <byte_range S, byte_range K, byte_range I>
        static constexpr bool derive_into(const S& salt, const K& input_key, const I& info, octets_out out) {
            key_type pseudorandom_key{};
            tag_into<hmac>(salt, input_key, pseudorandom_key);
            const bool good = expand_into(pseudorandom_key, info, out);
            wipe(&pseudorandom_key);
            return good;
        }
    };

  private:
    // `out` and `info` do not overlap.
    template <byte_range I>
    static constexpr void expand_apart(const hmac& keyed, const I& info, std::span<std::uint8_t> out) {
        hmac h = keyed;
        key_type T{};
        for (std::uint8_t i = 1; !out.empty(); ++i) {
            if (i != 1) (h = keyed).update(T);
            h.update(info).update(std::array{i}).tag_into(T);
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

// s.2.2: the pseudorandom key, of H::digest_size bytes, into `output`, which may overlap both inputs. No salt is the same as
// an empty one.
template <class H, class S, class K>
requires(!arguments::texts<S, K>)
constexpr void hkdf_extract_into(const S& salt, const K& input_key, const output_bytes& output) {
    contract(output.size() == H::digest_size, "the pseudorandom key of HKDF has H::digest_size bytes");
    tag_into<hmac_construction<H>>(salt, input_key, output.octets());
}
template <class H, class S, class K>
requires(!arguments::texts<S, K>)
[[nodiscard]] constexpr std::array<std::uint8_t, H::digest_size> hkdf_extract(const S& salt, const K& input_key) {
    std::array<std::uint8_t, H::digest_size> out{};
    hkdf_extract_into<H>(salt, input_key, out);
    return out;
}

// s.2.3. False, and every byte of `output` zero, when it is longer than 255 digests. `output` may overlap the pseudorandom
// key and `info`: hkdf_expand_into<H>(chain_key, info, chain_key) derives a key in the place of the old one.
template <class H, class K, class I>
requires(!arguments::texts<K, I>)
[[nodiscard]] constexpr bool hkdf_expand_into(const K& pseudorandom_key, const I& info, const output_bytes& output) {
    constexpr bool good = arguments::are_bytes<K> && arguments::are_bytes<I>;
    static_assert(good, HASHLANE_NOT_BYTES);
    if constexpr (good) return hkdf_construction<H>::expand_into(pseudorandom_key, info, output.octets());
    return false;
}
template <class H, std::size_t N = H::digest_size, class K, class I>
requires(!arguments::texts<K, I>)
[[nodiscard]] constexpr std::array<std::uint8_t, N> hkdf_expand(const K& pseudorandom_key, const I& info) {
    static_assert(N <= hkdf_construction<H>::longest_output, "the output is longer than 255 digests");
    std::array<std::uint8_t, N> out{};
    (void)hkdf_expand_into<H>(pseudorandom_key, info, out);
    return out;
}

// What these calls say of text without a size.
template <class H>
constexpr void hkdf_extract_into(const arguments::sized&, const arguments::sized&, const output_bytes&) {}
template <class H>
constexpr std::array<std::uint8_t, H::digest_size> hkdf_extract(const arguments::sized&, const arguments::sized&) {
    return {};
}
template <class H>
constexpr bool hkdf_expand_into(const arguments::sized&, const arguments::sized&, const output_bytes&) {
    return false;
}
template <class H, std::size_t N = H::digest_size>
constexpr std::array<std::uint8_t, N> hkdf_expand(const arguments::sized&, const arguments::sized&) {
    return {};
}

}  // namespace HASHLANE_ABI
}  // namespace hashlane
