#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Installs what is missing here for the purposes named: setup.sh PURPOSE...
#   build              what `make` needs to build and to show the program
#   test               what `make test` needs beside that
#   test-all           what `make test-all`, `make prove`, `make fuzz` and `make coverage` need: all of `test` too
#   integrations       what `make integrations` needs: headers of the programs that load it
#   test-integrations  what `make test-integrations` needs: all of `integrations` too
#   test-integrations-full  what `make test-integrations-full` needs beside that
#   packages           what `make packages` needs beside that
#   docs               what `make docs` needs beside that
#   bench              what `make bench` needs and measures against, as far as Debian has it
# Every purpose includes `build`, and so does no purpose at all. When all is here, the script does nothing, quickly.
# It says which packages it will install before it installs any. With SETUP=no in the environment it installs nothing
# and only names what is missing. Exit status: 0; 1: something that the build needs is missing; 2: no such purpose.
set -uo pipefail

# command (or file, with a slash, or Python module) that must be there | Debian package that brings it | purposes
needs='
g++                                g++                     build
cmake                              cmake                   build
ninja                              ninja-build             build
python3                            python3                 build
/usr/include/CLI/CLI.hpp           libcli11-dev            test-all,bench
/usr/include/nlohmann/json.hpp     nlohmann-json3-dev      build
git                                git                     test,packages,test-integrations
pkg-config                         pkg-config              test,test-integrations
/usr/include/doctest/doctest.h     doctest-dev             test,test-integrations
/usr/include/sqlite3ext.h          libsqlite3-dev          integrations
sqlite3                            sqlite3                 test-integrations
curl                               curl                    test-integrations
ssh-keygen                         openssh-client          test-integrations
java                               openjdk-17-jre-headless test-integrations
/usr/bin/python3                   python3                 test-integrations
/usr/include/postgresql/15/server/postgres.h postgresql-server-dev-15 integrations
/usr/lib/postgresql/15/bin/postgres postgresql-15          test-integrations
javac                              openjdk-17-jdk-headless integrations,test-integrations
objdump                            binutils                test,test-integrations
strace                             strace                  test
zsh                                zsh                     test
fish                               fish                    test
openssl                            openssl                 test,test-integrations
rhash                              rhash                   test
/usr/include/valgrind/memcheck.h   valgrind                test
clang++-19                         clang-19                test,integrations,packages,test-integrations,bench,docs
wasm-ld-19                         lld-19                  packages,test-integrations,docs
wasm-opt                           binaryen                packages,test-integrations,docs
node                               nodejs                  packages,test-integrations
npm                                npm                     packages,test-integrations
chromium                           chromium                test-integrations
/usr/lib/wasm32-wasi/libc.a        wasi-libc               packages,test-integrations,docs
/usr/lib/wasm32-wasi/libc++.a      libc++-19-dev-wasm32    packages,test-integrations,docs
dpkg-buildpackage                  dpkg-dev                packages,test-integrations-full
dh                                 debhelper               packages,test-integrations-full
dh_python3                         dh-python               packages,test-integrations-full
lintian                            lintian                 packages,test-integrations-full
/lib/ld-musl-x86_64.so.1           musl                    test-integrations-full
clang-format-19                    clang-format-19         test
python:pytest                      python3-pytest          test
python:ensurepip                   python3-venv            test,docs,packages,test-integrations
python3-config                     python3-dev             test,packages,test-integrations
cargo                              cargo                   test,docs,bench,packages,test-integrations
/usr/include/openssl/evp.h         libssl-dev              test,bench,integrations
/usr/include/gcrypt.h              libgcrypt20-dev         test,bench
/usr/include/nettle/sha3.h         nettle-dev              test,bench
/usr/include/botan-2               libbotan-2-dev          test,bench
doxygen                            doxygen                 test-all,docs
pypy3                              pypy3                   test-all
llvm-objdump-19                    llvm-19                 test-all,test-integrations
clang-scan-deps-19                 clang-tools-19          test-all
/usr/lib/llvm-19/lib/clang/19/lib/linux libclang-rt-19-dev test-all
qemu-aarch64                       qemu-user               test
qemu-s390x                         qemu-user               test
aarch64-linux-gnu-g++              g++-aarch64-linux-gnu   test-all
s390x-linux-gnu-g++                g++-s390x-linux-gnu     test-all
riscv64-linux-gnu-g++              g++-riscv64-linux-gnu   test-all
qemu-riscv64                       qemu-user               test
x86_64-w64-mingw32-g++-posix       g++-mingw-w64-x86-64-posix test-integrations-full
wine                               wine                    test-integrations-full
/usr/lib/wine/wine64               wine64                  test-integrations-full
/usr/include/benchmark/benchmark.h libbenchmark-dev        bench
/usr/include/intel-ipsec-mb.h      libipsec-mb-dev         bench
/usr/include/cryptopp/sha3.h       libcrypto++-dev         bench
perl                               perl                    bench,test-integrations-full
python:matplotlib                  python3-matplotlib      bench
'

