// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The Merkle-Damgard construction of FIPS 180-4 s.5: a chaining value, blocks of sixteen big-endian words, and padding
// that ends with the length of the message.
//
// A compression C gives
//   word                                    a word of the chaining value, which has eight, and of the block
//   compress_blocks(H, p, blocks)           compresses whole blocks of bytes
// and may give
//   end_hmac(inner, p, blocks, outer, tag)  ends the inner hash of HMAC with these blocks, and then the outer hash
//   frames()                                returns how many bytes of stack a tag of HMAC uses at most

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../kernels/batch_job.hpp"
#include "../kernels/sha2_padding.hpp"
#include "../lanes/bytes.hpp"
#include "../lanes/pieces.hpp"
#include "../lanes/secret.hpp"
#include "fields.hpp"
#include "sponge.hpp"

namespace hashlane::inline HASHLANE_ABI {

// Parameters gives compression, initial_hash_value and digest_bits.
template <class Parameters>
class merkle_damgard {
    using C = typename Parameters::compression;
    static constexpr unsigned digest_bits = Parameters::digest_bits;

  public:
    using word = typename C::word;
    static constexpr std::size_t block_size = 16 * sizeof(word);
    static constexpr unsigned security_strength = digest_bits / 2;  // bits, against collisions

    constexpr merkle_damgard() { clear_block(); }

    template <class B>
    constexpr void absorb(const B* p, std::size_t n) {
        const std::size_t used = position();
        count(n);
        if (used != 0) {
            const std::size_t head = n < block_size - used ? n : block_size - used;
            copy_bytes(block.data() + used, p, head);
            if (used + head != block_size) return;
            compress_block();
            p += head;
            n -= head;
        }
        if (const std::size_t blocks = n / block_size; blocks != 0) {
            C::compress_blocks(H.data(), p, blocks);
            p += blocks * block_size;
            n -= blocks * block_size;
        }
        if constexpr (std::is_same_v<B, std::uint8_t>)
            if (!std::is_constant_evaluated()) return copy_pieces(block.data(), p, n);
        copy_bytes(block.data(), p, n);
    }

    // Ends the message with the padding of s.5.1: a one bit, zeros, and the length in bits in the last two words. The
    // bits of a partial byte are its highest.
    constexpr void finish(partial_byte last = {}) {
        const std::size_t at = position();
        if (!std::is_constant_evaluated()) return finish_in_pieces(at, last);
        block[at] = sha2::first_of_padding(last);
        if (sha2::blocks_of_padding<word>(at) == 2) compress_block();
        sha2::store_length<word>(block.data() + block_size, bits_so_far(last.bits));
        C::compress_blocks(H.data(), block.data(), 1);
    }

    // Writes the first n bytes of the hash value; n is at most its size. Bits after the last one of the digest are
    // zero.
    constexpr void squeeze(std::uint8_t* p, std::size_t n) const {
        const std::size_t whole = n / sizeof(word);
        for (std::size_t i = 0; i < whole; ++i) store<std::endian::big>(p + i * sizeof(word), H[i]);
        if (const std::size_t rest = n % sizeof(word); rest != 0)
            store_partial<std::endian::big>(p + n - rest, H[whole], rest);
        if constexpr (digest_bits % 8 != 0)
            if (n == (digest_bits + 7) / 8) p[n - 1] &= static_cast<std::uint8_t>(0xff00u >> digest_bits % 8);
    }

    // Writes a tag of HMAC (RFC 2104 s.2), of digest_bits / 8 bytes, at run time. This is the inner hash, and `outer`
    // has absorbed one block. The tag is the digest of that block and of the digest of this.
    void end_hmac(const merkle_damgard& outer, std::uint8_t* tag) const
    requires(digest_bits == 8 * sizeof(std::array<word, 8>) && requires { &C::end_hmac; })
    {
        const std::size_t at = position(), blocks = sha2::blocks_of_padding<word>(at);
        std::array<std::uint8_t, 2 * block_size> tail;
        copy_pieces(tail.data(), block.data(), block_size);
        if (blocks == 2) clear_pieces<block_size / piece_bytes>(tail.data() + block_size);
        std::uint8_t* const p = tail.data() + at / piece_bytes * piece_bytes;
        store_lane(p, load_lane<2>(p) ^ bit_piece(at, {}));
        std::uint8_t* const end = tail.data() + blocks * block_size - piece_bytes;
        store_lane(end, load_lane<2>(end) ^ length_piece(0));
        C::end_hmac(H.data(), tail.data(), blocks, outer.H.data(), tag);
        wipe(&tail);
    }

