// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The list of targets, which of them are in use, and the dispatch of a kernel to one of them.
///
/// A target is an instruction set for which the kernels are compiled: "sha_ni", "avx512" and "avx2" on x86-64,
/// "arm_sha2", "arm_sha3" and "neon" on AArch64, "simd128" on WebAssembly, and "baseline" everywhere. Every target
/// gives the same results. The first call of the library looks at the processor and takes all the targets that it can
/// run, or the one that the environment variable HASHLANE_TARGET names. If that names none of them, the library writes
/// a line to stderr and takes the baseline. All functions here may be called by several threads at the same time.
///
/// A kernel is a type with
///
///     template <class T> static constexpr bool preferred;      whether it is faster on T than on the baseline
///     template <class T> static void run(args...);             the work; force-inlined
///     template <class T> static constexpr bool vector_chain;   optional: whether it is a chain of vector instructions
///     static constexpr bool in_written_order = true;           optional: see written_order in target_traits.hpp
///
/// dispatch<Kernel>(args...) runs it on the first target of the list that is in use and that the kernel prefers.
/// visit<Kernel>(f) tells f which target that is. A kernel for a question to visit() need not have run().

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "../lanes/relaxed.hpp"
#include "arm.hpp"
#include "target_traits.hpp"
#include "wasm.hpp"
#include "x86.hpp"

#if HASHLANE_HOSTED
#include <cstdio>
#include <cstdlib>
#endif

namespace hashlane::inline HASHLANE_ABI::targets {

/// A list of targets. A set of targets is a number with a bit for each: bit i stands for the target at place i of the
/// list.
/// \tparam Ts the targets, the most special first
template <class... Ts>
struct list {
    /// How many targets there are.
    static constexpr std::size_t size = sizeof...(Ts);
    /// The names, in the order of the list.
    static constexpr std::array<std::string_view, size> names{Ts::name...};

    /// Returns the bit of the target T. It is consteval because g++ 12 would otherwise compare the names at each call
    /// of an entry point.
    template <class T>
    static consteval unsigned bit() {
        unsigned position = 0;
        for (bool same : {std::string_view(T::name) == Ts::name...}) {
            if (same) break;
            ++position;
        }
        return 1u << position;
    }

    /// Returns the bits of the target T and of the targets that it includes. A kernel that is compiled for one of these
    /// need not be compiled for T.
    template <class T>
    static consteval unsigned with_included() {
        if constexpr (std::is_void_v<typename T::includes>)
            return bit<T>();
        else
            return bit<T>() | with_included<typename T::includes>();
    }

    /// Returns the bits of the targets that are in use when the target with the bit `wanted` is forced: itself, what it
    /// includes, and the baseline.
    static constexpr unsigned forced(unsigned wanted) {
        return bit<baseline>() | ((wanted == bit<Ts>() ? with_included<Ts>() : 0u) | ...);
    }

    /// The bits of the targets with vectors wider than 16 bytes.
    static constexpr unsigned wide = ((Ts::vector_bytes > 16 ? bit<Ts>() : 0u) | ...);

