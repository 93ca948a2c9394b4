# SPDX-License-Identifier: Apache-2.0 OR MIT
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/hashlane)
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# An older CMake that uses the package reads no file set, so the folder is named too.
target_include_directories(hashlane INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
if(hashlane_file_set)
    install(TARGETS hashlane EXPORT hashlane-targets FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
else()
    install(DIRECTORY include/hashlane DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
    install(TARGETS hashlane EXPORT hashlane-targets)
endif()
# The module unit lies beside the headers; the component `module` of the package compiles it in the project that asks.
install(FILES src/hashlane.cppm DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/hashlane)
install(FILES cmake/module.cmake RENAME hashlane-module.cmake DESTINATION ${package_dir})
install(TARGETS hashlane_compiled EXPORT hashlane-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET hashlane_cli)
    install(TARGETS hashlane_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    install(FILES faces/cli/hashlane.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES faces/cli/completions/hashlane.bash RENAME hashlane
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES faces/cli/completions/_hashlane DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
    install(FILES faces/cli/completions/hashlane.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
install(EXPORT hashlane-targets NAMESPACE hashlane:: DESTINATION ${package_dir})

if(TARGET hashlane_c)
    install(TARGETS hashlane_c hashlane_c_static EXPORT hashlane-c-targets
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(EXPORT hashlane-c-targets NAMESPACE hashlane:: DESTINATION ${package_dir})
    install(FILES faces/c/hashlane.h faces/c/hashlane_fips202.h faces/c/hashlane_merkle.h faces/c/hashlane_ranges.h
        faces/c/hashlane_transcript.h faces/c/hashlane_typed.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    install(FILES faces/c/hashlane.3 DESTINATION ${CMAKE_INSTALL_MANDIR}/man3)
endif()

configure_package_config_file(cmake/hashlane-config.cmake.in ${PROJECT_BINARY_DIR}/hashlane-config.cmake
    INSTALL_DESTINATION ${package_dir}
    PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
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
# CMAKE_DEBUG_POSTFIX and its like are part of the names of the libraries.
string(TOUPPER "${CMAKE_BUILD_TYPE}" configuration)
set(pc_postfix ${CMAKE_${configuration}_POSTFIX})
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

# The pages as they are, in the places that they have here, so that the links between them hold. Links to headers lead
# through the folders include and faces/c below the pages, which are links to where the headers are installed.
set(doc_dir ${CMAKE_INSTALL_DOCDIR})
install(FILES README.md SECURITY.md CHANGELOG.md CONTRIBUTING.md evidence.json LICENSE-APACHE LICENSE-MIT DESTINATION ${doc_dir})
install(DIRECTORY docs examples DESTINATION ${doc_dir} PATTERN __pycache__ EXCLUDE PATTERN docs/site EXCLUDE)
install(FILES compat/README.md DESTINATION ${doc_dir}/compat)
install(FILES integrations/sqlite/README.md DESTINATION ${doc_dir}/integrations/sqlite)
install(FILES integrations/dataset/README.md integrations/dataset/RECIPES.md integrations/dataset/SCALE.md integrations/dataset/simulate.py
    DESTINATION ${doc_dir}/integrations/dataset)
install(FILES integrations/duckdb/README.md DESTINATION ${doc_dir}/integrations/duckdb)
install(FILES integrations/openssl/README.md integrations/openssl/bench.c DESTINATION ${doc_dir}/integrations/openssl)
install(FILES integrations/gpu/README.md integrations/gpu/hashlane_gpu.h integrations/gpu/hashlane_gpu.py
    integrations/gpu/hashlane_gpu_memory.py integrations/gpu/bench.py DESTINATION ${doc_dir}/integrations/gpu)
install(FILES integrations/pqc/README.md DESTINATION ${doc_dir}/integrations/pqc)
install(FILES integrations/datafusion/README.md DESTINATION ${doc_dir}/integrations/datafusion)
install(FILES integrations/dataframes/README.md DESTINATION ${doc_dir}/integrations/dataframes)
install(FILES integrations/polars/README.md DESTINATION ${doc_dir}/integrations/polars)
install(FILES integrations/postgresql/README.md DESTINATION ${doc_dir}/integrations/postgresql)
install(FILES integrations/spark/README.md DESTINATION ${doc_dir}/integrations/spark)
install(FILES integrations/core/row.hpp DESTINATION ${doc_dir}/integrations/core)
install(FILES integrations/row/reference.py integrations/row/vectors.json DESTINATION ${doc_dir}/integrations/row)
install(FILES faces/python/README.md DESTINATION ${doc_dir}/faces/python)
install(FILES faces/js/README.md DESTINATION ${doc_dir}/faces/js)
install(FILES faces/rust/README.md DESTINATION ${doc_dir}/faces/rust)
install(DIRECTORY faces/rust/examples DESTINATION ${doc_dir}/faces/rust FILES_MATCHING PATTERN "*.rs")

# At ${name} below the pages a link to where headers are installed.
function(hashlane_install_link name)
    get_filename_component(folder ${name} DIRECTORY)
    file(RELATIVE_PATH headers ${CMAKE_INSTALL_FULL_DOCDIR}/${folder} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
    string(REGEX REPLACE "/$" "" headers "${headers}")
    install(CODE "
        set(place \"${CMAKE_INSTALL_DOCDIR}\")
        if(NOT IS_ABSOLUTE \"\${place}\")
            set(place \"\${CMAKE_INSTALL_PREFIX}/\${place}\")
        endif()
        file(MAKE_DIRECTORY \"\$ENV{DESTDIR}\${place}/${folder}\")
        file(CREATE_LINK \"${headers}\" \"\$ENV{DESTDIR}\${place}/${name}\" SYMBOLIC)")
endfunction()
hashlane_install_link(include)
if(TARGET hashlane_c)
    hashlane_install_link(faces/c)
endif()
