#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Installs what building and testing need and what is not here yet. Does nothing, quickly, when all is here.
# `setup.sh bench` also installs what `make bench` measures against, as far as Debian has it.
set -uo pipefail
with_bench=${1:-}

# command (or file, with a slash) that must be there | Debian package that brings it | what it is for
needs='
g++                               g++                        build
cmake                             cmake                      build
ninja                             ninja-build                build
python3                           python3                    build
git                               git                        tests
pkg-config                        pkg-config                 tests
/usr/include/CLI/CLI.hpp          libcli11-dev               build
/usr/include/doctest/doctest.h    doctest-dev                tests
/usr/include/nlohmann/json.hpp    nlohmann-json3-dev         build
/usr/include/openssl/evp.h        libssl-dev                 tests
objdump                           binutils                   tests
/usr/include/gcrypt.h             libgcrypt20-dev            tests
/usr/include/nettle/sha3.h        nettle-dev                 tests
/usr/include/botan-2              libbotan-2-dev             tests
strace                            strace                     tests
openssl                           openssl                    tests
rhash                             rhash                      tests
/usr/include/valgrind/memcheck.h  valgrind                   tests
clang++-19                        clang-19                   tests
clang-format-19                   clang-format-19            tests
llvm-objdump-19                   llvm-19                    tests
/usr/lib/llvm-19/lib/clang/19/lib libclang-rt-19-dev         tests
qemu-aarch64                      qemu-user                  tests
qemu-s390x                        qemu-user                  tests
aarch64-linux-gnu-g++             g++-aarch64-linux-gnu      tests
s390x-linux-gnu-g++               g++-s390x-linux-gnu        tests
python:pytest                     python3-pytest             tests
python:ensurepip                  python3-venv               tests
python3-config                    python3-dev                tests
cargo                             cargo                      tests
/usr/include/benchmark/benchmark.h libbenchmark-dev          bench
/usr/include/intel-ipsec-mb.h     libipsec-mb-dev            bench
/usr/include/cryptopp/sha3.h      libcrypto++-dev            bench
perl                              perl                       bench
python:matplotlib                 python3-matplotlib         bench
'

present() {
    case $1 in
        python:*) python3 -c "import ${1#python:}" 2>/dev/null || /usr/bin/python3 -c "import ${1#python:}" 2>/dev/null ;;
        */*) [ -e "$1" ] ;;
        *) command -v "$1" >/dev/null ;;
    esac
}

# Prints "package purpose" for everything that is missing.
missing() {
    while read -r thing package purpose; do
        [ "$purpose" = bench ] && [ "$with_bench" != bench ] && continue
        [ -z "$thing" ] || present "$thing" || echo "$package $purpose"
    done <<<"$needs" | sort -u
}

wanted=$(missing)
[ -z "$wanted" ] && exit 0

packages=$(cut -d' ' -f1 <<<"$wanted" | tr '\n' ' ')
echo "setup: missing: $packages"
if ! command -v apt-get >/dev/null; then
    echo "setup: no apt-get here; install what these Debian packages hold by your own means" >&2
else
    as_root=
    [ "$(id -u)" -eq 0 ] || as_root=sudo
    if [ -n "$as_root" ] && ! command -v sudo >/dev/null; then
        echo "setup: neither root nor sudo: run as root: apt-get install $packages" >&2
    else
        export DEBIAN_FRONTEND=noninteractive
        # One package that cannot be had must not keep the others out, hence one by one after a failure.
        # shellcheck disable=SC2086
        $as_root apt-get update -qq || echo "setup: apt-get update failed; trying with the lists that are here" >&2
        # shellcheck disable=SC2086
        $as_root apt-get install -y -qq --no-install-recommends $packages >/dev/null ||
            for package in $packages; do
                $as_root apt-get install -y -qq --no-install-recommends "$package" >/dev/null ||
                    echo "setup: could not install $package" >&2
            done
    fi
fi

left=$(missing)
if [ -n "$left" ]; then
    echo "setup: still missing: $(tr '\n' ';' <<<"$left" | sed 's/;$//; s/;/; /g')" >&2
    if grep -q ' build$' <<<"$left"; then
        echo "setup: the build cannot go on without them" >&2
        exit 1
    fi
    echo "setup: the build goes on; the test suites and peers that need them will be reported as skipped" >&2
fi
