// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// PBKDF2, RFC 8018 s.5.2: keys that are derived from passwords, with HMAC as the pseudorandom function. Programs
/// include mac.hpp.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../kernels/sha2_hmac.hpp"
#include "../lanes/contract.hpp"
#include "hmac.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// A hash of SHA-2 whose digest is whole words. The iterations over it are a kernel. A SHA-512/t whose digest ends
/// within a byte is left out, since the kernel does not clear the bits behind it.
template <class H>
concept has_hmac_chains = requires(const H& h) {
    typename construction_of<H>::word;
    access::construction(h).chaining_value();
    requires construction_of<H>::side_by_side;
    requires H::digest_size % sizeof(typename construction_of<H>::word) == 0;
};

/// The chain of a block of a key that is derived with H.
template <class H>
using hmac_chain_of = hmac_chain<typename construction_of<H>::word>;
/// The number of words of a digest of H.
template <class H>
inline constexpr std::size_t words_of_chain = H::digest_size / sizeof(typename construction_of<H>::word);

/// Makes the chain of a block of a key, after the first iteration.
/// \param chain the chain that is made
/// \param keyed HMAC with the password as its key
/// \param salted a copy of it that has absorbed the salt
/// \param number of the block, from 1
template <class H>
void begin_chain(hmac_chain_of<H>& chain, const hmac_construction<H>& keyed, const hmac_construction<H>& salted,
                 std::uint32_t number) {
    using word = typename construction_of<H>::word;
    std::array<std::uint8_t, 4> octets{};
    store<std::endian::big>(octets.data(), number);
    hmac_construction<H> first = salted;
    auto U = first.update(octets).tag();
    const auto& inner = access::construction(keyed.inner_hash()).chaining_value();
    const auto& outer = access::construction(keyed.outer_hash()).chaining_value();
    for (std::size_t i = 0; i < 8; ++i) {
        chain.inner[i] = inner[i];
        chain.outer[i] = outer[i];
        const bool used = i < words_of_chain<H>;
        chain.U[i] = chain.T[i] = used ? load<std::endian::big, word>(U.data() + i * sizeof(word)) : word{0};
    }
    wipe(&U);
}

/// Writes the first bytes of the block that `chain` holds, as many as `key` has: at most a digest.
template <class W>
void end_chain(const hmac_chain<W>& chain, octets_out key) {
    std::array<std::uint8_t, sizeof chain.T> whole;
    for (std::size_t i = 0; i < 8; ++i) store<std::endian::big>(whole.data() + i * sizeof(W), chain.T[i]);
    copy_bytes(key.data(), whole.data(), key.size());
    wipe(&whole);
}

/// PBKDF2 over the hash H, for derive() and derive_into() of one_shot.hpp:
/// `derive<pbkdf2<sha256>, 32>(password, salt, iterations)`. mac.hpp has the name `pbkdf2<H>` for it.
template <class H>
requires has_room_for_digest<H>
class pbkdf2_construction {
    using hmac = hmac_construction<H>;

  public:
    /// The characters of `name`.
    static constexpr auto full_name = prefixed<"pbkdf2-", H::name.size()>(H::name);
    /// The name in algorithms(), for example "pbkdf2-sha256".
    static constexpr std::string_view name = full_name.view();
    /// The security strength in bits, of a password that is at least as strong.
    static constexpr unsigned security_strength = hmac::security_strength;
    /// The size of the usual output in bytes, which is that of a digest.
    static constexpr std::size_t key_size = H::digest_size;
    /// The size of the longest output in bytes: 2^32 - 1 digests.
    static constexpr std::uint64_t longest_output = 0xffffffffu * std::uint64_t{H::digest_size};

    /// Tells whether derive_into() derives a key of `size` bytes with that number of `iterations`.
    static constexpr bool accepts(std::uint64_t iterations, std::uint64_t size) {
        return iterations != 0 && size <= longest_output;
    }

    /// What derive() and derive_into() of one_shot.hpp do.
    struct one_shot {
        /// Whether a password, a salt and a number of iterations may have these types: two ranges of bytes and an
        /// integer.
        template <class P, class S, class Count>
        static constexpr bool takes = arguments::are_bytes<P> && arguments::are_bytes<S> && std::integral<Count>;

        /// Derives a key.
        /// \param password of any size
        /// \param salt of any size
        /// \param iterations how often the pseudorandom function is repeated, 1 or more
        /// \param out the key is written here: at most longest_output bytes. It may overlap the inputs.
        /// \return false, and `out` is zero, unless accepts(iterations, out.size())
        template <byte_range P, byte_range S, std::integral Count>
        static constexpr bool derive_into(const P& password, const S& salt, Count iterations, octets_out out) {
            if (iterations < 1 || !accepts(static_cast<std::uint64_t>(iterations), out.size())) {
                std::ranges::fill(out, std::uint8_t{0});
                return false;
            }
            derive_blocks(password, salt, static_cast<std::uint64_t>(iterations), out);
            return true;
        }
    };

  private:
    template <byte_range P, byte_range S>
    static constexpr void derive_blocks(const P& password, const S& salt, std::uint64_t iterations, octets_out out) {
        const hmac keyed(password);
        hmac salted = keyed;
        salted.update(salt);
        if constexpr (has_hmac_chains<H>)
            if (!std::is_constant_evaluated()) return derive_chains(keyed, salted, iterations, out);
        block T{};
        for (std::uint32_t i = 1; !out.empty(); ++i) {
            F(T, keyed, salted, iterations, i);
            const std::size_t n = std::min(out.size(), T.size());
            copy_bytes(out.data(), T.data(), n);
            out = out.subspan(n);
        }
        wipe(&T);
    }

    // At run time over SHA-2: two blocks of the key side by side.
    static void derive_chains(const hmac& keyed, const hmac& salted, std::uint64_t iterations, octets_out out) {
        hmac_chain_of<H> chains[2];
        for (std::uint32_t number = 1; !out.empty();) {
            const std::size_t n = out.size() <= H::digest_size ? 1 : 2;
            for (std::size_t j = 0; j < n; ++j) begin_chain(chains[j], keyed, salted, number++);
            entry_points::sha2_hmac_chains(chains, n, iterations - 1, words_of_chain<H>);
            for (std::size_t j = 0; j < n; ++j) {
                const std::size_t bytes = std::min(out.size(), H::digest_size);
                end_chain(chains[j], out.first(bytes));
                out = out.subspan(bytes);
            }
        }
        wipe(chains, 2);
        forget_frames();
    }

    using block = typename hmac::digest_type;

    // Computes the block T_i of step 3. `salted` has absorbed the salt. T is a parameter and not a result, since a
    // temporary would stay on the stack.
    static constexpr void F(block& T, const hmac& keyed, const hmac& salted, std::uint64_t iterations,
                            std::uint32_t i) {
        std::array<std::uint8_t, 4> number{};
        store<std::endian::big>(number.data(), i);
        hmac first = salted;
        block U = first.update(number).tag();
        T = U;
        for (std::uint64_t j = 1; j < iterations; ++j) {
            keyed.tag_of_digest(U.data());
            for (std::size_t k = 0; k < T.size(); ++k) T[k] ^= U[k];
        }
        wipe(&U);
    }
};

}  // namespace hashlane::inline HASHLANE_ABI
