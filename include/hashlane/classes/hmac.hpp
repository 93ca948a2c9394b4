// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// HMAC, RFC 2104, over any `hash<>` whose digest is not longer than one of its blocks. The block of a sponge is its
/// rate, as NIST defines it for SHA-3 (FIPS 202, table 3). Ascon-Hash256 has a digest of 32 bytes and a rate of 8, and
/// RFC 2104 does not define HMAC over it. Programs include mac.hpp, which has the name `hmac<H>`.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "../lanes/arguments.hpp"
#include "../lanes/bytes.hpp"
#include "../lanes/contract.hpp"
#include "../lanes/fixed_string.hpp"
#include "../lanes/secret.hpp"
#include "access.hpp"
#include "one_shot.hpp"
#include "short_tag.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// A hash whose digest is not longer than one of its blocks, so that HMAC over it is defined.
template <class H>
concept has_room_for_digest = H::digest_size <= H::block_size;

/// A hash whose state after a block does not lead back to the state before it, as that of SHA-2. A permutation of a
/// sponge can be inverted, so what its kernel leaves in registers and on the stack leads to the key.
template <class H>
concept has_one_way_state = requires { requires construction_of<H>::one_way; };

/// HMAC over the hash H: a MAC that takes the message in pieces. mac.hpp has the name `hmac<H>` for it.
///
///     hl::hmac<hl::sha256> m{key};
///     m.update(text);
///     auto tag = m.tag();
///     bool good = m.verify(tag);
///
/// The object keeps the two hashes that have absorbed the key, so that a copy of it starts another message under the
/// same key at less cost: docs/TUNING.md, "SHA-2". Only one thread at a time may change an object. The destructor wipes
/// it.
template <class H>
requires has_room_for_digest<H>
class hmac_construction {
  public:
    /// The characters of `name`.
    static constexpr auto full_name = prefixed<"hmac-", H::name.size()>(H::name);
    /// The name in algorithms(), for example "hmac-sha256".
    static constexpr std::string_view name = full_name.view();
    /// The sizes of a block of the hash and of a whole tag in bytes.
    static constexpr std::size_t block_size = H::block_size, digest_size = H::digest_size;
    /// True: this is a MAC.
    static constexpr bool keyed = true;
    /// The security strength in bits, with a key that is at least as strong.
    static constexpr unsigned security_strength = 8 * H::digest_size;
    /// A whole tag.
    using digest_type = std::array<std::uint8_t, digest_size>;

    /// Takes a key (s.2).
    /// \param key a range of any number of bytes. A key that is longer than a block is hashed first.
    template <byte_range K>
    constexpr explicit hmac_construction(const K& key) {
        std::array<std::uint8_t, block_size> pad{};
        with_bytes(key, [&](auto p, std::size_t n) {
            if (n <= block_size)
                copy_bytes(pad.data(), p, n);
            else
                hash_key(pad.data(), key);
        });
        for (auto& b : pad) b ^= 0x36;
        inner.update(pad);
        for (auto& b : pad) b ^= 0x36 ^ 0x5c;
        outer.update(pad);
        wipe(&pad);
        // The message schedule of SHA-512 may be on the stack.
        forget_frames<frames_of_hmac>(frames_of<construction_of<H>>());
    }
    // The following constructors do not compile. They answer an HMAC without a key, a key that is no range of bytes,
    // and a message beside the key. Compilers print these lines, with the remedy in the comment.
    hmac_construction() = delete;  // an HMAC has a key: hmac<H> m{key}
    /// Does not compile: the key is not a range of bytes.
    template <class K>
    requires(!byte_range<K> && !std::derived_from<K, hmac_construction>)
    explicit hmac_construction(const K&) {
        constexpr bool bytes = arguments::are_bytes<K>;
        static_assert(bytes, HASHLANE_NOT_BYTES);
    }
    /// A parameter of the calls that do not compile.
    using one = const arguments::sized&;
    hmac_construction(one, one, ...) = delete;  // write tag<hmac<H>>(key, message)

    constexpr hmac_construction(const hmac_construction&) = default;
    constexpr hmac_construction& operator=(const hmac_construction&) = default;
    constexpr ~hmac_construction() {
        wipe(&inner);
        wipe(&outer);
        forget_registers();
        forget_frames<frames_of_hmac>(frames_of<construction_of<H>>());
    }

    /// Absorbs the next bytes of the message.
    /// \param message a range of any number of bytes
    /// \return this object
    template <class R>
    constexpr auto& update(const R& message) {
        constexpr bool bytes = arguments::are_bytes<R>;
        static_assert(bytes, HASHLANE_NOT_BYTES);
        if constexpr (bytes) inner.update(message);
        return *this;
    }
    template <class N>
    void update(const void*, const N&) = delete;  // it takes one range of bytes: write m.update(std::span(p, n))

