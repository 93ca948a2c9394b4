#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Formats all C and C++ of the repository, or the files named.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || mapfile -d '' -t files < <(git ls-files -z -co --exclude-standard -- '*.hpp' '*.cpp' '*.h' '*.c')
clang-format-19 -i "${@:-${files[@]}}"
