// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The duplex sponge of draft-irtf-cfrg-fiat-shamir-03 s.3: Init, Absorb and Squeeze in any order.
///
/// Absorbing adds no separators, and absorbing no bytes does not change the state. Squeezes that follow each other
/// continue one stream of output. What is absorbed after a squeeze continues from the state before that squeeze, so
/// squeezed bytes are never part of the input.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../classes/hash.hpp"
#include "../classes/tree_xof.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// A session, s.5.1: bytes that stand for the application, the protocol, its codecs and its suite.
struct session_id {
    /// The identifier.
    std::array<std::uint8_t, 32> bytes;
    constexpr bool operator==(const session_id&) const = default;
};

/// A sponge that absorbs and squeezes in any order, and whose suite has a name.
template <class D>
concept duplex_sponge = std::copyable<D> && requires(D d, const std::uint8_t* in, std::uint8_t* out, std::size_t n) {
    d.absorb(in, n);
    d.squeeze(out, n);
    { d.suite() } -> std::convertible_to<std::string_view>;
};

/// Who defines a suite: `draft` is draft-irtf-cfrg-fiat-shamir-03, `own` is Hashlane. The input of an own suite begins
/// with a block that names the suite, before the session.
enum class suite_origin { draft, own };

namespace fiat_shamir {

inline constexpr std::size_t label_size = 32;

constexpr std::array<std::uint8_t, label_size> label(std::string_view prefix, std::string_view name = {}) {
    std::array<std::uint8_t, label_size> out{};
    copy_bytes(out.data(), prefix.data(), prefix.size());
    copy_bytes(out.data() + prefix.size(), name.data(), name.size());
    return out;
}

// Returns the session that DeriveSessionID (s.5.1) itself uses.
constexpr session_id session_label(suite_origin origin) {
    return {label(origin == suite_origin::draft ? "irtf-cfrg-fiat-shamir/session-id" : "hashlane-fs-v1/session-id")};
}

// Absorbs the session and then zeros up to a whole block, so that the instance begins with a new block (s.3.2.1). An
// own suite absorbs its label first; the label and the session have 64 bytes together.
template <class X, suite_origin Origin, class C>
constexpr void init(C& absorbed, const session_id& id) {
    constexpr bool own = Origin == suite_origin::own;
    constexpr std::size_t used = own ? label_size + sizeof id.bytes : sizeof id.bytes;
    constexpr std::array<std::uint8_t, (X::block_size - used % X::block_size) % X::block_size> zeros{};
    if constexpr (own) {
        constexpr auto name = label("hashlane-fs-v1/", X::name);
        absorbed.absorb(name.data(), name.size());
    }
    absorbed.absorb(id.bytes.data(), id.bytes.size());
    absorbed.absorb(zeros.data(), zeros.size());
}

// This remembers whether something was absorbed after the last output. If so, output begins again; otherwise it goes on
// where it stopped. A call that absorbs a few bytes and ends no block stores nothing here: since() sees it by the
// position in the block.
class output_mark {
  public:
    template <class C>
    constexpr bool since(const C& c) const {
        return at == place(c);
    }
    template <class C>
    constexpr void now(const C& c) {
        at = place(c);
    }

    template <class C, class B>
    HASHLANE_INLINE constexpr void absorb(C& c, const B* p, std::size_t n) {
        bool moved = true;
        if constexpr (requires { c.absorb_few(p, n); }) {
            if (__builtin_constant_p(n) && n <= C::most_few)
                moved = c.absorb_few(p, n);
            else
                c.absorb(p, n);
        } else {
            c.absorb(p, n);
        }
        if (moved) at = nowhere;
    }
    template <class C, class W>
    HASHLANE_INLINE constexpr void absorb_integer(C& c, W w) {
        if (c.absorb_integer(w)) [[unlikely]]
            at = nowhere;
    }

  private:
    static constexpr std::size_t nowhere = ~std::size_t{0};
    std::size_t at = nowhere;

