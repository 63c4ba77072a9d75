# Builds a CMake project for the cube:
#
#     cmake -B build -DCMAKE_TOOLCHAIN_FILE=<graycube>/tools/graycube.cmake
#
# Where graycube is installed this file is PREFIX/lib/graycube/tools/graycube.cmake. With it,
# find_package(graycube) has the libraries as targets (tools/cmake/graycubeConfig.cmake).
#
# -DLIBC=newlib takes that C library; -DNODES=64 is how many nodes run each test of ctest. Other
# options come from the environment: CUBERUN='--dir .' ctest

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR aarch64)

get_filename_component(tools ${CMAKE_CURRENT_LIST_FILE} REALPATH) # this may be a link to it
get_filename_component(tools ${tools} DIRECTORY)
set(CMAKE_C_COMPILER ${tools}/cubecc)
set(CMAKE_ASM_COMPILER ${tools}/cubecc)
set(CMAKE_CXX_COMPILER ${tools}/cubec++)
if(NOT CMAKE_Fortran_COMPILER)
    set(CMAKE_Fortran_COMPILER ${tools}/mpifort)
endif()
foreach(tool ar ranlib nm objcopy objdump strip)
    execute_process(COMMAND ${CMAKE_C_COMPILER} -print-prog-name=${tool}
        OUTPUT_VARIABLE path OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(TOUPPER ${tool} name)
    set(CMAKE_${name} ${path})
endforeach()

# CMake's checks read the program that they have linked, so cubecc makes no script that starts it.
get_property(checks GLOBAL PROPERTY IN_TRY_COMPILE)
if(checks)
    foreach(language C CXX ASM Fortran)
        set(CMAKE_${language}_LINK_EXECUTABLE "<CMAKE_${language}_COMPILER> --elf <FLAGS> \
<CMAKE_${language}_LINK_FLAGS> <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
    endforeach()
endif()

# CMake checks the compiler in projects of their own, which have to know this variable, too.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES LIBC)
if(LIBC)
    set(CMAKE_C_FLAGS_INIT --libc=${LIBC})
    set(CMAKE_CXX_FLAGS_INIT --libc=${LIBC})
    set(CMAKE_ASM_FLAGS_INIT --libc=${LIBC})
    set(CMAKE_Fortran_FLAGS_INIT --libc=${LIBC})
endif()

# find_package(MPI) takes these, and no other MPI that is in the PATH.
if(NOT MPI_C_COMPILER)
    set(MPI_C_COMPILER ${tools}/mpicc)
endif()
if(NOT MPI_CXX_COMPILER)
    set(MPI_CXX_COMPILER ${tools}/mpicxx)
endif()
if(NOT MPI_Fortran_COMPILER)
    set(MPI_Fortran_COMPILER ${tools}/mpifort)
endif()
if(NOT MPIEXEC_EXECUTABLE)
    set(MPIEXEC_EXECUTABLE ${tools}/mpiexec)
endif()

# find_package(graycube) finds the package beside this file, for the host's folders are not searched.
if(NOT graycube_DIR)
    set(graycube_DIR ${tools}/cmake)
endif()

# Programs are run by the emulator; headers and libraries are the cube's, tools the host's.
set(CMAKE_CROSSCOMPILING_EMULATOR ${tools}/cuberun --timeout 60)
if(NODES)
    list(APPEND CMAKE_CROSSCOMPILING_EMULATOR -n ${NODES})
endif()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
