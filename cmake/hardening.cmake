# SPDX-License-Identifier: Apache-2.0 OR MIT
# The flags that distributions build with, for what `make` installs: libhashlane and hashlane(1).
#   hashlane_harden_objects(TARGET)   how its sources are compiled
#   hashlane_harden_linked(TARGET)    how a shared library or a program is linked
# -DHASHLANE_HARDEN=OFF leaves both to the flags that the caller gives. tests/c/hardening.py reads the result.
include(CheckCXXCompilerFlag)
include(CheckLinkerFlag)
include(CheckPIESupported)

option(HASHLANE_HARDEN "Build the library and the program with the flags of distributions" ON)

# A compiler for another processor refuses the flags that its processor does not have.
check_cxx_compiler_flag(-fstack-protector-strong HASHLANE_HAS_STACK_PROTECTOR)
check_cxx_compiler_flag(-fstack-clash-protection HASHLANE_HAS_STACK_CLASH)
check_cxx_compiler_flag(-fcf-protection=full HASHLANE_HAS_CF_PROTECTION)
check_linker_flag(CXX "-Wl,-z,relro,-z,now" HASHLANE_HAS_FULL_RELRO)
check_linker_flag(CXX "-Wl,-z,shstk" HASHLANE_HAS_SHADOW_STACK)
check_pie_supported(LANGUAGES CXX)

function(hashlane_harden_objects target)
    if(NOT HASHLANE_HARDEN)
        return()
    endif()
    if(HASHLANE_HAS_STACK_PROTECTOR)
        target_compile_options(${target} PRIVATE -fstack-protector-strong)
    endif()
    if(HASHLANE_HAS_STACK_CLASH)
        target_compile_options(${target} PRIVATE -fstack-clash-protection)
    endif()
    if(HASHLANE_HAS_CF_PROTECTION)
        target_compile_options(${target} PRIVATE -fcf-protection=full)
    endif()
    # The checks of the C library need an optimised build; a sanitizer has checks of its own.
    if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize" AND NOT CMAKE_CXX_FLAGS_RELEASE MATCHES "-fsanitize")
        target_compile_options(${target} PRIVATE
            $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-U_FORTIFY_SOURCE> $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-D_FORTIFY_SOURCE=3>)
    endif()
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endfunction()

function(hashlane_harden_linked target)
    if(NOT HASHLANE_HARDEN)
        return()
    endif()
    if(HASHLANE_HAS_FULL_RELRO)
        target_link_options(${target} PRIVATE -Wl,-z,relro,-z,now)
    endif()
    # The shadow stack is asked for by name, since the start files of some C libraries do not carry its mark. Indirect
    # branch tracking is not: those files have no landing pads.
    if(HASHLANE_HAS_CF_PROTECTION AND HASHLANE_HAS_SHADOW_STACK)
        target_link_options(${target} PRIVATE -Wl,-z,shstk)
    endif()
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endfunction()
