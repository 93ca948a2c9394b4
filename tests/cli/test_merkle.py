# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane merkle: roots and proofs against RFC 9162 s.2.1 written out here, and proofs with something wrong refused."""
import hashlib
import json
import os

import pytest

CHUNK = 1000


def content(size):
    return hashlib.shake_128(b"merkle").digest(size)


def split(n):
    k = 1
    while 2 * k < n:
        k *= 2
    return k


def H(algorithm, data):
    return hashlib.new(algorithm.replace("sha3-", "sha3_"), data).digest()


def rfc9162(leaves, algorithm="sha256"):
    if not leaves:
        return H(algorithm, b"")
    if len(leaves) == 1:
        return H(algorithm, b"\0" + leaves[0])
    k = split(len(leaves))
    return H(algorithm, b"\1" + rfc9162(leaves[:k], algorithm) + rfc9162(leaves[k:], algorithm))


def path(m, leaves):
    if len(leaves) == 1:
        return []
    k = split(len(leaves))
    return path(m, leaves[:k]) + [rfc9162(leaves[k:])] if m < k else path(m - k, leaves[k:]) + [rfc9162(leaves[:k])]


def plain(leaves, arity=2, algorithm="sha256"):
    level = [H(algorithm, leaf) for leaf in leaves]
    width = 1
    while width < len(level):
        width *= arity
    level += [bytes(len(level[0]))] * (width - len(level))
    while len(level) > 1:
        level = [H(algorithm, b"".join(level[i:i + arity])) for i in range(0, len(level), arity)]
    return level[0]


def sorted_pairs(leaves):
    if len(leaves) == 1:
        return H("sha256", leaves[0])
    k = split(len(leaves))
    return H("sha256", b"".join(sorted((sorted_pairs(leaves[:k]), sorted_pairs(leaves[k:])))))


def chunks(data):
    return [data[i:i + CHUNK] for i in range(0, len(data), CHUNK)]


def root(run, *words, **more):
    done = run("merkle", "root", *words, **more)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode().split(" ")[0]


@pytest.mark.parametrize("size", (0, 1, 999, 1000, 1001, 5000, 16000, 16001, 99999))
def test_roots_of_files(run, place, size):
    data = content(size)
    (place / "f").write_bytes(data)
    want = rfc9162(chunks(data)).hex()
    assert root(run, "--chunk", "1000", "f") == want
    assert root(run, "--rfc9162", "--chunk=1000", "-j3", "-", stdin=data) == want
    assert root(run, "--chunk", "1000", stdin=data) == want
    if size == 0:
        return
    assert root(run, "--plain", "--chunk", "1000", "f") == plain(chunks(data)).hex()
    assert root(run, "--plain", "--arity", "4", "--chunk", "1000", "-a", "sha512", "f") == plain(chunks(data), 4, "sha512").hex()
    assert root(run, "--sorted-pairs", "--chunk", "1000", "f") == sorted_pairs(chunks(data)).hex()
    assert root(run, "--alg", "sha3-256", "--chunk", "1000", "f") == rfc9162(chunks(data), "sha3-256").hex()


def test_the_line_is_that_of_a_digest(run, place):
    (place / "new\nline").write_bytes(b"abc")
    done = run("merkle", "root", "new\nline")
    assert done.stdout == b"\\" + rfc9162([b"abc"]).hex().encode() + b"  new\\nline\n"
    told = json.loads(run("merkle", "root", "--json", "new\nline").stdout)
    assert told == {"shape": "rfc9162", "algorithm": "sha256", "leaves": 1, "chunk": 65536, "root": rfc9162([b"abc"]).hex()}


@pytest.mark.parametrize("name,shown", ((b"new\nline", rb"\new\nline"), (rb"back\slash", rb"\back\\slash"), (b"cr\r", rb"\cr\r")))
def test_the_line_of_a_check_begins_with_a_backslash_too(run, place, name, shown):
    (place / os.fsdecode(name)).write_bytes(b"abc")
    (place / "proof").write_bytes(run("merkle", "prove", "--index", "0", name).stdout)
    root = rfc9162([b"abc"]).hex()
    assert run("merkle", "verify", "--root", root, "proof", name).stdout == shown + b": OK\n"
    assert run("merkle", "verify", "--root", "00" * 32, "proof", name).stdout == shown + b": FAILED\n"


