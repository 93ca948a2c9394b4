// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Sinks of row_encoder: one message, whose digest is wanted, and many short messages, which are digested side by side.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "algorithm.hpp"
#include "byte_buffer.hpp"

namespace hashlane::engine {

/// The digest of one message that comes in pieces. A message of up to 1 KiB is digested in one call. Of a longer one this
/// object keeps the state of the hash and 1 KiB.
class message_hasher {
  public:
    /// \param hash what find_hash() has found
    explicit message_hasher(const any_digest& hash) noexcept : algorithm(hash) {}

    /// Appends n bytes at p.
    void put(const std::uint8_t* p, std::size_t n) noexcept {
        if (n > sizeof kept - used) return absorb(p, n);
        if (n != 0) std::memcpy(kept + used, p, n);
        used += n;
    }
    /// Writes the digest of the message, and goes on as if nothing had come.
    /// \param out hash().digest_size() bytes
    void finish(octets_out out) noexcept;
    /// Returns what computes the digest.
    const any_digest& hash() const noexcept { return algorithm; }

  private:
    void absorb(const std::uint8_t* p, std::size_t n) noexcept;

    any_digest algorithm;
    std::optional<any_hash> state;
    std::size_t used = 0;
    std::uint8_t kept[1024];
};

/// Messages one after the other in memory, up to 64 KiB of them or 256 messages.
class message_batch {
  public:
    /// No message in a batch is longer than this.
    static constexpr std::size_t longest = 4096;

    /// Appends n bytes at p to the message that is being written.
    void put(const std::uint8_t* p, std::size_t n) noexcept { all.append(p, n); }
    /// Returns the bytes of the message that is being written.
    octets_in unfinished() const noexcept { return all.view().subspan(ends[count]); }
    /// Forgets the message that is being written.
    void drop_unfinished() noexcept { all.shorten(ends[count]); }
    /// Ends a message.
    void end_message() noexcept {
        ++count;
        ends[count] = static_cast<std::uint32_t>(all.size());
    }
    /// Tells whether the messages must be taken and cleared now.
    bool full() const noexcept { return count == most || all.size() > most_bytes; }
    /// Forgets all messages.
    void clear() noexcept {
        all.shorten(0);
        count = 0;
    }
    /// Returns false when memory was lacking once.
    bool complete() const noexcept { return all.complete(); }

    std::size_t size() const noexcept { return count; }  ///< how many messages have ended
    /// Returns message i.
    octets_in operator[](std::size_t i) const noexcept { return all.view().subspan(ends[i], ends[i + 1] - ends[i]); }

  private:
    static constexpr std::size_t most = 256;
    static constexpr std::size_t most_bytes = 65536 - longest;

    byte_buffer all;
    std::size_t count = 0;
    std::array<std::uint32_t, most + 1> ends{};  // message i ends at ends[i + 1]
};

/// The digests of many messages, in their order. Short messages are digested side by side; one that is longer than
/// message_batch::longest is digested as it comes.
class digest_batch {
  public:
    /// \param hash what find_hash() has found
    /// \param limit how many bytes all digests may have together
    digest_batch(const any_digest& hash, std::size_t limit) noexcept : one(hash), state(in_pieces(hash)), most(limit) {}

    /// Appends n bytes at p to the message that is being written.
    void put(const std::uint8_t* p, std::size_t n) noexcept;
    /// Ends a message.
    void end_message() noexcept;
    /// Forgets the message that is being written.
    void drop_message() noexcept;

    /// Makes a copy of the messages that have ended. Several threads may copy one object at the same time.
    digest_batch(const digest_batch& other) noexcept : digest_batch(other.hash(), other.most) { append(other); }
    digest_batch& operator=(const digest_batch&) = delete;

    /// Returns what computes the digests.
    const any_digest& hash() const noexcept { return one.hash(); }
    /// Tells whether digests are missing because they would have more bytes than the limit.
    bool over_limit() const noexcept { return over; }
    /// Returns false when memory was lacking once.
    bool complete() const noexcept { return whole && batch.complete() && digests.complete(); }
    /// Returns the digests of all messages that have ended, one after the other, to be changed.
    octets_out all() noexcept {
        digest_pending();
        return digests.bytes();
    }
    /// Appends the messages of another object that have ended. It has the same hash.
    void append(const digest_batch& other) noexcept;
    /// Appends digests that are known: a multiple of hash().digest_size() bytes.
    void append(octets_in known) noexcept {
        digest_pending();
        append_digests(known);
    }
    /// Forgets all digests.
    void clear() noexcept {
        batch.clear();
        digests.shorten(0);
    }

  private:
    std::size_t width() const noexcept { return hash().digest_size(); }
    std::uint8_t* place_for(std::size_t bytes) noexcept;
    void append_digests(octets_in more) noexcept;
    void digest_pending() noexcept;

    message_hasher one;  // of a message that is too long for a batch
    any_hash state;      // has absorbed nothing
    std::size_t most;
    bool is_long = false;
    bool over = false;
    bool whole = true;
    message_batch batch;
    byte_buffer digests;
};

}  // namespace hashlane::engine
