/* The elements of which accumulates consist: those of one predefined type, the same at all sides
 * (MPI 5.0, section 12.3.4). */
#ifndef MPI_WINDOW_ELEMENTS_H
#define MPI_WINDOW_ELEMENTS_H

#include <stdbool.h>

#include "mpi/datatype/layout.h"

/* Returns the number of the one predefined type of which a type is made, or -1. */
int elements_basic(MPI_Datatype type);

/* A layout in which each element of a pair is one piece, with its gap. */
struct elements_wide {
    struct layout layout;
    struct runs *runs;
};

/* Makes such a layout of another one, of elements of the basic type `number`, and sets *used to it.
 * A null layout stays null. Returns whether there was memory. */
bool elements_widen(struct elements_wide *wide, const struct layout *layout, int number,
                    const struct layout **used);
void elements_free(struct elements_wide *wide);

#endif
