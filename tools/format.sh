#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Formats all C and C++ of the repository, or of the paths named.
set -euo pipefail
cd "$(dirname "$0")/.."
wanted=('*.hpp' '*.cpp' '*.h' '*.c')
[ $# -eq 0 ] || wanted=("$@")
git ls-files -z -co --exclude-standard -- "${wanted[@]}" | grep -zE '\.(hpp|cpp|h|c)$' | xargs -0r clang-format-19 -i
