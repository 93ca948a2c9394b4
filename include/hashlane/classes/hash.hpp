// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The public classes. hash<> has a digest of a fixed size; xof<> gives as many bytes as one asks for. No order of calls
// is wrong: digest() and reader() end a copy, so that more input may follow, and a reader is another type. A message that
// is in memory as a whole: one_shot.hpp.
//
// Both take any contiguous range of bytes: std::array, std::vector, std::span, std::string_view ...
// A class of an algorithm derives from one of them and is its parameter Self, so that errors name sha256 and no more.
// A construction C gives absorb(p, n), finish(partial_byte), squeeze(p, n), fields(archive) and its constants. One whose
// standard knows messages of whole bytes alone gives finish() in the place of finish(partial_byte).

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "../constructions/portable_state.hpp"
#include "../constructions/sponge.hpp"
#include "../lanes/arguments.hpp"
#include "../lanes/bytes.hpp"
#include "../lanes/contract.hpp"
#include "../lanes/fixed_string.hpp"
#include "../lanes/secret.hpp"
#include "access.hpp"
#include "one_shot.hpp"
#include "short_tag.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// A construction that lists its fields can be exported; keyed ones do not.
template <class C>
concept portable = requires(C& construction, field_counter& archive) { construction.fields(archive); };

template <class C>
constexpr std::size_t exported_size(std::string_view name) {
    if constexpr (portable<C>) return portable_state<C>::size(name);
    return 0;
}

template <class C>
struct customization_limit {};
template <class C>
requires requires { C::longest_customization; }
struct customization_limit<C> {
    static constexpr std::size_t longest_customization = C::longest_customization;  // bytes
};

// The bytes of the message go to the construction of self.
template <class Self, byte_range R>
constexpr void absorb_bytes(Self& self, const R& message) {
    with_bytes(message, [&](auto p, std::size_t n) { access::construction(self).absorb(p, n); });
}

// Self is a tree, whose leaves the threads T can digest.
template <class Self, class T>
concept tree_over_threads =
    arguments::over_threads<T> && requires(Self& self, const std::uint8_t* p, const T& threads) {
        access::construction(self).absorb(p, std::size_t{}, leaf_digester(threads));
    };

// The verbs of the public classes. Each is a class of its own with one parameter, so that the messages of compilers name
// that one and no more.
template <class Self>
class takes_updates {
  public:
    // The next bytes of the message.
    template <class R>
    constexpr Self& update(const R& message) {
        constexpr bool bytes = arguments::are_bytes<R>;
        static_assert(bytes, HASHLANE_NOT_BYTES);
        Self& self = static_cast<Self&>(*this);
        if constexpr (bytes) absorb_bytes(self, message);
        return self;
    }

    // Trees only, the leaves over threads: update(message, threads{4}) of many/tree_threads.hpp.
    template <class R, class T>
    requires tree_over_threads<Self, T>
    constexpr Self& update(const R& message, const T& threads) {
        Self& self = static_cast<Self&>(*this);
        with_bytes(message,
                   [&](auto p, std::size_t n) { access::construction(self).absorb(p, n, leaf_digester(threads)); });
        return self;
    }

    // Calls that are wrong. A deleted function would have clang++ name the right ones too.
    template <class N>
    void update(const void*, const N&) {
        constexpr bool right = arguments::are_bytes<N>;
        static_assert(right, "it takes one range of bytes: write h.update(std::span(p, n))");
    }
    template <byte_range R>
    void digest(const R&) const {
        constexpr bool right = !arguments::are_bytes<R>;
        static_assert(right, "it takes no tail: write h.update(tail).digest()");
    }
};

template <class Self>
class absorbs {
  public:
    // The next bytes of the message.
    template <class R>
    constexpr Self& absorb(const R& message) {
        constexpr bool bytes = arguments::are_bytes<R>;
        static_assert(bytes, HASHLANE_NOT_BYTES);
        Self& self = static_cast<Self&>(*this);
        if constexpr (bytes) absorb_bytes(self, message);
        return self;
    }

    // Trees only, the leaves over threads: absorb(message, threads{4}) of many/tree_threads.hpp.
    template <class R, class T>
    requires tree_over_threads<Self, T>
    constexpr Self& absorb(const R& message, const T& threads) {
        Self& self = static_cast<Self&>(*this);
        with_bytes(message,
                   [&](auto p, std::size_t n) { access::construction(self).absorb(p, n, leaf_digester(threads)); });
        return self;
    }

