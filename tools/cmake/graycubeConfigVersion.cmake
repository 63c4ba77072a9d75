# Tells whether this version will do for find_package(graycube VERSION): it has to have the same major
# version, and not to be older.

get_filename_component(_graycube ${CMAKE_CURRENT_LIST_FILE} REALPATH)
get_filename_component(_graycube ${_graycube} DIRECTORY)
file(STRINGS ${_graycube}/../../VERSION PACKAGE_VERSION LIMIT_COUNT 1)
unset(_graycube)

string(REGEX MATCH "^[0-9]+" _graycube_major ${PACKAGE_VERSION})
if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
elseif(PACKAGE_FIND_VERSION VERSION_LESS PACKAGE_VERSION
        AND PACKAGE_FIND_VERSION_MAJOR EQUAL _graycube_major)
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
else()
    set(PACKAGE_VERSION_COMPATIBLE FALSE)
endif()
unset(_graycube_major)
