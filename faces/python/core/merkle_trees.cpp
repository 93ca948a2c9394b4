// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "merkle_trees.hpp"

namespace hashlane_python {

namespace {

constexpr std::pair<const char*, hl::merkle_shape> schemes[] = {{"rfc9162", hl::merkle_shape::rfc9162},
                                                                {"plain", hl::merkle_shape::plain},
                                                                {"plain4", hl::merkle_shape::plain4},
                                                                {"sorted-pairs", hl::merkle_shape::sorted_pairs}};

bool get_scheme(PyObject* given, hl::merkle_shape& out) {
    if (given == nullptr) return true;
    if (!PyUnicode_Check(given)) return failed(PyExc_TypeError, "scheme must be a string");
    for (const auto& [name, shape] : schemes)
        if (PyUnicode_CompareWithASCIIString(given, name) == 0) {
            out = shape;
            return true;
        }
    PyErr_Format(PyExc_ValueError, "no such scheme: %R; rfc9162, plain, plain4 or sorted-pairs", given);
    return false;
}

}  // namespace

std::optional<hl::any_tree> get_trees(const module_state& state, PyObject* name, PyObject* scheme) {
    const owned<> usual(name == nullptr ? text("sha256") : Py_NewRef(name));
    hl::merkle_shape shape = hl::merkle_shape::rfc9162;
    if (!usual || !get_scheme(scheme, shape)) return {};
    const entry* what = find_entry(state, usual.get());
    if (what == nullptr) return {};
    const auto made = hl::any_tree::create(what->info.name, shape);
    if (made) return *made;
    PyErr_Format(PyExc_ValueError, "no Merkle trees: %.160s", made.error().message().data());
    return {};
}

const char* scheme_text(const hl::any_tree& trees) {
    for (const auto& [name, shape] : schemes)
        if (shape == trees.shape()) return name;
    return "";
}

PyObject* scheme_name(const hl::any_tree& trees) { return text(scheme_text(trees)); }

}  // namespace hashlane_python
