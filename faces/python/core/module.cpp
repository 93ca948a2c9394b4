// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane._core: the functions of the registry and all others.

#include <algorithm>
#include <array>
#include <cstring>

#include "docs.hpp"
#include "functions.hpp"

namespace hashlane_python {

PyTypeObject* add_type(PyObject* module, const type_parts& parts) {
    std::array<PyType_Slot, 6 + most_more_slots + 1> slots{};  // and an end
    std::size_t n = 0;
    const auto put = [&](int slot, auto what) {
        if (what != nullptr) slots[n++] = {slot, reinterpret_cast<void*>(what)};
    };
    put(Py_tp_doc, const_cast<char*>(parts.doc));
    put(Py_tp_new, parts.create);
    put(Py_tp_dealloc, parts.dealloc);
    put(Py_tp_repr, parts.repr);
    put(Py_tp_methods, parts.methods);
    put(Py_tp_getset, parts.attributes);
    if (parts.more.size() > most_more_slots) return fail(PyExc_SystemError, "hashlane: too many slots");
    std::copy(parts.more.begin(), parts.more.end(), slots.data() + n);
    const unsigned made_here = parts.create == nullptr ? Py_TPFLAGS_DISALLOW_INSTANTIATION : 0;
    const unsigned constant = parts.constant ? Py_TPFLAGS_IMMUTABLETYPE : 0;
    PyType_Spec spec = {parts.name, static_cast<int>(parts.size), parts.item_size,
                        static_cast<unsigned>(Py_TPFLAGS_DEFAULT) | made_here | constant, slots.data()};
    owned type(reinterpret_cast<PyTypeObject*>(PyType_FromModuleAndSpec(module, &spec, nullptr)));
    if (!type) return nullptr;
    const char* const name = std::strrchr(spec.name, '.') + 1;
    if (PyModule_AddObjectRef(module, name, reinterpret_cast<PyObject*>(type.get())) != 0) return nullptr;
    return type.release();
}

void free_object(PyObject* self) {
    PyTypeObject* const type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF(reinterpret_cast<PyObject*>(type));
}

namespace {

template <std::size_t I>
PyObject* call(PyObject* module, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    return construct(module, entries[I], args, nargs, kwnames);
}
template <std::size_t I>
PyObject* derive(PyObject*, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    const entry& what = entries[I];
    return (what.kdf->hkdf != nullptr ? derive_hkdf : derive_pbkdf2)(what, args, nargs, kwnames);
}

const PyMethodDef* const of_any_name[] = {&new_method,
                                          &digest_method,
                                          &digest_many_method,
                                          &digest_files_method,
                                          &row_digest_method,
                                          &hkdf_method,
                                          &hkdf_extract_method,
                                          &hkdf_expand_method,
                                          &pbkdf2_hmac_method,
                                          &pbkdf2_hmac_many_method,
                                          &targets_method,
                                          &target_method,
                                          &use_target_method,
                                          &merkle_root_method,
                                          &merkle_verify_method,
                                          &merkle_verify_consistency_method,
                                          &transcript_session_method,
                                          &import_state_method,
                                          &restore_digests_method,
                                          &find_algorithm_method};

// A function for each row but the aeads, whose classes stand in aead.cpp; then those of any name, and an end.
template <std::size_t... I>
auto all_methods(std::index_sequence<I...>) {
    std::array<PyMethodDef, entry_count + std::size(of_any_name) + 1> out{};
    std::size_t n = 0;
    const auto add = [&](std::size_t i, fast_function digesting, fast_function deriving) {
        const entry& what = entries[i];
        if (what.info.kind == hl::kind::aead) return;
        out[n++] = method(what.identifier.data(), what.info.kind == hl::kind::kdf ? deriving : digesting, doc_of(what));
    };
    (add(I, call<I>, derive<I>), ...);
    for (const PyMethodDef* m : of_any_name) out[n++] = *m;
    return out;
}

bool add_exception(PyObject* module, module_state& state) {
    state.invalid_tag = PyErr_NewExceptionWithDoc(
        "hashlane.InvalidTag", "A tag is not that of these data under this key: they are forged, or damaged.", nullptr,
        nullptr);
    return state.invalid_tag != nullptr && PyModule_AddObjectRef(module, "InvalidTag", state.invalid_tag) == 0;
}

int execute(PyObject* module) {
    module_state& state = state_of(module);
    const bool good = add_exception(module, state) && add_algorithms(module, state) && add_hashes(module, state) &&
                      add_reader(module, state) && add_aeads(module, state) && add_digests(module, state) &&
                      add_merkle(module, state) && add_transcripts(module, state) && add_ranges(module, state) &&
                      PyModule_AddStringConstant(module, "__version__", HASHLANE_VERSION) == 0;
    return good ? 0 : -1;
}

// Calls f(member) for every reference that the state holds.
template <class F>
void each_reference(module_state& s, F&& f) {
    f(s.names);
    f(s.invalid_tag);
    f(s.invalid_proof);
    f(s.invalid_range);
    for (PyObject*& refusal : s.refusals) f(refusal);
    for (PyTypeObject** type : {&s.algorithm, &s.hash, &s.sized_hash, &s.xof, &s.mac, &s.reader, &s.digests,
                                &s.merkle_tree, &s.merkle_stream, &s.prover, &s.verifier, &s.ranges})
        f(*type);
    for (auto& aead : s.aeads) f(aead.type);
}

int traverse(PyObject* module, visitproc visit, void* arg) {
    int stopped = 0;
    each_reference(state_of(module), [&](auto* reference) {
        if (stopped == 0 && reference != nullptr) stopped = visit(reinterpret_cast<PyObject*>(reference), arg);
    });
    return stopped;
}

int clear(PyObject* module) {
    each_reference(state_of(module), [](auto*& reference) {
        Py_XDECREF(reinterpret_cast<PyObject*>(std::exchange(reference, nullptr)));
    });
    return 0;
}

void free_module(void* module) { clear(static_cast<PyObject*>(module)); }

}  // namespace

}  // namespace hashlane_python

PyMODINIT_FUNC PyInit__core() {
    using namespace hashlane_python;
    static auto methods = all_methods(std::make_index_sequence<entry_count>{});
    static PyModuleDef_Slot slots[] = {{Py_mod_exec, reinterpret_cast<void*>(execute)}, {0, nullptr}};
    static PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                                     "hashlane._core",
                                     "The compiled part of hashlane.",
                                     sizeof(module_state),
                                     methods.data(),
                                     slots,
                                     traverse,
                                     clear,
                                     free_module};
    return PyModuleDef_Init(&definition);
}
