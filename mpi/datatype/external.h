/* The representation external32 (MPI 5.0, section 14.5.2). */
#ifndef MPI_EXTERNAL_H
#define MPI_EXTERNAL_H

#include <stdbool.h>

#include "mpi/datatype/layout.h"

/* Returns how many bytes an element of a type takes in external32. */
MPI_Count external_size(const struct layout *layout);

/* Turns an element of a type from the machine's packed form to external32, or back. Returns whether
 * all values could be represented. */
bool external_convert(const struct layout *layout, unsigned char *native, unsigned char *external,
                      bool to_external);

#endif