    // Returns how many bytes a message may have after those that were absorbed, at most 2^64 - 1. It is also 0 for a
    // message that has become too long. A message has fewer than 2^64 bits with words of 32 bits, and fewer than 2^128
    // with words of 64 (FIPS 180-4 s.1).
    constexpr std::uint64_t bytes_left() const {
        const std::uint64_t high = length[length_words - 1];
        if (high >= length_limit) return 0;
        if constexpr (length_words == 1) return length_limit - 1 - high;
        return high == length_limit - 1 ? ~length[0] : ~std::uint64_t{0};
    }

    constexpr const std::array<word, 8>& chaining_value() const { return H; }

    // Returns how many bytes of stack a tag of HMAC uses at most, for forget_frames().
    static std::size_t frames() noexcept
    requires requires { C::frames(); }
    {
        return C::frames();
    }

    // These describe many messages that all begin with what has been absorbed. Messages of a SHA-512/t whose digest
    // ends within a byte are digested one by one.
    static constexpr bool side_by_side = digest_bits % 8 == 0;
    static constexpr auto primitive = sizeof(word) == 4 ? batch_primitive::sha256 : batch_primitive::sha512;
    static constexpr bool one_way = true;  // the state after a block does not lead back to the state before it
    void describe(batch_job& job) const {
        job.state = H.data();
        job.head = block.data();
        job.position = position();
        for (std::size_t i = 0; i < length_words; ++i) job.length[i] = length[i];
    }

    template <class Archive>
    constexpr void fields(Archive& archive) {
        for (word& h : H) archive.word(h);
        if constexpr (length_words == 2) archive.word(length[0]);
        archive.below(length[length_words - 1], length_limit);
        archive.bytes(block.data(), block.size());
        for (std::size_t i = position(); i < block_size; ++i) block[i] = 0;
    }

  private:
    // `length` counts the bytes so far, the low word first. A message of SHA-512 has at most 2^128 - 1 bits, one of
    // SHA-256 at most 2^64 - 1 (s.1).
    static constexpr std::uint64_t length_limit = std::uint64_t{1} << 61;  // of the high word
    static constexpr std::size_t length_words = sizeof(word) / 4;
    std::array<word, 8> H = Parameters::initial_hash_value;
    std::array<std::uint8_t, block_size> block;  // zero from position() on, so that padding is one store
    std::array<std::uint64_t, length_words> length{};

    constexpr std::size_t position() const { return static_cast<std::size_t>(length[0] % block_size); }

    constexpr void count(std::uint64_t n) {
        length[0] += n;
        if constexpr (length_words == 2) length[1] += length[0] < n;
    }

    constexpr sha2::length_in_bits bits_so_far(unsigned bits) const {
        return {length[0], length_words == 2 ? length[length_words - 1] : 0, bits};
    }

    // Ends the message at run time in stores of 16 bytes. Kernels load 16 bytes at once, and would wait for smaller
    // stores into them (docs/TUNING.md, "SHA-2").
    using piece = lane<std::uint64_t, 2>;
    void finish_in_pieces(std::size_t at, partial_byte last) {
        std::uint8_t* const p = block.data() + at / piece_bytes * piece_bytes;
        std::uint8_t* const end = block.data() + block_size - piece_bytes;
        const piece ending = load_lane<2>(p) ^ bit_piece(at, last);
        const piece n = length_piece(last.bits);
        if (sha2::blocks_of_padding<word>(at) == 2) {
            store_lane(p, ending);
            compress_block();
            store_lane(end, n);
        } else if (p == end) {
            store_lane(end, ending ^ n);
        } else {
            store_lane(end, n);
            store_lane(p, ending);
        }
        C::compress_blocks(H.data(), block.data(), 1);
    }

    // Returns 16 bytes with the first byte of the padding in its place, and zeros.
    static piece bit_piece(std::size_t at, partial_byte last) {
        const auto here = to_order<std::endian::little>(std::uint64_t{sha2::first_of_padding(last)} << 8 * (at % 8));
        const std::uint64_t high = at % piece_bytes >= 8 ? here : 0;
        return {typename piece::vector{here ^ high, high}};
    }

    // Returns the last 16 bytes of a padded block, which hold the length.
    piece length_piece(unsigned bits) const {
        const sha2::length_in_bits n = bits_so_far(bits);
        const std::uint64_t high = length_words == 2 ? to_order<std::endian::big>(n.high) : 0;
        return {typename piece::vector{high, to_order<std::endian::big>(n.low)}};
    }

    constexpr void compress_block() {
        C::compress_blocks(H.data(), block.data(), 1);
        clear_block();
    }

    constexpr void clear_block() {
        if (__builtin_is_constant_evaluated())
            block = {};
        else
            clear_pieces<block_size / piece_bytes>(block.data());
    }
};

}  // namespace hashlane::inline HASHLANE_ABI
