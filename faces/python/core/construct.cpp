// SPDX-License-Identifier: Apache-2.0 OR MIT
// sha256(data), new(name, data), digest(name, data).

#include "functions.hpp"
#include "hash.hpp"

namespace hashlane_python {

namespace {

// data may be nullptr.
PyObject* construct(const module_state& state, const entry& what, PyObject* data, const hl::any_options& options) {
    owned<hash_object> made(make_hash(state, what, options));
    if (!made || (data != nullptr && !update_hash(made.get(), data))) return nullptr;
    return reinterpret_cast<PyObject*>(made.release());
}

// hashlib calls the data `string` in some versions.
constexpr const char* constructor_names[] = {"data", "string", "usedforsecurity", HASHLANE_OPTION_NAMES};

bool one_of(const char* function, PyObject** given) {
    if (given[1] == nullptr) return true;
    if (given[0] == nullptr) {
        given[0] = given[1];
        return true;
    }
    return failed(PyExc_TypeError, "%s() got both data and string", function);
}

PyObject* make_new(PyObject* module, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    if (nargs == 0) return fail(PyExc_TypeError, "new() needs the name of an algorithm");
    const module_state& state = state_of(module);
    const entry* what = find_digesting(state, args[0]);
    return what == nullptr ? nullptr : hashlane_python::construct(module, *what, args + 1, nargs - 1, kwnames);
}

PyObject* digest_at_once(const entry& what, octets message, std::size_t n) {
    fresh_bytes out(n);
    if (!out) return nullptr;
    without_gil_if(message.size() > brief || n > brief, [&] { what.at_once->digest(message, out.room); });
    return out.object.release();
}

PyObject* digest_customized(const entry& what, PyObject* data, octets customization, std::size_t n) {
    held_bytes message;
    if (!message.hold(data)) return nullptr;
    fresh_bytes out(n);
    if (!out) return nullptr;
    without_gil([&] { what.at_once->digest_customized(message.get(), customization, out.room); });
    return out.object.release();
}

PyObject* digest_with_options(const module_state& state, const entry& what, PyObject* const* given) {
    std::size_t n = 0;
    hl::threads wanted;
    held_options options;
    if (!get_length(what, given[2], n) || !get_threads(given[3], wanted.count) || !options.take(what, given + 4, true))
        return nullptr;
    const octets customization = options.get().customization.value_or(octets{});
    if (customization.size() > what.info.longest_customization)
        return digest_customized(what, given[1], customization, n);
    const owned<hash_object> hash(make_hash(state, what, options.get()));
    if (!hash || !update_hash(hash.get(), given[1], wanted)) return nullptr;
    fresh_bytes out(n);
    if (!out) return nullptr;
    without_gil_if(n > brief, [&] { what.any->digest(hash->state(), out.room.data(), n); });
    return out.object.release();
}

PyObject* digest(PyObject* module, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"", "data", "length", "threads", HASHLANE_OPTION_NAMES};
    const module_state& state = state_of(module);
    if (nargs == 2 && kwnames == nullptr) {
        const entry* what = find_digesting(state, args[0]);
        if (what == nullptr) return nullptr;
        if (what->at_once != nullptr) {
            held_bytes message;
            return message.hold(args[1]) ? digest_at_once(*what, message.get(), what->info.digest_size) : nullptr;
        }
    }
    PyObject* given[std::size(names)];
    if (!parse({"digest", names, 3, 2}, args, nargs, kwnames, given)) return nullptr;
    const entry* what = find_digesting(state, given[0]);
    return what == nullptr ? nullptr : digest_with_options(state, *what, given);
}

}  // namespace

PyObject* construct(PyObject* module, const entry& what, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    const module_state& state = state_of(module);
    if (kwnames == nullptr && nargs <= 1)
        return needs_none(what) ? construct(state, what, nargs == 1 ? args[0] : nullptr, {}) : nullptr;
    PyObject* given[std::size(constructor_names)];
    held_options options;
    const char* name = what.identifier.data();
    if (!parse({name, constructor_names, 1, 0}, args, nargs, kwnames, given) || !one_of(name, given) ||
        !options.take(what, given + 3))
        return nullptr;
    return construct(state, what, given[0], options.get());
}

const PyMethodDef new_method =
    method("new", make_new,
           "new(algorithm, /, data=b'', *, usedforsecurity=True, key=None, customization=None, function_name=None, "
           "domain=None, "
           "parallel_block=None)\n--\n\n"
           "The object of that algorithm: any hash, xof or mac of hashlane.algorithms, or hashlib's name of one.\n"
           "The options are those of its constructor. ValueError for an unknown name.");

const PyMethodDef digest_method =
    method("digest", digest,
           "digest(algorithm, /, data, length=None, *, threads=1, key=None, customization=None, function_name=None, "
           "domain=None, parallel_block=None)\n--\n\n"
           "The digest of one message as bytes, without an object.\n\n"
           "length: bytes of output, where the algorithm leaves a choice; digest_size if None.\n"
           "threads: for the leaves of KangarooTwelve and ParallelHash; 0 means all cores.\n"
           "customization: of any length here for KangarooTwelve, whose objects take 256 bytes.\n"
           "The GIL is released for more than 2048 bytes.");

}  // namespace hashlane_python
