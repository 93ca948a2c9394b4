# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane merkle verify and verify-consistency: a proof does not choose the tree and the leaf that it is checked against."""

import pytest

from test_merkle import H, chunks, content, proof_of, rfc9162, root, verify
from test_merkle_consistency import prove as prove_growth
from test_merkle_consistency import verify as verify_growth

# The options of a shape, its name in a proof, and the options that a message names.
SHAPES = ((("--rfc9162",), "rfc9162", "--rfc9162"), (("--plain",), "plain", "--plain"), (("--plain", "--arity=4"), "plain4", "--plain --arity 4"),
          (("--sorted-pairs",), "sorted-pairs", "--sorted-pairs"))


def accepted(done, name="f"):
    return (done.returncode, done.stdout, done.stderr) == (0, f"{name}: OK\n".encode(), b"")


def failed(done, *why, name="f"):
    """FAILED, and a message that begins with the name of the proof and holds these words."""
    return (done.returncode, done.stdout) == (1, f"{name}: FAILED\n".encode()) and done.stderr.startswith(b"hashlane: proof: ") \
        and all(word.encode() in done.stderr for word in why)


@pytest.fixture
def tree(place):
    """A directory whose files are a, b/c and release.tar."""
    for name in ("a", "b/c", "release.tar"):
        (place / "d" / name).parent.mkdir(parents=True, exist_ok=True)
        (place / "d" / name).write_bytes(name.encode())
    return "d"


# ---- attacks

def test_a_file_for_another_by_a_shape_without_prefixes(run, place):
    """The digest of NUL and the chunk, without a prefix, is that of the chunk with the prefix of RFC 9162."""
    (place / "one").write_bytes(b"abc")
    (place / "forged").write_bytes(b"\0abc")
    top = root(run, "one")
    proof = dict(proof_of(run, "--index=0", "one"), shape="plain")
    for words in ((), ("--leaves", "1"), ("--chunk-only",), ("--chunk-only", "--leaves", "1")):
        done = verify(run, place, proof, "--root", top, *words, file="forged")
        assert failed(done, "shape plain", "give --plain", name="forged")


def test_a_chunk_for_a_file_of_a_directory(run, place):
    """The second chunk of a log is the digest of `evil` followed by a name."""
    (place / "evil").write_bytes(b"evil\n")
    (place / "log").write_bytes(bytes(65536) + H("sha256", b"evil\n") + b"release.tar")
    top = root(run, "log")
    proof = proof_of(run, "--index=1", "log")
    forged = {**{k: v for k, v in proof.items() if k != "chunk"}, "name": "release.tar"}
    for words in ((), ("--leaves", "2")):
        done = verify(run, place, forged, "--root", top, *words, file="evil")
        assert failed(done, "the file release.tar of a directory", "evil has another name", "give --leaf NAME", name="evil")
    (place / "release.tar").write_bytes(b"evil\n")
    for words, why in ((("--chunk=65536",), "--chunk is for a file"), (("--chunk-only",), "--chunk-only is for a file")):
        assert failed(verify(run, place, forged, "--root", top, *words, file="release.tar"), why, name="release.tar")


def test_a_file_of_a_directory_for_a_chunk(run, place, tree):
    """A file holds what a leaf of the directory is: a digest followed by a name."""
    (place / "forged").write_bytes(H("sha256", b"a") + b"a")
    top = root(run, tree)
    proof = proof_of(run, "--leaf", "a", tree)
    forged = {**{k: v for k, v in proof.items() if k != "name"}, "chunk": 65536}
    done = verify(run, place, forged, "--root", top, "--leaf", "a", file="forged")
    assert failed(done, "the proof is for a chunk of a file, and --leaf is for a directory", name="forged")


# ---- the shape

@pytest.mark.parametrize("given,shape,_", SHAPES, ids=[row[1] for row in SHAPES])
def test_the_shape_is_that_of_the_command_line(run, place, given, shape, _):
    (place / "f").write_bytes(content(5000))
    for words, name, told in SHAPES:
        top = root(run, "--chunk=1000", *words, "f")
        proof = proof_of(run, "--chunk=1000", *words, "--index=2", "f")
        done = verify(run, place, proof, "--root", top, *given, "--leaves=5")
        if name == shape:
            assert accepted(done)
        else:
            assert failed(done, f"of the shape {name};", f"give {told}\n")


