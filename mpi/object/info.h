/* Info objects: ordered lists of keys and values (MPI 5.0, chapter 10). */
#ifndef MPI_INFO_H
#define MPI_INFO_H

#include <stdbool.h>

#include "mpi.h"

/* Whether a handle is an info object. MPI_INFO_ENV is one, without keys. */
bool info_is(MPI_Info info);

/* The value of a key, or null. It is valid until the object changes. */
const char *info_value(MPI_Info info, const char *key);

/* A copy, which the caller frees by info_release or MPI_Info_free, or null without memory. */
MPI_Info info_copy(MPI_Info info);

/* Frees an object. Nothing happens if it is MPI_INFO_NULL. */
void info_release(MPI_Info info);

#endif
