// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "processor.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace bench {
namespace {

// Linux 6.11: arch/x86/kernel/cpu/amd.c (the generations of Zen), arch/x86/include/asm/intel-family.h (Intel's cores),
// arch/arm64/include/asm/cputype.h (implementers and parts).
struct known {
    std::string_view vendor;
    unsigned family, first, last;  // models
    std::string_view name;
};
constexpr known table[] = {
    {"AuthenticAMD", 0x17, 0x00, 0x2f, "Zen"},       {"AuthenticAMD", 0x17, 0x50, 0x5f, "Zen"},
    {"AuthenticAMD", 0x17, 0x30, 0x4f, "Zen 2"},     {"AuthenticAMD", 0x17, 0x60, 0x7f, "Zen 2"},
    {"AuthenticAMD", 0x17, 0x90, 0x91, "Zen 2"},     {"AuthenticAMD", 0x17, 0xa0, 0xaf, "Zen 2"},
    {"AuthenticAMD", 0x19, 0x00, 0x0f, "Zen 3"},     {"AuthenticAMD", 0x19, 0x20, 0x5f, "Zen 3"},
    {"AuthenticAMD", 0x19, 0x10, 0x1f, "Zen 4"},     {"AuthenticAMD", 0x19, 0x60, 0xaf, "Zen 4"},
    {"AuthenticAMD", 0x1a, 0x00, 0x2f, "Zen 5"},     {"AuthenticAMD", 0x1a, 0x40, 0x4f, "Zen 5"},
    {"AuthenticAMD", 0x1a, 0x60, 0x7f, "Zen 5"},     {"GenuineIntel", 6, 0x3c, 0x3c, "Haswell"},
    {"GenuineIntel", 6, 0x3f, 0x3f, "Haswell"},      {"GenuineIntel", 6, 0x45, 0x46, "Haswell"},
    {"GenuineIntel", 6, 0x3d, 0x3d, "Broadwell"},    {"GenuineIntel", 6, 0x47, 0x47, "Broadwell"},
    {"GenuineIntel", 6, 0x4f, 0x4f, "Broadwell"},    {"GenuineIntel", 6, 0x56, 0x56, "Broadwell"},
    {"GenuineIntel", 6, 0x4e, 0x4e, "Skylake"},      {"GenuineIntel", 6, 0x5e, 0x5e, "Skylake"},
    {"GenuineIntel", 6, 0x8e, 0x8e, "Skylake"},      {"GenuineIntel", 6, 0x9e, 0x9e, "Skylake"},
    {"GenuineIntel", 6, 0x55, 0x55, "Skylake X"},    {"GenuineIntel", 6, 0x6a, 0x6a, "Sunny Cove"},
    {"GenuineIntel", 6, 0x6c, 0x6c, "Sunny Cove"},   {"GenuineIntel", 6, 0x7d, 0x7e, "Sunny Cove"},
    {"GenuineIntel", 6, 0x8c, 0x8d, "Willow Cove"},  {"GenuineIntel", 6, 0xa7, 0xa7, "Cypress Cove"},
    {"GenuineIntel", 6, 0x8f, 0x8f, "Golden Cove"},  {"GenuineIntel", 6, 0xcf, 0xcf, "Raptor Cove"},
    {"GenuineIntel", 6, 0xad, 0xae, "Redwood Cove"}, {"ARM", 0x41, 0xd08, 0xd08, "Cortex-A72"},
    {"ARM", 0x41, 0xd0b, 0xd0b, "Cortex-A76"},       {"ARM", 0x41, 0xd0c, 0xd0c, "Neoverse N1"},
    {"ARM", 0x41, 0xd40, 0xd40, "Neoverse V1"},      {"ARM", 0x41, 0xd49, 0xd49, "Neoverse N2"},
    {"ARM", 0x41, 0xd4f, 0xd4f, "Neoverse V2"},      {"ARM", 0x41, 0xd84, 0xd84, "Neoverse V3"},
    {"ARM", 0x41, 0xd8e, 0xd8e, "Neoverse N3"},
};

#if defined(__x86_64__)

std::array<std::uint32_t, 4> cpuid(std::uint32_t leaf, std::uint32_t subleaf = 0) {
    std::array<std::uint32_t, 4> r{};
    __get_cpuid_count(leaf, subleaf, &r[0], &r[1], &r[2], &r[3]);
    return r;
}

std::string text_of(const std::uint32_t* registers, std::size_t bytes) {
    std::string text(bytes, '\0');
    std::memcpy(text.data(), registers, bytes);
    text.resize(std::strlen(text.c_str()));
    const std::size_t from = text.find_first_not_of(' ');
    const std::size_t to = text.find_last_not_of(' ');
    return from == std::string::npos ? "" : text.substr(from, to - from + 1);
}

processor read_processor() {
    processor p;
    const auto basic = cpuid(0);
    const std::uint32_t name[] = {basic[1], basic[3], basic[2]};
    p.vendor = text_of(name, sizeof name);
    // Intel and AMD: the extended family counts when the family is 15, the extended model when it is 6 or 15.
    const std::uint32_t version = cpuid(1)[0];
    p.family = (version >> 8) & 15;
    p.model = (version >> 4) & 15;
    p.stepping = version & 15;
    if (p.family == 6 || p.family == 15) p.model += (version >> 12) & 0xf0;
    if (p.family == 15) p.family += (version >> 20) & 0xff;
    std::array<std::uint32_t, 12> brand{};
    for (std::uint32_t i = 0; i < 3; ++i) std::memcpy(&brand[4 * i], cpuid(0x80000002 + i).data(), 16);
    p.brand = text_of(brand.data(), sizeof brand);
    return p;
}

// Intel: CPUID leaf 7 names AMX in bit 24 of EDX; subleaf 1 of leaf 4 is the instruction cache of the first level.
core_features read_features() {
    const auto cache = cpuid(4, 1);
    const std::uint32_t ways = (cache[1] >> 22) + 1;
    const std::uint32_t line = (cache[1] & 0xfff) + 1;
    const std::uint32_t sets = cache[2] + 1;
    return {(cpuid(7)[3] & 1u << 24) != 0, ways * line * sets};
}

#else

core_features read_features() { return {}; }

// The number behind the first line of /proc/cpuinfo that begins so.
unsigned number_of(std::string_view key) {
    std::ifstream in("/proc/cpuinfo");
    for (std::string line; std::getline(in, line);)
        if (line.starts_with(key) && line.find(':') != std::string::npos)
            return static_cast<unsigned>(std::strtoul(line.c_str() + line.find(':') + 1, nullptr, 0));
    return 0;
}

processor read_processor() {
    processor p;
#if defined(__aarch64__)
    p.vendor = "ARM";
#else
    p.vendor = "unknown";
#endif
    p.family = number_of("CPU implementer");
    p.model = number_of("CPU part");
    p.stepping = number_of("CPU revision");
    return p;
}

#endif

}  // namespace

