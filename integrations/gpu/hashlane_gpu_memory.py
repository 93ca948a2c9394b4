# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Where the bytes of an argument of hashlane_gpu are. It offers DLPack, __cuda_array_interface__ or the buffer protocol, and is
taken by the first of these that it has. Elements are integers; an array of others is passed as a view of its bytes."""
import ctypes
import math

HOST, DEVICE = 0, 1  # HASHLANE_GPU_HOST, HASHLANE_GPU_DEVICE
MOST_BYTES = (1 << 63) - 1

# ---- DLPack: the structures of dlpack.h, version 1, and those without a version before it

CPU, CUDA, CUDA_HOST, CUDA_MANAGED = 1, 2, 3, 13
PLACES = {CPU: HOST, CUDA_HOST: HOST, CUDA: DEVICE, CUDA_MANAGED: DEVICE}
LEGACY_STREAM = 1  # the stream of CUDA on which the library works; the array must be ready there
INT, UINT = 0, 1
TYPES = {INT: "int", UINT: "uint", 2: "float", 3: "handle", 4: "bfloat", 5: "complex", 6: "bool"}
MOST_DIMENSIONS = 64
MAJOR_VERSION = 1
READ_ONLY = 1  # a flag


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("byte_offset", ctypes.c_uint64)]


class ManagedTensor(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]
    major, flags = MAJOR_VERSION, 0


class VersionedTensor(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p),
                ("flags", ctypes.c_uint64), ("tensor", Tensor)]


DELETER = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
# The name of a capsule, its name after it was taken, and what it holds.
CAPSULES = ((b"dltensor_versioned", b"used_dltensor_versioned", VersionedTensor), (b"dltensor", b"used_dltensor", ManagedTensor))


def _python_function(name, result, *arguments):
    return ctypes.PYFUNCTYPE(result, *arguments)((name, ctypes.pythonapi))


_is_valid = _python_function("PyCapsule_IsValid", ctypes.c_int, ctypes.py_object, ctypes.c_char_p)
_pointer_of = _python_function("PyCapsule_GetPointer", ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)
_set_name = _python_function("PyCapsule_SetName", ctypes.c_int, ctypes.py_object, ctypes.c_char_p)
_keep = _python_function("Py_IncRef", None, ctypes.py_object)
for _, _used, _ in CAPSULES:
    _keep(_used)  # a capsule does not copy its name, and may live longer than this module


class Taken:
    """The tensor of a capsule, which is ours from now on. release() gives it back; only the first call does something."""

    def __init__(self, capsule):
        found = [row for row in CAPSULES if _is_valid(capsule, row[0])]
        if not found:
            raise ValueError("__dlpack__ gives no tensor, or one that was taken before")
        (name, used, layout), = found
        self._address = _pointer_of(capsule, name)
        self.managed = layout.from_address(self._address)
        _set_name(capsule, used)

    def release(self):
        managed, self.managed = self.managed, None
        if managed is not None and managed.deleter:
            DELETER(managed.deleter)(self._address)


def _exported(data, stream):
    """The capsule of an object, with a version where the object knows them: only such a capsule can tell that it is read-only."""
    more = {} if stream is None else {"stream": stream}
    try:
        return data.__dlpack__(max_version=(MAJOR_VERSION, 0), **more)
    except TypeError:
        return data.__dlpack__(**more)


def _place(kind, device, number):
    if kind not in PLACES:
        raise ValueError(f"the array is on a device of type {kind}; it must be on the host or on a device of CUDA")
    if kind == CUDA and device != number:
        raise ValueError(f"the array is on the device {device}, and this is the device {number}")
    return PLACES[kind]


def _check_integers(good, what):
    if not good:
        raise ValueError(f"the elements are {what}; they must be integers of 8, 16, 32 or 64 bits: pass a view of the bytes")


def _bytes_of(shape, strides, item):
    """How many bytes an array has, whose elements have `item` bytes each. Strides are in bytes; None: there are no gaps."""
    if any(side < 0 for side in shape):
        raise ValueError("a side of the array is negative")
    size = math.prod(shape) * item
    if size > MOST_BYTES:
        raise ValueError("the array has more bytes than memory can have")
    step = item
    for side, stride in zip(reversed(shape), reversed(strides or ())):
        if size and side != 1 and stride != step:
            raise ValueError("the array has gaps, or its rows do not follow one another")
        step *= side
    return size


class Memory:
    """The address, the size in bytes, the place of an argument, and the size of an element (`item`). The address is valid until the
    end of a `with`. `number` is that of the device."""

    def __init__(self, data, number, writable=False):
        self.release = lambda: None
        if hasattr(data, "__dlpack__") and hasattr(data, "__dlpack_device__"):
            self._take(data, number, writable)
        elif hasattr(data, "__cuda_array_interface__"):
            self._read_interface(data, data.__cuda_array_interface__, writable)
        else:
            self._read_buffer(data, writable)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.release()

    def _take(self, data, number, writable):
        kind, device = map(int, data.__dlpack_device__())
        place = _place(kind, device, number)
        try:
            capsule = _exported(data, LEGACY_STREAM if place == DEVICE else None)
        except (BufferError, TypeError) as why:
            self._read_other(data, place, writable, why)
            return
        taken = Taken(capsule)
        try:
            self._read_tensor(taken.managed, (kind, device), number, writable)
        except BaseException:
            taken.release()
            raise
        self.release = taken.release

    def _read_other(self, data, place, writable, why):
        """numpy exports no read-only array without a version; it can be read by the buffer protocol."""
        try:
            if place == HOST:
                self._read_buffer(data, writable)
                return
        except TypeError:
            pass
        raise ValueError(f"the array is not given away: {why}") from why

    def _read_tensor(self, managed, said, number, writable):
        if managed.major != MAJOR_VERSION:
            raise ValueError(f"the array has version {managed.major} of DLPack; this is version {MAJOR_VERSION}")
        t = managed.tensor
        if (t.device_type, t.device_id) != said:
            raise ValueError(f"the array says that it is on two devices: {said}, {(t.device_type, t.device_id)}")
        self.place = _place(t.device_type, t.device_id, number)
        if writable and managed.flags & READ_ONLY:
            raise ValueError("the array is read-only")
        what = f"{TYPES.get(t.code, t.code)} of {t.bits} bits, {t.lanes} lanes"
        _check_integers(t.code in (INT, UINT) and t.bits in (8, 16, 32, 64) and t.lanes == 1, what)
        if not 0 <= t.ndim <= MOST_DIMENSIONS or (t.ndim and not t.shape):
            raise ValueError(f"the array has {t.ndim} dimensions, or no shape")
        self.item = t.bits // 8
        strides = [stride * self.item for stride in t.strides[:t.ndim]] if t.strides else None
        self.size = _bytes_of(t.shape[:t.ndim], strides, self.item)
        self._set_address(t.data or 0, t.byte_offset)

    def _set_address(self, data, offset):
        if self.size and data == 0:
            raise ValueError("the array has bytes, and no address")
        if data + offset + self.size >= 1 << 64:
            raise ValueError("the array ends behind the end of memory")
        self.address = data + offset if self.size else None

    def _read_interface(self, data, interface, writable):
        if writable and interface["data"][1]:
            raise ValueError("the array on the device is read-only")
        if interface.get("mask") is not None:
            raise ValueError("the array on the device has a mask")
        order, kind, item = interface["typestr"][0], interface["typestr"][1], int(interface["typestr"][2:])
        _check_integers(order in "<|" and kind in "iu" and item in (1, 2, 4, 8), interface["typestr"])
        self.kept, self.place, self.item = data, DEVICE, item
        self.size = _bytes_of(interface["shape"], interface.get("strides"), item)
        self._set_address(interface["data"][0] or 0, 0)

    def _read_buffer(self, data, writable):
        self.place, view = HOST, memoryview(data)
        _check_integers(view.format.lstrip("@=<>!") in tuple("cbBhHiIlLqQnN"), f"of the format {view.format}")
        if not view.c_contiguous:
            raise ValueError("the array has gaps, or its rows do not follow one another")
        if writable and view.readonly:
            raise ValueError("the memory is read-only")
        self.item, self.size = view.itemsize, view.nbytes
        if isinstance(data, bytes):
            self.kept = ctypes.c_char_p(data)
            self.address = ctypes.cast(self.kept, ctypes.c_void_p).value
            return
        made = ctypes.c_char * view.nbytes
        flat = view.cast("B") if view.nbytes else bytearray()
        self.kept = made.from_buffer_copy(flat) if view.readonly else made.from_buffer(flat)
        self.address = ctypes.addressof(self.kept)
