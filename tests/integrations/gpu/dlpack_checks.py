# SPDX-License-Identifier: Apache-2.0 OR MIT
"""DLPack in hashlane_gpu.py, whose folder is the first argument: capsules made here that claim a device, and with the argument
`numpy` those of numpy."""
import contextlib
import ctypes
import gc
import hashlib
import sys

import counted
from counted import check, refused

sys.path.insert(0, sys.argv[1])
import hashlane_gpu  # noqa: E402
import hashlane_gpu_memory as memory  # noqa: E402

ROWS = bytes(range(100))
EXPECTED = b"".join(hashlib.sha256(ROWS[i:i + 10]).digest() for i in range(0, 100, 10))
new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(("PyCapsule_New", ctypes.pythonapi))
name_of = ctypes.PYFUNCTYPE(ctypes.c_char_p, ctypes.py_object)(("PyCapsule_GetName", ctypes.pythonapi))


class Offered:
    """An array on the device 0, in memory of the simulated driver, that is given away by DLPack. `versioned` takes the capsules of
    version 1; an object without it does not know the argument max_version."""

    driver = ctypes.CDLL("libcuda.so.1")

    def __init__(self, content, device=(memory.CUDA, 0), shape=None, strides=None, versioned=False, claimed=None, **fields):
        self.device, self.claimed, self.versioned, self.size = device, claimed or device, versioned, len(content)
        self.allocated, self.capsule, self.streams, self.deleted = ctypes.c_uint64(), None, [], 0
        assert self.driver.cuMemAlloc_v2(ctypes.byref(self.allocated), ctypes.c_size_t(max(1, len(content)))) == 0
        ctypes.memmove(self.allocated.value, content, len(content))
        shape = (len(content),) if shape is None else shape
        self.shape, self.strides = (ctypes.c_int64 * len(shape))(*shape), strides and (ctypes.c_int64 * len(strides))(*strides)
        self.fields = {"code": 1, "bits": 8, "lanes": 1, "ndim": len(shape), "data": self.allocated.value} | fields
        self.deleter = memory.DELETER(self.delete)

    def delete(self, address):
        self.deleted += address == ctypes.addressof(self.managed)

    def read(self):
        return ctypes.string_at(self.allocated.value, self.size)

    def free(self):
        self.driver.cuMemFree_v2(self.allocated)

    def __dlpack_device__(self):
        return self.claimed

    def __dlpack__(self, stream=None, **more):
        if more and not self.versioned:
            raise TypeError("unexpected argument max_version")
        self.streams.append(stream)
        layout = memory.VersionedTensor if self.versioned else memory.ManagedTensor
        self.managed = layout(deleter=ctypes.cast(self.deleter, ctypes.c_void_p))
        t = self.managed.tensor
        t.device_type, t.device_id = self.device
        t.shape = ctypes.cast(self.shape, ctypes.POINTER(ctypes.c_int64))
        if self.strides:
            t.strides = ctypes.cast(self.strides, ctypes.POINTER(ctypes.c_int64))
        if self.versioned:
            self.managed.major, self.managed.flags = self.fields.get("major", 1), self.fields.get("flags", 0)
        for name, value in self.fields.items():
            if hasattr(t, name):
                setattr(t, name, value)
        self.capsule = new_capsule(ctypes.addressof(self.managed), b"dltensor_versioned" if self.versioned else b"dltensor", None)
        return self.capsule

    def was_given_back(self):
        """It was taken, and given back once."""
        used = b"used_dltensor_versioned" if self.versioned else b"used_dltensor"
        return self.deleted == 1 and name_of(self.capsule) == used


@contextlib.contextmanager
def offered(*arguments, **more):
    made = Offered(*arguments, **more)
    try:
        yield made
    finally:
        made.free()


