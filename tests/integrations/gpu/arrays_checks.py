# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Arrays of numpy on the host, which is needed, and of CuPy, PyTorch, JAX and Numba on the device 0, each where it is installed: arrays_checks.py FOLDER,
the folder of hashlane_gpu.py. Digests are compared with those of hashlib."""
import hashlib
import importlib.util
import sys

import counted
from counted import check, refused

sys.path.insert(0, sys.argv[1])
import hashlane_gpu  # noqa: E402

WIDTH, COUNT = 40, 50_000


def of_numpy():
    return lambda array: array.copy(), lambda array: array, lambda array: array ^ 255


def of_cupy():
    import cupy

    def changed(array):
        with cupy.cuda.Stream(non_blocking=True):
            return array ^ 255
    return cupy.asarray, cupy.asnumpy, changed


def of_torch():
    import torch
    stream = torch.cuda.Stream()

    def changed(array):
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            return array.bitwise_xor(255)
    return lambda array: torch.from_numpy(array).cuda(), lambda array: array.cpu().numpy(), changed


def of_numba():
    from numba import cuda
    return cuda.to_device, lambda array: array.copy_to_host(), None


def of_jax():
    import jax
    place = jax.devices("cuda")[0]
    return lambda array: jax.device_put(array, place), None, lambda array: array ^ 255


LIBRARIES = {"numpy": of_numpy, "cupy": of_cupy, "torch": of_torch, "numba": of_numba, "jax": of_jax}


def digests_of(rows):
    data = rows.tobytes()
    return b"".join(hashlib.sha256(data[at:at + WIDTH]).digest() for at in range(0, len(data), WIDTH))


def check_rows(name, device, rows, moved, back, changed):
    """Rows, a column, a root, and an output that lies over its input. An array that is changed on a stream of its own is ready."""
    import numpy
    given, out = moved(rows), moved(numpy.zeros((COUNT, 32), numpy.uint8))
    device.digest_rows("sha256", given, WIDTH, out)
    check(f"{name}: rows", back(out).tobytes() == digests_of(rows))
    offsets, out = moved(numpy.arange(0, COUNT * WIDTH + 1, WIDTH, dtype=numpy.int64)), moved(numpy.zeros((COUNT, 32), numpy.uint8))
    device.digest_offsets("sha256", given, offsets, out)
    check(f"{name}: a column", back(out).tobytes() == digests_of(rows))
    root, same = moved(numpy.zeros(32, numpy.uint8)), bytearray(32)
    device.merkle_root("sha256", given, WIDTH, root)
    device.merkle_root("sha256", rows.tobytes(), WIDTH, same)
    check(f"{name}: a root", back(root).tobytes() == bytes(same))
    if changed is not None:
        device.digest_rows("sha256", changed(given), WIDTH, out)
        check(f"{name}: an array that was computed", back(out).tobytes() == digests_of(rows ^ 255))
    over = moved(rows[:COUNT // 2 * 2].reshape(-1)[:COUNT * 32].copy())
    pairs = rows.reshape(-1)[:COUNT * 32].tobytes()
    device.digest_rows("sha256", over, 64, over[:COUNT // 2 * 32])
    expected = b"".join(hashlib.sha256(pairs[at:at + 64]).digest() for at in range(0, len(pairs), 64))
    check(f"{name}: in place", back(over).tobytes()[:len(expected)] == expected)
    floats = moved(numpy.zeros(100))
    check(f"{name}: floats", refused(ValueError, "must be integers", lambda: device.digest_rows("sha256", floats, 8, out)))


def check_message(name, device, rows, moved, changed):
    """KT128, whose result is on the host."""
    check(f"{name}: KT128", device.kt128(moved(rows)) == device.kt128(rows.tobytes()))
    if changed is not None:
        check(f"{name}: KT128 of an array that was computed", device.kt128(changed(moved(rows))) == device.kt128((rows ^ 255).tobytes()))


def main():
    import numpy
    rows = numpy.random.default_rng(1).integers(0, 256, (COUNT, WIDTH), numpy.uint8)
    with hashlane_gpu.Device() as device:
        for name, make in LIBRARIES.items():
            if importlib.util.find_spec(name) is None:
                print(f"{name} is not installed")
                continue
            moved, back, changed = make()
            if back is not None:
                check_rows(name, device, rows, moved, back, changed)
            check_message(name, device, rows, moved, changed)
    return counted.close()


if __name__ == "__main__":
    sys.exit(main())
