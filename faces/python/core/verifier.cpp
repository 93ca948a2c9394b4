// SPDX-License-Identifier: Apache-2.0 OR MIT
// Who reads a proof, strictly: what is not as the prover would have written it is refused with a reason.

#include "copying.hpp"
#include "transcript.hpp"

namespace hashlane_python {

namespace {

// Raises the refusal that the object remembers.
std::nullptr_t refuse(PyObject* object, hl::refusal why) {
    party_of(object).why = why;
    return fail(state_of_type(Py_TYPE(object)).refusals[static_cast<std::size_t>(why) - 1], hl::reason(why).data());
}

// False with an exception: nothing may be read.
bool open(PyObject* object) {
    const party_object& self = party_of(object);
    if (self.why != hl::refusal::none) {
        refuse(object, self.why);
        return false;
    }
    return idle(self);
}

// The next n bytes, where they lie in the proof; nullptr with an exception. `at`: so far from what is read next.
const std::uint8_t* peek(PyObject* object, std::size_t n, std::size_t at = 0) {
    const octets unread = party_of(object).unread();
    if (unread.size() < at || unread.size() - at < n) return refuse(object, hl::refusal::truncated);
    return unread.data() + at;
}

void accept(PyObject* object, std::size_t n) {
    party_object& self = party_of(object);
    const octets message = self.unread().first(n);
    self.used += n;
    absorb(self, message);
}

PyObject* create(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    static char suite[] = "suite", session[] = "session", instance[] = "instance", proof[] = "proof";
    static char* names[] = {suite, session, instance, proof, nullptr};
    PyObject* given[4];
    std::optional<hl::any_duplex> sponge;
    held_bytes bytes;
    if (PyArg_ParseTupleAndKeywords(args, kwargs, "OOOO", names, given, given + 1, given + 2, given + 3) == 0 ||
        !bytes.hold(given[3], "proof") || !begin(given[0], given[1], given[2], sponge))
        return nullptr;
    PyObject* const kept = PyBytes_FromObject(given[3]);
    return kept == nullptr ? nullptr : make_party(type, *sponge, kept);
}

PyObject* receive(PyObject* object, PyObject* size) {
    std::size_t n = 0;
    if (!get_size(size, "size", n, any_count)) return nullptr;
    const std::uint8_t* const bytes = open(object) ? peek(object, n) : nullptr;
    if (bytes == nullptr) return nullptr;
    owned<> message(PyBytes_FromStringAndSize(reinterpret_cast<const char*>(bytes), static_cast<Py_ssize_t>(n)));
    if (message) accept(object, n);
    return message.release();
}

PyObject* receive_string(PyObject* object, PyObject*) {
    if (!open(object)) return nullptr;
    hl::proof_reader reader(party_of(object).unread());
    const auto string = hl::string_codec::decode(reader);
    if (!string) return refuse(object, string.why());
    owned<> message(PyBytes_FromStringAndSize(reinterpret_cast<const char*>(string->data()),
                                              static_cast<Py_ssize_t>(string->size())));
    if (message) accept(object, party_of(object).unread().size() - reader.unread().size());
    return message.release();
}

// The next integer of a message; nullptr with an exception.
PyObject* next_integer(PyObject* object, const modulus& m, std::endian order, std::size_t at) {
    const std::uint8_t* const bytes = peek(object, m.size(), at);
    if (bytes == nullptr) return nullptr;
    PyObject* const value = m.decode({bytes, m.size()}, order);
    if (value == nullptr && PyErr_Occurred() == nullptr) return refuse(object, hl::refusal::not_canonical);
    return value;
}

PyObject* receive_integer(PyObject* object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"modulus", "byteorder"};
    PyObject* given[2];
    modulus m;
    std::endian order = std::endian::little;
    if (!parse({"receive_integer", names, 1, 1}, args, nargs, kwnames, given) || !m.take(given[0]) ||
        !get_order(given[1], order) || !open(object))
        return nullptr;
    PyObject* const value = next_integer(object, m, order, 0);
    if (value != nullptr) accept(object, m.size());
    return value;
}

PyObject* receive_integers(PyObject* object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"count", "modulus", "byteorder"};
    PyObject* given[3];
    std::size_t count = 0;
    modulus m;
    std::endian order = std::endian::little;
    if (!parse({"receive_integers", names, 2, 2}, args, nargs, kwnames, given) ||
        !get_size(given[0], "count", count, any_count) || !m.take(given[1]) || !get_order(given[2], order))
        return nullptr;
    if (!open(object)) return nullptr;
    owned<> values(PyList_New(0));
    for (std::size_t i = 0; values && i < count; ++i) {
        const owned<> value(next_integer(object, m, order, i * m.size()));
        if (!value || PyList_Append(values.get(), value.get()) != 0) return nullptr;
    }
    if (values) accept(object, count * m.size());
    return values.release();
}

