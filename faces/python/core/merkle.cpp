// SPDX-License-Identifier: Apache-2.0 OR MIT
// Merkle trees: MerkleTree, merkle_root, and what verifies their proofs.

#include "arguments.hpp"
#include "copying.hpp"
#include "functions.hpp"
#include "many.hpp"
#include "merkle_trees.hpp"

namespace hashlane_python {

namespace {

struct tree_object {
    PyObject ob_base;
    hl::any_tree trees;
    shared_bytes nodes;  // the digests of the leaves come first; nothing changes them
    std::size_t count, size;

    octets bytes() const { return {nodes.data(), size}; }
};

static_assert(alignof(tree_object) <= alignof(std::max_align_t));

tree_object& self_of(PyObject* self) { return *reinterpret_cast<tree_object*>(self); }

struct built {
    hl::any_tree trees;
    digest_table leaves;
    std::size_t size = 0;

    // False with an exception.
    [[nodiscard]] bool build(PyObject* all, std::optional<std::size_t> width, hl::threads wanted, progress told) {
        bool listed = false;
        const many_digester how{nullptr, trees.digest_size(), wanted, &trees, told};
        if (!digest_form(all, "leaves", width, how, leaves, listed)) return false;
        if (leaves.missing != 0) return failed(PyExc_ValueError, "leaves: a null is no leaf");
        size = trees.node_bytes(leaves.count);
        if (!leaves.digests.reserve(size, leaves.count * leaves.width)) return false;
        const output nodes(leaves.digests.data(), size);
        gil_away away;
        if (!told.wanted()) return trees.build_from_digests(nodes, leaves.count, wanted);
        const auto tell = [&](std::size_t done, std::size_t all_of) {
            return away.back_for([&] { return told.tell(done, all_of); });
        };
        return trees.build_from_digests(nodes, leaves.count, wanted, tell) == hl::merkle_result::valid;
    }
};

PyObject* root_of(const hl::any_tree& trees, octets nodes, std::size_t count) {
    fresh_bytes out(trees.digest_size());
    if (!out) return nullptr;
    trees.with([&]<class S>(const S& s) {
        using stored = typename S::digest_type;
        const std::span all(reinterpret_cast<const stored*>(nodes.data()), nodes.size() / sizeof(stored));
        hl::copy_bytes(out.room.data(), hl::merkle_view<S>(all, count, s).root().data(), sizeof(stored));
    });
    return out.object.release();
}

// `given`: leaves, name, scheme, width, threads, progress.
std::optional<built> build(const module_state& state, PyObject* const* given) {
    std::optional<std::size_t> width;
    hl::threads wanted;
    progress told;
    const auto trees = get_trees(state, given[1], given[2]);
    if (!trees || !get_optional(given[3], "width", width, any_width) || !get_threads(given[4], wanted.count) ||
        !told.take(given[5]))
        return {};
    std::optional<built> out(std::in_place, *trees);
    return out->build(given[0], width, wanted, told) ? std::move(out) : std::nullopt;
}

PyObject* create(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    static char leaves[] = "leaves", name[] = "name", scheme[] = "scheme", width[] = "width", threads[] = "threads",
                told[] = "progress";
    static char* names[] = {leaves, name, scheme, width, threads, told, nullptr};
    PyObject* given[6] = {};
    if (PyArg_ParseTupleAndKeywords(args, kwargs, "O|OO$OOO", names, given, given + 1, given + 2, given + 3, given + 4,
                                    given + 5) == 0)
        return nullptr;
    auto made = build(state_of_type(type), given);
    if (!made) return nullptr;
    auto* const self = PyObject_New(tree_object, type);
    if (self == nullptr) return nullptr;
    ::new (&self->trees) hl::any_tree(made->trees);
    ::new (&self->nodes) shared_bytes(std::move(made->leaves.digests));
    self->count = made->leaves.count;
    self->size = made->size;
    return reinterpret_cast<PyObject*>(self);
}

void dealloc(PyObject* self) {
    self_of(self).trees.~any_tree();
    self_of(self).nodes.~shared_bytes();
    free_object(self);
}

template <class Prove>
PyObject* prove_by(PyObject* object, PyObject* number, const char* what, Prove&& make) {
    const tree_object& self = self_of(object);
    std::uint64_t n = 0;
    if (!get_integer(number, what, any_count, n)) return nullptr;
    std::uint8_t room[96 * 64];
    const hl::merkle_proof made = make(self, n, output(room));
    if (made)
        return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(room),
                                         static_cast<Py_ssize_t>(made.size * self.trees.digest_size()));
    return fail(made.result == hl::merkle_result::index_past_end ? PyExc_IndexError : PyExc_ValueError,
                hl::merkle_reason(made.result).data());
}

PyObject* prove(PyObject* object, PyObject* index) {
    return prove_by(object, index, "index", [](const tree_object& t, std::uint64_t n, output out) {
        return t.trees.prove(t.bytes(), t.count, n, out);
    });
}
PyObject* prove_consistency(PyObject* object, PyObject* first) {
    return prove_by(object, first, "size", [](const tree_object& t, std::uint64_t n, output out) {
        return t.trees.prove_consistency(t.bytes(), t.count, n, out);
    });
}

PyObject* get_root(PyObject* self, void*) {
    return root_of(self_of(self).trees, self_of(self).bytes(), self_of(self).count);
}
PyObject* get_count(PyObject* self, void*) { return PyLong_FromSize_t(self_of(self).count); }
PyObject* get_digest_size(PyObject* self, void*) { return PyLong_FromSize_t(self_of(self).trees.digest_size()); }
PyObject* get_name(PyObject* self, void*) { return text(self_of(self).trees.hash_name()); }
PyObject* get_scheme_name(PyObject* self, void*) { return scheme_name(self_of(self).trees); }
PyObject* get_leaf_digests(PyObject* object, void*) {
    const tree_object& self = self_of(object);
    digest_table table;
    table.digests = self.nodes;
    table.count = self.count;
    table.width = self.trees.digest_size();
    return make_digests(state_of_type(Py_TYPE(object)), std::move(table));
}

PyObject* merkle_root(PyObject* module, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"leaves", "name", "scheme", "width", "threads", "progress"};
    PyObject* given[std::size(names)];
    if (!parse({"merkle_root", names, 3, 1}, args, nargs, kwnames, given)) return nullptr;
    const auto made = build(state_of(module), given);
    return made ? root_of(made->trees, {made->leaves.digests.data(), made->size}, made->leaves.count) : nullptr;
}

