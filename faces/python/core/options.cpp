// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "options.hpp"

namespace hashlane_python {

namespace {

bool hold_if_given(PyObject* given, const char* what, held_bytes& held, std::optional<octets>& out) {
    if (given == nullptr || given == Py_None) return true;
    if (!held.hold(given, what)) return false;
    out = held.get();
    return true;
}

// The domain separation byte of TurboSHAKE, RFC 9861 s.2.2.
constexpr range any_domain{0x01, 0x7f};

bool get_domain(PyObject* given, std::optional<std::uint8_t>& out) {
    std::optional<std::size_t> domain;
    if (!get_optional(given, "domain", domain, any_domain)) return false;
    if (domain) out = static_cast<std::uint8_t>(*domain);
    return true;
}

// An argument too many or too few is a TypeError, one out of its range a ValueError.
bool is_about_arguments(hl::any_problem problem) {
    using enum hl::any_problem;
    switch (problem) {
    case key_missing:
    case key_unwanted:
    case customization_unwanted:
    case function_name_unwanted:
    case parallel_block_unwanted:
    case domain_unwanted: return true;
    default: return false;
    }
}

bool fits(const entry& what, const hl::any_options& options, bool whole = false) {
    hl::algorithm info = what.info;
    if (whole && what.at_once != nullptr && what.at_once->digest_customized != nullptr)
        info.longest_customization = PTRDIFF_MAX;
    const hl::any_problem problem = hl::problem_with(info, options);
    if (problem == hl::any_problem::none) return true;
    PyObject* const type = is_about_arguments(problem) ? PyExc_TypeError : PyExc_ValueError;
    return failed(type, "%.160s", hl::explain(info, options, problem).message().data());
}

}  // namespace

bool held_options::take(const entry& what, PyObject* const* given, bool whole) {
    return hold_if_given(given[0], "key", key, options.key) &&
           hold_if_given(given[1], "customization", customization, options.customization) &&
           hold_if_given(given[2], "function_name", function_name, options.function_name) &&
           get_domain(given[3], options.domain) &&
           get_optional(given[4], "parallel_block", options.parallel_block, {1, most_bytes}) &&
           fits(what, options, whole);
}

bool needs_none(const entry& what) { return !what.takes(hl::parameter::key) || fits(what, {}); }

bool get_length(const entry& what, PyObject* given, std::size_t& out) {
    out = what.info.digest_size;
    if (!get_optional(given, "length", out)) return false;
    if (what.info.any_length || out == what.info.digest_size) return true;
    return failed(PyExc_ValueError, "length must be %zu, the bytes of a digest of %.40s, not %zu",
                  what.info.digest_size, what.info.name.data(), out);
}

}  // namespace hashlane_python