def test_the_shape_is_that_of_rfc_9162_if_no_option_names_one(run, place):
    (place / "f").write_bytes(content(5000))
    for words, name, told in SHAPES:
        top = root(run, "--chunk=1000", *words, "f")
        done = verify(run, place, proof_of(run, "--chunk=1000", *words, "--index=2", "f"), "--root", top, "--leaves=5")
        assert accepted(done) if name == "rfc9162" else failed(done, f"give {told}\n")


@pytest.mark.parametrize("words", (("--plain",), ("--plain", "--arity=4"), ("--sorted-pairs",), ("--rfc9162", "--plain"), ("--arity=4",),
                                   ("--plain", "--arity=3", "--leaves=1"), ("--plain", "--sorted-pairs", "--leaves=1"),
                                   ("-a", "nope"), ("-a", "hmac-sha256"), ("-a", "tuplehash128"), ("-a", "sha512"), ("--chunk", "0")))
def test_trees_that_the_command_line_must_not_name(run, place, words):
    """Also with a proof of RFC 9162: the leaves are needed for a tree without prefixes, whatever the proof says. With sha512 the
    root is of another size."""
    (place / "f").write_bytes(b"abc")
    done = verify(run, place, proof_of(run, "--index=0", "f"), "--root", root(run, "f"), *words)
    assert (done.returncode, done.stdout) == (2, b"")


# ---- the algorithm and the size of a chunk

def test_the_algorithm(run, place):
    (place / "f").write_bytes(content(3000))
    for name, other in (("sha256", "sha3-256"), ("sha512", "sha256"), ("shake128", "kt128")):
        top, proof = root(run, "-a", name, "f"), proof_of(run, "-a", name, "--index=0", "f")
        assert accepted(verify(run, place, proof, "--root", top))
        for option in ("-a", "--algorithm", "--alg"):
            assert accepted(verify(run, place, proof, "--root", top, option, name))
        renamed = dict(proof, algorithm=other)
        assert failed(verify(run, place, renamed, "--root", top, "-a", name), f"names the algorithm {other}, and -a is {name}")


def test_the_size_of_a_chunk(run, place):
    (place / "f").write_bytes(content(3000))
    top, proof = root(run, "--chunk=1000", "f"), proof_of(run, "--chunk=1000", "--index=1", "f")
    assert accepted(verify(run, place, proof, "--root", top, "--chunk=1000"))
    assert failed(verify(run, place, proof, "--root", top, "--chunk=65536"), "names chunks of 1000 bytes, and --chunk is 65536")
    # The second chunk, at another place of another file.
    (place / "f").write_bytes(bytes(2000) + content(2000)[1000:])
    assert accepted(verify(run, place, dict(proof, chunk=2000), "--root", top))
    assert failed(verify(run, place, dict(proof, chunk=2000), "--root", top, "--chunk=1000"), "names chunks of 2000 bytes")


# ---- the file of a directory

def test_the_name_of_a_leaf(run, place, tree):
    top, proof = root(run, tree), proof_of(run, "--leaf", "b/c", tree)
    (place / "c").write_bytes(b"b/c")
    (place / "xb").mkdir()
    (place / "xb" / "c").write_bytes(b"b/c")
    for file in ("d/b/c", str(place / "d/b/c"), "./d/b/c"):
        assert accepted(verify(run, place, proof, "--root", top, file=file), file)
        assert accepted(verify(run, place, proof, "--root", top, "--leaf", "b/c", file=file), file)
    for file in ("c", "xb/c", "d/b//c", "d/a"):
        done = verify(run, place, proof, "--root", top, file=file)
        assert failed(done, "the file b/c of a directory", f"{file} has another name", "give --leaf NAME", name=file)
    assert accepted(verify(run, place, proof, "--root", top, "--leaf=b/c", file="c"), "c")
    assert accepted(verify(run, place, proof, "--root", top, "--leaf", "b/c", file="-", stdin=b"b/c"), "-")
    for other in ("c", "a", "./b/c", "b/c/", "B/C"):
        done = verify(run, place, proof, "--root", top, "--leaf", other, file="d/b/c")
        assert failed(done, f"the file b/c of a directory, not for {other}\n", name="d/b/c")
    assert failed(verify(run, place, proof, "--root", top, "--leaf=b/c", file="d/a"), "another root", name="d/a")


