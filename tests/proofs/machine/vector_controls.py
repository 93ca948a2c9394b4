# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which vector instructions, and which rules of masks, are tried by themselves (vector_tries.hpp), and what must be refused."""
from mask_controls import refused

ROTATIONS = ("vprolvq", "vprorvq", "vprolvd", "vprorvd")
MASKED = (*ROTATIONS, "vprolq", "vprorq", "vpxorq", "vpternlogq", "vpunpcklqdq", "vpunpckhqdq", "vpshufd",
          "vpbroadcastq")
# "choice": the elements that a mask chooses. "merging" and "zeroing": what becomes of the others. "store": to memory.
RULES = ("choice", "merging", "zeroing")
TRIED = {*MASKED, "vmovhps", "store vmovhps", *(f"{rule} {name}" for rule in RULES for name in (*MASKED, "vmovdqa64"))}


def checks():
    """Yields (what, whether it is as it should be, what was found)."""
    for name in ROTATIONS:
        for length in "xyz":
            data, count, target = (f"{length}mm{number}" for number in (4, 5, 3))
            text = f"{name} {target},{data},{count}"
            found = refused(text, [data])
            yield f"{text} of a secret", found == "accepted", found
            found = refused(text, [count])
            yield f"{text} by a secret", found == "Unknown: a count that is not known", found


if __name__ == "__main__":
    for what, good, found in checks():
        if not good:
            print(what, found)
