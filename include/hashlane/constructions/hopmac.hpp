// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// HopMAC (RFC 9861 s.4) is KT(Key, KT(M, C, CvSize), L): the inner digest is the customization string of the outer
// tree.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../lanes/secret.hpp"
#include "kangaroo_tree.hpp"

namespace hashlane::inline HASHLANE_ABI {

template <std::size_t Rate, std::size_t CvSize>
class hopmac {
  public:
    static constexpr std::size_t block_size = Rate;
    static constexpr unsigned security_strength = 4 * CvSize;
    static constexpr std::size_t longest_customization = kangarootwelve<Rate, CvSize>::longest_customization;

    // The object keeps the customization string. kangarootwelve says how long it may be.
    template <byte_range K, byte_range S = std::string_view>
    constexpr explicit hopmac(const K& key, const S& customization = {}) : inner(customization) {
        with_bytes(key, [&](auto p, std::size_t n) { outer.absorb(p, n); });
    }
    template <class K, class... S>
    static constexpr bool accepts(const K&, const S&... customization) {
        return kangarootwelve<Rate, CvSize>::accepts(customization...);
    }
    constexpr hopmac(const hopmac&) = default;
    constexpr hopmac& operator=(const hopmac&) = default;
    constexpr ~hopmac() {
        wipe(&outer);
        wipe(&inner);
        forget_registers();
        forget_frames();
    }

    template <class B, class Digester = leaves_in_place>
    constexpr void absorb(const B* p, std::size_t n, const Digester& digester = {}) {
        inner.absorb(p, n, digester);
    }

    constexpr void finish() {
        std::array<std::uint8_t, CvSize> digest{};
        inner.finish();
        inner.squeeze(digest.data(), digest.size());
        outer.finish(digest);
    }

    constexpr void squeeze(std::uint8_t* p, std::size_t n) { outer.squeeze(p, n); }

  private:
    kangarootwelve<Rate, CvSize> inner;
    kangaroo_tree<Rate, CvSize> outer;
};

}  // namespace hashlane::inline HASHLANE_ABI
