#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a compiler says to the likeliest mistakes: it names the remedy, in few lines that are not too long.

A row of MESSAGES: the header, the mistake, a line with it, the remedy that must appear, and the most lines that the
compiler may print and the most columns of one (LINES and COLUMNS where the row says none; a message that prints the
types of three arguments of the program needs more columns). refused.py runs these rows with those that must not compile.
"""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]

LINES = 12
COLUMNS = 200
# A path that does not begin with the place of the checkout, so that the columns are the same everywhere.
FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Iinclude", "-x", "c++", "-"]
PROGRAM = """#include <hashlane/{header}>
#include <array>
#include <cstddef>
#include <string>
#include <vector>
namespace hl = hashlane;
using namespace std::literals;
using bytes = std::vector<unsigned char>;
struct temporaries {{
    std::size_t size() const;
    std::string operator[](std::size_t) const;
}};
void use([[maybe_unused]] const char* text, [[maybe_unused]] bytes& out, [[maybe_unused]] const bytes& in,
         [[maybe_unused]] const std::array<std::byte, 16>& nonce) {{
    {line}
}}
"""

RANGE = 'write "text"sv, std::string_view(p) or std::span(p, n)'
MESSAGE = "a message comes by digest<H>(message), update() or absorb()"
OUTPUT = "this output cannot be written: it is const, or a temporary"
AEAD = "const hl::ascon_aead128 aead{nonce}; "
MODE = "struct mode : hl::ascon_mode<0, std::endian::little, 8> {{ {} }}; (void)sizeof(hl::sponge<mode>);"
INCOMPLETE = "a mode of a sponge gives all that the concept sponge_mode lists"
MESSAGES = (
    ("ascon.hpp", "a key of 15 bytes", "hl::ascon_aead128 aead{std::array<char, 15>{}};",
     "a key has key_size bytes: std::span(key).first<key_size>()"),
    ("ascon.hpp", "a key of run-time size", "hl::ascon_aead128 aead{in};", "write create(key), which checks its size"),
    ("ascon.hpp", "a literal as a key", 'hl::ascon_aead128 aead{"0123456789abcdef"};', "std::array, std::span(p, key_size)"),
    ("ascon.hpp", "a nonce of 12 bytes", AEAD + "(void)aead.encrypt(std::array<char, 12>{}, in, in, out);",
     "a nonce has nonce_size bytes: std::span(nonce).first<nonce_size>()"),
    ("ascon.hpp", "a nonce of run-time size", AEAD + "(void)aead.decryptor(in, in);",
     "write std::span(nonce).first<nonce_size>()"),
    ("ascon.hpp", "a pointer to text", AEAD + "(void)aead.encrypt(nonce, in, text, out);",
     "write std::string_view(p) or std::span(p, n)"),
    ("ascon.hpp", "a literal as associated data", AEAD + '(void)aead.encrypt(nonce, "head", in, out);',
     'write "text"sv, or std::span(array) with its last zero'),
    ("ascon.hpp", "a pointer as associated data", AEAD + "(void)aead.encryptor(nonce, text);",
     "write std::string_view(p) or std::span(p, n)"),
    ("ascon.hpp", "elements that are no bytes", AEAD + "(void)aead.encrypt(nonce, in, std::vector<int>(4), out);",
     "an input is a contiguous range of bytes: std::span, std::vector, std::string"),
    ("ascon.hpp", "an output that is const", AEAD + "(void)aead.encrypt(nonce, in, in, in);",
     "this output cannot be written: it is const, or a temporary"),
    ("ascon.hpp", "an output that dies at once", AEAD + "(void)aead.decrypt(nonce, in, in, nonce, std::string(4, ' '));",
     "this output cannot be written: it is const, or a temporary"),
    ("ascon.hpp", "a pointer as output", AEAD + "(void)aead.encrypt(nonce, in, in, out.data());",
     "a pointer has no size: write std::span(p, n)"),
    ("ascon.hpp", "a const piece as output", AEAD + "auto e = aead.encryptor(nonce, in); e.update(in, in);",
     "this output cannot be written: it is const, or a temporary"),
    ("ascon.hpp", "a tag of 8 bytes", AEAD + "(void)aead.decrypt(nonce, in, in, std::array<char, 8>{}, out);",
     "write truncated_tag(tag) for a shorter one"),
    ("ascon.hpp", "a tag of run-time size", AEAD + "(void)aead.decrypt(nonce, in, in, in, out);",
     "a tag of run-time size: write truncated_tag(tag, tag_size)"),
    ("ascon.hpp", "encrypting with a decryptor", AEAD + "auto d = aead.decryptor(nonce, in); d.encrypt(in, out);",
     "make an encryptor(nonce, associated_data)"),
    ("ascon.hpp", "decrypting with an encryptor", AEAD + "auto e = aead.encryptor(nonce, in); e.decrypt(in, out);",
     "make a decryptor(nonce, associated_data)"),
    ("ascon.hpp", "a decryptor that is given no tag", AEAD + "auto d = aead.decryptor(nonce, in); (void)d.finish();",
     "a decryptor compares the tag that came with the text: finish(tag)"),
    ("sha2.hpp", "a pointer to text", "(void)hl::digest<hl::sha256>(text);", RANGE),
    ("sha2.hpp", "a literal", '(void)hl::digest<hl::sha256>("abc");', RANGE),
    ("sha2.hpp", "elements that are no bytes", "(void)hl::digest<hl::sha256>(std::vector<int>(4));", RANGE),
    ("sha2.hpp", "a pointer, update", "hl::sha256 h; h.update(text);", RANGE),
    ("sha3.hpp", "a literal, absorb", 'hl::shake128 x; x.absorb("abc");', RANGE),
    ("hashlane.hpp", "a literal, everything included", '(void)hl::digest<hl::kt128>("abc");', RANGE),
    ("sha2.hpp", "a digest of another size", "(void)hl::digest<hl::sha256, 20>(in);", "H::digest_size bytes: leave the number out"),
    ("sha2.hpp", "an output of another size", "std::array<char, 31> d; hl::digest_into<hl::sha256>(in, d);",
     "the digest of this hash has H::digest_size bytes, and the output another number"),
    ("sha2.hpp", "an output that is const", "hl::digest_into<hl::sha256>(in, in);", "this output cannot be written: it is const"),
    ("sha2.hpp", "a pointer as output", "hl::digest_into<hl::sha256>(in, out.data());", "or no range of bytes"),
    ("sha3.hpp", "a reader into a const output", "hl::shake128 x; x.reader().squeeze(in);", OUTPUT),
    ("sha2.hpp", "a parameter that is none", "(void)hl::digest<hl::sha256>(in, in);", "the parameters of H's constructor", LINES, 260),
    ("sp800_185.hpp", "a number in the place of a string", "(void)hl::digest<hl::cshake128>(in, 1, 2);",
     "the parameters of H's constructor", LINES, 260),
    ("sha2.hpp", "a digest of a tail", "hl::sha256 h; h.update(in); (void)h.digest(out);",
     "it takes no tail: write h.update(tail).digest()"),
    ("sha3.hpp", "a reader of a tail", "hl::shake128 x; x.absorb(in); (void)x.reader(out);",
     "it takes no tail: write x.absorb(tail).reader()"),
    ("hashlane.hpp", "a digest of a MAC", "(void)hl::digest<hl::hmac<hl::sha256>>(in);",
     "a MAC has tag<M>(key, message)", LINES, 260),
    ("sha2.hpp", "a tag of a hash", "(void)hl::tag<hl::sha256>(in, in);", "not a MAC: use hmac<H>", LINES, 260),
    ("sha2.hpp", "a key from a hash", "(void)hl::derive<hl::sha256>(in, in, in);", "use hkdf<H> or pbkdf2<H>", LINES, 260),
    ("sp800_185.hpp", "a literal as a key", '(void)hl::tag<hl::kmac128>("key", in);', RANGE),
    ("sp800_185.hpp", "literals as key and message", '(void)hl::tag<hl::kmac128>("key", "message");', RANGE),
    ("sp800_185.hpp", "a literal as customization", '(void)hl::tag<hl::kmac128>(in, in, "custom");', RANGE),
    ("sp800_185.hpp", "literals as parameters", '(void)hl::digest<hl::cshake128, 32>(in, "n", "s");', RANGE),
    ("sp800_185.hpp", "a literal as a key of an object", 'hl::kmac128 k("key");', RANGE),
    ("sp800_185.hpp", "a pointer as a key of an object", "hl::kmac128 k{text};", RANGE),
    ("sp800_185.hpp", "a literal as customization of an object", 'hl::kmac128 k{in, "custom"};', RANGE),
    ("sp800_185.hpp", "a literal as a key of an xof", 'hl::kmacxof128 k{"key"};', RANGE),
    ("sp800_185.hpp", "a literal as customization of a tree", 'hl::parallelhash128 h{64, "custom"};', RANGE),
    ("sp800_185.hpp", "a literal as customization of a tuple", 'hl::tuplehash128 h{"custom"};', RANGE),
    ("sp800_185.hpp", "a literal as a tag", 'hl::kmac128 m{in}; (void)m.verify("tag");', RANGE),
    ("sp800_185.hpp", "a literal as a tag of an xof", 'hl::kmacxof128 m{in}; (void)m.reader().verify("tag");', RANGE),
    ("sp800_185.hpp", "a verdict on another message", "hl::kmac128 m{in}; (void)m.verify(in, in, in);",
     "one tag: write m.update(message).verify(tag)"),
    ("kangarootwelve.hpp", "a literal as a key of a tree", 'hl::hopmac128 k{"key"};', RANGE),
    ("kangarootwelve.hpp", "a literal as customization of KangarooTwelve", 'hl::kt128 k{"custom"};', RANGE),
    ("ascon.hpp", "a literal as customization of Ascon", 'hl::ascon_cxof128 x{"custom"};', RANGE),
    ("hashlane.hpp", "a literal as a key of HMAC", 'hl::hmac<hl::sha256> m{"key"};', RANGE),
    ("hashlane.hpp", "a pointer as a key of HMAC", "hl::hmac<hl::sha256> m{text};", RANGE),
    ("hashlane.hpp", "a key of HMAC that is no bytes", "hl::hmac<hl::sha256> m(std::vector<int>(4));", RANGE),
    ("hashlane.hpp", "an HMAC without a key", "hl::hmac<hl::sha256> m;", "an HMAC has a key: hmac<H> m{key}"),
    ("hashlane.hpp", "a key and a message of an object", "(void)hl::hmac<hl::sha256>(in, in);", "write tag<hmac<H>>(key, message)"),
    ("hashlane.hpp", "a literal, update of HMAC", 'hl::hmac<hl::sha256> m{in}; m.update("abc");', RANGE),
    ("hashlane.hpp", "a literal as a tag of HMAC", 'hl::hmac<hl::sha256> m{in}; (void)m.verify("tag");', RANGE),
    ("hashlane.hpp", "a verdict on another message, of HMAC", "hl::hmac<hl::sha256> m{in}; (void)m.verify(in, in, in);",
     "one tag: write m.update(message).verify(tag)"),
    ("hashlane.hpp", "a literal as a tag, at once", '(void)hl::verify<hl::hmac<hl::sha256>>(in, in, "tag");', RANGE),
    ("hashlane.hpp", "a literal as a salt", '(void)hl::derive<hl::hkdf<hl::sha256>, 32>("salt", in, in);', RANGE),
    ("hashlane.hpp", "a literal as a password", '(void)hl::derive<hl::pbkdf2<hl::sha256>, 32>("password", in, 10000);', RANGE),
    ("hashlane.hpp", "a literal as a pseudorandom key", '(void)hl::hkdf_expand<hl::sha256>("prk", in);', RANGE),
    ("hashlane.hpp", "a literal as a salt of a step", '(void)hl::hkdf_extract<hl::sha256>("salt", in);', RANGE),
    ("hashlane.hpp", "a literal, by name", 'auto h = hl::any_hash::create("sha256"); h->update("abc");', 'write \\"text\\"sv'),
    ("hashlane.hpp", "a literal, compared", '(void)hl::equal_in_constant_time("abc", in);', RANGE, 16, 260),
    ("hashlane.hpp", "digests of another size",
     "std::vector<std::string> m; std::vector<std::array<char, 20>> d; hl::digest_many<hl::sha256>(m, d);",
     "write std::array<std::uint8_t, H::digest_size>", LINES, 260),
    ("hashlane.hpp", "tags of HMAC of another size",
     "std::vector<std::string> m; std::vector<std::array<char, 16>> t; hl::tag_many(hl::hmac<hl::sha256>(in), m, t);",
     "write std::array<std::uint8_t, Mac::digest_size>", LINES, 280),
    ("hashlane.hpp", "parents of another size",
     "std::vector<std::array<char, 64>> d; hl::hash_pairs<hl::sha256>(in, d);",
     "write std::array<std::uint8_t, H::digest_size>", LINES, 260),
    ("sha2.hpp", "a message in the constructor", "hl::sha256 h(in);", MESSAGE),
    ("sha2.hpp", "a literal in the constructor", 'hl::sha256 h{"abc"};', MESSAGE),
    ("sha2.hpp", "hash() of another library", "(void)hl::sha256::hash(in);", MESSAGE),
    ("sha3.hpp", "a message in the constructor of an xof", "hl::shake128 x(in);", MESSAGE),
    ("turboshake.hpp", "a message in the place of a domain", "hl::turboshake128 x(in);", MESSAGE),
    ("sp800_185.hpp", "a message in the place of a block size", "hl::parallelhash128 h(in);", MESSAGE),
    ("sha2.hpp", "a literal, update of a temporary", 'hl::sha256{}.update("abc");', RANGE),
    ("sha2.hpp", "a pointer and a size", "hl::sha256 h; h.update(out.data(), out.size());",
     "it takes one range of bytes: write h.update(std::span(p, n))"),
    ("sha3.hpp", "a pointer and a size, absorb", "hl::shake128 x; x.absorb(out.data(), out.size());",
     "it takes one range of bytes: write x.absorb(std::span(p, n))"),
    ("sp800_185.hpp", "a tag of a message, of an object", "hl::kmac128 m(in); (void)m.tag(in);",
     "it takes no message: write m.update(message).tag()"),
    ("ascon.hpp", "a mode without a way to squeeze blocks", MODE.format("void squeeze_blocks();"), INCOMPLETE, 18, 260),
    ("ascon.hpp", "a mode without its padding", MODE.format("void finish();"), INCOMPLETE, 18, 260),
    ("ascon.hpp", "a mode of bytes of one type",
     MODE.format("static void absorb_blocks(std::uint64_t*, const std::uint8_t*, std::size_t);"), INCOMPLETE, 18, 260),
    ("ascon.hpp", "a rate as wide as the state", MODE.format("enum : std::size_t { rate = 40 };"),
     "the rate of a sponge is 1 to 8 * words - 1 bytes", 16, 260),
    ("hashlane.hpp", "messages that die at once",
     "std::vector<hl::sha256::digest_type> d; hl::digest_many<hl::sha256>(temporaries(), d);", "R[i] must be a range of bytes that lasts"),
    ("hashlane.hpp", "an unknown algorithm", "(void)hl::digest<hl::sha26>(in);", "sha26", 16),
)

# Mistakes of these rows themselves, which must be found: what each should be told, and a part of the complaint.
PLANTED = (
    (("ascon.hpp", "a line that compiles", AEAD + "(void)aead;", ""), "compiles"),
    (("ascon.hpp", "another remedy", "hl::ascon_aead128 aead{in};", "no such words"), "does not say"),
    (("ascon.hpp", "too many lines", "hl::ascon_aead128 aead{in};", "create(key)", 2), "lines"),
    (("ascon.hpp", "too long a line", "std::array<std::vector<std::array<std::vector<std::array<std::string, 3>>, 2>>, 9> a; "
      "a = std::array<std::vector<std::array<std::vector<std::array<std::string, 4>>, 3>>, 9>();", "error", 1000), "columns"),
)


def complaint(compiler, row):
    """What is wrong with the answer to the mistake of a row, or None."""
    header, about, line, phrase, *most = row
    done = subprocess.run([compiler, *FLAGS], input=PROGRAM.format(header=header, line=line), text=True, cwd=ROOT,
                          capture_output=True, env={"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C"})
    said = done.stderr.splitlines()
    if done.returncode == 0:
        return f"{compiler}: {about}: `{line}` compiles"
    if phrase not in done.stderr:
        return f"{compiler}: {about}: it does not say `{phrase}`\n{done.stderr[:2000]}"
    if len(said) > (most[0] if most else LINES):
        return f"{compiler}: {about}: {len(said)} lines\n{done.stderr[:4000]}"
    if max(map(len, said)) > (most[1] if len(most) > 1 else COLUMNS):
        return f"{compiler}: {about}: a line of {max(map(len, said))} columns\n{max(said, key=len)}"
    return None


def unseen(compiler, planted):
    """A planted mistake that complaint() does not see, or None."""
    row, part = planted
    found = complaint(compiler, row)
    return None if found and part in found.splitlines()[0] else f"{compiler}: planted: {row[1]}: not found: {found}"


def checks(compiler):
    """Pairs of a function and its arguments; each gives what is wrong, or None."""
    return [(complaint, compiler, row) for row in MESSAGES] + [(unseen, compiler, planted) for planted in PLANTED]
