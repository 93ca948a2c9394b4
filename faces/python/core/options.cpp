// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "options.hpp"

namespace hashlane_python {

namespace {

template <class Out>  // octets, or an optional of them
bool hold_if_given(PyObject* given, const char* what, held_bytes& held, Out& out) {
    if (given == nullptr || given == Py_None) return true;
    if (!held.hold(given, what)) return false;
    out = held.get();
    return true;
}

// The domain separation byte of TurboSHAKE, RFC 9861 s.2.2.
constexpr range any_domain{0x01, 0x7f};

// `out` stays -1, which means that none is given.
bool get_domain(PyObject* given, int& out) {
    std::optional<std::size_t> domain;
    if (!get_optional(given, "domain", domain, any_domain)) return false;
    if (domain) out = static_cast<int>(*domain);
    return true;
}

// A customization string that is longer than an object of the algorithm can keep.
bool wrong_customization(const hl::algorithm& info, std::size_t given) {
    PyErr_Format(PyExc_ValueError, "the customization has %zu bytes; %.40s takes at most %zu", given, info.name.data(),
                 info.longest_customization);
    return false;
}

// An argument too many or too few is a TypeError, one out of its range a ValueError.
bool fits(const entry& what, const hl::any_options& options, bool whole = false) {
    std::string_view error;
    hl::algorithm info = what.info;
    if (whole && what.at_once != nullptr && what.at_once->digest_customized != nullptr)
        info.longest_customization = PTRDIFF_MAX;
    if (hl::options_fit(info, options, error)) return true;
    const std::size_t customization = options.customization.size();
    if (what.takes(hl::parameter::customization) && customization > info.longest_customization)
        return wrong_customization(info, customization);
    const bool arguments = error.starts_with("it takes no ") || error.starts_with("it needs ");
    PyErr_Format(arguments ? PyExc_TypeError : PyExc_ValueError, "%.40s: %.200s", what.info.name.data(), error.data());
    return false;
}

}  // namespace

bool held_options::take(const entry& what, PyObject* const* given, bool whole) {
    return hold_if_given(given[0], "key", key, options.key) &&
           hold_if_given(given[1], "customization", customization, options.customization) &&
           hold_if_given(given[2], "name", function_name, options.function_name) &&
           get_domain(given[3], options.domain) &&
           get_optional(given[4], "block_size", options.parallel_block, {1, most_bytes}) && fits(what, options, whole);
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