    // Calls that are wrong. A deleted function would have clang++ name the right ones too.
    template <class N>
    void absorb(const void*, const N&) {
        constexpr bool right = arguments::are_bytes<N>;
        static_assert(right, "it takes one range of bytes: write x.absorb(std::span(p, n))");
    }
    template <byte_range R>
    void reader(const R&) const {
        constexpr bool right = !arguments::are_bytes<R>;
        static_assert(right, "it takes no tail: write x.absorb(tail).reader()");
    }
};

// Can a message end within a byte?
template <class C>
concept ends_within_byte = requires(C& construction, partial_byte last) { construction.finish(last); };

// What the public classes share. Self is the public class (for chaining).
template <class Self, fixed_string Name, class C>
class hash_base : public customization_limit<C> {
  public:
    static constexpr std::string_view name = Name.view();
    static constexpr std::size_t block_size = C::block_size;             // bytes
    static constexpr unsigned security_strength = C::security_strength;  // bits

    constexpr hash_base()
    requires std::default_initializable<C>
    = default;

    // The parameters of the construction: a customization string, a key ...
    template <class... Args>
    requires(sizeof...(Args) > 0 && std::constructible_from<C, const Args&...>)
    constexpr explicit hash_base(const Args&... args) : construction(args...) {}

    // Anything else does not compile.
    explicit hash_base(const no_parameter<Self, 0>&);
    explicit hash_base(const no_parameter<Self, 1>&, const no_parameter<Self, 2>&);

    // The same, but nothing when the parameters are out of range: C::accepts says so.
    template <class... Args>
    requires(std::constructible_from<C, const Args&...>)
    [[nodiscard]] static constexpr std::optional<Self> create(const Args&... args) {
        if constexpr (requires { C::accepts(args...); })
            if (!C::accepts(args...)) return std::nullopt;
        return std::optional<Self>(std::in_place, args...);
    }

    // The absorbing state as bytes that any machine and any later version of the library can read.
    static constexpr std::size_t state_size = exported_size<C>(Name.view());
    constexpr std::array<std::uint8_t, state_size> export_state() const
    requires portable<C>
    {
        std::array<std::uint8_t, state_size> out{};
        portable_state<C>::write(out.data(), Name.view(), construction);
        return out;
    }

    // Nothing when the bytes are damaged, of another algorithm or of an unknown version.
    template <byte_range R>
    requires portable<C>
    [[nodiscard]] static constexpr std::optional<Self> import_state(const R& bytes) {
        Self self;
        const bool good = with_bytes(bytes, [&](auto p, std::size_t n) {
            return n == state_size && portable_state<C>::read(p, Name.view(), self.construction);
        });
        return good ? std::optional<Self>(self) : std::nullopt;
    }

    // How many bytes the message may still have, at most 2^64 - 1. SHA-2 alone has a limit (sha2.hpp), and only an imported
    // state is ever near to it.
    constexpr std::uint64_t bytes_left() const
    requires requires(const C& c) { c.bytes_left(); }
    {
        return construction.bytes_left();
    }

  protected:
    friend struct access;

    // A copy that has ended.
    constexpr C finished() const {
        C copy = construction;
        copy.finish();
        return copy;
    }

    // A copy that has ended after the bits of `last`, of which there are 0 to 7.
    constexpr C finished(partial_byte last) const {
        contract(last.bits < 8, "a partial byte has fewer than 8 bits");
        C copy = construction;
        copy.finish(last);
        return copy;
    }

    C construction{};
};

// A message that is in memory as a whole. Parameters as for the constructor follow.
template <class C, byte_range R, class... Parameters>
constexpr void digest_step_by_step(const R& message, octets_out out, const Parameters&... parameters) {
    C construction(parameters...);
    with_bytes(message, [&](auto p, std::size_t n) { construction.absorb(p, n); });
    construction.finish();
    construction.squeeze(out.data(), out.size());
}

// In one call of C::digest, where C has it and it takes a message of that size.
template <class C, byte_range R, class... Parameters>
constexpr void digest_whole(const R& message, octets_out out, const Parameters&... parameters) {
    if (__builtin_is_constant_evaluated()) return digest_step_by_step<C>(message, out, parameters...);
    if constexpr (sizeof...(Parameters) == 0 &&
                  requires(octets_in p, octets_out to) { C::digest(p.data(), p.size(), to.data(), to.size()); }) {
        const auto octets = as_octets(message);
        if (C::digest(octets.data(), octets.size(), out.data(), out.size())) return;
    }
    digest_step_by_step<C>(message, out, parameters...);
}

template <class Self, fixed_string Name, class C, std::size_t DigestSize>
class hash : public hash_base<Self, Name, C>, public takes_updates<Self> {
    using base = hash_base<Self, Name, C>;

