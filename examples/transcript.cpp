// SPDX-License-Identifier: Apache-2.0 OR MIT
// The parts of a proof: a session, an instance, messages, challenges. This one proves knowledge of a number a with
// sum = 2 a.
#include <hashlane/transcript.hpp>

#include <string_view>
#include <vector>

#include "show.hpp"

namespace hl = hashlane;
using namespace std::literals;

int main() {
    const std::uint64_t a = 21, sum = 42;
    // README
    using suite = hl::shake128_duplex;  // draft-irtf-cfrg-fiat-shamir-03; or TurboSHAKE128, or one of five of Hashlane
    using element = hl::field_codec<hl::goldilocks>;
    const auto session = hl::session<suite>::of("example.org/halves/v1"sv);
    const auto statement = session.instance<element>(sum);

    std::vector<std::uint8_t> proof;
    hl::prover prover(statement, proof);
    prover.send<element>(a);  // absorbed and written, in one call
    auto challenge = prover.challenge_in<hl::goldilocks>();

    hl::verifier verifier(statement, proof);
    const auto read = verifier.receive<element>();  // strict: canonical, whole
    if (!read) return 1;                            // read.why() says why
    verifier.require(2 * *read == sum);
    if (verifier.challenge_in<hl::goldilocks>() != challenge) return 1;
    if (verifier.check_eof() != hl::refusal::none) return 1;  // nothing may be left
    // end
    show(proof);
}
// prints 1500000000000000
