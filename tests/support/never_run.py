# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Lines and sides of branches of include/ to which no test program comes, each with its reason, for coverage.py.

A key is (header, line or condition, side of a branch); of a line the side is None. A row is used only where nothing ran.
"""
CONSTANT = "evaluated by the compiler wherever it is called"
OTHER_BYTES = "only constant evaluation reads bytes through pointers of their own types; at run time each pointer is to octets"
NOT_COMPILED = "stands behind a static_assert: a call that would come there does not compile"
MSAN = "for MemorySanitizer, which does not follow asm statements: elsewhere vectors of 64 bytes have these"
NAMED = {
    ("targets/x86.hpp", "cpu.leaf1(osxsave)", False): "processors without XSAVE: tests/targets/processors.py, emulated",
    ("targets/target.hpp", "cpu.slow_vector_chains()", False): "processors of other makers",
    ("targets/target.hpp", "cpu.slow_vector_chains()", True): "processors of AMD, where this is none",
    ("targets/target.hpp", "cpu.many_alus()", False): "processors of other makers, and AMD's before Zen 5",
    ("targets/target.hpp", "cpu.many_alus()", True): "AMD's processors since Zen 5, where this is none",
    ("targets/target.hpp", "bit == 0", False): "a target that the processor lacks: tests/targets/processors.py, emulated",
    ("targets/target.hpp", "(available & bit) != 0", False): "a target that the processor lacks: tests/targets/processors.py, emulated",
    ("primitives/sha2_x86.hpp", "upper_halves", False): "a processor with SHA-NI and without AVX",
    ("threads/executor.hpp", "cores > 0", False): "a system that does not count its cores",
    ("threads/pool.hpp", "cores > 0", False): "a system that does not count its cores",
    ("by_name/digest.hpp", "static constexpr digest_operations make() { return {Row::info(), digest, digest_customized()}; }", None): CONSTANT,
    ("by_name/kdf.hpp", "static constexpr kdf_operations make(const algorithm& a) { return {a, derive, extract, expand, nullptr, nullptr}; }",
     None): CONSTANT,
    ("classes/row.hpp", "static constexpr const std::array<algorithm, size>& all() noexcept { return table; }", None): CONSTANT,
    ("constructions/merkle_damgard.hpp", "constexpr const std::array<word, 8>& chaining_value() const { return H; }", None): CONSTANT,
    ("kernels/ascon_blocks.hpp", "constexpr bool is_round_count(unsigned rnd) { return rnd != 0 && rnd % 2 == 0 && rnd <= max_rounds; }",
     None): CONSTANT,
    ("primitives/keccak_p.hpp", "constexpr bool is_round_count(unsigned n_r) { return n_r != 0 && n_r % 2 == 0 && n_r <= max_rounds; }",
     None): CONSTANT,
    ("constructions/tree.hpp", "n != 0", True): OTHER_BYTES,
    ("constructions/tree.hpp", "open.absorb(p, chunk);", None): OTHER_BYTES,
    ("constructions/tree.hpp", "close(node, {});", None): OTHER_BYTES,
    ("lanes/arguments.hpp", "constexpr bool is_to_octets() const noexcept { return type == pointed::octets; }", None): OTHER_BYTES,
    **{("lanes/arguments.hpp", f"case pointed::{kind}", True): OTHER_BYTES for kind in ("chars", "bytes", "signed_chars", "utf8")},
    **{("lanes/arguments.hpp", f"case pointed::{kind}: return static_cast<std::uint8_t>({kind}[i]);", None): OTHER_BYTES
       for kind in ("chars", "bytes", "signed_chars", "utf8")},
    ("lanes/arguments.hpp", "default", False): OTHER_BYTES,
    ("lanes/bytes.hpp", "i < n", True): "a loop of constant evaluation, behind the stores of words, which is the only way at run time",
    ("lanes/bytes.hpp", "p[i] = static_cast<std::uint8_t>(w >> 8 * (Order == le ? i : sizeof(W) - 1 - i));", None):
        "a loop of constant evaluation, behind the stores of words, which is the only way at run time",
    **{(f"classes/{name}.hpp", "return false;", None): NOT_COMPILED for name in ("hash", "hkdf", "hmac", "keyed_hash", "one_shot")},
    ("lanes/secret.hpp", "return false;", None): NOT_COMPILED,
    ("primitives/sha2_wide.hpp", "HASHLANE_INLINE void add_large_sigma(V& sum, const V& x) {", None): MSAN,
    ("primitives/sha2_wide.hpp",
     "sum = sum + ((x >> by[0] | x << (w - by[0])) ^ (x >> by[1] | x << (w - by[1])) ^ (x >> by[2] | x << (w - by[2])));", None): MSAN,
    ("primitives/sha2_wide.hpp", "HASHLANE_INLINE void add_small_sigma(V& sum, const V& x) {", None): MSAN,
    ("primitives/sha2_wide.hpp", "sum = sum + ((x >> by[0] | x << (w - by[0])) ^ (x >> by[1] | x << (w - by[1])) ^ x >> by[2]);", None): MSAN,
    ("primitives/sha2_wide.hpp", "#endif", None): MSAN,
    ("primitives/sha2_wide.hpp", "h = h + WK;", None): MSAN,
    ("primitives/sha2_wide.hpp", "W[t] = W[t] + W[(t + 9) & 15];", None): MSAN,
    ("transcript/grinding.hpp", "!best.compare_exchange_weak(known, found)", True):
        "another thread would have to come between two neighbouring instructions",
    ("threads/executor.hpp", "s.calls == UINTPTR_MAX / most", True): "a slot is given so often after more calls than a process lives to make",
    ("targets/target.hpp", "bit != targets::baseline_bit", False): "processors for which the baseline is the only target",
    ("constructions/sponge.hpp", "at + sizeof w != rate", True): "big-endian processors: elsewhere a word that ends within the block is "
                                                                 "absorbed before",
    ("by_name/digest.hpp", "!fits(out)", True): "KangarooTwelve, the only one with a customization string there, has outputs of any size",
    ("by_name/kdf.hpp", "derive_into<T>(salt, key, info, out)", False): "the size of the output, which alone can be wrong, was compared before",
    ("by_name/kdf.hpp", "hkdf_expand_into<H>(pseudorandom_key, info, out)", False):
        "the size of the output, which alone can be wrong, was compared before",
    ("by_name/kdf.hpp", "derive_into<T>(password, salt, iterations, out)", False):
        "the number of iterations and the size of the output, which alone can be wrong, were compared before",
    ("by_name/mac.hpp", "state.digest(out)", False): "the size of the output, which alone can be wrong, was compared before",
    ("classes/hash.hpp", "std::size(expected) != 0", False): "fewer bytes than the shortest tag, which has four, were refused before",
    ("constructions/keccak_sponge.hpp", "n >= Rate", True): "a block has 72 bytes or more, and a message of more than 64 goes another way before",
    ("kernels/keccak_leaves.hpp", "j == 0", False): "a target with this function takes all leaves of a group, at most eight, at once",
    ("merkle/stream.hpp", "i < S::arity - 1", False): "fewer nodes wait at a level than the arity; the comparison shows it to compilers",
    ("transcript/fields.hpp", "i == 0", False): "an integer of at most 64 bits has no word but the first",
}
