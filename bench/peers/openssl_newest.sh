#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# openssl_newest.sh SOURCE PLACE FOLDER CXX: libcrypto.a of the OpenSSL in SOURCE (left as it is), built into PLACE
# once, and in FOLDER the contestants that are linked with it.
set -euo pipefail
source=$1 place=$2 folder=$3 cxx=$4
here=$(cd "$(dirname "$0")" && pwd)
jobs=$(nproc)
[ "$jobs" -le 8 ] || jobs=8
if [ ! -e "$place/done" ]; then
    rm -rf "$place"
    mkdir -p "$place"
    cd "$place"
    perl "$source/Configure" no-shared no-tests no-apps no-docs no-module no-engine no-dso no-ssl no-tls no-quic -fPIC
    make -j "$jobs" build_generated
    make -j "$jobs" libcrypto.a
    touch done
fi

# contestant NAME SHOWN: OpenSSL reads OPENSSL_ia32cap when it is loaded; hashlane_bench sets what NAME.env says.
contestant() {
    "$cxx" -std=c++20 -O2 -fPIC -shared -fvisibility=hidden -o "$folder/$1.so" "-DBENCH_NAME=\"$2\"" \
        -I "$place/include" -I "$source/include" "$here/openssl.cpp" "$place/libcrypto.a" \
        -Wl,-Bsymbolic -Wl,-z,noexecstack -Wl,--exclude-libs,ALL -lpthread -ldl
}
contestant openssl_newest OpenSSL
if [ "$(uname -m)" = x86_64 ]; then
    # Leaf 7 without AVX-512 and SHA; then nothing beyond x86-64 itself.
    echo 'OPENSSL_ia32cap=:~0xfc230000' >"$folder/openssl_avx2.env"
    contestant openssl_avx2 'OpenSSL (avx2)'
    echo 'OPENSSL_ia32cap=0:0' >"$folder/openssl_baseline.env"
    contestant openssl_baseline 'OpenSSL (baseline)'
fi