def test_a_leaf_without_a_name(run, place):
    """The leaf is the digest of an empty file; no path ends with an empty name."""
    (place / "f").write_bytes(H("sha256", b""))
    top, proof = root(run, "f"), proof_of(run, "--index=0", "f")
    forged = {**{k: v for k, v in proof.items() if k != "chunk"}, "name": ""}
    for file in ("/dev/null", "d/"):
        assert failed(verify(run, place, forged, "--root", top, file=file), "give --leaf NAME", name=file)


@pytest.mark.parametrize("words", (("--leaf=a", "--chunk=65536"), ("--leaf=a", "--chunk-only"), ("--leaf=",)))
def test_leaves_that_the_command_line_must_not_name(run, place, tree, words):
    done = verify(run, place, proof_of(run, "--leaf", "a", tree), "--root", root(run, tree), *words, file="d/a")
    assert (done.returncode, done.stdout) == (2, b"")


def test_names_in_messages(run, place, tree):
    """A name from a proof brings no control character into a message."""
    proof = dict(proof_of(run, "--leaf", "a", tree), name="\x1b[31m", algorithm="\x1b[32m")
    for words in ((), ("-a", "sha256"), ("--leaf=a",)):
        done = verify(run, place, proof, "--root", root(run, tree), *words, file="d/a")
        assert done.returncode == 1 and b"\x1b" not in done.stderr


def test_a_root_of_another_size(run, place):
    """What is no digest at all is wrong on the command line; a digest of another size is not what the proof names."""
    (place / "f").write_bytes(b"abc")
    proof = proof_of(run, "--index=0", "f")
    assert failed(verify(run, place, proof, "--root", "00" * 64), "the root is not a digest of sha256, which the proof names")
    for wrong in ("00", "00" * 31, "00" * 33, "zz" * 32, "0" * 63):
        done = verify(run, place, proof, "--root", wrong)
        assert (done.returncode, done.stdout) == (2, b"") and b"--root: this is not a digest" in done.stderr


# ---- consistency

@pytest.fixture
def growth(run, place):
    """A proof, and both roots."""
    data = content(8500)
    (place / "f").write_bytes(data)
    return prove_growth(run, "--first=5", "f"), rfc9162(chunks(data)[:5]).hex(), rfc9162(chunks(data)).hex()


def test_growth_of_another_tree(run, place, growth):
    proof, earlier, later = growth
    for words in ((), ("--rfc9162", "-a", "sha256", "--chunk=1000")):
        assert accepted(verify_growth(run, place, proof, earlier, later, *words), "proof")
    for wrong, words, why in ((dict(proof, shape="sorted-pairs"), ("--first=5", "--leaves=9"), "give --sorted-pairs\n"),
                              (proof, ("--sorted-pairs", "--first=5", "--leaves=9"), "give --rfc9162\n"),
                              (dict(proof, shape="plain"), (), "shape plain, and a tree whose levels are filled up has no consistency proofs"),
                              (dict(proof, algorithm="sha3-256"), ("-a", "sha256"), "names the algorithm sha3-256, and -a is sha256"),
                              (proof, ("-a", "sha3-256"), "names the algorithm sha256, and -a is sha3-256"),
                              (dict(proof, chunk=999), ("--chunk=1000",), "names chunks of 999 bytes, and --chunk is 1000"),
                              ({k: v for k, v in proof.items() if k != "chunk"}, ("--chunk=1000",), "for a directory, and --chunk is for a file")):
        assert failed(verify_growth(run, place, wrong, earlier, later, *words), why, name="proof")


def test_growth_of_trees_that_the_command_line_must_not_name(run, place, growth):
    proof, earlier, later = growth
    for words in (("--plain", "--first=5", "--leaves=9"), ("--plain", "--arity=4", "--first=5", "--leaves=9"), ("--sorted-pairs",),
                  ("--sorted-pairs", "--first=5"), ("--sorted-pairs", "--leaves=9"), ("-a", "nope"), ("-a", "hmac-sha256"), ("-a", "sha512"),
                  ("--rfc9162", "--sorted-pairs"), ("--arity=2",), ("--chunk=0",)):
        done = verify_growth(run, place, proof, earlier, later, *words)
        assert (done.returncode, done.stdout) == (2, b""), words
    for roots in ((earlier, later + "00"), (earlier[:-2], later), (earlier, "00" * 28), ("00" * 31, "00" * 31)):
        assert verify_growth(run, place, proof, *roots).returncode == 2
    assert failed(verify_growth(run, place, proof, "00" * 64, "00" * 64), "not a digest of sha256, which the proof names", name="proof")