def proof_of(run, *words):
    done = run("merkle", "prove", *words)
    assert (done.returncode, done.stderr) == (0, b"")
    return json.loads(done.stdout)


def verify(run, place, proof, *words, file="f", **more):
    (place / "proof").write_text(proof if isinstance(proof, str) else json.dumps(proof))
    return run("merkle", "verify", *words, "proof", file, **more)


@pytest.mark.parametrize("shape", ((), ("--plain",), ("--plain", "--arity=4"), ("--sorted-pairs",), ("-a", "shake128")))
@pytest.mark.parametrize("size", (1, 1000, 4500, 16001))
def test_every_chunk_is_proved(run, place, shape, size):
    data = content(size)
    (place / "f").write_bytes(data)
    top, n = root(run, "--chunk=1000", *shape, "f"), len(chunks(data))
    for i in range(n):
        proof = proof_of(run, "--chunk=1000", *shape, "--index", str(i), "f")
        assert proof["root"] == top and proof["leaves"] == n and proof["index"] == i
        if not shape:
            assert proof["proof"] == [d.hex() for d in path(i, chunks(data))]
        done = verify(run, place, proof, *shape, "--root", top, "--leaves", str(n))
        assert (done.returncode, done.stdout, done.stderr) == (0, b"f: OK\n", b"")
        alone = verify(run, place, proof, *shape, "--root", top, f"--leaves={n}", "--chunk-only", file="-", stdin=chunks(data)[i])
        assert alone.returncode == 0


def tampered(proof):
    first = proof["proof"][0]
    yield "too few", dict(proof, proof=proof["proof"][:-1]), b"too few digests"
    yield "too many", dict(proof, proof=proof["proof"] + [first]), b"too many digests"
    yield "torn", dict(proof, proof=[first[:-2]] + proof["proof"][1:]), b"whole digests"
    yield "a bit", dict(proof, proof=["%064x" % (int(first, 16) ^ 1)] + proof["proof"][1:]), b"another root"
    yield "order", dict(proof, proof=proof["proof"][::-1]), b"another root"
    yield "index", dict(proof, index=proof["index"] ^ 1), b"another root"
    yield "past the end", dict(proof, index=proof["leaves"]), b"no chunk"
    yield "no leaves", dict(proof, leaves=0), b"without leaves"
    yield "more leaves", dict(proof, leaves=1 << 20), b"too few digests"
    yield "shape", dict(proof, shape="sorted-pairs"), b"give --sorted-pairs"
    yield "no shape", dict(proof, shape="round"), b"shape"
    yield "no hash", dict(proof, algorithm="md5"), b"no such algorithm"
    yield "another hash", dict(proof, algorithm="sha512"), b"not a digest of sha512"
    yield "a hash with a key", dict(proof, algorithm="hmac-sha256"), b"no proof: hmac-sha256 needs a key"
    yield "a hash of tuples", dict(proof, algorithm="tuplehash128"), b"no proof: tuplehash128 hashes tuples"
    yield "no name of a hash", dict(proof, algorithm=""), b"no proof: no such algorithm"
    yield "no hash but an AEAD", dict(proof, algorithm="ascon-aead128"), b"no proof: ascon-aead128 is an AEAD"
    yield "chunk", dict(proof, chunk=999), b"another root"
    yield "chunk of nothing", dict(proof, chunk=0), b"out of range"
    yield "negative", dict(proof, index=-1), b"index"
    yield "text", dict(proof, leaves="9"), b"leaves"
    yield "no digits", dict(proof, proof=["zz" * 32] + proof["proof"][1:]), b"hexadecimal"
    yield "no text", dict(proof, proof=[1]), b'"proof" is missing or of a wrong type'
    yield "format", dict(proof, format="2"), b"format"
    yield "missing", {k: v for k, v in proof.items() if k != "proof"}, b"proof"
    yield "trailing", json.dumps(proof) + " {}", b"one JSON object"
    yield "after NUL", json.dumps(proof) + "\0{}", b"one JSON object"
    yield "NUL alone", json.dumps(proof) + "\0", b"one JSON object"
    yield "root twice", json.dumps(proof)[:-1] + ', "root": "' + proof["root"] + '"}', b'"root" is given twice'
    yield "index twice", json.dumps(proof)[:-1] + ', "index": 0}', b'"index" is given twice'
    yield "unknown", dict(proof, leafs=1), b'"leafs" is unknown'
    yield "chunk and name", dict(proof, name="f"), b"a name of a directory"
    yield "two names", {**{k: v for k, v in proof.items() if k != "chunk"}, "name": "f", "name_base64": "Zg=="}, b"exclude each other"
    yield "NUL in a name", {**{k: v for k, v in proof.items() if k != "chunk"}, "name": "f\0"}, b"a name contains a NUL"
    yield "half", json.dumps(proof)[:-5], b"one JSON object"
    yield "a list", "[]", b"one JSON object"
    yield "nothing", "", b"one JSON object"


