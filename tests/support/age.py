# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Rows of evidence.json that were measured on other code than today's."""
import sources


def stale(row, tree):
    """Why a row is not of today's code, or None."""
    if row["commit"].endswith("-dirty"):
        return "it was measured with changes that were not committed"
    if row.get("tree", sources.UNKNOWN) != tree:
        return f"it is of the tree {row.get('tree', sources.UNKNOWN)}, and today's is {tree}"
    return None


def mark(rows, tree):
    """Marks as older every row that is not of this tree, and takes the mark from the others."""
    for row in rows:
        row.pop("older", None)
        if stale(row, tree):
            row["older"] = True


def unmarked(rows, tree):
    """The rows that are not of this tree and do not say so, with the reason."""
    return [f"{row['name']}: {why}" for row in rows if not row.get("older") and (why := stale(row, tree))]


def check():
    """What the marks of made-up rows must be: what -> whether it was so."""
    rows = [{"name": "of today", "commit": "0123456789ab", "tree": "aa"},
            {"name": "not committed", "commit": "0123456789ab-dirty", "tree": "aa"},
            {"name": "of another tree", "commit": "ba9876543210", "tree": "bb"},
            {"name": "of no known tree", "commit": "ba9876543210"}]
    before = [line.partition(":")[0] for line in unmarked(rows, "aa")]
    mark(rows, "aa")
    return {"rows of other code are seen": before == ["not committed", "of another tree", "of no known tree"],
            "marked rows pass": not unmarked(rows, "aa"),
            "a row of today's tree is not marked": [row.get("older", False) for row in rows] == [False, True, True, True]}
