# find_package(graycube) in a project that is built with graycube.cmake, the toolchain file:
#
#   graycube::cube          the library of cube.h; cubecc links it without being asked, too
#   graycube::mpi           MPI
#   graycube::computations  vectors, matrices, grids, +-2^b: #include "programs/computations/pm2b/pm2b.h"
#   graycube::cuberun       the command that runs programs; ctest uses it by itself
#
# graycube_TOOLCHAIN_FILE is the toolchain file. Without it the package is not found, for it has nothing for the
# host.

get_filename_component(_graycube ${CMAKE_CURRENT_LIST_FILE} REALPATH) # this may be a link to it
get_filename_component(_graycube ${_graycube} DIRECTORY)
get_filename_component(_graycube ${_graycube}/../.. ABSOLUTE)
set(graycube_TOOLCHAIN_FILE ${_graycube}/tools/graycube.cmake)

if(NOT "${CMAKE_C_COMPILER};${CMAKE_CXX_COMPILER}" MATCHES "/cubec")
    set(graycube_FOUND FALSE)
    set(graycube_NOT_FOUND_MESSAGE
        "graycube has nothing for this compiler: use -DCMAKE_TOOLCHAIN_FILE=${graycube_TOOLCHAIN_FILE}")
    return()
endif()

set(_graycube_libraries ${_graycube}/build)
set(_graycube_libc ${LIBC})
if(NOT _graycube_libc)
    execute_process(COMMAND ${_graycube}/tools/cubecc --libc OUTPUT_VARIABLE _graycube_libc
        OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
if(_graycube_libc STREQUAL newlib)
    set(_graycube_libraries ${_graycube}/build/newlib)
endif()

# Each library is named by its file. If that is missing, cubecc says what to do.
foreach(_graycube_name cube mpi computations)
    if(NOT TARGET graycube::${_graycube_name})
        add_library(graycube::${_graycube_name} STATIC IMPORTED)
        set_target_properties(graycube::${_graycube_name} PROPERTIES
            IMPORTED_LOCATION ${_graycube_libraries}/lib${_graycube_name}.a
            INTERFACE_INCLUDE_DIRECTORIES ${_graycube}/include)
    endif()
endforeach()
# Each function of MPI is in a section of its own, so that a program has only those that it calls.
set_target_properties(graycube::mpi PROPERTIES INTERFACE_LINK_OPTIONS -Wl,--gc-sections)
set_target_properties(graycube::computations PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${_graycube};${_graycube}/programs;${_graycube}/include"
    INTERFACE_LINK_LIBRARIES "graycube::cube;m")

if(NOT TARGET graycube::cuberun)
    add_executable(graycube::cuberun IMPORTED)
    set_target_properties(graycube::cuberun PROPERTIES IMPORTED_LOCATION ${_graycube}/tools/cuberun)
endif()

unset(_graycube_libraries)
unset(_graycube_name)
unset(_graycube)