PyObject* verdict(const module_state& state, hl::merkle_result result) {
    if (result == hl::merkle_result::valid) return Py_NewRef(Py_None);
    return fail(state.invalid_proof, hl::merkle_reason(result).data());
}

PyObject* merkle_verify(PyObject* module, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"root", "leaf", "index", "size", "proof", "name", "scheme", "hashed"};
    PyObject* given[std::size(names)];
    held_bytes root, leaf, proof;
    std::uint64_t index = 0, size = 0;
    if (!parse({"merkle_verify", names, 7, 5}, args, nargs, kwnames, given)) return nullptr;
    const int hashed = given[7] == nullptr ? 0 : PyObject_IsTrue(given[7]);
    const auto trees = get_trees(state_of(module), given[5], given[6]);
    if (!trees || hashed < 0 || !root.hold(given[0], "root") || !leaf.hold(given[1], "leaf") ||
        !get_integer(given[2], "index", any_count, index) || !get_integer(given[3], "size", any_count, size) ||
        !proof.hold(given[4], "proof"))
        return nullptr;
    hl::merkle_result result{};
    without_gil_if(leaf.get().size() > brief, [&] {
        result = hashed != 0 ? trees->verify_digest(leaf.get(), index, size, proof.get(), root.get())
                             : trees->verify(leaf.get(), index, size, proof.get(), root.get());
    });
    return verdict(state_of(module), result);
}

PyObject* merkle_verify_consistency(PyObject* module, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"first_root", "second_root", "first", "second", "proof", "name", "scheme"};
    PyObject* given[std::size(names)];
    held_bytes first_root, second_root, proof;
    std::uint64_t first = 0, second = 0;
    if (!parse({"merkle_verify_consistency", names, 7, 5}, args, nargs, kwnames, given)) return nullptr;
    const auto trees = get_trees(state_of(module), given[5], given[6]);
    if (!trees || !first_root.hold(given[0], "first_root") || !second_root.hold(given[1], "second_root") ||
        !get_integer(given[2], "first", any_count, first) || !get_integer(given[3], "second", any_count, second) ||
        !proof.hold(given[4], "proof"))
        return nullptr;
    return verdict(state_of(module),
                   trees->verify_consistency(first, second, first_root.get(), second_root.get(), proof.get()));
}

constexpr char no_pickle[] = "a MerkleTree is not pickled: pickle its leaves, and build it again";

