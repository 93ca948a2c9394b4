#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What must not compile does not, on either compiler, and its nearest right neighbour does.

Each row: what it is about, a line that compiles, a line that is refused. refused.py COMPILER takes that one alone.
messages.py has the likeliest mistakes, whose messages are held too.
"""
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import messages  # noqa: E402
from steps import jobs  # noqa: E402

COMPILERS = ("g++", "clang++-19")
FLAGS = ["-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{ROOT / 'include'}"]
# Compiled once for all lines of a header, since it takes six times as long as a line.
HEAD = """#include <array>
#include <list>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
"""
BODY = """namespace hl = hashlane;
using namespace std::literals;
template <auto P>
struct of_primitive {{ static constexpr auto primitive = P; }};
template <class S, std::size_t A>
struct of_arity : S {{ static constexpr std::size_t arity = A; }};
void use(const char* text, char (&buffer)[4], std::vector<unsigned char>& out) {{
    (void)text, (void)buffer, (void)out;
    {line}
}}
"""

ALSO = {"batch.hpp": ("sha3.hpp",), "merkle.hpp": ("sha2.hpp",), "mac.hpp": ("sha2.hpp", "ascon.hpp")}
AEAD = "const std::array<char, 16> nonce{}; const hl::ascon_aead128 aead{nonce}; "
STATEMENT = "using D = hl::shake128_duplex; const hl::session<D> s(hl::session_id{}); " \
    "const auto begun = s.instance<hl::string_codec>(out); (void)begun; "
# A class whose construction is of a primitive.
CONSTRUCTION = "struct {{ of_primitive<{}> construction; }} h; (void)h; hl::batches::run<decltype(h)>({{}});"
CONSTANT = "constexpr auto d = [] {{ std::array<std::array<{}, 32>, 1> all{{}}; " \
    "hl::digest_many<hl::sha3_256>(std::array{{\"a\"sv}}, all); return all; }}(); (void)d;"
ROWS = {
    "batch.hpp": [
        ("kernels for many messages that a primitive does not have",
         CONSTRUCTION.format("hl::batch_primitive::ascon"),
         CONSTRUCTION.format("static_cast<hl::batch_primitive>(9)")),
        ("constant digests whose bytes are no std::uint8_t", CONSTANT.format("unsigned char"), CONSTANT.format("char")),
        ("streams of a hash", "(void)sizeof(hl::xof_lanes<hl::shake128, 4>);", "(void)sizeof(hl::xof_lanes<hl::sha3_256, 4>);"),
    ],
    "merkle.hpp": [
        ("a stream of arity 8", "hl::merkle_stream<of_arity<hl::plain_tree<hl::sha256, 4>, 4>> s; (void)s;",
         "hl::merkle_stream<of_arity<hl::plain_tree<hl::sha256, 4>, 8>> s; (void)s;"),
        ("a tree of arity 3", "hl::merkle_tree<of_arity<hl::plain_tree<hl::sha256>, 2>> t({}, 0); (void)t;",
         "hl::merkle_tree<of_arity<hl::plain_tree<hl::sha256>, 3>> t({}, 0); (void)t;"),
    ],
    "transcript.hpp": [
        ("a prover without an instance", STATEMENT + "hl::prover p(begun, out);", STATEMENT + "hl::prover p(s, out);"),
        ("a prover without a session", STATEMENT + "hl::prover p(begun, out);",
         "hl::prover<hl::shake128_duplex, std::vector<unsigned char>> p(out);"),
        ("a verifier without an instance", STATEMENT + "hl::verifier v(begun, out);",
         STATEMENT + "hl::verifier v(s, out);"),
        ("a proof that dies before its verifier", STATEMENT + "hl::verifier v(begun, std::as_const(out));",
         STATEMENT + "hl::verifier v(begun, std::vector<unsigned char>{});"),
        ("a statement from nowhere", STATEMENT + "hl::statement<D> again(begun); (void)again;",
         STATEMENT + "hl::statement<D> again(D(hl::session_id{})); (void)again;"),
        ("a session without an id", "hl::session<hl::shake128_duplex> s(hl::session_id{}); (void)s;",
         "hl::session<hl::shake128_duplex> s; (void)s;"),
        ("an instance of nothing", STATEMENT + "(void)s.instance<hl::string_codec>(out);",
         STATEMENT + "(void)s.instance<>();"),
        ("a proof of bits", STATEMENT + "std::vector<std::byte> proof; hl::prover p(begun, proof);",
         STATEMENT + "std::vector<bool> proof; hl::prover p(begun, proof);"),
        ("a message without a codec", STATEMENT + "hl::prover p(begun, out); p.send<hl::string_codec>(out);",
         STATEMENT + "hl::prover p(begun, out); p.send(out);"),
        ("a literal", STATEMENT + 'hl::prover p(begun, out); p.send<hl::string_codec>("a"sv);',
         STATEMENT + 'hl::prover p(begun, out); p.send<hl::string_codec>("a");'),
        ("a string as a message of fixed length",
         STATEMENT + "hl::prover p(begun, out); p.send<hl::bytes_codec<2>>(std::array<char, 2>{});",
         STATEMENT + "hl::prover p(begun, out); p.send<hl::bytes_codec<2>>(out);"),
        ("another integer than the codec's",
         STATEMENT + "hl::prover p(begun, out); p.send<hl::integer_codec<unsigned>>(1u);",
         STATEMENT + "hl::prover p(begun, out); p.send<hl::integer_codec<unsigned>>(1ull);"),
        ("a bool as an integer of 8 bits", STATEMENT + "hl::verifier v(begun, out); (void)v.receive<hl::below_codec<2>>();",
         STATEMENT + "hl::verifier v(begun, out); (void)v.receive<hl::integer_codec<bool>>();"),
        ("a number with a fraction as an element", STATEMENT + "hl::prover p(begun, out); p.send<hl::field_codec<hl::babybear>>(7);",
         STATEMENT + "hl::prover p(begun, out); p.send<hl::field_codec<hl::babybear>>(7.5);"),
        ("a number with a fraction as an integer", STATEMENT + "hl::prover p(begun, out); p.send<hl::below_codec<9>>(7);",
         STATEMENT + "hl::prover p(begun, out); p.send<hl::below_codec<9>>(7.5);"),
        ("a verifier that sends", STATEMENT + "hl::verifier v(begun, out); (void)v.receive<hl::string_codec>();",
         STATEMENT + "hl::verifier v(begun, out); v.send<hl::string_codec>(out);"),
        ("a message that is dropped", STATEMENT + "hl::verifier v(begun, out); (void)v.receive<hl::string_codec>();",
         STATEMENT + "hl::verifier v(begun, out); v.receive<hl::string_codec>();"),
        ("a verdict that is dropped", STATEMENT + "hl::verifier v(begun, out); (void)v.check_eof();",
         STATEMENT + "hl::verifier v(begun, out); v.check_eof();"),
    ],
    "sha3.hpp": [
        ("an odd number of rounds", "std::uint64_t S[25]{}; hl::keccak_mode<168, 12>::permute(S);",
         "std::uint64_t S[25]{}; hl::keccak_mode<168, 13>::permute(S);"),
        ("no rounds", "std::uint64_t S[25]{}; hl::keccak_mode<168, 2>::permute(S);",
         "std::uint64_t S[25]{}; hl::keccak_mode<168, 0>::permute(S);"),
        ("more rounds than there are", "std::uint64_t S[25]{}; hl::keccak_mode<168, 24>::permute(S);",
         "std::uint64_t S[25]{}; hl::keccak_mode<168, 26>::permute(S);"),
        ("a rate that is no number of words", "std::uint64_t S[25]{}; hl::keccak_mode<168, 24>::permute(S);",
         "std::uint64_t S[25]{}; hl::keccak_mode<167, 24>::permute(S);"),
        ("a rate that the kernels lack", "std::uint64_t S[25]{}; hl::keccak_mode<144, 24>::permute(S);",
         "std::uint64_t S[25]{}; hl::keccak_mode<160, 24>::permute(S);"),
        ("a literal", '(void)hl::digest<hl::sha3_256>("abc"sv);', '(void)hl::digest<hl::sha3_256>("abc");'),
        ("a bare pointer", "(void)hl::digest<hl::sha3_256>(std::string_view(text));", "(void)hl::digest<hl::sha3_256>(text);"),
        ("an array of char", "(void)hl::digest<hl::sha3_256>(std::span(buffer));", "(void)hl::digest<hl::sha3_256>(buffer);"),
        ("a literal, update", 'hl::sha3_256 h; h.update("abc"sv);', 'hl::sha3_256 h; h.update("abc");'),
        ("a literal, absorb", 'hl::shake128 x; x.absorb("abc"sv);', 'hl::shake128 x; x.absorb("abc");'),
        ("a u8 literal", 'hl::shake128 x; x.absorb(u8"abc"sv);', 'hl::shake128 x; x.absorb(u8"abc");'),
        ("wide elements", "(void)hl::digest<hl::sha3_256>(std::vector<char>{});",
         "(void)hl::digest<hl::sha3_256>(std::vector<int>{});"),
        ("a list", "(void)hl::digest<hl::sha3_256>(std::array<char, 2>{});",
         "(void)hl::digest<hl::sha3_256>(std::list<char>{});"),
        ("bits", "(void)hl::digest<hl::sha3_256>(std::vector<std::byte>{});",
         "(void)hl::digest<hl::sha3_256>(std::vector<bool>{});"),
        ("a number", "(void)hl::digest<hl::sha3_256>(std::array{'a'});", "(void)hl::digest<hl::sha3_256>('a');"),
        ("a digest that is dropped", "hl::sha3_256 h; (void)h.digest();", "hl::sha3_256 h; h.digest();"),
        ("a digest of an XOF's tail", "hl::shake128 x; x.absorb(out); (void)hl::digest<hl::shake128, 16>(out);",
         "hl::shake128 x; x.absorb(out); (void)x.digest<16>(out);"),
        ("a reader of a tail", "hl::shake128 x; (void)x.absorb(out).reader();",
         "hl::shake128 x; x.absorb(out); (void)x.reader(out);"),
        ("squeezing into a const output", "hl::shake128 x; x.reader().squeeze(out);",
         "hl::shake128 x; x.reader().squeeze(std::as_const(out));"),
        ("squeezing what absorbs", "hl::shake128 x; auto r = x.reader(); r.squeeze(out);",
         "hl::shake128 x; x.squeeze(out);"),
        ("absorbing after a reader", "hl::shake128 x; auto r = x.reader(); x.absorb(out); r.squeeze(out);",
         "hl::shake128 x; auto r = x.reader(); r.absorb(out);"),
        ("a state that is dropped", "(void)hl::shake128::import_state(out);", "hl::shake128::import_state(out);"),
    ],
    "sha2.hpp": [
        ("SHA-512/384, which is SHA-384", "hl::sha512_t<383> h; (void)h.digest();",
         "hl::sha512_t<384> h; (void)h.digest();"),
        ("SHA-512/512, which is SHA-512", "hl::sha512_t<511> h; (void)h.digest();",
         "hl::sha512_t<512> h; (void)h.digest();"),
        ("a digest of a tail", "hl::sha256 h; h.update(out); (void)h.update(out).digest();",
         "hl::sha256 h; h.update(out); (void)h.digest(out);"),
        ("a digest into an output, of an object", "hl::digest_into<hl::sha224>(out, out);",
         "hl::sha224 h; h.digest(out);"),
        ("a digest of another size", "(void)hl::digest<hl::sha256, 32>(out);", "(void)hl::digest<hl::sha256, 20>(out);"),
        ("an output of another size", "std::array<char, 32> d; hl::digest_into<hl::sha256>(out, d);",
         "std::array<char, 31> d; hl::digest_into<hl::sha256>(out, d);"),
        ("an output that is const", "hl::digest_into<hl::sha256>(out, out);",
         "hl::digest_into<hl::sha256>(out, std::as_const(out));"),
        ("an output that dies at once", "hl::digest_into<hl::sha256>(out, std::span(out));",
         "hl::digest_into<hl::sha256>(out, std::string(32, ' '));"),
        ("a tag of a hash", "(void)hl::digest<hl::sha256>(out);", "(void)hl::tag<hl::sha256>(out, out);"),
        ("a parameter that SHA-2 does not have", "(void)hl::digest<hl::sha256>(out);",
         "(void)hl::digest<hl::sha256>(out, out);"),
        ("a message in the constructor", "hl::sha256 h; hl::sha256 again(h); (void)again;", "hl::sha256 h(out);"),
        ("a static one-shot", "(void)hl::digest<hl::sha256>(out);", "(void)hl::sha256::digest(out);"),
        ("SHA-512/0", "hl::sha512_t<1> h; (void)h.digest();", "hl::sha512_t<0> h; (void)h.digest();"),
    ],
    "turboshake.hpp": [
        ("D = 0", "constexpr hl::turboshake128 x(0x01); (void)x;", "constexpr hl::turboshake128 x(0x00); (void)x;"),
        ("D = 0x80", "constexpr hl::turboshake256 x(0x7f); (void)x;", "constexpr hl::turboshake256 x(0x80); (void)x;"),
    ],
    "sp800_185.hpp": [
        ("a digest of a sized hash's tail", "hl::parallelhash128 h{8}; (void)h.update(out).digest();",
         "hl::parallelhash128 h{8}; (void)h.digest(out);"),
        ("a KMACXOF without its key", "(void)hl::tag<hl::kmacxof128>(out, out);", "(void)hl::digest<hl::kmacxof128>(out);"),
        ("a tuple that is none", "(void)hl::digest<hl::tuplehash128>(std::tuple(out, out));",
         "(void)hl::digest<hl::tuplehash128>(out);"),
        ("a MAC without a key", "hl::kmac128 h{out}; (void)h.tag();", "hl::kmac128 h; (void)h.tag();"),
        ("a keyed state that leaves", "hl::cshake128 x{out, out}; (void)x.export_state();",
         "hl::kmac128 h{out}; (void)h.export_state();"),
        ("a verdict that is dropped", "hl::kmac128 h{out}; (void)h.verify(out);", "hl::kmac128 h{out}; h.verify(out);"),
        ("a verdict on text", "hl::kmac128 h{out}; (void)h.verify(std::string_view(text));",
         "hl::kmac128 h{out}; (void)h.verify(text);"),
        ("a verdict of an xof on text", "hl::kmacxof128 h{out}; (void)h.reader().verify(std::string_view(text));",
         "hl::kmacxof128 h{out}; (void)h.reader().verify(text);"),
        ("three parameters of cSHAKE", "hl::cshake128 x(out, out); x.absorb(out);", "hl::cshake128 x(out, out, out);"),
    ],
    "mac.hpp": [
        ("a literal as a key", 'hl::hmac<hl::sha256> m{"key"sv}; m.update(out);',
         'hl::hmac<hl::sha256> m{"key"}; m.update(out);'),
        ("a verdict that is dropped", "(void)hl::verify<hl::hmac<hl::sha256>>(out, out, out);",
         "hl::verify<hl::hmac<hl::sha256>>(out, out, out);"),
        ("a verdict on text", "hl::hmac<hl::sha256> m{out}; (void)m.verify(std::string_view(text));",
         "hl::hmac<hl::sha256> m{out}; (void)m.verify(text);"),
        ("an HMAC tag of no bytes", "(void)hl::hmac<hl::sha256>{out}.tag<1>();",
         "(void)hl::hmac<hl::sha256>{out}.tag<0>();"),
        ("an HMAC tag of 33 bytes", "(void)hl::hmac<hl::sha256>{out}.tag<32>();",
         "(void)hl::hmac<hl::sha256>{out}.tag<33>();"),
        ("a tag of another message, of an object", "hl::hmac<hl::sha256> m{out}; (void)m.update(out).tag();",
         "hl::hmac<hl::sha256> m{out}; m.update(out); (void)m.tag(out, out);"),
        ("a tag of a tail, of an object", "hl::hmac<hl::sha256> m{out}; (void)m.update(out).tag();",
         "hl::hmac<hl::sha256> m{out}; (void)m.tag(out);"),
        ("a verdict on another message, of an object", "hl::hmac<hl::sha256> m{out}; (void)m.update(out).verify(out);",
         "hl::hmac<hl::sha256> m{out}; m.update(out); (void)m.verify(out, out, out);"),
        ("a digest of a MAC", "(void)hl::tag<hl::hmac<hl::sha256>>(out, out);",
         "(void)hl::digest<hl::hmac<hl::sha256>>(out);"),
        ("a key of a hash", "(void)hl::derive<hl::hkdf<hl::sha256>>(out, out, out);",
         "(void)hl::derive<hl::sha256>(out, out, out);"),
        ("iterations that are bytes", "(void)hl::derive<hl::pbkdf2<hl::sha256>>(out, out, 2);",
         "(void)hl::derive<hl::pbkdf2<hl::sha256>>(out, out, out);"),
        ("a derivation whose result is dropped", "(void)hl::derive_into<hl::pbkdf2<hl::sha256>>(out, out, 2, out);",
         "hl::derive_into<hl::pbkdf2<hl::sha256>>(out, out, 2, out);"),
        ("more than HKDF gives", "(void)hl::derive<hl::hkdf<hl::sha256>, 255 * 32>(out, out, out);",
         "(void)hl::derive<hl::hkdf<hl::sha256>, 255 * 32 + 1>(out, out, out);"),
        ("HMAC over a hash that does not fit its block", "hl::hmac<hl::sha256> m{out}; m.update(out);",
         "hl::hmac<hl::ascon_hash256> m{out}; m.update(out);"),
    ],
    "ascon.hpp": [
        ("a key of 15 bytes", "hl::ascon_aead128 aead{std::array<char, 16>{}}; (void)aead;",
         "hl::ascon_aead128 aead{std::array<char, 15>{}}; (void)aead;"),
        ("a key of unknown size", "auto aead = hl::ascon_aead128::create(out); (void)aead;",
         "hl::ascon_aead128 aead{out}; (void)aead;"),
        ("a nonce of 12 bytes", AEAD + "(void)aead.encrypt(std::array<char, 16>{}, out, out, out);",
         AEAD + "(void)aead.encrypt(std::array<char, 12>{}, out, out, out);"),
        ("a tag that is dropped", AEAD + "(void)aead.encrypt(nonce, out, out, out);",
         AEAD + "aead.encrypt(nonce, out, out, out);"),
        ("a short tag that nobody chose", AEAD + "(void)aead.encrypt<8>(nonce, out, out, out);",
         AEAD + "(void)aead.encrypt<7>(nonce, out, out, out);"),
        ("a tag of 3 bytes", AEAD + "(void)aead.encrypt<4, true>(nonce, out, out, out);",
         AEAD + "(void)aead.encrypt<3, true>(nonce, out, out, out);"),
        ("a verdict that is dropped", AEAD + "(void)aead.decrypt(nonce, out, out, nonce, out);",
         AEAD + "aead.decrypt(nonce, out, out, nonce, out);"),
        ("a copied encryptor, which would use a nonce twice",
         AEAD + "auto e = aead.encryptor(nonce, out); (void)e.finish();",
         AEAD + "auto e = aead.encryptor(nonce, out); auto again = e; (void)again.finish();"),
        ("associated data after the text began", AEAD + "auto e = aead.encryptor(nonce, out); e.update(out, out);",
         AEAD + "auto e = aead.encryptor(nonce, out); e.absorb(out);"),
        ("an encryptor without associated data", AEAD + "auto e = aead.encryptor(nonce, \"\"sv); e.update(out, out);",
         AEAD + "auto e = aead.encryptor(nonce); e.update(out, out);"),
        ("a callable that takes a copy", AEAD + "auto e = aead.encryptor(nonce, [&](auto& a) { a.absorb(out); }); "
         "e.update(out, out);", AEAD + "auto e = aead.encryptor(nonce, [&](auto a) { a.absorb(out); });"),
        ("a tag of an encryptor that is dropped", AEAD + "auto e = aead.encryptor(nonce, out); (void)e.finish();",
         AEAD + "auto e = aead.encryptor(nonce, out); e.finish();"),
        ("a tag of 17 bytes", AEAD + "(void)aead.encrypt<16>(nonce, out, out, out);",
         AEAD + "(void)aead.encrypt<17>(nonce, out, out, out);"),
        ("a key of 17 bytes", "hl::ascon_aead128 aead{std::array<char, 16>{}}; (void)aead;",
         "hl::ascon_aead128 aead{std::array<char, 17>{}}; (void)aead;"),
        ("a key without a mask", "hl::ascon_aead128_masked aead{std::array<char, 32>{}}; (void)aead;",
         "hl::ascon_aead128_masked aead{std::array<char, 16>{}}; (void)aead;"),
    ],
}


def precompile(folder, compiler, header):
    """Compiles what the lines of a header include. -include takes NAME.gch in the place of NAME, with both compilers."""
    head = folder / f"{compiler}-{header}"
    head.write_text(HEAD + "".join(f"#include <hashlane/{name}>\n" for name in (header, *ALSO.get(header, ()))), "utf-8")
    subprocess.run([compiler, *FLAGS, "-x", "c++-header", head, "-o", f"{head}.gch"], check=True)
    return head


def compiles(compiler, head, line):
    done = subprocess.run([compiler, *FLAGS, "-fsyntax-only", "-include", head, "-x", "c++", "-"], text=True, capture_output=True,
                          input=BODY.format(line=line))
    return done.returncode == 0, done.stderr[:600]


def right_lines(compiler, head, rows):
    """All at once: what is wrong, if anything."""
    good, errors = compiles(compiler, head, " ".join("{ %s }" % right for _, right, _ in rows))
    return None if good else f"{compiler}: {head.name}: a right line does not compile\n{errors}"


def wrong_line(compiler, head, about, line):
    good, _ = compiles(compiler, head, line)
    return f"{compiler}: {about}: `{line}` compiles" if good else None


def checks_of(pool, folder, compiler):
    """Pairs of a function and its arguments; each gives what is wrong, or None."""
    yield from messages.checks(compiler)
    for rows, head in zip(ROWS.values(), pool.map(lambda header: precompile(folder, compiler, header), ROWS)):
        yield right_lines, compiler, head, rows
        yield from ((wrong_line, compiler, head, about, wrong) for about, _, wrong in rows)


def main():
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(jobs()) as pool:
        checks = [check for compiler in sys.argv[1:] or COMPILERS for check in checks_of(pool, pathlib.Path(folder), compiler)]
        found = [wrong for wrong in pool.map(lambda check: check[0](*check[1:]), checks) if wrong]
    print(*found, sep="\n")
    print(f"{len(checks) - len(found)} passed, {len(found)} failed")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
