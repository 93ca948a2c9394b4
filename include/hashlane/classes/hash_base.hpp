// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// What the classes of hashes, XOFs and MACs have in common: their constructors, update() or absorb(), and exported
/// states. Programs include the header of an algorithm.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "../constructions/portable_state.hpp"
#include "../constructions/sponge.hpp"
#include "../lanes/arguments.hpp"
#include "../lanes/bytes.hpp"
#include "../lanes/contract.hpp"
#include "../lanes/fixed_string.hpp"
#include "access.hpp"
#include "one_shot.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// A construction whose state can be exported: it lists the fields of its state. A construction with a key does not.
template <class C>
concept portable = requires(C& construction, field_counter& archive) { construction.fields(archive); };

/// Returns the size of an exported state in bytes, for an algorithm whose name is `name`; 0 where there is no export.
template <class C>
constexpr std::size_t exported_size(std::string_view name) {
    if constexpr (portable<C>) return portable_state<C>::size(name);
    return 0;
}

/// A base of the classes, which has a constant only where the construction C limits its customization string.
template <class C>
struct customization_limit {};
/// As above, where there is a limit.
template <class C>
requires requires { C::longest_customization; }
struct customization_limit<C> {
    /// The size of the longest customization string that the constructor takes, in bytes.
    static constexpr std::size_t longest_customization = C::longest_customization;
};

/// Gives the bytes of `message` to the construction inside `self`, and returns `self`. `leaves` is nothing, or what
/// digests the leaves of a tree. A message that is no range of bytes is left out: its caller refuses it, since the
/// compiler's message is then shorter.
template <class Self, class R, class... Leaves>
constexpr Self& absorb_bytes(Self& self, const R& message, const Leaves&... leaves) {
    if constexpr (arguments::are_bytes<R>)
        with_bytes(message, [&](auto p, std::size_t n) { access::construction(self).absorb(p, n, leaves...); });
    return self;
}

/// Self is the class of a tree (KangarooTwelve, ParallelHash, HopMAC), and T the type `threads`: the leaves can be
/// digested over threads. Programs include threads.hpp for it.
template <class Self, class T>
concept tree_over_threads =
    arguments::over_threads<T> && requires(Self& self, const std::uint8_t* p, const T& threads) {
        access::construction(self).absorb(p, std::size_t{}, leaf_digester(threads));
    };

/// A base that has update(), for the classes whose output ends the message. Each base has one parameter, so that
/// messages of compilers name that one and no more.
/// \tparam Self the class that derives from it
template <class Self>
class takes_updates {
  public:
    /// Absorbs the next bytes of the message.
    /// \param message a range of any number of bytes
    /// \return this object
    template <class R>
    constexpr Self& update(const R& message) {
        constexpr bool bytes = arguments::are_bytes<R>;
        static_assert(bytes, HASHLANE_NOT_BYTES);
        return absorb_bytes(static_cast<Self&>(*this), message);
    }

    /// As above, with the leaves of a tree digested over threads: update(message, threads{4}). Only trees have this
    /// function, and only where threads.hpp is included. The result does not depend on the number of threads.
    /// \param message a range of any number of bytes. Threads make it faster only if it is large: docs/TUNING.md,
    /// "Threads".
    /// \param threads how many threads take part
    /// \return this object
    template <class R, class T>
    requires tree_over_threads<Self, T>
    constexpr Self& update(const R& message, const T& threads) {
        return absorb_bytes(static_cast<Self&>(*this), message, leaf_digester(threads));
    }

    /// Does not compile: the message of the compiler names std::span(p, n). It is not a deleted function, since clang++
    /// would print the right functions too.
    template <class N>
    void update(const void*, const N&) {
        constexpr bool right = arguments::are_bytes<N>;
        static_assert(right, "it takes one range of bytes: write h.update(std::span(p, n))");
    }
    /// Does not compile: the message of the compiler names update(tail).
    template <byte_range R>
    void digest(const R&) const {
        constexpr bool right = !arguments::are_bytes<R>;
        static_assert(right, "it takes no tail: write h.update(tail).digest()");
    }
};

/// A base that has absorb(), for the classes whose output is read from a reader().
/// \tparam Self the class that derives from it
template <class Self>
class absorbs {
  public:
    /// Absorbs the next bytes of the message.
    /// \param message a range of any number of bytes
    /// \return this object
    template <class R>
    constexpr Self& absorb(const R& message) {
        constexpr bool bytes = arguments::are_bytes<R>;
        static_assert(bytes, HASHLANE_NOT_BYTES);
        return absorb_bytes(static_cast<Self&>(*this), message);
    }

    /// As above, with the leaves of a tree digested over threads: absorb(message, threads{4}). Only trees have this
    /// function, and only where threads.hpp is included. The result does not depend on the number of threads.
    /// \param message a range of any number of bytes. Threads make it faster only if it is large: docs/TUNING.md,
    /// "Threads".
    /// \param threads how many threads take part
    /// \return this object
    template <class R, class T>
    requires tree_over_threads<Self, T>
    constexpr Self& absorb(const R& message, const T& threads) {
        return absorb_bytes(static_cast<Self&>(*this), message, leaf_digester(threads));
    }