def check_accepted(device):
    shapes = (((100,), None), ((10, 10), None), ((10, 10), (10, 1)), ((10, 1, 10), (10, 77, 1)), ((2, 5, 10), (50, 10, 1)))
    for versioned in (False, True):
        for kind in ((memory.CUDA, 0), (memory.CUDA_MANAGED, 3)):
            for shape, strides in shapes:
                with offered(ROWS, kind, shape, strides, versioned) as rows, offered(bytes(320), kind, versioned=versioned) as out:
                    nothing = device.digest_rows("sha256", rows, 10, out)
                    check(f"{kind} {shape} {strides}", nothing is None and out.read() == EXPECTED)
                    check("both are given back once", rows.was_given_back() and out.was_given_back())
                    check("ready on the stream of the library", rows.streams == out.streams == [1])
    with offered(ROWS, (memory.CUDA_HOST, 0)) as rows:
        check("pinned memory of the host", device.digest_rows("sha256", rows, 10) == EXPECTED)
        check("no stream for the host", rows.streams == [None] and rows.was_given_back())
    for code, bits in ((0, 32), (1, 16), (0, 8), (1, 64)):
        size = 80 // (bits // 8)
        with offered(ROWS[:80], (memory.CPU, 0), (size,), code=code, bits=bits) as rows:
            check(f"integers of {bits} bits", device.digest_rows("sha256", rows, 10) == EXPECTED[:256])
    with offered(b"???" + ROWS, (memory.CPU, 0), (100,), byte_offset=3) as rows:
        check("byte_offset", device.digest_rows("sha256", rows, 10) == EXPECTED)
    with offered(ROWS, (memory.CPU, 0), versioned=True, flags=1) as rows:
        check("a read-only input", device.digest_rows("sha256", rows, 10) == EXPECTED)
    for shape, more in (((0,), {"data": 0}), ((0, 10), {}), ((10, 0), {"strides": (1, 1)})):
        with offered(b"", (memory.CPU, 0), shape, **more) as rows:
            check(f"empty {shape}", device.digest_rows("sha256", rows, 10) == b"" and rows.was_given_back())
    with offered(b"x", (memory.CPU, 0), ()) as rows:
        check("no dimension", device.digest_rows("sha256", rows, 1) == hashlib.sha256(b"x").digest())
    with offered(ROWS, (memory.CPU, 0), deleter=None) as rows:
        rows.deleter = memory.DELETER()
        check("no deleter", device.digest_rows("sha256", rows, 10) == EXPECTED)
    offsets = b"".join(i.to_bytes(8, "little") for i in range(0, 101, 10))
    with offered(ROWS) as rows, offered(offsets, shape=(11,), code=0, bits=64) as places, offered(bytes(320)) as out:
        device.digest_offsets("sha256", rows, places, out)
        check("offsets", out.read() == EXPECTED and all(one.was_given_back() for one in (rows, places, out)))


CPU = (memory.CPU, 0)
REFUSED = (
    ("has gaps", dict(device=CPU, shape=(50,), strides=(2,))),
    ("has gaps", dict(device=CPU, shape=(10, 10), strides=(1, 10))),
    ("has gaps", dict(device=CPU, shape=(10, 5), strides=(10, 1))),
    ("has gaps", dict(device=CPU, shape=(10,), strides=(-1,))),
    ("has gaps", dict(device=CPU, shape=(10,), strides=(0,))),
    ("float of 32 bits", dict(device=CPU, shape=(25,), code=2, bits=32)),
    ("bool of 8 bits", dict(device=CPU, code=6)),
    ("77 of 8 bits", dict(device=CPU, code=77)),
    ("uint of 4 bits, 2 lanes", dict(device=CPU, bits=4, lanes=2)),
    ("128 bits", dict(device=CPU, shape=(1,), bits=128)),
    ("8 bits, 4 lanes", dict(device=CPU, shape=(25,), lanes=4)),
    ("8 bits, 0 lanes", dict(device=CPU, lanes=0)),
    ("side of the array is negative", dict(device=CPU, shape=(-10,))),
    ("side of the array is negative", dict(device=CPU, shape=(-10, -10))),
    ("more bytes than memory", dict(device=CPU, shape=(1 << 62, 1 << 62))),
    ("more bytes than memory", dict(device=CPU, shape=(1 << 60,), bits=64)),
    ("-1 dimensions", dict(device=CPU, ndim=-1)),
    ("1000000 dimensions", dict(device=CPU, ndim=1_000_000)),
    ("no address", dict(device=CPU, data=0)),
    ("behind the end of memory", dict(device=CPU, byte_offset=(1 << 64) - 1)),
    ("on the device 1, and this is the device 0", dict(device=(memory.CUDA, 1))),
    ("device of type 10;", dict(device=(10, 0))),
    ("on two devices", dict(device=(memory.CUDA, 0), claimed=CPU)),
    ("on two devices", dict(device=(memory.CUDA, 1), claimed=(memory.CUDA, 0))),
    ("version 2 of DLPack", dict(device=CPU, versioned=True, major=2)),
    ("no rows of 10 bytes", dict(device=CPU, shape=(99,))),
    ("out is an array on it too", dict(device=(memory.CUDA, 0))),
)


