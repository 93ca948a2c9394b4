#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# crate.sh FEATURE TARGET_FOLDER OUT CRATE...: one peer of the Rust crate beside this script as a shared object; its
# version is that of the crates it is made of.
set -euo pipefail
feature=$1 target=$2 out=$3
shift 3
rust=$(cd "$(dirname "$0")" && pwd)/rust
version_of() { awk -v name="name = \"$1\"" '$0 == name { getline; gsub(/version = |"/, ""); found = $0 } END { print found }' "$rust/Cargo.lock"; }
version=$(version_of "$1")
[ $# -eq 1 ] || version=$(for crate in "$@"; do printf '%s %s, ' "$crate" "$(version_of "$crate")"; done | sed 's/, $//')
cd "$rust"
BENCH_VERSION=$version cargo build --release --locked --features "$feature" --target-dir "$target"
cp "$target/release/libhashlane_bench_peers.so" "$out"
