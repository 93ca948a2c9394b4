// SPDX-License-Identifier: Apache-2.0 OR MIT
// What stays behind of keyed states when many messages go side by side: in the memory of the scheduler, which is on the
// stack. A state is sought word by word, since lanes of one vector hold the words of different messages.
#include <hashlane/batch.hpp>
#include <hashlane/mac.hpp>
#include <hashlane/sha2.hpp>
#include <hashlane/sp800_185.hpp>

#include "residue.hpp"

// Without an optimiser, or with a sanitizer, frames of kernels take far more than what is cleared.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(HASHLANE_X86) && defined(__OPTIMIZE__) && !defined(SANITIZED)

using namespace residues;

namespace {

enum class lengths { equal, mixed };

std::vector<bytes> messages_of(lengths how, std::size_t count) {
    std::vector<bytes> all(count);
    for (std::size_t i = 0; i < count; ++i) all[i] = bytes(how == lengths::equal ? 40 : 17 * i % 331, 3);
    return all;
}

const char* name_of(lengths how) { return how == lengths::equal ? ", equal lengths" : ", mixed lengths"; }

// The words of the state, in the fields of a hash that has absorbed the same.
template <class H>
bytes state_of(const H& h, std::size_t n) {
    const auto exported = h.export_state();
    const auto* const first = exported.data() + 5 + H::name.size();
    return {first, first + n};
}

}  // namespace

// The whole state of a KMACXOF that has ended tells its key. Of its first block a short output shows the beginning.
TEST_CASE("KMAC, side by side") {
    constexpr std::size_t given = 32, rate = 168;
    const bytes key = planted_key(32);
    const hl::kmacxof128 keyed(key);
    for (const lengths how : {lengths::equal, lengths::mixed})
        for (const std::size_t count : {2u, 5u, 37u}) {
            const auto messages = messages_of(how, count);
            bytes first(rate * count), secret, out(given * count);
            hl::digest_many(keyed, messages, first);
            for (std::size_t i = 0; i < count; ++i)
                secret.insert(secret.end(), &first[rate * i] + given, first.data() + rate * (i + 1));
            check("KMACXOF128" + std::string(name_of(how)), secret, [&] { hl::digest_many(keyed, messages, out); });
        }
}

TEST_CASE("HMAC, side by side") {
    using mac = hl::hmac<hl::sha512>;
    const bytes key = planted_key(mac::block_size);
    const mac keyed(key);
    bytes secret;
    for (const unsigned pad : {0x36u, 0x5cu}) {
        bytes padded = key;
        for (auto& b : padded) b = static_cast<std::uint8_t>(b ^ pad);
        const bytes state = state_of(hl::sha512().update(padded), 64);
        secret.insert(secret.end(), state.begin(), state.end());
    }
    for (const lengths how : {lengths::equal, lengths::mixed})
        for (const std::size_t count : {2u, 5u, 37u}) {
            const auto messages = messages_of(how, count);
            bytes out(mac::digest_size * count);
            check("HMAC-SHA512" + std::string(name_of(how)), secret, [&] { hl::digest_many(keyed, messages, out); });
        }
}

#endif
