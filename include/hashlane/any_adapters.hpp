// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// How a class is made from run-time options, and how it is fed and read: one adapter per shape.

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <string_view>

#include "registry.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

struct any_options {
    std::optional<octets_in> key{};  // an empty one is a key too (RFC 2104, SP 800-185)
    octets_in customization{}, function_name{};
    std::size_t output_size = 0;     // bytes; 0: the usual size
    std::size_t parallel_block = 0;  // bytes; 0: 8192
    int domain = -1;                 // -1: 0x1f
};

// An option that the algorithm would ignore is an error, and so is a missing key.
constexpr bool options_fit(const algorithm& a, const any_options& o, std::string_view& error) noexcept {
    struct rule {
        bool broken;
        std::string_view error;
    };
    const auto unwanted = [&](bool given, unsigned bit) { return given && (a.parameters & bit) == 0; };
    const rule rules[] = {
        {unwanted(o.key.has_value(), parameter::key), "it takes no key"},
        {!o.key && (a.parameters & parameter::key) != 0, "it needs a key"},
        {unwanted(!o.customization.empty(), parameter::customization), "it takes no customization string"},
        {o.customization.size() > a.longest_customization, "its customization string is too long"},
        {unwanted(!o.function_name.empty(), parameter::function_name), "it takes no function name"},
        {unwanted(o.parallel_block != 0, parameter::parallel_block), "it takes no block size"},
        {unwanted(o.domain != -1, parameter::domain), "it takes no domain byte"},
        {o.domain != -1 && (o.domain < 0x01 || o.domain > 0x7f), "the domain byte must be in 0x01..0x7f"},
        {!a.any_length && o.output_size != 0 && o.output_size != a.digest_size, "its digest has a fixed length"},
    };
    for (const rule& r : rules)
        if (r.broken) return error = r.error, false;
    return true;
}

// A class from run-time options, fed and read by whichever verbs its shape has.
template <class Row>
struct any_adapter {
    using T = typename Row::type;
    static constexpr unsigned wants = Row::info().parameters & ~parameter::elements;

    static void create(void* where, const any_options& o) noexcept {
        using namespace parameter;
        if constexpr (wants == 0)
            ::new (where) T;
        else if constexpr (wants == domain)
            ::new (where) T(static_cast<std::uint8_t>(o.domain == -1 ? 0x1f : o.domain));
        else if constexpr (wants == customization)
            ::new (where) T(o.customization);
        else if constexpr (wants == (function_name | customization))
            ::new (where) T(o.function_name, o.customization);
        else if constexpr (wants == (parallel_block | customization))
            ::new (where) T(o.parallel_block == 0 ? std::size_t{8192} : o.parallel_block, o.customization);
        else if constexpr (wants == key)
            ::new (where) T(*o.key);
        else
            ::new (where) T(*o.key, o.customization);
    }

    static void update(T& h, octets_in p) noexcept {
        if constexpr (requires { h.update(p); })
            h.update(p);
        else
            h.absorb(p);
    }

    static void digest(const T& h, octets_out out) noexcept {
        if constexpr (!Row::info().any_length && requires { h.digest(); })
            copy_bytes(out.data(), h.digest().data(), out.size());
        else if constexpr (!Row::info().any_length)
            copy_bytes(out.data(), h.tag().data(), out.size());
        else if constexpr (requires { h.reader(); })
            h.reader().squeeze(out);
        else if constexpr (requires { h.tag(out); })
            h.tag(out);
        else
            h.digest(out);
    }

    // A message that ends within a byte.
    static constexpr bool takes_bits = requires(const T& h, partial_byte last) { h.reader(last); } ||
                                       requires(const T& h, partial_byte last) { h.digest(last); } ||
                                       requires(const T& h, partial_byte last) { h.tag_bits({}, 0, last); };
    static void digest(const T& h, octets_out out, partial_byte last) noexcept
    requires takes_bits
    {
        if constexpr (requires { h.reader(last); })
            h.reader(last).squeeze(out);
        else if constexpr (requires { h.tag_bits(out, 0, last); })
            h.tag_bits(out, std::uint64_t{out.size()} * 8, last);
        else if constexpr (requires { h.digest(out, last); })
            h.digest(out, last);
        else
            copy_bytes(out.data(), h.digest(last).data(), out.size());
    }
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
