# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane_gpu.py, whose folder is the first argument; the second one is hashlane(1): results against hashlib, arrays on the device, wrong arguments."""
import array
import ctypes
import hashlib
import subprocess
import sys

import counted
from counted import check, refused

sys.path.insert(0, sys.argv[1])
import hashlane_gpu  # noqa: E402


class OnDevice:
    """An array on the simulated device, whose memory is that of the process."""

    def __init__(self, data, read_only=False, strides=None):
        self.memory = (ctypes.c_char * len(data))(*data)
        allocate = ctypes.CDLL("libcuda.so.1")
        address = ctypes.c_uint64()
        assert allocate.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(max(1, len(data)))) == 0
        ctypes.memmove(address.value, self.memory, len(data))
        self.free = lambda: allocate.cuMemFree_v2(ctypes.c_uint64(address.value))
        self.read = lambda: ctypes.string_at(address.value, len(data))
        self.__cuda_array_interface__ = {"shape": (len(data),), "typestr": "|u1", "data": (address.value, read_only), "version": 3,
                                         "strides": strides}


def on_device(device, rows, expected):
    given, out = OnDevice(rows), OnDevice(bytes(32 * 10))
    check("digests stay on the device", device.digest_rows("sha256", given, 10, out) is None and out.read() == expected)
    check("no out", refused(ValueError, "out is an array on it too", lambda: device.digest_rows("sha256", given, 10)))
    check("out on the host", refused(ValueError, "where the messages are", lambda: device.digest_rows("sha256", given, 10, bytearray(320))))
    locked, gaps = OnDevice(bytes(320), read_only=True), OnDevice(bytes(320), strides=(2,))
    check("read-only", refused(ValueError, "read-only", lambda: device.digest_rows("sha256", given, 10, locked)))
    check("gaps", refused(ValueError, "has gaps", lambda: device.digest_rows("sha256", given, 10, gaps)))
    for one in (given, out, locked, gaps):
        one.free()


def check_kt128(device):
    """Against hashlane(1)."""
    for size in (0, 1, 8191, 8192, 8193, 3 * 8192, 5 * 8192 + 1):
        message = bytes(i % 251 for i in range(size))
        for customization in (b"", b"My Customization"):
            command = [sys.argv[2], "kt128", *(["--custom", customization.decode()] if customization else []), "--length", "50", "-"]
            printed = subprocess.run(command, input=message, capture_output=True).stdout.split()
            given = OnDevice(message)
            check(f"KT128 of {size} bytes", printed[:1] == [device.kt128(message, customization, 50).hex().encode()])
            check(f"KT128 of {size} bytes on the device", device.kt128(given, customization, 50) == device.kt128(message, customization, 50))
            given.free()


def main():
    rows = bytes(range(100))
    expected = b"".join(hashlib.sha256(rows[i:i + 10]).digest() for i in range(0, 100, 10))
    with hashlane_gpu.Device() as device:
        check("rows", device.digest_rows("sha256", rows, 10) == expected)
        out = bytearray(320)
        check("out", device.digest_rows("sha256", memoryview(rows), 10, out) is None and out == expected)
        check("no rows", device.digest_rows("sha256", b"", 10) == b"" == device.digest_rows("sha256", bytearray(), 10))
        check("a view of bytes", device.digest_rows("sha256", memoryview(b"x" + rows)[1:], 10) == expected)
        check("offsets", device.digest_offsets("sha256", rows, array.array("q", range(0, 101, 10))) == expected)
        pair = hashlib.sha256(b"\1" + hashlib.sha256(b"\0a").digest() + hashlib.sha256(b"\0b").digest()).digest()
        check("root", device.merkle_root("sha256", b"ab", 1) == pair)
        nonce = device.grind("sha3-256", b"x", 8)
        check("grind", hashlib.sha3_256(b"x" + nonce.to_bytes(8, "little")).digest()[0] == 0)
        check("not found", device.grind("sha256", b"x", 256, 5, 10) is None)
        for numbers in ((1 << 32,), (-1,), (1, 1 << 64), (1, -1), (1, 0, (1 << 64) + 5), (1, 0, -1)):
            check(f"numbers out of range: {numbers}",
                  refused(ValueError, "out of range", lambda numbers=numbers: device.grind("sha256", b"x", *numbers)))
        check("no such hash", refused(ValueError, "there is no md5", lambda: device.digest_rows("md5", rows, 10)))
        check("width", refused(ValueError, "no rows of 7 bytes", lambda: device.digest_rows("sha256", rows, 7)))
        check("size of out", refused(ValueError, "it takes 320", lambda: device.digest_rows("sha256", rows, 10, bytearray(9))))
        check("offsets beyond", refused(hashlane_gpu.Error, "offset 1", lambda: device.digest_offsets("sha256", rows, array.array("q", [0, 101]))))
        check("no leaf", refused(hashlane_gpu.Error, "at least one leaf", lambda: device.merkle_root("sha256", b"", 1)))
        check("a key", refused(ValueError, "hmac-sha256 takes a secret", lambda: device.digest_rows("hmac-sha256", rows, 10)))
        check("no algorithm", refused(hashlane_gpu.Error, "kmac128 takes a secret", lambda: device.grind("kmac128", rows, 1)))
        check("other elements", refused(ValueError, "must be integers", lambda: device.digest_rows("sha256", array.array("d", [1]), 8)))
        check("offsets of 32 bits", refused(ValueError, "not of 32", lambda: device.digest_offsets("sha256", rows, array.array("i", [0, 9]))))
        check("a read-only output", refused(ValueError, "read-only", lambda: device.digest_rows("sha256", rows, 10, bytes(320))))
        on_device(device, rows, expected)
        check_kt128(device)
    check("no device", refused(hashlane_gpu.Error, "there is no device 7", lambda: hashlane_gpu.Device(7)))
    check("a number of more bits", refused(ValueError, "out of range", lambda: hashlane_gpu.Device(1 << 32)))
    check("sizes", hashlane_gpu.algorithms()["shake256"] == 64 and len(hashlane_gpu.algorithms()) == 9)
    return counted.close()


sys.exit(main())
