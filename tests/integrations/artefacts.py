# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the suites of integrations/ do first: they build what other programs load."""
import pathlib

from steps import do, jobs, report

ROOT = pathlib.Path(__file__).resolve().parents[2]


def files_in(folder):
    """{path: bytes} of the files that a package consists of."""
    all_files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return {name: data for name, data in all_files.items() if "__pycache__" not in name and name != "CMakeLists.txt"}


def check_polars_package():
    """The package polars-hashlane is copied whole."""
    made, source = files_in(ROOT / "build/integrations/polars/package"), files_in(ROOT / "integrations/polars")
    good = len(source) == 6 and made == source
    report("the package polars-hashlane", good, not good, "" if good else str([*made, "not", *source]))


def make_integrations(*before):
    """Runs the commands `before`, and builds the integrations into build/integrations/. False after a report of a failure."""
    for step in (*before, ("cmake", "--preset", "integrations"), ("cmake", "--build", "--preset", "integrations", "-j", jobs())):
        if do("make integrations", *step, cwd=ROOT) is None:
            return False
    report("make integrations", 1, 0)
    check_polars_package()
    return True
