// SPDX-License-Identifier: Apache-2.0 OR MIT
// Transcripts: what both sides of a proof do, and sessions.

#include "transcript.hpp"

#include "functions.hpp"

namespace hashlane_python {

namespace {

// ValueError with the nearest name.
std::nullptr_t no_such_suite(PyObject* name) {
    Py_ssize_t size = 0;
    const char* const given = PyUnicode_AsUTF8AndSize(name, &size);
    if (given == nullptr) PyErr_Clear();  // a surrogate, which is in no name
    const std::string_view nearest =
        given == nullptr ? std::string_view() : hl::nearest_suite({given, static_cast<std::size_t>(size)});
    if (nearest.empty()) { return fail(PyExc_ValueError, "no such suite: %R; see hashlane.transcript_suites", name); }
    return fail(PyExc_ValueError, "no such suite: %R; did you mean '%.40s'?", name, nearest.data());
}

// nullptr and an exception: no suite is called that.
const hl::duplex_operations* get_suite(PyObject* given) {
    if (!PyUnicode_Check(given)) return fail(PyExc_TypeError, "suite must be a string");
    for (std::size_t i = 0;; ++i) {
        const hl::duplex_operations* suite = hl::suite_at(i);
        if (suite != nullptr && PyUnicode_CompareWithASCIIString(given, suite->suite.data()) == 0) return suite;
        if (suite == nullptr) return no_such_suite(given);
    }
}

PyObject* absorb_bytes(PyObject* object, PyObject* data) {
    held_bytes bytes;
    if (!bytes.hold(data) || !idle(party_of(object))) return nullptr;
    absorb(party_of(object), bytes.get());
    return Py_NewRef(Py_None);
}

PyObject* absorb_string(PyObject* object, PyObject* data) {
    party_object& self = party_of(object);
    held_bytes bytes;
    if (!bytes.hold(data)) return nullptr;
    const auto head = head_of(bytes.get());
    if (!head || !idle(self)) return nullptr;
    absorb(self, *head);
    absorb(self, bytes.get());
    return Py_NewRef(Py_None);
}

template <bool Many>
PyObject* absorb_integers(PyObject* object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    encoded_integers encoded;
    if (!encoded.take(Many ? "absorb_integers" : "absorb_integer", Many, args, nargs, kwnames) ||
        !idle(party_of(object)))
        return nullptr;
    absorb(party_of(object), encoded.get());
    return Py_NewRef(Py_None);
}

PyObject* challenge(PyObject* object, PyObject* size) {
    std::size_t n = 0;
    if (!get_size(size, "size", n)) return nullptr;
    fresh_bytes out(n);
    if (!out || !idle(party_of(object))) return nullptr;
    with_sponge(party_of(object), n > brief,
                [&](hl::any_duplex& sponge) { sponge.squeeze(out.room.data(), out.room.size()); });
    return out.object.release();
}

// What is drawn from the sponge by the party of the library.
using drawing = hl::fiat_shamir::resumed<hl::any_duplex>;

PyObject* challenge_bits(PyObject* object, PyObject* bits) {
    std::size_t n = 0;
    if (!get_bits(bits, 1, n) || !idle(party_of(object))) return nullptr;
    drawing party(party_of(object).sponge());
    const std::uint64_t drawn = party.challenge_bits(static_cast<unsigned>(n));
    party_of(object).sponge() = party.sponge();
    return PyLong_FromUnsignedLongLong(drawn);
}

PyObject* challenge_below(PyObject* object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"modulus", "extra"};
    constexpr std::size_t most = 16;
    PyObject* given[2];
    std::size_t extra = most;
    modulus m;
    if (!parse({"challenge_below", names, 1, 1}, args, nargs, kwnames, given) || !m.take(given[0]) ||
        !get_optional(given[1], "extra", extra, {0, most}) || !idle(party_of(object)))
        return nullptr;
    std::uint8_t room[hl::modular::longest_modulus + most];
    if (m.size() > hl::modular::longest_modulus)
        return PyErr_Format(PyExc_ValueError, "the modulus has %zu bytes; that of a challenge has at most %zu",
                            m.size(), hl::modular::longest_modulus);
    const output uniform(room, m.size() + extra);
    hl::any_duplex sponge = party_of(object).sponge();
    sponge.squeeze(uniform.data(), uniform.size());
    PyObject* const drawn = m.reduce(uniform);
    if (drawn != nullptr) party_of(object).sponge() = sponge;
    return drawn;
}

PyObject* get_suite_name(PyObject* object, void*) { return text(party_of(object).sponge().suite()); }

PyObject* repr(PyObject* object) {
    const party_object& self = party_of(object);
    const owned<> suite(get_suite_name(object, nullptr));
    if (!suite) return nullptr;
    if (PyByteArray_Check(self.proof))
        return PyUnicode_FromFormat("<hashlane.Prover: %U, %zd bytes>", suite.get(), PyByteArray_Size(self.proof));
    return PyUnicode_FromFormat("<hashlane.Verifier: %U, %zu of %zd bytes read>", suite.get(), self.used,
                                PyBytes_Size(self.proof));
}

void dealloc(PyObject* object) {
    hl::wipe(&party_of(object).room);
    Py_DECREF(party_of(object).proof);
    free_object(object);
}

PyObject* transcript_session(PyObject*, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"suite", "tag"};
    PyObject* given[2];
    held_bytes tag;
    if (!parse({"transcript_session", names, 2, 2}, args, nargs, kwnames, given)) return nullptr;
    const auto* suite = get_suite(given[0]);
    if (suite == nullptr || !tag.hold(given[1], "tag")) return nullptr;
    hl::session_id id;
    without_gil_if(tag.get().size() > brief, [&] { id = hl::derive_session_id(*suite, tag.get()); });
    return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(id.bytes.data()),
                                     static_cast<Py_ssize_t>(id.bytes.size()));
}

