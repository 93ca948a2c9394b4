// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Python's integers as a proof has them: below a modulus, in as many bytes as every one below it fits in.

#include <bit>
#include <optional>

#include "arguments.hpp"

namespace hashlane_python {

class modulus {
  public:
    // False with an exception: it is no integer, or not 2 or more.
    [[nodiscard]] bool take(PyObject* given);

    std::size_t size() const { return bytes; }  // Ns of draft-irtf-cfrg-fiat-shamir-03 s.6.1.3
    // s.4.2.2: DecodeUint of size() bytes or more. nullptr with an exception.
    PyObject* reduce(octets uniform) const;

    // False with an exception: TypeError, the value is no integer; ValueError, it is not in 0..modulus-1.
    [[nodiscard]] bool encode(PyObject* value, argument_name name, std::endian order, output out) const;
    // nullptr without an exception: what is read is not below the modulus.
    PyObject* decode(octets read, std::endian order) const;

  private:
    owned<> number;
    std::size_t bytes = 0;
    std::uint64_t least = 0;  // the modulus, or 0 when it has more than 64 bits

    bool too_large(PyObject* value, argument_name name) const;
    bool encode_long(PyObject* value, argument_name name, std::endian order, output out) const;
};

// Not given: little. False with an exception.
[[nodiscard]] bool get_order(PyObject* given, std::endian& out);

}  // namespace hashlane_python
