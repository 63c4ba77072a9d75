/* The two names of every function (MPI 5.0, section 15.2): PMPI_X is the function, and MPI_X a weak
 * name of it, which a profiler's function of this name replaces. */
#ifndef MPI_PROFILE_H
#define MPI_PROFILE_H

#define MPI_PRAGMA(text) _Pragma(#text)

/* Begins the definition of a function: MPI_CALL(int, Type_size, MPI_Datatype type, int *size)
 * {...} */
#define MPI_CALL(result, name, ...)                                                                \
    MPI_PRAGMA(weak MPI_##name = PMPI_##name)                                                      \
    result PMPI_##name(__VA_ARGS__)

#endif
