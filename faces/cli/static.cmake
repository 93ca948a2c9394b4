# SPDX-License-Identifier: Apache-2.0 OR MIT
# hashlane_static: build/hashlane-static, one file that needs no other (docs/PLATFORMS.md). It has the objects of hashlane_cli:
# the preset `static` compiles them for size.
add_executable(hashlane_static $<TARGET_OBJECTS:hashlane_cli> system/static_end.cpp)
target_link_libraries(hashlane_static PRIVATE hashlane::compiled)
target_link_options(hashlane_static PRIVATE -static -s)
set_target_properties(hashlane_static PROPERTIES
    OUTPUT_NAME hashlane-static
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})

# lld writes functions that are equal once. g++ looks for it in the folder after -B, too.
find_program(HASHLANE_LLD ld.lld PATHS /usr/lib/llvm-19/bin)
if(HASHLANE_LLD)
    get_filename_component(folder_of_lld ${HASHLANE_LLD} DIRECTORY)
    target_link_options(hashlane_static PRIVATE -B${folder_of_lld} -fuse-ld=lld -Wl,--icf=all)
endif()
if(HASHLANE_HAS_GC_SECTIONS)
    target_link_options(hashlane_static PRIVATE -Wl,--gc-sections)
endif()
if(HASHLANE_HARDEN AND HASHLANE_HAS_FULL_RELRO)
    target_link_options(hashlane_static PRIVATE -Wl,-z,relro,-z,now)
endif()