def check_refused(device):
    for versioned in (False, True):
        for text, how in REFUSED:
            with offered(ROWS, **({"versioned": versioned} | how)) as rows:
                check(f"{text} {how}", refused(ValueError, text, lambda: device.digest_rows("sha256", rows, 10)))
                check("it is given back, where it was taken", rows.capsule is None or rows.was_given_back())
    with offered(ROWS) as rows, offered(bytes(320), versioned=True, flags=1) as out:
        check("a read-only output", refused(ValueError, "read-only", lambda: device.digest_rows("sha256", rows, 10, out)))
        check("input and output are given back", rows.was_given_back() and out.was_given_back())
    with offered(ROWS) as rows, offered(bytes(320), (memory.CUDA_HOST, 0)) as out:
        check("output on the host", refused(ValueError, "where the messages are", lambda: device.digest_rows("sha256", rows, 10, out)))
        check("input and output are given back", rows.was_given_back() and out.was_given_back())
    with offered(ROWS, CPU) as rows, offered(ROWS[:88], CPU, (22,), code=0, bits=32) as places:
        check("offsets of 32 bits", refused(ValueError, "not of 32", lambda: device.digest_offsets("sha256", rows, places)))
        check("input and offsets are given back", rows.was_given_back() and places.was_given_back())
    with offered(ROWS, CPU) as rows:
        capsule = rows.__dlpack__()
        rows.__dlpack__ = lambda **_: capsule
        taken = memory.Taken(capsule)
        check("taken before", refused(ValueError, "taken before", lambda: device.digest_rows("sha256", rows, 10)))
        taken.release()
        taken.release()
        check("released twice, given back once", rows.was_given_back())
        rows.__dlpack__ = lambda **_: 5
        check("no capsule", refused(ValueError, "gives no tensor", lambda: device.digest_rows("sha256", rows, 10)))
    with offered(b"", CPU) as rows:
        check("no leaf", refused(hashlane_gpu.Error, "at least one leaf", lambda: device.merkle_root("sha256", rows, 1)))
        check("it is given back after an error of the library", rows.was_given_back())
    check("not given away", refused(ValueError, "not given away: not today", lambda: device.merkle_root("sha256", Kept, 1)))


class Kept:
    """An object that does not give its array away, and has no buffer."""

    @staticmethod
    def __dlpack_device__():
        return memory.CPU, 0

    @staticmethod
    def __dlpack__(**_):
        raise BufferError("not today")


def check_numpy(device):
    import numpy
    rows = numpy.frombuffer(bytearray(ROWS), numpy.uint8).reshape(10, 10)
    references = sys.getrefcount(rows)
    check("rows", device.digest_rows("sha256", rows, 10) == EXPECTED)
    check("a view", device.digest_rows("sha256", rows[1:], 10) == EXPECTED[32:])
    check("integers", device.digest_rows("sha256", rows.reshape(100)[:80].view(numpy.int32), 10) == EXPECTED[:256])
    locked = numpy.frombuffer(ROWS, numpy.uint8)
    check("a read-only array", device.digest_rows("sha256", locked, 10) == EXPECTED)
    out = numpy.zeros((10, 32), numpy.uint8)
    check("out", device.digest_rows("sha256", rows, 10, out) is None and out.tobytes() == EXPECTED)
    offsets = numpy.arange(0, 101, 10)
    check("offsets", device.digest_offsets("sha256", rows, offsets) == EXPECTED)
    check("prefix", device.grind("sha256", rows, 4) == device.grind("sha256", ROWS, 4))
    check("empty", device.digest_rows("sha256", rows[:0], 10) == b"")

    def refuses(text, given, to=None):
        check(text, refused(ValueError, text, lambda: device.digest_rows("sha256", given, 10, to)))
    for gaps in (rows[:, ::2], rows.T, rows[::-1], rows[::2], numpy.asfortranarray(rows)):
        refuses("has gaps", gaps)
    refuses("float of 64 bits", numpy.zeros(10))
    refuses("must be integers", numpy.zeros(10, bool))
    refuses("must be integers", numpy.frombuffer(ROWS[:80], numpy.float64))
    fixed = numpy.frombuffer(bytes(320), numpy.uint8)
    check("a read-only output", refused(ValueError, "read-only", lambda: device.digest_rows("sha256", rows, 10, fixed)))
    check("offsets of 32 bits", refused(ValueError, "not of 32", lambda: device.digest_offsets("sha256", rows, offsets.astype(numpy.int32))))
    gc.collect()
    check("every array was given back", sys.getrefcount(rows) == references)


def main():
    with hashlane_gpu.Device() as device:
        if "numpy" in sys.argv:
            check_numpy(device)
        else:
            check_accepted(device)
            check_refused(device)
    return counted.close()


sys.exit(main())