    /// Returns the bits of the targets that the processor `cpu` can run.
    template <class Cpu>
    static constexpr unsigned available(const Cpu& cpu) {
        return ((Ts::available(cpu) ? bit<Ts>() : 0u) | ...);
    }
};

#if defined(HASHLANE_X86)
/// The targets of this architecture, the most special first.
using all = list<sha_ni, avx512, avx2, baseline>;
/// The bits of the targets, the widest first. widest() gives the first of those in use.
inline constexpr unsigned order_of_width[] = {all::bit<avx512>(), all::bit<avx2>(), all::bit<sha_ni>()};
/// What the processor says of itself.
using cpu = x86_cpu;
#elif defined(HASHLANE_ARM)
/// The targets of this architecture, the most special first.
using all = list<arm_sha2, arm_sha3, neon, baseline>;
/// The bits of the targets, the widest first.
inline constexpr unsigned order_of_width[] = {all::bit<arm_sha3>(), all::bit<arm_sha2>(), all::bit<neon>()};
/// What the processor says of itself.
using cpu = arm_cpu;
#elif defined(HASHLANE_WASM_SIMD128)
/// The targets of WebAssembly with SIMD.
using all = list<simd128, baseline>;
/// The bits of the targets, the widest first.
inline constexpr unsigned order_of_width[] = {all::bit<simd128>()};
/// What the processor says of itself: nothing, since WebAssembly has no such instruction.
using cpu = wasm_cpu;
#else
/// The targets of this architecture.
using all = list<baseline>;
/// The bits of the targets, the widest first.
inline constexpr unsigned order_of_width[] = {all::bit<baseline>()};
/// What the processor says of itself: nothing, since there is no target but the baseline.
struct cpu {
    /// Asks the processor.
    static cpu read() { return {}; }
    /// Tells whether a chain of vector instructions takes longer than one of general instructions.
    static constexpr bool slow_vector_chains() { return false; }
    /// Tells whether the processor has more than four ALUs.
    static constexpr bool many_alus() { return false; }
};
#endif

/// The bit of the baseline, which is always in use.
inline constexpr unsigned baseline_bit = all::bit<baseline>();

/// A bit beside those of the targets in use: dispatch() does not take kernels that are one chain of vector
/// instructions, which run slower than their counterparts on such a processor (docs/TUNING.md, "Ascon"). It is not set
/// while a target is forced, so that a test can reach every kernel.
inline constexpr unsigned slow_vector_chains = 1u << 31;

/// Another such bit: kernels that have code for processors with more than four ALUs take that code (docs/TUNING.md,
/// "SHA-2").
inline constexpr unsigned many_alus_bit = 1u << 30;

/// Returns the name of the target with the bit `bit`; "baseline" for any other number.
constexpr std::string_view name_of(unsigned bit) {
    for (std::size_t i = 0; i < all::size; ++i)
        if (bit == 1u << i) return all::names[i];
    return "baseline";
}

/// Returns the bit of the target with the name `name`; 0 when this build has no such target.
constexpr unsigned bit_of(std::string_view name) {
    for (std::size_t i = 0; i < all::size; ++i)
        if (all::names[i] == name) return 1u << i;
    return 0;
}

/// Returns the name of the widest of the targets whose bits are set in `in_use`.
constexpr std::string_view widest(unsigned in_use) {
    for (unsigned bit : order_of_width)
        if ((in_use & bit) != 0) return name_of(bit);
    return "baseline";
}

}  // namespace hashlane::inline HASHLANE_ABI::targets

