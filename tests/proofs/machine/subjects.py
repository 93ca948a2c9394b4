# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which calls, loops and messages are proved, under which compilers and on which targets."""
import dataclasses

COMPILERS = ("g++", "clang++-19")
# "many_alus" is avx512 with the code for processors with more than four ALUs, which SHA-512 of one message has.
TARGETS = ("avx512", "many_alus", "avx2", "sha_ni", "baseline")
# What is proved on a target that has code of its own for one function only.
ALONE = {"sha_ni": "sha256", "many_alus": "sha512"}
ONE = ("sha256_one", "sha512_one", "sha3_256_one", "turboshake128_one", "ascon_hash256_one", "ascon_aead128")
MANY = ("sha256_32", "sha256_64", "sha512_32", "sha512_64", "sha256_two", "sha256_252", "sha256_pairs", "sha512_pairs",
        "sha256_far", "sha3_256_32", "sha3_256_64", "shake128_64", "ascon_hash256_32",
        "ascon_hash256_64", "ascon_aead128_many", "kt128_leaves", "kt256_leaves", "kt128_8192", "kt128_four", "kt256_four",
        "kt128_two", "kt256_two", "sha3_256_two", "keccak_streams_two", "keccak_chains", "keccak_chains_4")
# What has code of its own on AVX-512 only: the constant block of two groups is compressed together in vectors of 64 bytes,
# and four leaves take vectors of 32 bytes in the place of 64. Two leaves, messages or states have two lanes of
# each in a vector. Blocks of messages that lie far apart are copied ahead. Two messages have a loop with SHA-NI.
ON_ONE_TARGET = dict.fromkeys(("sha256_pairs", "sha512_pairs", "sha256_far", "kt128_four", "kt256_four", "kt128_two", "kt256_two",
                               "sha3_256_two", "keccak_streams_two"), "avx512") | {"sha256_252": "sha_ni"}
# The short selection leaves out what is the same kernel again.
SHORT = ("sha256_64", "sha256_far", "sha256_two", "sha256_252", "sha3_256_64", "ascon_hash256_32", "ascon_aead128_many",
         "kt128_leaves", "kt256_leaves", "kt128_four", "kt256_four", "kt256_two", "keccak_chains")
# Loops over blocks: sizes in bytes, and whether blocks are read and written. The names are those of calls.hpp.
LOOPS = {"sha256_blocks": (32, 64, 1, 0), "sha512_blocks": (64, 128, 1, 0)} | \
    {f"keccak24_absorb_{rate}": (200, 8 * rate, 1, 0) for rate in (9, 13, 17, 18, 21)} | \
    {f"keccak12_absorb_{rate}": (200, 8 * rate, 1, 0) for rate in (17, 21)} | \
    {f"keccak{rounds}_squeeze_{rate}": (200, 8 * rate, 0, 1) for rounds in (24, 12) for rate in (17, 21)} | \
    {"ascon12_absorb": (40, 8, 1, 0), "ascon8_absorb": (40, 16, 1, 0), "ascon8_encrypt": (40, 16, 1, 1),
     "ascon8_decrypt": (40, 16, 1, 1), "ascon12_squeeze": (40, 8, 0, 1)}
# Loops side by side: sizes in bytes of the state and the block of a lane, of the message and the digest of groups.
LANES = {"sha256_lanes": (32, 64, 0, 0), "sha512_lanes": (64, 128, 0, 0), "ascon12_lanes": (40, 8, 0, 0),
         "keccak12_lanes_21": (200, 168, 0, 0), "sha256_groups": (0, 0, 32, 32), "sha512_groups": (0, 0, 32, 64),
         "sha3_256_groups": (0, 0, 32, 32), "ascon_hash256_groups": (0, 0, 16, 32)} | \
    {f"keccak24_lanes_{rate}": (200, 8 * rate, 0, 0) for rate in (9, 13, 17, 18, 21)}
# A turn of Ascon side by side has four blocks, which are loaded together.
BLOCKS_TOGETHER = {"ascon12_lanes": 4}
SHORT_LANES = {("avx512", "g++"): ("sha512_groups",), ("avx512", "clang++-19"): ("sha512_lanes",),
               ("avx2", "g++"): ("sha256_lanes", "keccak24_lanes_17")}
