// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Which processor this is.

#include <string>
#include <string_view>

namespace bench {

// x86: as CPUID says. AArch64: family is the implementer and model the part number of MIDR_EL1.
struct processor {
    std::string vendor;  // "AuthenticAMD"; AArch64: "ARM"
    unsigned family = 0, model = 0, stepping = 0;
    std::string brand;              // what it calls itself, which in a virtual machine may say little: "AMD EPYC"
    std::string microarchitecture;  // "Zen 4"; empty: not in the table

    // The name of its page in docs/bench: "zen4", "golden-cove"; without a microarchitecture "authenticamd-25-17".
    std::string page() const;
};

// The name of the cores, empty if the table does not have them.
std::string_view microarchitecture_of(std::string_view vendor, unsigned family, unsigned model);

processor this_processor();

}  // namespace bench
