# SPDX-License-Identifier: Apache-2.0 OR MIT
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/hashlane)
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(DIRECTORY include/hashlane DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
include(cmake/pages.cmake)

target_include_directories(hashlane INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(TARGETS hashlane EXPORT hashlane-targets)
if(TARGET hashlane_compiled)
    install(TARGETS hashlane_compiled EXPORT hashlane-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET hashlane_cli)
    install(TARGETS hashlane_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    install(FILES faces/cli/hashlane.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES faces/cli/hashlane.bash RENAME hashlane
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endif()
install(EXPORT hashlane-targets NAMESPACE hashlane:: DESTINATION ${package_dir})

if(TARGET hashlane_c)
    install(TARGETS hashlane_c hashlane_c_static EXPORT hashlane-c-targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(EXPORT hashlane-c-targets NAMESPACE hashlane:: DESTINATION ${package_dir})
    install(FILES faces/c/hashlane.h faces/c/hashlane_merkle.h faces/c/hashlane_transcript.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    install(FILES faces/c/hashlane.3 DESTINATION ${CMAKE_INSTALL_MANDIR}/man3)
endif()

configure_package_config_file(cmake/hashlane-config.cmake.in ${PROJECT_BINARY_DIR}/hashlane-config.cmake
    INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may change the API.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/hashlane-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/hashlane-config.cmake ${PROJECT_BINARY_DIR}/hashlane-config-version.cmake
    DESTINATION ${package_dir})

# The .pc files find their prefix from their own place, so that `cmake --install --prefix` and DESTDIR need no rewriting.
set(pc_prefix ${CMAKE_INSTALL_PREFIX})
if(NOT IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
    file(RELATIVE_PATH pc_prefix /prefix/${pkgconfig_dir} /prefix)
    string(REGEX REPLACE "/$" "" pc_prefix "\${pcfiledir}/${pc_prefix}")
endif()
foreach(place IN ITEMS INCLUDEDIR LIBDIR)
    set(pc_${place} ${CMAKE_INSTALL_${place}})
    if(NOT IS_ABSOLUTE ${pc_${place}})
        set(pc_${place} "\${prefix}/${pc_${place}}")
    endif()
endforeach()
set(pc_files hashlane)
if(TARGET hashlane_compiled)
    list(APPEND pc_files hashlane-compiled)
endif()
if(TARGET hashlane_c)
    list(APPEND pc_files hashlane-c)
endif()
foreach(pc IN LISTS pc_files)
    configure_file(cmake/${pc}.pc.in ${PROJECT_BINARY_DIR}/${pc}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${pc}.pc DESTINATION ${pkgconfig_dir})
endforeach()
