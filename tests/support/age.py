# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Rows of evidence.json that were measured on other code than today's."""
import sources


def stale(row, trees):
    """Why a row is not of today's code, or None. trees: by the folders that a row is about: "library" or "all" """
    if row["commit"].endswith("-dirty"):
        return "it was measured with changes that were not committed"
    tree = trees[row.get("of", "all")]
    if row.get("tree", sources.UNKNOWN) != tree:
        return f"it is of the tree {row.get('tree', sources.UNKNOWN)}, and today's is {tree}"
    return None


def mark(rows, trees):
    """Marks as older every row that is not of these trees, and takes the mark from the others."""
    for row in rows:
        row.pop("older", None)
        if stale(row, trees):
            row["older"] = True


def unmarked(rows, trees):
    """The rows that are not of these trees and do not say so, with the reason."""
    return [f"{row['name']}: {why}" for row in rows if not row.get("older") and (why := stale(row, trees))]


def check():
    """What the marks of made-up rows must be: what -> whether it was so."""
    rows = [{"name": "of today", "commit": "0123456789ab", "tree": "aa"},
            {"name": "not committed", "commit": "0123456789ab-dirty", "tree": "aa"},
            {"name": "of another tree", "commit": "ba9876543210", "tree": "bb"},
            {"name": "of no known tree", "commit": "ba9876543210"},
            {"name": "of the library", "commit": "0123456789ab", "tree": "cc", "of": "library"}]
    today = {"all": "aa", "library": "cc"}
    before = [line.partition(":")[0] for line in unmarked(rows, today)]
    mark(rows, today)
    return {"rows of other code are seen": before == ["not committed", "of another tree", "of no known tree"],
            "marked rows pass": not unmarked(rows, today),
            "a row of today's tree is not marked": [row.get("older", False) for row in rows] == [False, True, True, True, False]}