    /// Does not compile: the message of the compiler names std::span(p, n). It is not a deleted function, since clang++
    /// would print the right functions too.
    template <class N>
    void absorb(const void*, const N&) {
        constexpr bool right = arguments::are_bytes<N>;
        static_assert(right, "it takes one range of bytes: write x.absorb(std::span(p, n))");
    }
    /// Does not compile: the message of the compiler names absorb(tail).
    template <byte_range R>
    void reader(const R&) const {
        constexpr bool right = !arguments::are_bytes<R>;
        static_assert(right, "it takes no tail: write x.absorb(tail).reader()");
    }
};

/// A construction that takes messages which end within a byte.
template <class C>
concept ends_within_byte = requires(C& construction, partial_byte last) { construction.finish(last); };

/// What all classes of hashes, XOFs and MACs have.
/// \tparam Self the class of the algorithm, which derives from this one
/// \tparam Name its name in algorithms()
/// \tparam C the construction
template <class Self, fixed_string Name, class C>
class hash_base : public customization_limit<C> {
  public:
    /// The name in algorithms(), for example "sha256".
    static constexpr std::string_view name = Name.view();
    /// The size of a block in bytes; of a sponge, its rate.
    static constexpr std::size_t block_size = C::block_size;
    /// The security strength in bits.
    static constexpr unsigned security_strength = C::security_strength;

    /// Makes an object that has absorbed nothing. Algorithms that need a key or a parameter lack this constructor.
    constexpr hash_base()
    requires std::default_initializable<C>
    = default;

    /// Makes an object that has absorbed nothing.
    /// \param args the parameters of the algorithm: a key, a customization string, a domain byte. Parameters that are
    /// out of range end the program; create() checks them.
    template <class... Args>
    requires(sizeof...(Args) > 0 && std::constructible_from<C, const Args&...>)
    constexpr explicit hash_base(const Args&... args) : construction(args...) {}

    // Any other argument is converted to a no_parameter, which does not compile and names the remedy.
    explicit hash_base(const no_parameter<Self, 0>&);
    explicit hash_base(const no_parameter<Self, 1>&, const no_parameter<Self, 2>&);

    /// Makes an object, of parameters that may come from outside.
    /// \param args the parameters of the algorithm, as for the constructor
    /// \return the object, or nothing when a parameter is out of range
    template <class... Args>
    requires(std::constructible_from<C, const Args&...>)
    [[nodiscard]] static constexpr std::optional<Self> create(const Args&... args) {
        if constexpr (requires { C::accepts(args...); })
            if (!C::accepts(args...)) return std::nullopt;
        return std::optional<Self>(std::in_place, args...);
    }

    /// The size of an exported state in bytes; 0 where there is no export.
    static constexpr std::size_t state_size = exported_size<C>(Name.view());
    /// Returns the state as bytes, so that another process can go on with the message. Any machine and any later
    /// version of the library can read them; docs/ARCHITECTURE.md describes the format. The bytes are as secret as the
    /// message. States with a key have no export.
    constexpr std::array<std::uint8_t, state_size> export_state() const
    requires portable<C>
    {
        std::array<std::uint8_t, state_size> out{};
        portable_state<C>::write(out.data(), Name.view(), construction);
        return out;
    }

    /// Makes an object of an exported state.
    /// \param bytes what export_state() of the same algorithm has returned
    /// \return the object, or nothing when the bytes are damaged, of another algorithm or of an unknown version of the
    /// format
    template <byte_range R>
    requires portable<C>
    [[nodiscard]] static constexpr std::optional<Self> import_state(const R& bytes) {
        Self self;
        const bool good = with_bytes(bytes, [&](auto p, std::size_t n) {
            return n == state_size && portable_state<C>::read(p, Name.view(), self.construction);
        });
        return good ? std::optional<Self>(self) : std::nullopt;
    }

    /// Returns how many bytes the message may still have, at most 2^64 - 1. Only SHA-2 has a limit (sha2.hpp). Only an
    /// imported state can be near it: where a state comes from outside, ask before each update().
    constexpr std::uint64_t bytes_left() const
    requires requires(const C& c) { c.bytes_left(); }
    {
        return construction.bytes_left();
    }

  protected:
    friend struct access;

    // Returns a copy that has ended.
    constexpr C finished() const {
        C copy = construction;
        copy.finish();
        return copy;
    }

    // Returns a copy that has ended after the bits of `last`, of which there are 0 to 7.
    constexpr C finished(partial_byte last) const {
        contract(last.bits < 8, "a partial byte has fewer than 8 bits");
        C copy = construction;
        copy.finish(last);
        return copy;
    }

    C construction{};
};

}  // namespace hashlane::inline HASHLANE_ABI
