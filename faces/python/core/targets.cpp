// SPDX-License-Identifier: Apache-2.0 OR MIT
// Which instruction sets are used.

#include "arguments.hpp"
#include "functions.hpp"

namespace hashlane_python {

namespace {

PyObject* targets(PyObject*, PyObject*) {
    const owned<> names(PyList_New(0));
    for (const std::string_view target : hl::available_targets()) {
        const owned<> name(text(target));
        if (!names || !name || PyList_Append(names.get(), name.get()) != 0) return nullptr;
    }
    return names ? PyList_AsTuple(names.get()) : nullptr;
}

PyObject* target(PyObject*, PyObject*) { return text(hl::target_name()); }

PyObject* use_target(PyObject*, PyObject* wanted) {
    Py_ssize_t size = 0;
    const char* name = wanted == Py_None ? "" : PyUnicode_AsUTF8AndSize(wanted, &size);
    if (name == nullptr) return nullptr;
    if (wanted != Py_None && size == 0) return fail(PyExc_ValueError, "no target has an empty name; None: all");
    if (hl::use_target(std::string_view(name, static_cast<std::size_t>(size)))) return Py_NewRef(Py_None);
    PyErr_Format(PyExc_ValueError, "no target of this processor: %R; targets() lists them", wanted);
    return nullptr;
}

}  // namespace

const PyMethodDef targets_method = {"targets", targets, METH_NOARGS,
                                    "targets()\n--\n\nThe instruction sets that this processor has, as a tuple."};
const PyMethodDef target_method = {"target", target, METH_NOARGS, "target()\n--\n\nThe widest instruction set in use."};
const PyMethodDef use_target_method = {
    "use_target", use_target, METH_O,
    "use_target(name, /)\n--\n\n"
    "Uses one instruction set and the baseline alone, for all threads; None: all again. ValueError for one that "
    "this\nprocessor lacks. The variable HASHLANE_TARGET does the same from outside."};

}  // namespace hashlane_python
