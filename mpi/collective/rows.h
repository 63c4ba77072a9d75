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

struct rows {
    void *send, *receive;
    size_t bytes; /* of one block, where all have one size, */
    /* else where each block begins in its row, and where the last one ends; or null */
    size_t *send_offsets, *receive_offsets;

    /* What a reduction needs: how many elements a block has, of what type, and what combines them.
     */
    size_t count;
    const struct cube_type *type;
    const struct cube_op *op;

    /* Memory of the rows that do not lie where the arguments say, or null. */
    void *send_memory, *receive_memory;
};

/* What rows need of blocks that have sizes of their own. Only operations with such blocks name it
 * (call.h), so that programs without any are linked without it. */
struct unequal_rows {
    /* Returns how the blocks lie. Unless `offsets` is null, it also sets there where each of them
     * would begin in a row, and where the last one would end. */
    struct extent (*extent)(const struct blocks *blocks, int count, size_t *offsets);

    /* Begins the rows of a call: with the offsets, and for a reduction with all else. Returns
     * whether there was memory. */
    bool (*begin)(struct rows *rows, const struct collective_call *call);
};
extern const struct unequal_rows rows_unequal;

/* Makes the rows of a call; *rows has to be all zeros. A reduction with blocks of unequal sizes has
 * them in a row already, so that only the addresses are set. What is sent is copied only if it does
 * not lie in a row, or if the operation must not have one buffer for what is sent and what is
 * received. Returns whether there was memory; rows_end frees it. */
bool rows_make(struct rows *rows, const struct collective_call *call);

/* For an operation in which the root alone knows the sizes of all blocks: the root tells them to
 * all processes, for those between have to know what they pass on. `offsets` is of the rows, and
 * holds the root's; `own` is what this process describes, or MPI_IN_PLACE. Returns what
 * cube_bcast_by returns, or -EMSGSIZE if `own` has another size than the root expects. */
int rows_tell(const struct cube_choice *choice, const struct collective_call *call,
              const struct blocks *own, size_t *offsets);

/* Frees the rows, also if rows_make has failed. If the call has succeeded, it first copies what was
 * received to where the arguments say. */
void rows_end(struct rows *rows, const struct collective_call *call, bool succeeded);

#endif