PyMethodDef methods[] = {{"prove", prove, METH_O,
                          "prove($self, index, /)\n--\n\n"
                          "The inclusion proof of that leaf, RFC 9162 s.2.1.3.1: digests one after the other.\n"
                          "IndexError past the last leaf."},
                         {"prove_consistency", prove_consistency, METH_O,
                          "prove_consistency($self, size, /)\n--\n\n"
                          "The proof that this tree began as the tree of its first `size` leaves, RFC 9162 s.2.1.4.1.\n"
                          "ValueError for 0, for more leaves than there are, and for plain trees."},
                         copying::itself[0],
                         copying::itself[1],
                         copying::no_pickle<no_pickle>,
                         {nullptr, nullptr, 0, nullptr}};

PyObject* repr(PyObject* object) {
    const tree_object& self = self_of(object);
    return PyUnicode_FromFormat("<hashlane.MerkleTree: %zu leaves, %s, %s>", self.count, self.trees.hash_name().data(),
                                scheme_text(self.trees));
}

PyGetSetDef attributes[] = {
    {"root", get_root, nullptr, "The digest of the whole tree, RFC 9162 s.2.1.1.", nullptr},
    {"size", get_count, nullptr, "How many leaves.", nullptr},
    {"digest_size", get_digest_size, nullptr, "Bytes of each digest.", nullptr},
    {"name", get_name, nullptr, "The hash.", nullptr},
    {"scheme", get_scheme_name, nullptr, "How nodes come from those below them.", nullptr},
    {"leaf_digests", get_leaf_digests, nullptr, "Those of the leaves, as Digests, without a copy.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

}  // namespace

const PyMethodDef merkle_root_method =
    method("merkle_root", merkle_root,
           "merkle_root(leaves, name='sha256', scheme='rfc9162', *, width=None, threads=1, progress=None)\n--\n\n"
           "The root of MerkleTree(...), without keeping the tree.");

const PyMethodDef merkle_verify_method =
    method("merkle_verify", merkle_verify,
           "merkle_verify(root, leaf, index, size, proof, name='sha256', scheme='rfc9162', *, hashed=False)\n--\n\n"
           "Returns if the proof shows that `leaf` is at `index` of the tree of `size` leaves with that root,\n"
           "RFC 9162 s.2.1.3.2; InvalidProof, with the reason, if not.\n\n"
           "hashed: `leaf` is its digest already.");

const PyMethodDef merkle_verify_consistency_method = method(
    "merkle_verify_consistency", merkle_verify_consistency,
    "merkle_verify_consistency(first_root, second_root, first, second, proof, name='sha256', scheme='rfc9162')\n--\n\n"
    "Returns if the proof shows that the tree of `first` leaves is how that of `second` leaves began,\n"
    "RFC 9162 s.2.1.4.2; InvalidProof, with the reason, if not.");

bool add_merkle(PyObject* module, module_state& state) {
    state.invalid_proof =
        PyErr_NewExceptionWithDoc("hashlane.InvalidProof", "A proof is refused.", PyExc_ValueError, nullptr);
    if (state.invalid_proof == nullptr || PyModule_AddObjectRef(module, "InvalidProof", state.invalid_proof) != 0)
        return false;
    constexpr const char* doc =
        "MerkleTree(leaves, name='sha256', scheme='rfc9162', *, width=None, threads=1, progress=None)\n--\n\n"
        "A Merkle tree over these leaves, which digest_many() tells as messages: a list, a table, rows of `width`\n"
        "bytes, a column of Arrow without nulls. It never changes.\n\n"
        "name: any hash without a key whose digest has 28, 32, 48 or 64 bytes.\n"
        "scheme: 'rfc9162' (s.2.1.1), whose prefixes keep leaves and nodes apart; 'plain' and 'plain4', two or four\n"
        "  digests in a node, filled up with zero digests: nothing but the size tells a leaf from a node there;\n"
        "  'sorted-pairs', the lesser digest first, as contracts of Ethereum want it.\n"
        "threads: how many may work at once; 0 means one for each core. The GIL is released.\n"
        "progress: called as progress(done, total) after each some milliseconds of work, both in digests, the last\n"
        "  time with done == total; total is None while a column of Arrow is read. What it raises ends the build.\n"
        "ValueError or TypeError before anything is hashed; a stream of Arrow is read as it comes.";
    state.merkle_tree =
        add_type(module, {"hashlane.MerkleTree", doc, sizeof(tree_object), dealloc, methods, attributes, create, repr});
    return state.merkle_tree != nullptr && add_merkle_stream(module, state);
}

}  // namespace hashlane_python
