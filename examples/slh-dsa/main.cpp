// SPDX-License-Identifier: Apache-2.0 OR MIT
// `slh_dsa` makes a key, signs, and verifies. `slh_dsa keygen SEEDS`, `slh_dsa sign SEEDS MESSAGE RANDOMNESS [CONTEXT]` and
// `slh_dsa verify PUBLIC_KEY MESSAGE SIGNATURE [CONTEXT]` take hexadecimal digits; `-` in the place of a signature reads it
// from standard input. SEEDS are SK.seed, SK.prf and PK.seed. Without a context sign and verify are the internal functions
// of FIPS 205. `slh_dsa time` prints the time of a signature.
#include <hashlane/hex.hpp>

#include <chrono>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

#include "slh_dsa.hpp"

using namespace slh_dsa;

namespace {

using bytes = std::vector<std::uint8_t>;

void print(octets data) { std::puts(hl::to_hex<std::string>(data).c_str()); }

int refuse(const char* why) {
    std::fprintf(stderr, "slh_dsa: %s\n", why);
    return 2;
}

value part(const bytes& data, std::size_t number) {
    value v;
    std::copy_n(data.begin() + static_cast<std::ptrdiff_t>(n * number), n, v.begin());
    return v;
}

key key_of(const bytes& seeds) { return generate(part(seeds, 0), part(seeds, 1), part(seeds, 2)); }

int demonstrate() {
    const bytes message{'a', 'b', 'c'};
    const key keys = generate(value{1}, value{2}, value{3});
    bytes signature = sign(message, {}, keys, keys.public_seed);
    std::printf("a signature of %zu bytes\n", signature.size());
    std::puts(verify(message, {}, signature, keys.public_seed, keys.root) ? "valid" : "not valid");
    signature[5000] ^= 1;
    std::puts(verify(message, {}, signature, keys.public_seed, keys.root) ? "valid" : "not valid");
    return 0;
}

int measure() {
    using clock = std::chrono::steady_clock;
    const bytes message(100, 7);
    const key keys = generate(value{1}, value{2}, value{3});
    double sign_time = 1e9, verify_time = 1e9;
    for (int i = 0; i < 200; ++i) {
        const auto begun = clock::now();
        const bytes signature = sign_internal(message, keys, keys.public_seed);
        const auto between = clock::now();
        if (!verify_internal(message, signature, keys.public_seed, keys.root)) return 1;
        verify_time = std::min(verify_time, std::chrono::duration<double>(clock::now() - between).count());
        sign_time = std::min(sign_time, std::chrono::duration<double>(between - begun).count());
    }
    std::printf("sign %.0f us, verify %.0f us\n", sign_time * 1e6, verify_time * 1e6);
    return 0;
}

int run(std::string_view verb, std::vector<bytes>& words) {
    const std::size_t seeds = verb == "verify" ? 2 : 3;
    if (words.empty() || words[0].size() != n * seeds) return refuse("the seeds have 48 bytes, a public key has 32");
    if (verb == "keygen" && words.size() == 1) {
        const key keys = key_of(words[0]);
        print(keys.public_seed);
        print(keys.root);
        return 0;
    }
    if (words.size() != 3 && words.size() != 4) return refuse("a message and randomness or a signature are missing");
    const bool internal = words.size() == 3;
    if (!internal && words[3].size() > 255) return refuse("the context has more than 255 bytes");
    const bytes message = internal ? words[1] : with_context(words[1], words[3]);
    if (verb == "sign") {
        if (words[2].size() != n) return refuse("the randomness has 16 bytes");
        print(sign_internal(message, key_of(words[0]), part(words[2], 0)));
        return 0;
    }
    const bool good = verify_internal(message, words[2], part(words[0], 0), part(words[0], 1));
    std::puts(good ? "valid" : "not valid");
    return good ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view verb = argc > 1 ? argv[1] : "";
    if (verb.empty()) return demonstrate();
    if (verb == "time") return measure();
    if (verb != "keygen" && verb != "sign" && verb != "verify")
        return refuse("the verbs are keygen, sign, verify, time");
    std::vector<bytes> words;
    for (int i = 2; i < argc; ++i) {
        std::string text = argv[i];
        if (text == "-") std::getline(std::cin, text);
        const auto data = hl::from_hex<bytes>(text);
        if (!data) return refuse("an argument is not a whole number of bytes in hexadecimal digits");
        words.push_back(*data);
    }
    return run(verb, words);
}
