# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Many messages on a GPU of NVIDIA, over libhashlane_gpu.so (hashlane_gpu.h).

Messages are anything with the buffer protocol or DLPack in memory of the host, and the digests come back as bytes. Or messages and
digests (`out`) are arrays on the device with DLPack or __cuda_array_interface__ (CuPy, Numba, PyTorch), and nothing is copied.
One device object serves one thread at a time.
"""
import ctypes
import os

from hashlane_gpu_memory import DEVICE, HOST, Memory

NOT_FOUND = 1


class Error(Exception):
    """What the library says about a call that failed; `code` is its number in hashlane_gpu.h."""

    def __init__(self, code, why):
        super().__init__(why)
        self.code = code


def _library():
    loaded = ctypes.CDLL(os.environ.get("HASHLANE_GPU_LIBRARY", "libhashlane_gpu.so.0"))
    size, pointer, text, number = ctypes.c_size_t, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
    table = {
        "open": (number, pointer, number), "close": (None, pointer), "reason": (text,), "digest_size": (size, text),
        "algorithm": (text, size), "digest_rows": (number, pointer, text, number, pointer, size, size, pointer),
        "digest_offsets": (number, pointer, text, number, pointer, size, pointer, size, pointer),
        "merkle_root": (number, pointer, text, number, pointer, size, size, pointer),
        "kt128": (number, pointer, number, pointer, size, text, size, pointer, size),
        "grind": (number, pointer, text, pointer, size, ctypes.c_uint, ctypes.c_uint64, ctypes.c_uint64, pointer),
    }
    for name, (result, *arguments) in table.items():
        function = getattr(loaded, "hashlane_gpu_" + name)
        function.restype, function.argtypes = result, arguments
    return loaded


_LIB = _library()


def _checked(code):
    if code != 0:
        raise Error(code, _LIB.hashlane_gpu_reason().decode())


def algorithms():
    """{name: bytes of a digest}"""
    found, i = {}, 0
    while (name := _LIB.hashlane_gpu_algorithm(i)) is not None:
        found[name.decode()] = _LIB.hashlane_gpu_digest_size(name)
        i += 1
    return found


def _size_of(algorithm):
    size = _LIB.hashlane_gpu_digest_size(algorithm.encode())
    if size == 0:
        raise ValueError(_LIB.hashlane_gpu_reason().decode())
    return size


def _count(size, width):
    if width <= 0 or size % width:
        raise ValueError(f"{size} bytes are no rows of {width} bytes")
    return size // width


def _check_range(what, number, least, bits):
    """ctypes takes the low bits of a number that is out of range, so that the call would be another one."""
    if not least <= number < 1 << bits:
        raise ValueError(f"{what} is {number}, which is out of range")


class Device:
    """A device by its number. `with Device() as device:` closes it at the end."""

    def __init__(self, number=0):
        _check_range("the number of the device", number, -(1 << 31), 31)
        self._gpu, self._number = ctypes.c_void_p(), number
        _checked(_LIB.hashlane_gpu_open(ctypes.byref(self._gpu), number))

    def close(self):
        """Frees what the device object has; it can be called again."""
        gpu, self._gpu = self._gpu, ctypes.c_void_p()
        _LIB.hashlane_gpu_close(gpu)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _memory(self, data, writable=False):
        return Memory(data, self._number, writable)

    def _results(self, function, algorithm, messages, middle, count, out):
        """Calls function(..., messages, *middle, results) for `count` digests. They go to `out`, or come back as bytes."""
        size = count * _size_of(algorithm)
        if out is None and messages.place == DEVICE:
            raise ValueError("where the messages are on the device, out is an array on it too")
        made = bytearray(size) if out is None else out
        with self._memory(made, writable=True) as results:
            if results.size != size or results.place != messages.place:
                raise ValueError(f"out has {results.size} bytes; it takes {size}, where the messages are")
            _checked(function(self._gpu, algorithm.encode(), messages.place, messages.address, *middle, results.address))
        return bytes(made) if out is None else None

    def digest_rows(self, algorithm, rows, width, out=None):
        """The digests of the rows of `width` bytes, side by side."""
        with self._memory(rows) as memory:
            count = _count(memory.size, width)
            return self._results(_LIB.hashlane_gpu_digest_rows, algorithm, memory, (width, count), count, out)

    def digest_offsets(self, algorithm, data, offsets, out=None):
        """The digests of messages data[offsets[i]:offsets[i + 1]]. The offsets are integers of 64 bits, one more than messages."""
        with self._memory(data) as memory, self._memory(offsets) as places:
            if places.item != 8:
                raise ValueError(f"the offsets are integers of 64 bits, not of {8 * places.item}")
            count = places.size // 8 - 1
            if count < 0 or places.place != memory.place:
                raise ValueError("there is one offset at least, where the messages are")
            middle = (memory.size, places.address, count)
            return self._results(_LIB.hashlane_gpu_digest_offsets, algorithm, memory, middle, count, out)

    def merkle_root(self, algorithm, rows, width, out=None):
        """The root of RFC 9162 over the rows, of which there is at least one."""
        with self._memory(rows) as memory:
            middle = (width, _count(memory.size, width))
            return self._results(_LIB.hashlane_gpu_merkle_root, algorithm, memory, middle, 1, out)

    def kt128(self, message, customization=b"", size=32):
        """KT128 of one message with a customization string: `size` bytes. The message is on the host or on the device."""
        out = ctypes.create_string_buffer(size)
        with self._memory(message) as memory:
            _checked(_LIB.hashlane_gpu_kt128(self._gpu, memory.place, memory.address, memory.size, customization, len(customization),
                                             out, size))
        return out.raw

    def grind(self, algorithm, prefix, bits, first=0, count=1 << 40):
        """The smallest of the nonces first, first + 1 ... with which the digest of prefix + nonce, in eight bytes with the low byte
        first, begins with `bits` zero bits; None where none of `count` does it."""
        for what, number, size in (("bits", bits, 32), ("first", first, 64), ("count", count, 64)):
            _check_range(what, number, 0, size)
        nonce = ctypes.c_uint64()
        with self._memory(prefix) as memory:
            if memory.place != HOST:
                raise ValueError("the prefix is on the host")
            code = _LIB.hashlane_gpu_grind(self._gpu, algorithm.encode(), memory.address, memory.size, bits, first, count,
                                           ctypes.byref(nonce))
        if code == NOT_FOUND:
            return None
        _checked(code)
        return nonce.value
