# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane merkle prove-consistency and verify-consistency, against RFC 9162 s.2.1.4.1 written out here."""
import json

import pytest

from test_merkle import chunks, content, rfc9162, root, sorted_pairs, split


def subproof(m, leaves, complete=True):
    if m == len(leaves):
        return [] if complete else [rfc9162(leaves)]
    k = split(len(leaves))
    if m <= k:
        return subproof(m, leaves[:k], complete) + [rfc9162(leaves[k:])]
    return subproof(m - k, leaves[k:], False) + [rfc9162(leaves[:k])]


def prove(run, *words):
    done = run("merkle", "prove-consistency", "--chunk=1000", *words)
    assert (done.returncode, done.stderr) == (0, b"")
    return json.loads(done.stdout)


def verify(run, place, proof, first_root, later_root, *words):
    (place / "proof").write_text(proof if isinstance(proof, str) else json.dumps(proof))
    return run("merkle", "verify-consistency", "--first-root", first_root, "--root", later_root, *words, "proof")


@pytest.mark.parametrize("size", (1, 2000, 4500, 9000, 16001))
def test_a_file_that_grew(run, place, size):
    """Each earlier length of whole chunks, whose root was taken then."""
    data = content(size)
    leaves = chunks(data)
    (place / "later").write_bytes(data)
    later = root(run, "--chunk=1000", "later")
    for first in range(1, len(leaves) + 1):
        (place / "earlier").write_bytes(b"".join(leaves[:first]))
        earlier = root(run, "--chunk=1000", "earlier")
        proof = prove(run, "--first", str(first), "-j2", "later")
        assert proof["proof"] == [d.hex() for d in subproof(first, leaves)]
        assert (proof["first"], proof["leaves"], proof["first_root"], proof["root"]) == (first, len(leaves), earlier, later)
        done = verify(run, place, proof, earlier, later, f"--first={first}", f"--leaves={len(leaves)}")
        assert (done.returncode, done.stdout, done.stderr) == (0, b"proof: OK\n", b"")
        assert verify(run, place, proof, earlier, later).returncode == 0


def test_a_file_that_was_changed(run, place):
    """What was there before is not what it was."""
    data = bytearray(content(9000))
    (place / "f").write_bytes(data[:5000])
    earlier = root(run, "--chunk=1000", "f")
    data[4999] ^= 1
    (place / "f").write_bytes(data)
    done = verify(run, place, prove(run, "--first=5", "f"), earlier, root(run, "--chunk=1000", "f"))
    assert (done.returncode, done.stdout) == (1, b"proof: FAILED\n") and b"another root of the first tree" in done.stderr


def test_a_directory_that_got_more_files(run, place):
    (place / "d").mkdir()
    for name in ("a", "b", "c"):
        (place / "d" / name).write_text(name)
    earlier = root(run, "d")
    (place / "d" / "d").write_text("last")
    done = run("merkle", "prove-consistency", "--first=3", "d")
    assert done.returncode == 0 and "chunk" not in json.loads(done.stdout)
    assert verify(run, place, done.stdout.decode(), earlier, root(run, "d")).returncode == 0
    (place / "d" / "aa").write_text("in between")
    done = run("merkle", "prove-consistency", "--first=3", "d")
    assert verify(run, place, done.stdout.decode(), earlier, root(run, "d")).returncode == 1


def test_other_trees(run, place):
    data = content(7000)
    (place / "f").write_bytes(data)
    earlier, later = sorted_pairs(chunks(data)[:3]).hex(), root(run, "--sorted-pairs", "--chunk=1000", "f")
    proof = prove(run, "--sorted-pairs", "--first=3", "f")
    assert verify(run, place, proof, earlier, later, "--sorted-pairs", "--first=3", "--leaves=7").returncode == 0
    done = verify(run, place, proof, earlier, later, "--sorted-pairs")
    assert done.returncode == 2 and b"--first and --leaves are needed" in done.stderr
    for word in ("-asha512", "--alg=sha3-256", "-akeccak-224"):
        proof = prove(run, word, "--first=3", "f")
        assert verify(run, place, proof, proof["first_root"], root(run, word, "--chunk=1000", "f")).returncode == 0


