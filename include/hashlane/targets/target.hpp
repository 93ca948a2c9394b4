// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The list of targets, which of them are in use, and the dispatch of a kernel to one of them.
//
// A kernel is a type with
//   template <class T> static constexpr bool preferred;              does this target T do better than the baseline?
//   template <class T> static void run(args...);                 force-inlined
//   template <class T> static constexpr bool vector_chain;       if given: is it one chain of vector instructions?
//   static constexpr bool in_written_order = true;               if given: see target_traits.hpp
// dispatch<Kernel>(args...) runs it on the first target of the list that is in use and suits. visit<Kernel>(f) tells f which
// one that is; for a question to it, Kernel need not have run().

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "../lanes/relaxed.hpp"
#include "arm.hpp"
#include "target_traits.hpp"
#include "x86.hpp"

#if HASHLANE_HOSTED
#include <cstdio>
#include <cstdlib>
#endif

namespace hashlane {
inline namespace HASHLANE_ABI {
namespace targets {

template <class... Ts>
struct list {
    static constexpr std::size_t size = sizeof...(Ts);
    static constexpr std::array<std::string_view, size> names{Ts::name...};

    // consteval: g++ 12 would compare the names at each call of an entry point.
    template <class T>
    static consteval unsigned bit() {
        unsigned position = 0;
        for (bool same : {std::string_view(T::name) == Ts::name...}) {
            if (same) break;
            ++position;
        }
        return 1u << position;
    }

    // T, and what it includes: a kernel need not be compiled for both.
    template <class T>
    static consteval unsigned with_included() {
        if constexpr (std::is_void_v<typename T::includes>)
            return bit<T>();
        else
            return bit<T>() | with_included<typename T::includes>();
    }

    // What is in use where `wanted` is forced.
    static constexpr unsigned forced(unsigned wanted) {
        return bit<baseline>() | ((wanted == bit<Ts>() ? with_included<Ts>() : 0u) | ...);
    }

    // Those with vectors wider than 16 bytes.
    static constexpr unsigned wide = ((Ts::vector_bytes > 16 ? bit<Ts>() : 0u) | ...);

    template <class Cpu>
    static constexpr unsigned available(const Cpu& cpu) {
        return ((Ts::available(cpu) ? bit<Ts>() : 0u) | ...);
    }
};

// From the most special to the least; `widest` below says which one gives its name to the whole.
#if defined(HASHLANE_X86)
using all = list<sha_ni, avx512, avx2, baseline>;
inline constexpr unsigned order_of_width[] = {all::bit<avx512>(), all::bit<avx2>(), all::bit<sha_ni>()};
using cpu = x86_cpu;
#elif defined(HASHLANE_ARM)
using all = list<arm_sha2, arm_sha3, neon, baseline>;
inline constexpr unsigned order_of_width[] = {all::bit<arm_sha3>(), all::bit<arm_sha2>(), all::bit<neon>()};
using cpu = arm_cpu;
#else
using all = list<baseline>;
inline constexpr unsigned order_of_width[] = {all::bit<baseline>()};
struct cpu {
    static cpu read() { return {}; }
    static constexpr bool slow_vector_chains() { return false; }
};
#endif

inline constexpr unsigned baseline_bit = all::bit<baseline>();

// Beside the targets in use: pass over kernels that are one chain of vector instructions. Not set where a target is
// forced, so that every kernel can be had.
inline constexpr unsigned slow_vector_chains = 1u << 31;

constexpr std::string_view name_of(unsigned bit) {
    for (std::size_t i = 0; i < all::size; ++i)
        if (bit == 1u << i) return all::names[i];
    return "baseline";
}

constexpr unsigned bit_of(std::string_view name) {
    for (std::size_t i = 0; i < all::size; ++i)
        if (all::names[i] == name) return 1u << i;
    return 0;
}

constexpr std::string_view widest(unsigned in_use) {
    for (unsigned bit : order_of_width)
        if ((in_use & bit) != 0) return name_of(bit);
    return "baseline";
}

}  // namespace targets
}  // namespace HASHLANE_ABI

// The choice is an entry point of its own: in the compiled mode there is one choice for the whole program.
namespace entry_points {
inline namespace HASHLANE_ENTRY_ABI {

#if HASHLANE_KERNELS
struct choice {
    // Zero until known. Threads that come first together compute the same value.
    static inline relaxed<unsigned> available, in_use;

    static unsigned what_is_available() noexcept {
        const unsigned known = available.load();
        if (known != 0) return known;
        const auto cpu = targets::cpu::read();
        unsigned found = targets::all::available(cpu);
        if (cpu.slow_vector_chains()) found |= targets::slow_vector_chains;
        available.store(found);
        return found;
    }

    static unsigned what_is_in_use() noexcept {
        const unsigned known = in_use.load();
        if (known != 0) [[likely]]
            return known;
        return in_use.store_if_zero(forced(what_is_available()));
    }

    static unsigned forced(unsigned found) noexcept {
#if HASHLANE_HOSTED
        const char* name = std::getenv("HASHLANE_TARGET");
        if (name == nullptr || *name == '\0') return found;
        const unsigned bit = targets::bit_of(name);
        if ((bit & found) != 0) return targets::all::forced(bit);
        std::fprintf(stderr, "hashlane: HASHLANE_TARGET=%.32s is %s; using baseline\n", name,
                     bit == 0 ? "not the name of a target" : "not available on this processor");
        return targets::baseline_bit;
#else
        return found;
#endif
    }
};
#endif

// Bits of targets::all in use, never zero; the first call looks at the processor and at HASHLANE_TARGET.
HASHLANE_ENTRY unsigned targets_in_use() noexcept HASHLANE_ENTERS(choice::what_is_in_use());
HASHLANE_ENTRY unsigned targets_available() noexcept HASHLANE_ENTERS(choice::what_is_available());
HASHLANE_ENTRY void set_targets_in_use(unsigned bits) noexcept HASHLANE_ENTERS(choice::in_use.store(bits));

}  // namespace HASHLANE_ENTRY_ABI
}  // namespace entry_points

inline namespace HASHLANE_ABI {
namespace targets {

// Whether code of this process can have left something in the upper halves of vector registers.
inline bool upper_halves() noexcept { return (entry_points::targets_available() & all::wide) != 0; }

template <class Kernel, class T>
consteval unsigned bit_against() {
    if constexpr (requires { Kernel::template vector_chain<T>; })
        if (Kernel::template vector_chain<T>) return slow_vector_chains;
    return 0;
}

template <class Kernel, class F, class T, class... Rest>
HASHLANE_INLINE void visit_among(list<T, Rest...>, unsigned in_use, F&& f) {
    if constexpr (sizeof...(Rest) == 0) {
        f.template operator()<T>();
    } else if constexpr (Kernel::template preferred<T>) {
        if ((in_use & (all::bit<T>() | bit_against<Kernel, T>())) == all::bit<T>())
            f.template operator()<T>();
        else
            visit_among<Kernel>(list<Rest...>{}, in_use, f);
    } else {
        visit_among<Kernel>(list<Rest...>{}, in_use, f);
    }
}

// Calls f.operator()<T>() with the target T that dispatch<Kernel>() takes. f is compiled for the baseline: it asks T something,
// or calls T::run.
template <class Kernel, class F>
HASHLANE_INLINE void visit(F&& f) {
    visit_among<Kernel>(all{}, entry_points::targets_in_use(), f);
}

template <class Kernel, class... Args>
HASHLANE_INLINE void dispatch(Args... args) {
    visit<Kernel>([&]<class T>() HASHLANE_LAMBDA_INLINE { T::template run<Kernel>(args...); });
}

}  // namespace targets

// Names of the targets that this processor can run, the widest first, "baseline" last.
struct target_names {
    std::array<std::string_view, targets::all::size> names{};
    std::size_t count = 0;
    constexpr const std::string_view* begin() const { return names.data(); }
    constexpr const std::string_view* end() const { return names.data() + count; }
    constexpr std::size_t size() const { return count; }
};

inline target_names available_targets() noexcept {
    target_names out;
    const unsigned available = entry_points::targets_available();
    for (unsigned bit : targets::order_of_width)
        if ((available & bit) != 0 && bit != targets::baseline_bit) out.names[out.count++] = targets::name_of(bit);
    out.names[out.count++] = "baseline";
    return out;
}

// Every target that this build knows, available or not.
constexpr const auto& known_targets() noexcept { return targets::all::names; }

// The widest target in use.
inline std::string_view target_name() noexcept { return targets::widest(entry_points::targets_in_use()); }

inline bool target_in_use(std::string_view name) noexcept {
    return (entry_points::targets_in_use() & targets::bit_of(name)) != 0;
}

// From now on use this target, what it includes and the baseline only; "" goes back to all that the processor has.
// False, and nothing changed, when the name is unknown or the processor lacks it. Any result is the same on every target.
[[nodiscard]] inline bool use_target(std::string_view name) noexcept {
    const unsigned available = entry_points::targets_available();
    const unsigned bit = targets::bit_of(name) & available;
    if (bit == 0 && !name.empty()) return false;
    entry_points::set_targets_in_use(name.empty() ? available : targets::all::forced(bit));
    return true;
}

}  // namespace HASHLANE_ABI
}  // namespace hashlane