PyObject* all_suites() {
    std::size_t n = 0;
    while (hl::suite_at(n) != nullptr) ++n;
    owned<> names(PyTuple_New(static_cast<Py_ssize_t>(n)));
    for (std::size_t i = 0; names && i < n; ++i) {
        PyObject* const name = text(hl::suite_at(i)->suite);
        if (name == nullptr || PyTuple_SetItem(names.get(), static_cast<Py_ssize_t>(i), name) != 0) return nullptr;
    }
    return names.release();
}

// The refusals, each a kind of InvalidProof.
bool add_refusals(PyObject* module, module_state& state) {
    static constexpr std::pair<const char*, const char*> kinds[] = {
        {"hashlane.ProofTruncated", "A proof ends within a message."},
        {"hashlane.ProofNotCanonical", "A proof has an integer that is not below its modulus."},
        {"hashlane.ProofTrailing", "A proof goes on after its last message."},
        {"hashlane.ProofCheckFailed", "An equation of the protocol does not hold."},
        {"hashlane.ProofWithoutWork", "A proof has a nonce that does not do the proof of work."}};
    static_assert(std::size(kinds) == std::extent_v<decltype(module_state::refusals)>);
    for (std::size_t i = 0; i < std::size(kinds); ++i) {
        const auto& [name, doc] = kinds[i];
        state.refusals[i] = PyErr_NewExceptionWithDoc(name, doc, state.invalid_proof, nullptr);
        if (state.refusals[i] == nullptr ||
            PyModule_AddObjectRef(module, name + std::string_view("hashlane.").size(), state.refusals[i]) != 0)
            return false;
    }
    return true;
}

}  // namespace

PyObject* make_party(PyTypeObject* type, const hl::any_duplex& sponge, PyObject* proof, std::size_t used,
                     hl::refusal why) {
    auto* const self = PyObject_New(party_object, type);
    if (self == nullptr) {
        Py_DECREF(proof);
        return nullptr;
    }
    self->proof = proof;
    self->used = used;
    self->why = why;
    self->busy = false;
    ::new (static_cast<void*>(self->room)) hl::any_duplex(sponge);
    return reinterpret_cast<PyObject*>(self);
}

PyObject* copy_party(PyObject* object, PyObject*) {
    party_object& self = party_of(object);
    if (!idle(self)) return nullptr;
    PyTypeObject* const type = Py_TYPE(object);
    PyObject* const proof =
        type == state_of_type(type).verifier ? Py_NewRef(self.proof) : PyByteArray_FromObject(self.proof);
    return proof == nullptr ? nullptr : make_party(type, self.sponge(), proof, self.used, self.why);
}

bool begin(PyObject* suite, PyObject* session, PyObject* instance, std::optional<hl::any_duplex>& out) {
    held_bytes id, what;
    const auto* operations = get_suite(suite);
    if (operations == nullptr || !id.hold(session, "session") || !what.hold(instance, "instance")) return false;
    hl::session_id known{};
    if (id.get().size() != known.bytes.size()) {
        PyErr_Format(PyExc_ValueError, "the session has %zu bytes; one of transcript_session() has %zu",
                     id.get().size(), known.bytes.size());
        return false;
    }
    if (what.get().empty()) return failed(PyExc_ValueError, "the instance is empty: it says what is proven, encoded");
    std::copy_n(id.get().data(), known.bytes.size(), known.bytes.data());
    out.emplace(*operations, known);
    without_gil_if(what.get().size() > brief, [&] { out->absorb(what.get().data(), what.get().size()); });
    return true;
}

