// SPDX-License-Identifier: Apache-2.0 OR MIT
// Who makes a proof: each message is absorbed and written, in one call.

#include <cstring>

#include "copying.hpp"
#include "transcript.hpp"

namespace hashlane_python {

namespace {

PyObject* create(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    static char suite[] = "suite", session[] = "session", instance[] = "instance";
    static char* names[] = {suite, session, instance, nullptr};
    PyObject* given[3];
    std::optional<hl::any_duplex> sponge;
    if (PyArg_ParseTupleAndKeywords(args, kwargs, "OOO", names, given, given + 1, given + 2) == 0 ||
        !begin(given[0], given[1], given[2], sponge))
        return nullptr;
    PyObject* const proof = PyByteArray_FromStringAndSize(nullptr, 0);
    return proof == nullptr ? nullptr : make_party(type, *sponge, proof);
}

// All of the message, or nothing of it. Nobody else sees the bytearray, so that it can always grow.
bool send_bytes(party_object& self, octets head, octets message) {
    if (!idle(self)) return false;
    const Py_ssize_t before = PyByteArray_Size(self.proof);
    if (PyByteArray_Resize(self.proof, before + static_cast<Py_ssize_t>(head.size() + message.size())) != 0)
        return false;
    char* const end = PyByteArray_AsString(self.proof) + before;
    if (!head.empty()) std::memcpy(end, head.data(), head.size());
    if (!message.empty()) std::memcpy(end + head.size(), message.data(), message.size());
    absorb(self, head);
    absorb(self, message);
    return true;
}

PyObject* send(PyObject* object, PyObject* message) {
    held_bytes bytes;
    if (!bytes.hold(message, "message") || !send_bytes(party_of(object), {}, bytes.get())) return nullptr;
    return Py_NewRef(Py_None);
}

PyObject* send_string(PyObject* object, PyObject* message) {
    held_bytes bytes;
    if (!bytes.hold(message, "message")) return nullptr;
    const auto head = head_of(bytes.get());
    if (!head || !send_bytes(party_of(object), *head, bytes.get())) return nullptr;
    return Py_NewRef(Py_None);
}

template <bool Many>
PyObject* send_integers(PyObject* object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    encoded_integers encoded;
    if (!encoded.take(Many ? "send_integers" : "send_integer", Many, args, nargs, kwnames) ||
        !send_bytes(party_of(object), {}, encoded.get()))
        return nullptr;
    return Py_NewRef(Py_None);
}

PyObject* grind(PyObject* object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"bits", "threads"};
    party_object& self = party_of(object);
    PyObject* given[2];
    std::size_t bits = 0;
    hl::threads wanted;
    if (!parse({"grind", names, 1, 1}, args, nargs, kwnames, given) || !get_bits(given[0], 0, bits) ||
        !get_threads(given[1], wanted.count) || !idle(self))
        return nullptr;
    std::uint64_t nonce = 0;
    with_sponge(self, true, [&](hl::any_duplex& sponge) {
        nonce = hl::fiat_shamir::find_nonce(sponge, static_cast<unsigned>(bits), wanted);
    });
    std::uint8_t bytes[sizeof nonce];
    hl::store<std::endian::little>(bytes, nonce);
    if (!send_bytes(self, {}, bytes)) return nullptr;
    hl::fiat_shamir::resumed<hl::any_duplex> party(self.sponge());
    (void)hl::fiat_shamir::draw_work(party, static_cast<unsigned>(bits));
    self.sponge() = party.sponge();
    return PyLong_FromUnsignedLongLong(nonce);
}

PyObject* get_proof(PyObject* object, void*) {
    if (!idle(party_of(object))) return nullptr;
    PyObject* const proof = party_of(object).proof;
    return PyBytes_FromStringAndSize(PyByteArray_AsString(proof), PyByteArray_Size(proof));
}

constexpr char secret[] =
    "a Prover may have taken in secrets: it is neither pickled nor copied unasked; its copy() makes a second one";

std::array<PyMethodDef, 8> own_methods() {
    return {
        {copying::no_copy<secret>[0],
         copying::no_copy<secret>[1],
         copying::no_pickle<secret>,
         {"send", send, METH_O,
          "send($self, message, /)\n--\n\nAbsorbs bytes of a length that the protocol fixes, and writes them into "
          "the proof."},
         {"send_string", send_string, METH_O,
          "send_string($self, message, /)\n--\n\nThe same for bytes that are sent with their length, below 2**32."},
         method("send_integer", send_integers<false>,
                "send_integer($self, value, modulus, *, byteorder='little')\n--\n\n"
                "The same for an integer below the modulus, which may have any size; an element of its field."),
         method("send_integers", send_integers<true>,
                "send_integers($self, values, modulus, *, byteorder='little')\n--\n\n"
                "The same for many, whose number both sides know: an element of an extension, its least significant\n"
                "coordinate first."),
         method("grind", grind,
                "grind($self, bits, *, threads=1)\n--\n\n"
                "A proof of work: sends the least nonce after which 8 bytes of challenge begin with that many zero\n"
                "bits, and returns it. `threads` of them search; 0 means one for each core.\n"
                "The GIL is released; every bit doubles the time, and nothing interrupts it.")}};
}

}  // namespace

bool add_prover(PyObject* module, module_state& state) {
    static PyGetSetDef attributes[] = {
        {"proof", get_proof, nullptr, "What was sent so far, as bytes.", nullptr}, party_suite, {}};
    static auto methods = and_those_of_both(own_methods());
    constexpr const char* doc =
        "Prover(suite, session, instance)\n--\n\n"
        "Who makes a non-interactive proof, draft-irtf-cfrg-fiat-shamir-03: sends messages, and draws the challenges\n"
        "that a verifier of .proof will draw.\n\n"
        "suite: one of transcript_suites; those of the draft, and Hashlane's own, whose names begin with hashlane-.\n"
        "session: 32 bytes of transcript_session().\n"
        "instance: what is proven, as bytes, in an encoding that no other one begins with; not empty.\n\n"
        "For one thread at a time: RuntimeError if another one uses it now.";
    state.prover = add_party(module, "hashlane.Prover", doc, create, methods.data(), attributes);
    return state.prover != nullptr;
}

}  // namespace hashlane_python
