/* The basic types of a datatype, in order (layout.h). */
#ifndef MPI_SIGNATURE_H
#define MPI_SIGNATURE_H

#include <stdbool.h>

#include "mpi/datatype/layout.h"

/* Calls `each` for the basic types of the first *bytes packed bytes of an element: `count` elements
 * of the type with the number `basic` (basic.h). Of a signature of one entry there may be more
 * bytes than one element has. `count` is 0 if the bytes end within an element. Counts *bytes down.
 * Returns false as soon as `each` does, which has to if `count` is 0. */
bool signature_walk(const struct signature *signature, MPI_Count *bytes,
                    bool (*each)(void *context, int basic, MPI_Count count), void *context);

/* Returns how many elements of basic types there are, and how many bytes these have in the
 * representation external32. */
MPI_Count signature_elements(const struct signature *signature);
MPI_Count signature_external(const struct signature *signature);

#endif
