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

/* Makes the rows of a call; *rows has to be all zeros. Of a reduction with blocks of unequal sizes,
 * which lie in a row already, only the addresses are set. What is sent is copied only if it does
 * not lie in a row, or if the operation must not have one buffer for what is sent and what is
 * received. Returns whether there was memory; rows_end frees it. */
bool rows_make(struct rows *rows, const struct collective_call *call);

/* Frees the rows, also if rows_make has failed. If the call has succeeded, what it received is
 * first copied to where the arguments say. */
void rows_end(struct rows *rows, const struct collective_call *call, bool succeeded);

#endif
