# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What trace.cpp wrote, and memory as the instructions see it."""
import struct

from errors import Unknown

VECTORS = 32  # the number of the first vector register, as trace.cpp has it


class Reader:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        self.at, self.all_steps, self.behind = 0, None, 0

    @staticmethod
    def of(trace):
        """A trace from its beginning. It is a path, or a reader that has read it before."""
        reader = trace if isinstance(trace, Reader) else Reader(trace)
        reader.at = 0
        return reader

    def steps(self):
        """All instructions: (address, {register: new value}). They are read once, and not changed by those who follow them."""
        if self.all_steps is None:
            self.all_steps = list(self.read_steps())
            self.behind = self.at
        self.at = self.behind
        return self.all_steps

    def read_steps(self):
        while address := self.numbers(1)[0]:
            changed = {}
            for _ in range(self.take(1)[0]):
                number = self.take(1)[0]
                changed[number] = self.take(64) if number >= VECTORS else self.numbers(1)[0]
            yield address, changed

    def take(self, n):
        self.at += n
        return self.data[self.at - n:self.at]

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
