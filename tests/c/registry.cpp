// SPDX-License-Identifier: Apache-2.0 OR MIT
// registry ENUMERATOR=NUMBER...: the numbers of hashlane.h against the registry, row by row and both ways.
#include <hashlane.h>

#include <cstdlib>
#include <hashlane/registry.hpp>
#include <set>
#include <string>

#include "../support/check.h"

namespace {

// HASHLANE_SHA512_256 is sha512-256.
std::string name_of(std::string_view enumerator) {
    std::string name(enumerator.substr(sizeof "HASHLANE_" - 1));
    for (char& c : name) c = c == '_' ? '-' : static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return name;
}

void check_enumerator(std::string_view enumerator, int number) {
    const hashlane_info* info = hashlane_describe(number);
    CHECK(info != nullptr && name_of(enumerator) == info->name);
    if (info == nullptr) std::printf("%s is not in the registry\n", std::string(enumerator).c_str());
}

void check_row(const hashlane::algorithm& a, std::set<int>& numbers) {
    const std::string name(a.name);
    const int number = hashlane_find(name.c_str());
    CHECK(number != 0 && numbers.insert(number).second);
    if (number == 0) return void(std::printf("%s has no number in hashlane.h\n", name.c_str()));
    const hashlane_info& info = *hashlane_describe(number);
    CHECK(info.name == a.name && info.family == a.family && info.standard == a.standard);
    CHECK(static_cast<int>(info.kind) == static_cast<int>(a.kind));
    CHECK((info.any_length != 0) == a.any_length && info.digest_size == a.digest_size);
    CHECK(info.block_size == a.block_size && info.security_strength == a.security_strength);
    CHECK(info.parameters == a.parameters);
}

}  // namespace

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const auto equals = word.find('=');
        check_enumerator(word.substr(0, equals), std::atoi(argv[i] + equals + 1));
    }
    std::set<int> numbers;
    for (const auto& a : hashlane::algorithms()) check_row(a, numbers);
    for (int n = 0; n <= HASHLANE_LAST; ++n) CHECK((hashlane_describe(n) != nullptr) == numbers.contains(n));
    static_assert(HASHLANE_TAKES_KEY == hashlane::parameter::key);
    static_assert(HASHLANE_TAKES_CUSTOMIZATION == hashlane::parameter::customization);
    static_assert(HASHLANE_TAKES_FUNCTION_NAME == hashlane::parameter::function_name);
    static_assert(HASHLANE_TAKES_PARALLEL_BLOCK == hashlane::parameter::parallel_block);
    static_assert(HASHLANE_TAKES_DOMAIN == hashlane::parameter::domain);
    static_assert(HASHLANE_TAKES_ELEMENTS == hashlane::parameter::elements);
    return closing_line();
}
