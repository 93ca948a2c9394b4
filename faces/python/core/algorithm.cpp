// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane.algorithms: the registry, read-only, and how a name is found in it.

#include "copying.hpp"
#include "functions.hpp"
#include "state.hpp"

namespace hashlane_python {

namespace {

const hl::algorithm& info_of(PyObject* self) { return reinterpret_cast<algorithm_object*>(self)->what->info; }

PyObject* get_name(PyObject* self, void*) { return text(info_of(self).name); }
PyObject* get_identifier(PyObject* self, void*) {
    return text(reinterpret_cast<algorithm_object*>(self)->what->identifier.data());
}
PyObject* get_family(PyObject* self, void*) { return text(info_of(self).family); }
PyObject* get_standard(PyObject* self, void*) { return text(info_of(self).standard); }
PyObject* get_any_length(PyObject* self, void*) { return PyBool_FromLong(info_of(self).any_length); }
PyObject* get_digest_size(PyObject* self, void*) { return PyLong_FromSize_t(info_of(self).digest_size); }
PyObject* get_block_size(PyObject* self, void*) { return PyLong_FromSize_t(info_of(self).block_size); }
PyObject* get_strength(PyObject* self, void*) { return PyLong_FromSize_t(info_of(self).security_strength); }

PyObject* get_kind(PyObject* self, void*) {
    static constexpr std::string_view names[] = {"hash", "xof", "mac", "kdf", "aead"};
    return text(names[static_cast<std::size_t>(info_of(self).kind)]);
}

PyObject* get_parameters(PyObject* self, void*) {
    using namespace hl::parameter;
    static constexpr std::pair<unsigned, const char*> names[] = {{key, "key"},
                                                                 {customization, "customization"},
                                                                 {function_name, "function_name"},
                                                                 {parallel_block, "parallel_block"},
                                                                 {domain, "domain"},
                                                                 {elements, "elements"}};
    owned<> out(PyList_New(0));
    for (const auto& [bit, name] : names) {
        if ((info_of(self).parameters & bit) == 0) continue;
        const owned<> word(text(name));
        if (!out || !word || PyList_Append(out.get(), word.get()) != 0) return nullptr;
    }
    return out ? PyList_AsTuple(out.get()) : nullptr;
}

// For pickle: an entry of the registry goes by its name.
PyObject* reduce(PyObject* self, PyObject*) {
    const owned<> find(copying::function_of(Py_TYPE(self), "_find_algorithm"));
    return find ? Py_BuildValue("O(s)", find.get(), info_of(self).name.data()) : nullptr;
}

PyObject* find_algorithm(PyObject* module, PyObject* name) {
    if (find_entry(state_of(module), name) == nullptr) return nullptr;
    return Py_XNewRef(PyDict_GetItemWithError(state_of(module).names, name));
}

PyMethodDef methods[] = {copying::itself[0],
                         copying::itself[1],
                         {"__reduce__", reduce, METH_NOARGS, "__reduce__($self, /)\n--\n\nFor pickle: the name."},
                         {nullptr, nullptr, 0, nullptr}};

PyObject* repr(PyObject* self) { return PyUnicode_FromFormat("<hashlane algorithm %s>", info_of(self).name.data()); }

PyGetSetDef attributes[] = {
    {"name", get_name, nullptr, "As in the registry: 'sha3-256'.", nullptr},
    {"identifier", get_identifier, nullptr, "Its function or class in this package: 'sha3_256'.", nullptr},
    {"family", get_family, nullptr, "'SHA-3'.", nullptr},
    {"standard", get_standard, nullptr, "Where it is defined: 'FIPS 202 s.6.1'.", nullptr},
    {"kind", get_kind, nullptr, "'hash', 'xof', 'mac', 'kdf' or 'aead'.", nullptr},
    {"any_length", get_any_length, nullptr, "Whether digest_size is only the usual one.", nullptr},
    {"digest_size", get_digest_size, nullptr, "Bytes; of the tag of an aead, of the usual key of a kdf.", nullptr},
    {"block_size", get_block_size, nullptr, "Bytes of a block, or of the rate of a sponge.", nullptr},
    {"security_strength", get_strength, nullptr, "Bits.", nullptr},
    {"parameters", get_parameters, nullptr, "The keywords that it takes; 'elements' for a tuple hash.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

bool add_name(PyObject* dict, const char* name, PyObject* value) {
    const owned<> key(PyUnicode_InternFromString(name));
    return key && PyDict_SetItem(dict, key.get(), value) == 0;
}

// The registry's name, that of the function, and hashlib's.
bool add_names(module_state& state, PyObject* registry, const entry& what) {
    static constexpr std::pair<std::string_view, const char*> of_hashlib[] = {{"shake128", "shake_128"},
                                                                              {"shake256", "shake_256"},
                                                                              {"sha512-224", "sha512_224"},
                                                                              {"sha512-256", "sha512_256"}};
    auto* const object = PyObject_New(algorithm_object, state.algorithm);
    if (object == nullptr) return false;
    object->what = &what;
    const owned value(reinterpret_cast<PyObject*>(object));
    for (const auto& [own, theirs] : of_hashlib)
        if (own == what.info.name && !add_name(state.names, theirs, value.get())) return false;
    return add_name(registry, what.info.name.data(), value.get()) &&
           add_name(state.names, what.info.name.data(), value.get()) &&
           add_name(state.names, what.identifier.data(), value.get());
}

// ValueError with the nearest name.
std::nullptr_t no_such_algorithm(PyObject* name) {
    Py_ssize_t size = 0;
    const char* const given = PyUnicode_AsUTF8AndSize(name, &size);
    if (given == nullptr) PyErr_Clear();  // a surrogate, which is in no name
    const std::string_view nearest =
        given == nullptr ? std::string_view() : hl::nearest_name({given, static_cast<std::size_t>(size)});
    if (nearest.empty()) return fail(PyExc_ValueError, "no such algorithm: %R", name);
    return fail(PyExc_ValueError, "no such algorithm: %R; did you mean '%.40s'?", name, nearest.data());
}

}  // namespace

const entry* find_entry(const module_state& state, PyObject* name) {
    if (!PyUnicode_Check(name)) {
        return fail(PyExc_TypeError, "the name of an algorithm must be a string, not %R", Py_TYPE(name));
    }
    PyObject* const found = PyDict_GetItemWithError(state.names, name);
    if (found != nullptr) return reinterpret_cast<algorithm_object*>(found)->what;
    return PyErr_Occurred() == nullptr ? no_such_algorithm(name) : nullptr;
}

const entry* find_digesting(const module_state& state, PyObject* name) {
    const entry* const what = find_entry(state, name);
    if (what == nullptr || what->any != nullptr) return what;
    return fail(PyExc_ValueError, "%R is no hash, xof or mac: it gives no digest", name);
}

const entry* find_entry_over(const module_state& state, const char* prefix, PyObject* hash) {
    const entry* const over = find_entry(state, hash);
    if (over == nullptr) return nullptr;
    const owned<> name(PyUnicode_FromFormat("%s%s", prefix, over->info.name.data()));
    return name ? find_entry(state, name.get()) : nullptr;
}

const PyMethodDef find_algorithm_method = {
    "_find_algorithm", find_algorithm, METH_O,
    "_find_algorithm(name, /)\n--\n\n"
    "What is known of the algorithm of that name, by any of its names; ValueError for an unknown one."};

bool add_algorithms(PyObject* module, module_state& state) {
    state.algorithm = add_type(module, {"hashlane.Algorithm", "What is known of an algorithm.",
                                        sizeof(algorithm_object), free_object, methods, attributes, nullptr, repr});
    state.names = PyDict_New();
    const owned<> registry(PyDict_New());
    if (state.algorithm == nullptr || state.names == nullptr || !registry) return false;
    for (const entry& what : entries)
        if (!add_names(state, registry.get(), what)) return false;
    const owned<> view(PyDictProxy_New(registry.get()));
    return view && PyModule_AddObjectRef(module, "algorithms", view.get()) == 0;
}

}  // namespace hashlane_python
