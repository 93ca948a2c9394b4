#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# openssl_newest.sh SOURCE PLACE OUT CXX: libcrypto.a of the OpenSSL in SOURCE (left as it is), built into PLACE once,
# and the contestant that is linked with it.
set -euo pipefail
source=$1 place=$2 out=$3 cxx=$4
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
"$cxx" -std=c++20 -O2 -fPIC -shared -fvisibility=hidden -o "$out" \
    -I "$place/include" -I "$source/include" "$here/openssl.cpp" "$place/libcrypto.a" \
    -Wl,-Bsymbolic -Wl,-z,noexecstack -Wl,--exclude-libs,ALL -lpthread -ldl