std::string_view microarchitecture_of(std::string_view vendor, unsigned family, unsigned model) {
    for (const known& k : table)
        if (k.vendor == vendor && k.family == family && k.first <= model && model <= k.last) return k.name;
    return "";
}

std::string_view core_with(std::string_view by_model, core_features has) {
    constexpr std::array<std::string_view, 5> without_amx = {"Skylake", "Skylake X", "Sunny Cove", "Willow Cove",
                                                             "Cypress Cove"};
    const bool contradicts = has.amx && std::ranges::find(without_amx, by_model) != without_amx.end();
    if (!contradicts) return by_model;
    return has.instruction_cache_bytes >= 65536 ? "Redwood Cove" : "Golden Cove";
}

processor this_processor() {
    processor p = read_processor();
    const std::string_view by_model = microarchitecture_of(p.vendor, p.family, p.model);
    p.microarchitecture = core_with(by_model, read_features());
    p.model_hidden = p.microarchitecture != by_model;
    return p;
}

std::string processor::page() const {
    const std::string name = microarchitecture.empty()
                                 ? vendor + ' ' + std::to_string(family) + '-' + std::to_string(model)
                                 : microarchitecture;
    const bool numbered = name.starts_with("Zen");
    std::string text;
    for (const char c : name)
        if (c != ' ')
            text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        else if (!numbered)
            text += '-';
    return text;
}

}  // namespace bench
