// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// HKDF, RFC 5869: keys that are derived from a key, by HMAC. Programs include mac.hpp.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "hmac.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// HKDF over the hash H, for derive() and derive_into() of one_shot.hpp:
/// `derive<hkdf<sha256>, 32>(salt, input_key, info)`. mac.hpp has the name `hkdf<H>` for it.
template <class H>
requires has_room_for_digest<H>
class hkdf_construction {
    using hmac = hmac_construction<H>;

  public:
    /// The characters of `name`.
    static constexpr auto full_name = prefixed<"hkdf-", H::name.size()>(H::name);
    /// The name in algorithms(), for example "hkdf-sha256".
    static constexpr std::string_view name = full_name.view();
    /// The security strength in bits, of an input key that is at least as strong.
    static constexpr unsigned security_strength = hmac::security_strength;
    /// The size of the pseudorandom key in bytes, which is that of a digest.
    static constexpr std::size_t key_size = H::digest_size;
    /// The size of the longest output in bytes (s.2.3).
    static constexpr std::size_t longest_output = 255 * key_size;
    /// The pseudorandom function.
    using prf = hmac;
    /// A pseudorandom key.
    using key_type = std::array<std::uint8_t, key_size>;

    /// Does the second step, s.2.3; hkdf_expand_into() calls it. `pseudorandom_key`, `info` and `out` are the arguments
    /// of that function. False, and `out` is zero, when it is longer than longest_output. `out` may overlap the inputs.
    template <byte_range K, byte_range Info>
    static constexpr bool expand_into(const K& pseudorandom_key, const Info& info, octets_out out) {
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
    /// What derive() and derive_into() of one_shot.hpp do.
    struct one_shot {
        /// Whether a salt, an input key and an info may have these types: all are ranges of bytes.
        template <class S, class K, class Info>
        static constexpr bool takes = arguments::are_bytes<S> && arguments::are_bytes<K> && arguments::are_bytes<Info>;

        /// Does both steps (s.2).
        /// \param salt of any size; may be empty
        /// \param input_key the input keying material, of any size
        /// \param info what the derived key is for, of any size; may be empty
        /// \param out the derived key is written here: at most longest_output bytes. It may overlap the inputs.
        /// \return false, and `out` is zero, when it is longer
        template <byte_range S, byte_range K, byte_range Info>
        static constexpr bool derive_into(const S& salt, const K& input_key, const Info& info, octets_out out) {
            key_type pseudorandom_key{};
            tag_into<hmac>(salt, input_key, pseudorandom_key);
            const bool good = expand_into(pseudorandom_key, info, out);
            wipe(&pseudorandom_key);
            return good;
        }
    };

  private:
    // Writes the output. `out` and `info` do not overlap.
    template <byte_range Info>
    static constexpr void expand_apart(const hmac& keyed, const Info& info, std::span<std::uint8_t> out) {
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

    // Writes an output that overlaps `info`. Each block of the output depends on the whole of `info`, so the output is
    // first written to memory of its own: longest_output bytes on the stack, which are at most 16320. The function is
    // not inlined, so that other calls do not reserve that memory.
    template <byte_range Info>
    HASHLANE_NOINLINE static constexpr void expand_over_info(const hmac& keyed, const Info& info,
                                                             std::span<std::uint8_t> out) {
        std::array<std::uint8_t, longest_output> whole{};
        expand_apart(keyed, info, std::span(whole).first(out.size()));
        copy_bytes(out.data(), whole.data(), out.size());
        wipe(whole.data(), out.size());
    }
};

/// Does the first step of HKDF: RFC 5869 s.2.2.
/// \tparam H the hash
/// \param salt a range of any number of bytes. An empty salt is the same as none.
/// \param input_key the input keying material, a range of any number of bytes
/// \param output the pseudorandom key is written here: H::digest_size bytes. Another size ends the program.
///
/// Overlap: `output` may overlap both inputs.
template <class H, class S, class K>
requires(!arguments::texts<S, K>)
constexpr void hkdf_extract_into(const S& salt, const K& input_key, const output_bytes& output) {
    contract(output.size() == H::digest_size, "the pseudorandom key of HKDF has H::digest_size bytes");
    tag_into<hmac_construction<H>>(salt, input_key, output.octets());
}
/// As hkdf_extract_into(); the pseudorandom key is returned.
/// \tparam H the hash
/// \param salt a range of any number of bytes; may be empty
/// \param input_key the input keying material, a range of any number of bytes
/// \return the pseudorandom key, of H::digest_size bytes
template <class H, class S, class K>
requires(!arguments::texts<S, K>)
[[nodiscard]] constexpr std::array<std::uint8_t, H::digest_size> hkdf_extract(const S& salt, const K& input_key) {
    std::array<std::uint8_t, H::digest_size> out{};
    hkdf_extract_into<H>(salt, input_key, out);
    return out;
}

/// Does the second step of HKDF: RFC 5869 s.2.3.
/// \tparam H the hash
/// \param pseudorandom_key what hkdf_extract() has returned, or another uniform key
/// \param info what the derived key is for, a range of any number of bytes; may be empty
/// \param output the derived key is written here: at most 255 digests of H
/// \return false, and every byte of `output` is zero, when it is longer
///
/// Overlap: `output` may overlap both inputs. `hkdf_expand_into<H>(chain_key, info, chain_key)` replaces a key by one
/// that is derived from it.
template <class H, class K, class Info>
requires(!arguments::texts<K, Info>)
[[nodiscard]] constexpr bool hkdf_expand_into(const K& pseudorandom_key, const Info& info, const output_bytes& output) {
    constexpr bool good = arguments::are_bytes<K> && arguments::are_bytes<Info>;
    static_assert(good, HASHLANE_NOT_BYTES);
    if constexpr (good) return hkdf_construction<H>::expand_into(pseudorandom_key, info, output.octets());
    return false;
}
/// As hkdf_expand_into(); the derived key is returned.
/// \tparam H the hash
/// \tparam N the size of the derived key in bytes, at most 255 digests of H; the size of one digest by default
/// \param pseudorandom_key what hkdf_extract() has returned, or another uniform key
/// \param info what the derived key is for, a range of any number of bytes; may be empty
/// \return the derived key, of N bytes
template <class H, std::size_t N = H::digest_size, class K, class Info>
requires(!arguments::texts<K, Info>)
[[nodiscard]] constexpr std::array<std::uint8_t, N> hkdf_expand(const K& pseudorandom_key, const Info& info) {
    static_assert(N <= hkdf_construction<H>::longest_output, "the output is longer than 255 digests");
    std::array<std::uint8_t, N> out{};
    (void)hkdf_expand_into<H>(pseudorandom_key, info, out);
    return out;
}

// These overloads answer text without a size: their parameters do not compile with it, and the message names the
// remedy.
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

}  // namespace hashlane::inline HASHLANE_ABI
