# SPDX-License-Identifier: Apache-2.0 OR MIT
# hashlane_add_module(UNIT): the target hashlane::module, a library whose users can `import hashlane;`. UNIT is the file
# hashlane.cppm. A compiler reads only module interfaces that it has written itself, so the unit is compiled in the
# project that uses it, and not installed as a binary.
#
# Modules need CMake 3.28, Ninja, and clang 16 or later with its clang-scan-deps. Where one of them is missing there is
# no target, and hashlane_no_module says in one line what is missing; it is empty otherwise.

set(hashlane_no_module "")
if(CMAKE_VERSION VERSION_LESS 3.28)
    set(hashlane_no_module "CMake ${CMAKE_VERSION}, 3.28 is needed")
elseif(NOT CMAKE_GENERATOR MATCHES "Ninja")
    set(hashlane_no_module "the generator ${CMAKE_GENERATOR}, Ninja is needed")
elseif(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR CMAKE_CXX_COMPILER_VERSION VERSION_LESS 16)
    set(hashlane_no_module "the compiler ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}, clang 16 is needed")
elseif(NOT CMAKE_CXX_COMPILER_CLANG_SCAN_DEPS)
    set(hashlane_no_module "no clang-scan-deps beside the compiler")
endif()

function(hashlane_add_module unit)
    get_filename_component(folder ${unit} DIRECTORY)
    add_library(hashlane_module STATIC)
    add_library(hashlane::module ALIAS hashlane_module)
    target_sources(hashlane_module PUBLIC FILE_SET CXX_MODULES BASE_DIRS ${folder} FILES ${unit})
    target_compile_features(hashlane_module PUBLIC cxx_std_20)
    set_target_properties(hashlane_module PROPERTIES CXX_SCAN_FOR_MODULES ON)
    target_link_libraries(hashlane_module PUBLIC hashlane::compiled)
endfunction()
