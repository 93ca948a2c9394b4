// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// HMAC, RFC 2104, over any hash<> whose digest fits into one of its blocks; over a sponge the block is the rate (NIST
// has SHA-3 so). Ascon-Hash, with 32 bytes of digest and 8 of rate, does not fit: RFC 2104 does not say what to do.
//
// The two hashes that have taken in the key are kept, so a copy with the same key costs one block each less. The state
// wipes itself.

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

namespace hashlane {
inline namespace HASHLANE_ABI {

template <class H>
concept has_room_for_digest = H::digest_size <= H::block_size;

// The permutation of a sponge can be inverted: what its kernel leaves in registers and on the stack leads to the key.
template <class H>
concept has_one_way_state = requires { requires construction_of<H>::one_way; };

template <class H>
requires has_room_for_digest<H>
class hmac_construction {
  public:
    static constexpr auto full_name = prefixed<"hmac-", H::name.size()>(H::name);
    static constexpr std::string_view name = full_name.view();
    static constexpr std::size_t block_size = H::block_size, digest_size = H::digest_size;  // bytes
    static constexpr bool keyed = true;
    static constexpr unsigned security_strength = 8 * H::digest_size;  // bits, with such a key
    using digest_type = std::array<std::uint8_t, digest_size>;

    // A key longer than a block is hashed.
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
        forget_frames();  // the message schedule of SHA-512
    }
    // Other arguments: no key, a key that is no range of bytes, a message as well.
    hmac_construction() = delete;  // an HMAC has a key: hmac<H> m{key}
    template <class K>
    requires(!byte_range<K> && !std::derived_from<K, hmac_construction>)
    explicit hmac_construction(const K&) {
        constexpr bool bytes = arguments::are_bytes<K>;
        static_assert(bytes, HASHLANE_NOT_BYTES);
    }
    using one = const arguments::sized&;
    hmac_construction(one, one, ...) = delete;  // write tag<hmac<H>>(key, message)

    constexpr hmac_construction(const hmac_construction&) = default;
    constexpr hmac_construction& operator=(const hmac_construction&) = default;
    constexpr ~hmac_construction() {
        wipe(&inner);
        wipe(&outer);
        forget_registers();
        forget_frames();
    }

    // The next bytes of the message.
    template <class R>
    constexpr auto& update(const R& message) {
        constexpr bool bytes = arguments::are_bytes<R>;
        static_assert(bytes, HASHLANE_NOT_BYTES);
        if constexpr (bytes) inner.update(message);
        return *this;
    }
    template <class N>
    void update(const void*, const N&) = delete;  // it takes one range of bytes: write m.update(std::span(p, n))

    // The tag of everything so far, or the first N bytes of it.
    template <std::size_t N = digest_size>
    [[nodiscard]] constexpr std::array<std::uint8_t, N> tag() const {
        static_assert(N >= 1 && N <= digest_size, "a tag of HMAC has 1 to digest_size bytes");
        std::array<std::uint8_t, N> out{};
        tag_into(out);
        return out;
    }
    template <class R>
    void tag(const R& message, ...) const = delete;  // it takes no message: write m.update(message).tag()

    // The same into `output`, which has 1 to digest_size bytes; another size ends the program. It may lie over the key and
    // the message.
    constexpr void tag_into(const output_bytes& output) const {
        const octets_out out = output.octets();
        contract(out.size() - 1 < digest_size, "a tag of HMAC has 1 to digest_size bytes");
        if (out.size() == digest_size) return whole_tag(out.data());
        digest_type whole{};
        whole_tag(whole.data());
        copy_bytes(out.data(), whole.data(), out.size());
        wipe(&whole);
    }

    // Is this the tag? In constant time for tags of one size. False unless it has digest_size bytes: if the sender could
    // choose the length, one byte could be guessed. The beginning of a tag is only accepted as short_tag(bytes, least), and
    // then has `least` to digest_size bytes; RFC 2104 s.5 recommends half a digest and 80 bits.
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

    // How many bytes the message may still have, where the hash has a limit.
    constexpr std::uint64_t bytes_left() const
    requires requires(const H& h) { h.bytes_left(); }
    {
        return inner.bytes_left();
    }

    // The tag of this digest, in its place, before any update: the step of PBKDF2.
    constexpr void tag_of_digest(std::uint8_t* digest) const {
        H hash = inner;
        hash.update(std::span<const std::uint8_t, digest_size>(digest, digest_size));
        end(hash, digest);
        end_outer(hash, digest);
    }

    // For many messages with one key: what is hashed first, and what hashes the digests.
    constexpr const H& inner_hash() const { return inner; }
    constexpr const H& outer_hash() const { return outer; }

  private:
    H inner, outer;

    // Ends a hash in its place, without the copy that digest() would leave behind.
    static constexpr void end(H& hash, std::uint8_t* out) {
        access::construction(hash).finish();
        access::construction(hash).squeeze(out, digest_size);
    }

    constexpr void whole_tag(std::uint8_t* out) const {
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
        digest_type given{};
        digest_type right{};
        whole_tag(right.data());
        with_bytes(expected, [&](auto p, std::size_t n) { copy_bytes(given.data(), p, n); });
        const bool good = equal_in_constant_time(given.data(), right.data(), size);
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

}  // namespace HASHLANE_ABI
}  // namespace hashlane
