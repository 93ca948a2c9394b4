# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What trace.cpp wrote, and memory as the instructions see it."""
import struct


class Unknown(Exception):
    """No model of this, or one that the processor contradicts."""


class Reader:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = memoryview(file.read())
        self.at = 0

    def take(self, n):
        self.at += n
        return bytes(self.data[self.at - n:self.at])

    def numbers(self, n):
        return struct.unpack(f"<{n}Q", self.take(8 * n))


class Written:
    """Bytes that were written since, over those of before."""
    def __init__(self, regions):
        self.regions, self.written = regions, {}

    def byte(self, address):
        if address in self.written:
            return self.written[address]
        for first, content in self.regions:
            if first <= address < first + len(content):
                return -1 - content[address - first]
        raise Unknown(f"a load from {address:#x}")

    def read(self, address, n):
        return [self.byte(a) for a in range(address, address + n)]

    def write(self, address, value):
        self.written.update(zip(range(address, address + len(value)), value))
