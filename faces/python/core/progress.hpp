// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// progress=: a callable that is told how far a long build is, and whose exceptions stop it.

#include "python.hpp"

namespace hashlane_python {

class progress {
  public:
    // Not given, or None: nobody is told. False with an exception.
    [[nodiscard]] bool take(PyObject* given) {
        if (given == nullptr || given == Py_None) return true;
        if (PyCallable_Check(given) == 0) return failed(PyExc_TypeError, "progress must be callable");
        told = given;
        return true;
    }
    bool wanted() const { return told != nullptr; }

    // With the GIL; all: 0 when it is not known yet. False with an exception.
    [[nodiscard]] bool tell(std::size_t done, std::size_t all) const {
        const owned<> n(PyLong_FromSize_t(done)), total(all == 0 ? Py_NewRef(Py_None) : PyLong_FromSize_t(all));
        const owned<> result(n && total ? PyObject_CallFunctionObjArgs(told, n.get(), total.get(), nullptr) : nullptr);
        return static_cast<bool>(result);
    }

  private:
    PyObject* told = nullptr;  // the caller's
};

}  // namespace hashlane_python
