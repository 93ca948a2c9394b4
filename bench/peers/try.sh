#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# try.sh NOTE LABEL COMMAND...: a peer that cannot be built is missing, no more; the reason goes to the file NOTE.
set -uo pipefail
note=$1 label=$2
shift 2
mkdir -p "$(dirname "$note")"
rm -f "$note"
echo "bench: building $label"
if ! "$@" >"$note.log" 2>&1; then
    reason=$(grep -m1 -iE 'error' "$note.log" || tail -n1 "$note.log")
    echo "$label: ${reason:0:160}" >"$note"
    echo "bench: not built: $(cat "$note")" >&2
fi
exit 0