# Whole messages: sizes in bytes of the state, a block and the digest.
MESSAGES = {"sha256_message": (32, 64, 32), "sha3_256_message": (200, 136, 32), "ascon_hash256_message": (40, 8, 32),
            "shake128_message": (200, 168, 32), "turboshake128_message": (200, 168, 32), "sha512_message": (64, 128, 64)}
# On one target only, since each number of bytes behind the last whole block takes a proof of its own.
ON_ONE_TARGET |= {"shake128_message": "avx512", "turboshake128_message": "avx512"}
# clang++ xors the last bytes of Keccak in vectors from 80 bytes on, if they lie apart from the state. It compares the
# addresses, and a trace has one outcome.
CLANG_TAILS_OF_KECCAK = 80
# Bytes behind the last whole block.
SHORT_TAILS = {"sha256_message": (56,), "sha3_256_message": (7,), "ascon_hash256_message": (7,), "sha512_message": (5,)}
# The other loops of absorbing are those of whole messages.
SHORT_LOOPS = ("sha256_blocks", "sha512_blocks", "keccak24_squeeze_21", "ascon8_decrypt")
NO_TURN, SOME_TURNS, MORE_TURNS = 0, 4, (1, 8, 9)  # blocks; the last are for loops with two blocks in a turn
TWO_BLOCKS = "two blocks in a turn"


def chosen_loops(everything, available):
    """(compiler, loop, target) to prove. The short selection has each loop with one of the compilers."""
    for compiler in COMPILERS:
        for target in available:
            for name in LOOPS if everything else SHORT_LOOPS:
                if not name.startswith(ALONE.get(target, "")):
                    continue
                if everything or name == "sha256_blocks" or (compiler == "g++") == (target != "avx2"):
                    yield compiler, name, target


def chosen_lanes(everything, available):
    """(compiler, loop side by side, target) to prove."""
    for compiler in COMPILERS:
        for target in available:
            for name in LANES if everything else SHORT_LANES.get((target, compiler), ()):
                if target in ("avx512", "avx2") or target == "baseline" and name.startswith("sha256"):
                    yield compiler, name, target


def chosen_messages(everything, available):
    """(compiler, message, target, bytes behind the last whole block) to prove."""
    for compiler in COMPILERS:
        for target in available:
            for name, (state, block, _) in MESSAGES.items():
                shown = min(block, CLANG_TAILS_OF_KECCAK) if state == 200 and compiler != "g++" else block
                if not name.startswith(ALONE.get(target, "")) or target != ON_ONE_TARGET.get(name, target):
                    continue
                if everything or (compiler == "g++") == (target in ("sha_ni", "avx512")):
                    for tail in range(shown) if everything else SHORT_TAILS.get(name, ()):
                        if tail < shown:
                            yield compiler, name, target, tail


def chosen(everything, available):
    """(compiler, call, target) to prove."""
    for compiler in COMPILERS:
        for target in available:
            for call in ONE + MANY:
                wide = call in MANY
                if not call.startswith(ALONE.get(target, "")) or target != ON_ONE_TARGET.get(call, target):
                    continue
                if wide and target == "many_alus":
                    continue
                if everything or not wide or (call in SHORT and target != "baseline" and
                                              (compiler == "g++") == (target != "avx512" or call.startswith("sha256"))):
                    yield compiler, call, target


@dataclasses.dataclass(frozen=True)
class Proof:
    """One proof. A message has the number of bytes behind its last whole block as its tail, a fault its text."""
    kind: str  # call, loop, message, lanes or fault
    compiler: str
    target: str
    subject: str
    tail: object = ""

    @property
    def name(self):
        return " ".join(map(str, (self.kind, self.compiler, self.target, self.subject, self.tail))).rstrip()


def every_proof(everything, available):
    """All but the faults."""
    for kind, choose in (("call", chosen), ("loop", chosen_loops), ("message", chosen_messages), ("lanes", chosen_lanes)):
        for compiler, subject, target, *tail in choose(everything, available):
            yield Proof(kind, compiler, target, subject, *tail)
