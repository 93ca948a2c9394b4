#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""connection.py EXTENSION: a connection of DuckDB with the extension, for the runner of files *.test: a line {"sql": text} is
answered with {"rows": [[text, ...], ...]} or with {"error": the first line of its text}. Values are as sqllogictest has them."""
import json
import sys

import duckdb


def shown(value):
    if value is None:
        return "NULL"
    if value == "":
        return "(empty)"
    return str(value).lower() if isinstance(value, bool) else str(value)


def main():
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    connection.execute(f"LOAD '{sys.argv[1]}'")
    for line in sys.stdin:
        try:
            rows = connection.execute(json.loads(line)["sql"]).fetchall()
            answer = {"rows": [[shown(value) for value in row] for row in rows]}
        except duckdb.Error as error:
            answer = {"error": str(error).splitlines()[0]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
