// SPDX-License-Identifier: Apache-2.0 OR MIT
// Calls a function with its output at many places across its inputs.
#pragma once

#include <hashlane/hashlane.hpp>

#include <functional>

#include "algorithms.hpp"

namespace overlap_test {

using namespace properties;

using inputs = std::vector<std::span<const std::uint8_t>>;
using function = std::function<void(const inputs&, std::span<std::uint8_t>)>;

// Inputs of these sizes, one after the other in one piece of memory, with room around them.
class arena {
  public:
    explicit arena(const std::vector<std::size_t>& sizes) : room(std::max<std::size_t>(gap, 1)) {
        std::size_t at = room;
        for (const std::size_t size : sizes) {
            starts.push_back(at);
            ends.push_back(at + size);
            at += size + gap;
        }
        memory = random_bytes(at + room, 17);
    }

    inputs all() const {
        inputs in;
        for (std::size_t i = 0; i < starts.size(); ++i)
            in.push_back(std::span<const std::uint8_t>(memory).subspan(starts[i], ends[i] - starts[i]));
        return in;
    }

    // Where an output of n bytes is tried: at the beginning and the end of each input, a byte beside them, and in steps.
    std::vector<std::size_t> places(std::size_t n) {
        while (room < n + 8) {  // for an output that ends where the first input begins
            memory.insert(memory.begin(), memory.back());
            memory.push_back(memory.front());
            ++room;
            for (std::size_t i = 0; i < starts.size(); ++i) {
                ++starts[i];
                ++ends[i];
            }
        }
        std::vector<std::size_t> at;
        for (std::size_t i = 0; i < starts.size(); ++i)
            for (const std::size_t edge : {starts[i], ends[i]})
                for (const std::size_t k : {edge - 1, edge, edge + 1, edge - n, edge - n + 1, edge - n / 2})
                    if (k + n <= memory.size()) at.push_back(k);
        for (std::size_t k = 0; k + n <= memory.size(); k += step) at.push_back(k);
        return at;
    }

    bytes memory;

  private:
    static constexpr std::size_t gap = 5;
#ifdef HASHLANE_EMULATED
    static constexpr std::size_t step = 97;
#else
    static constexpr std::size_t step = 13;
#endif
    std::size_t room;
    std::vector<std::size_t> starts, ends;
};

// At how many places across the inputs f gives something else than with an output apart.
inline std::size_t wrong_places(const std::vector<std::size_t>& sizes, std::size_t n, const function& f) {
    arena a(sizes);
    const auto places = a.places(n);
    const bytes before = a.memory;
    bytes apart(n, 0xee);
    f(a.all(), apart);
    REQUIRE(a.memory == before);
    std::size_t wrong = 0;
    for (const std::size_t at : places) {
        const std::span out = std::span(a.memory).subspan(at, n);
        f(a.all(), out);
        wrong += !std::ranges::equal(out, apart);
        a.memory = before;  // of the same size: the memory stays where it is
    }
    return wrong;
}

inline void check(const std::string& what, const std::vector<std::size_t>& sizes, std::size_t n, const function& f) {
    const std::size_t wrong = wrong_places(sizes, n, f);
    CHECK_MESSAGE(wrong == 0, what, ", output of ", n, " bytes: wrong at ", wrong, " places");
    hl_test::count(wrong == 0, wrong != 0);
}

}  // namespace overlap_test
