// SPDX-License-Identifier: Apache-2.0 OR MIT
// The headers alone, on every target of the machine, with threads: prints `N passed, N failed`.

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <hashlane/hex.hpp>
#include <hashlane/kangarootwelve.hpp>
#include <hashlane/targets/target.hpp>
#include <hashlane/threads.hpp>

namespace {

int passed = 0, failed = 0;

void check(bool good, std::string_view what, std::string_view target) {
    ++(good ? passed : failed);
    if (!good) std::printf("FAIL %s, %s\n", std::string(what).c_str(), std::string(target).c_str());
}

// The last of the test vectors ptn(17 ** 5) of RFC 9861 s.5.
void check_target(std::string_view name, const std::vector<std::uint8_t>& message) {
    static constexpr std::string_view expected = "844d610933b1b9963cbdeb5ae3b6b05cc7cbd67ceedf883eb678a0a8e0371682";
    if (!hashlane::use_target(name)) return;
    const std::string one = hashlane::to_hex(hashlane::digest<hashlane::kt128, 32>(message));
    const std::string several = hashlane::to_hex(hashlane::digest<hashlane::kt128, 32>(message, hashlane::threads{4}));
    check(one == expected, "KT128", name);
    check(several == expected, "KT128 on four threads", name);
}

}  // namespace

int main() {
    std::vector<std::uint8_t> message(1419857);
    for (std::size_t i = 0; i < message.size(); ++i) message[i] = static_cast<std::uint8_t>(i % 251);
    for (const std::string_view name : hashlane::known_targets()) check_target(name, message);
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 && passed > 2 ? 0 : 1;
}
