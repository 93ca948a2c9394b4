// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Keys from many passwords: PBKDF2 (RFC 8018 s.5.2) with the chains of iterations side by side, and over threads. A
/// key that is longer than a digest takes several chains.
///
///     hl::derive_many<hl::sha256>(passwords, salts, 600000, keys, hl::threads{0});   salts: a range, or one for all

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "../kernels/pbkdf2_lanes.hpp"
#include "../mac.hpp"
#include "../threads/executor.hpp"
#include "digest_many.hpp"
#include "messages.hpp"

namespace hashlane::inline HASHLANE_ABI {
namespace batches {

// A hash whose kernels compute several chains of PBKDF2 side by side.
template <class H>
concept chains_side_by_side = side_by_side<H> && H::digest_size % sizeof(std::uint32_t) == 0 && requires {
    requires construction_of<H>::primitive == batch_primitive::sha256 ||
                     (construction_of<H>::primitive == batch_primitive::sha512 && H::digest_size % 8 == 0);
};

// The chains of some keys. They are collected until the lanes are full, and are then computed together.
template <class H>
class pbkdf2_lanes {
    static constexpr bool narrow = construction_of<H>::primitive == batch_primitive::sha256;
    using word = std::conditional_t<narrow, std::uint32_t, std::uint64_t>;
    static constexpr std::size_t most = most_chains<word>, words = H::digest_size / sizeof(word);

  public:
    explicit pbkdf2_lanes(std::uint64_t n) : iterations(n) {}
    pbkdf2_lanes(const pbkdf2_lanes&) = delete;
    pbkdf2_lanes& operator=(const pbkdf2_lanes&) = delete;
    ~pbkdf2_lanes() {
        finish();
        forget(all, places);
    }

    // Adds the chains of a key. The key is written by the time the object is destroyed.
    template <byte_range Password, byte_range Salt>
    void add(const Password& password, const Salt& salt, std::span<std::uint8_t> key) {
        const hmac<H> keyed(password);
        hmac<H> salted = keyed;
        salted.update(salt);
        for (std::uint32_t i = 1; !key.empty(); ++i) {
            const std::size_t n = std::min(key.size(), H::digest_size);
            add_chain(keyed, salted, i, key.first(n));
            key = key.subspan(n);
        }
    }

  private:
    pbkdf2_chains<word> all{};
    std::span<std::uint8_t> places[most];
    const std::uint64_t iterations;

    // Adds a chain. `salted` has absorbed the salt, `number` is that of the block of the key, and `place` is where the
    // block goes.
    void add_chain(const hmac<H>& keyed, const hmac<H>& salted, std::uint32_t number, std::span<std::uint8_t> place) {
        const std::size_t j = all.count++;
        places[j] = place;
        hmac_chain<word> chain;
        begin_chain(chain, keyed, salted, number);
        for (std::size_t i = 0; i < 8; ++i) {
            all.inner[i * most + j] = chain.inner[i];
            all.outer[i * most + j] = chain.outer[i];
            all.U[i * most + j] = all.T[i * most + j] = chain.U[i];
        }
        wipe(&chain);
        if (all.count == most) finish();
    }

    // Computes the chains that were added, and writes their blocks of the keys.
    void finish() {
        if (all.count == 0) return;
        all.iterations = iterations - 1;
        all.words = words;
        const bool done = entry_points::sha2_pbkdf2(&all);
        hmac_chain<word> chains[most];
        for (std::size_t j = 0; j < all.count; ++j) take_out(chains[j], j);
        if (!done) entry_points::sha2_hmac_chains(chains, all.count, all.iterations, words);
        for (std::size_t j = 0; j < all.count; ++j) end_chain(chains[j], places[j]);
        wipe(chains, most);
        all.count = 0;
    }

    // Copies chain j out of the lanes.
    void take_out(hmac_chain<word>& chain, std::size_t j) const {
        for (std::size_t i = 0; i < 8; ++i) {
            chain.inner[i] = all.inner[i * most + j];
            chain.outer[i] = all.outer[i * most + j];
            chain.U[i] = all.U[i * most + j];
            chain.T[i] = all.T[i * most + j];
        }
    }
};

// The arguments of derive_many(), by the index of a key, and the checks of what they must be.
template <class Passwords, class Salts, class D>
struct derivations {
    const Passwords& passwords;
    const Salts& salts;
    D& keys;
    std::size_t n = std::size(passwords);

