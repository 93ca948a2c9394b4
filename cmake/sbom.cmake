# SPDX-License-Identifier: Apache-2.0 OR MIT
# build/hashlane.spdx.json and build/THIRD-PARTY-NOTICES.txt, written by tools/sbom.py whenever a file is linked anew.
find_package(Python3 COMPONENTS Interpreter REQUIRED)

set(spdx ${PROJECT_BINARY_DIR}/hashlane.spdx.json)
set(notices ${PROJECT_BINARY_DIR}/THIRD-PARTY-NOTICES.txt)
get_target_property(archives hashlane_cli HASHLANE_ARCHIVES)
list(TRANSFORM archives PREPEND --archive=)
add_custom_command(OUTPUT ${spdx} ${notices}
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/sbom.py --version ${PROJECT_VERSION}
        --nlohmann ${HASHLANE_NLOHMANN_INCLUDE} --spdx ${spdx} --notices ${notices} ${archives}
        $<TARGET_FILE:hashlane_cli> $<TARGET_FILE:hashlane_c>
    DEPENDS hashlane_cli hashlane_c ${PROJECT_SOURCE_DIR}/tools/sbom.py
    COMMENT "Writing hashlane.spdx.json and THIRD-PARTY-NOTICES.txt"
    VERBATIM)
add_custom_target(hashlane_sbom ALL DEPENDS ${spdx} ${notices})

if(HASHLANE_INSTALL)
    install(FILES ${spdx} ${notices} DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()
