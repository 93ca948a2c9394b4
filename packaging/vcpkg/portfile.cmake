# SPDX-License-Identifier: Apache-2.0 OR MIT
# The port of vcpkg as an overlay: `vcpkg install hashlane --overlay-ports=packaging/vcpkg`. The sources are those of the checkout
# that holds this file. A port of a registry has vcpkg_from_github here, with the address and the SHA-512 of a release.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)

set(build_cli OFF)
if("cli" IN_LIST FEATURES)
    set(build_cli ON)
endif()
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS -DHASHLANE_BUILD_CLI=${build_cli} -DHASHLANE_BUILD_C=ON)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME hashlane CONFIG_PATH lib/cmake/hashlane)
vcpkg_fixup_pkgconfig()
if(build_cli)
    vcpkg_copy_tools(TOOL_NAMES hashlane AUTO_CLEAN)
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE-APACHE" "${SOURCE_PATH}/LICENSE-MIT")
