# SPDX-License-Identifier: Apache-2.0 OR MIT
# Pages of text as they are installed: README.md, docs/ and examples/ keep their places below the documentation's
# directory, links to installed headers lead there, and the text of a link to what is not installed stays without it.

# ${found}: where a link on this page leads once it is installed; empty: nowhere.
function(hashlane_link found page target)
    set(${found} "" PARENT_SCOPE)
    if(target MATCHES "^(#|[a-z]+:)")
        set(${found} "${target}" PARENT_SCOPE)
        return()
    endif()
    get_filename_component(folder ${page} DIRECTORY)
    get_filename_component(file ${folder}/${target} ABSOLUTE BASE_DIR /)
    string(REGEX REPLACE "#.*" "" file "${file}")
    if(NOT EXISTS ${PROJECT_SOURCE_DIR}${file})
        return()
    elseif(file MATCHES "^/(README\\.md|LICENSE-[A-Z0-9]+|docs/.+|examples.*)$")
        set(${found} "${target}" PARENT_SCOPE)
    elseif(file MATCHES "^/include/(.+\\.hpp)$" OR (TARGET hashlane_c AND file MATCHES "^/faces/c/([a-z_]+\\.h)$"))
        file(RELATIVE_PATH place ${CMAKE_INSTALL_FULL_DOCDIR}/${folder} ${CMAKE_INSTALL_FULL_INCLUDEDIR}/${CMAKE_MATCH_1})
        set(${found} ${place} PARENT_SCOPE)
    endif()
endfunction()

function(hashlane_install_page page)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${page})
    file(READ ${PROJECT_SOURCE_DIR}/${page} text)
    string(REGEX MATCHALL "\\([^][(); \n]+\\)" links "${text}") # a list of words with half of a bracket is none
    list(REMOVE_DUPLICATES links)
    foreach(link IN LISTS links)
        string(REGEX REPLACE "^.(.*).$" "\\1" target "${link}")
        hashlane_link(place ${page} "${target}")
        if(place)
            string(REPLACE "](${target})" "](${place})" text "${text}")
        else()
            string(REGEX REPLACE "([][.*+?^$(){}|\\])" "\\\\\\1" target "${target}")
            string(REGEX REPLACE "!?\\[([^][]*)\\]\\(${target}\\)" "\\1" text "${text}")
        endif()
    endforeach()
    file(WRITE ${PROJECT_BINARY_DIR}/pages/${page} "${text}")
    get_filename_component(folder ${page} DIRECTORY)
    install(FILES ${PROJECT_BINARY_DIR}/pages/${page} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
endfunction()

file(GLOB_RECURSE pages RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/docs/*.md ${PROJECT_SOURCE_DIR}/examples/*.md)
foreach(page IN LISTS pages ITEMS README.md)
    hashlane_install_page(${page})
endforeach()
install(FILES LICENSE-APACHE LICENSE-MIT DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
    PATTERN *.md EXCLUDE PATTERN __pycache__ EXCLUDE)
