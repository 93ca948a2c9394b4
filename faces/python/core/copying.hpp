// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What copy.copy(), copy.deepcopy() and pickle do with the objects of this module: methods for their tables.

#include "python.hpp"

namespace hashlane_python::copying {

// An object that never changes is its own copy.
inline PyObject* return_itself(PyObject* self, PyObject*) { return Py_NewRef(self); }
inline constexpr PyMethodDef itself[] = {
    {"__copy__", return_itself, METH_NOARGS, "__copy__($self, /)\n--\n\nThe object itself: it never changes."},
    {"__deepcopy__", return_itself, METH_O,
     "__deepcopy__($self, memo, /)\n--\n\nThe object itself: it never changes."}};

// Both as Method, which is copy(), does it.
template <PyCFunction Method>
PyObject* deep(PyObject* self, PyObject*) {
    return Method(self, nullptr);
}
template <PyCFunction Method>
inline constexpr PyMethodDef by_method[] = {
    {"__copy__", Method, METH_NOARGS, "__copy__($self, /)\n--\n\ncopy()."},
    {"__deepcopy__", deep<Method>, METH_O, "__deepcopy__($self, memo, /)\n--\n\ncopy()."}};

// TypeError with a reason. Reason: an array of characters that lives as long as the process.
template <const char* Reason>
PyObject* refuse(PyObject*, PyObject*) {
    return fail(PyExc_TypeError, Reason);
}
template <const char* Reason>
inline constexpr PyMethodDef no_pickle = {"__reduce__", refuse<Reason>, METH_NOARGS,
                                          "__reduce__($self, /)\n--\n\nTypeError: it cannot be pickled."};
template <const char* Reason>
inline constexpr PyMethodDef no_copy[] = {
    {"__copy__", refuse<Reason>, METH_NOARGS, "__copy__($self, /)\n--\n\nTypeError: it is not copied unasked."},
    {"__deepcopy__", refuse<Reason>, METH_O,
     "__deepcopy__($self, memo, /)\n--\n\nTypeError: it is not copied unasked."}};

// A function of the module of that type; nullptr and an exception if there is none.
inline PyObject* function_of(PyTypeObject* type, const char* name) {
    PyObject* const module = PyType_GetModule(type);
    return module == nullptr ? nullptr : PyObject_GetAttrString(module, name);
}

}  // namespace hashlane_python::copying
