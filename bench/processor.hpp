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
    bool model_hidden = false;      // the model number is that of another core, as a virtual machine may give it

    // The name of its page in docs/bench: "zen4", "golden-cove"; without a microarchitecture "authenticamd-25-17".
    std::string page() const;
};

// The name of the cores, empty if the table does not have them.
std::string_view microarchitecture_of(std::string_view vendor, unsigned family, unsigned model);

// What tells cores apart without a model number.
struct core_features {
    bool amx = false;
    unsigned instruction_cache_bytes = 0;  // of the first level
};

// The name of the cores of a processor whose model number says `by_model`. If the processor has AMX and cores of that
// name have not, the number is not the processor's. Then the name is "Golden Cove", the first core with AMX, or
// "Redwood Cove", the first one after it with 64 KiB of instruction cache (Intel 64 and IA-32 Architectures
// Optimization Reference Manual).
std::string_view core_with(std::string_view by_model, core_features has);

processor this_processor();

}  // namespace bench
