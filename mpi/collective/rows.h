/* The blocks of a call as calls of cube.h want them: in rows of bytes, one behind the other. */
#ifndef MPI_ROWS_H
#define MPI_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "cube.h"
#include "mpi/collective/call.h"

/* How blocks lie. */
struct extent {
    char *first; /* where the bytes of the first one begin that is not empty */
    MPI_Count bytes;
    bool is_row; /* they lie in one row of bytes, from there on */
};

/* How blocks lie that have sizes of their own, and perhaps a type each. Also sets where each of
 * them would begin in a row, and where the last one would end, unless `offsets` is null. */
struct extent rows_unequal(const struct blocks *blocks, int count, size_t *offsets);

struct rows {
    void *send, *receive;
    size_t bytes; /* of one block, where all have one size, */
    /* else where each block begins in its row, and where the last one ends; or null */
    size_t *send_offsets, *receive_offsets;

    /* Of a reduction: elements of one block, what they are, and what combines them. */
    size_t count;
    const struct cube_type *type;
    const struct cube_op *op;

    /* Memory of the rows that do not lie where the arguments say, or null. */
    void *send_memory, *receive_memory;
};

/* Makes the rows of a call from zeros, and of a reduction's blocks of unequal sizes, which lie in a
 * row, their addresses alone. What is sent is copied only where it does not lie in a row,
 * or where the operation may not have one buffer for what is sent and what is received. Returns
 * whether there was memory. */
bool rows_make(struct rows *rows, const struct collective_call *call);

/* Ends them, in any case. If the call has succeeded, what it received is copied to where the
 * arguments say. */
void rows_end(struct rows *rows, const struct collective_call *call, bool succeeded);

#endif
