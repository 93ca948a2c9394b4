// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <hashlane/hex.hpp>
#include <hashlane/mac.hpp>
#include <hashlane/sha2.hpp>

#include <iostream>
#include <string>
#include <string_view>

int main() {
    using namespace std::literals;
    const auto key = "key"sv, salt = "salt"sv, message = "message"sv;

    // README
    namespace hl = hashlane;

    auto tag = hl::tag<hl::hmac<hl::sha256>>(key, message);
    bool good = hl::verify<hl::hmac<hl::sha256>>(key, message, tag);  // in constant time
    auto derived = hl::derive<hl::hkdf<hl::sha256>, 16>(salt, key, "session 1"sv);
    std::string text = hl::to_hex(tag);
    bool same = hl::from_hex<32>(text) == tag;
    // end
    std::cout << text << " " << good << same << " " << hl::to_hex(derived) << "\n";
}
// prints 6e9ef29b75fffc5b7abae527d58fdadb2fe42e7219011976917343065f58ed4a 11 cddd4399f18a077917553845b4d1a8ca
