// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The reasons why a proof is refused, and a message that was read or refused.

#include <cstdint>
#include <string_view>

#include "../lanes/contract.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// Why a proof is refused. reason() gives a sentence for each value.
enum class refusal : std::uint8_t {
    none,            ///< the proof is accepted
    truncated,       ///< the proof ends within a message
    not_canonical,   ///< an integer is not below its modulus
    trailing_bytes,  ///< the proof goes on after its last message
    check_failed,    ///< an equation of the protocol does not hold
    no_work          ///< the nonce of a proof of work does not do the work
};

/// Returns a sentence for a refusal, for messages to people.
/// \param why the refusal
/// \return constant text, which lives as long as the program
constexpr std::string_view reason(refusal why) {
    constexpr std::string_view sentences[] = {"accepted",
                                              "the proof ends within a message",
                                              "an integer is not below its modulus",
                                              "the proof goes on after its last message",
                                              "an equation of the protocol does not hold",
                                              "the nonce does not do the proof of work"};
    return sentences[static_cast<std::size_t>(why)];
}

/// A message that was read from a proof, or the reason why it was refused. It converts to true when there is a message.
///
///     const auto read = verifier.receive<element>();
///     if (!read) return 1;  // read.why() says why
///     verifier.require(2 * *read == sum);
template <class T>
class [[nodiscard]] received {
  public:
    /// Holds the message `read`.
    constexpr received(const T& read) : value(read) {}
    /// Holds the refusal `reason_not`.
    constexpr received(refusal reason_not) : why_not(reason_not) {}

    constexpr explicit operator bool() const { return why_not == refusal::none; }
    /// Returns why the message was refused, or refusal::none.
    constexpr refusal why() const { return why_not; }
    /// Returns the message. The program ends when it was refused.
    constexpr const T& operator*() const {
        contract(why_not == refusal::none, "a refused message has no value");
        return value;
    }
    constexpr const T* operator->() const { return &**this; }

  private:
    T value{};
    refusal why_not = refusal::none;
};

}  // namespace hashlane::inline HASHLANE_ABI
