// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A run as a sequence of program counters, addresses and divisions.

#include <cstdint>
#include <string>
#include <unordered_map>

namespace trace {

// What an instruction touches: base + index * scale + displacement; -1: none. An index of 32 and more is a vector.
struct access {
    std::int32_t base, index, scale, divides;
    std::int64_t displacement;
};

class table {
  public:
    explicit table(const std::string& file);
    const access* at(std::uint64_t address) const {
        const auto place = accesses.find(address);
        return place == accesses.end() ? nullptr : &place->second;
    }

  private:
    std::unordered_map<std::uint64_t, access> accesses;
};

// Runs it, and says whether the trace is another than that of the last run. first: there was none.
bool differs(const table& accesses, void (*run)(), bool first);

}  // namespace trace
