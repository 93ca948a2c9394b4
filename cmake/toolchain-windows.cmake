# SPDX-License-Identifier: Apache-2.0 OR MIT
# Windows for x86-64, by clang with the headers and the C++ library of mingw-w64 (docs/PLATFORMS.md).
# HASHLANE_CLANG_VERSION names another clang than 19; its name has a number on Debian.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(HASHLANE_CLANG_VERSION "-19" CACHE STRING "What follows `clang++` in the name of the compiler; empty for none")
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES HASHLANE_CLANG_VERSION)
set(triple x86_64-w64-mingw32)
set(CMAKE_C_COMPILER clang${HASHLANE_CLANG_VERSION})
set(CMAKE_CXX_COMPILER clang++${HASHLANE_CLANG_VERSION})
set(CMAKE_RC_COMPILER ${triple}-windres)
set(CMAKE_C_COMPILER_TARGET ${triple})
set(CMAKE_CXX_COMPILER_TARGET ${triple})
set(CMAKE_AR ${triple}-ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${triple}-ranlib CACHE FILEPATH "")
# libstdc++ of mingw-w64 keeps its thread-local variables in the emulation of GCC.
set(CMAKE_CXX_FLAGS_INIT "-femulated-tls")
set(CMAKE_CROSSCOMPILING_EMULATOR wine)
set(CMAKE_FIND_ROOT_PATH /usr/${triple})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE BOTH)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
