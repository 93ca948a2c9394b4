// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Why a proof is refused.

#include <cstdint>
#include <string_view>

#include "../lanes/contract.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

enum class refusal : std::uint8_t {
    none,
    truncated,       // the proof ends within a message
    not_canonical,   // an integer that is not below its modulus
    trailing_bytes,  // the proof goes on after the last message
    check_failed,    // an equation of the protocol does not hold
    no_work          // the nonce of a proof of work does not do it
};

constexpr std::string_view reason(refusal why) {
    constexpr std::string_view sentences[] = {"accepted",
                                              "the proof ends within a message",
                                              "an integer is not below its modulus",
                                              "the proof goes on after its last message",
                                              "an equation of the protocol does not hold",
                                              "the nonce does not do the proof of work"};
    return sentences[static_cast<std::size_t>(why)];
}

// A message that was read, or why it was refused.
template <class T>
class [[nodiscard]] received {
  public:
    constexpr received(const T& read) : value(read) {}
    constexpr received(refusal reason_not) : why_not(reason_not) {}

    constexpr explicit operator bool() const { return why_not == refusal::none; }
    constexpr refusal why() const { return why_not; }
    constexpr const T& operator*() const {
        contract(why_not == refusal::none, "a refused message has no value");
        return value;
    }
    constexpr const T* operator->() const { return &**this; }

  private:
    T value{};
    refusal why_not = refusal::none;
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
