// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The aggregates of docs/ROW.md. Each takes values in the order in which it gets them. Objects are values: a copy goes on
/// independently. None starts a thread.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <hashlane/by_name/merkle.hpp>
#include <hashlane/by_name/merkle_stream.hpp>

#include "message.hpp"
#include "row.hpp"

namespace hashlane::engine {

/// hashlane_agg: the digest of a sequence of values. It keeps the state of the hash and 1 KiB, whatever the number of values
/// is.
class sequence_digest {
  public:
    /// \param hash what find_hash() has found
    explicit sequence_digest(const any_digest& hash) noexcept : to(hash) { values().domain("hashlane_agg"); }

    /// Returns what writes the next value.
    row_encoder<message_hasher> values() noexcept { return row_encoder(to); }
    /// Writes the digest of all values. Nothing may follow.
    /// \param out the size of the hash's digest
    void finish(octets_out out) noexcept { to.finish(out); }

  private:
    message_hasher to;
};

/// hashlane_set_agg: the digest of a multiset of values. It keeps a digest for each value, in one piece of memory that may
/// be half as large again, and up to 64 KiB more.
class set_digest {
  public:
    /// The limit of an engine that has no setting: 1 GiB of digests.
    static constexpr std::size_t usual_limit = std::size_t{1} << 30;

    /// \param hash what find_hash() has found
    /// \param limit how many bytes the digests of all values may have together
    set_digest(const any_digest& hash, std::size_t limit) noexcept : values(hash, limit), most(limit) {}

    /// Begins a value, which the result writes.
    row_encoder<digest_batch> start_value() noexcept {
        row_encoder<digest_batch> row(values);
        row.start_row(1);
        return row;
    }
    /// Ends the value.
    void end_value() noexcept { values.end_message(); }
    /// Forgets the value that has begun.
    void drop_value() noexcept { values.drop_message(); }
    /// Adds the values of another set with the same hash.
    void add(const set_digest& other) noexcept { values.append(other.values); }
    /// Returns the digests of all values, one after the other, for another set with the same hash. The view is good until
    /// the next call of another function.
    octets_in digests() noexcept { return values.all(); }
    /// Adds values whose digests are known.
    /// \param known what digests() of a set with the same hash has returned
    void add_digests(octets_in known) noexcept { values.append(known); }

    /// Returns why values are missing; its message is empty when none is. An engine asks after each value.
    failure problem() const noexcept;

    /// Writes the digest of all values. More may follow.
    /// \param out the size of the hash's digest
    /// \return false, and nothing is written, when there is a problem
    [[nodiscard]] bool finish(octets_out out) noexcept;

  private:
    friend class set_ending;
    digest_batch values;
    std::size_t most;
};

/// The end of a set_digest in steps, between which an engine can see whether its user wants to go on. The set stays as it is
/// meanwhile, and more values may follow afterwards.
class set_ending {
  public:
    /// \param set one without a problem()
    explicit set_ending(set_digest& set) noexcept;

    /// Does a part of the work. The first steps take longest: with 1 GiB of digests less than a second each.
    /// \return false when nothing was left to do
    bool step() noexcept;
    /// Writes the digest of all values, after step() has returned false.
    /// \param out the size of the hash's digest
    void finish(octets_out out) noexcept { to.finish(out); }

  private:
    static constexpr std::size_t most_bits = 8 * 64;  // of a digest
    // Digests that are not sorted yet, up to the number `end`. Those bits before `bit` are the same in all of them.
    struct part {
        std::size_t end;
        std::size_t bit;
    };
    template <std::size_t N>
    void sort_part() noexcept;
    void end_part() noexcept {
        sorted = parts[count - 1].end;
        --count;
    }

    octets_out digests;
    std::size_t width;
    std::size_t sorted = 0;    // digests
    std::size_t absorbed = 0;  // bytes
    std::size_t count = 0;     // of parts
    std::array<part, most_bits + 1> parts;
    message_hasher to;
};

/// hashlane_merkle_root: the root of the tree of RFC 9162 over leaves. It keeps a digest for each level and up to 64 KiB of
/// leaves.
class merkle_root {
  public:
    /// Makes a tree without leaves.
    /// \param hash what find_hash() has found
    explicit merkle_root(const any_digest& hash) noexcept
        : stream(*any_tree::create(in_pieces(hash), merkle_shape::rfc9162)) {}
    /// Makes a copy. Several threads may copy one object at the same time.
    merkle_root(const merkle_root& other) noexcept : stream(other.stream), whole(other.complete()) {
        for (std::size_t i = 0; i < other.batch.size(); ++i) add(other.batch[i]);
    }
    merkle_root& operator=(const merkle_root&) = delete;

    /// Adds a leaf of any number of bytes.
    void add(octets_in leaf) noexcept;
    /// Adds a leaf whose digest is known: that of a byte 0 and the leaf (RFC 9162, section 2.1.1).
    /// \param digest the size of the hash's digest
    void add_digest(octets_in digest) noexcept {
        push_batch();
        (void)stream.push_digests(digest);  // its size is right
    }
    /// Returns false when memory was lacking: leaves are missing then.
    bool complete() const noexcept { return whole && batch.complete(); }
    /// Writes the root of all leaves. More leaves may follow.
    /// \param out the size of the hash's digest
    void finish(octets_out out) noexcept;

  private:
    void push_batch() noexcept;

    any_merkle_stream stream;
    message_batch batch;
    bool whole = true;
};

}  // namespace hashlane::engine