std::optional<string_head> head_of(octets string) {
    if (string.size() > 0xffffffff) {
        fail(PyExc_ValueError, "a string has less than 2**32 bytes");
        return std::nullopt;
    }
    string_head head;
    for (std::size_t i = 0; i < head.size(); ++i) head[i] = static_cast<std::uint8_t>(string.size() >> 8 * i);
    return head;
}

bool get_bits(PyObject* given, std::size_t first, std::size_t& out) {
    return get_size(given, "bits", out, {first, 64});
}

bool encoded_integers::take(const char* f, bool many, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    const char* const names[] = {many ? "values" : "value", "modulus", "byteorder"};
    PyObject* given[3];
    modulus m;
    std::endian order = std::endian::little;
    if (!parse({f, names, 2, 2}, args, nargs, kwnames, given) || !m.take(given[1]) || !get_order(given[2], order))
        return false;
    if (!many) {
        bytes = fresh_bytes(m.size());
        return bytes && m.encode(given[0], "value", order, bytes.room);
    }
    const owned<> values(as_tuple(given[0], "values", "a list of integers"));
    if (!values) return false;
    const auto n = static_cast<std::size_t>(PyTuple_Size(values.get()));
    std::size_t all = 0;
    if (__builtin_mul_overflow(n, m.size(), &all)) return no_memory();
    bytes = fresh_bytes(all);
    if (!bytes) return false;
    for (std::size_t i = 0; i < n; ++i) {
        PyObject* const value = PyTuple_GetItem(values.get(), static_cast<Py_ssize_t>(i));
        if (!m.encode(value, {"values", i}, order, bytes.room.subspan(i * m.size(), m.size()))) return false;
    }
    return true;
}

std::array<PyMethodDef, common_methods> party_methods() {
    return {{
        {"absorb", absorb_bytes, METH_O,
         "absorb($self, data, /)\n--\n\n"
         "Absorbs what both sides know and the proof does not hold: bytes of a length that the protocol fixes."},
        {"absorb_string", absorb_string, METH_O,
         "absorb_string($self, data, /)\n--\n\nThe same for bytes of any length, such as a label."},
        method("absorb_integer", absorb_integers<false>,
               "absorb_integer($self, value, modulus, *, byteorder='little')\n--\n\n"
               "The same for an integer below the modulus."),
        method("absorb_integers", absorb_integers<true>,
               "absorb_integers($self, values, modulus, *, byteorder='little')\n--\n\n"
               "The same for many, whose number both sides know."),
        {"challenge", challenge, METH_O, "challenge($self, size, /)\n--\n\nReturns a challenge of `size` bytes."},
        {"challenge_bits", challenge_bits, METH_O,
         "challenge_bits($self, bits, /)\n--\n\nAn integer of `bits` bits, 1 to 64."},
        method("challenge_below", challenge_below,
               "challenge_below($self, modulus, *, extra=16)\n--\n\n"
               "An integer below the modulus, of at most 66 bytes: an element of its field. "
               "draft-irtf-cfrg-fiat-shamir-03\n"
               "s.4.2.2: from `extra` bytes more than it takes, 16 unless the protocol's own error is larger than the "
               "bias."),
        {"copy", copy_party, METH_NOARGS,
         "copy($self, /)\n--\n\nReturns a second party in the same state, so that the common part of proofs is "
         "absorbed once."},
        {nullptr, nullptr, 0, nullptr},
    }};
}

const PyGetSetDef party_suite{"suite", get_suite_name, nullptr, "What draws the challenges.", nullptr};

PyTypeObject* add_party(PyObject* module, const char* name, const char* doc, newfunc create, PyMethodDef* methods,
                        PyGetSetDef* attributes) {
    return add_type(module, {name, doc, sizeof(party_object), dealloc, methods, attributes, create, repr});
}

const PyMethodDef transcript_session_method = method(
    "transcript_session", transcript_session,
    "transcript_session(suite, tag)\n--\n\n"
    "DeriveSessionID of draft-irtf-cfrg-fiat-shamir-03 s.5.1: 32 bytes for a tag that names application, protocol,\n"
    "codecs and suite.");

bool add_transcripts(PyObject* module, module_state& state) {
    const owned<> suites(all_suites());
    return suites && PyModule_AddObjectRef(module, "transcript_suites", suites.get()) == 0 &&
           add_refusals(module, state) && add_prover(module, state) && add_verifier(module, state);
}

}  // namespace hashlane_python
