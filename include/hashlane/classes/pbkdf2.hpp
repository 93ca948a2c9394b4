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
#include <span>
#include <string_view>

#include "../lanes/contract.hpp"
#include "hmac.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

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
        template <class P, class S, class I>
        static constexpr bool takes = arguments::are_bytes<P> && arguments::are_bytes<S> && std::integral<I>;

        /// Derives a key.
        /// \param password of any size
        /// \param salt of any size
        /// \param iterations how often the pseudorandom function is repeated, 1 or more
        /// \param out the key is written here: at most longest_output bytes. It may overlap the inputs.
        /// \return false, and `out` is zero, unless accepts(iterations, out.size())
        template <byte_range P, byte_range S, std::integral I>
        static constexpr bool derive_into(const P& password, const S& salt, I iterations, octets_out out) {
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
        block T{};
        for (std::uint32_t i = 1; !out.empty(); ++i) {
            F(T, keyed, salted, iterations, i);
            const std::size_t n = std::min(out.size(), T.size());
            copy_bytes(out.data(), T.data(), n);
            out = out.subspan(n);
        }
        wipe(&T);
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

}  // namespace HASHLANE_ABI
}  // namespace hashlane
