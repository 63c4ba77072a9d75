/* Runs whose lists may have lists in them (layout.h). Programs have them with derived types, and
 * with windows. */
#ifndef MPI_NESTED_H
#define MPI_NESTED_H

#include <stdbool.h>
#include <stddef.h>

#include "mpi.h"
#include "mpi/datatype/layout.h"
#include "mpi/datatype/pieces.h"

/* Where a packed byte of an element lies. */
struct nested_place {
    const struct run *run; /* of bytes in a row */
    MPI_Aint displacement; /* of the repetition that has the byte, from the element's address */
    MPI_Aint repeat;       /* the number of this repetition */
    MPI_Aint within;       /* the byte in it */
};

/* Returns where packed byte `byte` of an element lies. The list may be that of any type. */
struct nested_place nested_place(const struct runs *runs, MPI_Count byte);

/* Returns the displacement of this byte from the element's address. */
MPI_Aint nested_displacement(const struct runs *runs, MPI_Count byte);

/* Returns the number of the run in a list that has this packed byte. */
size_t nested_run(const struct runs *runs, MPI_Count byte);

/* The functions of struct layout_nested. */
bool nested_next(struct pieces *pieces, void **address, size_t *bytes);
void nested_copy(const struct pieces *pieces, void *packed, bool packs);
void nested_free(struct runs *runs, struct signature *signature);

#endif