    template <class C>
    static constexpr std::size_t place(const C& c) {
        if constexpr (requires(C& d) { d.absorb_integer(0u); })
            return c.position;
        else
            return 0;
    }
};

// This is the input side of a suite over X, an XOF or a hash.
template <class X, fixed_string Suite, suite_origin Origin>
class duplex_base {
    using C = construction_of<X>;

  public:
    using primitive = X;
    static constexpr suite_origin origin = Origin;
    static constexpr std::string_view suite() { return Suite.view(); }

    constexpr explicit duplex_base(const session_id& id) { init<X, Origin>(access::construction(absorbed), id); }

    template <class B>
    HASHLANE_INLINE constexpr void absorb(const B* p, std::size_t n) {
        if (n != 0) squeezed.absorb(access::construction(absorbed), p, n);
    }

    // Absorbs the bytes of w, the low byte first.
    template <std::unsigned_integral W>
    HASHLANE_INLINE constexpr void absorb_integer(W w)
    requires requires(C& c) { c.absorb_integer(w); }
    {
        squeezed.absorb_integer(access::construction(absorbed), w);
    }

    // Returns an X that has absorbed everything so far, for grinding.
    constexpr const X& prefix() const { return absorbed; }

  protected:
    X absorbed{};
    output_mark squeezed;
};

}  // namespace fiat_shamir

/// A suite over an XOF, s.3.2. Objects are values.
/// \tparam X the XOF
/// \tparam Suite the name of the suite
/// \tparam Origin who defines the suite
template <class X, fixed_string Suite, suite_origin Origin>
class xof_duplex : public fiat_shamir::duplex_base<X, Suite, Origin> {
    using C = construction_of<X>;
    static_assert(Origin == suite_origin::own || X::block_size >= 32, "s.3.2: R is at least 32");

  public:
    using fiat_shamir::duplex_base<X, Suite, Origin>::duplex_base;

    /// Writes the next `n` bytes of output to the address `p`.
    constexpr void squeeze(std::uint8_t* p, std::size_t n) {
        if (n == 0) return;
        const C& input = access::construction(this->absorbed);
        if (!this->squeezed.since(input)) {
            if constexpr (requires { output.assign(input); })
                output.assign(input);
            else
                output = input;
            output.finish();
            this->squeezed.now(input);
        }
        output.squeeze(p, n);
    }

  private:
    C output{};
};

/// A suite over a hash. The digest of the input is the root, and block i of the output is H(root || LE(i, 8)). No input
/// can be taken for such a block, because all inputs begin with the label of the suite. No standard defines it;
/// tests/transcript has its vectors.
/// \tparam H the hash
/// \tparam Suite the name of the suite
template <class H, fixed_string Suite>
class hash_duplex : public fiat_shamir::duplex_base<H, Suite, suite_origin::own> {
    static constexpr std::size_t size = H::digest_size;

  public:
    using fiat_shamir::duplex_base<H, Suite, suite_origin::own>::duplex_base;

    /// Writes the next `n` bytes of output to the address `p`.
    constexpr void squeeze(std::uint8_t* p, std::size_t n) {
        if (n == 0) return;
        if (!this->squeezed.since(access::construction(this->absorbed))) {
            const auto root = this->absorbed.digest();
            copy_bytes(input.data(), root.data(), size);
            blocks = 0;
            used = size;
            this->squeezed.now(access::construction(this->absorbed));
        }
        for (std::size_t now; n != 0; p += now, n -= now, used += now) {
            if (used == size) next_block();
            now = n < size - used ? n : size - used;
            copy_bytes(p, block.data() + used, now);
        }
    }

    /// The size of what a block of output is the digest of, in bytes: the root and the number of the block.
    static constexpr std::size_t output_input_size = size + 8;

  private:
    std::array<std::uint8_t, output_input_size> input{};
    std::array<std::uint8_t, size> block{};
    std::uint64_t blocks = 0;
    std::size_t used = 0;

    constexpr void next_block() {
        store<std::endian::little>(input.data() + size, blocks++);
        block = digest<H>(input);
        used = 0;
    }
};

}  // namespace hashlane::inline HASHLANE_ABI
