// SPDX-License-Identifier: Apache-2.0 OR MIT
// What the library gives comes from what it was given, and from no byte that nobody wrote. For MemorySanitizer, which
// follows through every operation whether bytes were written, and ends the program where a branch or an address depends
// on one that was not; so without a test framework, whose library it could not follow. The argument: a target; without
// one their names.
#include <sanitizer/msan_interface.h>

#include <cstdio>
#include <hashlane/hashlane.hpp>
#include <memory>
#include <vector>

namespace {

namespace hl = hashlane;

int passed = 0, failed = 0;

void expect(bool good, const char* what, std::string_view name, std::size_t n) {
    good ? ++passed : ++failed;
    if (!good) std::printf("FAILED %s: %.*s, %zu bytes\n", what, static_cast<int>(name.size()), name.data(), n);
}

// Of the heap and of this very size; nobody has written to it.
struct buffer {
    explicit buffer(std::size_t n) : size(n), start(new std::uint8_t[n]) {}
    hl::octets_out all() const { return {start.get(), size}; }
    bool written() const { return __msan_test_shadow(start.get(), size) == -1; }

    std::size_t size;
    std::unique_ptr<std::uint8_t[]> start;
};

buffer text(std::size_t n, unsigned seed = 1) {
    buffer b(n);
    for (std::size_t i = 0; i < n; ++i) b.start[i] = static_cast<std::uint8_t>(i * i + 17 * i + seed);
    return b;
}

const buffer key = text(32, 2), word = text(9, 3);

hl::any_result<hl::any_hash> make(const hl::algorithm& a) {
    hl::any_options o;
    if (a.parameters & hl::parameter::key) o.key = key.all();
    if (a.parameters & hl::parameter::customization) o.customization = word.all();
    return hl::any_hash::create(a.name, o);
}

std::size_t most_of(const hl::any_hash& h) { return h.info().any_length ? 500 : h.output_size(); }

buffer digest_of(const hl::any_hash& h) {
    buffer out(most_of(h));
    (void)h.digest(out.all());
    return out;
}

void check_message(const hl::any_hash& fresh, std::size_t n) {
    const std::string_view name = fresh.info().name;
    const buffer message = text(n);
    hl::any_hash whole = fresh, pieces = fresh;
    whole.update(message.all());
    for (std::size_t at = 0, size = 1; at < n; at += size, size = 3 * size + 1)
        pieces.update(message.all().subspan(at, std::min(size, n - at)));
    expect(digest_of(whole).written(), "at once", name, n);
    expect(digest_of(pieces).written(), "in pieces", name, n);
    if (auto reader = whole.reader()) {
        buffer out(700);
        reader->squeeze(out.all().first(1));
        reader->squeeze(out.all().subspan(1));
        expect(out.written(), "from a reader", name, n);
    }
    if (whole.takes_bits()) {
        buffer out(most_of(whole));
        expect(whole.digest(out.all(), {0xa5, 3}) && out.written(), "in bits", name, n);
    }
    if (buffer state(whole.state_size()); whole.export_state(state.all())) {
        expect(state.written(), "exported", name, n);
        expect(pieces.import_state(state.all()) && digest_of(pieces).written(), "imported", name, n);
    }
}

// The control: the first byte, the last, or one in between is not written, and every digest shows it.
void check_unwritten(const hl::any_hash& fresh, std::size_t n, std::size_t at) {
    const buffer message = text(n);
    __msan_poison(message.start.get() + at, 1);
    hl::any_hash h = fresh;
    expect(!digest_of(h.update(message.all())).written(), "unwritten byte", h.info().name, n);
    std::vector<hl::octets_out> nine(9, message.all());
    buffer digests(9 * fresh.output_size());
    expect(hl::digest_many(fresh, nine, digests.all()) && !digests.written(), "unwritten byte, many", h.info().name, n);
}

void check_many(const hl::any_hash& fresh, std::size_t shortest, std::size_t more) {
    std::vector<buffer> messages;
    std::vector<hl::octets_out> all;
    for (unsigned i = 0; i < 37; ++i) {
        messages.push_back(text(shortest + i * i % 23 * more, i));
        all.push_back(messages.back().all());
    }
    for (const unsigned count : {1u, 2u}) {
        buffer digests(all.size() * fresh.output_size());
        expect(hl::digest_many(fresh, all, digests.all(), hl::threads{count}) && digests.written(), "many",
               fresh.info().name, shortest);
    }
}

void check_hash(const hl::algorithm& a) {
    const auto fresh = make(a);
    if (!fresh) return expect(false, "made", a.name, 0);
    for (std::size_t n = 0; n < 300; n += n < 40 ? 1 : 13) check_message(*fresh, n);
    for (const std::size_t n : {std::size_t{8191}, std::size_t{9000}, std::size_t{80000}}) check_message(*fresh, n);
    for (const std::size_t n : {std::size_t{1}, std::size_t{33}, std::size_t{200}, std::size_t{20000}})
        for (const std::size_t at : {std::size_t{0}, n / 2, n - 1}) check_unwritten(*fresh, n, at);
    check_many(*fresh, 32, 0);
    check_many(*fresh, 64, 0);
    check_many(*fresh, 0, 19);
    check_many(*fresh, 1000, 700);
}

void check_aead(const hl::algorithm& a) {
    for (const std::size_t key_size : {std::size_t{16}, std::size_t{20}, std::size_t{32}}) {
        const auto aead = hl::any_aead::create(a.name, {.key_size = key_size});
        if (!aead) continue;
        const buffer k = text(key_size), nonce = text(aead->nonce_size());
        for (std::size_t n = 0; n < 100; ++n) {
            const buffer message = text(n), associated = text(n % 41), cipher(n), tag(16), back(n), streamed(n),
                         end(16);
            expect(aead->encrypt(k.all(), nonce.all(), associated.all(), message.all(), cipher.all(), tag.all()) &&
                       cipher.written() && tag.written(),
                   "encrypted", a.name, n);
            auto pieces = aead->encryptor(k.all(), nonce.all(), associated.all());
            const std::size_t head = n / 3;
            expect(pieces && pieces->update(message.all().first(head), streamed.all().first(head)) &&
                       pieces->update(message.all().subspan(head), streamed.all().subspan(head)) &&
                       pieces->finish(end.all()) && streamed.written() && end.written(),
                   "encrypted in pieces", a.name, n);
            expect(aead->decrypt(k.all(), nonce.all(), associated.all(), cipher.all(), tag.all(), back.all()) &&
                       back.written(),
                   "decrypted", a.name, n);
            tag.start[n % 16] ^= 1;
            const buffer forged(n);
            expect(!aead->decrypt(k.all(), nonce.all(), associated.all(), cipher.all(), tag.all(), forged.all()) &&
                       forged.written(),
                   "forged", a.name, n);
        }
    }
}

void check_kdf(const hl::algorithm& a) {
    const auto kdf = hl::any_kdf::create(a.name);
    if (!kdf) return expect(false, "found", a.name, 0);
    for (const std::size_t n : {std::size_t{1}, std::size_t{32}, std::size_t{150}}) {
        buffer out(n);
        expect((kdf->is_hkdf() ? kdf->hkdf(key.all(), word.all(), word.all(), out.all())
                               : kdf->pbkdf2(key.all(), word.all(), 3, out.all())) &&
                   out.written(),
               "derived", a.name, n);
    }
    if (!kdf->is_pbkdf2()) return;
    const std::vector<hl::octets_out> passwords(11, key.all()), salts(11, word.all());
    buffer keys(11 * 40);
    expect(kdf->pbkdf2_many(hl::any_messages(passwords), hl::any_messages(salts), 3, keys.all(), {}) && keys.written(),
           "derived, many", a.name, 40);
}

void check_trees() {
    for (const auto shape : {hl::merkle_shape::rfc9162, hl::merkle_shape::plain4, hl::merkle_shape::sorted_pairs})
        for (const char* name : {"sha256", "sha3-256", "ascon-hash256"})
            for (const std::size_t n : {std::size_t{1}, std::size_t{5}, std::size_t{70}}) {
                const auto trees = hl::any_tree::create(name, shape);
                const std::vector<hl::octets_out> leaves(n, word.all());
                buffer nodes(trees->node_bytes(n)), root(trees->digest_size()), proof(96 * trees->digest_size());
                expect(trees->build(leaves, nodes.all()) && nodes.written(), "tree", name, n);
                expect(trees->root(leaves, root.all()) && root.written(), "root", name, n);
                const auto [result, digests] = trees->prove(nodes.all(), n, n / 2, proof.all());
                expect(result == hl::merkle_result::valid &&
                           trees->verify(word.all(), n / 2, n, proof.all().first(digests * trees->digest_size()),
                                         root.all()) == hl::merkle_result::valid,
                       "proof", name, n);
            }
}

}  // namespace

int main(int count, char** words) {
    if (count == 1) {
        for (const std::string_view name : hl::available_targets())
            std::printf("%.*s\n", static_cast<int>(name.size()), name.data());
        return 0;
    }
    if (!hl::use_target(words[1])) return 2;
    for (const hl::algorithm& a : hl::algorithms())
        a.kind == hl::kind::aead ? check_aead(a) : a.kind == hl::kind::kdf ? check_kdf(a) : check_hash(a);
    check_trees();
    expect(!buffer(1).written(), "a byte that nobody wrote", "new", 1);
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
