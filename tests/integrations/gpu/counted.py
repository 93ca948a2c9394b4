# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the checks of hashlane_gpu.py share: how results are counted, and whether a call is refused with its reason."""
passed = failed = 0


def check(what, good):
    """Counts a result, and prints what it was if it is wrong."""
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print("FAIL", what)


def refused(kind, text, work):
    """Whether work() raises an exception of this kind whose message has the text."""
    try:
        work()
    except kind as error:
        return text in str(error)
    return False


def close():
    """Prints the sums, and returns how many results were wrong."""
    print(f"{passed} passed, {failed} failed")
    return failed
