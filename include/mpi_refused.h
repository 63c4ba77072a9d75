/* Functions of the standard that this library does not support; only mpi.h includes this file. A
 * program that uses one compiles, because libraries often do so in parts that are never called.
 * Where such a part is linked, the linker refuses it by name:
 *
 *     undefined reference to `MPI_Comm_join_is_refused__the_cube_has_no_sockets'
 *
 * The declarations rename the symbols to this message. So nothing is in the library, a check of a
 * configure script that links MPI_Comm_join finds that it is missing, and a part of a program that
 * the linker drops may use it. A warning in a section .gnu.warning would need a definition beside
 * it, and then a program would link; an attribute "error" would end the compilation. The parameters
 * are left open, as no call is ever made. */
#ifndef MPI_REFUSED_H
#define MPI_REFUSED_H

/* Declarations with open parameters are old style in C, but they are meant here. */
#pragma GCC system_header

typedef int MPI_Datarep_extent_function(MPI_Datatype datatype, MPI_Aint *extent, void *extra_state);
typedef int MPI_Datarep_conversion_function(void *userbuf, MPI_Datatype datatype, int count,
                                            void *filebuf, MPI_Offset position, void *extra_state);
typedef int MPI_Datarep_conversion_function_c(void *userbuf, MPI_Datatype datatype, MPI_Count count,
                                              void *filebuf, MPI_Offset position,
                                              void *extra_state);

#define MPI_CONVERSION_FN_NULL   ((MPI_Datarep_conversion_function *)0)
#define MPI_CONVERSION_FN_NULL_C ((MPI_Datarep_conversion_function_c *)0)

#ifdef __cplusplus
extern "C" {
#endif

#if defined __cplusplus || (defined __STDC_VERSION__ && __STDC_VERSION__ >= 202311L)
#define MPI_OPEN_ (...)
#else
#define MPI_OPEN_ ()
#endif

/* Declares MPI_X, which returns `type`, and PMPI_X under the linker's messages, which end with the
 * name of what is missing. */
#define MPI_REFUSED_AS_(type, name, what)                                                          \
    type MPI_##name MPI_OPEN_ __asm__("MPI_" #name "_is_refused__the_cube_has_no_" what);          \
    type PMPI_##name MPI_OPEN_ __asm__("PMPI_" #name "_is_refused__the_cube_has_no_" what);

/* clang-format off */
#define R_(name) MPI_REFUSED_AS_(int, name, "data_representations_of_programs")
R_(Register_datarep) R_(Register_datarep_c)
#undef R_

#define R_(name) MPI_REFUSED_AS_(int, name, "sockets")
R_(Comm_join)
#undef R_

#define R_(name) MPI_REFUSED_AS_(int, name, "buffers_of_sessions")
R_(Session_attach_buffer) R_(Session_detach_buffer)
R_(Session_attach_buffer_c) R_(Session_detach_buffer_c)
R_(Session_flush_buffer) R_(Session_iflush_buffer)
#undef R_

#define R_(name) MPI_REFUSED_AS_(int, name, "queries_of_the_system")
R_(Abi_get_info) R_(Get_hw_resource_info) R_(Abi_get_fortran_booleans) R_(Abi_get_fortran_info)
R_(Abi_set_fortran_booleans) R_(Abi_set_fortran_info)
#undef R_

/* clang-format on */

#undef MPI_OPEN_
#undef MPI_REFUSED_AS_

#ifdef __cplusplus
}
#endif

#endif