// The functions that read and change the choice are entry points, so that in compiled mode a program has one choice.
namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {

#if HASHLANE_KERNELS
struct choice {
    // Both are zero until they are known. Threads that come first at the same time compute the same value.
    static inline relaxed<unsigned> available, in_use;

    static unsigned what_is_available() noexcept {
        const unsigned known = available.load();
        if (known != 0) return known;
        const auto cpu = targets::cpu::read();
        unsigned found = targets::all::available(cpu);
        if (cpu.slow_vector_chains()) found |= targets::slow_vector_chains;
        if (cpu.many_alus()) found |= targets::many_alus_bit;
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

// Returns the bits of the targets in use, which are never zero. The first call looks at the processor and at
// HASHLANE_TARGET.
HASHLANE_ENTRY unsigned targets_in_use() noexcept HASHLANE_ENTERS(choice::what_is_in_use());
// Returns the bits of the targets that this processor can run.
HASHLANE_ENTRY unsigned targets_available() noexcept HASHLANE_ENTERS(choice::what_is_available());
// Sets the bits of the targets in use, which are not zero.
HASHLANE_ENTRY void set_targets_in_use(unsigned bits) noexcept HASHLANE_ENTERS(choice::in_use.store(bits));

}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI

namespace hashlane::inline HASHLANE_ABI {
namespace targets {

/// Tells whether code of this process can have left something in the upper halves of vector registers. A kernel with
/// the SHA extensions then clears them first (primitives/sha2_x86.hpp).
inline bool upper_halves() noexcept { return (entry_points::targets_available() & all::wide) != 0; }

/// Tells whether kernels take their code for processors with more than four ALUs.
inline bool many_alus() noexcept { return (entry_points::targets_in_use() & many_alus_bit) != 0; }

/// Returns the bit that keeps dispatch() from taking the kernel on the target T: slow_vector_chains for a chain of
/// vector instructions, else 0.
template <class Kernel, class T>
consteval unsigned bit_against() {
    if constexpr (requires { Kernel::template vector_chain<T>; })
        if (Kernel::template vector_chain<T>) return slow_vector_chains;
    return 0;
}

/// Calls `f.operator()<T>()` with the first target T of a list that is in the set `in_use` and that the kernel prefers;
/// with the last target of the list if there is none. `f` is as visit() describes.
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

/// Calls `f.operator()<T>()` with the target T that dispatch<Kernel>() takes. The callable `f` is compiled for the
/// baseline: it asks T something, or calls T::run.
template <class Kernel, class F>
HASHLANE_INLINE void visit(F&& f) {
    visit_among<Kernel>(all{}, entry_points::targets_in_use(), f);
}

/// Runs a kernel with the arguments `args` on the first target of the list that is in use and that the kernel prefers;
/// on the baseline if there is no other.
template <class Kernel, class... Args>
HASHLANE_INLINE void dispatch(Args... args) {
    visit<Kernel>([&]<class T>() HASHLANE_LAMBDA_INLINE { T::template run<Kernel>(args...); });
}

}  // namespace targets

/// The names of the targets that this processor can run, the widest first and "baseline" last. It is a range of
/// std::string_view. The texts live as long as the program.
struct target_names {
    std::array<std::string_view, targets::all::size> names{};  ///< the names, then empty ones
    std::size_t count = 0;                                     ///< how many names there are
    /// Returns the address of the first name.
    constexpr const std::string_view* begin() const { return names.data(); }
    /// Returns the address behind the last name.
    constexpr const std::string_view* end() const { return names.data() + count; }
    /// Returns how many names there are.
    constexpr std::size_t size() const { return count; }
};

/// Returns the names of the targets that this processor can run, whether they are in use or not.
inline target_names available_targets() noexcept {
    target_names out;
    const unsigned available = entry_points::targets_available();
    for (unsigned bit : targets::order_of_width)
        if ((available & bit) != 0 && bit != targets::baseline_bit) out.names[out.count++] = targets::name_of(bit);
    out.names[out.count++] = "baseline";
    return out;
}

/// Returns the names of all targets that this build knows, as a std::array, whether the processor has them or not.
constexpr const auto& known_targets() noexcept { return targets::all::names; }

/// Returns the name of the widest target in use, for messages to people. Kernels may take another one, such as "sha_ni"
/// for SHA-256.
inline std::string_view target_name() noexcept { return targets::widest(entry_points::targets_in_use()); }

/// Tells whether the target `name` is in use; false for a name that this build does not know.
inline bool target_in_use(std::string_view name) noexcept {
    return (entry_points::targets_in_use() & targets::bit_of(name)) != 0;
}

/// Chooses the targets for all calls of the program from now on: the target of this name, those that it includes, and
/// the baseline. Calls that other threads have begun may go on with the targets that they have chosen. Every target
/// gives the same results.
/// \param name a name of available_targets(), or "" for all targets that the processor has
/// \return false, and nothing changes, when this build does not know the name or the processor lacks the target
[[nodiscard]] inline bool use_target(std::string_view name) noexcept {
    const unsigned available = entry_points::targets_available();
    const unsigned bit = targets::bit_of(name) & available;
    if (bit == 0 && !name.empty()) return false;
    entry_points::set_targets_in_use(name.empty() ? available : targets::all::forced(bit));
    return true;
}

}  // namespace hashlane::inline HASHLANE_ABI
