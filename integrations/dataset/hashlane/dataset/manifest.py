# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A manifest as a Parquet file: written as a whole or not at all, and read as something from outside."""
import json
import os
import pathlib
import secrets
from typing import NamedTuple

import pyarrow
import pyarrow.compute
import pyarrow.parquet

from .rows import LONGEST_PATH, Refused, Row, check_algorithm, check_row, read_root, root_of

SCHEMA = pyarrow.schema([pyarrow.field("path", pyarrow.string(), nullable=False),
                         pyarrow.field("size", pyarrow.int64(), nullable=False),
                         pyarrow.field("version", pyarrow.string()),
                         pyarrow.field("digest", pyarrow.binary(), nullable=False)])
KEY = b"hashlane_dataset"
FORMAT = 1
MOST_ROWS = 100_000_000
LONGEST_ABOUT = 64 << 10  # bytes of the metadata
LARGEST_GROUP = 1 << 30  # bytes of a row group
GROUP_ROWS = 100_000
STRINGS = ("path", "version", "digest")  # columns whose values may have any size


class Manifest(NamedTuple):
    """The rows of a data set in the order of their paths, and their root."""

    algorithm: str
    rows: list
    root: str
    url: str


def write_rows(manifest, file):
    about = json.dumps({"format": FORMAT, "algorithm": manifest.algorithm, "root": manifest.root, "url": manifest.url})
    schema = SCHEMA.with_metadata({KEY: about.encode()})
    with pyarrow.parquet.ParquetWriter(file, schema) as writer:
        for first in range(0, len(manifest.rows), GROUP_ROWS):
            columns = list(zip(*manifest.rows[first:first + GROUP_ROWS]))
            writer.write_table(pyarrow.table(dict(zip(SCHEMA.names, columns)), schema=schema))


def temporary_name(path):
    """A name beside a manifest, which names_beside() knows."""
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}")


def check_place(path):
    """Raises Refused or an OSError where write_manifest() could not write, so that nothing is digested in vain: the place of
    a folder, or a name that is too long."""
    path = pathlib.Path(path)
    if path.is_dir():
        raise Refused(f"{path} is a folder, not the name of a manifest")
    try:
        os.lstat(temporary_name(path))
    except FileNotFoundError:
        pass  # as it should be


def write_manifest(manifest, path):
    """Writes the file under a temporary name and renames it, so that no reader sees a part of it. It has the permissions that
    the process gives to new files."""
    path = pathlib.Path(path)
    name = temporary_name(path)
    with open(name, "xb") as file:
        try:
            write_rows(manifest, file)
            file.flush()
            os.fsync(file.fileno())
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise


def about_of(file, path):
    """The metadata of the file, of the right types."""
    if not file.schema_arrow.remove_metadata().equals(SCHEMA):
        raise Refused(f"{path}: the columns are not those of a manifest")
    text = (file.schema_arrow.metadata or {}).get(KEY, b"")
    try:
        about = json.loads(text) if len(text) <= LONGEST_ABOUT else None
    except (ValueError, RecursionError):
        about = None
    if not isinstance(about, dict) or not all(isinstance(about.get(key), str) for key in ("algorithm", "root", "url")):
        raise Refused(f"{path}: there is no {KEY.decode()} in the metadata, or it is damaged")
    if about.get("format") != FORMAT:
        raise Refused(f"{path}: the format {about.get('format')!r} is not {FORMAT}")
    return about


def check_counts(file, path):
    meta = file.metadata
    if not 0 <= meta.num_rows <= MOST_ROWS:
        raise Refused(f"{path}: {meta.num_rows} rows are more than {MOST_ROWS}")
    for i in range(meta.num_row_groups):
        if not 0 <= meta.row_group(i).total_byte_size <= LARGEST_GROUP:
            raise Refused(f"{path}: a row group has more than {LARGEST_GROUP} bytes")


def values_of(batch, name):
    """The values of a column. Those of STRINGS come as a dictionary, in which a long value stands once: it is refused before
    there is a copy of it for each row."""
    column = batch.column(name)
    if name not in STRINGS:
        return column.to_pylist()
    longest = pyarrow.compute.max(pyarrow.compute.binary_length(column.dictionary)).as_py() or 0
    if longest > LONGEST_PATH:
        raise Refused(f"a value of the column {name} has {longest} bytes; at most {LONGEST_PATH} are allowed")
    return column.dictionary_decode().to_pylist()


def checked_rows(file, digest_size):
    """The rows in ascending order of their paths, each once."""
    rows, last = [], None
    for batch in file.iter_batches(batch_size=10_000):
        for values in zip(*(values_of(batch, name) for name in SCHEMA.names)):
            row = check_row(Row(*values), digest_size)
            path = row.path.encode()
            if last is not None and path <= last:
                raise Refused(f"the path {row.path!r} stands twice or is out of order")
            rows.append(row)
            last = path
    return rows


def read_manifest(path):
    """Reads a manifest that may come from outside. Refuses what is damaged, or whose root is not that of its rows."""
    try:
        with open(path, "rb") as file:
            whole = pyarrow.parquet.ParquetFile(file)
            about = about_of(whole, path)
            check_counts(whole, path)
            rows = checked_rows(pyarrow.parquet.ParquetFile(file, read_dictionary=STRINGS), check_algorithm(about["algorithm"]))
    except Refused as error:
        raise Refused(str(error) if str(path) in str(error) else f"{path}: {error}") from None
    except (OSError, ValueError, pyarrow.ArrowException) as error:
        raise Refused(f"{path} is no manifest: {error}") from None
    read_root(about["root"])
    if root_of(about["algorithm"], rows) != about["root"]:
        raise Refused(f"{path}: the root is not that of the rows")
    return Manifest(about["algorithm"], rows, about["root"], about["url"])
