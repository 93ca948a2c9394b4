# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Why something is not proved, and where that was found."""
import traceback


class Unknown(Exception):
    """No model of this, or one that the processor contradicts."""


class Leak(Exception):
    """What no secret may decide depends on the input."""


def error_at(program, address, why):
    """An error, with the instruction that it was met at. What no check foresaw has no model either."""
    said = why if isinstance(why, (Leak, Unknown)) else f"no model of this: {type(why).__name__} {why}"
    return (Leak if isinstance(why, Leak) else Unknown)(f"{address:#x}: {program.text(address)}: {said}")


def told(function, *arguments):
    """(what a function gives, True), or (its error, False): no error ends the proofs of something else."""
    try:
        return function(*arguments), True
    except Exception as why:
        if not isinstance(why, (Leak, Unknown)):
            traceback.print_exc()
        return f"{type(why).__name__}: {why}", False
