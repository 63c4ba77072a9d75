/* The representation external32 in files (MPI 5.0, section 14.5.2). */
#ifndef MPI_FILE_PORTABLE_H
#define MPI_FILE_PORTABLE_H

#include <stdbool.h>

#include "mpi/datatype/type.h"

/* Makes the type of the same elements with the sizes that these have in the file, where they are
 * bytes: displacements that are counted in elements grow or shrink with them, and those that are
 * counted in bytes stay. Returns it with a reference, or null. */
MPI_Datatype portable_type(MPI_Datatype type);

/* Convert `count` elements from memory to the file's representation; and back, those in `bytes` of
 * its bytes, with the complete basic elements of a last incomplete one. They return MPI_SUCCESS,
 * MPI_ERR_CONVERSION if a value cannot be represented, or MPI_ERR_NO_MEM. */
int portable_pack(char *external, const void *buffer, MPI_Count count, MPI_Datatype type);
int portable_unpack(const char *external, MPI_Count bytes, void *buffer, MPI_Datatype type);

/* Returns how many bytes in memory the basic elements have that are whole in the first `bytes`
 * bytes in the file. */
MPI_Count portable_in_memory(MPI_Datatype type, MPI_Count bytes);

#endif
