// SPDX-License-Identifier: Apache-2.0 OR MIT
// What src/lib.rs calls. A state is an object of the classes in ../silent.hpp, in memory that Rust owns and copies.

#include <hashlane/batch.hpp>
#include <hashlane/turboshake.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

#include "../sha3/sha3/turboshake128.hpp"
#include "../sha3/sha3/turboshake256.hpp"

namespace {

constexpr std::size_t state_words = 55;  // State of src/lib.rs

template <class X>
struct state {
    using type = hashlane_compat::silent_xof<X>;
    static_assert(sizeof(type) <= 8 * state_words && alignof(type) <= 8 && std::is_trivially_copyable_v<type>);

    static void create(void* where) { ::new (where) type; }
    static type& at(void* where) { return *std::launder(static_cast<type*>(where)); }
};

// Keccak-p[1600, 12] of `streams` states of 25 words, side by side. Word i of state j stands at S[i * streams + j].
template <std::size_t streams>
void permute_side_by_side(std::uint64_t* const (&states)[streams]) {
    constexpr std::size_t words = 25;
    alignas(64) std::uint64_t S[words * streams];
    for (std::size_t j = 0; j < streams; ++j)
        for (std::size_t i = 0; i < words; ++i) S[i * streams + j] = states[j][i];
    hashlane::entry_points::keccak_streams(streams, S, 12, 21, nullptr, nullptr, 1);
    for (std::size_t j = 0; j < streams; ++j)
        for (std::size_t i = 0; i < words; ++i) states[j][i] = S[i * streams + j];
}

using state128 = state<hashlane_compat::open_domain<hashlane::turboshake128>>;
using state256 = state<hashlane_compat::open_domain<hashlane::turboshake256>>;

}  // namespace

#define HASHLANE_TURBOSHAKE(N)                                                                                         \
    void hashlane_turboshake##N##_new(void* s) { state##N::create(s); }                                                \
    void hashlane_turboshake##N##_absorb(void* s, const std::uint8_t* p, std::size_t n) {                              \
        state##N::at(s).absorb({p, n});                                                                                \
    }                                                                                                                  \
    void hashlane_turboshake##N##_finalize(void* s, std::uint8_t D) {                                                  \
        state##N::at(s).finalize(hashlane_compat::turboshake_domain(D));                                               \
    }                                                                                                                  \
    void hashlane_turboshake##N##_squeeze(void* s, std::uint8_t* p, std::size_t n) { state##N::at(s).squeeze({p, n}); }

extern "C" {
HASHLANE_TURBOSHAKE(128)
HASHLANE_TURBOSHAKE(256)

void hashlane_keccak_p1600_12(std::uint64_t* A) { hashlane::keccak_mode<168, 12>::permute(A); }

void hashlane_keccak_p1600_12x2(std::uint64_t* A, std::uint64_t* B) { permute_side_by_side<2>({A, B}); }

void hashlane_keccak_p1600_12x4(std::uint64_t* A, std::uint64_t* B, std::uint64_t* C, std::uint64_t* D) {
    permute_side_by_side<4>({A, B, C, D});
}
}
