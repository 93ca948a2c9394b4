# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlib's protocol (PEP 452), and what hashlib expects of an object that is not its own."""
import hashlib
import hmac
import io
import pathlib
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hashlane

SHARED = {"sha224": "sha224", "sha256": "sha256", "sha384": "sha384", "sha512": "sha512", "sha512-224": "sha512_224",
          "sha512-256": "sha512_256", "sha3-224": "sha3_224", "sha3-256": "sha3_256", "sha3-384": "sha3_384",
          "sha3-512": "sha3_512"}
LENGTHS = [0, 1, 3, 31, 32, 55, 56, 63, 64, 65, 71, 72, 111, 112, 127, 128, 129, 135, 136, 137, 143, 144, 145, 167, 168,
           169, 1000, 2047, 2048, 2049, 4096, 100_000]


CONSTRUCTORS = [
    pytest.param(getattr(hashlane, name.replace("-", "_")), lambda *a, n=theirs: hashlib.new(n, *a), id=name)
    for name, theirs in SHARED.items()
]


@pytest.mark.parametrize("ours, theirs", CONSTRUCTORS)
class TestSameAsHashlib:
    def test_digests(self, ours, theirs):
        data = bytes(range(256)) * 400
        for n in LENGTHS:
            assert ours(data[:n]).digest() == theirs(data[:n]).digest()
            assert ours(data[:n]).hexdigest() == theirs(data[:n]).hexdigest()

    def test_attributes(self, ours, theirs):
        mine, yours = ours(), theirs()
        assert (mine.digest_size, mine.block_size) == (yours.digest_size, yours.block_size)
        assert mine.name.replace("-", "_") == yours.name.lower().replace("-", "_")
        with pytest.raises(AttributeError):
            mine.digest_size = 3

    def test_keywords(self, ours, theirs):
        expected = theirs(b"abc").digest()
        assert ours(data=b"abc").digest() == ours(string=b"abc", usedforsecurity=False).digest() == expected
        with pytest.raises(TypeError):
            ours(b"abc", data=b"abc")
        with pytest.raises(TypeError):
            ours(data=b"abc", string=b"abc")
        with pytest.raises(TypeError):
            ours(b"abc", b"abc")

    def test_digest_does_not_end_it(self, ours, theirs):
        h = ours(b"a")
        assert h.digest() == h.digest()
        assert h.update(b"bc") is None
        assert h.digest() == theirs(b"abc").digest()

    def test_copy(self, ours, theirs):
        h = ours(b"ab")
        twin = h.copy()
        twin.update(b"c")
        assert type(twin) is type(h)
        assert (h.digest(), twin.digest()) == (theirs(b"ab").digest(), theirs(b"abc").digest())

    def test_hmac(self, ours, theirs):
        for size in (1, 20, 64, 72, 136, 200):
            key = bytes(range(size))
            expected = hmac.new(key, b"message", lambda *a: theirs(*a)).digest()
            assert hmac.new(key, b"message", ours).digest() == expected
            assert hmac.digest(key, b"message", ours) == expected
            assert hashlane.digest("hmac-" + ours().name, b"message", key=key) == expected

    def test_file_digest(self, ours, theirs, tmp_path):
        path = tmp_path / "file"
        path.write_bytes(bytes(range(256)) * 10_000)
        with path.open("rb") as file:
            assert hashlib.file_digest(file, ours).digest() == theirs(path.read_bytes()).digest()

    def test_buffers(self, ours, theirs):
        import array
        for data in (bytearray(b"abcd"), memoryview(b"abcd"), memoryview(b"xabcd")[1:], array.array("I", [1, 2])):
            assert ours(data).digest() == theirs(data).digest()

    def test_new(self, ours, theirs):
        name = ours().name
        for known in (name, name.replace("-", "_")):
            assert hashlane.new(known, b"abc").digest() == theirs(b"abc").digest()
            assert hashlane.digest(known, b"abc") == theirs(b"abc").digest()
        assert hashlane.new(name, data=b"abc", usedforsecurity=False).digest() == theirs(b"abc").digest()


