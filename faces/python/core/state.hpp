// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What the module holds, and what its parts have of each other.

#include <pthread.h>

#include "entries.hpp"

namespace hashlane_python {

inline constexpr std::size_t most_aeads = 8;

struct module_state {
    PyObject* names;  // dict: every name of an algorithm -> algorithm_object
    PyObject *invalid_tag, *invalid_proof, *invalid_range;
    PyObject* refusals[5];  // of a transcript, from refusal::truncated on
    PyTypeObject *algorithm, *hash, *sized_hash, *xof, *mac, *reader, *digests, *merkle_tree, *merkle_stream, *prover,
        *verifier, *ranges;
    struct {
        PyTypeObject* type;
        const entry* what;
    } aeads[most_aeads];
};

// hashlane.algorithms[name]
struct algorithm_object {
    PyObject ob_base;
    const entry* what;
};

inline module_state& state_of(PyObject* module) { return *static_cast<module_state*>(PyModule_GetState(module)); }
inline module_state& state_of_type(PyTypeObject* type) {
    return *static_cast<module_state*>(PyType_GetModuleState(type));
}

// The row of that name; nullptr and an exception if there is none.
const entry* find_entry(const module_state& state, PyObject* name);
// The same of a hash, xof or mac: ValueError for another kind.
const entry* find_digesting(const module_state& state, PyObject* name);
// The row of `prefix` over that hash: find_entry_over(state, "hkdf-", "sha256").
const entry* find_entry_over(const module_state& state, const char* prefix, PyObject* hash);

// One object, many threads. Brief work is done with the GIL, which keeps others out unless one of them works on the
// object without it; whoever waits, or works long, has not got it. Nobody waits for the GIL with the mutex in hand.
class state_lock {
  public:
    state_lock() = default;
    state_lock(const state_lock&) = delete;
    state_lock& operator=(const state_lock&) = delete;
    ~state_lock() { pthread_mutex_destroy(&mutex); }

    template <class F>
    void with(bool lengthy, F&& f) {
        if (!lengthy && without == 0) return f();
        ++without;
        without_gil([&] {
            pthread_mutex_lock(&mutex);
            f();
            pthread_mutex_unlock(&mutex);
        });
        --without;
    }

  private:
    unsigned without = 0;  // threads that are in with() and have not got the GIL; changed by those who have
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
};

// The parts of the module: each adds its types, and gives its functions.
bool add_algorithms(PyObject* module, module_state& state);
bool add_hashes(PyObject* module, module_state& state);
bool add_reader(PyObject* module, module_state& state);
bool add_aeads(PyObject* module, module_state& state);
bool add_digests(PyObject* module, module_state& state);
bool add_merkle(PyObject* module, module_state& state);
bool add_transcripts(PyObject* module, module_state& state);
bool add_ranges(PyObject* module, module_state& state);

// What a type consists of; without `create` only the module makes objects of it.
struct type_parts {
    const char *name, *doc;
    std::size_t size;
    destructor dealloc;
    PyMethodDef* methods = nullptr;
    PyGetSetDef* attributes = nullptr;
    newfunc create = nullptr;
    reprfunc repr = nullptr;
    std::span<const PyType_Slot> more{};
    bool constant = true;
    int item_size = 0;
};

inline constexpr std::size_t most_more_slots = 16;

// A type in the module under its last name.
PyTypeObject* add_type(PyObject* module, const type_parts& parts);

// The end of an object that is no container.
void free_object(PyObject* self);

PyObject* make_reader(const module_state& state, const entry& what, const hl::any_reader& reader);

}  // namespace hashlane_python
