/* The two names of every function (MPI 5.0, section 15.2). PMPI_X is the function, and MPI_X is a
 * weak name of it. A function of a profiler that is called MPI_X replaces the weak name. */
#ifndef MPI_PROFILE_H
#define MPI_PROFILE_H

#define MPI_PRAGMA(text) _Pragma(#text)

/* Begins the definition of a function: MPI_CALL(int, Type_size, MPI_Datatype type, int *size)
 * {...} */
#define MPI_CALL(result, name, ...)                                                                \
    MPI_PRAGMA(weak MPI_##name = PMPI_##name)                                                      \
    result PMPI_##name(__VA_ARGS__)

#endif