@pytest.mark.parametrize("size", [128, 256])
def test_shake(size):
    ours, theirs = getattr(hashlane, f"shake{size}"), getattr(hashlib, f"shake_{size}")
    assert getattr(hashlane, f"shake_{size}") is ours
    for n in (0, 1, 32, 64, 200, 5000):
        assert ours(b"abc").digest(n) == theirs(b"abc").digest(n)
        assert ours(b"abc").hexdigest(n) == theirs(b"abc").hexdigest(n)
        assert ours(b"abc").digest(length=n) == theirs(b"abc").digest(n)
    assert ours(b"abc").digest() == theirs(b"abc").digest(size // 4)
    assert hashlane.new(f"shake_{size}", b"abc").digest(7) == theirs(b"abc").digest(7)
    reader = ours(b"abc").reader()
    assert reader.read(5) + reader.read(0) + reader.read(300) == theirs(b"abc").digest(305)
    twin, room = reader.copy(), bytearray(3000)
    assert reader.readinto(room) == 3000
    assert twin.read(3000) == room == theirs(b"abc").digest(3305)[305:]


def test_names():
    assert hashlane.algorithms_guaranteed <= hashlane.algorithms_available
    assert set(SHARED) | {"shake128", "kt128", "ascon-hash256"} <= hashlane.algorithms_guaranteed
    for name in hashlane.algorithms_available:
        made = hashlane.new(name, b"abc")
        assert made.name == name
        assert len(made.digest()) == made.digest_size == len(bytes.fromhex(made.hexdigest()))


@given(st.binary(max_size=3000), st.lists(st.integers(0, 3000)), st.sampled_from(sorted(hashlane.algorithms_available)))
def test_every_split_is_the_same(data, cuts, name):
    if "elements" in hashlane.algorithms[name].parameters:
        return
    h, twin = hashlane.new(name), None
    places = sorted(min(c, len(data)) for c in cuts)
    for start, end in zip([0, *places], [*places, len(data)]):
        twin = h.copy()
        h.update(memoryview(data)[start:end])
        twin.update(data[start:])
        assert twin.digest() == hashlane.digest(name, data)
    assert h.digest() == hashlane.digest(name, data)


@given(st.lists(st.integers(0, 700), max_size=8), st.sampled_from(["shake128", "turboshake256", "kt128", "ascon-xof128"]))
def test_every_read_is_the_same(sizes, name):
    reader = hashlane.new(name, b"seed").reader()
    assert b"".join(map(reader.read, sizes)) == hashlane.digest(name, b"seed", sum(sizes))


class TestFileDigest:
    @pytest.mark.parametrize("size", [0, 1, (1 << 16) - 1, 1 << 16, (1 << 16) + 1, 5 << 16, (1 << 20) + 1, 3_000_001, 30_000_000])
    @pytest.mark.parametrize("name", ["sha256", "kt128"])
    def test_sizes(self, tmp_path, size, name):
        data = bytes(i * 7 & 0xff for i in range(251)) * (size // 251 + 1)
        path = tmp_path / "file"
        path.write_bytes(data[:size])
        expected = hashlane.digest(name, data[:size])
        for threads in (1, 2):
            assert hashlane.file_digest(path, name, threads=threads).digest() == expected
        assert hashlane.file_digest(str(path), getattr(hashlane, name)).digest() == expected
        with path.open("rb") as file:
            assert hashlane.file_digest(file, name).digest() == expected
        assert hashlane.file_digest(io.BytesIO(data[:size]), hashlib.sha256).digest() == hashlib.sha256(data[:size]).digest()

    def test_where_a_file_is_read_from(self, tmp_path):
        """From where it stands, but an io.BytesIO from its beginning, as hashlib does it; the documentation says so."""
        path = tmp_path / "file"
        path.write_bytes(b"abcdef")
        whole, rest = (hashlib.sha256(data).digest() for data in (b"abcdef", b"def"))
        with path.open("rb") as file, io.BytesIO(b"abcdef") as memory:
            file.seek(3)
            memory.seek(3)
            assert hashlane.file_digest(file, "sha256").digest() == rest
            assert hashlane.file_digest(memory, "sha256").digest() == whole == hashlib.file_digest(memory, "sha256").digest()
        assert "an io.BytesIO from its beginning" in hashlane.file_digest.__doc__

    def test_memory(self, tmp_path):
        """As much as the file, and at most 64 MiB, however many threads there are."""
        path = tmp_path / "file"
        path.write_bytes(b"a")
        hashlane.file_digest(path, "kt128", threads=64)
        tracemalloc.start()
        hashlane.file_digest(path, "kt128", threads=64)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 1 << 18

        class Counted(io.RawIOBase):
            left, asked = 200 << 20, []

            def readable(self):
                return True

            def readinto(self, buffer):
                got = min(len(buffer), self.left)
                self.asked.append(len(buffer))
                self.left -= got
                return got

        class Ignored:
            def update(self, data, threads=1):
                pass
        hashlane.file_digest(Counted(), Ignored, threads=64)
        assert Counted.asked[0] == 1 << 16 and max(Counted.asked) == 64 << 20

    @pytest.mark.parametrize("size", [0, 1, (1 << 16) - 1, 1 << 16, (1 << 16) + 1, (5 << 16) + 1, 3_000_001])
    @pytest.mark.parametrize("name", ["tuplehash128", "tuplehashxof256"])
    def test_a_file_is_one_element(self, tmp_path, size, name):
        path = tmp_path / "file"
        path.write_bytes(bytes(size))
        expected = hashlane.digest(name, bytes(size))
        assert hashlane.file_digest(path, name).digest() == hashlane.file_digest(path, name, threads=2).digest() == expected
        assert hashlane.file_digest(io.BytesIO(bytes(size)), name).digest() == expected

    def test_options(self, tmp_path):
        path = tmp_path / "file"
        path.write_bytes(b"abc")
        assert hashlane.file_digest(path, "kmac128", key=b"k").digest() == hashlane.kmac128(b"abc", key=b"k").digest()

    def test_errors(self, tmp_path):
        with pytest.raises(FileNotFoundError):
            hashlane.file_digest(tmp_path / "none", "sha256")
        with pytest.raises(IsADirectoryError):
            hashlane.file_digest(tmp_path, "sha256")
        with pytest.raises(ValueError, match="no such algorithm"):
            hashlane.file_digest(__file__, "sha257")
        with open(__file__) as text, pytest.raises(ValueError, match="reading bytes"):
            hashlane.file_digest(text, "sha256")
        with (tmp_path / "out").open("wb") as written, pytest.raises((ValueError, OSError)):
            hashlane.file_digest(written, "sha256")

    def test_long_path(self):
        assert hashlane.file_digest(pathlib.Path(__file__), "sha3-256").name == "sha3-256"
