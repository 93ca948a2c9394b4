#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# The main job of `make`: digests this repository's own files, verifies the digests, and shows target and speed.
set -euo pipefail
cd "$(dirname "$0")/.."

hashlane=build/hashlane
work=build/demo
large=$work/input.bin
mib=32
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
echo "== ${#files[@]} files of this repository, ${#algorithms[@]} algorithms, each file read once"
all=$(IFS=,; echo "${algorithms[*]}")
$hashlane -a "$all" "${files[@]}" >$work/digests.txt
grep '(README.md)' $work/digests.txt | cut -c 1-100

echo
echo "== checked: $hashlane check $work/digests.txt"
$hashlane check $work/digests.txt >$work/check.txt
echo "$(grep -c ': OK$' $work/check.txt) of $(wc -l <$work/digests.txt) digests are right"
$hashlane sha256 "${files[@]}" >$work/sha256.txt
if command -v sha256sum >/dev/null; then
    sha256sum --quiet -c $work/sha256.txt
    echo "$(wc -l <$work/sha256.txt) of them sha256, and sha256sum says the same"
fi

echo
echo "== one $mib MiB file, best of three"
[ "$(stat -c %s $large 2>/dev/null || echo 0)" -eq $((mib << 20)) ] || head -c ${mib}M /dev/urandom >$large
cat $large >/dev/null
for job in "${algorithms[@]}" "kt128 -j 0"; do
    read -ra words <<<"$job"
    best=
    for _ in 1 2 3; do
        start=${EPOCHREALTIME/./}
        digest=$($hashlane "${words[@]}" $large)
        spent=$((${EPOCHREALTIME/./} - start))
        if [ -z "$best" ] || [ $spent -lt "$best" ]; then best=$spent; fi
    done
    printf '%-14s %6d MiB/s   %.32s...\n' "$job" $((mib * 1000000 / best)) "$digest"
done