def test_wrong_proofs_are_refused(run, place):
    (place / "f").write_bytes(content(8500))
    top = root(run, "--chunk=1000", "f")
    proof = proof_of(run, "--chunk=1000", "--index=5", "f")
    for what, wrong, why in tampered(proof):
        done = verify(run, place, wrong, "--root", top)
        assert done.returncode == 1 and why in done.stderr and b"OK" not in done.stdout, (what, done)
        assert done.stderr.startswith(b"hashlane: proof: "), (what, done)
    assert verify(run, place, proof, "--root", top).returncode == 0
    other = "%064x" % (int(top, 16) ^ 1 << 200)
    for words, file in ((("--root", other), "f"), (("--root", top, "--leaves", "10"), "f"), (("--root", top, "--chunk-only"), "f")):
        done = verify(run, place, proof, *words, file=file)
        assert (done.returncode, done.stdout) == (1, b"f: FAILED\n")
    data = bytearray(content(8500))
    data[5999] ^= 1
    (place / "f").write_bytes(data)
    assert verify(run, place, proof, "--root", top).returncode == 1
    data[5999] ^= 1
    data[6000] ^= 1  # the next chunk: nothing to do with this proof
    (place / "f").write_bytes(data)
    assert verify(run, place, proof, "--root", top).returncode == 0


def test_an_inner_node_is_no_leaf(run, place):
    """Two digests side by side, as the only chunk that differs: without prefixes only the number of leaves helps."""
    data = content(4000)
    (place / "f").write_bytes(data)
    leaves = chunks(data)
    top = root(run, "--plain", "--chunk=1000", "f")
    proof = proof_of(run, "--plain", "--chunk=1000", "--index=0", "f")
    node = H("sha256", leaves[0]) + H("sha256", leaves[1])
    forged = dict(proof, leaves=2, chunk=64, proof=proof["proof"][1:])
    for words, status in (((), 2), (("--leaves=4",), 1), (("--leaves=2",), 0)):
        assert verify(run, place, forged, "--plain", "--root", top, "--chunk-only", *words, file="-", stdin=node).returncode == status
    top = root(run, "--chunk=1000", "f")
    proof = proof_of(run, "--chunk=1000", "--index=0", "f")
    forged = dict(proof, leaves=2, chunk=64, proof=proof["proof"][1:])
    assert verify(run, place, forged, "--root", top, "--chunk-only", file="-", stdin=path(1, leaves)[0] + path(0, leaves)[0]).returncode == 1


FILES = {"b/x": b"1", "a": b"", "b/y/z": content(70000), "c c": b"abc", "ä": b"2"}


def leaf(name):
    return H("sha256", FILES[name]) + name.encode()


@pytest.fixture
def folder(place):
    for name, data in FILES.items():
        (place / "d" / name).parent.mkdir(parents=True, exist_ok=True)
        (place / "d" / name).write_bytes(data)
    return "d"


def test_directories(run, place, folder):
    names = ["a", "b/x", "b/y/z", "c c", "ä"]
    want = rfc9162([leaf(name) for name in names]).hex()
    for spelled in ("d", "d/", "./d", str(place / "d")):
        assert root(run, spelled) == want
        assert root(run, "-j3", spelled) == want
    for i, name in enumerate(names):
        proof = proof_of(run, "--leaf", name, "d/")
        assert (proof["index"], proof["leaves"], proof["name"], proof["root"]) == (i, 5, name, want)
        assert proof == proof_of(run, "--index", str(i), "d")
        assert verify(run, place, proof, "--root", want, file=f"d/{name}").returncode == 0
        assert verify(run, place, dict(proof, name="other"), "--root", want, file=f"d/{name}").returncode == 1
        assert verify(run, place, proof, "--root", want, file="d/" + names[i - 1]).returncode == 1
    (place / "d" / "c c").rename(place / "d" / "renamed")
    assert root(run, "d") != want


