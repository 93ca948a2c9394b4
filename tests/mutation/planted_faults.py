# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The faults of planted.py: what stands in a header, what is planted, and the test program that must notice it."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Fault:
    name: str
    kind: str
    header: str  # below include/hashlane
    before: str  # stands there exactly once
    after: str
    program: str  # test_PROGRAM


PADDING, WIDTH, WIPE, TAG, LANE = ("padding", "width of a counter", "wipe", "tag compare", "lanes")

FAULTS = (
    Fault("whole blocks of associated data, 64 bytes and more, in a batch are not padded", PADDING,
          "constructions/ascon_records_doors.hpp", "counts[j] = r.header_size != 0, in[j] = ends[j];",
          "counts[j] = r.header_size % block() != 0 || (r.header_size != 0 && r.header_size < 64), in[j] = ends[j];", "batch_records"),
    Fault("a record that has ended goes on in its lane", LANE, "constructions/ascon_records_doors.hpp",
          "if (!on && !ended[j]) ended[j] = true, set_aside(j);", "if (!on && !ended[j]) ended[j] = j != 3, set_aside(j);",
          "batch_records"),
)