    octets_in password(std::size_t i) const { return as_octets(passwords[i]); }
    octets_in salt(std::size_t i) const { return input_at(salts, i); }
    octets_out key(std::size_t i) const {
        if constexpr (side_by_side_outputs<D>)
            return octets_out(first_of(keys), bytes_in(keys)).subspan(bytes_in(keys) / n * i, bytes_in(keys) / n);
        else
            return place_at(keys, i);
    }

    void require_numbers() const {
        if constexpr (!byte_range<Salts>) contract(std::size(salts) == n, "there are not as many salts as passwords");
        if constexpr (bytes_for_all<D>)
            contract(n == 0 ? std::size(keys) == 0 : bytes_in(keys) % n == 0,
                     "the size of the memory for the keys is no multiple of their number");
        else
            contract(std::size(keys) == n, "there are not as many keys as passwords");
    }
    template <class H>
    void require_key(std::size_t i, std::uint64_t iterations) const {
        contract(pbkdf2<H>::accepts(iterations, key(i).size()),
                 "PBKDF2 was given no iteration, or too many bytes of output");
    }
    void require_apart(std::size_t i) const {
        bool kept = true;
        if constexpr (byte_range<Salts>)
            kept = n == 1 || apart(salt(i).data(), salt(i).size(), key(i).data(), key(i).size());
        else if constexpr (side_by_side_outputs<D>)
            kept = apart_from_others(salt(i), i);
        if constexpr (side_by_side_outputs<D>) kept = kept && apart_from_others(password(i), i);
        contract(kept, "a key overlaps the password or the salt of another");
    }

  private:
    // Tells, for keys that lie side by side, whether `input` overlaps no other key than key i.
    bool apart_from_others(octets_in input, std::size_t i) const {
        const octets_out own = key(i);
        const std::uint8_t* const behind = own.data() + own.size();
        return apart(input.data(), input.size(), first_of(keys), i * own.size()) &&
               apart(input.data(), input.size(), behind, (n - i - 1) * own.size());
    }
};

}  // namespace batches

/// Derives a key from each of many passwords, several side by side: PBKDF2, RFC 8018 s.5.2.
///
/// Example (examples/many_kinds.cpp):
///
///     hl::derive_many<hl::sha256>(passwords, salt, 1000, keys, hl::threads{0});  // one thread for each core
///
/// \tparam H the hash under HMAC
/// \param passwords a range of passwords
/// \param salts a range of as many salts, or one range of bytes for all
/// \param iterations how often the pseudorandom function is repeated, 1 or more
/// \param keys the keys: a range of arrays, one for each password; a range of bytes, of which each password gets an
/// equal part; or a range of places, such as vectors, which may differ in size. A key has at most 2^32 - 1 digests of
/// H.
/// \param wanted how many threads take part; one by default
///
/// Arguments that do not fit end the program: 0 iterations, a key that is too long, another number of salts or keys
/// than of passwords. Where they come from outside, ask `pbkdf2<H>::accepts(iterations, size)` and compare the sizes.
///
/// Overlap: a key may overlap its own password and its own salt. Keys that lie side by side and overlap the password or
/// the salt of another key, and keys that overlap a salt for all, end the program, since that input may be read after
/// the key is written. Keys in places of their own must not overlap the password or the salt of another key; this is
/// not checked.
template <class H, message_range Passwords, batches::one_or_each Salts, batches::outputs D>
void derive_many(const Passwords& passwords, const Salts& salts, std::uint64_t iterations, D&& keys,
                 threads wanted = {}) {
    const batches::derivations<Passwords, Salts, std::remove_reference_t<D>> all{passwords, salts, keys};
    all.require_numbers();
    for (std::size_t i = 0; i < all.n; ++i) all.template require_key<H>(i, iterations);
    for (std::size_t i = 0; i < all.n; ++i) all.require_apart(i);
    split(all.n, 16, wanted, [&](std::size_t first, std::size_t last) {
        if constexpr (batches::chains_side_by_side<H>) {
            batches::pbkdf2_lanes<H> lanes(iterations);
            for (std::size_t i = first; i < last; ++i) lanes.add(all.password(i), all.salt(i), all.key(i));
        } else {
            for (std::size_t i = first; i < last; ++i)
                (void)derive_into<pbkdf2<H>>(all.password(i), all.salt(i), iterations, all.key(i));
        }
    });
}

}  // namespace hashlane::inline HASHLANE_ABI
