/* The two names of every function (MPI 5.0, section 15.2). MPI_X is weak, so that a function of
 * that name in a profiler replaces it; PMPI_X is another name of it. */
#ifndef MPI_PROFILE_H
#define MPI_PROFILE_H

/* Stands before the definition of a function: PROFILED(MPI_Send); int MPI_Send(...) {...} The name
 * may be a macro (type_create_large.c). */
#define PROFILED(name) PROFILED_(name)
#define PROFILED_(name)                                                                            \
    extern __typeof__(name) name __attribute__((weak)), P##name __attribute__((alias(#name)))

#endif