    /// Returns the tag of everything that was absorbed. The object is not changed, and may absorb more.
    /// \tparam N the size of the tag in bytes, 1 to digest_size: a shorter tag is the beginning of the whole one (s.5).
    /// verify() accepts only whole tags, unless it gets a short_tag.
    template <std::size_t N = digest_size>
    [[nodiscard]] constexpr std::array<std::uint8_t, N> tag() const {
        static_assert(N >= 1 && N <= digest_size, "a tag of HMAC has 1 to digest_size bytes");
        std::array<std::uint8_t, N> out{};
        tag_into(out);
        return out;
    }
    template <class R>
    void tag(const R& message, ...) const = delete;  // it takes no message: write m.update(message).tag()

    /// Writes the tag of everything that was absorbed. The object is not changed, and may absorb more.
    /// \param output 1 to digest_size bytes: a shorter tag is the beginning of the whole one. Another size ends the
    /// program.
    ///
    /// Overlap: `output` may overlap the key and the message, which were read before.
    constexpr void tag_into(const output_bytes& output) const {
        const octets_out out = output.octets();
        contract(out.size() - 1 < digest_size, "a tag of HMAC has 1 to digest_size bytes");
        if (out.size() == digest_size) return whole_tag(out.data());
        digest_type whole{};
        whole_tag(whole.data());
        copy_bytes(out.data(), whole.data(), out.size());
        wipe(&whole);
    }

    /// Tells whether a tag is that of everything that was absorbed. The time depends on the size of the tag alone.
    /// \param expected the tag as it was received. It has digest_size bytes: if the sender could choose the length, one
    /// byte could be guessed. Where the protocol has shorter tags, write short_tag(bytes, least); such a tag has
    /// `least` to digest_size bytes. RFC 2104 s.5 recommends at least half a digest and at least 80 bits.
    /// \return whether the tag is right. Also false for a tag of another size.
    template <class R>
    [[nodiscard]] constexpr bool verify(const R& expected) const {
        constexpr bool bytes = is_short_tag<R> || arguments::are_bytes<R>;
        static_assert(bytes, HASHLANE_NOT_BYTES);
        if constexpr (is_short_tag<R>)
            return begins_with(expected.bytes(), expected.least());
        else if constexpr (arguments::are_bytes<R>)
            return begins_with(expected, digest_size);
        return false;
    }
    void verify(one, one, ...) const = delete;  // it takes one tag: write m.update(message).verify(tag)

    /// Returns how many bytes the message may still have, where the hash has a limit.
    constexpr std::uint64_t bytes_left() const
    requires requires(const H& h) { h.bytes_left(); }
    {
        return inner.bytes_left();
    }

    /// Replaces a digest by its tag: the step of PBKDF2 (RFC 8018 s.5.2). The object must have absorbed nothing.
    /// \param digest digest_size bytes, which are read and then overwritten
    constexpr void tag_of_digest(std::uint8_t* digest) const {
        H hash = inner;
        hash.update(std::span<const std::uint8_t, digest_size>(digest, digest_size));
        end(hash, digest);
        end_outer(hash, digest);
    }

    /// Returns the hash that has absorbed the key and the message so far. Batches with one key start from it.
    constexpr const H& inner_hash() const { return inner; }
    /// Returns the hash that has absorbed the key, and absorbs the digest of inner_hash() at the end.
    constexpr const H& outer_hash() const { return outer; }

  private:
    H inner, outer;

    // Writes the digest of a hash and ends that hash itself: digest() would leave a copy behind.
    static constexpr void end(H& hash, std::uint8_t* out) {
        access::construction(hash).finish();
        access::construction(hash).squeeze(out, digest_size);
    }

    constexpr void whole_tag(std::uint8_t* out) const {
        const auto& construction = access::construction(inner);
        if constexpr (requires { construction.end_hmac(construction, out); })
            if (!std::is_constant_evaluated()) return construction.end_hmac(access::construction(outer), out);
        H hash = inner;
        end(hash, out);
        end_outer(hash, out);
        if constexpr (!has_one_way_state<H>) {
            forget_registers();
            forget_frames();
        }
    }

    template <byte_range R>
    constexpr bool begins_with(const R& expected, std::size_t least) const {
        const std::size_t size = std::size(expected);
        if (size < least || size > digest_size) return false;
        digest_type right{};
        whole_tag(right.data());
        const bool good =
            with_bytes(expected, [&](auto p, std::size_t n) { return equal_in_constant_time(p, right.data(), n); });
        wipe(&right);
        return good;
    }

    constexpr void end_outer(H& hash, std::uint8_t* digest) const {
        hash = outer;
        hash.update(std::span<const std::uint8_t, digest_size>(digest, digest_size));
        end(hash, digest);
        wipe(&hash);
    }

    template <byte_range K>
    static constexpr void hash_key(std::uint8_t* out, const K& key) {
        H hash;
        hash.update(key);
        end(hash, out);
        wipe(&hash);
    }
};

}  // namespace hashlane::inline HASHLANE_ABI
