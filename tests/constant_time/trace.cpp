// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "trace.hpp"

#include <cstring>
#include <fstream>

#include "../proofs/machine/tracer.hpp"
#include "../proofs/random.hpp"

namespace trace {
namespace {

[[gnu::noinline]] void call(void* f) { (*static_cast<void (**)()>(f))(); }

class digest {
  public:
    void add(std::uint64_t w) {
        a = proofs::random_word(a, w);
        b = (b ^ w) * 0x9e3779b97f4a7c15;
        b ^= b >> 29;
        ++n;
    }
    friend bool operator==(const digest&, const digest&) = default;

  private:
    std::uint64_t a = 1, b = 2, n = 0;
};

void add_access(digest& d, const access& a, const machine::registers& r) {
    std::uint64_t address = static_cast<std::uint64_t>(a.displacement);
    if (a.base >= 0) address += r.general[static_cast<std::size_t>(a.base)];
    if (a.index >= 32) {
        for (std::size_t i = 0; i < 64; i += 4) {
            std::uint32_t index;
            std::memcpy(&index, &r.vector[static_cast<std::size_t>(a.index - 32)][i], sizeof index);
            d.add(index);
        }
    } else if (a.index >= 0) {
        address += r.general[static_cast<std::size_t>(a.index)] * static_cast<std::uint64_t>(a.scale);
    }
    d.add(address);
    if (a.divides >= 0) {
        d.add(r.general[0]);
        d.add(r.general[2]);
        d.add(r.general[static_cast<std::size_t>(a.divides)]);
    }
}

}  // namespace

table::table(const std::string& file) {
    std::ifstream in(file);
    access a{};
    for (std::uint64_t at; in >> at >> a.base >> a.index >> a.scale >> a.displacement >> a.divides;) accesses[at] = a;
}

namespace {

// Vectors are read only where an instruction needs them: `gathers` says that one does.
digest trace_of(const table& accesses, void (*run)(), bool with_vectors, bool& gathers) {
    digest d;
    machine::child child(call, &run, with_vectors);
    do {
        d.add(child.now().rip());
        if (const access* const a = accesses.at(child.now().rip())) {
            gathers = gathers || a->index >= 32;
            add_access(d, *a, child.now());
        }
    } while (child.step());
    return d;
}

}  // namespace

bool differs(const table& accesses, void (*run)(), bool first) {
    static digest last;
    static bool gathers;
    if (first) {
        gathers = false;
        last = trace_of(accesses, run, false, gathers);
        if (gathers) last = trace_of(accesses, run, true, gathers);
        return false;
    }
    return !(trace_of(accesses, run, gathers, gathers) == last);
}

}  // namespace trace
