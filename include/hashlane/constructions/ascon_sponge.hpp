// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The sponges of SP 800-232 s.5 and of Ascon v1.2 s.2.5. Their rate is 8 bytes. Ascon-p[12] runs before the first block
// and after the last block of input, and Ascon-p[b] between blocks.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "../kernels/ascon_blocks.hpp"
#include "../lanes/contract.hpp"
#include "ascon_padding.hpp"
#include "sponge.hpp"

namespace hashlane::inline HASHLANE_ABI {
template <std::uint64_t IV, std::endian Order, unsigned b>
struct ascon_mode {
    static_assert(ascon::is_round_count(b), "the kernels compute two rounds a turn");
    static constexpr std::size_t words = ascon::words;
    static constexpr std::size_t rate = 8;
    static constexpr std::endian order = Order;
    static constexpr auto primitive = batch_primitive::ascon;
    static constexpr unsigned rounds = b, last_rounds = ascon::a;
    static constexpr ascon::parameters parameters{b, 1, Order == std::endian::big};
    static constexpr std::uint8_t final_bit = 0;

    static constexpr ascon::state initial = [] {
        ascon::state S{IV};
        ascon::permute(S.data(), ascon::a);
        return S;
    }();

    static constexpr void permute(std::uint64_t* S) { ascon::permute_state(S, b); }
    static constexpr void permute_squeeze(std::uint64_t* S) { ascon::permute_state(S, b); }

    template <class B>
    static constexpr void absorb_blocks(std::uint64_t* S, const B* p, std::size_t blocks) {
        ascon::duplex_blocks<ascon::duplexing::absorb, parameters>(S, p, nullptr, blocks);
    }
    static constexpr void squeeze_blocks(std::uint64_t* S, std::uint8_t* p, std::size_t blocks) {
        if (__builtin_is_constant_evaluated())
            blocks_without_kernels<ascon_mode>::squeeze_blocks(S, p, blocks);
        else
            entry_points::ascon_squeeze(S, parameters, p, blocks);
    }

    // Ends the message. The padding of Ascon holds no domain, so there is no suffix.
    template <class Sponge>
    static constexpr void finish(Sponge& s, std::uint8_t, partial_byte last) {
        s.xor_at(s.position, ascon::padded<Order>(last));
        ascon::permute_state(s.A.data(), ascon::a);
    }
};

// A hash or XOF in the form that hash<> and xof<> of classes/hash.hpp take.
template <std::uint64_t IV, std::endian Order, unsigned b = ascon::a>
struct ascon_sponge : sponge<ascon_mode<IV, Order, b>> {
    static constexpr std::size_t block_size = 8;
    static constexpr unsigned security_strength = 128;
    constexpr void finish(partial_byte last = {}) { sponge<ascon_mode<IV, Order, b>>::finish(0, last); }

    // Digests a whole message at run time. It returns true, since it takes messages of every size.
    static bool digest(const std::uint8_t* p, std::size_t n, std::uint8_t* out, std::size_t size) {
        using P = ascon_mode<IV, Order, b>;
        entry_points::ascon_digest(P::initial.data(), P::parameters, p, n, out, size);
        return true;
    }
    void describe(batch_job& job) const { sponge<ascon_mode<IV, Order, b>>::describe(job, ascon::padded<Order>({})); }
};

// Ascon-CXOF128 (SP 800-232 s.5.3), which is customised by a string Z of at most 2048 bits.
template <std::uint64_t IV, std::endian Order, unsigned b = ascon::a>
class ascon_cxof_sponge : public ascon_sponge<IV, Order, b> {
    using base = ascon_sponge<IV, Order, b>;

  public:
    static constexpr std::size_t longest_customization = 256;

    constexpr ascon_cxof_sponge() { this->A = without_customization; }

    static bool digest(const std::uint8_t* p, std::size_t n, std::uint8_t* out, std::size_t size) {
        entry_points::ascon_digest(without_customization.data(), ascon_mode<IV, Order, b>::parameters, p, n, out, size);
        return true;
    }

    // Absorbs the string Z. If it ends within a byte, `last` is its last byte.
    template <byte_range R>
    constexpr explicit ascon_cxof_sponge(const R& Z, partial_byte last = {}) {
        contract(last.bits < 8, "a partial byte has fewer than 8 bits");
        contract(accepts(Z, last), "the customization string of Ascon-CXOF128 is longer than 256 bytes");
        absorb_customization(Z, last);
    }

    template <byte_range R>
    static constexpr bool accepts(const R& Z, partial_byte last = {}) {
        return last.bits < 8 && std::size(Z) + (last.bits != 0) <= longest_customization;
    }

  private:
    struct empty {};
    constexpr explicit ascon_cxof_sponge(empty) { absorb_customization(std::array<std::uint8_t, 0>{}, {}); }

    template <byte_range R>
    constexpr void absorb_customization(const R& Z, partial_byte last) {
        this->A[0] ^= std::uint64_t{std::size(Z)} * 8 + last.bits;
        ascon::permute_state(this->A.data(), ascon::a);
        with_bytes(Z, [&](auto p, std::size_t n) { this->absorb(p, n); });
        this->finish(last);
    }

    static constexpr ascon::state without_customization = [] { return ascon_cxof_sponge(empty{}).A; }();
};

}  // namespace hashlane::inline HASHLANE_ABI
