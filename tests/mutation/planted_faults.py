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


# Wipes that are left out have a list of their own: tests/memory/wipe_sites.py.
PADDING, WIDTH, TAG, LANE = ("padding", "width of a counter", "tag compare", "lanes")

FAULTS = (
    Fault("whole blocks of associated data, 64 bytes and more, in a batch are not padded", PADDING,
          "kernels/ascon_record_scheduler.hpp", "counts[j] = r.associated_size != 0;",
          "counts[j] = r.associated_size % block() != 0 || (r.associated_size != 0 && r.associated_size < 64);", "batch_records"),
    Fault("a record that has ended goes on in its lane", LANE, "kernels/ascon_record_scheduler.hpp",
          "                    ended[j] = true;", "                    ended[j] = j != 3;",
          "batch_records"),
    Fault("a tag of 64 bytes is compared without its last byte", TAG, "lanes/secret.hpp",
          "for (std::size_t i = 0; i < n; ++i) difference = opaque(",
          "for (std::size_t i = 0; i < n - (n == 64); ++i) difference = opaque(", "mac"),
    Fault("the tags of records are compared without their last byte", TAG, "kernels/ascon_record_scheduler.hpp",
          "equal_in_constant_time(tag, given.bytes, sizeof tag);", "equal_in_constant_time(tag, given.bytes, sizeof tag - 1);",
          "batch_records"),
    Fault("the block number of PBKDF2 has 8 bits", WIDTH, "classes/pbkdf2.hpp",
          "store<std::endian::big>(number.data(), i);", "store<std::endian::big>(number.data(), i & 0xff);", "mac"),
    Fault("the block number of PBKDF2 over SHA-2 has 8 bits", WIDTH, "classes/pbkdf2.hpp",
          "store<std::endian::big>(octets.data(), number);", "store<std::endian::big>(octets.data(), number & 0xff);", "mac"),
    Fault("the counter of a hash transcript has 8 bits", WIDTH, "transcript/duplex.hpp",
          "    std::uint64_t blocks = 0;", "    std::uint8_t blocks = 0;", "transcript"),
    Fault("a work of more than 32 bits is taken as one of 32", WIDTH, "transcript/grinding.hpp",
          "return bits == 0 || challenge_be >> (64 - bits) == 0;",
          "return bits == 0 || challenge_be >> (64 - (bits > 32 ? 32 : bits)) == 0;", "transcript"),
)
