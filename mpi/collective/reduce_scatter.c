/* Reduce-scatter (MPI 5.0, section 6.10). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/collective/perform.h"
#include "mpi/collective/rows.h"
#include "mpi/operator/operator.h"

/* What this process gives, `own`, has all blocks, and counts[r] of its elements are for rank r. */
static void build_reduced(struct schedule *schedule, const struct team *team,
                          const struct collective_call *call, const int counts[]) {
    MPI_Count all = 0;
    for (int rank = 0; rank < team->size; rank++)
        all += counts[rank];
    struct part own = collective_operand(call), result = blocks_at(&call->receive, 0);
    own.count = all;
    result.count = counts[team->rank];
    build_reduce_scatter(schedule, team, call->way, operator_commutes(call->op), own, counts,
                         result);
}

static void build_reduced_any(struct schedule *schedule, const struct team *team,
                              const struct collective_call *call) {
    build_reduced(schedule, team, call, call->receive.counts);
}

static void build_reduced_blocks(struct schedule *schedule, const struct team *team,
                                 const struct collective_call *call) {
    int *counts = malloc((size_t)team->size * sizeof *counts);
    if (!counts) {
        schedule->failed = true;
        return;
    }
    for (int rank = 0; rank < team->size; rank++)
        counts[rank] = (int)call->receive.count;
    build_reduced(schedule, team, call, counts);
    free(counts);
}

/* Copies the blocks of what this process gives to `places`, each of which has `bytes` bytes. */
static void spread(const struct rows *rows, int count, size_t bytes, char *places) {
    for (int rank = 0; rank < count; rank++) {
        const size_t *offset = rows->receive_offsets + rank;
        if (offset[1] > offset[0])
            memcpy(places + (size_t)rank * bytes, (const char *)rows->send + offset[0],
                   offset[1] - offset[0]);
    }
}

/* Blocks whose sizes differ little are combined as if all were as long as the longest one. Then
 * zeros are combined behind the shorter ones, and only operators of cube.h are sure to allow this.
 * Otherwise, process 0 combines all blocks and scatters the result. */
static int by_cube_any(const struct cube_choice *choice, const struct collective_call *call,
                       const struct rows *rows) {
    int size = call->comm->local->size, rank = call->comm->rank, most = 0;
    const size_t *offsets = rows->receive_offsets, own = offsets[rank + 1] - offsets[rank];
    for (int k = 0; k < size; k++)
        if (call->receive.counts[k] > most)
            most = call->receive.counts[k];
    size_t bytes = (size_t)most * rows->type->bytes, all = offsets[size];
    bool differ_little = (size_t)size * bytes <= 2 * all && rows->type->kind != 0;
    char *memory = calloc(1, (differ_little ? ((size_t)size + 1) * bytes : all) + 1);
    if (!memory)
        return -ENOMEM;
    int error;
    if (differ_little) {
        char *sum = memory + (size_t)size * bytes;
        spread(rows, size, bytes, memory);
        error = cube_reduce_scatter_by(choice, memory, sum, (size_t)most, rows->type, rows->op);
        if (error == 0 && own > 0)
            memcpy(rows->receive, sum, own);
    } else {
        const struct cube_choice whole = {.dimensions = choice->dimensions};
        error = cube_reduce_by(&whole, rows->send, memory, all / rows->type->bytes, rows->type,
                               rows->op, 0);
        if (error == 0)
            error = cube_scatterv_by(&whole, memory, rows->receive, offsets, 0);
    }
    free(memory);
    return error;
}

COLLECTIVE_OPERATION(reduce_scatter, OPERATION_REDUCE_SCATTER, SHAPE_EACH, SHAPE_EACH,
                     .combines = true, .unequal = &rows_unequal, .in_place = true,
                     .build = build_reduced_any, .by_cube = by_cube_any);

int MPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                       MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_REDUCED(reduce_scatter, .counts = recvcounts));
}

COLLECTIVE_STARTED(MPI_Ireduce_scatter, MPI_Reduce_scatter_init,
                   COLLECTIVE_REDUCED(reduce_scatter, .counts = recvcounts), const void *sendbuf,
                   void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm)

COLLECTIVE_OPERATION(reduce_scatter_block, OPERATION_REDUCE_SCATTER_BLOCK, SHAPE_EACH, SHAPE_EACH,
                     .combines = true, .in_place = true, .build = build_reduced_blocks,
                     .reduces = cube_reduce_scatter_by);

int MPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_REDUCED(reduce_scatter_block, .count = recvcount));
}

COLLECTIVE_STARTED(MPI_Ireduce_scatter_block, MPI_Reduce_scatter_block_init,
                   COLLECTIVE_REDUCED(reduce_scatter_block, .count = recvcount),
                   const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype,
                   MPI_Op op, MPI_Comm comm)
