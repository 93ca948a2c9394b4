// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// merkle_stream over a hash that is chosen by name at run time: leaves come one by one or many at once, the root is there
// at any time, in memory of O(log n).
//
//   hl::any_merkle_stream stream(*hl::any_merkle::create("sha3-256", hl::merkle_shape::rfc9162));
//   stream.push(leaf).push_many(leaves, hl::threads{2});
//   if (!stream.root(root)) ...

#include <array>
#include <cstddef>
#include <cstdint>

#include "any_merkle.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

class any_merkle_stream {
  public:
    explicit any_merkle_stream(const any_merkle& which) noexcept : how(which) {}

    const any_merkle& trees() const noexcept { return how; }
    std::uint64_t size() const noexcept { return n; }

    // Many at once are quicker.
    template <byte_range R>
    any_merkle_stream& push(const R& leaf) noexcept {
        return with([&](auto& stream) { stream.push(leaf); });
    }
    template <message_range R>
    any_merkle_stream& push_many(const R& leaves, threads wanted = {}) noexcept {
        const any_messages messages(leaves);
        return with([&](auto& stream) { stream.push_many(messages, wanted); });
    }
    // Digests of leaves, one after the other. False, and nothing done, when they are not whole ones.
    [[nodiscard]] bool push_digests(octets_in digests, threads wanted = {}) noexcept {
        if (digests.size() % how.digest_size() != 0) return false;
        with([&]<class S>(merkle_stream<S>& stream) {
            using stored = typename S::digest_type;
            stream.push_digests({reinterpret_cast<const stored*>(digests.data()), digests.size() / sizeof(stored)},
                                wanted);
        });
        return true;
    }

    // Of all leaves so far. False, and nothing written, when `out` has not digest_size() bytes.
    [[nodiscard]] bool root(octets_out out) const noexcept {
        if (out.size() != how.digest_size()) return false;
        how.with([&]<class S>(const S& s) { copy_bytes(out.data(), resumed(s).root().data(), out.size()); });
        return true;
    }

  private:
    any_merkle how;
    std::uint64_t n = 0;
    // The nodes without a parent: of two digests one at each of 64 levels, of four three at each of 32.
    std::array<std::array<std::uint8_t, 64>, 96> pending{};

    template <class S>
    merkle_stream<S> resumed(const S& s) const noexcept {
        std::size_t next = 0;
        return merkle_stream<S>::resume(
            n,
            [&](merkle_place) {
                typename S::digest_type d;
                copy_bytes(d.data(), pending[next++].data(), d.size());
                return d;
            },
            s);
    }

    template <class F>
    any_merkle_stream& with(F&& f) noexcept {
        how.with([&]<class S>(const S& s) {
            merkle_stream<S> stream = resumed(s);
            f(stream);
            n = stream.size();
            std::size_t next = 0;
            stream.each_pending(
                [&](merkle_place, const auto& d) { copy_bytes(pending[next++].data(), d.data(), d.size()); });
        });
        return *this;
    }
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