  public:
    using base::base;
    static constexpr std::size_t digest_size = DigestSize;  // bytes
    // Bits, against collisions: those of the construction, or half the digest (FIPS 202 s.A.1).
    static constexpr unsigned security_strength =
        C::security_strength < 4 * DigestSize ? C::security_strength : static_cast<unsigned>(4 * DigestSize);
    using digest_type = std::array<std::uint8_t, DigestSize>;

    // The digest of everything so far.
    [[nodiscard]] constexpr digest_type digest() const {
        digest_type out{};
        this->finished().squeeze(out.data(), DigestSize);
        return out;
    }
    // The same of a message that ends within a byte.
    [[nodiscard]] constexpr digest_type digest(partial_byte last) const
    requires ends_within_byte<C>
    {
        digest_type out{};
        this->finished(last).squeeze(out.data(), DigestSize);
        return out;
    }
    using takes_updates<Self>::digest;

    struct one_shot {
        template <class M, class... P>
        static constexpr bool takes = sizeof...(P) == 0;

        template <byte_range R>
        static constexpr void digest_into(const R& message, octets_out out) {
            contract(out.size() == DigestSize, "the output of a hash has digest_size bytes");
            digest_whole<C>(message, out);
        }
    };
};

// Does C squeeze these bytes? In constant time for their number; false for none.
template <class C, byte_range R>
constexpr bool squeezes(C& construction, const R& expected) {
    std::array<std::uint8_t, 64> got{}, want{};
    bool equal = true;
    with_bytes(expected, [&](auto p, std::size_t n) {
        for (std::size_t now; n != 0; p += now, n -= now) {
            now = n < got.size() ? n : got.size();
            construction.squeeze(got.data(), now);
            copy_bytes(want.data(), p, now);
            equal &= equal_in_constant_time(got.data(), want.data(), now);
        }
    });
    wipe(got.data(), got.size());
    return equal && std::size(expected) != 0;
}

// What an xof has absorbed, as a stream of bytes: two reads of n give the same as one of 2n.
template <class C>
class xof_reader {
  public:
    constexpr explicit xof_reader(const C& finished) : construction(finished) {}

    // The next bytes, as many as `output` has. It may lie over anything that was absorbed: nothing of it is read any more.
    constexpr xof_reader& squeeze(const output_bytes& output) {
        construction.squeeze(output.octets().data(), output.size());
        return *this;
    }

    template <std::size_t N>
    constexpr std::array<std::uint8_t, N> squeeze() {
        std::array<std::uint8_t, N> out{};
        squeeze(out);
        return out;
    }

    // Bytes of a tag that is not short.
    static constexpr std::size_t usual_size = 2 * C::security_strength / 8;

    // The name that MACs have for squeeze(). `output` may overlap as there.
    constexpr void tag_into(const output_bytes& output) { squeeze(output.octets()); }

    // Are these the next bytes: the tag of a KMACXOF, for example? Takes the same time for any wrong ones of one number.
    // False for fewer than usual_size bytes: fewer are only accepted as short_tag(tag, least).
    template <class R>
    [[nodiscard]] constexpr bool verify(const R& expected) {
        constexpr bool bytes = is_short_tag<R> || arguments::are_bytes<R>;
        static_assert(bytes, HASHLANE_NOT_BYTES);
        if constexpr (is_short_tag<R>)
            return expected.bytes().size() >= expected.least() && squeezes(construction, expected.bytes());
        else if constexpr (arguments::are_bytes<R>)
            return std::size(expected) >= usual_size && squeezes(construction, expected);
        return false;
    }

  private:
    C construction;
};

template <class Self, fixed_string Name, class C>
class xof : public hash_base<Self, Name, C>, public absorbs<Self> {
    using base = hash_base<Self, Name, C>;

  public:
    using base::base;
    using reader_type = xof_reader<C>;
    static constexpr std::size_t usual_size = reader_type::usual_size;  // bytes, against collisions
    static constexpr bool keyed = requires { C::keyed; };

    // What follows the message so far.
    [[nodiscard]] constexpr reader_type reader() const { return reader_type(this->finished()); }
    // What follows a message that ends within a byte.
    [[nodiscard]] constexpr reader_type reader(partial_byte last) const
    requires ends_within_byte<C>
    {
        return reader_type(this->finished(last));
    }
    using absorbs<Self>::reader;

    struct one_shot {
        template <class M, class... P>
        static constexpr bool takes = std::constructible_from<C, const P&...>;

        template <byte_range R, class... P>
        static constexpr void digest_into(const R& message, octets_out out, const P&... parameters) {
            digest_whole<C>(message, out, parameters...);
        }
    };
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
