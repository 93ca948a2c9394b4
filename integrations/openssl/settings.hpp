// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What is set before the message of a digest of any size. Each has
//   read(owner, params, changed)   false after an error was reported; `changed` is set where a parameter is there
//   make()                         the object of Hashlane
//   settable                       the list of the parameters

#include "digest.hpp"

namespace hashlane::openssl {

inline constexpr const char* function_name_parameter = "function-name";  // those of OpenSSL 4.0's cSHAKE
inline constexpr const char* customization_parameter = "customization";
inline constexpr const char* parallel_block_parameter = "parallel-block";
inline constexpr const char* domain_parameter = "domain";

// Reads a string of at most `longest` bytes. False after an error was reported.
bool read_string(const provider& owner, const OSSL_PARAM params[], const char* name, std::size_t longest,
                 short_string& string, bool& changed) noexcept;

// Reads the function name of cSHAKE, which must be one of NIST's (SP 800-185 s.3.4); case does not matter. False
// after an error was reported.
bool read_function_name(const provider& owner, const OSSL_PARAM params[], short_string& string, bool& changed) noexcept;

// The lists of parameters. Each begins with `size`, which OpenSSL before 3.4 does not take.
extern const OSSL_PARAM length_list[], names_list[], customization_list[], parallel_list[], domain_list[], tuple_list[];

// Nothing but the output size.
template <class X>
struct no_settings {
    static constexpr const OSSL_PARAM* settable = length_list;
    bool read(const provider&, const OSSL_PARAM[], bool&) const noexcept { return true; }
    X make() const noexcept { return X(); }
};

// cSHAKE: a function name and a customization string. OpenSSL's own takes the parameter `properties` too, for a digest that
// it fetches; here it changes nothing.
template <class X>
struct named_settings {
    short_string function_name{}, customization{};

    static constexpr const OSSL_PARAM* settable = names_list;
    bool read(const provider& owner, const OSSL_PARAM params[], bool& changed) noexcept {
        constexpr std::size_t longest = short_string::longest;
        return read_function_name(owner, params, function_name, changed) &&
               read_string(owner, params, customization_parameter, longest, customization, changed);
    }
    X make() const noexcept { return X(function_name.bytes(), customization.bytes()); }
};

// A customization string alone, which the object takes when it is made.
template <class X>
struct customized_settings {
    short_string customization{};

    static constexpr const OSSL_PARAM* settable = customization_list;
    static constexpr std::size_t longest = [] {
        if constexpr (requires { X::longest_customization; }) return X::longest_customization;
        return short_string::longest;
    }();
    bool read(const provider& owner, const OSSL_PARAM params[], bool& changed) noexcept {
        return read_string(owner, params, customization_parameter, longest, customization, changed);
    }
    X make() const noexcept { return X(customization.bytes()); }
};

// ParallelHash: the size of its blocks and a customization string.
template <class X>
struct parallel_settings {
    std::size_t block = 8192;
    short_string customization{};

    static constexpr const OSSL_PARAM* settable = parallel_list;
    bool read(const provider& owner, const OSSL_PARAM params[], bool& changed) noexcept {
        if (OSSL_PARAM_locate_const(params, parallel_block_parameter) != nullptr) changed = true;
        if (!openssl::read(params, parallel_block_parameter, block)) return owner.fail(problem::wrong_parameter);
        if (block == 0) return owner.fail(problem::wrong_block);
        constexpr std::size_t longest = short_string::longest;
        return read_string(owner, params, customization_parameter, longest, customization, changed);
    }
    X make() const noexcept { return X(block, customization.bytes()); }
};

// TurboSHAKE: the domain separation byte.
template <class X>
struct domain_settings {
    std::size_t domain = 0x1f;

    static constexpr const OSSL_PARAM* settable = domain_list;
    bool read(const provider& owner, const OSSL_PARAM params[], bool& changed) noexcept {
        if (OSSL_PARAM_locate_const(params, domain_parameter) != nullptr) changed = true;
        if (!openssl::read(params, domain_parameter, domain)) return owner.fail(problem::wrong_parameter);
        return is_turboshake_domain(domain) || owner.fail(problem::wrong_domain);
    }
    X make() const noexcept { return X(static_cast<std::uint8_t>(domain)); }
};

// TupleHash: a customization string. The elements are parameters too, but not settings.
template <class X>
struct tuple_settings : customized_settings<X> {
    static constexpr const OSSL_PARAM* settable = tuple_list;
};

}  // namespace hashlane::openssl
