#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# The main job of `make`: digests this repository's own files, verifies the digests, and shows target and speed.
set -euo pipefail
cd "$(dirname "$0")/.."

hashlane=build/hashlane
work=build/demo
large=$work/input.bin
mib=256
algorithms=(sha256 sha512 sha3-256 shake128 turboshake128 kt128 ascon-hash256 ascon-xof128)

if [ ! -x $hashlane ]; then
    echo "demo: $hashlane is not built" >&2
    exit 1
fi
mkdir -p $work

echo "== targets"
$hashlane targets

files=()
while IFS= read -r -d '' file; do files+=("$file"); done < <(
    git ls-files -z -- include faces tests/data docs README.md CMakeLists.txt 2>/dev/null |
        while IFS= read -r -d '' file; do [ -f "$file" ] && printf '%s\0' "$file"; done || true)
[ ${#files[@]} -gt 0 ] || files=(README.md include/hashlane/*.hpp) # not a git clone

echo
echo "== ${#files[@]} files of this repository, ${#algorithms[@]} algorithms, digested and checked"
for algorithm in "${algorithms[@]}"; do
    list=$work/$algorithm.txt
    $hashlane "$algorithm" "${files[@]}" >$list
    $hashlane check -a "$algorithm" $list >$work/$algorithm.check
    printf '%-14s %4d digests checked   %s\n' "$algorithm" "$(wc -l <$list)" "$(grep 'README.md$' $list | head -n 1)"
done

echo
echo "== one $mib MiB file, best of three"
[ "$(stat -c %s $large 2>/dev/null || echo 0)" -eq $((mib << 20)) ] || head -c ${mib}M /dev/urandom >$large
cat $large >/dev/null
for algorithm in "${algorithms[@]}"; do
    best=
    for _ in 1 2 3; do
        start=${EPOCHREALTIME/./}
        digest=$($hashlane "$algorithm" $large)
        spent=$((${EPOCHREALTIME/./} - start))
        if [ -z "$best" ] || [ $spent -lt "$best" ]; then best=$spent; fi
    done
    printf '%-14s %6d MiB/s   %.32s...\n' "$algorithm" $((mib * 1000000 / best)) "$digest"
done
