// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The options of an algorithm that is chosen by name, and how an object of its class is made, fed and read.
///
/// Programs include any.hpp.

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>

#include "../classes/verbs.hpp"
#include "../lanes/result.hpp"
#include "../registry.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// What an algorithm takes besides the message. An option that is absent has its usual value. An option that is present
/// must be one that the algorithm takes, even if it is an empty string. algorithm::parameters tells which options an
/// algorithm takes.
///
///     const auto options = hl::any_options{.key = key, .customization = context};
///     const auto mac = hl::any_mac::create("kmac128", options);
///
/// The options refer to memory of the caller, which must live until create() has returned.
struct any_options {
    std::optional<octets_in> key{};            ///< The key of a MAC, of any number of bytes. An empty key is a key too.
    std::optional<octets_in> customization{};  ///< S of SP 800-185, C of KangarooTwelve, Z of Ascon-CXOF128; else empty
    std::optional<octets_in> function_name{};  ///< N of cSHAKE; else empty
    std::optional<std::size_t> output_size{};  ///< in bytes; else algorithm::digest_size
    std::optional<std::size_t> parallel_block{};  ///< B of ParallelHash, in bytes, 1 or more; else 8192
    std::optional<std::uint8_t> domain{};         ///< D of TurboSHAKE, 0x01 to 0x7f; else 0x1f
};

/// Compares options with what an algorithm takes.
/// \param a the algorithm
/// \param o its options
/// \return the first problem that is found, or any_problem::none. An option that the algorithm would ignore is a
/// problem, and so is a missing key.
constexpr any_problem problem_with(const algorithm& a, const any_options& o) noexcept {
    using enum any_problem;
    const auto unwanted = [&](bool given, unsigned bit) { return given && (a.parameters & bit) == 0; };
    if (unwanted(o.key.has_value(), parameter::key)) return key_unwanted;
    if (!o.key && (a.parameters & parameter::key) != 0) return key_missing;
    if (unwanted(o.customization.has_value(), parameter::customization)) return customization_unwanted;
    if (o.customization && o.customization->size() > a.longest_customization) return customization_too_long;
    if (unwanted(o.function_name.has_value(), parameter::function_name)) return function_name_unwanted;
    if (unwanted(o.parallel_block.has_value(), parameter::parallel_block)) return parallel_block_unwanted;
    if (o.parallel_block && *o.parallel_block == 0) return parallel_block_zero;
    if (unwanted(o.domain.has_value(), parameter::domain)) return domain_unwanted;
    if (o.domain && (*o.domain < 0x01 || *o.domain > 0x7f)) return domain_out_of_range;
    if (o.output_size && !a.any_length && *o.output_size != a.digest_size) return output_size;
    return none;
}
/// Tells whether problem_with() finds no problem with the options `o` of the algorithm `a`.
constexpr bool options_fit(const algorithm& a, const any_options& o) noexcept {
    return problem_with(a, o) == any_problem::none;
}

/// Makes the error of a problem: its message says what is wrong, with the sizes.
/// \param a the algorithm
/// \param o the options that do not fit
/// \param problem what problem_with(a, o) has returned; not any_problem::none
constexpr any_error explain(const algorithm& a, const any_options& o, any_problem problem) noexcept {
    any_error error(problem);
    error.add(a.name);
    switch (problem) {
    case any_problem::key_missing: return error.add(" needs a key");
    case any_problem::key_unwanted: return error.add(" takes no key");
    case any_problem::customization_unwanted: return error.add(" takes no customization string");
    case any_problem::customization_too_long:
        error.add(" takes a customization string of at most ").add(a.longest_customization);
        return error.add(" bytes, not of ").add(o.customization->size());
    case any_problem::function_name_unwanted: return error.add(" takes no function name");
    case any_problem::parallel_block_unwanted: return error.add(" takes no block size");
    case any_problem::parallel_block_zero: return error.add(" takes a block size of 1 byte or more, not of 0");
    case any_problem::domain_unwanted: return error.add(" takes no domain byte");
    case any_problem::domain_out_of_range:
        return error.add(" takes a domain byte of 1 to 127, not of ").add(std::size_t{*o.domain});
    default: error.add(" has a digest of ").add(a.digest_size); return error.add(" bytes, not of ").add(*o.output_size);
    }
}