PyObject* check_work(PyObject* object, PyObject* given) {
    std::size_t bits = 0;
    if (!get_bits(given, 0, bits) || !open(object)) return nullptr;
    const std::uint8_t* const bytes = peek(object, sizeof(std::uint64_t));
    if (bytes == nullptr) return nullptr;
    const auto nonce = hl::load<std::endian::little, std::uint64_t>(bytes);
    accept(object, sizeof nonce);
    hl::fiat_shamir::resumed<hl::any_duplex> party(party_of(object).sponge());
    const bool done = hl::fiat_shamir::draw_work(party, static_cast<unsigned>(bits));
    party_of(object).sponge() = party.sponge();
    return done ? PyLong_FromUnsignedLongLong(nonce) : refuse(object, hl::refusal::no_work);
}

PyObject* require(PyObject* object, PyObject* holds) {
    const int good = PyObject_IsTrue(holds);
    if (good < 0 || !open(object)) return nullptr;
    return good != 0 ? Py_NewRef(Py_None) : refuse(object, hl::refusal::check_failed);
}

PyObject* check_eof(PyObject* object, PyObject*) {
    if (!open(object)) return nullptr;
    if (!party_of(object).unread().empty()) return refuse(object, hl::refusal::trailing_bytes);
    return Py_NewRef(Py_None);
}

PyObject* enter(PyObject* object, PyObject*) { return Py_NewRef(object); }

PyObject* leave(PyObject* object, PyObject* args) {
    if (PyTuple_Size(args) > 0 && PyTuple_GetItem(args, 0) != Py_None) return Py_NewRef(Py_None);
    return check_eof(object, nullptr);
}

constexpr char no_pickle[] =
    "the state of a Verifier is not exported: pickle the proof, and verify it from its beginning";

std::array<PyMethodDef, 12> own_methods() {
    return {
        {copying::by_method<copy_party>[0],
         copying::by_method<copy_party>[1],
         copying::no_pickle<no_pickle>,
         {"receive", receive, METH_O,
          "receive($self, size, /)\n--\n\nReads bytes of a length that the protocol fixes."},
         {"receive_string", receive_string, METH_NOARGS,
          "receive_string($self, /)\n--\n\nReads bytes that were sent with their length."},
         method("receive_integer", receive_integer,
                "receive_integer($self, modulus, *, byteorder='little')\n--\n\n"
                "An integer below the modulus; ProofNotCanonical if it is not."),
         method("receive_integers", receive_integers,
                "receive_integers($self, count, modulus, *, byteorder='little')\n--\n\nThe same for many, as a list."),
         {"check_work", check_work, METH_O,
          "check_work($self, bits, /)\n--\n\nReads the nonce of a proof of work; raises ProofWithoutWork if it is "
          "wrong."},
         {"require", require, METH_O,
          "require($self, holds, /)\n--\n\nRaises ProofCheckFailed if `holds`, an equation of the protocol, is false."},
         {"check_eof", check_eof, METH_NOARGS,
          "check_eof($self, /)\n--\n\nIs called after the last message; raises ProofTrailing if the proof goes on."},
         {"__enter__", enter, METH_NOARGS, "__enter__($self, /)\n--\n\nThe verifier."},
         {"__exit__", leave, METH_VARARGS,
          "__exit__($self, type, value, traceback, /)\n--\n\nCalls check_eof(), unless an exception was raised."}}};
}

}  // namespace

bool add_verifier(PyObject* module, module_state& state) {
    static PyGetSetDef attributes[] = {party_suite, {}};
    static auto methods = and_those_of_both(own_methods());
    constexpr const char* doc =
        "Verifier(suite, session, instance, proof)\n--\n\n"
        "Who reads a proof of Prover(suite, session, instance), message by message, and draws the same challenges.\n\n"
        "What is not as a prover would have written it raises a kind of InvalidProof with the reason: ProofTruncated,\n"
        "ProofNotCanonical, ProofTrailing, ProofCheckFailed, ProofWithoutWork. The first one stays: every later call\n"
        "that reads the proof raises it again, and so do require() and check_eof(). `with` calls check_eof() at its "
        "end.";
    state.verifier = add_party(module, "hashlane.Verifier", doc, create, methods.data(), attributes);
    return state.verifier != nullptr;
}

}  // namespace hashlane_python