# The purposes that were asked for, with those that they include, as one word: ",build,test,".
asked=,build,
for purpose in "$@"; do
    case $purpose in
        build | test | integrations | packages | docs | bench) asked+=$purpose, ;;
        test-all) asked+=test,test-all, ;;
        test-integrations) asked+=integrations,test-integrations, ;;
        test-integrations-full) asked+=integrations,test-integrations,test-integrations-full, ;;
        *)
            echo "setup: no such purpose: $purpose" >&2
            exit 2
            ;;
    esac
done

present() {
    case $1 in
        python:*) python3 -c "import ${1#python:}" 2>/dev/null || /usr/bin/python3 -c "import ${1#python:}" 2>/dev/null ;;
        */*) [ -e "$1" ] ;;
        *) command -v "$1" >/dev/null ;;
    esac
}

# Is one of these purposes, with commas between them, among those that were asked for?
is_asked() {
    local purpose
    for purpose in ${1//,/ }; do
        [[ $asked == *,$purpose,* ]] && return 0
    done
    return 1
}

# Prints "package purposes" for each package that is missing.
missing() {
    local thing package purposes
    while read -r thing package purposes; do
        [ -n "$thing" ] || continue
        is_asked "$purposes" || continue
        present "$thing" || echo "$package $purposes"
    done <<<"$needs" | sort -u
}

# Ends the script: with an error if the build lacks something.
end_without() {
    local for_build
    for_build=$(sed -n 's/ build$//p' <<<"$1" | tr '\n' ' ')
    if [ -n "$for_build" ]; then
        echo "setup: the build cannot go on without: $for_build" >&2
        exit 1
    fi
    echo "setup: the build goes on; test suites and peers that need these packages will be reported as skipped" >&2
    exit 0
}

wanted=$(missing)
[ -z "$wanted" ] && exit 0
packages=$(cut -d' ' -f1 <<<"$wanted" | tr '\n' ' ')

if [ "${SETUP:-}" = no ]; then
    echo "setup: missing, and not installed since SETUP=no: $packages" >&2
    end_without "$wanted"
fi
if ! command -v apt-get >/dev/null; then
    echo "setup: missing: $packages" >&2
    echo "setup: there is no apt-get here: install what these Debian packages hold by other means" >&2
    end_without "$wanted"
fi
as_root=
[ "$(id -u)" -eq 0 ] || as_root=sudo
if [ -n "$as_root" ] && ! command -v sudo >/dev/null; then
    echo "setup: missing; run as root: apt-get install $packages" >&2
    end_without "$wanted"
fi

echo "setup: installing these Debian packages (SETUP=no installs nothing): $packages"
export DEBIAN_FRONTEND=noninteractive
# Another program may be installing packages: wait for it for at most ten minutes.
install="apt-get install -oDPkg::Lock::Timeout=600 -y -qq --no-install-recommends"
# shellcheck disable=SC2086
$as_root apt-get update -qq || echo "setup: apt-get update failed; trying with the lists that are here" >&2
# One package that cannot be had must not keep the others out: after a failure each is installed by itself.
# shellcheck disable=SC2086
if ! $as_root $install $packages >/dev/null; then
    for package in $packages; do
        $as_root $install "$package" >/dev/null ||
            echo "setup: could not install $package" >&2
    done
fi

wanted=$(missing)
[ -z "$wanted" ] && exit 0
echo "setup: still missing: $(cut -d' ' -f1 <<<"$wanted" | tr '\n' ' ')" >&2
end_without "$wanted"