/// Makes an object of the class of a row from options that are known at run time, and calls the member functions that
/// the class has. Row is a row of the registry. any_hash calls these functions.
template <class Row>
struct any_adapter {
    /// The class of the row.
    using T = typename Row::type;

    /// The bits of algorithm::parameters that the constructor of the class takes. Elements of a tuple are no argument
    /// of it.
    static constexpr unsigned wants = Row::info().parameters & ~parameter::elements;

    /// Makes an object at the address `where`, which has space for it, with the options `o`, which fit.
    static void create(void* where, [[maybe_unused]] const any_options& o) noexcept {
        using namespace parameter;
        [[maybe_unused]] const octets_in customized = o.customization.value_or(octets_in{});
        if constexpr (wants == 0)
            ::new (where) T;
        else if constexpr (wants == domain)
            ::new (where) T(o.domain.value_or(0x1f));
        else if constexpr (wants == customization)
            ::new (where) T(customized);
        else if constexpr (wants == (function_name | customization))
            ::new (where) T(o.function_name.value_or(octets_in{}), customized);
        else if constexpr (wants == (parallel_block | customization))
            ::new (where) T(o.parallel_block.value_or(8192), customized);
        else if constexpr (wants == key)
            ::new (where) T(*o.key);
        else
            ::new (where) T(*o.key, customized);
    }

    /// Lets `h` absorb the bytes `p`; a class of tuples takes them as one element.
    static void update(T& h, octets_in p) noexcept { detail::take_in(h, p); }

    /// Writes the digest, the tag or the first bytes of output of everything that `h` has absorbed to `out`, whose size
    /// fits.
    static void digest(const T& h, octets_out out) noexcept {
        // The array is made in its place: a copy would load as vectors what was just stored as words, and wait.
        if constexpr (Row::info().kind == kind::hash && requires { typename T::digest_type; })
            ::new (static_cast<void*>(out.data())) typename T::digest_type(h.digest());
        else
            detail::write_output(h, out);
    }

    /// Compares a tag in constant time.
    /// \param h a MAC that has absorbed the message
    /// \param tag the first tag.size() bytes of output of an XOF, the tag of that length, or the whole tag of a MAC
    /// that has one length
    /// \return whether the tag is right
    static bool verify(const T& h, octets_in tag) noexcept
    requires(Row::info().kind == kind::mac)
    {
        if constexpr (requires { h.reader(); })
            return h.reader().verify(short_tag(tag, tag.size()));
        else if constexpr (Row::info().any_length)
            return h.verify(short_tag(tag, tag.size()));
        else
            return h.verify(tag);
    }

    /// Whether a message may end within a byte.
    static constexpr bool takes_bits =
        requires(const T& h, partial_byte last) { h.reader(last); } || requires(const T& h, partial_byte last) {
            h.digest(last);
        } || requires(const T& h, octets_out out, partial_byte last) { h.tag_bits_into(out, 0, last); };
    /// As digest(h, out), for a message whose last byte is `last`: it has 1 to 7 bits. `h` and `out` are as there.
    static void digest(const T& h, octets_out out, partial_byte last) noexcept
    requires takes_bits
    {
        if constexpr (requires { h.reader(last); })
            h.reader(last).squeeze(out);
        else if constexpr (requires { h.tag_bits_into(out, 0, last); })
            h.tag_bits_into(out, std::uint64_t{out.size()} * 8, last);
        else if constexpr (requires { h.digest_into(out, last); })
            h.digest_into(out, last);
        else
            copy_bytes(out.data(), h.digest(last).data(), out.size());
    }
};

}  // namespace hashlane::inline HASHLANE_ABI
