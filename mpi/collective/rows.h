/* The blocks of a call as calls of cube.h want them: in rows of bytes, one behind the other. */
#ifndef MPI_ROWS_H
#define MPI_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "cube.h"
#include "mpi/collective/call.h"

/* How blocks lie. */
struct extent {
    char *first;     /* the first byte of the first block that is not empty */
    MPI_Count bytes; /* of all blocks */
    bool is_row;     /* all blocks lie in one row of bytes, which begins at `first` */
};

struct rows {
    void *send, *receive;
    size_t bytes; /* of one block, if all have one size */

    /* If blocks have different sizes: where each block begins in its row, and where the last one
     * ends. Null if the operation needs none. */
    size_t *send_offsets, *receive_offsets;

    /* The arguments of a reduction: elements of a block, their type, and the operator. */
    size_t count;
    const struct cube_type *type;
    const struct cube_op *op;

    /* Memory of the rows that do not lie where the arguments say, or null. */
    void *send_memory, *receive_memory;
};

/* The functions that make rows of blocks that have different sizes. Only operations with such
 * blocks refer to them (call.h), so that programs without such operations are linked without
 * them. */
struct unequal_rows {
    /* Returns how the blocks lie. Unless `offsets` is null, also sets offsets[k] to where block k
     * would begin in a row, and offsets[count] to where the last block would end. */
    struct extent (*extent)(const struct blocks *blocks, int count, size_t *offsets);

    /* Begins the rows of a call: makes room for the offsets and, for a reduction, sets the offsets
     * and the addresses, too. Returns whether there was memory. */
    bool (*begin)(struct rows *rows, const struct collective_call *call);
};
extern const struct unequal_rows rows_unequal;

/* Makes the rows of a call; *rows has to be all zeros. A reduction with blocks of unequal sizes has
 * them in a row already, so that only the addresses are set. The sent data are copied only if they
 * do not lie in a row, or if the operation requires different buffers for sending and receiving.
 * Returns whether there was memory; rows_end frees it. */
bool rows_make(struct rows *rows, const struct collective_call *call);

/* For an operation in which the root alone knows the sizes of all blocks: the root tells them to
 * all processes, because processes on the way must know the sizes that they forward. `offsets`
 * belongs to the rows. The root has set it, and all other processes receive it. `own` is the block
 * that this process describes, and its buffer may be MPI_IN_PLACE. Returns a result of
 * cube_bcast_by, or -EMSGSIZE if `own` has another size than the root expects. */
int rows_tell(const struct cube_choice *choice, const struct collective_call *call,
              const struct blocks *own, size_t *offsets);

/* Frees the rows, also if rows_make has failed. If the call has succeeded, it first copies the
 * received data to their place. */
void rows_end(struct rows *rows, const struct collective_call *call, bool succeeded);

#endif
