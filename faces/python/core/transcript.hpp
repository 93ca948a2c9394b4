// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What Prover and Verifier have in common.

#include <algorithm>
#include <array>
#include <optional>
#include <type_traits>

#include <hashlane/transcript.hpp>

#include "arguments.hpp"
#include "integers.hpp"
#include "state.hpp"

namespace hashlane_python {

// A party belongs to one thread at a time: what takes long works on a copy of the sponge, without the GIL, and whoever
// comes meanwhile is refused.
struct party_object {
    PyObject ob_base;
    PyObject* proof;   // a prover's bytearray, a verifier's bytes
    std::size_t used;  // of a verifier: read so far
    hl::refusal why;   // of a verifier: the first refusal stays
    bool busy;
    alignas(hl::any_duplex) std::uint8_t room[sizeof(hl::any_duplex)];

    hl::any_duplex& sponge() { return *std::launder(reinterpret_cast<hl::any_duplex*>(room)); }
    octets unread() const {
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(PyBytes_AsString(proof));
        return {bytes + used, static_cast<std::size_t>(PyBytes_Size(proof)) - used};
    }
};

static_assert(alignof(party_object) <= alignof(std::max_align_t) && std::is_trivially_copyable_v<hl::any_duplex>);

inline party_object& party_of(PyObject* self) { return *reinterpret_cast<party_object*>(self); }

// False, with RuntimeError, while another thread works on it.
[[nodiscard]] inline bool idle(const party_object& self) {
    return !self.busy || failed(PyExc_RuntimeError, "another thread uses this transcript now");
}

// Calls f(sponge), without the GIL if that takes long. The party must be idle.
template <class F>
void with_sponge(party_object& self, bool lengthy, F&& f) {
    if (!lengthy) return f(self.sponge());
    hl::any_duplex copy = self.sponge();
    self.busy = true;
    without_gil([&] { f(copy); });
    self.sponge() = copy;
    self.busy = false;
}

inline void absorb(party_object& self, octets bytes) {
    with_sponge(self, bytes.size() > brief, [&](hl::any_duplex& s) { s.absorb(bytes.data(), bytes.size()); });
}

// A party with that proof, of which it takes the reference; nullptr and an exception.
PyObject* make_party(PyTypeObject* type, const hl::any_duplex& sponge, PyObject* proof, std::size_t used = 0,
                     hl::refusal why = hl::refusal::none);

// suite, session and instance, as both are made from.
[[nodiscard]] bool begin(PyObject* suite, PyObject* session, PyObject* instance, std::optional<hl::any_duplex>& out);

// A string's length, as it stands before it: nothing, with ValueError, from 2^32 bytes on.
using string_head = std::array<std::uint8_t, 4>;
[[nodiscard]] std::optional<string_head> head_of(octets string);

// The number of zero bits of a proof of work.
[[nodiscard]] bool get_bits(PyObject* given, std::size_t first, std::size_t& out);

// The integers of a call f(values, modulus, *, byteorder), encoded: one, or all of a sequence.
class encoded_integers {
  public:
    [[nodiscard]] bool take(const char* f, bool many, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames);
    octets get() const { return bytes.room; }

  private:
    fresh_bytes bytes{0};
};

PyTypeObject* add_party(PyObject* module, const char* name, const char* doc, newfunc create, PyMethodDef* methods,
                        PyGetSetDef* attributes);

// A table of these methods, those of both parties and an end.
inline constexpr std::size_t common_methods = 9;

// copy() of a party.
PyObject* copy_party(PyObject* object, PyObject*);
std::array<PyMethodDef, common_methods> party_methods();
template <std::size_t N>
std::array<PyMethodDef, N + common_methods> and_those_of_both(const std::array<PyMethodDef, N>& own) {
    std::array<PyMethodDef, N + common_methods> all{};
    const auto both = party_methods();
    std::copy(both.begin(), both.end(), std::copy(own.begin(), own.end(), all.begin()));
    return all;
}
extern const PyGetSetDef party_suite;

bool add_prover(PyObject* module, module_state& state);
bool add_verifier(PyObject* module, module_state& state);

}  // namespace hashlane_python
