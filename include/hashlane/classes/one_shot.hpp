// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The calls for a message that is in memory as a whole. They are free functions, so that none of them can be called on
/// an object that has already absorbed something.
///
///     auto d = digest<sha256>(message);                         std::array<std::uint8_t, 32>
///     auto x = digest<shake128, 64>(message);                   64 bytes; 2 * security_strength / 8 without a number
///     digest_into<shake128>(message, output);                   as many bytes as `output` has
///     auto c = digest<cshake128, 32>(message, name, customization);
///     auto t = tag<kmac128, 32>(key, message);                  verify<kmac128>(key, message, t)
///     auto k = derive<hkdf<sha256>, 32>(salt, key, info);       derive_into<hkdf<sha256>>(salt, key, info, output)
///
/// Inputs are contiguous ranges of bytes: std::array, std::vector, std::span, std::string, std::string_view and the
/// like. An output is any of them that can be written. An output may overlap every input and parameter of its call. All
/// functions may be called by several threads at the same time, and during constant evaluation.
///
/// A class H has a member type H::one_shot, which does the work for a whole message:
///
///     takes<M, P...>                                 true if these are the types of a message and of its parameters
///     digest_into(message, out, parameters...)       a hash or an XOF
///     derive_into(first, second, third, out)         a key derivation function
///
/// A MAC has a constant `keyed` in its place: an object is made of the key, and absorbs the message.
///
/// Each function checks its arguments by static_assert in its own body, and compiles nothing more of a call that it
/// refuses. So messages of compilers stay short.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "../lanes/arguments.hpp"
#include "../lanes/bytes.hpp"
#include "../lanes/contract.hpp"
#include "short_tag.hpp"