def test_names_that_are_no_text(run, place):
    (place / "d").mkdir()
    (place / "d" / "\udcff").write_bytes(b"x")
    top = root(run, "d")
    proof = proof_of(run, "--index=0", "d")
    assert proof["name_base64"] == "/w==" and top == rfc9162([H("sha256", b"x") + b"\xff"]).hex()
    assert verify(run, place, proof, "--root", top, file="d/\udcff").returncode == 0


def test_what_cannot_be_read_has_no_root(run, place, folder):
    os.mkfifo(place / "d" / "pipe")
    for verb in (("root",), ("prove", "--index=0")):
        done = run("merkle", *verb, "d")
        assert (done.returncode, done.stdout) == (1, b"") and b"pipe" in done.stderr
        assert run("merkle", *verb, "missing").returncode == 1


@pytest.mark.parametrize("words", (
    (), ("grow",), ("prove-consistency", "f"), ("prove-consistency", "--first=1", "--plain", "f"),
    ("prove-consistency", "--first=1", "f", "g"), ("verify-consistency", "proof"), ("verify-consistency", "--root", "00", "proof"),
    ("verify-consistency", "--first-root", "00", "--root", "00"), ("root", "--nonsense"), ("root", "a", "b"), ("root", "-a", "no-such"), ("root", "-a", "kmac128"),
    ("root", "-a", "tuplehash128"), ("root", "--chunk", "0"), ("root", "--plain", "--rfc9162"), ("root", "--arity", "4"),
    ("root", "--plain", "--arity", "3"), ("root", "--chunk", "5", "."), ("prove", "f"), ("prove", "--index", "1", "--leaf", "x", "."),
    ("prove", "--leaf", "x", "f"), ("verify", "proof", "f"), ("verify", "--root", "00", "proof"), ("verify", "--root", "00")))
def test_wrong_use(run, place, words):
    (place / "f").write_bytes(b"x")
    done = run("merkle", *words)
    assert (done.returncode, done.stdout) == (2, b"") and done.stderr


def test_output_into_an_input_is_an_error(run, place, folder):
    (place / "f").write_bytes(content(CHUNK))
    done = run.shell("$H merkle root f >> f; $H merkle prove --index 0 f > f; wc -c < f; $H merkle root - < f >> f; wc -l < f")
    assert done.stdout.split() == [b"0", b"1"] and done.stderr == 2 * b"hashlane: f: the output goes there\n"
    for words in ("root d", "root -j3 d", "prove --index 0 d", "prove-consistency --first 1 d"):
        done = run.shell(f"$H merkle {words} > d/out; status=$?; wc -c < d/out; exit $status")
        assert (done.returncode, done.stdout) == (1, b"0\n") and b"d/out: the output goes there" in done.stderr


def test_many_threads_take_no_memory_for_a_small_file(run, place):
    (place / "f").write_bytes(b"abc")
    done = run.shell("ulimit -v 500000; $H merkle root -j1024 f; $H merkle prove -j1024 --index 0 f")
    assert (done.returncode, done.stderr) == (0, b"") and done.stdout.startswith(rfc9162([b"abc"]).hex().encode())


def test_no_such_leaf(run, place, folder):
    (place / "f").write_bytes(b"x")
    (place / "empty").write_bytes(b"")
    for words, why in ((("--index=1", "f"), b"past the last leaf"), (("--index=0", "empty"), b"without leaves"),
                       (("--leaf=nothing", "d"), b"no such file"), (("--leaf=b", "d"), b"no such file")):
        done = run("merkle", "prove", *words)
        assert (done.returncode, done.stdout) == (1, b"") and why in done.stderr


def test_help(run):
    for words in (("--help",), ("root", "--help"), ("prove", "--help"), ("verify", "--help"), ("prove-consistency", "--help"),
                  ("verify-consistency", "--help")):
        done = run("merkle", *words)
        assert done.returncode == 0 and b"merkle" in done.stdout