def tampered(proof):
    first, *rest = proof["proof"]
    flipped = "%064x" % (int(first, 16) ^ 1)
    yield "too few", dict(proof, proof=rest), b"too few digests"
    yield "too many", dict(proof, proof=proof["proof"] + [first]), b"too many digests"
    yield "torn", dict(proof, proof=[first[:-2]] + rest), b"whole digests"
    yield "a bit", dict(proof, proof=[flipped] + rest), b"another root"
    yield "order", dict(proof, proof=proof["proof"][::-1]), b"another root"
    yield "another first", dict(proof, first=7), b"another root"
    yield "nothing before", dict(proof, first=0), b"it proves nothing"
    yield "more before than after", dict(proof, first=10), b"larger than the second"
    yield "all of it", dict(proof, first=9), b"too many digests"
    yield "shape", dict(proof, shape="sorted-pairs"), b"give --sorted-pairs"
    yield "filled up", dict(proof, shape="plain"), b"no consistency proofs"
    yield "filled up by four", dict(proof, shape="plain4"), b"no consistency proofs"
    yield "no shape", dict(proof, shape="round"), b"shape"
    yield "no hash", dict(proof, algorithm="md5"), b"no such algorithm"
    yield "another hash", dict(proof, algorithm="sha512"), b"not a digest of sha512"
    yield "a hash with a key", dict(proof, algorithm="hmac-sha256"), b"no proof: hmac-sha256 needs a key"
    yield "a hash of tuples", dict(proof, algorithm="tuplehash128"), b"no proof: tuplehash128 hashes tuples"
    yield "negative", dict(proof, first=-1), b"first"
    yield "text", dict(proof, leaves="9"), b"leaves"
    yield "no digits", dict(proof, proof=["zz" * 32] + rest), b"hexadecimal"
    yield "of another kind", dict(proof, format="hashlane-merkle-proof-1"), b"format"
    yield "missing", {k: v for k, v in proof.items() if k != "first_root"}, b"first_root"
    yield "trailing", json.dumps(proof) + "{}", b"one JSON object"
    yield "nothing", "", b"one JSON object"


def test_wrong_proofs_are_refused(run, place):
    data = content(8500)
    (place / "f").write_bytes(data)
    proof = prove(run, "--first=5", "f")
    earlier, later = rfc9162(chunks(data)[:5]).hex(), root(run, "--chunk=1000", "f")
    for what, wrong, why in tampered(proof):
        done = verify(run, place, wrong, earlier, later)
        assert done.returncode == 1 and why in done.stderr and b"OK" not in done.stdout, (what, done)
        assert done.stderr.startswith(b"hashlane: proof: "), (what, done)
    other = "%064x" % (int(later, 16) ^ 1 << 200)
    for roots, words, why in (((other, later), (), b"another root"), ((earlier, other), (), b"another root"),
                              ((later, earlier), (), b"another root"), ((earlier, later), ("--first=4",), b"other sizes"),
                              ((earlier, later), ("--leaves=10",), b"other sizes")):
        done = verify(run, place, proof, *roots, *words)
        assert (done.returncode, done.stdout) == (1, b"proof: FAILED\n") and why in done.stderr
    filled = verify(run, place, dict(proof, shape="plain"), earlier, later, "--first=5", "--leaves=9")
    assert filled.returncode == 1 and b"no consistency proofs" in filled.stderr
    assert verify(run, place, proof, earlier, later).returncode == 0


def test_no_such_proof(run, place):
    (place / "f").write_bytes(content(3000))
    for words, why in ((("--first=0",), b"proves nothing"), (("--first=4",), b"larger than the second")):
        done = run("merkle", "prove-consistency", "--chunk=1000", *words, "f")
        assert (done.returncode, done.stdout) == (1, b"") and why in done.stderr
