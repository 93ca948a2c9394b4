// SPDX-License-Identifier: Apache-2.0 OR MIT
// A suite that knows how long it hashes: anything that absorbs and squeezes is one.
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

inline double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class D>
class timed {
  public:
    explicit timed(const hashlane::session_id& id) : inner(id) {}
    static constexpr auto origin = D::origin;
    static constexpr std::string_view suite() { return D::suite(); }

    template <class B>
    void absorb(const B* p, std::size_t n) {
        const double begin = seconds();
        inner.absorb(p, n);
        spent += seconds() - begin;
    }
    void squeeze(std::uint8_t* p, std::size_t n) {
        const double begin = seconds();
        inner.squeeze(p, n);
        spent += seconds() - begin;
    }
    double hashing() const { return spent; }

  private:
    D inner;
    double spent = 0;
};
