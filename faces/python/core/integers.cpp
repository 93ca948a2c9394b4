// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "integers.hpp"

#include <algorithm>
#include <cstring>

#include <hashlane/transcript.hpp>

namespace hashlane_python {

namespace {

const char* name_of(std::endian order) { return order == std::endian::big ? "big" : "little"; }

// -1 with an exception.
int is_negative(PyObject* number) {
    const owned<> zero(PyLong_FromLong(0));
    return zero ? PyObject_RichCompareBool(number, zero.get(), Py_LT) : -1;
}

bool integer_to_bytes(PyObject* value, std::endian order, output out) {
    const owned<> raw(
        PyObject_CallMethod(value, "to_bytes", "ns", static_cast<Py_ssize_t>(out.size()), name_of(order)));
    if (!raw) return false;
    std::memcpy(out.data(), PyBytes_AsString(raw.get()), out.size());
    return true;
}

PyObject* integer_of_bytes(octets bytes, std::endian order) {
    return PyObject_CallMethod(reinterpret_cast<PyObject*>(&PyLong_Type), "from_bytes", "y#s",
                               reinterpret_cast<const char*>(bytes.data()), static_cast<Py_ssize_t>(bytes.size()),
                               name_of(order));
}

}  // namespace

bool get_order(PyObject* given, std::endian& out) {
    if (given == nullptr) return true;
    if (!PyUnicode_Check(given)) return wrong_type("byteorder", "a string", given);
    for (const std::endian order : {std::endian::little, std::endian::big})
        if (PyUnicode_CompareWithASCIIString(given, name_of(order)) == 0) {
            out = order;
            return true;
        }
    return failed(PyExc_ValueError, "byteorder must be 'little' or 'big'");
}

bool modulus::take(PyObject* given) {
    if (!get_index(given, "modulus", number)) return false;
    const int negative = is_negative(number.get());
    const auto bits = bit_length(number.get());
    if (negative < 0 || !bits) return false;
    if (negative != 0 || *bits < 2) {
        const owned<> digits(shown(number.get()));
        if (digits) PyErr_Format(PyExc_ValueError, "modulus must be 2 or more, not %U", digits.get());
        return false;
    }
    if (*bits <= 64) {
        least = PyLong_AsUnsignedLongLong(number.get());
        bytes = hl::modular::serialized_size(least);
        return true;
    }
    // 256^Ns >= M: a power of 256 has a byte less than its own bits take.
    const owned<> one(PyLong_FromLong(1));
    const owned<> most(one ? PyNumber_Subtract(number.get(), one.get()) : nullptr);
    const auto most_bits = most ? bit_length(most.get()) : std::nullopt;
    if (most_bits) bytes = (*most_bits + 7) / 8;
    return most_bits.has_value();
}

PyObject* modulus::reduce(octets uniform) const {
    if (least != 0) return PyLong_FromUnsignedLongLong(hl::modular::remainder(uniform.data(), uniform.size(), least));
    const auto bits = bit_length(number.get());
    if (!bits) return nullptr;
    std::uint8_t m[hl::modular::longest_modulus], rest[hl::modular::longest_modulus];
    const std::size_t n = (*bits + 7) / 8;
    if (n > std::size(m))
        return fail(PyExc_ValueError, "the modulus has %zu bytes; that of a challenge has at most %zu", n,
                    std::size(m));
    if (!integer_to_bytes(number.get(), std::endian::little, output(m, n))) return nullptr;
    hl::modular::remainder(uniform, octets(m, n), output(rest, n));
    return integer_of_bytes(octets(rest, n), std::endian::little);
}

bool modulus::too_large(PyObject* value, argument_name name) const {
    const owned<> argument(name.text());
    const owned<> digits(shown(value));
    const owned<> limit(shown(number.get()));
    if (argument && digits && limit)
        PyErr_Format(PyExc_ValueError, "%U must be in 0..modulus-1, not %U; the modulus is %U", argument.get(),
                     digits.get(), limit.get());
    return false;
}

bool modulus::encode(PyObject* value, argument_name name, std::endian order, output out) const {
    owned<> index;
    if (!get_index(value, name, index)) return false;
    if (least == 0) return encode_long(index.get(), name, order, out);
    const std::uint64_t x = PyLong_AsUnsignedLongLong(index.get());
    if (x == UINT64_MAX && PyErr_Occurred() != nullptr) {
        if (!PyErr_ExceptionMatches(PyExc_OverflowError)) return false;
        PyErr_Clear();
        return too_large(index.get(), name);
    }
    if (x >= least) return too_large(index.get(), name);
    for (std::size_t i = 0; i < bytes; ++i)
        out[order == std::endian::big ? bytes - 1 - i : i] = static_cast<std::uint8_t>(x >> 8 * i);
    return true;
}

bool modulus::encode_long(PyObject* value, argument_name name, std::endian order, output out) const {
    const int negative = is_negative(value);
    const int below = negative == 0 ? PyObject_RichCompareBool(value, number.get(), Py_LT) : 0;
    if (negative < 0 || below < 0) return false;
    return below != 0 ? integer_to_bytes(value, order, out) : too_large(value, name);
}

PyObject* modulus::decode(octets read, std::endian order) const {
    if (least != 0) {
        std::uint64_t x = 0;
        for (std::size_t i = 0; i < bytes; ++i)
            x |= std::uint64_t{read[order == std::endian::big ? bytes - 1 - i : i]} << 8 * i;
        return x < least ? PyLong_FromUnsignedLongLong(x) : nullptr;
    }
    owned<> x(integer_of_bytes(read, order));
    const int below = x ? PyObject_RichCompareBool(x.get(), number.get(), Py_LT) : -1;
    return below == 1 ? x.release() : nullptr;
}

}  // namespace hashlane_python