namespace hashlane::inline HASHLANE_ABI {

namespace arguments {

// Returns the size of an output of H in bytes where the caller names none; 0 if H has no such size.
template <class H>
consteval int output_size() {
    if constexpr (requires { H::digest_size; })
        return static_cast<int>(H::digest_size);
    else if constexpr (requires { H::usual_size; })
        return static_cast<int>(H::usual_size);
    else if constexpr (requires { H::key_size; })
        return static_cast<int>(H::key_size);
    else
        return 0;
}

// Tells whether an output of H can have N bytes.
template <class H, std::size_t N>
consteval bool fits_digest() {
    if constexpr (requires { H::digest_size; }) return N == H::digest_size || N == std::dynamic_extent;
    return true;
}

// Whether T is the class of a MAC, of a KDF, or of a hash or XOF.
template <class T>
inline constexpr bool is_mac = requires { requires T::keyed; };
template <class T>
inline constexpr bool is_kdf = requires { T::longest_output; };
template <class T>
inline constexpr bool is_hash = requires { typename T::one_shot; } && !is_mac<T> && !is_kdf<T>;

// T is the type `threads` of threads.hpp. Threads may follow the parameters of a tree.
template <class T>
concept over_threads = requires(const T& t) { leaf_digester(t); };

template <class H, class M, class... P>
consteval bool takes() {
    if constexpr ((over_threads<P> || ...))
        return true;
    else if constexpr (is_hash<H>)
        return H::one_shot::template takes<M, P...>;
    else
        return false;
}

// Whether M is the type of a message of H: a range of bytes or, for TupleHash, a tuple.
template <class H, class M>
inline constexpr bool message = are_bytes<M> || requires { requires H::one_shot::of_tuples; };

template <class H, class M, class... P>
constexpr void digest_into(const M& message, octets_out out, const P&... parameters) {
    if constexpr ((over_threads<P> || ...))
        digest_over_threads(std::type_identity<H>(), message, out, parameters...);  // many/tree_threads.hpp
    else
        H::one_shot::digest_into(message, out, parameters...);
}

// Gives the message to a MAC. tag_into() or verify() of what is returned then ends it.
template <class M, class R>
constexpr decltype(auto) fed(M& mac, const R& message) {
    if constexpr (requires { mac.update(message); })
        return mac.update(message);
    else
        return mac.absorb(message).reader();
}

}  // namespace arguments

/// The type of a parameter that is an output of H: as output_bytes, and of the size of the digest where H is a hash and
/// both sizes are known when the program is compiled.
/// \tparam H a hash or an XOF
template <class H>
class digest_output : public output_bytes {
  public:
    /// Refers to `range`, a contiguous range of bytes that can be written. A range that is const, a temporary, or not
    /// as long as the digest does not compile.
    template <class R>
    HASHLANE_INLINE constexpr digest_output(R&& range) noexcept {
        constexpr bool writable = arguments::are_writable<R>;
        static_assert(writable, "this output cannot be written: it is const, a temporary, or no range of bytes");
        constexpr bool fits = arguments::fits_digest<H, arguments::fixed_size<std::remove_reference_t<R>>()>();
        static_assert(fits, "the digest of this hash has H::digest_size bytes, and the output another number");
        if constexpr (writable) this->refer_to(range);
    }
};

/// Returns the digest of a message.
///
/// Example (examples/one_shot.cpp):
///
///     auto digest = hl::digest<hl::sha256>("abc"sv);  // std::array<std::uint8_t, 32>
///
/// \tparam H a hash or an XOF
/// \tparam N the size of the output in bytes, where it is not fixed; by default twice the security strength
/// \param message a range of any number of bytes; for TupleHash a tuple of such ranges
/// \param parameters those of the constructor of H, such as a customization string or a domain byte, and for a tree the
/// threads: digest<kt128>(message, threads{4}). A parameter that is out of range ends the program; create() of H checks
/// it.
/// \return a std::array of N bytes
template <class H, int N = arguments::output_size<H>(), class M, class... P>
requires(!arguments::texts<M, P...>)
[[nodiscard]] constexpr auto digest(const M& message, const P&... parameters) {
    constexpr bool hashes = arguments::is_hash<H>;
    constexpr bool bytes = arguments::message<H, M>;
    constexpr bool fits = arguments::fits_digest<H, static_cast<std::size_t>(N)>();
    static_assert(hashes, "not a hash or an XOF: a MAC has tag<M>(key, message), a KDF derive<K>(...)");
    static_assert(bytes, HASHLANE_NOT_BYTES);
    static_assert(fits, "the digest of this hash has H::digest_size bytes: leave the number out");
    constexpr bool takes = !hashes || !bytes || arguments::takes<H, M, P...>();
    static_assert(takes, "after the message come the parameters of H's constructor");
    std::array<std::uint8_t, static_cast<std::size_t>(N)> out{};
    if constexpr (hashes && bytes && fits && takes) arguments::digest_into<H>(message, out, parameters...);
    return out;
}

/// Writes the digest of a message.
/// \tparam H a hash or an XOF
/// \param message a range of any number of bytes; for TupleHash a tuple of such ranges
/// \param output all of its bytes are written. It has H::digest_size bytes if H is a hash: another size does not
/// compile, or ends the program where it is known at run time only. The output of an XOF has any size.
/// \param parameters as for digest()
///
/// Overlap: `output` may overlap the message and the parameters.
template <class H, class M, class... P>
requires(!arguments::texts<M, P...>)
constexpr void digest_into(const M& message, const digest_output<H>& output, const P&... parameters) {
    constexpr bool hashes = arguments::is_hash<H>;
    constexpr bool bytes = arguments::message<H, M>;
    constexpr bool takes = !hashes || !bytes || arguments::takes<H, M, P...>();
    static_assert(hashes, "not a hash or an XOF: a MAC has tag_into<M>(key, message, output)");
    static_assert(bytes, HASHLANE_NOT_BYTES);
    static_assert(takes, "after the output come the parameters of H's constructor");
    if constexpr (hashes && bytes && takes) arguments::digest_into<H>(message, output.octets(), parameters...);
}

/// Returns the tag of a message.
///
/// Example (examples/mac.cpp):
///
///     auto tag = hl::tag<hl::hmac<hl::sha256>>(key, message);
///
/// \tparam M a MAC: `hmac<H>`, kmac128, kmacxof128, hopmac128 ...
/// \tparam N the size of the tag in bytes; by default digest_size of HMAC, and else twice the security strength
/// \param key a range of any number of bytes
/// \param message a range of any number of bytes
/// \param parameters those of the constructor of M after the key, such as a customization string
/// \return a std::array of N bytes
template <class M, int N = arguments::output_size<M>(), class K, class R, class... P>
requires(!arguments::texts<K, R, P...>)
[[nodiscard]] constexpr auto tag(const K& key, const R& message, const P&... parameters) {
    constexpr bool keyed = arguments::is_mac<M>;
    constexpr bool bytes = arguments::are_bytes<K> && arguments::are_bytes<R>;
    static_assert(keyed, "not a MAC: use hmac<H>, kmac128, kmacxof128, hopmac128 ... or digest<H>(message)");
    static_assert(bytes, HASHLANE_NOT_BYTES);
    std::array<std::uint8_t, static_cast<std::size_t>(N)> out{};
    if constexpr (keyed && bytes) {
        M mac(key, parameters...);
        arguments::fed(mac, message).tag_into(out);
    }
    return out;
}

/// Writes the tag of a message.
/// \tparam M a MAC
/// \param key a range of any number of bytes
/// \param message a range of any number of bytes
/// \param output all of its bytes are written: 1 to digest_size bytes of HMAC, any number of other MACs. Another size
/// ends the program.
/// \param parameters those of the constructor of M after the key
///
/// Overlap: `output` may overlap the key, the message and the parameters.
template <class M, class K, class R, class... P>
requires(!arguments::texts<K, R, P...>)
constexpr void tag_into(const K& key, const R& message, const output_bytes& output, const P&... parameters) {
    constexpr bool keyed = arguments::is_mac<M>;
    constexpr bool bytes = arguments::are_bytes<K> && arguments::are_bytes<R>;
    static_assert(keyed, "not a MAC: use hmac<H>, kmac128, kmacxof128, hopmac128 ...");
    static_assert(bytes, HASHLANE_NOT_BYTES);
    if constexpr (keyed && bytes) {
        M mac(key, parameters...);
        arguments::fed(mac, message).tag_into(output.octets());
    }
}

/// Tells whether a tag is that of a message. The time depends on the sizes alone.
/// \tparam M a MAC
/// \param key a range of any number of bytes
/// \param message a range of any number of bytes
/// \param expected the tag as it was received, as long as the one that `tag<M>()` returns: of HMAC exactly, of other
/// MACs at least. Where the protocol has shorter tags, write short_tag(bytes, least).
/// \param parameters those of the constructor of M after the key
/// \return whether the tag is right. Also false for a tag whose size is not accepted.
template <class M, class K, class R, class T, class... P>
requires(!arguments::texts<K, R, T, P...>)
[[nodiscard]] constexpr bool verify(const K& key, const R& message, const T& expected, const P&... parameters) {
    constexpr bool keyed = arguments::is_mac<M>;
    constexpr bool compares = arguments::are_bytes<T> || is_short_tag<T>;
    constexpr bool bytes = arguments::are_bytes<K> && arguments::are_bytes<R> && compares;
    static_assert(keyed, "not a MAC: use hmac<H>, kmac128, kmacxof128, hopmac128 ...");
    static_assert(bytes, HASHLANE_NOT_BYTES);
    if constexpr (keyed && bytes) {
        M mac(key, parameters...);
        return arguments::fed(mac, message).verify(expected);
    }
    return false;
}

/// Derives a key: `derive_into<hkdf<sha256>>(salt, key, info, output)` or
/// `derive_into<pbkdf2<sha256>>(password, salt, iterations, output)`.
/// \tparam K `hkdf<H>` or `pbkdf2<H>`
/// \param first the salt of HKDF, the password of PBKDF2
/// \param second the input key of HKDF, the salt of PBKDF2
/// \param third the info of HKDF, the number of iterations of PBKDF2
/// \param output all of its bytes are written
/// \return false, and every byte of `output` is zero, when `output` is longer than K::longest_output, or for fewer than
/// 1 iteration of PBKDF2
///
/// Overlap: `output` may overlap all three inputs.
template <class K, class A, class B, class C>
requires(!arguments::texts<A, B, C>)
[[nodiscard]] constexpr bool derive_into(const A& first, const B& second, const C& third, const output_bytes& output) {
    constexpr bool derives = arguments::is_kdf<K>;
    static_assert(derives, "not a key derivation function: use hkdf<H> or pbkdf2<H>");
    if constexpr (derives) {
        constexpr bool good = K::one_shot::template takes<A, B, C>;
        static_assert(good, "the inputs of hkdf<H> are salt, key, info; those of pbkdf2<H> password, salt, iterations");
        if constexpr (good) return K::one_shot::derive_into(first, second, third, output.octets());
    }
    return false;
}

/// Returns a derived key: `derive<hkdf<sha256>, 16>(salt, key, info)` or
/// `derive<pbkdf2<sha256>, 32>(password, salt, 600000)`.
///
/// Example (examples/mac.cpp):
///
///     auto derived = hl::derive<hl::hkdf<hl::sha256>, 16>(salt, key, "session 1"sv);
///
/// \tparam K `hkdf<H>` or `pbkdf2<H>`
/// \tparam N the size of the key in bytes, at most K::longest_output; the size of a digest by default
/// \param first the salt of HKDF, the password of PBKDF2
/// \param second the input key of HKDF, the salt of PBKDF2
/// \param third the info of HKDF, the number of iterations of PBKDF2. Fewer than 1 end the program.
/// \return a std::array of N bytes
template <class K, int N = arguments::output_size<K>(), class A, class B, class C>
requires(!arguments::texts<A, B, C>)
[[nodiscard]] constexpr auto derive(const A& first, const B& second, const C& third) {
    constexpr bool derives = arguments::is_kdf<K>;
    static_assert(derives, "not a key derivation function: use hkdf<H> or pbkdf2<H>");
    std::array<std::uint8_t, static_cast<std::size_t>(N)> out{};
    if constexpr (derives) {
        static_assert(N >= 0 && static_cast<std::uint64_t>(N) <= K::longest_output,
                      "the output is longer than K::longest_output");
        const bool derived = derive_into<K>(first, second, third, out);
        contract(derived, "PBKDF2 needs at least one iteration");
    }
    return out;
}

// These overloads answer text without a size: their parameters do not compile with it, and the message names the
// remedy.
template <class H, int N = arguments::output_size<H>()>
constexpr auto digest(const arguments::sized&, const arguments::sized& = 0, const arguments::sized& = 0) {
    return std::array<std::uint8_t, static_cast<std::size_t>(N)>{};
}
template <class H>
constexpr void digest_into(const arguments::sized&, const digest_output<H>&, const arguments::sized& = 0,
                           const arguments::sized& = 0) {}
template <class M, int N = arguments::output_size<M>()>
constexpr std::array<std::uint8_t, static_cast<std::size_t>(N)> tag(const arguments::sized&, const arguments::sized&,
                                                                    const arguments::sized& = 0) {
    return {};
}
template <class M>
constexpr void tag_into(const arguments::sized&, const arguments::sized&, const output_bytes&,
                        const arguments::sized& = 0) {}
template <class M>
constexpr bool verify(const arguments::sized&, const arguments::sized&, const arguments::sized&,
                      const arguments::sized& = 0) {
    return false;
}
template <class K>
constexpr bool derive_into(const arguments::sized&, const arguments::sized&, const arguments::sized&,
                           const output_bytes&) {
    return false;
}
template <class K, int N = arguments::output_size<K>()>
constexpr std::array<std::uint8_t, static_cast<std::size_t>(N)> derive(const arguments::sized&, const arguments::sized&,
                                                                       const arguments::sized&) {
    return {};
}

}  // namespace hashlane::inline HASHLANE_ABI
